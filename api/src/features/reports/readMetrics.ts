import type { MetricGroup, MetricsReport, ReportFigures } from '@ezdash/contracts';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { addDays } from '../figures';
import { presentKey } from './metricKeys';
import {
  figureOf,
  findMetrics,
  findNames,
  findSame,
  hasConversions,
  isNamed,
  type MetricsRow,
} from './metrics.repo';
import { writeCursor } from './metricsCursor';
import { sameHour, yearBefore } from './metricsPeriod';
import type { MetricsAsk } from './metricsQuery';

/** Stands before every hour: no row is of it. */
const NO_HOUR = '-infinity';

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
  row: MetricsRow,
  { side, hasRequests, hasAuctions, hasRevenue }: Presented,
): ReportFigures {
  const isAdvertiser = side === 'advertiser';
  return {
    requests: hasRequests ? toNumber(row.requests) : null,
    filled: hasRequests ? toNumber(row.filled) : null,
    below_floor: hasRequests ? toNumber(row.below_floor) : null,
    impressions: toNumber(row.impressions),
    viewables: toNumber(row.viewables),
    clicks: toNumber(row.clicks),
    conversions: toNumber(row.conversions),
    invalid: toNumber(row.invalid),
    auctions: hasAuctions ? toNumber(row.auctions) : null,
    wins: hasAuctions ? toNumber(row.wins) : null,
    spend_micros: isAdvertiser ? toNumber(row.spend_micros) : null,
    revenue_micros: hasRevenue ? toNumber(row.revenue_micros) : null,
    earnings_micros: isAdvertiser ? null : toNumber(row.payout_micros),
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

/** The keys of a row in the period compared with: days moved along, hours by the clock of the timezone, all else the same. */
function keysBefore(row: MetricsRow, ask: MetricsAsk, compared: NonNullable<MetricsAsk['compared']>) {
  const { groups, period, timezone } = ask;
  const moveDay = (day: string) =>
    compared.how === 'year' ? yearBefore(day) : addDays(day, -period.days.length);
  return groups.map((group, index) => {
    const key = row.keys[index] ?? '';
    if (group === 'date') return moveDay(key);
    return group === 'hour' ? (sameHour(key, timezone, moveDay) ?? NO_HOUR) : key;
  });
}

/** Figures of the period compared with: by the place of the row, and of all. */
async function readCompared(db: Db, ask: MetricsAsk, rows: readonly MetricsRow[]) {
  const { compared } = ask;
  if (!compared) return null;
  const before = { ...ask, period: compared.period, hasAuctions: compared.hasAuctions };
  const found = await findSame(
    db,
    before,
    rows.map((row) => keysBefore(row, ask, compared)),
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
        next_cursor:
          hasMore && last
            ? writeCursor({ figure: figureAt && String(last[figureAt]), keys: last.keys })
            : null,
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
