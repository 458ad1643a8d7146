import { EVENT_KINDS, INVALID_REASONS, PRICING_CODES } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';
import type { BilledEvent } from '../billing';
import { isHeld } from '../holds/holds.repo';
import { type StoredEvent, storedEvent } from '../storedEvent';
import type { TrafficWindow } from './trafficSelection';

const { counted } = INVALID_REASONS;
const early = INVALID_REASONS['click-before-impression'];
const overBudget = INVALID_REASONS['over-budget'];

/** An event's place in the table. */
export interface EventKey {
  decisionId: string;
  kind: number;
}
export interface Candidate extends EventKey {
  decidedAtMs: number;
  advertiserId: number;
  publisherId: number;
}

/** Counted, or could still come to count or let others count. */
export const reversible = (e: RawBuilder<unknown>) => sql`(
  ${e}.invalid_reason IN (${sql.lit(counted)}, ${sql.lit(overBudget)})
  OR (${e}.invalid_reason = ${sql.lit(early)} AND EXISTS (
    SELECT FROM waiting_event w WHERE w.decision_id = ${e}.decision_id AND w.kind = ${e}.kind)))`;

/** Events whose holds a case has closed, and clicks of which conversions are in them. */
const ofCase = (caseId: number) => sql`(e.hold_id IN (SELECT id FROM earnings_hold WHERE case_id = ${caseId})
  OR (e.kind = ${sql.lit(EVENT_KINDS.click)} AND e.decision_id IN (
    SELECT c.click_id FROM conversion c JOIN earnings_hold h ON h.id = c.hold_id WHERE h.case_id = ${caseId})))`;

/** The condition that an event `e` belongs to a window. */
export function inWindow({ filter, fromMs, toMs, decisionIds }: TrafficWindow): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`${reversible(sql`e`)}`];
  const equals = (column: string, value: number | undefined) => {
    if (value !== undefined) conditions.push(sql`e.${sql.ref(column)} = ${value}`);
  };
  equals('zone_id', filter.zoneId);
  equals('property_id', filter.propertyId);
  equals('publisher_id', filter.publisherId);
  equals('campaign_id', filter.campaignId);
  if (filter.caseId !== undefined) conditions.push(ofCase(filter.caseId));
  if (fromMs !== null) conditions.push(sql`e.decided_at >= ${new Date(fromMs)}`);
  if (toMs !== null) conditions.push(sql`e.decided_at < ${new Date(toMs)}`);
  if (decisionIds !== null) conditions.push(sql`e.decision_id = ANY(${decisionIds}::uuid[])`);
  return sql.join(conditions, sql` AND `);
}

