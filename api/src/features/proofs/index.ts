import type { Mount } from '../../platform/http';
import type { AccountsService } from '../accounts';
import type { SignUps } from '../referrals';
import { proofsMounts } from './proofs.routes';
import { createProofsService, type ProofsDeps, type ProofsService } from './proofs.service';
import { createRegistrationBrowser } from './registrationBrowser';

export interface ProofsFeature {
  service: ProofsService;
  mounts: Mount[];
}

/** Registration, e-mail verification, passwords, completing an account, and where it is signed in. */
export function createProofsFeature(
  deps: ProofsDeps & {
    accounts: Pick<AccountsService, 'loadUser' | 'user'>;
    /** Signs the cookie of browsers that register. */
    secret: string;
    /** Who brought a new account; nobody unless given. */
    signUps?: SignUps;
  },
): ProofsFeature {
  const service = createProofsService(deps);
  const browser = createRegistrationBrowser(deps.secret);
  const { accounts, signUps } = deps;
  return { service, mounts: proofsMounts({ service, accounts, browser, signUps }) };
}

export { deviceName } from './deviceName';
export { countSessions, createOwnSessions, endAllSessions, endSessions } from './ownSessions';
export { endDebugSessions } from './proofs.repo';
export type { ProofsService } from './proofs.service';
