import type { SecondFactor } from '@ezdash/contracts';
import type { Problems } from '@ezdash/ui';
import { companyAndCountry, onlyProblems, type Say } from './checks';

export interface CodeValues {
  code: string;
}
export interface PasswordValues {
  password: string;
}
export interface ProfileValues {
  first_name: string;
  last_name: string;
  company_name: string;
  country: string;
  phone_number: string;
  tax_id: string;
}

/** Any password that was ever accepted. */
export function checkPassword({ password }: PasswordValues, say: Say): Problems<PasswordValues> {
  return onlyProblems<PasswordValues>({ password: password === '' ? say('check.password') : undefined });
}

/** People write codes with spaces and strokes; the server takes them out as this does. */
const CODES: Readonly<Record<SecondFactor, (code: string) => boolean>> = {
  totp: (code) => /^\d{6}$/.test(code.replace(/\s/g, '')),
  recovery: (code) => /^[a-z0-9]{10}$/.test(code.toLowerCase().replace(/[^a-z0-9]/g, '')),
};

export function checkCode(method: SecondFactor, { code }: CodeValues, say: Say): Problems<CodeValues> {
  return onlyProblems<CodeValues>({ code: CODES[method](code) ? undefined : say(`check.code.${method}`) });
}

const PHONE = /^\+?[0-9 ()./-]{5,24}$/;
const TAX_ID = /^(?=.*[0-9])[A-Z0-9][A-Z0-9 ./-]{0,38}[A-Z0-9]$/;
const blankOr = (pattern: RegExp, text: string) => text.trim() === '' || pattern.test(text.trim());

export function checkProfile(values: ProfileValues, say: Say): Problems<ProfileValues> {
  return onlyProblems<ProfileValues>({
    first_name: values.first_name.trim() === '' ? say('check.firstName') : undefined,
    last_name: values.last_name.trim() === '' ? say('check.lastName') : undefined,
    ...companyAndCountry(values, say),
    phone_number: blankOr(PHONE, values.phone_number) ? undefined : say('check.phone'),
    tax_id: blankOr(TAX_ID, values.tax_id.toUpperCase()) ? undefined : say('check.taxId'),
  });
}
