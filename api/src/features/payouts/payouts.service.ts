import {
  type Earnings,
  type EarningsDeductionList,
  PAYOUT,
  type Payout,
  type PayoutList,
  type PayoutRequest,
  publicId,
} from '@ezdash/contracts';
import { type Db, inTransaction, lockOwner, type Trx, toNumber } from '../../platform/db';
import { AppError, ConflictError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { balances, requestPayout } from '../ledger';
import { readDeductions } from './deductions';
import * as earnings from './earnings.repo';
import { findMadeOf } from './madeOf.repo';
import { announce, documentsOf, type PayoutDeps, presentPayout } from './parts';
import { mailStep } from './payoutMails';
import * as repo from './payouts.repo';
import { decideRequest, type Request, readEarnings } from './readEarnings';

export interface PayoutsService {
  earnings(publisherId: number): Promise<Earnings>;
  /** Why earnings were taken back, newest first; behind the `next` of an answer before. */
  deductions(publisherId: number, before: string | undefined): Promise<EarningsDeductionList>;
  /** Newest first, before a payout's id. */
  list(publisherId: number, before: string | undefined): Promise<PayoutList>;
  /**
   * Asks for all that is available. The same id answers the same payout. 409 PAYOUT_REFUSED (`errors.reason` says which
   * of PAYOUT_REFUSALS), AMOUNT_CHANGED, PAYOUT_ID_USED.
   */
  request(publisherId: number, wanted: PayoutRequest): Promise<{ payout: Payout; isNew: boolean }>;
  /** What is kept of a person; read on `on` when it is given. */
  exportOf(userId: number, on?: Db): Promise<unknown>;
  /** Payouts stay with the books; of the bank account nothing that names it does. */
  forget(trx: Trx, userId: number): Promise<void>;
}

const PAGE = 25;
const DAY_MS = 86_400_000;
const ERASED = '••••';

/** 409 with the first reason why nothing can be asked for. */
class PayoutRefusedError extends AppError {
  constructor(reason: string) {
    super(409, 'PAYOUT_REFUSED', 'A payout cannot be asked for now', { errors: { reason: [reason] } });
  }
}

function readBefore(before: string | undefined): number | null {
  if (before === undefined) return null;
  const id = publicRowId('payout', before);
  if (id === null) throw new ValidationError({ before: ['This is not what belongs here'] });
  return id;
}

/** The payout that was made with this id before; throws when it was another one. */
function sameAsBefore(row: repo.PayoutRow, amountMicros: bigint): repo.PayoutRow {
  if (row.amount_micros === amountMicros) return row;
  throw new ConflictError('This payout was asked for with another amount', 'PAYOUT_ID_USED');
}

export function createPayoutsService(deps: PayoutDeps): PayoutsService {
  const { db, clock, log, mail, publisher } = deps;

  function refuse(publisherId: number, request: Extract<Request, { ok: false }>): never {
    if (request.disagreements)
      log.error(
        {
          event: 'payouts.not_reconciled',
          publisherId,
          disagreements: request.disagreements.map(({ check, found, expected }) => ({
            check,
            found: String(found),
            expected: String(expected),
          })),
        },
        'A payout was refused: the books of a publisher do not agree',
      );
    throw new PayoutRefusedError(request.reason);
  }

  async function make(trx: Trx, publisherId: number, { payout_id, amount_micros }: PayoutRequest) {
    const now = clock.now();
    // What is payable, and what could take from it, stands still until the payout is there.
    await earnings.lockPurses(trx, publisherId);
    const owner = await repo.findOwner(trx, publisherId);
    if (!owner) throw new PayoutRefusedError('account');
    const method = await repo.findBankAccount(trx, publisherId);
    const request = await decideRequest(trx, owner, await balances(trx, publisherId), method, now);
    if (!request.ok) return refuse(publisherId, request);
    const { amountMicros } = request;
    if (amountMicros !== BigInt(amount_micros))
      throw new ConflictError('What can be paid out has changed. Look at the new amount', 'AMOUNT_CHANGED');
    const row = await repo.insertPayout(trx, {
      publisherId,
      clientKey: payout_id,
      amountMicros,
      method: request.method,
      at: now,
      dueAt: new Date(now.getTime() + PAYOUT.dueDays * DAY_MS),
    });
    await requestPayout(trx, {
      ownerId: publisherId,
      amountMicros,
      reference: String(row.id),
      occurredAt: now,
    });
    await mailStep(mail, trx, owner, row, 'requested');
    await announce(publisher, trx, row);
    return row;
  }

  return {
    earnings: (publisherId) => readEarnings(db, publisherId, clock.now()),

    async list(publisherId, before) {
      const rows = await repo.findOwn(db, publisherId, readBefore(before), PAGE + 1);
      const shown = rows.slice(0, PAGE);
      const documents = await documentsOf(
        db,
        shown.map(({ id }) => id),
      );
      const madeOf = await findMadeOf(
        db,
        publisherId,
        shown.map(({ id }) => id),
      );
      const last = shown.at(-1);
      return {
        payouts: shown.map((row) => presentPayout(row, documents.get(row.id), madeOf.get(row.id))),
        next: rows.length > PAGE && last ? publicId('payout', last.id) : null,
      };
    },

    deductions: (publisherId, before) => readDeductions(db, publisherId, before),

    async request(publisherId, wanted) {
      const { row, isNew } = await inTransaction(db, async (trx) => {
        await lockOwner(trx, publisherId);
        const known = await repo.findByKey(trx, publisherId, wanted.payout_id);
        if (known) return { row: sameAsBefore(known, BigInt(wanted.amount_micros)), isNew: false };
        return { row: await make(trx, publisherId, wanted), isNew: true };
      });
      const documents = await documentsOf(db, [row.id]);
      return { payout: presentPayout(row, documents.get(row.id)), isNew };
    },

    async exportOf(userId, on = db) {
      const payouts = await repo.findOwn(on, userId, null, Number.MAX_SAFE_INTEGER);
      const released = await earnings.findReleased(on, userId);
      return {
        payouts: payouts.map((row) => presentPayout(row)),
        months: released.map((month) => ({
          period: month.period,
          earned_micros: toNumber(month.earnedMicros),
          deducted_micros: toNumber(month.deductedMicros),
          released_micros: toNumber(month.releasedMicros),
          released_at: month.releasedAt.toISOString(),
        })),
      };
    },

    async forget(trx, userId) {
      await trx
        .updateTable('payout')
        .set({ method_label: ERASED })
        .where('publisher_id', '=', userId)
        .execute();
    },
  };
}
