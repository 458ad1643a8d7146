import { sql } from 'kysely';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { boundsOf, type LocalDays } from '../figures';
import type { FateCount } from './fates';

export interface Sampled {
  counts: FateCount[];
  traces: number;
  /** Kish: as many equally weighted decisions tell as much as these of unequal weights. */
  effectiveTraces: number;
}

/**
 * Kish's size of the sample of some hours (`traced_hourly t`). Hours without all their squared weights, of before these were
 * kept, count as if they were of equal weights: then squares are the least that there can be.
 */
export const EFFECTIVE_SQL = sql<number>`coalesce(sum(t.decisions)::float8 ^ 2
  / nullif(sum(greatest(t.squares, t.decisions::float8 ^ 2 / t.traces)), 0), 0)`;

/** How a campaign fared in these days, and how large the sample is, out of one snapshot. */
export function readSample(db: Db, campaignId: number, days: LocalDays): Promise<Sampled> {
  const { start, end } = boundsOf(days);
  // An hour belongs to the day in which it begins.
  const within = sql`hour >= ${start} AND hour < ${end}`;
  return inTransaction(
    db,
    async (trx) => {
      const fates = await sql<{ fate: number; gap: number; decisions: bigint; rivals: number }>`
        SELECT fate, gap, sum(decisions)::int8 AS decisions, bit_or(rivals) AS rivals
        FROM campaign_fate_hourly WHERE campaign_id = ${campaignId} AND ${within} GROUP BY 1, 2`.execute(trx);
      // Of the hours in which the campaign was among those that could be shown.
      const sample = await sql<{ traces: bigint; effective: number }>`
        SELECT coalesce(sum(traces), 0)::int8 AS traces, ${EFFECTIVE_SQL} AS effective
        FROM traced_hourly t WHERE ${within} AND traces > 0 AND hour IN (
          SELECT hour FROM campaign_fate_hourly WHERE campaign_id = ${campaignId} AND ${within})`.execute(
        trx,
      );
      const [size] = sample.rows;
      return {
        counts: fates.rows.map((row) => ({ ...row, decisions: toNumber(row.decisions) })),
        traces: toNumber(size?.traces ?? 0n),
        effectiveTraces: Math.floor(size?.effective ?? 0),
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

export interface Place {
  kind: 'banner' | 'native' | 'text' | 'video';
  width: number;
  height: number;
  zones: number;
}

export interface PlaceFilter {
  properties: { include: readonly number[]; exclude: readonly number[] };
  zones: { include: readonly number[]; exclude: readonly number[] };
}

/** Places that are asked for an ad these days and that the campaign's targeting does not leave out, most zones first. */
export async function readPlaces(
  db: Db,
  { properties, zones }: PlaceFilter,
  askedSince: Date,
): Promise<Place[]> {
  const taken = (column: 'z.property_id' | 'z.id', { include, exclude }: PlaceFilter['zones']) => {
    const ref = sql.ref(column);
    const included = include.length === 0 ? sql`true` : sql`${ref} = ANY(${[...include]}::int[])`;
    return sql`${included} AND NOT ${ref} = ANY(${[...exclude]}::int[])`;
  };
  const { rows } = await sql<Place>`
    SELECT z.kind, z.width, z.height, count(*)::int4 AS zones
    FROM zone z JOIN property p ON p.id = z.property_id
    WHERE z.state = 'active' AND p.state = 'approved' AND z.last_request_at >= ${askedSince}
      AND ${taken('z.property_id', properties)} AND ${taken('z.id', zones)}
    GROUP BY 1, 2, 3 ORDER BY zones DESC, width DESC, height DESC`.execute(db);
  return rows;
}

/** When a campaign was sent in, if it is in review. */
export async function readSubmission(db: Db, campaignId: number): Promise<Date | null> {
  const { rows } = await sql<{ submitted_at: Date | null }>`
    SELECT submitted_at FROM campaign WHERE id = ${campaignId}`.execute(db);
  return rows[0]?.submitted_at ?? null;
}

/** When a campaign was paused last, by its history: any other change of it is later. */
export async function readPause(db: Db, campaignId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM campaign_change
    WHERE campaign_id = ${campaignId} AND changes->'state'->>'after' = 'paused'
    ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.at ?? null;
}
