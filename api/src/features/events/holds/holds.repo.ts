import { CLAIM_SOURCES } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';
import type { BilledEvent } from '../billing';

/** Whose events a row of holds is about. */
export interface HoldPlace {
  propertyId: number;
  /** A code of CLAIM_SOURCES. */
  source: number;
  confirmed: boolean;
  /** YYYY-MM-DD, UTC. */
  day: string;
}
/** What events add to their row. */
export interface HoldPart extends HoldPlace {
  publisherId: number;
  views: number;
  clicks: number;
  heldMicros: number;
}

/** Adds to the open rows of these places, made where there is none; answers which they are. */
export async function addToHolds(
  trx: Trx,
  parts: readonly HoldPart[],
): Promise<(HoldPlace & { id: number })[]> {
  const column = <Value>(value: (part: HoldPart) => Value) => parts.map(value);
  const { rows } = await sql<HoldPlace & { id: number }>`
    INSERT INTO earnings_hold AS h (publisher_id, property_id, source, confirmed, day, views, clicks, held_micros)
    SELECT * FROM unnest(${column(({ publisherId }) => publisherId)}::int[],
      ${column(({ propertyId }) => propertyId)}::int[], ${column(({ source }) => source)}::int2[],
      ${column(({ confirmed }) => confirmed)}::bool[], ${column(({ day }) => day)}::date[],
      ${column(({ views }) => views)}::int8[], ${column(({ clicks }) => clicks)}::int8[],
      ${column(({ heldMicros }) => heldMicros)}::int8[])
    ON CONFLICT (property_id, source, confirmed, day) WHERE released_at IS NULL AND case_id IS NULL
    DO UPDATE SET views = h.views + excluded.views, clicks = h.clicks + excluded.clicks,
      held_micros = h.held_micros + excluded.held_micros
    RETURNING id, property_id AS "propertyId", source, confirmed, day::text AS day`.execute(trx);
  return rows;
}

/**
 * Whether what an event of this row has earned is on hold still, in a transaction that holds the publisher's accounts. A
 * row of confirmed players never had anything.
 */
export const isHeld = (holdId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM earnings_hold h WHERE h.id = ${holdId} AND h.released_at IS NULL
    AND NOT (h.source = ${sql.lit(CLAIM_SOURCES.player)} AND h.confirmed))`;

/** Takes what these events had earned out of the holds that still have it. */
export async function takeFromHolds(trx: Trx, events: readonly BilledEvent[]): Promise<void> {
  const sums = new Map<number, bigint>();
  for (const { hold, payoutMicros } of events)
    if (hold?.isHeld && payoutMicros > 0) sums.set(hold.id, (sums.get(hold.id) ?? 0n) + BigInt(payoutMicros));
  if (sums.size === 0) return;
  await sql`UPDATE earnings_hold h SET returned_micros = h.returned_micros + t.micros
    FROM unnest(${[...sums.keys()]}::int[], ${[...sums.values()].map(String)}::int8[]) AS t (id, micros)
    WHERE h.id = t.id`.execute(trx);
}

/** An unreleased row and what is left of it, locked with its publisher's accounts. */
export interface OpenHold {
  id: number;
  publisherId: number;
  day: string;
  leftMicros: bigint;
}

/** Which open rows: of one property and source, up to a day, and not decided by a case. */
export interface HoldSelection {
  propertyId: number;
  source: number;
  /** YYYY-MM-DD, the last one. */
  untilDay: string;
}

export async function lockOpenHolds(
  trx: Trx,
  { propertyId, source, untilDay }: HoldSelection,
): Promise<OpenHold[]> {
  const { rows } = await sql<OpenHold>`
    SELECT id, publisher_id AS "publisherId", day::text AS day, held_micros - returned_micros AS "leftMicros"
    FROM earnings_hold
    WHERE property_id = ${propertyId} AND source = ${source} AND day <= ${untilDay}::date
      AND released_at IS NULL AND case_id IS NULL
    ORDER BY id FOR UPDATE`.execute(trx);
  return rows;
}

export async function noteReleased(
  trx: Trx,
  holds: readonly { id: number; transactionId: bigint | null }[],
  now: Date,
  caseId: number | null,
): Promise<void> {
  await sql`UPDATE earnings_hold h SET released_at = ${now}, transaction_id = r.transaction_id, case_id = ${caseId}
    FROM unnest(${holds.map(({ id }) => id)}::int[],
      ${holds.map(({ transactionId }) => transactionId?.toString() ?? null)}::int8[]) AS r (id, transaction_id)
    WHERE h.id = r.id`.execute(trx);
}

/** Rows that a case takes back: what comes later has rows of its own. */
export async function closeHolds(trx: Trx, holdIds: readonly number[], caseId: number): Promise<void> {
  await sql`UPDATE earnings_hold SET case_id = ${caseId} WHERE id = ANY(${[...holdIds]}::int[])`.execute(trx);
}

/** The row of a click's hold, as its conversions need it. */
export async function findHold(db: Db, id: number): Promise<{ source: number; confirmed: boolean } | null> {
  const row = await db
    .selectFrom('earnings_hold')
    .select(['source', 'confirmed'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
