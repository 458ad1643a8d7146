import { once } from 'node:events';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Db, inTransaction } from '../../platform/db';
import { type BilledEvent, type CampaignLimits, type Purse, utcDay } from './billing';
import type { JournalPosition } from './journalRecords';
import type { StoredEvent } from './judge';
import type { CampaignDaySpend, DiscardedFigures, HourlyFigures, RequestFigures, ZoneSeen } from './rollups';

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

/** What is already stored of these decisions. The times keep the planner to the partitions that matter. */
export async function findStoredEvents(
  trx: Db,
  decisions: ReadonlyMap<string, number>,
): Promise<StoredEvent[]> {
  if (decisions.size === 0) return [];
  const times = [...decisions.values()];
  const from = new Date(times.reduce((least, time) => Math.min(least, time)));
  const to = new Date(times.reduce((most, time) => Math.max(most, time)));
  const { rows } = await sql<{ decision_id: string; kind: number; invalid_reason: number }>`
    SELECT e.decision_id, e.kind, e.invalid_reason
    FROM unnest(${[...decisions.keys()]}::uuid[]) AS asked (id)
    CROSS JOIN LATERAL (
      SELECT decision_id, kind, invalid_reason FROM ad_event
      WHERE decision_id = asked.id AND decided_at BETWEEN ${from} AND ${to}
      OFFSET 0
    ) e`.execute(trx);
  return rows.map((row) => ({ decisionId: row.decision_id, kind: row.kind, verdict: row.invalid_reason }));
}

/** Locks, in id order, every ledger account that the batch may change. Answers the advertisers' purses. */
export async function lockPurses(
  trx: Db,
  advertiserIds: number[],
  publisherIds: number[],
): Promise<Map<number, Purse>> {
  const { rows } = await sql<{ kind: string; owner_id: number | null; balance_micros: bigint }>`
    SELECT kind, owner_id, balance_micros FROM ledger_account
    WHERE currency = 'USD' AND (
      (kind IN ('advertiser_bonus', 'advertiser_cash') AND owner_id = ANY(${advertiserIds}::int[]))
      OR (kind = 'publisher_pending' AND owner_id = ANY(${publisherIds}::int[]))
      OR (kind = 'network_revenue' AND owner_id IS NULL))
    ORDER BY id FOR UPDATE`.execute(trx);
  const purses = new Map(
    advertiserIds.map((id): [number, Purse] => [id, { bonusMicros: 0n, cashMicros: 0n }]),
  );
  for (const row of rows) {
    const purse = row.owner_id === null ? undefined : purses.get(row.owner_id);
    if (purse && row.kind === 'advertiser_bonus') purse.bonusMicros = row.balance_micros;
    if (purse && row.kind === 'advertiser_cash') purse.cashMicros = row.balance_micros;
  }
  return purses;
}

/** Budgets and spend of campaigns; the advertisers' locked purses keep both still until the commit. */
export async function readLimits(
  trx: Db,
  campaignIds: number[],
  days: string[],
): Promise<Map<number, CampaignLimits>> {
  const limits = new Map<number, CampaignLimits>();
  const totals = await sql<{ id: number; daily: bigint; total: bigint | null; spent: bigint }>`
    SELECT c.id, c.daily_budget_micros AS daily, c.total_budget_micros AS total,
      coalesce((SELECT sum(spend_micros) FROM campaign_spend s WHERE s.campaign_id = c.id), 0)::int8 AS spent
    FROM campaign c WHERE c.id = ANY(${campaignIds}::int[])`.execute(trx);
  for (const row of totals.rows)
    limits.set(row.id, {
      dailyBudgetMicros: row.daily,
      totalBudgetMicros: row.total,
      totalSpentMicros: row.spent,
      spentByDay: new Map(),
    });
  const spends = await sql<{ campaign_id: number; day: string; spend_micros: bigint }>`
    SELECT campaign_id, day::text AS day, spend_micros FROM campaign_spend
    WHERE campaign_id = ANY(${campaignIds}::int[]) AND day = ANY(${days}::date[])`.execute(trx);
  for (const row of spends.rows) limits.get(row.campaign_id)?.spentByDay.set(row.day, row.spend_micros);
  return limits;
}

