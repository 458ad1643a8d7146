import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { arrayText, type Db, inTransaction } from '../../platform/db';
import { type BilledEvent, type CampaignLimits, emptyPurse, type Purse, utcDay } from './billing';
import { insertCubes } from './dailyCubes';
import { EVENT_COLUMNS, eventParts, FIGURE_COLUMNS } from './eventRows';
import { holdDays } from './folding.repo';
import type { JournalPosition } from './journalRecords';
import type { StoredEvent } from './judge';
import type {
  CampaignDaySpend,
  DiscardedFigures,
  DiscardedOfSub,
  HourlyFigures,
  Place,
  ZoneSeen,
} from './rollups';

const DAY_MS = 86_400_000;

export interface Checkpoint extends JournalPosition {
  /** Of the last batch that was applied. */
  seq: bigint;
}

/** The node's checkpoint, made at the very beginning of its journal when there is none. */
export async function readCheckpoint(db: Db, node: string): Promise<Checkpoint> {
  await sql`INSERT INTO journal_checkpoint (node, segment, byte_offset, seq) VALUES (${node}, 0, 0, 0)
    ON CONFLICT DO NOTHING`.execute(db);
  const row = await db
    .selectFrom('journal_checkpoint')
    .select(['segment', 'byte_offset', 'seq'])
    .where('node', '=', node)
    .executeTakeFirstOrThrow();
  return { segment: row.segment, offset: Number(row.byte_offset), seq: row.seq };
}

/** Whether this database has ever taken over the node's journal. */
export async function knowsJournal(db: Db, node: string): Promise<boolean> {
  const row = await db
    .selectFrom('journal_checkpoint')
    .select('node')
    .where('node', '=', node)
    .executeTakeFirst();
  return row !== undefined;
}

/** Claims the batch and moves the checkpoint behind it. False when it was applied before, by whomever. */
export async function claimBatch(
  trx: Db,
  node: string,
  seq: bigint,
  eventCount: number,
  next: JournalPosition,
): Promise<boolean> {
  const batch =
    await sql`INSERT INTO event_batch (node, seq, event_count) VALUES (${node}, ${seq}, ${eventCount})
    ON CONFLICT DO NOTHING`.execute(trx);
  if (batch.numAffectedRows !== 1n) return false;
  const moved = await sql`UPDATE journal_checkpoint
    SET segment = ${next.segment}, byte_offset = ${next.offset}, seq = ${seq}, updated_at = now()
    WHERE node = ${node} AND seq = ${seq - 1n}`.execute(trx);
  return moved.numAffectedRows === 1n;
}

/** Moves the checkpoint over a stretch that holds no record. */
export async function moveCheckpoint(
  db: Db,
  node: string,
  seq: bigint,
  next: JournalPosition,
): Promise<void> {
  await sql`UPDATE journal_checkpoint SET segment = ${next.segment}, byte_offset = ${next.offset}, updated_at = now()
    WHERE node = ${node} AND seq = ${seq}`.execute(db);
}

export async function findAdvertisers(
  db: Db,
  campaignIds: number[],
): Promise<{ id: number; advertiserId: number }[]> {
  return db
    .selectFrom('campaign')
    .select(['id', 'advertiser_id as advertiserId'])
    .where('id', 'in', campaignIds)
    .execute();
}

export async function findZoneOwners(db: Db, zoneIds: number[]) {
  return db
    .selectFrom('zone')
    .innerJoin('property', 'property.id', 'zone.property_id')
    .select(['zone.id', 'property.id as propertyId', 'property.publisher_id as publisherId'])
    .where('zone.id', 'in', zoneIds)
    .execute();
}

/**
 * What is already stored of these decisions (id → when it was made). Asked for day by day: the planner then looks into
 * the partition of that day alone, and one old decision among the others, which anybody may repeat, does not have all
 * of them looked for in every day between.
 */
export async function findStoredEvents(
  trx: Db,
  decisions: ReadonlyMap<string, number>,
): Promise<StoredEvent[]> {
  const days = new Map<number, string[]>();
  for (const [id, time] of decisions) {
    const day = Math.floor(time / DAY_MS);
    const ids = days.get(day);
    if (ids === undefined) days.set(day, [id]);
    else ids.push(id);
  }
  const found: StoredEvent[] = [];
  for (const [day, ids] of days) found.push(...(await findStoredOfDay(trx, day, ids)));
  return found;
}

