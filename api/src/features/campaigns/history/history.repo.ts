import { sql } from 'kysely';
import type { Db } from '../../../platform/db';
import type { ChangedBy } from './changedBy';
import type { Differences } from './differences';

export interface NewChange {
  campaignId: number;
  kind: 'created' | 'changed';
  changes: Differences;
}

/** Who, when, and which change it takes back. */
export interface Stroke {
  by: ChangedBy;
  at: Date;
  /** The change that is undone by this one. */
  undoes?: number;
}

/** Adds the lines of one stroke, in one statement; answers the line of each campaign. */
export async function insertChanges(
  trx: Db,
  { by, at, undoes }: Stroke,
  changes: readonly NewChange[],
): Promise<ReadonlyMap<number, number>> {
  if (changes.length === 0) return new Map();
  const userId = by.actor === 'person' || by.actor === 'staff' ? by.userId : null;
  // One text, whatever their number: a thousand rows of parameters keep the server's thread for tens of milliseconds.
  const lines = changes.map(({ campaignId, kind, changes: found }) => ({
    campaign_id: campaignId,
    kind,
    changes: found,
  }));
  const inserted = await sql<{ id: number; campaign_id: number }>`
    INSERT INTO campaign_change (campaign_id, at, kind, actor, actor_user, actor_token, actor_rule, actor_name, undoes, changes)
    SELECT campaign_id, ${at}::timestamptz, kind, ${by.actor}, ${userId}::int,
      ${by.actor === 'apiToken' ? by.tokenId : null}::int, ${by.actor === 'rule' ? by.ruleId : null}::int,
      left(${by.actor === 'rule' ? by.name : null}::text, 120), ${undoes ?? null}::int, changes
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS line (campaign_id int, kind text, changes jsonb)
    RETURNING id, campaign_id`.execute(trx);
  return new Map(inserted.rows.map(({ id, campaign_id }) => [campaign_id, id]));
}

/** A row of `campaign_change`, with the names of who did it. */
export interface ChangeRow {
  id: number;
  at: Date;
  kind: 'created' | 'changed';
  actor: ChangedBy['actor'];
  /** Of the person, the token or the rule; null for staff, who act for the network, and for the network itself. */
  name: string | null;
  undoes: number | null;
  undone_by: number | null;
  changes: Differences;
}

const columns = sql`
  h.id, h.at, h.kind, h.actor, h.undoes, h.changes, back.id AS undone_by,
  CASE h.actor
    WHEN 'person' THEN coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username)
    WHEN 'apiToken' THEN t.name WHEN 'rule' THEN h.actor_name END AS name`;
const sources = sql`
  campaign_change h LEFT JOIN campaign_change back ON back.undoes = h.id LEFT JOIN app_user u ON u.id = h.actor_user
  LEFT JOIN api_token t ON t.id = h.actor_token`;

/** The newest changes of a campaign, before one of them or from the beginning. */
export async function findChanges(
  db: Db,
  campaignId: number,
  before: number | null,
  most: number,
): Promise<ChangeRow[]> {
  const older = before === null ? sql`` : sql`AND h.id < ${before}`;
  const { rows } = await sql<ChangeRow>`
    SELECT ${columns} FROM ${sources} WHERE h.campaign_id = ${campaignId} ${older}
    ORDER BY h.id DESC LIMIT ${most}`.execute(db);
  return rows;
}

export async function findChange(db: Db, campaignId: number, id: number): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow>`
    SELECT ${columns} FROM ${sources} WHERE h.campaign_id = ${campaignId} AND h.id = ${id}`.execute(db);
  return rows[0];
}
