import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import { cubeFor } from '../events';

const DAY_MS = 86_400_000;
/** What is older counts no more … */
const WINDOW_DAYS = 30;
/** … and of the rest every so many days half as much. */
const HALF_LIFE_DAYS = 10;

/** Counted impressions and clicks of a creative of a campaign that may run, each worth the less the older it is. */
export interface CreativeSum {
  creative_id: number;
  campaign_id: number;
  pricing: string;
  impressions: number;
  clicks: number;
}

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** The days of the window that are read by the day, and the first and all of those that are read by the hour. */
async function splitDays(trx: Db, first: string, boundary: Date) {
  const { rows } = await sql<{ day: string; folded: boolean }>`
    WITH oldest AS (SELECT min(day) AS day FROM rollup_day)
    SELECT d::date::text AS day, EXISTS (SELECT FROM rollup_day r WHERE r.day = d::date) AS folded
    FROM oldest CROSS JOIN generate_series(
      greatest(${first}::date, oldest.day)::timestamp, ${boundary.toISOString().slice(0, 10)}::timestamp, interval '1 day') d
    ORDER BY 1`.execute(trx);
  const folded = rows.filter((row) => row.folded).map(({ day }) => day);
  const open = rows.filter((row) => !row.folded).map(({ day }) => day);
  return { folded, open };
}

/** What was learnt in the hours before `boundary`: from the sums by the day as far as they go. */
export function readOldSums(db: Db, nowMs: number, boundary: Date): Promise<CreativeSum[]> {
  const today = dayOf(nowMs);
  const first = dayOf(nowMs - WINDOW_DAYS * DAY_MS);
  const cube = cubeFor('advertiser_id', ['campaign_id', 'creative_id']);
  if (cube === null) throw new Error('No daily cube tells creatives apart');
  return inTransaction(
    db,
    async (trx) => {
      const { folded, open } = await splitDays(trx, first, boundary);
      const { rows } = await sql<CreativeSum>`
        SELECT creative_id, campaign_id, c.pricing,
          sum(impressions * power(0.5, (${today}::date - day) / ${HALF_LIFE_DAYS}::float8))::float8 AS impressions,
          sum(clicks * power(0.5, (${today}::date - day) / ${HALF_LIFE_DAYS}::float8))::float8 AS clicks
        FROM (
          SELECT creative_id, campaign_id, day, impressions::int8, clicks::int8 FROM rollup_daily
          WHERE cube = ${sql.lit(cube.id)} AND day = ANY(${folded}::date[])
          UNION ALL
          SELECT creative_id, campaign_id, (hour AT TIME ZONE 'UTC')::date, impressions, clicks FROM rollup_hourly
          WHERE hour >= ${`${open[0] ?? first} 00:00:00+00`}::timestamptz AND hour < ${boundary}
            AND NOT (hour AT TIME ZONE 'UTC')::date = ANY(${folded}::date[])
        ) AS seen JOIN campaign c ON c.id = seen.campaign_id
        WHERE c.state NOT IN ('draft', 'archived') GROUP BY 1, 2, 3`.execute(trx);
      return rows;
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

/** What was learnt since `boundary`. */
export async function readNewSums(db: Db, boundary: Date): Promise<CreativeSum[]> {
  const { rows } = await sql<CreativeSum>`
    SELECT creative_id, campaign_id, c.pricing, sum(impressions)::float8 AS impressions, sum(clicks)::float8 AS clicks
    FROM rollup_hourly r JOIN campaign c ON c.id = r.campaign_id
    WHERE c.state NOT IN ('draft', 'archived') AND r.hour >= ${boundary} GROUP BY 1, 2, 3`.execute(db);
  return rows;
}