async function findStoredOfDay(trx: Db, day: number, ids: readonly string[]): Promise<StoredEvent[]> {
  const from = new Date(day * DAY_MS);
  const to = new Date((day + 1) * DAY_MS);
  const { rows } = await sql<{
    decision_id: string;
    campaign_id: number;
    kind: number;
    invalid_reason: number;
  }>`
    SELECT e.decision_id, e.campaign_id, e.kind, e.invalid_reason
    FROM unnest(${arrayText(ids)}::uuid[]) AS asked (id)
    CROSS JOIN LATERAL (
      SELECT decision_id, campaign_id, kind, invalid_reason FROM ad_event
      WHERE decision_id = asked.id AND decided_at >= ${from} AND decided_at < ${to}
      OFFSET 0
    ) e`.execute(trx);
  return rows.map((row) => ({
    decisionId: row.decision_id,
    campaignId: row.campaign_id,
    kind: row.kind,
    verdict: row.invalid_reason,
  }));
}

/** Holds the credit lines of these advertisers behind their accounts, and adds what may be drawn of them to the purses. */
async function lockCredit(trx: Db, purses: Map<number, Purse>, advertiserIds: number[]): Promise<void> {
  await sql`SELECT FROM credit_line WHERE advertiser_id = ANY(${advertiserIds}::int[])
    ORDER BY advertiser_id FOR SHARE`.execute(trx);
  // Another statement: it sees what whoever held a line has made of it.
  const { rows } = await sql<{ advertiser_id: number; headroom_micros: bigint }>`
    SELECT advertiser_id, headroom_micros FROM advertiser_headroom
    WHERE advertiser_id = ANY(${advertiserIds}::int[])`.execute(trx);
  for (const { advertiser_id, headroom_micros } of rows) {
    const purse = purses.get(advertiser_id);
    if (purse) purse.drawableMicros = headroom_micros;
  }
}

/**
 * Locks, in id order, every ledger account that the batch may change. Answers the advertisers' purses. Who has a credit
 * line has an account for it: of the others nothing more is asked.
 */
export async function lockPurses(
  trx: Db,
  advertiserIds: number[],
  publisherIds: number[],
): Promise<Map<number, Purse>> {
  const { rows } = await sql<{ kind: string; owner_id: number | null; balance_micros: bigint }>`
    SELECT kind, owner_id, balance_micros FROM ledger_account
    WHERE currency = 'USD' AND (
      (kind IN ('advertiser_bonus', 'advertiser_cash', 'advertiser_credit') AND owner_id = ANY(${advertiserIds}::int[]))
      OR (kind IN ('publisher_pending', 'publisher_hold') AND owner_id = ANY(${publisherIds}::int[]))
      OR (kind = 'network_revenue' AND owner_id IS NULL))
    ORDER BY id FOR UPDATE`.execute(trx);
  const purses = new Map(advertiserIds.map((id): [number, Purse] => [id, emptyPurse()]));
  const onCredit: number[] = [];
  for (const row of rows) {
    const purse = row.owner_id === null ? undefined : purses.get(row.owner_id);
    if (purse && row.kind === 'advertiser_bonus') purse.bonusMicros = row.balance_micros;
    if (purse && row.kind === 'advertiser_cash') purse.cashMicros = row.balance_micros;
    if (row.owner_id !== null && row.kind === 'advertiser_credit') onCredit.push(row.owner_id);
  }
  if (onCredit.length > 0) await lockCredit(trx, purses, onCredit);
  return purses;
}

