import type { Log } from '../../platform/log';
import type { Mail } from '../mail';
import { type CompleteAccountDeps, createCompleteAccount } from './completeAccount';
import { createEmailVerification } from './emailVerification';
import { createForgotPassword, type ForgotPasswordDeps } from './forgotPassword';
import { createProofMails } from './mails';
import { createNewLogin, type NewLoginDeps } from './newLogin';
import { createOwnSessions } from './ownSessions';
import { createPasswords } from './passwords';

export type ProofsDeps = CompleteAccountDeps &
  Pick<ForgotPasswordDeps, 'jobs'> &
  Pick<NewLoginDeps, 'wantsNotice'> & {
    mail: Pick<Mail, 'send'>;
    log: Log;
  };

/** How people prove who they are, and what follows from it. */
export function createProofsService(deps: ProofsDeps) {
  const mails = createProofMails(deps.mail);
  const all = { ...deps, mails };
  return {
    email: createEmailVerification(all),
    forgotPassword: createForgotPassword(all),
    passwords: createPasswords(all),
    complete: createCompleteAccount(all),
    sessions: createOwnSessions(all),
    noteSignIn: createNewLogin(all),
  };
}

export type ProofsService = ReturnType<typeof createProofsService>;
