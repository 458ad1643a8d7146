import { sql } from 'kysely';
import type { Db } from '../../platform/db';

export interface ReversalRow {
  id: number;
  reason: number;
  why: string;
  actor: string;
  admin_email: string | null;
  property_id: number | null;
  property_name: string | null;
  zone_id: number | null;
  zone_name: string | null;
  publisher_id: number | null;
  publisher_email: string | null;
  campaign_id: number | null;
  campaign_name: string | null;
  from_text: string | null;
  to_text: string | null;
  decisions: number;
  events: bigint;
  conversions: bigint;
  expected_events: bigint | null;
  price: bigint;
  bonus: bigint;
  payout: bigint;
  started_at: Date;
  finished_at: Date | null;
}

/** Newest first, with the sums of what was taken back so far. */
export async function findReversals(
  db: Db,
  { beforeId = null, id = null }: { beforeId?: number | null; id?: number | null },
  limit: number,
): Promise<ReversalRow[]> {
  const { rows } = await sql<ReversalRow>`
    SELECT r.id, r.reason, r.why, r.actor, r.expected_events, r.started_at, r.finished_at, admin.email AS admin_email,
      p.id AS property_id, p.name AS property_name, z.id AS zone_id, z.name AS zone_name,
      publisher.id AS publisher_id, publisher.email AS publisher_email, c.id AS campaign_id, c.name AS campaign_name,
      r.from_text, r.to_text, r.decisions, s.events, v.conversions,
      s.price + v.price AS price, s.bonus + v.bonus AS bonus, s.payout + v.payout AS payout
    FROM (
      SELECT *, (selection ->> 'property')::int4 AS property, (selection ->> 'zone')::int4 AS zone,
        (selection ->> 'publisher')::int4 AS publisher, (selection ->> 'campaign')::int4 AS campaign,
        selection ->> 'from' AS from_text, selection ->> 'to' AS to_text,
        coalesce(jsonb_array_length(selection -> 'decisions'), 0) AS decisions,
        substring(actor from '^admin ([0-9]{1,9})$')::int4 AS admin
      FROM traffic_reversal
      WHERE (${beforeId}::int4 IS NULL OR id < ${beforeId}) AND (${id}::int4 IS NULL OR id = ${id})
      ORDER BY id DESC LIMIT ${limit}
    ) r
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(events), 0)::int8 AS events, coalesce(sum(price_micros), 0)::int8 AS price,
        coalesce(sum(bonus_micros), 0)::int8 AS bonus, coalesce(sum(payout_micros), 0)::int8 AS payout
      FROM traffic_reversal_sum WHERE reversal_id = r.id
    ) s
    CROSS JOIN LATERAL (
      SELECT count(*) AS conversions, coalesce(sum(price_micros), 0)::int8 AS price,
        coalesce(sum(bonus_micros), 0)::int8 AS bonus, coalesce(sum(payout_micros), 0)::int8 AS payout
      FROM reversed_conversion WHERE reversal_id = r.id
    ) v
    LEFT JOIN property p ON p.id = r.property
    LEFT JOIN zone z ON z.id = r.zone
    LEFT JOIN app_user publisher ON publisher.id = r.publisher
    LEFT JOIN campaign c ON c.id = r.campaign
    LEFT JOIN app_user admin ON admin.id = r.admin
    ORDER BY r.id DESC`.execute(db);
  return rows;
}

/** What a key began; its fingerprint names reason and traffic. */
export function findByKey(
  db: Db,
  requestKey: string,
): Promise<{ id: number; fingerprint: string } | undefined> {
  return db
    .selectFrom('traffic_reversal')
    .select(['id', 'fingerprint'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
}

export interface StoredReversal {
  id: number;
  reason: number;
  selection: unknown;
  actor: string;
  why: string;
}

/** One that is not finished, to carry it out; undefined for any other. */
export function findUnfinished(db: Db, id: number): Promise<StoredReversal | undefined> {
  return db
    .selectFrom('traffic_reversal')
    .select(['id', 'reason', 'selection', 'actor', 'why'])
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
}

/** Whether there is such a row. */
export async function isThere(db: Db, table: 'property' | 'zone' | 'campaign', id: number): Promise<boolean> {
  const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function isPublisher(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'publisher')
    .executeTakeFirst();
  return row !== undefined;
}
