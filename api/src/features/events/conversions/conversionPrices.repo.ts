import { EVENT_KINDS, PRICING_CODES } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db';
import type { IngestEvent } from '../journalRecords';

/** A goal that counts every transaction costs no more than so many of them a click: those beyond are counted alone. */
const MOST_PAID_OF_CLICK = 10;

/** What a conversion of a click costs, and the publisher's part of it, as the decision has it. */
export interface ConversionPrice {
  priceMicros: number;
  payoutMicros: number;
}

/**
 * Keeps the prices that conversions of these clicks will cost. A conversion names its click alone, when the token has
 * been gone for weeks. Clicks that do not count are kept too: one that waits for its impression may still come to count.
 * The goals that the campaign names now are kept with them: exchanged later, they change nothing of what was agreed.
 */
export async function keepConversionPrices(trx: Db, events: readonly IngestEvent[]): Promise<void> {
  const clicks = events.filter(
    ({ kind, pricing, priceMicros }) =>
      kind === EVENT_KINDS.click && pricing === PRICING_CODES.CPA && priceMicros > 0,
  );
  if (clicks.length === 0) return;
  await sql`INSERT INTO conversion_price (click_id, decided_at, price_micros, payout_micros, goal_ids)
    SELECT k.click_id, k.decided_at, k.price, k.payout, coalesce(c.goal_ids, '{}')
    FROM unnest(${clicks.map(({ decisionId }) => decisionId)}::uuid[],
      ${clicks.map(({ decidedAtMs }) => new Date(decidedAtMs))}::timestamptz[],
      ${clicks.map(({ priceMicros }) => priceMicros)}::int8[],
      ${clicks.map(({ payoutMicros }) => payoutMicros)}::int8[],
      ${clicks.map(({ campaignId }) => campaignId)}::int4[]) AS k (click_id, decided_at, price, payout, campaign_id)
    LEFT JOIN campaign c ON c.id = k.campaign_id`.execute(trx);
}

/** What a report says of itself. */
export interface PricedReport {
  clickId: string;
  goalId: number;
  /** Whether it carried the goal's key: who followed an ad has seen its click id, and could report anything of it. */
  isProven: boolean;
}

/** What a reported conversion costs; null when its click does not pay for the goal, or the report proves nothing. */
export async function findConversionPrice(
  db: Db,
  { clickId, goalId, isProven }: PricedReport,
): Promise<ConversionPrice | null> {
  if (!isProven) return null;
  const { rows } = await sql<{ price_micros: bigint; payout_micros: bigint }>`
    SELECT price_micros, payout_micros FROM conversion_price
    WHERE click_id = ${clickId}::uuid AND ${goalId} = ANY (goal_ids)`.execute(db);
  const [row] = rows;
  return row ? { priceMicros: Number(row.price_micros), payoutMicros: Number(row.payout_micros) } : null;
}

/**
 * Whether this click has paid for as many conversions of the goal as one click pays for. Inside a transaction that holds
 * the money of everybody concerned, so that no other is paid for at the same time.
 */
export async function hasPaidEnough(trx: Db, { clickId, goalId }: PricedReport): Promise<boolean> {
  const { rows } = await sql<{ paid: number }>`
    SELECT count(*)::int AS paid FROM conversion
    WHERE click_id = ${clickId}::uuid AND goal_id = ${goalId} AND verdict = 'attributed'
      AND price_micros > 0`.execute(trx);
  return (rows[0]?.paid ?? 0) >= MOST_PAID_OF_CLICK;
}

/** For a day whose clicks are dropped: no conversion can find them any more. */
export async function forgetConversionPrices(trx: Db, from: Date, to: Date): Promise<void> {
  await sql`DELETE FROM conversion_price WHERE decided_at >= ${from} AND decided_at < ${to}`.execute(trx);
}
