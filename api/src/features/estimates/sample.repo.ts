import { NO_FILL_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { HourCount, RecordedInputs } from '../serving';

/** What is read of the recorded decisions: more would make an estimate hardly more exact. */
const MOST_TRACES = 4_000;
/** The best of the bids of each; nearly always the first two tell all. */
const MOST_BIDS = 16;
/** No ad server decided these: nobody could have been shown there. */
const UNDECIDED = [
  NO_FILL_REASONS['unknown-zone'],
  NO_FILL_REASONS['zone-paused'],
  NO_FILL_REASONS['property-not-approved'],
  NO_FILL_REASONS.stopped,
  NO_FILL_REASONS.bot,
  NO_FILL_REASONS.prefetch,
  NO_FILL_REASONS['data-centre'],
];

export interface RecordedTrace {
  zone_id: number;
  weight: number;
  inputs: RecordedInputs['inputs'] & { narrowed: boolean; floorMicros: number };
  /** The campaign that was first in the answer. */
  winner: number | null;
  /** Campaign and eCPM, the best first. */
  bids: [number, number][];
}

/**
 * Recorded decisions since a moment: all of them, or of very many some pages of the table, drawn anew each time, so that
 * the size of the network does not matter.
 */
export async function readTraces(db: Db, since: Date): Promise<RecordedTrace[]> {
  const counted = await sql<{ traces: bigint }>`
    SELECT coalesce(sum(traces), 0)::int8 AS traces FROM traced_hourly WHERE hour >= ${since}`.execute(db);
  const known = toNumber(counted.rows[0]?.traces ?? 0n);
  const percent = Math.min(100, (100 * MOST_TRACES) / Math.max(1, known));
  const { rows } = await sql<RecordedTrace>`
    SELECT zone_id, weight, inputs - 'urgency' - 'exclude' || '{"exclude": []}'::jsonb AS inputs,
      (answer #>> '{candidates,0,campaignId}')::int4 AS winner,
      jsonb_path_query_array(answer, ${sql.lit(`$.bids[0 to ${MOST_BIDS - 1}]`)}) AS bids
    FROM decision_trace TABLESAMPLE SYSTEM (${percent}::float4)
    WHERE decided_at >= ${since} AND NOT test AND weight > 0 LIMIT ${MOST_TRACES * 2}`.execute(db);
  return rows;
}

export interface Bidder {
  id: number;
  advertiser_id: number;
  priority: string;
}

export async function readBidders(db: Db, ids: readonly number[]): Promise<Map<number, Bidder>> {
  const { rows } = await sql<Bidder>`
    SELECT id, advertiser_id, priority FROM campaign WHERE id = ANY(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Requests that were decided, by the hour; the end is not included. */
export async function readHours(db: Db, from: Date, to: Date): Promise<HourCount[]> {
  const { rows } = await sql<{ hour: Date; requests: bigint }>`
    SELECT hour, sum(requests)::int8 AS requests FROM request_hourly
    WHERE hour >= ${from} AND hour < ${to} AND reason <> ALL(${UNDECIDED}::int2[])
    GROUP BY hour ORDER BY hour`.execute(db);
  return rows.map(({ hour, requests }) => ({ hourMs: hour.getTime(), count: toNumber(requests) }));
}

/** Whether a campaign is an advertiser's own. */
export async function isOwn(db: Db, advertiserId: number, campaignId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM campaign WHERE id = ${campaignId} AND advertiser_id = ${advertiserId}`.execute(db);
  return rows.length > 0;
}
