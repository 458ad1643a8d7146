import type { OperatorUserDetail } from '@ezdash/contracts';
import { compareInstants } from '@ezdash/contracts/constants';
import type { AccountAccess } from '../account-access';
import type { StandingService } from '../standing';

type Change = OperatorUserDetail['changes'][number];

const CHANGES = 10;
const newestFirst = (a: Change, b: Change) => compareInstants(b.changed_at, a.changed_at);

/** What staff changed at an account, newest first: how it stands, and what opens it. */
export function createChanges(deps: {
  standing: Pick<StandingService, 'changes'>;
  access: Pick<AccountAccess, 'changes'>;
}) {
  return async (userId: number): Promise<Change[]> => {
    const standing = await deps.standing.changes(userId, CHANGES);
    const access = await deps.access.changes(userId, CHANGES);
    return [
      ...standing.map(({ property, from, to, by, changedAt }) => ({
        ...{ property, from, to, by },
        reason: null,
        changed_at: changedAt.toISOString(),
      })),
      ...access.map(({ action, signIns, reason, by, changedAt }) => ({
        property: action === 'signed_out' ? 'sign_ins' : 'second_step',
        ...{ from: String(signIns), to: '0', reason, by },
        changed_at: changedAt.toISOString(),
      })),
    ]
      .sort(newestFirst)
      .slice(0, CHANGES);
  };
}
