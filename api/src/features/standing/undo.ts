import { accountStatus } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { lockAccount, setStatus, setType } from './account.repo';
import { findChanges, markUndone, type Operator, type PropertyChange } from './changes.repo';

export interface Undoing {
  userId: number;
  changeId: number;
  operator: Operator;
}

async function read(trx: Trx, { userId, changeId }: Undoing): Promise<PropertyChange> {
  const [change] = await findChanges(trx, userId, { limit: 1, changeId });
  if (!change) throw new NotFoundError();
  return change;
}

/**
 * Puts a property back to what it was before an operator changed it, with the reason that stood beside it; nobody is told.
 * Throws 404 for a change that this account has none of, 409 CHANGED_SINCE, 409 LAST_ADMIN.
 */
export function createUndo({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  return (undoing: Undoing): Promise<PropertyChange> =>
    inTransaction(db, async (trx) => {
      const { property, from } = await read(trx, undoing);
      const { userId, changeId, operator } = undoing;
      const isStatus = property === 'status';
      const status = accountStatus.safeParse(from).data;
      await lockAccount(trx, userId, isStatus ? status : undefined);
      // Read again behind the lock: what was decided meanwhile is seen.
      const change = await read(trx, undoing);
      if (!change.canUndo)
        throw new ConflictError(
          'This was changed since. Look at what it is now, and change that',
          'CHANGED_SINCE',
        );
      const now = clock.now();
      if (isStatus && status) await setStatus(trx, userId, { status, reason: change.oldReason }, now);
      else await setType(trx, userId, Number(from), now);
      await markUndone(trx, changeId, now);
      log.info(
        { event: 'account.change_undone', userId, property, to: from, by: operator.adminId },
        'Undone',
      );
      return { ...change, undoneAt: now, canUndo: false };
    });
}
