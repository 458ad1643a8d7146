import { publicId } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { checkBooks } from './books';
import type { ReviewRow } from './operator.repo';

/**
 * Throws 409 (PAYOUT_ACCOUNT_NOT_ACTIVE, PAYOUT_HELD, PAYOUT_METHOD_GONE, NOT_RECONCILED) when money of this payout may not
 * leave: asked when it is approved and again when it is sent. The payout's row is held by the caller.
 */
export async function assertLeaves(trx: Trx, log: Log, row: ReviewRow): Promise<void> {
  const payout = publicId('payout', row.id);
  if (!row.account_active)
    throw new ConflictError(
      `The account of ${row.email} is not active. Leave ${payout} out, or refuse it`,
      'PAYOUT_ACCOUNT_NOT_ACTIVE',
    );
  if (row.held)
    throw new ConflictError(
      `Payouts of ${row.email} are held. Leave ${payout} out, or end the hold`,
      'PAYOUT_HELD',
    );
  if (!row.method_there)
    throw new ConflictError(
      `The bank account of ${payout} was removed. Refuse it, so that it can be asked for again`,
      'PAYOUT_METHOD_GONE',
    );
  const disagreements = await checkBooks(trx, row.publisher_id);
  if (disagreements.length === 0) return;
  const named = disagreements.map(
    ({ check, found, expected }) => `${check}: ${found} instead of ${expected}`,
  );
  log.error(
    {
      event: 'payouts.not_reconciled',
      payoutId: row.id,
      publisherId: row.publisher_id,
      disagreements: named,
    },
    'A payout may not leave: the books of its publisher do not agree',
  );
  throw new ConflictError(
    `The books of ${row.email} do not agree: nothing may leave. Leave ${payout} out`,
    'NOT_RECONCILED',
  );
}
