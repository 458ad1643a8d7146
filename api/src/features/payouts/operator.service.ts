import {
  type OperatorPayout,
  type OperatorPayoutList,
  PAYOUT_STATES,
  type PayoutDecision,
  type PayoutOutcome,
  type PayoutTerms,
  type PayoutTermsState,
  publicId,
} from '@ezdash/contracts';
import { inTransaction, type Trx, toNumber } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { noteMoneyAction, payOut, returnPayout } from '../ledger';
import { lockPurses } from './earnings.repo';
import { assertLeaves } from './leaving';
import * as repo from './operator.repo';
import { announce, documentsOf, type EndedPayout, type PayoutDeps, type PayoutFacts } from './parts';
import * as payouts from './payouts.repo';
import { reviewPayouts } from './reviewPayouts';

export interface PayoutReviews {
  /** Newest first, before a payout's id. */
  list(filter: { state?: string; before?: string }): Promise<OperatorPayoutList>;
  /**
   * Approves one that was requested, or refuses one that was not sent; refused, it is payable again. 409 PAYOUT_DECIDED;
   * to approve also what `assertLeaves` says.
   */
  decide(adminId: number, id: string, decision: PayoutDecision): Promise<OperatorPayout>;
  /**
   * What the bank said of one that was sent; failed, it is payable again. The same again answers the payout. 409
   * PAYOUT_NOT_SENT, and BANK_REFERENCE_USED when a payout of another batch was paid with this reference.
   */
  settle(adminId: number, id: string, outcome: PayoutOutcome): Promise<OperatorPayout>;
  terms(userId: string): Promise<PayoutTermsState>;
  setTerms(adminId: number, userId: string, terms: PayoutTerms): Promise<PayoutTermsState>;
}

const PAGE = 50;
const admin = (id: number) => `admin ${id}`;
const noPayout = () => new NotFoundError('No such payout');

function payoutRow(id: string): number {
  const row = publicRowId('payout', id);
  if (row === null) throw noPayout();
  return row;
}

function factsOf(row: payouts.PayoutRow, bankReference: string): PayoutFacts {
  const { id, publisher_id: userId, amount_micros: amountMicros, currency } = row;
  const { method_label: methodLabel, requested_at: requestedAt } = row;
  return { id, userId, amountMicros, currency, methodLabel, bankReference, requestedAt };
}

