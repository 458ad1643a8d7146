import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';

/** An exchange that may ask for bids. */
export interface Seat {
  id: number;
  propertyId: number;
  /** What the exchange calls us; null when it does not say. */
  buyerSeat: string | null;
  /** Stands before our escaped click address in markup. */
  clickMacro: string | null;
  requestsPerSecond: number;
}

/** How keys are kept and found. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();
const KEY_BYTES = 32;
const newKey = () => `rtb_${randomBytes(KEY_BYTES).toString('base64url')}`;

/** Seats that are not revoked, by the hash of their key in hexadecimal. */
export async function readSeats(db: Db): Promise<Map<string, Seat>> {
  const rows = await db
    .selectFrom('rtb_seat')
    .select(['id', 'property_id', 'key_sha256', 'buyer_seat', 'click_macro', 'requests_per_second'])
    .where('revoked_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      Buffer.from(row.key_sha256).toString('hex'),
      {
        id: row.id,
        propertyId: row.property_id,
        buyerSeat: row.buyer_seat,
        clickMacro: row.click_macro,
        requestsPerSecond: row.requests_per_second,
      },
    ]),
  );
}

export interface NewSeat {
  propertyId: number;
  name: string;
  buyerSeat: string | null;
  clickMacro: string | null;
  requestsPerSecond: number;
}

/** Makes a seat; the key is told this once. */
export async function insertSeat(db: Db, seat: NewSeat): Promise<{ id: number; key: string }> {
  const key = newKey();
  const { id } = await db
    .insertInto('rtb_seat')
    .values({
      property_id: seat.propertyId,
      name: seat.name,
      key_sha256: hashKey(key),
      buyer_seat: seat.buyerSeat,
      click_macro: seat.clickMacro,
      requests_per_second: seat.requestsPerSecond,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, key };
}

/** Answers whether there was one that was not revoked yet. */
export async function revokeSeat(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rtb_seat')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A seat with what its exchange said of the last thirty days, beside what was counted for its property. */
export interface SeatReport {
  id: number;
  name: string;
  propertyId: number;
  propertyName: string;
  domain: string;
  buyerSeat: string | null;
  clickMacro: string | null;
  requestsPerSecond: number;
  createdAt: Date;
  revokedAt: Date | null;
  /** When the exchange last said something; null: not since then. */
  lastNoticeAt: Date | null;
  wins: number;
  billed: number;
  losses: number;
  /** What the exchange says that it charges, and what the property has earned. */
  billedMicros: bigint;
  impressions: number;
  earnedMicros: bigint;
}

/** All seats, with figures since a moment. A price is a thousandth of the clearing price for each impression. */
export async function reportSeats(db: Db, since: Date): Promise<SeatReport[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    property_id: number;
    property_name: string;
    domain: string;
    buyer_seat: string | null;
    click_macro: string | null;
    requests_per_second: number;
    created_at: Date;
    revoked_at: Date | null;
    last_notice_at: Date | null;
    wins: bigint;
    billed: bigint;
    losses: bigint;
    billed_micros: bigint;
    impressions: bigint;
    earned_micros: bigint;
  }>`SELECT s.id, s.name, s.property_id, p.name AS property_name, p.domain, s.buyer_seat, s.click_macro,
      s.requests_per_second, s.created_at, s.revoked_at, n.last_notice_at,
      n.wins, n.billed, n.losses, n.billed_micros, r.impressions, r.earned_micros
    FROM rtb_seat s JOIN property p ON p.id = s.property_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE n.kind = 'win') AS wins, count(*) FILTER (WHERE n.kind = 'bill') AS billed,
        count(*) FILTER (WHERE n.kind = 'loss') AS losses, max(n.received_at) AS last_notice_at,
        coalesce(sum(coalesce(n.price_micros, n.offered_micros)) FILTER (WHERE n.kind = 'bill') / 1000, 0)::int8 AS billed_micros
      FROM rtb_notice n JOIN zone z ON z.id = n.zone_id
      WHERE z.property_id = s.property_id AND n.received_at >= ${since}) n
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(impressions), 0)::int8 AS impressions, coalesce(sum(payout_micros), 0)::int8 AS earned_micros
      FROM rollup_hourly h WHERE h.property_id = s.property_id AND h.hour >= ${since}) r
    ORDER BY s.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    propertyId: row.property_id,
    propertyName: row.property_name,
    domain: row.domain,
    buyerSeat: row.buyer_seat,
    clickMacro: row.click_macro,
    requestsPerSecond: row.requests_per_second,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    lastNoticeAt: row.last_notice_at,
    wins: toNumber(row.wins),
    billed: toNumber(row.billed),
    losses: toNumber(row.losses),
    billedMicros: row.billed_micros,
    impressions: toNumber(row.impressions),
    earnedMicros: row.earned_micros,
  }));
}