/** The next events of a window behind `after`, by decision and kind. */
export async function findCandidates(
  db: Db,
  window: TrafficWindow,
  after: EventKey | null,
  limit: number,
): Promise<Candidate[]> {
  const behind =
    after === null
      ? sql`true`
      : sql`(e.decision_id, e.kind) > (${after.decisionId}::uuid, ${after.kind}::int2)`;
  const { rows } = await sql<{
    decision_id: string;
    kind: number;
    decided_at: Date;
    advertiser_id: number;
    publisher_id: number;
  }>`SELECT e.decision_id, e.kind, e.decided_at, e.advertiser_id, e.publisher_id FROM ad_event e
    WHERE ${inWindow(window)} AND ${behind}
    ORDER BY e.decision_id, e.kind LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    decisionId: row.decision_id,
    kind: row.kind,
    decidedAtMs: row.decided_at.getTime(),
    advertiserId: row.advertiser_id,
    publisherId: row.publisher_id,
  }));
}

interface EventRow extends StoredEvent {
  advertiser_id: number;
  publisher_id: number;
  property_id: number;
  invalid_reason: number;
  bonus_micros: bigint;
  hold_id: number;
  is_held: boolean;
}

const billedEvent = (row: EventRow): BilledEvent => ({
  event: storedEvent(row, PRICING_CODES.CPM),
  owners: {
    advertiserId: row.advertiser_id,
    publisherId: row.publisher_id,
    propertyId: row.property_id,
  },
  verdict: row.invalid_reason,
  spendMicros: Number(row.price_micros),
  payoutMicros: Number(row.payout_micros),
  bonusMicros: Number(row.bonus_micros),
  ...(row.hold_id !== 0 && { hold: { id: row.hold_id, isHeld: row.is_held } }),
});

/**
 * Marks those of the candidates that still can be reversed, and answers what each was before. The accounts they moved
 * are locked by the caller, so that no batch of events settles one of them at the same time.
 */
export async function markEvents(
  trx: Trx,
  candidates: readonly Candidate[],
  reason: number,
): Promise<BilledEvent[]> {
  const times = candidates.map(({ decidedAtMs }) => decidedAtMs);
  const from = new Date(times.reduce((least, time) => Math.min(least, time)));
  const to = new Date(times.reduce((most, time) => Math.max(most, time)));
  const { rows } = await sql<EventRow>`
    WITH chosen AS (
      SELECT e.* FROM unnest(${candidates.map(({ decisionId }) => decisionId)}::uuid[],
        ${candidates.map(({ kind }) => kind)}::int2[], ${times.map((time) => new Date(time))}::timestamptz[])
        AS k (decision_id, kind, decided_at)
      JOIN ad_event e ON e.decision_id = k.decision_id AND e.kind = k.kind AND e.decided_at = k.decided_at
      WHERE e.decided_at BETWEEN ${from} AND ${to} AND ${reversible(sql`e`)}
      ORDER BY e.decision_id, e.kind FOR UPDATE OF e
    ), marked AS (
      UPDATE ad_event e SET invalid_reason = ${reason}, price_micros = 0, payout_micros = 0, bonus_micros = 0
      FROM chosen c
      WHERE e.decision_id = c.decision_id AND e.kind = c.kind AND e.decided_at = c.decided_at
        AND e.decided_at BETWEEN ${from} AND ${to}
    )
    SELECT decision_id, kind, decided_at, happened_at, advertiser_id, campaign_id, creative_id, publisher_id,
      property_id, zone_id, country, device, os, browser, language, sub_id, invalid_reason, price_micros,
      payout_micros, bonus_micros, hold_id, ${isHeld(sql`hold_id`)} AS is_held
    FROM chosen`.execute(trx);
  return rows.map(billedEvent);
}

/** Keeps what the events were and adds it to the reversal's sums; what waited for an impression waits no more. */
export async function keepReversed(
  trx: Trx,
  reversalId: number,
  events: readonly BilledEvent[],
): Promise<void> {
  const column = <Value>(value: (billed: BilledEvent) => Value) => events.map(value);
  const ids = column(({ event }) => event.decisionId);
  const kinds = column(({ event }) => event.kind);
  await sql`
    WITH events AS (
      SELECT * FROM unnest(${ids}::uuid[], ${kinds}::int2[],
        ${column(({ event }) => new Date(event.decidedAtMs))}::timestamptz[], ${column(({ verdict }) => verdict)}::int2[],
        ${column(({ event }) => event.campaignId)}::int[], ${column(({ owners }) => owners.advertiserId)}::int[],
        ${column(({ owners }) => owners.publisherId)}::int[], ${column(({ spendMicros }) => spendMicros)}::int8[],
        ${column(({ payoutMicros }) => payoutMicros)}::int8[], ${column(({ bonusMicros }) => bonusMicros)}::int8[])
        AS e (decision_id, kind, decided_at, verdict, campaign_id, advertiser_id, publisher_id, price, payout, bonus)
    ), kept AS (
      INSERT INTO reversed_event (decision_id, kind, decided_at, reversal_id, previous_reason, price_micros,
        payout_micros, bonus_micros)
      SELECT decision_id, kind, decided_at, ${reversalId}, verdict, price, payout, bonus FROM events
    )
    INSERT INTO traffic_reversal_sum AS s (reversal_id, day, campaign_id, advertiser_id, publisher_id, events, counted,
      price_micros, payout_micros, bonus_micros)
    SELECT ${reversalId}, (decided_at AT TIME ZONE 'UTC')::date, campaign_id, advertiser_id, publisher_id, count(*),
      count(*) FILTER (WHERE verdict = ${sql.lit(counted)}), sum(price), sum(payout), sum(bonus)
    FROM events GROUP BY 2, 3, 4, 5
    ON CONFLICT (reversal_id, day, campaign_id, advertiser_id, publisher_id) DO UPDATE SET
      events = s.events + excluded.events, counted = s.counted + excluded.counted,
      price_micros = s.price_micros + excluded.price_micros, payout_micros = s.payout_micros + excluded.payout_micros,
      bonus_micros = s.bonus_micros + excluded.bonus_micros`.execute(trx);
  await sql`DELETE FROM waiting_event w USING unnest(${ids}::uuid[], ${kinds}::int2[]) AS k (decision_id, kind)
    WHERE w.decision_id = k.decision_id AND w.kind = k.kind`.execute(trx);
}

/** The unfinished reversal of this fingerprint; null when there is none. */
export async function findUnfinished(db: Db, fingerprint: string): Promise<number | null> {
  const row = await db
    .selectFrom('traffic_reversal')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

export interface NewReversal {
  reason: number;
  selection: Record<string, unknown>;
  fingerprint: string;
  why: string;
  actor: string;
  /** Of one that the console began: its key, and what the preview counted. */
  request_key?: string;
  expected_events?: bigint;
}

/** The new reversal's number; null when another process began the same one, or used the key, just now. */
export async function insertReversal(trx: Trx, reversal: NewReversal): Promise<number | null> {
  const row = await trx
    .insertInto('traffic_reversal')
    .values(reversal)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** How many batches there were; null once the reversal is finished. Holds it until the commit. */
export async function holdReversal(trx: Trx, id: number): Promise<number | null> {
  const row = await trx
    .selectFrom('traffic_reversal')
    .select('batches')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.batches ?? null;
}

export async function countBatch(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('traffic_reversal')
    .set((set) => ({ batches: set('batches', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** False when another process finished it. The ad server reads budgets and balances again. */
export async function finishReversal(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('traffic_reversal')
    .set({ finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  await sql`SELECT pg_notify('serving_changed', 'traffic_reversal')`.execute(trx);
  return numUpdatedRows === 1n;
}

export interface ReversalTotals {
  batches: number;
  events: number;
  /** Of the events, those that had counted. */
  counted: number;
  /** Conversions of their clicks that were paid for; the amounts are those of events and conversions. */
  conversions: number;
  priceMicros: bigint;
  payoutMicros: bigint;
  bonusMicros: bigint;
}

export async function readTotals(db: Db, id: number): Promise<ReversalTotals> {
  const { rows } = await sql<{
    batches: number;
    events: bigint;
    counted: bigint;
    conversions: bigint;
    price: bigint;
    payout: bigint;
    bonus: bigint;
  }>`
    SELECT r.batches, coalesce(sum(s.events), 0)::int8 AS events, coalesce(sum(s.counted), 0)::int8 AS counted,
      coalesce(sum(s.conversions), 0)::int8 AS conversions,
      coalesce(sum(s.price_micros), 0)::int8 AS price, coalesce(sum(s.payout_micros), 0)::int8 AS payout,
      coalesce(sum(s.bonus_micros), 0)::int8 AS bonus
    FROM traffic_reversal r
    LEFT JOIN (
      SELECT reversal_id, events, counted, 0 AS conversions, price_micros, payout_micros, bonus_micros
      FROM traffic_reversal_sum
      UNION ALL
      SELECT reversal_id, 0, 0, 1, price_micros, payout_micros, bonus_micros FROM reversed_conversion
    ) s ON s.reversal_id = r.id
    WHERE r.id = ${id} GROUP BY r.id`.execute(db);
  const [row] = rows;
  return {
    batches: row?.batches ?? 0,
    events: Number(row?.events ?? 0n),
    counted: Number(row?.counted ?? 0n),
    conversions: Number(row?.conversions ?? 0n),
    priceMicros: row?.price ?? 0n,
    payoutMicros: row?.payout ?? 0n,
    bonusMicros: row?.bonus ?? 0n,
  };
}

/** The last UTC day (YYYY-MM-DD) of which the reversal has taken something back; null while there is none. */
export async function findReachedDay(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT max(day)::text AS day FROM traffic_reversal_sum WHERE reversal_id = ${id}`.execute(db);
  return rows[0]?.day ?? null;
}

/** The last UTC day (YYYY-MM-DD) of these whose raw events were dropped; null when all are there. */
export async function findClosedDay(db: Db, first: string, last: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT max(day)::text AS day FROM closed_event_sum WHERE day BETWEEN ${first}::date AND ${last}::date`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}
