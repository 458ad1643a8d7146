import type { StopKind } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

/** A stop with its end. */
export interface StopRow {
  id: number;
  kind: StopKind;
  target_id: number;
  sha256: string | null;
  /** Row → what the stop changed. */
  before: Record<string, { state: string; reason: string | null }>;
  reason: string;
  note: string | null;
  stopped_by: string;
  stopped_at: Date;
  how: 'operator' | 'approval' | null;
  lift_note: string | null;
  lifted_by: string | null;
  lifted_at: Date | null;
}

/** What a stop is about, or one of the creatives that show the same file. */
export interface Target {
  id: number;
  state: string;
  reason: string | null;
  ownerId: number;
  /** The campaign or property that it is, or belongs to. */
  holderId: number;
  holder: string;
  domain: string;
  /** Name of the creative or zone; null for what holds them. */
  part: string | null;
}

const nameOf = (user: string) =>
  sql.raw(
    `coalesce(nullif(trim(concat_ws(' ', ${user}.first_name, ${user}.last_name)), ''), ${user}.username)`,
  );

async function findStops(db: Db, condition: RawBuilder<unknown>): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    SELECT s.id, s.kind, s.target_id, s.sha256, s.before, s.reason, s.note, ${nameOf('u')} AS stopped_by, s.stopped_at,
      l.how, l.note AS lift_note, ${nameOf('w')} AS lifted_by, l.lifted_at
    FROM network_stop s JOIN app_user u ON u.id = s.stopped_by
      LEFT JOIN network_stop_lift l ON l.stop_id = s.id LEFT JOIN app_user w ON w.id = l.lifted_by
    WHERE ${condition} ORDER BY s.id DESC`.execute(db);
  return rows;
}

export const findStop = async (db: Db, id: number): Promise<StopRow | undefined> =>
  (await findStops(db, sql`s.id = ${id}`))[0];

/** Newest first; of a creative those of its file. */
export const findStopsOf = (db: Db, kind: StopKind, id: number): Promise<StopRow[]> =>
  findStops(
    db,
    sql`s.kind = ${kind} AND (s.target_id = ${id} OR s.sha256 = (
      SELECT a.sha256 FROM creative c JOIN creative_asset a ON a.id = c.asset_id WHERE c.id = ${id}))`,
  );

/** Stops in force of a campaign, and of the files that its creatives in these states show. */
export const findStopsOfCampaign = (
  db: Db,
  campaignId: number,
  states: readonly ('approved' | 'in_review')[],
): Promise<StopRow[]> =>
  findStops(
    db,
    sql`l.stop_id IS NULL AND ((s.kind = 'campaign' AND s.target_id = ${campaignId}) OR s.sha256 IN (
      SELECT a.sha256 FROM creative c JOIN creative_asset a ON a.id = c.asset_id
      WHERE c.campaign_id = ${campaignId} AND c.state = ANY(${[...states]}::text[])))`,
  );

export interface Stoppable {
  kind: StopKind;
  id: number;
  name: string;
  state: string;
  parts: { kind: StopKind; id: number; name: string; state: string }[];
}

/** What an account has that is not archived, newest first, with what belongs to each. */
export async function findStoppable(db: Db, userId: number, most: number): Promise<Stoppable[]> {
  const { rows } = await sql<Stoppable>`
    SELECT * FROM (
      SELECT 'campaign' AS kind, c.id, c.name, c.state, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'creative', 'id', k.id, 'name', k.name, 'state', k.state)
          ORDER BY k.id), '[]') FROM creative k WHERE k.campaign_id = c.id AND k.state <> 'archived') AS parts
      FROM campaign c WHERE c.advertiser_id = ${userId} AND c.state <> 'archived'
      UNION ALL SELECT 'property', p.id, p.name, p.state, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'zone', 'id', z.id, 'name', z.name, 'state', z.state)
          ORDER BY z.id), '[]') FROM zone z WHERE z.property_id = p.id AND z.state <> 'archived')
      FROM property p WHERE p.publisher_id = ${userId} AND p.state <> 'archived') AS mine
    ORDER BY id DESC LIMIT ${most}`.execute(db);
  return rows;
}

/** One stop at a time: two who stop the same thing make one of it. */
export async function lockStops(trx: Trx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('network_stop', 0))`.execute(trx);
}

