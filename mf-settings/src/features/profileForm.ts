import type { ProfileUpdate, User } from '@ezdash/contracts';
import type { Problems } from '@ezdash/ui';

/** The form's fields are texts; what is empty goes to the server as null. */
export interface ProfileValues {
  username: string;
  first_name: string;
  last_name: string;
  company_name: string;
  phone_number: string;
  country: string;
  tax_id: string;
}

type Say = (key: string) => string;
const USERNAME_MIN_LENGTH = 2;
/** Letters and digits with one digit at least, as the contract has it. */
const TAX_ID = /^(?=.*[0-9])[A-Z0-9][A-Z0-9 ./-]{0,38}[A-Z0-9]$/;
const PHONE = /^\+?[0-9 ()./-]{5,24}$/;

export function profileValues({ username, profile }: User): ProfileValues {
  return {
    username,
    first_name: profile.first_name ?? '',
    last_name: profile.last_name ?? '',
    company_name: profile.company_name ?? '',
    phone_number: profile.phone_number ?? '',
    country: profile.country ?? '',
    tax_id: profile.tax_id ?? '',
  };
}

/** Most characters of the fields, as the contract has them. */
export const MOST_LENGTH = {
  username: 60,
  first_name: 80,
  last_name: 80,
  company_name: 120,
  phone_number: 24,
  tax_id: 40,
} as const;

/** Only what differs from what is saved: two tabs do not overwrite each other's fields. */
export function profileChange(saved: ProfileValues, values: ProfileValues): ProfileUpdate {
  const changed = Object.entries(values).filter(
    ([name, text]) => text.trim() !== saved[name as keyof ProfileValues],
  );
  return Object.fromEntries(changed.map(([name, text]) => [name, text.trim() === '' ? null : text.trim()]));
}

/** A company can be renamed, not taken back; who never had one (an admin) needs none. */
export function checkProfile(values: ProfileValues, saved: ProfileValues, say: Say): Problems<ProfileValues> {
  const problems: Problems<ProfileValues> = {};
  if (values.username.trim().length < USERNAME_MIN_LENGTH) problems.username = say('check.username');
  if (values.company_name.trim() === '' && saved.company_name !== '')
    problems.company_name = say('check.company');
  if (values.phone_number.trim() !== '' && !PHONE.test(values.phone_number.trim()))
    problems.phone_number = say('check.phone');
  const taxId = values.tax_id.trim().toUpperCase();
  if (taxId !== '' && !TAX_ID.test(taxId)) problems.tax_id = say('check.taxId');
  return problems;
}
