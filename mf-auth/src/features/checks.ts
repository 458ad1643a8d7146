import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@ezdash/contracts/constants';
import type { Problems } from '@ezdash/ui';

export interface LoginValues {
  email: string;
  password: string;
}
export interface RegisterValues {
  role: 'advertiser' | 'publisher';
  company_name: string;
  country: string;
  email: string;
  password: string;
  agreed: boolean;
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

const onlyProblems = <V>(all: Problems<V>): Problems<V> =>
  Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined)) as Problems<V>;

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

export function checkRegister(values: RegisterValues, say: Say): Problems<RegisterValues> {
  return onlyProblems<RegisterValues>({
    company_name: values.company_name.trim() === '' ? say('check.company') : undefined,
    country: values.country === '' ? say('check.country') : undefined,
    email: emailProblem(values.email, say),
    password: newPasswordProblem(values.password, say),
    agreed: values.agreed ? undefined : say('check.agreed'),
  });
}