/** Made once a connection. */
export async function createStage(client: Client): Promise<void> {
  await client.query('CREATE TEMP TABLE IF NOT EXISTS ad_event_stage (LIKE ad_event) ON COMMIT DELETE ROWS');
}

const pad = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

/** A timestamp for COPY; `Date` would cost more than the rest of the line. */
export function copyTime(timeMs: number): string {
  const inDay = timeMs % DAY_MS;
  const seconds = Math.floor(inDay / 1_000);
  const minutes = Math.floor(seconds / 60);
  const millis = String(inDay % 1_000).padStart(3, '0');
  return `${utcDay(timeMs)} ${pad[Math.floor(minutes / 60)]}:${pad[minutes % 60]}:${pad[seconds % 60]}.${millis}+00`;
}

function copyLine({ event, owners, verdict, spendMicros, payoutMicros, bonusMicros }: BilledEvent): string {
  return `${event.decisionId}\t${event.kind}\t${copyTime(event.decidedAtMs)}\t${copyTime(event.happenedAtMs)}\t${owners.advertiserId}\t${event.campaignId}\t${event.creativeId}\t${owners.publisherId}\t${owners.propertyId}\t${event.zoneId}\t${event.country}\t${event.device}\t${verdict}\t${spendMicros}\t${payoutMicros}\t${bonusMicros}\n`;
}

/** Stores events through a COPY; answers how many of them were new. */
export async function storeEvents(client: Client, events: readonly BilledEvent[]): Promise<number> {
  const copy = client.query(
    copyFrom(`COPY ad_event_stage (decision_id, kind, decided_at, happened_at, advertiser_id, campaign_id, creative_id,
      publisher_id, property_id, zone_id, country, device, invalid_reason, price_micros, payout_micros, bonus_micros)
      FROM STDIN`),
  );
  const finished = once(copy, 'finish');
  copy.end(events.map(copyLine).join(''));
  await finished;
  const inserted = await client.query(
    'INSERT INTO ad_event SELECT * FROM ad_event_stage ON CONFLICT DO NOTHING',
  );
  return inserted.rowCount ?? 0;
}

/** The values of one column of many rows, for unnest. */
const column = <Row, Value>(rows: readonly Row[], value: (row: Row) => Value): Value[] => rows.map(value);
const time = (ms: number) => new Date(ms);

export async function addCampaignSpends(trx: Db, rows: readonly CampaignDaySpend[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros)
    SELECT * FROM unnest(${column(rows, (row) => row.campaignId)}::int[], ${column(rows, (row) => row.day)}::date[],
      ${column(rows, (row) => row.spendMicros)}::int8[])
    ON CONFLICT (campaign_id, day) DO UPDATE SET spend_micros = campaign_spend.spend_micros + excluded.spend_micros`.execute(
    trx,
  );
}

export async function addHourlyFigures(trx: Db, rows: readonly HourlyFigures[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO rollup_hourly AS r (hour, campaign_id, creative_id, zone_id, country, device, advertiser_id,
      publisher_id, property_id, impressions, viewables, clicks, conversions, invalid, spend_micros, payout_micros)
    SELECT * FROM unnest(${column(rows, (row) => time(row.hourMs))}::timestamptz[],
      ${column(rows, (row) => row.campaignId)}::int[], ${column(rows, (row) => row.creativeId)}::int[],
      ${column(rows, (row) => row.zoneId)}::int[], ${column(rows, (row) => row.country)}::text[],
      ${column(rows, (row) => row.device)}::int2[], ${column(rows, (row) => row.advertiserId)}::int[],
      ${column(rows, (row) => row.publisherId)}::int[], ${column(rows, (row) => row.propertyId)}::int[],
      ${column(rows, (row) => row.impressions)}::int8[], ${column(rows, (row) => row.viewables)}::int8[],
      ${column(rows, (row) => row.clicks)}::int8[], ${column(rows, (row) => row.conversions)}::int8[],
      ${column(rows, (row) => row.invalid)}::int8[], ${column(rows, (row) => row.spendMicros)}::int8[],
      ${column(rows, (row) => row.payoutMicros)}::int8[])
    ON CONFLICT (hour, campaign_id, creative_id, zone_id, country, device) DO UPDATE SET
      impressions = r.impressions + excluded.impressions, viewables = r.viewables + excluded.viewables,
      clicks = r.clicks + excluded.clicks, conversions = r.conversions + excluded.conversions,
      invalid = r.invalid + excluded.invalid, spend_micros = r.spend_micros + excluded.spend_micros,
      payout_micros = r.payout_micros + excluded.payout_micros`.execute(trx);
}

