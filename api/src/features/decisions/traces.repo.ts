import { type RawBuilder, sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { Trace, TraceAnswer, TraceInputs } from '../serving';

/** A trace with its fates deflated. */
export interface PackedTrace extends Omit<Trace, 'fates'> {
  fates: Buffer;
}

const column = <Value>(traces: readonly PackedTrace[], value: (trace: PackedTrace) => Value) =>
  traces.map(value);

/** Keeps traces; one that is there already stays as it is. */
export async function insertTraces(db: Db, traces: readonly PackedTrace[]): Promise<void> {
  if (traces.length === 0) return;
  await sql`INSERT INTO decision_trace (decision_id, decided_at, zone_id, property_id, publisher_id, test, weight,
      reason, inputs, answer, fates)
    SELECT * FROM unnest(
      ${column(traces, ({ decisionId }) => decisionId)}::uuid[],
      ${column(traces, ({ decidedAtMs }) => new Date(decidedAtMs).toISOString())}::timestamptz[],
      ${column(traces, ({ zoneId }) => zoneId)}::int4[],
      ${column(traces, ({ propertyId }) => propertyId)}::int4[],
      ${column(traces, ({ publisherId }) => publisherId)}::int4[],
      ${column(traces, ({ test }) => test)}::bool[],
      ${column(traces, ({ weight }) => weight)}::int4[],
      ${column(traces, ({ reason }) => reason)}::int2[],
      ${column(traces, ({ inputs }) => JSON.stringify(inputs))}::jsonb[],
      ${column(traces, ({ answer }) => JSON.stringify(answer))}::jsonb[],
      ${column(traces, ({ fates }) => fates)}::bytea[])
    ON CONFLICT (decision_id) DO NOTHING`.execute(db);
}

export async function findTrace(db: Db, decisionId: string): Promise<PackedTrace | null> {
  const { rows } = await sql<{
    decided_at: Date;
    zone_id: number;
    property_id: number;
    publisher_id: number;
    test: boolean;
    weight: number;
    reason: number;
    inputs: TraceInputs;
    answer: TraceAnswer;
    fates: Buffer;
  }>`SELECT decided_at, zone_id, property_id, publisher_id, test, weight, reason, inputs, answer, fates
    FROM decision_trace WHERE decision_id = ${decisionId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    decisionId,
    decidedAtMs: row.decided_at.getTime(),
    zoneId: row.zone_id,
    propertyId: row.property_id,
    publisherId: row.publisher_id,
    test: row.test,
    weight: row.weight,
    reason: row.reason,
    inputs: row.inputs,
    answer: row.answer,
    fates: row.fates,
  };
}

export interface StoredEvent {
  kind: number;
  happened_at: Date;
  advertiser_id: number;
  campaign_id: number;
  publisher_id: number;
  zone_id: number;
  invalid_reason: number;
  price_micros: bigint;
  payout_micros: bigint;
}

/** The events of a decision, in their order. */
export async function findEvents(db: Db, decisionId: string, decidedAt: Date): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    SELECT kind, happened_at, advertiser_id, campaign_id, publisher_id, zone_id, invalid_reason, price_micros,
      payout_micros
    FROM ad_event WHERE decision_id = ${decisionId}::uuid AND decided_at = ${decidedAt}
    ORDER BY happened_at, kind`.execute(db);
  return rows;
}

export interface TraceRow {
  decision_id: string;
  decided_at: Date;
  test: boolean;
  reason: number;
  country: string;
  device: number;
}

/** The last traces of a zone, newest first. */
export async function findZoneTraces(db: Db, zoneId: number, most: number): Promise<TraceRow[]> {
  const { rows } = await sql<TraceRow>`
    SELECT decision_id, decided_at, test, reason, inputs->>'country' AS country, (inputs->>'device')::int AS device
    FROM decision_trace WHERE zone_id = ${zoneId} ORDER BY decided_at DESC, decision_id LIMIT ${most}`.execute(
    db,
  );
  return rows;
}

/** Drops traces of before a moment, the oldest first; answers how many. */
export async function forgetTraces(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM decision_trace WHERE decision_id IN (
    SELECT decision_id FROM decision_trace WHERE decided_at < ${before} ORDER BY decided_at LIMIT ${most})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

export interface NamedCampaign {
  id: number;
  name: string;
  advertiser_id: number;
}

async function findCampaigns(db: Db, condition: RawBuilder<unknown>): Promise<NamedCampaign[]> {
  const { rows } = await sql<NamedCampaign>`
    SELECT id, name, advertiser_id FROM campaign WHERE ${condition}`.execute(db);
  return rows;
}

export const findCampaignNames = (db: Db, ids: readonly number[]) =>
  findCampaigns(db, sql`id = ANY(${[...ids]}::int[])`);
export const findOwnCampaigns = (db: Db, advertiserId: number) =>
  findCampaigns(db, sql`advertiser_id = ${advertiserId}`);

/** Row ids of those of the creatives that are an advertiser's. Older traces name numbers that no row can have. */
export async function findOwnCreatives(
  db: Db,
  advertiserId: number,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: number;
  }>`SELECT creative.id FROM creative JOIN campaign ON campaign.id = campaign_id
    WHERE advertiser_id = ${advertiserId} AND creative.id = ANY(${[...ids]}::int8[])`.execute(db);
  return rows.map(({ id }) => id);
}

export interface OwnedZone {
  id: number;
  name: string;
  publisher_id: number;
}
export async function findZone(db: Db, zoneId: number): Promise<OwnedZone | null> {
  const { rows } = await sql<OwnedZone>`SELECT zone.id, zone.name, publisher_id
    FROM zone JOIN property ON property.id = property_id WHERE zone.id = ${zoneId}`.execute(db);
  return rows[0] ?? null;
}

/** The domain of a publisher's own property that is in use; null when it has no such one. */
export async function findOwnProperty(
  db: Db,
  publisherId: number,
  id: number,
): Promise<{ domain: string } | null> {
  const { rows } = await sql<{ domain: string }>`
    SELECT domain FROM property WHERE id = ${id} AND publisher_id = ${publisherId} AND state <> 'archived'`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** What the debugger tells of a winner, and what its price is worked out from. */
export async function findDebugged(db: Db, campaignId: number) {
  const { rows } = await sql<{ landing_url: string; pricing: string; bid_micros: bigint }>`
    SELECT landing_url, pricing, bid_micros FROM campaign WHERE id = ${campaignId}`.execute(db);
  const [row] = rows;
  return row ? { ...row, bid_micros: toNumber(row.bid_micros) } : null;
}