/** Budgets and spend of campaigns; the advertisers' locked purses keep both still until the commit. */
export async function readLimits(
  trx: Db,
  campaignIds: number[],
  days: string[],
): Promise<Map<number, CampaignLimits>> {
  const limits = new Map<number, CampaignLimits>();
  const totals = await sql<{
    id: number;
    daily: bigint;
    total: bigint | null;
    spent: bigint;
    places_left: bigint | null;
  }>`
    SELECT c.id, c.daily_budget_micros AS daily, c.total_budget_micros AS total, s.spent,
      c.impression_limit - s.impressions AS places_left
    FROM campaign c CROSS JOIN LATERAL (
      SELECT coalesce(sum(spend_micros), 0)::int8 AS spent, coalesce(sum(impressions), 0)::int8 AS impressions
      FROM campaign_spend WHERE campaign_id = c.id
    ) s
    WHERE c.id = ANY(${campaignIds}::int[])`.execute(trx);
  for (const row of totals.rows)
    limits.set(row.id, {
      dailyBudgetMicros: row.daily,
      totalBudgetMicros: row.total,
      totalSpentMicros: row.spent,
      spentByDay: new Map(),
      ...(row.places_left !== null && { placesLeft: Number(row.places_left) }),
    });
  const spends = await sql<{ campaign_id: number; day: string; spend_micros: bigint }>`
    SELECT campaign_id, day::text AS day, spend_micros FROM campaign_spend
    WHERE campaign_id = ANY(${campaignIds}::int[]) AND day = ANY(${days}::date[])`.execute(trx);
  for (const row of spends.rows) limits.get(row.campaign_id)?.spentByDay.set(row.day, row.spend_micros);
  return limits;
}

/** Another node stored one of these events since they were looked for. */
const UNIQUE_VIOLATION = '23505';

/** COPY of rows in parts; `meanwhile` runs while the database works on the last of them. */
async function copyInto(
  client: Client,
  table: string,
  parts: Iterable<Buffer>,
  meanwhile: () => void = () => {},
): Promise<void> {
  const copy = client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
  const finished = once(copy, 'finish');
  for (const part of parts) {
    const sent = new Promise<void>((resolve) => copy.write(part, () => resolve()));
    await Promise.race([sent, finished]);
  }
  copy.end();
  // The end of the COPY goes out behind the rows.
  await nextTurn();
  meanwhile();
  await finished;
}

/**
 * Stores events through a COPY straight into the table, and answers what `meanwhile` has worked out in the same time:
 * all of them are stored, or none when one is there already. Then the answer is null, and the transaction at its end.
 */
export async function storeEvents<Result extends object>(
  client: Client,
  events: readonly BilledEvent[],
  meanwhile: () => Result,
): Promise<Result | null> {
  if (events.length === 0) return meanwhile();
  let result: Result | null = null;
  const workOut = () => {
    result = meanwhile();
  };
  try {
    await copyInto(client, `ad_event (${EVENT_COLUMNS})`, eventParts(events), workOut);
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION) return null;
    throw error;
  }
  return result;
}

export const numbers = <Row>(rows: readonly Row[], value: (row: Row) => number): string =>
  arrayText(rows.map(value));
/** Of texts: quotes and backslashes are escaped as JSON does. */
export const texts = <Row>(rows: readonly Row[], value: (row: Row) => string): string =>
  `{${rows.map((row) => JSON.stringify(value(row))).join(',')}}`;
export const seconds = <Row>(rows: readonly Row[], timeMs: (row: Row) => number): string =>
  numbers(rows, (row) => timeMs(row) / 1_000);
const time = (ms: number) => new Date(ms);

