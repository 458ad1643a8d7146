import type { CampaignViewSettings } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db';

export interface ViewRow {
  id: number;
  name: string;
  settings: unknown;
}

export async function findViews(db: Db, userId: number): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    SELECT id, name, settings FROM campaign_view WHERE user_id = ${userId}
    ORDER BY name COLLATE campaign_names, id`.execute(db);
  return rows;
}

export async function insertView(
  db: Db,
  userId: number,
  name: string,
  settings: CampaignViewSettings,
  now: Date,
): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`
    INSERT INTO campaign_view (user_id, name, settings, created_at, updated_at)
    VALUES (${userId}, ${name}, ${JSON.stringify(settings)}::jsonb, ${now}, ${now})
    RETURNING id, name, settings`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The view was not stored');
  return row;
}

/** Undefined when the person has no such view. */
export async function updateView(
  db: Db,
  userId: number,
  id: number,
  { name, settings, now }: { name: string; settings: CampaignViewSettings; now: Date },
): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    UPDATE campaign_view SET name = ${name}, settings = ${JSON.stringify(settings)}::jsonb, updated_at = ${now}
    WHERE id = ${id} AND user_id = ${userId} RETURNING id, name, settings`.execute(db);
  return rows[0];
}

/** Whether there was one. */
export async function deleteView(db: Db, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM campaign_view WHERE id = ${id} AND user_id = ${userId} RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Views and the answers that are kept for calls sent twice. */
export async function deleteAll(db: Db, userId: number): Promise<void> {
  await sql`DELETE FROM campaign_view WHERE user_id = ${userId}`.execute(db);
  await sql`DELETE FROM campaign_request WHERE advertiser_id = ${userId}`.execute(db);
}