export async function addDiscarded(trx: Db, rows: readonly DiscardedFigures[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO invalid_hourly AS r (hour, campaign_id, creative_id, zone_id, country, device, kind, reason,
      advertiser_id, publisher_id, property_id, events)
    SELECT * FROM unnest(${column(rows, (row) => time(row.hourMs))}::timestamptz[],
      ${column(rows, (row) => row.campaignId)}::int[], ${column(rows, (row) => row.creativeId)}::int[],
      ${column(rows, (row) => row.zoneId)}::int[], ${column(rows, (row) => row.country)}::text[],
      ${column(rows, (row) => row.device)}::int2[], ${column(rows, (row) => row.kind)}::int2[],
      ${column(rows, (row) => row.reason)}::int2[], ${column(rows, (row) => row.advertiserId)}::int[],
      ${column(rows, (row) => row.publisherId)}::int[], ${column(rows, (row) => row.propertyId)}::int[],
      ${column(rows, (row) => row.events)}::int8[])
    ON CONFLICT (hour, campaign_id, creative_id, zone_id, country, device, kind, reason) DO UPDATE SET
      events = r.events + excluded.events`.execute(trx);
}

/** Adds requests; those of zones that are gone are dropped by the join. */
export async function addRequests(trx: Db, rows: readonly RequestFigures[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO request_hourly AS r (hour, zone_id, country, device, publisher_id, property_id, reason, requests)
    SELECT asked.hour, asked.zone_id, asked.country, asked.device, p.publisher_id, p.id, asked.reason, asked.requests
    FROM unnest(${column(rows, (row) => time(row.hourMs))}::timestamptz[], ${column(rows, (row) => row.zoneId)}::int[],
      ${column(rows, (row) => row.country)}::text[], ${column(rows, (row) => row.device)}::int2[],
      ${column(rows, (row) => row.reason)}::int2[], ${column(rows, (row) => row.requests)}::int8[])
      WITH ORDINALITY AS asked (hour, zone_id, country, device, reason, requests, rank)
    JOIN zone z ON z.id = asked.zone_id JOIN property p ON p.id = z.property_id
    ORDER BY asked.rank
    ON CONFLICT (hour, zone_id, country, device, reason) DO UPDATE SET requests = r.requests + excluded.requests`.execute(
    trx,
  );
}

/** Notes when a zone's tag was seen, at most twice a minute once it is known. */
export async function noteZonesSeen(trx: Db, rows: readonly ZoneSeen[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`UPDATE zone SET first_request_at = least(zone.first_request_at, seen.first_at),
      last_request_at = greatest(zone.last_request_at, seen.last_at)
    FROM unnest(${column(rows, (row) => row.zoneId)}::int[], ${column(rows, (row) => time(row.firstMs))}::timestamptz[],
      ${column(rows, (row) => time(row.lastMs))}::timestamptz[]) AS seen (id, first_at, last_at)
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
