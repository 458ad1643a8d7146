import type { DraftInput } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db';

export interface DraftRow {
  id: number;
  name: string;
  step: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  form: DraftInput['form'];
}

const summary = sql`id, name, step, version, created_at, updated_at`;

/** Last written first, without their forms. */
export async function findDrafts(db: Db, advertiserId: number): Promise<Omit<DraftRow, 'form'>[]> {
  const { rows } = await sql<Omit<DraftRow, 'form'>>`
    SELECT ${summary} FROM campaign_draft WHERE advertiser_id = ${advertiserId}
    ORDER BY updated_at DESC, id DESC`.execute(db);
  return rows;
}

export async function findDraft(db: Db, advertiserId: number, id: number): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    SELECT ${summary}, form FROM campaign_draft WHERE advertiser_id = ${advertiserId} AND id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export async function countDrafts(db: Db, advertiserId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM campaign_draft WHERE advertiser_id = ${advertiserId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertDraft(
  db: Db,
  advertiserId: number,
  { name, step, form }: DraftInput,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO campaign_draft (advertiser_id, name, step, form, created_at, updated_at)
    VALUES (${advertiserId}, ${name}, ${step}, ${JSON.stringify(form)}::jsonb, ${now}, ${now}) RETURNING id`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('The draft was not stored');
  return row.id;
}

/** Writes on top of one version of a draft; false when it has another one by now, or is not there. */
export async function updateDraft(
  db: Db,
  advertiserId: number,
  id: number,
  version: number,
  { name, step, form }: DraftInput,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE campaign_draft SET name = ${name}, step = ${step}, form = ${JSON.stringify(form)}::jsonb,
      version = version + 1, updated_at = ${now}
    WHERE advertiser_id = ${advertiserId} AND id = ${id} AND version = ${version}`.execute(db);
  return numAffectedRows > 0n;
}

/** Of one version where it is named; false when the draft has another one by now, or is not there. */
export async function deleteDraft(
  db: Db,
  advertiserId: number,
  id: number,
  version?: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM campaign_draft WHERE advertiser_id = ${advertiserId} AND id = ${id}
      AND version = coalesce(${version ?? null}, version)`.execute(db);
  return numAffectedRows > 0n;
}