export function createPayoutReviews(deps: PayoutDeps): PayoutReviews {
  const { db, clock, log, publisher, issueStatement, onEnded } = deps;

  async function present(id: number): Promise<OperatorPayout> {
    const rows = await repo.findReviewed(db, [id]);
    const [payout] = await reviewPayouts(db, rows, clock.now(), await documentsOf(db, [id]));
    if (!payout) throw noPayout();
    return payout;
  }

  async function lock(trx: Trx, id: number): Promise<payouts.PayoutRow> {
    const row = await payouts.lockPayout(trx, id);
    if (!row) throw noPayout();
    return row;
  }

  async function assertPayable(trx: Trx, row: payouts.PayoutRow): Promise<void> {
    await lockPurses(trx, row.publisher_id);
    const [reviewed] = await repo.findReviewed(trx, [row.id]);
    if (!reviewed) throw noPayout();
    await assertLeaves(trx, log, reviewed);
  }

  async function end(trx: Trx, row: payouts.PayoutRow, state: EndedPayout['state'], endedAt: Date) {
    await onEnded?.(trx, {
      payoutId: row.id,
      publisherId: row.publisher_id,
      state,
      amountMicros: row.amount_micros,
      method: row.method_label,
      reason: row.reason,
      bankReference: row.bank_reference,
      endedAt,
    });
  }

  const booking = (row: payouts.PayoutRow, occurredAt: Date) => ({
    ownerId: row.publisher_id,
    amountMicros: row.amount_micros,
    reference: String(row.id),
    occurredAt,
  });
  const detailOf = (row: payouts.PayoutRow) => ({
    payout: row.id,
    publisher: row.publisher_id,
    amount_micros: String(row.amount_micros),
  });

  async function refuse(trx: Trx, adminId: number, row: payouts.PayoutRow, reason: string, now: Date) {
    await returnPayout(trx, booking(row, now));
    const changed = await payouts.changePayout(trx, row.id, {
      state: 'refused',
      reason,
      decided_at: now,
      decided_by: adminId,
      ended_at: now,
    });
    await noteMoneyAction(trx, {
      actor: admin(adminId),
      action: 'payout_refused',
      why: reason,
      detail: detailOf(row),
    });
    await end(trx, changed, 'refused', now);
  }

  async function approve(trx: Trx, adminId: number, row: payouts.PayoutRow, now: Date) {
    await assertPayable(trx, row);
    await payouts.changePayout(trx, row.id, { state: 'approved', decided_at: now, decided_by: adminId });
    await noteMoneyAction(trx, {
      actor: admin(adminId),
      action: 'payout_approved',
      why: 'approved',
      detail: detailOf(row),
    });
  }

  /** Whether it was settled in the same way before. */
  function isSettledSo(row: payouts.PayoutRow, outcome: PayoutOutcome): boolean {
    if (row.state === 'sent') return false;
    const same =
      outcome.outcome === 'paid'
        ? row.state === 'paid' && row.bank_reference === outcome.bank_reference
        : row.state === 'failed' && row.reason === outcome.reason;
    if (same) return true;
    throw new ConflictError('This payout is not waiting for an answer of the bank', 'PAYOUT_NOT_SENT');
  }

  async function settlePaid(trx: Trx, row: payouts.PayoutRow, bankReference: string, now: Date) {
    // One line of the bank's statement may stand for all of a batch, and for nothing else.
    const other = await repo.findPaidElsewhere(trx, bankReference, row.batch_id);
    if (other !== undefined)
      throw new ConflictError(
        `${publicId('payout', other)} of another batch was paid with this reference of the bank`,
        'BANK_REFERENCE_USED',
      );
    await payOut(trx, booking(row, now));
    const changed = await payouts.changePayout(trx, row.id, {
      state: 'paid',
      bank_reference: bankReference,
      ended_at: now,
    });
    await end(trx, changed, 'paid', now);
  }

  async function settleFailed(trx: Trx, row: payouts.PayoutRow, reason: string, now: Date) {
    await returnPayout(trx, booking(row, now));
    await end(
      trx,
      await payouts.changePayout(trx, row.id, { state: 'failed', reason, ended_at: now }),
      'failed',
      now,
    );
  }

  async function findPublisher(id: string, on = db) {
    const row = publicRowId('user', id);
    const owner = row === null ? undefined : await payouts.findOwner(on, row);
    if (owner?.role !== 'publisher') throw new NotFoundError('No such publisher');
    return owner;
  }

  return {
    async list({ state = null, before }) {
      if (state !== null && !PAYOUT_STATES.some((known) => known === state))
        throw new ValidationError({ state: ['There is no such state'] });
      const beforeRow = before === undefined ? null : publicRowId('payout', before);
      if (before !== undefined && beforeRow === null)
        throw new ValidationError({ before: ['This is not what belongs here'] });
      const rows = await repo.findForReview(db, state, beforeRow, PAGE + 1);
      const shown = rows.slice(0, PAGE);
      const ids = shown.map(({ id }) => id);
      const totals = await repo.findTotals(db);
      const last = shown.at(-1);
      return {
        payouts: await reviewPayouts(db, shown, clock.now(), await documentsOf(db, ids)),
        next: rows.length > PAGE && last ? publicId('payout', last.id) : null,
        counts: {
          ...Object.fromEntries(PAYOUT_STATES.map((each) => [each, 0])),
          ...Object.fromEntries((await repo.countByState(db)).map((each) => [each.state, each.count])),
        },
        payable_micros: toNumber(totals.payableMicros),
        on_the_way_micros: toNumber(totals.onTheWayMicros),
      };
    },

    async decide(adminId, id, decision) {
      const rowId = payoutRow(id);
      await inTransaction(db, async (trx) => {
        const now = clock.now();
        const row = await lock(trx, rowId);
        // Until it is sent: nothing that may not leave stays on its way for ever.
        const isOpen =
          row.state === 'requested' || (row.state === 'approved' && decision.decision === 'refuse');
        if (!isOpen) throw new ConflictError('This payout was decided meanwhile', 'PAYOUT_DECIDED');
        if (decision.decision === 'approve') await approve(trx, adminId, row, now);
        else await refuse(trx, adminId, row, decision.reason, now);
        await announce(publisher, trx, row);
      });
      return present(rowId);
    },

    async settle(adminId, id, outcome) {
      const rowId = payoutRow(id);
      await inTransaction(db, async (trx) => {
        const now = clock.now();
        const row = await lock(trx, rowId);
        if (isSettledSo(row, outcome)) return;
        const isPaid = outcome.outcome === 'paid';
        if (isPaid) await settlePaid(trx, row, outcome.bank_reference, now);
        else await settleFailed(trx, row, outcome.reason, now);
        await noteMoneyAction(trx, {
          actor: admin(adminId),
          action: 'payout_settled',
          why: isPaid ? outcome.bank_reference : outcome.reason,
          detail: { ...detailOf(row), outcome: outcome.outcome },
        });
        await announce(publisher, trx, row);
        // Last: the next number of a document stays locked until the end.
        if (isPaid) await issueStatement(trx, factsOf(row, outcome.bank_reference), now);
      });
      return present(rowId);
    },

    async terms(userId) {
      const owner = await findPublisher(userId);
      return { terms_days: owner.payout_terms_days, held: owner.payout_held };
    },

    async setTerms(adminId, userId, { terms_days: termsDays, held, why }) {
      return inTransaction(db, async (trx) => {
        const known = await findPublisher(userId, trx);
        await repo.setTerms(trx, known.id, termsDays, held);
        await noteMoneyAction(trx, {
          actor: admin(adminId),
          action: 'payout_terms_changed',
          why,
          detail: {
            publisher: known.id,
            before: { terms_days: known.payout_terms_days, held: known.payout_held },
            after: { terms_days: termsDays, held },
          },
        });
        await publisher.toAccount(trx, known.id, 'balance.changed', {});
        await publisher.toOperators(trx, 'money.changed', {});
        return { terms_days: termsDays, held };
      });
    },
  };
}
