import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@ezdash/contracts/constants';

/** Texts of the remote by their key. */
export interface Say {
  (key: string): string;
  (key: string, options: { count: number }): string;
}

/** What is wrong with a new password, as far as a browser can tell; the server knows the common ones. */
export function newPasswordProblem(password: string, say: Say): string | undefined {
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH) return say('password.short', { count: PASSWORD_MIN_LENGTH });
  return length > PASSWORD_MAX_LENGTH ? say('password.long', { count: PASSWORD_MAX_LENGTH }) : undefined;
}
