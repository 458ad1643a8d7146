import { type PasswordOwner, passwordProblem } from '../../platform/auth';
import { ValidationError } from '../../platform/errors';

/** For whoever sets a password. Throws 422, of the field `password`, for common ones and for who they are. */
export function refuseWeakPassword(password: string, owner: PasswordOwner): void {
  const problem = passwordProblem(password, owner);
  if (problem) throw new ValidationError({ password: [problem] });
}
