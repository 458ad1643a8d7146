import type { Mount } from '../../platform/http';
import type { AccountsService } from '../accounts';
import { proofsMounts } from './proofs.routes';
import { createProofsService, type ProofsDeps, type ProofsService } from './proofs.service';

export interface ProofsFeature {
  service: ProofsService;
  mounts: Mount[];
}

/** E-mail verification, passwords, completing an account, and where it is signed in. */
export function createProofsFeature(
  deps: ProofsDeps & { accounts: Pick<AccountsService, 'user'> },
): ProofsFeature {
  const service = createProofsService(deps);
  return { service, mounts: proofsMounts({ service, user: deps.accounts.user }) };
}

export { endSessions } from './ownSessions';
export type { ProofsService } from './proofs.service';
