import type { MetricGroup, MetricsReport, ReportFigures } from '@ezdash/contracts';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { addDays } from '../figures';
import { presentKey } from './metricKeys';
import {
  type Before,
  type ExportedRow,
  figureOf,
  findMetrics,
  findNames,
  findSame,
  findWholeHoursUntil,
  hasConversions,
  isNamed,
  type MetricsRow,
} from './metrics.repo';
import { writeCursor } from './metricsCursor';
import type { Figure } from './metricsParts';
import { hourAround, QUARTER_MS, sameHour, yearBefore } from './metricsPeriod';
import type { MetricsAsk } from './metricsQuery';

/** Stands before every hour: no row is of it. */
const NO_HOUR = '-infinity';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What of a row is known. */
export type Presented = Pick<MetricsAsk, 'side' | 'hasRequests' | 'hasAuctions'> & { hasRevenue: boolean };

/**
 * Whether the account ever had a conversion. Without one nobody told us what came of its clicks: that is no revenue of
 * nothing, and no loss of all that was spent.
 */
export const knowsRevenue = async (db: Db, { side, ownerId }: Pick<MetricsAsk, 'side' | 'ownerId'>) =>
  side === 'advertiser' && (await hasConversions(db, ownerId));

/** A row of the database as the figures of an answer. */
export function presentFigures(
  row: Omit<MetricsRow, 'keys'> | NonNullable<ExportedRow['previous']>,
  { side, hasRequests, hasAuctions, hasRevenue }: Presented,
): ReportFigures {
  const isAdvertiser = side === 'advertiser';
  const figure = (name: Figure) => toNumber(BigInt(row[name]));
  return {
    requests: hasRequests ? figure('requests') : null,
    filled: hasRequests ? figure('filled') : null,
    below_floor: hasRequests ? figure('below_floor') : null,
    impressions: figure('impressions'),
    viewables: figure('viewables'),
    clicks: figure('clicks'),
    conversions: figure('conversions'),
    invalid: figure('invalid'),
    auctions: hasAuctions ? figure('auctions') : null,
    wins: hasAuctions ? figure('wins') : null,
    spend_micros: isAdvertiser ? figure('spend_micros') : null,
    revenue_micros: hasRevenue ? figure('revenue_micros') : null,
    earnings_micros: isAdvertiser ? null : figure('payout_micros'),
  };
}

/** For each group the names of the rows' keys; null where a key says it itself. */
export async function namesOf(db: Db, groups: readonly MetricGroup[], rows: readonly MetricsRow[]) {
  const names: (ReadonlyMap<number, string> | null)[] = [];
  for (const [index, group] of groups.entries()) {
    const ids = new Set(rows.map((row) => Number(row.keys[index])));
    names.push(isNamed(group) ? await findNames(db, group, [...ids]) : null);
  }
  return names;
}

type Compared = NonNullable<MetricsAsk['compared']>;

/** A key as it was in the period compared with: days moved along, hours by the clock of the timezone, all else the same. */
function keyBefore(
  group: MetricGroup,
  key: string,
  { period, timezone }: MetricsAsk,
  { how }: Compared,
): string {
  const moveDay = (day: string) => (how === 'year' ? yearBefore(day) : addDays(day, -period.days.length));
  if (group === 'date') return moveDay(key);
  return group === 'hour' ? (sameHour(key, timezone, moveDay) ?? NO_HOUR) : key;
}

/** The question of the period compared with. */
const askBefore = (ask: MetricsAsk, { period, hasAuctions }: Compared): MetricsAsk => ({
  ...ask,
  period,
  hasAuctions,
});

/** Every hour of the period on the clocks of the timezone, wherever on earth that is. */
function hoursOf({ period: { start, end }, timezone }: MetricsAsk): string[] {
  const hours = new Set<number>();
  for (let at = start.getTime() - DAY_MS; at < end.getTime() + DAY_MS; at += QUARTER_MS)
    hours.add(hourAround(at, timezone));
  return [...hours].map((at) => new Date(at).toISOString());
}

/** What the rows of a file are compared with. */
export function beforeOf(ask: MetricsAsk): Before | null {
  const { compared, groups, period } = ask;
  if (!compared) return null;
  const keys = { date: () => period.days, hour: () => hoursOf(ask) };
  const moving = groups.filter((group) => group === 'date' || group === 'hour');
  const pairs = moving.map(
    (group) =>
      [group, keys[group]().map((key) => [key, keyBefore(group, key, ask, compared)] as const)] as const,
  );
  return { ask: askBefore(ask, compared), moved: new Map(pairs) };
}

/** Figures of the period compared with: by the place of the row, and of all. */
async function readCompared(db: Db, ask: MetricsAsk, rows: readonly MetricsRow[]) {
  const { compared } = ask;
  if (!compared) return null;
  const before = askBefore(ask, compared);
  const found = await findSame(
    db,
    before,
    rows.map(({ keys }) =>
      ask.groups.map((group, index) => keyBefore(group, keys[index] ?? '', ask, compared)),
    ),
  );
  return { ...found, before, period: compared.period };
}

/** Answers a question from the rollups, out of one snapshot of the database. */
export function readMetrics(db: Db, ask: MetricsAsk): Promise<MetricsReport> {
  return inTransaction(
    db,
    async (trx) => {
      const { rows, totals, rowCount, hasMore } = await findMetrics(trx, ask);
      const names = await namesOf(trx, ask.groups, rows);
      const compared = await readCompared(trx, ask, rows);
      const hasRevenue = await knowsRevenue(trx, ask);
      const known = { ...ask, hasRevenue };
      const knownBefore = compared && { ...compared.before, hasRevenue };
      const last = rows.at(-1);
      const figureAt = ask.sort === 'key' ? null : figureOf(ask.sort);
      return {
        from: ask.period.from,
        to: ask.period.to,
        timezone: ask.timezone,
        groups: ask.groups,
        rows: rows.map((row, place) => {
          const previous = compared?.rows.get(place);
          return {
            keys: ask.groups.map((group, index) => presentKey(group, row.keys[index] ?? '')),
            names: names.map((named, index) => named?.get(Number(row.keys[index])) ?? null),
            ...presentFigures(row, known),
            previous: knownBefore && previous ? presentFigures(previous, knownBefore) : null,
          };
        }),
        row_count: rowCount,
        totals: presentFigures(totals, known),
        compared: compared &&
          knownBefore && {
            from: compared.period.from,
            to: compared.period.to,
            totals: presentFigures(compared.totals, knownBefore),
          },
        whole_hours_until: await findWholeHoursUntil(trx, ask),
        next_cursor:
          hasMore && last
            ? writeCursor({ figure: figureAt && String(last[figureAt]), keys: last.keys })
            : null,
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
