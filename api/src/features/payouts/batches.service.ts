import { type PayoutBatch, type PayoutBatchRequest, publicId } from '@ezdash/contracts';
import { inTransaction, type Trx, toNumber } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { noteMoneyAction } from '../ledger';
import { bankFile } from './bankFile';
import { assertLeaves } from './leaving';
import * as repo from './operator.repo';
import { announce, type PayoutDeps } from './parts';
import { mailStep } from './payoutMails';
import * as payouts from './payouts.repo';

export interface PayoutBatches {
  /** Newest first. */
  list(): Promise<PayoutBatch[]>;
  /**
   * Sends approved payouts together; the same id with the same payouts answers the same batch. 404 for a payout that is
   * not there, 409 BATCH_ID_USED for other payouts, PAYOUT_NOT_APPROVED for one that is not approved (any more), and what
   * `assertLeaves` says.
   */
  make(adminId: number, wanted: PayoutBatchRequest): Promise<{ batch: PayoutBatch; isNew: boolean }>;
  /** What a bank is told: of the batch's payouts those that still wait for it, so that none is paid twice. */
  file(id: string): Promise<{ name: string; csv: string }>;
}

const noBatch = () => new NotFoundError('No such batch of payouts');

function presentBatch({ id, created_at, amount_micros, ...counts }: repo.CountedBatch): PayoutBatch {
  return {
    id: publicId('payoutBatch', id),
    created_at: created_at.toISOString(),
    amount_micros: toNumber(amount_micros),
    ...counts,
  };
}

/** Throws when the batch was made of other payouts. */
async function assertSame(trx: Trx, batchId: number, publicIds: readonly string[]): Promise<void> {
  const sent = await repo.findOfBatch(trx, batchId);
  const wanted = new Set(publicIds.map((id) => publicRowId('payout', id)));
  if (sent.length !== wanted.size || sent.some((id) => !wanted.has(id)))
    throw new ConflictError('This batch was sent with other payouts', 'BATCH_ID_USED');
}

export function createPayoutBatches({ db, clock, log, mail, publisher }: PayoutDeps): PayoutBatches {
  async function lockApproved(trx: Trx, publicIds: readonly string[]): Promise<payouts.PayoutRow[]> {
    const ids = [...new Set(publicIds)].map((id) => publicRowId('payout', id));
    const known = ids.filter((id) => id !== null);
    const rows = known.length === ids.length ? await repo.lockPayouts(trx, known) : [];
    if (rows.length < ids.length) throw new NotFoundError('No such payout');
    const other = rows.find(({ state }) => state !== 'approved');
    if (other)
      throw new ConflictError(
        `The payout ${publicId('payout', other.id)} is ${other.state}: only approved ones are sent`,
        'PAYOUT_NOT_APPROVED',
      );
    // Much may have happened since they were approved. With their rows held, no other payout of these publishers begins.
    for (const row of await repo.findReviewed(trx, known)) await assertLeaves(trx, log, row);
    return rows;
  }

  async function sendOne(trx: Trx, adminId: number, row: payouts.PayoutRow, batchId: number, now: Date) {
    const sent = await payouts.changePayout(trx, row.id, { state: 'sent', batch_id: batchId, sent_at: now });
    await noteMoneyAction(trx, {
      actor: `admin ${adminId}`,
      action: 'payout_sent',
      why: `batch ${batchId}`,
      detail: {
        payout: row.id,
        publisher: row.publisher_id,
        amount_micros: String(row.amount_micros),
        batch: batchId,
      },
    });
    const owner = await payouts.findOwner(trx, row.publisher_id);
    if (owner) await mailStep(mail, trx, owner, sent, 'sent');
    await announce(publisher, trx, sent);
  }

  return {
    list: async () => (await repo.findBatches(db)).map(presentBatch),

    async make(adminId, { batch_id: key, payouts: wanted }) {
      const { id, isNew } = await inTransaction(db, async (trx) => {
        const now = clock.now();
        const made = await repo.insertBatch(trx, key, adminId, now);
        if (!made) {
          const { id } = await repo.findBatchByKey(trx, key);
          await assertSame(trx, id, wanted);
          return { id, isNew: false };
        }
        for (const row of await lockApproved(trx, wanted)) await sendOne(trx, adminId, row, made.id, now);
        return { id: made.id, isNew: true };
      });
      const [batch] = await repo.findBatches(db, id);
      if (!batch) throw noBatch();
      return { batch: presentBatch(batch), isNew };
    },

    async file(id) {
      const batchId = publicRowId('payoutBatch', id);
      const [batch] = batchId === null ? [] : await repo.findBatches(db, batchId);
      if (!batch) throw noBatch();
      const rows = await repo.findReviewed(db, await repo.findOfBatch(db, batch.id));
      const waiting = rows.filter(({ state }) => state === 'sent');
      return { name: `payouts-${publicId('payoutBatch', batch.id)}.csv`, csv: bankFile(waiting) };
    },
  };
}
