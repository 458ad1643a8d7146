import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

export interface LinkRow {
  id: number;
  owner_id: number;
  code: string;
  label: string | null;
  created_at: Date;
  archived_at: Date | null;
}

export interface LinkFigures {
  clicks: number;
  sign_ups: number;
  active: number;
  earned_micros: bigint;
}

const COLUMNS = sql`l.id, l.owner_id, l.code, l.label, l.created_at, l.archived_at`;

/** An owner's links with their figures of all time: the first, then the newest, archived ones last. */
export async function findLinks(db: Db, ownerId: number): Promise<(LinkRow & LinkFigures)[]> {
  const { rows } = await sql<LinkRow & LinkFigures>`
    SELECT ${COLUMNS}, coalesce(sum(d.clicks), 0)::int4 AS clicks, coalesce(sum(d.sign_ups), 0)::int4 AS sign_ups,
      coalesce(sum(d.active), 0)::int4 AS active, coalesce(sum(d.earned_micros), 0)::int8 AS earned_micros
    FROM referral_link l LEFT JOIN referral_day d ON d.link_id = l.id
    WHERE l.owner_id = ${ownerId} GROUP BY l.id
    ORDER BY l.label IS NOT NULL, l.archived_at IS NOT NULL, l.id DESC`.execute(db);
  return rows;
}

export async function findFirstLink(db: Db, ownerId: number): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    SELECT ${COLUMNS} FROM referral_link l WHERE l.owner_id = ${ownerId} AND l.label IS NULL`.execute(db);
  return rows[0] ?? null;
}

/** One of the owner's, held until the transaction ends. */
export async function lockLink(trx: Trx, ownerId: number, id: number): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    SELECT ${COLUMNS} FROM referral_link l WHERE l.owner_id = ${ownerId} AND l.id = ${id} FOR UPDATE`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** A link that brings somebody: not archived, and of an account that is there and may earn. */
export async function findOpenLink(db: Db, code: string): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    SELECT ${COLUMNS} FROM referral_link l JOIN app_user u ON u.id = l.owner_id
    WHERE l.code = ${code} AND l.archived_at IS NULL AND u.status = 'active' AND u.deleted_at IS NULL`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function countLinks(trx: Trx, ownerId: number): Promise<{ open: number; all: number }> {
  const { rows } = await sql<{ open: number; all: number }>`
    SELECT count(*) FILTER (WHERE archived_at IS NULL)::int4 AS open, count(*)::int4 AS all FROM referral_link
    WHERE owner_id = ${ownerId}`.execute(trx);
  return rows[0] ?? { open: 0, all: 0 };
}

export async function isLabelTaken(trx: Trx, ownerId: number, label: string, exceptId = 0): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM referral_link WHERE owner_id = ${ownerId} AND lower(label) = lower(${label}) AND id <> ${exceptId}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** The new link's number; null when the code is somebody's already. */
export async function insertLink(
  trx: Trx,
  link: Pick<LinkRow, 'owner_id' | 'code' | 'label' | 'created_at'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO referral_link (owner_id, code, label, created_at)
    VALUES (${link.owner_id}, ${link.code}, ${link.label}, ${link.created_at})
    ON CONFLICT (code) DO NOTHING RETURNING id`.execute(trx);
  return rows[0]?.id ?? null;
}

export async function renameLink(trx: Trx, id: number, label: string): Promise<void> {
  await sql`UPDATE referral_link SET label = ${label} WHERE id = ${id}`.execute(trx);
}

export async function archiveLink(trx: Trx, id: number, archivedAt: Date | null): Promise<void> {
  await sql`UPDATE referral_link SET archived_at = ${archivedAt} WHERE id = ${id}`.execute(trx);
}
