import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@ezdash/contracts/constants';
import type { Problems } from '@ezdash/ui';

export interface AddressValues {
  email: string;
}
export interface LoginValues extends AddressValues {
  password: string;
}
/** What every account says of itself at the start. */
export interface MembershipValues {
  role: 'advertiser' | 'publisher';
  company_name: string;
  country: string;
  agreed: boolean;
}
export interface RegisterValues extends MembershipValues {
  email: string;
  password: string;
}

/** Texts of the remote by their key. */
export interface Say {
  (key: string): string;
  (key: string, options: { count: number }): string;
}

/** Good enough to catch a slip; whether the address exists only a mail can tell. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

function emailProblem(email: string, say: Say): string | undefined {
  return EMAIL.test(email.trim()) ? undefined : say('check.email');
}

/** Only what is wrong. */
export const onlyProblems = <V>(all: Problems<V>): Problems<V> =>
  Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined)) as Problems<V>;

export function checkAddress({ email }: AddressValues, say: Say): Problems<AddressValues> {
  return onlyProblems<AddressValues>({ email: emailProblem(email, say) });
}

export function checkLogin(values: LoginValues, say: Say): Problems<LoginValues> {
  return onlyProblems<LoginValues>({
    email: emailProblem(values.email, say),
    password: values.password === '' ? say('check.password') : undefined,
  });
}

function newPasswordProblem(password: string, say: Say): string | undefined {
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH) return say('check.passwordShort', { count: PASSWORD_MIN_LENGTH });
  return length > PASSWORD_MAX_LENGTH ? say('check.passwordLong', { count: PASSWORD_MAX_LENGTH }) : undefined;
}

export function checkNewPassword(
  { password }: { password: string },
  say: Say,
): Problems<{ password: string }> {
  return onlyProblems<{ password: string }>({ password: newPasswordProblem(password, say) });
}

export function companyAndCountry(values: { company_name: string; country: string }, say: Say) {
  return {
    company_name: values.company_name.trim() === '' ? say('check.company') : undefined,
    country: values.country === '' ? say('check.country') : undefined,
  };
}

export function checkMembership(values: MembershipValues, say: Say): Problems<MembershipValues> {
  return onlyProblems<MembershipValues>({
    ...companyAndCountry(values, say),
    agreed: values.agreed ? undefined : say('check.agreed'),
  });
}

export function checkRegister(values: RegisterValues, say: Say): Problems<RegisterValues> {
  return {
    ...checkMembership(values, say),
    ...onlyProblems<RegisterValues>({
      email: emailProblem(values.email, say),
      password: newPasswordProblem(values.password, say),
    }),
  };
}
