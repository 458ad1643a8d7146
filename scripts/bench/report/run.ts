import { sql } from 'kysely';
import { metricsAsk, metricsQuery, readMetrics } from '../../../api/src/features/reports';
import { type Db, openDb } from '../../../api/src/platform/db';
import type { DatabaseRoles } from '../../../api/src/startup/prepareDatabase';
import { type Market, type MarketSize, makeMarket, marketOf } from '../database/makeMarket';
import { withDatabase } from '../database/withDatabase';
import { makeYear } from './makeYear';
import { type Question, questions, SIDES } from './questions';

const CAMPAIGNS = 1_000;
const SIZE: MarketSize = {
  advertisers: 40,
  campaigns: CAMPAIGNS,
  creativesPerCampaign: 2,
  publishers: 60,
  properties: 180,
  zones: 600,
};
/** A folder in which the year is kept, so that the next run need not make it again. */
const KEPT_DIR = process.env.BENCH_REPORT_DIR;
const QUERIES = 120;
/** By four dimensions: most have no cube and are read by the hour. */
const QUERIES_OF_FOUR = 60;
const NOW = new Date('2026-11-21T09:00:00Z');
const YEAR = { from: '2025-11-22', to: '2026-11-21' };
/** Where the owners sit: their days are UTC's, or 1 to 2 hours before or 7 to 8 behind them, or begin within an hour. */
const TIMEZONES = {
  utc: 'UTC',
  berlin: 'Europe/Berlin',
  los_angeles: 'America/Los_Angeles',
  kolkata: 'Asia/Kolkata',
} as const;
const ZONES = [
  'utc',
  'berlin',
  'los_angeles',
  'kolkata',
] as const satisfies readonly (keyof typeof TIMEZONES)[];

interface Answered extends Question {
  zone: keyof typeof TIMEZONES;
  timeMs: number;
}

/** Each question in each of the timezones, one after the other. */
async function askAll(db: Db, asked: readonly Question[]): Promise<Answered[]> {
  const answered: Answered[] = [];
  let silent = 0;
  for (const question of asked) {
    const { side, ownerId, groups, from } = question;
    for (const zone of ZONES) {
      const timezone = TIMEZONES[zone];
      const query = metricsQuery.parse({ from, to: YEAR.to, timezone, group: groups.join(',') });
      const startedMs = performance.now();
      const { row_count } = await readMetrics(db, metricsAsk(query, side, ownerId, NOW));
      answered.push({ ...question, zone, timeMs: performance.now() - startedMs });
      if (row_count === 0) silent += 1;
    }
  }
  // A small owner's campaigns may all lie outside a short period; most questions must have an answer.
  if (silent * 10 > answered.length)
    throw new Error(`${silent} of ${answered.length} questions found nothing`);
  return answered;
}

const percentile = (answered: readonly Answered[], share: number) => {
  const sorted = answered.map(({ timeMs }) => timeMs).sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
};

/** The 95th percentile of every side and timezone, and of the questions by day, which are the dearest away from UTC. */
function percentiles(answered: readonly Answered[]): Record<string, number> {
  const metrics: Record<string, number> = {};
  for (const side of SIDES)
    for (const zone of ZONES) {
      const these = answered.filter((each) => each.side === side && each.zone === zone);
      metrics[`${side}_${zone}_p95_ms`] = percentile(these, 0.95);
    }
  for (const zone of ZONES) {
    const byDay = answered.filter((each) => each.zone === zone && each.groups.includes('date'));
    metrics[`by_day_${zone}_p95_ms`] = percentile(byDay, 0.95);
  }
  return metrics;
}

export interface BenchResult {
  metrics: Record<string, number>;
  notes: string[];
}

/** The year, made unless it is there already; and how long that took. */
async function openYear(db: Db): Promise<{ market: Market; madeMs: number }> {
  const { rows } = await sql<{ days: bigint; requests: bigint }>`
    SELECT count(*) AS days, count(*) FILTER (WHERE has_requests) AS requests FROM rollup_day`.execute(db);
  if (rows[0]?.days !== 0n) {
    if (rows[0]?.requests === 0n) throw new Error('The kept year is of an older bench: remove its folder');
    return { market: marketOf(SIZE), madeMs: 0 };
  }
  const startedMs = performance.now();
  const market = await makeMarket(db, SIZE);
  await makeYear(db, market, YEAR);
  return { market, madeMs: performance.now() - startedMs };
}

const READ = ['rollup_hourly', 'rollup_daily', 'invalid_hourly', 'request_hourly', 'request_daily'];
type Counted = Record<'hourly' | 'daily' | 'requests' | 'requests_daily' | 'bytes', bigint>;

async function measure({ owner }: DatabaseRoles): Promise<BenchResult> {
  const { db } = openDb(owner, { max: 1, statementTimeoutMs: 0 });
  try {
    const { market, madeMs } = await openYear(db);
    const { rows } = await sql<Counted>`
      SELECT (SELECT count(*) FROM rollup_hourly) AS hourly, (SELECT count(*) FROM rollup_daily) AS daily,
        (SELECT count(*) FROM request_hourly) AS requests, (SELECT count(*) FROM request_daily) AS requests_daily,
        (SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(${READ}::text[]) name)::int8 AS bytes`.execute(
      db,
    );
    const asked = questions(market, QUERIES, 2);
    const ofFour = questions(market, QUERIES_OF_FOUR, 4);
    const first = await askAll(db, asked);
    const answered = await askAll(db, asked);
    await askAll(db, ofFour);
    const four = await askAll(db, ofFour);
    const [counted] = rows;
    return {
      metrics: {
        p95_ms: percentile(answered, 0.95),
        p50_ms: percentile(answered, 0.5),
        max_ms: percentile(answered, 1),
        first_p95_ms: percentile(first, 0.95),
        ...percentiles(answered),
        four_p95_ms: percentile(four, 0.95),
        four_p50_ms: percentile(four, 0.5),
        four_max_ms: percentile(four, 1),
        rows: Number(counted?.hourly ?? 0n),
        daily_rows: Number(counted?.daily ?? 0n),
        request_rows: Number(counted?.requests ?? 0n),
        daily_request_rows: Number(counted?.requests_daily ?? 0n),
        queries: answered.length,
      },
      notes: [
        `${CAMPAIGNS} campaigns of ${market.size.advertisers} advertisers on ${market.size.zones} zones of ${market.size.publishers} publishers over a year, each 60 days long, every twentieth the whole year; the read side of the Metrics page, one question after the other, each by two dimensions with totals and names, mostly over the whole year, each in the days of ${Object.values(TIMEZONES).join(', ')}; p95_ms is of all of them.`,
        `Owners are drawn by how much they have; every pair of dimensions may be among the questions. All are asked twice and the second answers are measured: the system's cache then holds what it can of ${Math.round(Number(counted?.bytes ?? 0n) / 2 ** 20)} MB, PostgreSQL's own is as small as the embedded server's. first_p95_ms is of the first answers, which may have been read from the disk.`,
        `four_* are of ${four.length} questions by four dimensions, asked the same way.`,
        madeMs > 0
          ? `The year took ${Math.round(madeMs / 1_000)} s to make; with BENCH_REPORT_DIR set to a folder it is kept there for the next run.`
          : 'The year was kept from an earlier run.',
      ],
    };
  } finally {
    await db.destroy();
  }
}

/** A year of figures, grouped by two dimensions: how long an answer takes. */
export function run(): Promise<BenchResult> {
  return withDatabase(measure, KEPT_DIR || undefined);
}
