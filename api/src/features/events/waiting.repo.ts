import { PRICING_CODES, type PricingCode } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { BilledEvent } from './billing';
import type { IngestEvent } from './journalRecords';
import { type StoredEvent, storedEvent } from './storedEvent';

/** Longer than any click lives: what waits longer will not be settled any more. */
const KEPT_MS = 2 * 86_400_000;
const time = (ms: number) => new Date(ms);

interface WaitingRow extends StoredEvent {
  pricing: number;
}

const pricingOf = (code: number): PricingCode =>
  Object.values(PRICING_CODES).find((known) => known === code) ?? PRICING_CODES.CPM;

/** Clicks and viewable impressions of these decisions that came before their impression, as they arrived. */
export async function findWaiting(trx: Db, decisionIds: readonly string[]): Promise<IngestEvent[]> {
  if (decisionIds.length === 0) return [];
  const { rows } = await sql<WaitingRow>`
    SELECT w.decision_id, w.kind, w.decided_at, e.happened_at, w.campaign_id, e.creative_id, e.zone_id, e.country,
      e.device, e.os, e.browser, e.language, e.sub_id, w.pricing, w.price_micros, w.payout_micros,
      h.source, h.confirmed
    FROM waiting_event w
    CROSS JOIN LATERAL (
      SELECT happened_at, creative_id, zone_id, country, device, os, browser, language, sub_id, hold_id
      FROM ad_event
      WHERE decision_id = w.decision_id AND kind = w.kind AND decided_at = w.decided_at
      -- Event by event: a join of the two tables may read all the events there are.
      OFFSET 0
    ) e
    LEFT JOIN earnings_hold h ON h.id = e.hold_id
    WHERE w.decision_id = ANY(${`{${decisionIds.join(',')}}`}::uuid[])
    ORDER BY e.happened_at, w.decision_id, w.kind`.execute(trx);
  return rows.map((row) => storedEvent(row, pricingOf(row.pricing)));
}

export async function keepWaiting(trx: Db, events: readonly IngestEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`INSERT INTO waiting_event (decision_id, kind, decided_at, campaign_id, pricing, price_micros, payout_micros)
    SELECT * FROM unnest(${events.map((event) => event.decisionId)}::uuid[], ${events.map((event) => event.kind)}::int2[],
      ${events.map((event) => time(event.decidedAtMs))}::timestamptz[],
      ${events.map((event) => event.campaignId)}::int[], ${events.map((event) => event.pricing)}::int2[],
      ${events.map((event) => event.priceMicros)}::int8[], ${events.map((event) => event.payoutMicros)}::int8[])`.execute(
    trx,
  );
}

/** Writes what became of events that waited; answers how many there were. */
export async function settleWaiting(trx: Db, settled: readonly BilledEvent[]): Promise<number> {
  if (settled.length === 0) return 0;
  const { numAffectedRows = 0n } =
    await sql`UPDATE ad_event e SET invalid_reason = s.reason, price_micros = s.price,
      payout_micros = s.payout, bonus_micros = s.bonus, hold_id = s.hold
    FROM unnest(${settled.map(({ event }) => event.decisionId)}::uuid[], ${settled.map(({ event }) => event.kind)}::int2[],
      ${settled.map(({ event }) => time(event.decidedAtMs))}::timestamptz[],
      ${settled.map(({ verdict }) => verdict)}::int2[], ${settled.map(({ spendMicros }) => spendMicros)}::int8[],
      ${settled.map(({ payoutMicros }) => payoutMicros)}::int8[],
      ${settled.map(({ bonusMicros }) => bonusMicros)}::int8[], ${settled.map(({ hold }) => hold?.id ?? 0)}::int4[])
      AS s (decision_id, kind, decided_at, reason, price, payout, bonus, hold)
    WHERE e.decision_id = s.decision_id AND e.kind = s.kind AND e.decided_at = s.decided_at`.execute(trx);
  await sql`DELETE FROM waiting_event w
    USING unnest(${settled.map(({ event }) => event.decisionId)}::uuid[], ${settled.map(({ event }) => event.kind)}::int2[])
      AS s (decision_id, kind)
    WHERE w.decision_id = s.decision_id AND w.kind = s.kind`.execute(trx);
  return Number(numAffectedRows);
}

/** What is older than any event's life stays as it was stored: not counted. */
export async function forgetWaiting(db: Db, nowMs: number): Promise<void> {
  await sql`DELETE FROM waiting_event WHERE decided_at < ${time(nowMs - KEPT_MS)}`.execute(db);
}
