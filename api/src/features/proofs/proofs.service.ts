import type { AuthUser, Visitor } from '../../platform/auth';
import type { Log } from '../../platform/log';
import type { Mail } from '../mail';
import { type CompleteAccountDeps, createCompleteAccount } from './completeAccount';
import { createEmailVerification } from './emailVerification';
import { createFirstVerification, type FirstVerificationDeps } from './firstVerification';
import { createForgotPassword, type ForgotPasswordDeps } from './forgotPassword';
import { createProofMails } from './mails';
import { createNewLogin, type NewLoginDeps } from './newLogin';
import { createOwnSessions } from './ownSessions';
import { createPasswords, type PasswordsDeps } from './passwords';
import { noteLastLogIn } from './proofs.repo';
import { createRegistration } from './registration';

export type ProofsDeps = CompleteAccountDeps &
  FirstVerificationDeps &
  Pick<ForgotPasswordDeps, 'jobs'> &
  Pick<NewLoginDeps, 'wantsNotice' | 'onNewLogin'> &
  Pick<PasswordsDeps, 'countTokens' | 'waysIn' | 'forgetGuesses'> & {
    mail: Pick<Mail, 'send'>;
    log: Log;
    /** What the network calls itself: nobody's password. */
    appName: string;
  };

/** How people prove who they are, and what follows from it. */
export function createProofsService(deps: ProofsDeps) {
  const mails = createProofMails(deps.mail);
  const all = { ...deps, mails, noteVerified: createFirstVerification(deps) };
  const newLogin = createNewLogin(all);
  return {
    registration: createRegistration(all),
    email: createEmailVerification(all),
    forgotPassword: createForgotPassword(all),
    passwords: createPasswords(all),
    complete: createCompleteAccount(all),
    sessions: createOwnSessions(all),
    /** After every complete sign-in, however it was done: not while a second factor is still to come. */
    noteSignIn: async (user: AuthUser, visitor: Visitor): Promise<{ isNew: boolean }> => {
      await noteLastLogIn(deps.db, user.id, deps.clock.now());
      return newLogin(user, visitor);
    },
  };
}

export type ProofsService = ReturnType<typeof createProofsService>;
