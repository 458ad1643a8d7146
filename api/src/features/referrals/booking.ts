import { inTransaction, type Trx } from '../../platform/db';
import {
  balances,
  lockReferralAccounts,
  postAll,
  referralPostings,
  referralReleasePostings,
  referralReturnPostings,
  type Transaction,
} from '../ledger';
import * as repo from './booking.repo';
import { findFacts } from './facts.repo';
import { addDays, dayOf, type ReferralParts } from './parts';
import { type RuleReason, rulesMet } from './rules';
import { planBooking, planReturns, type Return } from './share';
import { insertDecision } from './signUp';
import { addToDay } from './traces';

type Row = repo.ReferralRow;

/** What the share is of. */
interface Base {
  baseMicros: bigint;
  spentMicros: bigint;
  spentPostingId: bigint;
}

const below = (micros: bigint): bigint => (micros < 0n ? -micros : 0n);

/**
 * Validated earnings of a publisher, or paid spend of an advertiser. A debt is taken off: earnings that were found to be
 * invalid after they were released, or cash that a bank took back after it was spent.
 */
async function baseOf(trx: Trx, row: Row): Promise<Base> {
  const held = await balances(trx, row.referred_id);
  if (row.role === 'publisher') {
    const validated = await repo.sumValidated(trx, row.referred_id, row.ends_on);
    return { baseMicros: validated - below(held.publisher_pending), spentMicros: 0n, spentPostingId: 0n };
  }
  const { micros, lastPostingId } = await repo.sumSpent(
    trx,
    row.referred_id,
    row.ends_on,
    row.spent_posting_id,
  );
  const spentMicros = row.spent_micros + micros;
  const baseMicros = spentMicros - below(held.advertiser_cash);
  return { baseMicros, spentMicros, spentPostingId: lastPostingId };
}

async function rulesOf(trx: Trx, row: Row): Promise<RuleReason[]> {
  const referrer = await findFacts(trx, row.referrer_id);
  const referred = await findFacts(trx, row.referred_id);
  return referrer && referred ? rulesMet(referrer, referred, row.same_device) : [];
}

/** Takes back what is on hold. */
function returnTransactions(row: Row, returns: readonly Return[], now: Date): Transaction[] {
  return returns.map(({ id, micros, returnedBefore }) => ({
    idempotencyKey: `referral_return:${id}:${returnedBefore}`,
    kind: 'referral_return',
    occurredAt: now,
    meta: { earning: String(id), referral: row.id },
    postings: referralReturnPostings(row.referrer_id, micros),
  }));
}

async function noteReturns(trx: Trx, row: Row, returns: readonly Return[], now: Date): Promise<void> {
  for (const { id, day, micros, isAll } of returns) {
    await repo.noteReturned(trx, id, micros, isAll, now);
    await repo.takeEarned(trx, row.link_id, day, micros);
  }
}

/** All that is on hold of a referral that does not count any more goes back. The accounts and the row are held. */
export async function returnHeld(trx: Trx, row: Row, now: Date): Promise<void> {
  const held = await repo.findHeld(trx, row.id);
  const all = held.reduce((sum, { amountMicros, returnedMicros }) => sum + amountMicros - returnedMicros, 0n);
  const returns = planReturns(held, all);
  await postAll(trx, returnTransactions(row, returns, now));
  await noteReturns(trx, row, returns, now);
}

async function earn(trx: Trx, row: Row, day: string, amountMicros: bigint, now: Date): Promise<Transaction> {
  const { id: referralId, referrer_id: referrerId, hold_days: holdDays } = row;
  const releaseOn = addDays(dayOf(now), holdDays);
  await repo.insertEarning(trx, { referralId, referrerId, day, amountMicros, releaseOn });
  await repo.addEarned(trx, row.link_id, day, amountMicros);
  return {
    idempotencyKey: `referral:${referralId}:${day}`,
    kind: 'referral',
    occurredAt: now,
    meta: { referral: referralId, day },
    postings: referralPostings(referrerId, amountMicros),
  };
}

/** A rule that is met now ends it, whatever was true when it signed up. */
async function refuse(trx: Trx, row: Row, reason: RuleReason, now: Date): Promise<void> {
  await returnHeld(trx, row, now);
  await insertDecision(trx, { referralId: row.id, state: 'refused', reason, note: '', decidedBy: null }, now);
}

/**
 * Books one day of one referral: once, however many servers do it at the same time. What it has earned in all is compared
 * with what was booked: the difference is earned, or taken back from what is on hold. False when there was nothing to do.
 */
export async function bookReferral(
  { db, clock }: Pick<ReferralParts, 'db' | 'clock'>,
  { id, referrerId }: { id: number; referrerId: number },
  day: string,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    await lockReferralAccounts(trx, referrerId);
    const row = await repo.lockReferral(trx, id);
    if (!row || row.state === 'refused' || row.is_gone) return false;
    if (row.booked_on !== null && row.booked_on >= day) return false;
    const met = await rulesOf(trx, row);
    const base = await baseOf(trx, row);
    const [reason = null] = row.rules_waived ? [] : met;
    const booked = { ...base, rulesMet: met, checkedAt: now, bookedOn: day };
    if (reason !== null) {
      await refuse(trx, row, reason, now);
      await repo.saveBooked(trx, id, { ...booked, state: 'refused', reason, activeAt: row.active_at });
      return true;
    }
    const becomesActive =
      row.state === 'pending' && base.baseMicros > 0n && base.baseMicros >= row.minimum_micros;
    const isActive = row.state === 'active' || becomesActive;
    const { earnMicros, returns } = planBooking(
      { isActive, baseMicros: base.baseMicros, shareBps: row.share_bps },
      await repo.sumBooked(trx, id),
      await repo.findHeld(trx, id),
    );
    const transactions = returnTransactions(row, returns, now);
    if (earnMicros > 0n) transactions.push(await earn(trx, row, day, earnMicros, now));
    await postAll(trx, transactions);
    await noteReturns(trx, row, returns, now);
    // One that was active before counts in the funnel once.
    if (becomesActive && row.active_at === null) await addToDay(trx, row.link_id, day, 'active');
    const activeAt = row.active_at ?? (becomesActive ? now : null);
    await repo.saveBooked(trx, id, {
      ...booked,
      state: isActive ? 'active' : 'pending',
      reason: null,
      activeAt,
    });
    return true;
  });
}

const RELEASED_AT_ONCE = 200;

/** Pays what was on hold for long enough; false when nothing is left. */
export async function releaseHeld(
  { db, clock, publisher }: Pick<ReferralParts, 'db' | 'clock' | 'publisher'>,
  referrerId: number,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    await lockReferralAccounts(trx, referrerId);
    const due = await repo.lockReleasable(trx, referrerId, dayOf(now), RELEASED_AT_ONCE);
    if (due.length === 0) return false;
    await postAll(
      trx,
      due.map(({ id, micros, role }) => ({
        idempotencyKey: `referral_release:${id}`,
        kind: 'referral_release' as const,
        occurredAt: now,
        meta: { earning: String(id) },
        postings: referralReleasePostings(referrerId, role, micros),
      })),
    );
    await repo.noteReleased(
      trx,
      due.map(({ id }) => id),
      now,
    );
    await publisher.toAccount(trx, referrerId, 'balance.changed', {});
    return due.length === RELEASED_AT_ONCE;
  });
}
