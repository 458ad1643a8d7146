import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import { boundsOf, type LocalDays, localDay, QUARTER_START } from '../figures';
import type { FateRow, HourRow } from '../serving';

const hourOf = ({ hourMs }: { hourMs: number }) => new Date(hourMs).toISOString();

/** Adds to the sums, in the order of their key, so that nodes that do so at once wait and never lock each other up. */
export async function addFates(db: Db, rows: readonly FateRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (value: (row: FateRow) => number) => rows.map((row) => Math.round(value(row)));
  await sql`INSERT INTO campaign_fate_hourly AS kept (hour, campaign_id, fate, gap, decisions, missing_micros,
      rivals)
    SELECT * FROM unnest(${rows.map(hourOf)}::timestamptz[], ${column(({ campaignId }) => campaignId)}::int4[],
      ${column(({ fate }) => fate)}::int2[], ${column(({ gap }) => gap)}::int2[],
      ${column(({ decisions }) => decisions)}::int8[], ${column(({ missingMicros }) => missingMicros)}::int8[],
      ${column(({ rivals }) => rivals)}::int4[])
      AS added (hour, campaign_id, fate, gap, decisions, missing_micros, rivals)
    ORDER BY campaign_id, hour, fate, gap
    ON CONFLICT (campaign_id, hour, fate, gap) DO UPDATE SET decisions = kept.decisions + excluded.decisions,
      missing_micros = kept.missing_micros + excluded.missing_micros, rivals = kept.rivals | excluded.rivals`.execute(
    db,
  );
}

export async function addHours(db: Db, rows: readonly HourRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (value: (row: HourRow) => number) => rows.map((row) => Math.round(value(row)));
  await sql`INSERT INTO traced_hourly AS kept (hour, traces, decisions, squares)
    SELECT * FROM unnest(${rows.map(hourOf)}::timestamptz[], ${column(({ traces }) => traces)}::int8[],
      ${column(({ decisions }) => decisions)}::int8[], ${column(({ squares }) => squares)}::int8[])
      AS added (hour, traces, decisions, squares) ORDER BY hour
    ON CONFLICT (hour) DO UPDATE SET traces = kept.traces + excluded.traces,
      decisions = kept.decisions + excluded.decisions, squares = kept.squares + excluded.squares`.execute(db);
}

/** Drops the sums of hours before a moment, some at a time; answers how many rows. */
export async function forgetFates(db: Db, before: Date, most: number): Promise<number> {
  await sql`DELETE FROM traced_hourly WHERE hour < ${before}`.execute(db);
  const { numAffectedRows = 0n } = await sql`DELETE FROM campaign_fate_hourly WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM campaign_fate_hourly WHERE hour < ${before} LIMIT ${most}))`.execute(db);
  return Number(numAffectedRows);
}

/** An hour belongs to the day in which it begins. */
export function isWithin(days: LocalDays, moment = sql`hour`) {
  const { start, end } = boundsOf(days);
  return sql`${moment} >= ${start} AND ${moment} < ${end}`;
}
const dayOf = ({ timezone }: LocalDays, moment = sql`hour`) => sql`${localDay(timezone, moment)}::text`;

export interface FateSum {
  day: string;
  fate: number;
  gap: number;
  decisions: bigint;
  /** A bit for each advertiser it lost to, or for several. */
  rivals: number;
}

/** A campaign's sums by day and fate, and how many decisions were traced meanwhile, out of one snapshot. */
export function readCampaignFates(db: Db, campaignId: number, period: LocalDays) {
  return inTransaction(
    db,
    async (trx) => {
      const { rows } = await sql<FateSum>`
        SELECT ${dayOf(period)} AS day, fate, gap, sum(decisions)::int8 AS decisions,
          bit_or(rivals) AS rivals
        FROM campaign_fate_hourly WHERE campaign_id = ${campaignId} AND ${isWithin(period)}
        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(trx);
      const sample = await sql<{ traces: bigint }>`
        SELECT coalesce(sum(traces), 0)::int8 AS traces FROM traced_hourly WHERE ${isWithin(period)}`.execute(
        trx,
      );
      return { rows, traces: Number(sample.rows[0]?.traces ?? 0) };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

export interface RequestSum {
  day: string;
  reason: number;
  requests: bigint;
}

/** A zone's requests by day and no-fill reason; every one is counted. */
export async function readZoneRequests(db: Db, zoneId: number, period: LocalDays): Promise<RequestSum[]> {
  const { rows } = await sql<RequestSum>`
    SELECT ${dayOf(period, QUARTER_START)} AS day, reason, sum(requests)::int8 AS requests
    FROM request_quarterly WHERE zone_id = ${zoneId} AND ${isWithin(period, QUARTER_START)}
      AND hour > ${boundsOf(period).start} - interval '1 hour' AND hour < ${boundsOf(period).end}
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
}