export async function addCampaignSpends(trx: Db, rows: readonly CampaignDaySpend[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO campaign_spend AS s (campaign_id, day, spend_micros, impressions)
    SELECT * FROM unnest(${numbers(rows, (row) => row.campaignId)}::int[], ${texts(rows, (row) => row.day)}::date[],
      ${numbers(rows, (row) => row.spendMicros)}::int8[], ${numbers(rows, (row) => row.impressions)}::int8[])
    ON CONFLICT (campaign_id, day) DO UPDATE SET spend_micros = s.spend_micros + excluded.spend_micros,
      impressions = s.impressions + excluded.impressions`.execute(trx);
}

/** Columns that say of what and where a row of the rollups is, as arrays for unnest. */
const places = (rows: readonly Place[]) => sql`${seconds(rows, (row) => row.hourMs)}::float8[],
  ${numbers(rows, (row) => row.quarter)}::int2[], ${numbers(rows, (row) => row.campaignId)}::int[], ${numbers(rows, (row) => row.creativeId)}::int[],
  ${numbers(rows, (row) => row.zoneId)}::int[], ${texts(rows, (row) => row.country)}::char(2)[],
  ${numbers(rows, (row) => row.device)}::int2[], ${numbers(rows, (row) => row.os)}::int2[],
  ${numbers(rows, (row) => row.browser)}::int2[], ${texts(rows, (row) => row.language)}::char(2)[],
  ${numbers(rows, (row) => row.advertiserId)}::int[], ${numbers(rows, (row) => row.publisherId)}::int[],
  ${numbers(rows, (row) => row.propertyId)}::int[]`;
const PLACE_IN_HOUR = sql.raw(
  'campaign_id, creative_id, zone_id, country, device, os, browser, language, advertiser_id, publisher_id, property_id',
);
const PLACE = sql`quarter, ${PLACE_IN_HOUR}`;
const QUARTERS = [1, 2, 3];
/** Columns of a row for the whole hour that say how much of it fell into its later quarters. */
export const QUARTER_COLUMNS = sql.raw(QUARTERS.map((quarter) => `quarter_${quarter}`).join(', '));
export const sumsByQuarter = (name: string) =>
  sql.raw(
    QUARTERS.map((quarter) => `coalesce(sum(${name}) FILTER (WHERE quarter = ${quarter}), 0)`).join(', '),
  );
/** Adds them to a row `r` that is there. */
export const ADDED_QUARTERS = sql.raw(
  QUARTERS.map((quarter) => `quarter_${quarter} = r.quarter_${quarter} + excluded.quarter_${quarter}`).join(
    ', ',
  ),
);
const subIds = (rows: readonly Place[]) => sql`${numbers(rows, (row) => row.subId)}::int[]`;

const FIGURES = sql.raw(
  'sub_id, impressions, viewables, clicks, conversions, invalid, spend_micros, payout_micros',
);
const figures = (rows: readonly HourlyFigures[]) => sql`${places(rows)}, ${subIds(rows)},
  ${numbers(rows, (row) => row.impressions)}::int8[], ${numbers(rows, (row) => row.viewables)}::int8[],
  ${numbers(rows, (row) => row.clicks)}::int8[], ${numbers(rows, (row) => row.conversions)}::int8[],
  ${numbers(rows, (row) => row.invalid)}::int8[], ${numbers(rows, (row) => row.spendMicros)}::int8[],
  ${numbers(rows, (row) => row.payoutMicros)}::int8[]`;

/** Holds the days of these rows; answers the rows of those that are folded already. */
async function lateRows<Row extends Place>(trx: Db, rows: readonly Row[]): Promise<Row[]> {
  const { figures: folded } = await holdDays(trx, [...new Set(rows.map((row) => utcDay(row.hourMs)))]);
  return folded.size === 0 ? [] : rows.filter((row) => folded.has(utcDay(row.hourMs)));
}

async function addDailyFigures(trx: Db, rows: readonly HourlyFigures[]): Promise<void> {
  if (rows.length === 0) return;
  await insertCubes(
    sql`late AS MATERIALIZED (
      SELECT (to_timestamp(at) AT TIME ZONE 'UTC')::date AS day, ${PLACE}, ${FIGURES}
      FROM unnest(${figures(rows)}) AS new (at, ${PLACE}, ${FIGURES}))`,
    sql`late`,
  ).execute(trx);
}

async function insertFigures(trx: Db, rows: readonly HourlyFigures[]): Promise<void> {
  await sql`INSERT INTO rollup_hourly (hour, ${PLACE}, ${FIGURES})
    SELECT to_timestamp(at), ${PLACE}, ${FIGURES} FROM unnest(${figures(rows)}) AS new (at, ${PLACE}, ${FIGURES})`.execute(
    trx,
  );
}

/**
 * Adds figures to the rollups of their hours, and of their days where these are folded already. Corrections are
 * negative figures. Whoever has thousands of them gives the transaction's own connection, for a COPY of `figureRows`.
 */
export async function addHourlyFigures(
  trx: Db,
  rows: readonly HourlyFigures[],
  copy?: { client: Client; bytes: Buffer },
): Promise<void> {
  if (rows.length === 0) return;
  const late = await lateRows(trx, rows);
  if (copy) await copyInto(copy.client, `rollup_hourly (${FIGURE_COLUMNS})`, [copy.bytes]);
  else await insertFigures(trx, rows);
  await addDailyFigures(trx, late);
}

const asInvalid = ({ events, ...place }: DiscardedOfSub): HourlyFigures => ({
  ...place,
  impressions: 0,
  viewables: 0,
  clicks: 0,
  conversions: 0,
  invalid: events,
  spendMicros: 0,
  payoutMicros: 0,
});

export async function addDiscarded(trx: Db, rows: readonly DiscardedFigures[]): Promise<void> {
  if (rows.length === 0) return;
  const late = await lateRows(trx, rows);
  // Every node locks rows in the order of their keys.
  const key = sql`at, ${PLACE_IN_HOUR}, kind, reason`;
  await sql`INSERT INTO invalid_hourly AS r (hour, ${PLACE_IN_HOUR}, kind, reason, events, ${QUARTER_COLUMNS})
    SELECT to_timestamp(at), ${PLACE_IN_HOUR}, kind, reason, sum(events), ${sumsByQuarter('events')}
    FROM unnest(${places(rows)}, ${numbers(rows, (row) => row.kind)}::int2[],
      ${numbers(rows, (row) => row.reason)}::int2[], ${numbers(rows, (row) => row.events)}::int8[])
      AS new (at, ${PLACE}, kind, reason, events)
    GROUP BY ${key} ORDER BY ${key}
    ON CONFLICT (hour, campaign_id, creative_id, zone_id, country, device, os, browser, language, kind, reason)
    DO UPDATE SET events = r.events + excluded.events, ${ADDED_QUARTERS}`.execute(trx);
  await addDailyFigures(trx, late.map(asInvalid));
}

/** Of what `addDiscarded` was given: from no sub id to the one it came with. */
export async function addDiscardedOfSubs(trx: Db, rows: readonly DiscardedOfSub[]): Promise<void> {
  if (rows.length === 0) return;
  const late = await lateRows(trx, rows);
  await sql`INSERT INTO invalid_sub_hourly (hour, ${PLACE}, sub_id, events)
    SELECT to_timestamp(at), ${PLACE}, sub_id, events
    FROM unnest(${places(rows)}, ${subIds(rows)}, ${numbers(rows, (row) => row.events)}::int8[])
      AS new (at, ${PLACE}, sub_id, events)`.execute(trx);
  await addDailyFigures(
    trx,
    late.flatMap((row) => [asInvalid(row), asInvalid({ ...row, subId: 0, events: -row.events })]),
  );
}

/** Notes when a zone's tag was seen, at most twice a minute once it is known. */
export async function noteZonesSeen(trx: Db, rows: readonly ZoneSeen[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`UPDATE zone SET first_request_at = least(zone.first_request_at, seen.first_at),
      last_request_at = greatest(zone.last_request_at, seen.last_at)
    FROM unnest(${numbers(rows, (row) => row.zoneId)}::int[], ${rows.map((row) => time(row.firstMs))}::timestamptz[],
      ${rows.map((row) => time(row.lastMs))}::timestamptz[]) AS seen (id, first_at, last_at)
    WHERE zone.id = seen.id
      AND (zone.last_request_at IS NULL OR zone.last_request_at < seen.last_at - interval '30 seconds')`.execute(
    trx,
  );
}

/** A statement that waits for a lock on the partitioned table keeps everybody behind it waiting. */
const PARTITION_LOCK_MS = 1_000;

/** Makes the partition of a day where it is missing; events of that day in the default partition move to it. */
export async function ensurePartition(db: Db, day: string): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    SELECT to_regclass('ad_event_' || to_char(${day}::date, 'YYYYMMDD')) IS NOT NULL AS there`.execute(db);
  if (rows[0]?.there) return;
  await inTransaction(db, async (trx) => {
    await sql`SELECT set_config('lock_timeout', ${`${PARTITION_LOCK_MS}ms`}, true)`.execute(trx);
    await sql`SELECT ensure_event_partitions(${day}::date, ${day}::date)`.execute(trx);
  });
}

/** Batch rows only guard against a second application, which the checkpoint rules out a week later. */
export async function forgetOldBatches(db: Db): Promise<void> {
  await sql`DELETE FROM event_batch WHERE applied_at < now() - interval '7 days'`.execute(db);
}