const FILE = sql.raw(
  '(SELECT n.sha256 FROM creative m JOIN creative_asset n ON n.id = m.asset_id WHERE m.id =',
);

const SOURCES: Readonly<Record<StopKind, (id: number) => RawBuilder<unknown>>> = {
  campaign: (
    id,
  ) => sql`c.state_reason AS reason, c.advertiser_id AS "ownerId", c.id AS "holderId", c.name AS holder,
    '' AS domain, NULL AS part FROM campaign c WHERE c.id = ${id}`,
  // Archived ones keep their state: nothing shows them.
  creative: (
    id,
  ) => sql`c.state_reason AS reason, h.advertiser_id AS "ownerId", h.id AS "holderId", h.name AS holder,
    '' AS domain, c.name AS part FROM creative c JOIN campaign h ON h.id = c.campaign_id
      JOIN creative_asset a ON a.id = c.asset_id
    WHERE a.sha256 = ${FILE} ${id}) AND (c.state <> 'archived' OR c.id = ${id})`,
  property: (
    id,
  ) => sql`c.state_reason AS reason, c.publisher_id AS "ownerId", c.id AS "holderId", c.name AS holder,
    c.domain, NULL AS part FROM property c WHERE c.id = ${id}`,
  zone: (
    id,
  ) => sql`c.state_reason AS reason, h.publisher_id AS "ownerId", h.id AS "holderId", h.name AS holder, h.domain,
    c.name AS part FROM zone c JOIN property h ON h.id = c.property_id WHERE c.id = ${id}`,
};

/** Everything that is stopped with it; nothing when there is no such row. */
export async function findTargets(db: Db, kind: StopKind, id: number, lock = false): Promise<Target[]> {
  const { rows } = await sql<Target>`
    SELECT c.id, c.state, ${SOURCES[kind](id)} ORDER BY c.id ${lock ? sql`FOR NO KEY UPDATE OF c` : sql``}`.execute(
    db,
  );
  return rows;
}

export async function insertStop(
  trx: Trx,
  stop: Pick<StopRow, 'kind' | 'target_id' | 'before' | 'reason' | 'note' | 'stopped_at'> & { by: number },
): Promise<number> {
  const { kind, target_id: id, before, reason, note, by, stopped_at } = stop;
  const file = kind === 'creative' ? sql`${FILE} ${id})` : sql`NULL`;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO network_stop (kind, target_id, sha256, before, reason, note, stopped_by, stopped_at)
    VALUES (${kind}, ${id}, ${file}, ${JSON.stringify(before)}::jsonb, ${reason}, ${note}, ${by}, ${stopped_at})
    RETURNING id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('The stop was not stored');
  return row.id;
}

/** False when it had ended before. */
export async function insertLift(
  trx: Trx,
  stopId: number,
  lift: { how: 'operator' | 'approval'; note: string | null; by: number; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO network_stop_lift (stop_id, how, note, lifted_by, lifted_at)
    VALUES (${stopId}, ${lift.how}, ${lift.note}, ${lift.by}, ${lift.at}) ON CONFLICT DO NOTHING`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

export async function setStopped(
  trx: Trx,
  kind: StopKind,
  ids: readonly number[],
  reason: string,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE ${sql.table(kind)} SET state = 'stopped', state_reason = ${reason}, updated_at = ${now}
    WHERE id = ANY(${[...ids]}::int[])`.execute(trx);
}

/**
 * Sets back what is still stopped; answers which. A copy of a creative that was made meanwhile was never looked at.
 */
export async function setBack(
  trx: Trx,
  { kind, before }: StopRow,
  ids: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const was = sql`${JSON.stringify(before)}::jsonb -> id::text`;
  const { rows } = await sql<{ id: number }>`
    UPDATE ${sql.table(kind)} SET state = coalesce(${was} ->> 'state', 'in_review'), state_reason = ${was} ->> 'reason',
      updated_at = ${now}
    WHERE id = ANY(${[...ids]}::int[]) AND state = 'stopped' RETURNING id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
