import { type Earnings, type EarningsMonth, PAYOUT, type PAYOUT_REFUSALS } from '@ezdash/contracts';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { availableEarnings, type Balances, balances } from '../ledger';
import { checkBooks, type Disagreement } from './books';
import * as earnings from './earnings.repo';
import { findHeldMonths, findHolds } from './earningsHolds';
import { monthOf, type OpenMonth, planMonths, type ReleasedMonth, releaseAt } from './months';
import { lockedUntil, wholeCents } from './parts';
import * as repo from './payouts.repo';

const CURRENCY = 'USD';
type Refusal = (typeof PAYOUT_REFUSALS)[number];

/** Whether all that is available can be asked for now, or the first reason why not. */
export type Request =
  | { ok: true; amountMicros: bigint; method: repo.BankAccount }
  | {
      ok: false;
      reason: Refusal;
      params: Record<string, string | number>;
      /** Of `not-reconciled`: for logs, not for the publisher. */
      disagreements?: Disagreement[];
    };

/** In the order of PAYOUT_REFUSALS. */
export async function decideRequest(
  db: Db,
  owner: repo.Owner,
  held: Balances,
  method: repo.BankAccount | undefined,
  now: Date,
): Promise<Request> {
  const no = (reason: Refusal, params: Record<string, string | number> = {}): Request => ({
    ok: false,
    reason,
    params,
  });
  if (owner.status !== 'active') return no('account', { status: owner.status });
  if (owner.payout_held) return no('held');
  if (!method) return no('no-method');
  const until = lockedUntil(method, now);
  if (until) return no('method-locked', { until: until.toISOString(), method: method.label });
  if (await repo.hasOpen(db, owner.id)) return no('open-payout');
  const amountMicros = wholeCents(availableEarnings(held));
  if (amountMicros < BigInt(PAYOUT.thresholdMicros))
    return no('below-threshold', {
      threshold_micros: PAYOUT.thresholdMicros,
      missing_micros: PAYOUT.thresholdMicros - toNumber(amountMicros),
    });
  const disagreements = await checkBooks(db, owner.id);
  if (disagreements.length > 0) return { ok: false, reason: 'not-reconciled', params: {}, disagreements };
  return { ok: true, amountMicros, method };
}

const positive = (micros: bigint) => (micros > 0n ? micros : 0n);

function presentMonths(
  released: readonly ReleasedMonth[],
  open: readonly OpenMonth[],
  current: string,
  termsDays: number,
  held: ReadonlyMap<string, bigint>,
): EarningsMonth[] {
  const known = new Set([...released, ...open].map(({ period }) => period));
  const onHoldOnly = [...held.keys()]
    .filter((period) => !known.has(period))
    .map((period) => ({ period, earnedMicros: 0n, deductedMicros: 0n, releaseMicros: 0n }));
  const heldOf = (period: string) => ({ held_micros: toNumber(held.get(period) ?? 0n) });
  const months = [
    ...[...open, ...onHoldOnly].map(
      ({ period, earnedMicros, deductedMicros }): EarningsMonth => ({
        period,
        state: period === current ? 'estimated' : 'validating',
        earned_micros: toNumber(earnedMicros),
        ...heldOf(period),
        deducted_micros: toNumber(deductedMicros),
        released_micros: null,
        release_at: releaseAt(period, termsDays).toISOString(),
      }),
    ),
    ...released.map(
      (month): EarningsMonth => ({
        period: month.period,
        state: 'released',
        earned_micros: toNumber(month.earnedMicros),
        ...heldOf(month.period),
        deducted_micros: toNumber(month.deductedMicros),
        released_micros: toNumber(month.releasedMicros),
        release_at: month.releasedAt.toISOString(),
      }),
    ),
  ];
  return months.toSorted((a, b) => (a.period < b.period ? 1 : -1));
}

function presentRequest(request: Request): Earnings['request'] {
  if (request.ok) return { ok: true, amount_micros: toNumber(request.amountMicros) };
  return { ok: false, reason: request.reason, params: request.params };
}

/** Everything the page of earnings shows, over one snapshot of the database. */
export function readEarnings(db: Db, publisherId: number, now: Date): Promise<Earnings> {
  return inTransaction(
    db,
    async (trx) => {
      const owner = await repo.findOwner(trx, publisherId);
      if (!owner) throw new Error(`There is no account ${publisherId}`);
      const held = await balances(trx, publisherId);
      const method = await repo.findBankAccount(trx, publisherId);
      const released = await earnings.findReleased(trx, publisherId);
      const until = await earnings.findReleasedUntil(trx, publisherId);
      const current = monthOf(now);
      const plan = planMonths(await earnings.findDays(trx, publisherId), released, until, current);
      const thisMonth = plan.months.find(({ period }) => period === current)?.earnedMicros ?? 0n;
      const pending = positive(held.publisher_pending);
      const validating = positive(held.publisher_pending - thisMonth);
      const next = plan.months.find(({ releaseMicros }) => releaseMicros > 0n);
      const { paidMicros, lastPaidAt } = await repo.findPaid(trx, publisherId);
      const termsDays = owner.payout_terms_days;
      return {
        now: now.toISOString(),
        currency: CURRENCY,
        on_hold_micros: toNumber(positive(held.publisher_hold)),
        holds: await findHolds(trx, publisherId, now),
        estimated_micros: toNumber(pending - validating),
        validating_micros: toNumber(validating),
        payable_micros: toNumber(held.publisher_payable),
        debt_micros: toNumber(positive(-held.publisher_pending)),
        on_the_way_micros: toNumber(held.publisher_payout),
        paid_micros: toNumber(paidMicros),
        last_paid_at: lastPaidAt?.toISOString() ?? null,
        terms_days: termsDays,
        threshold_micros: PAYOUT.thresholdMicros,
        deducted_micros: toNumber(plan.deductedMicros),
        next_release: next
          ? { at: releaseAt(next.period, termsDays).toISOString(), micros: toNumber(next.releaseMicros) }
          : null,
        method: method
          ? {
              id: method.id,
              label: method.label,
              locked_until: lockedUntil(method, now)?.toISOString() ?? null,
            }
          : null,
        request: presentRequest(await decideRequest(trx, owner, held, method, now)),
        months: presentMonths(
          released,
          plan.months,
          current,
          termsDays,
          await findHeldMonths(trx, publisherId),
        ),
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
