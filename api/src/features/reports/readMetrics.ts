import type { MetricFigures, Metrics } from '@ezdash/contracts';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { presentKey } from './metricKeys';
import { findMetrics, findNames, isNamed, type MetricsRow } from './metrics.repo';
import type { MetricsAsk } from './metricsQuery';

function presentFigures(row: MetricsRow, { side, hasRequests }: MetricsAsk): MetricFigures {
  return {
    requests: hasRequests ? toNumber(row.requests) : null,
    filled: hasRequests ? toNumber(row.filled) : null,
    impressions: toNumber(row.impressions),
    viewables: toNumber(row.viewables),
    clicks: toNumber(row.clicks),
    conversions: toNumber(row.conversions),
    invalid: toNumber(row.invalid),
    spend_micros: side === 'advertiser' ? toNumber(row.spend_micros) : null,
    earnings_micros: side === 'publisher' ? toNumber(row.payout_micros) : null,
  };
}

/** For each group the names of the rows' keys; null where a key says it itself. */
async function namesOf(db: Db, { groups }: MetricsAsk, rows: readonly MetricsRow[]) {
  const names: (ReadonlyMap<number, string> | null)[] = [];
  for (const [index, group] of groups.entries()) {
    const ids = new Set(rows.map((row) => Number(row.keys[index])));
    names.push(isNamed(group) ? await findNames(db, group, [...ids]) : null);
  }
  return names;
}

/** Answers a question from the rollups, out of one snapshot of the database. */
export function readMetrics(db: Db, ask: MetricsAsk): Promise<Metrics> {
  return inTransaction(
    db,
    async (trx) => {
      const { rows, totals, rowCount } = await findMetrics(trx, ask);
      const names = await namesOf(trx, ask, rows);
      return {
        from: ask.period.from,
        to: ask.period.to,
        timezone: ask.timezone,
        groups: ask.groups,
        rows: rows.map((row) => ({
          keys: ask.groups.map((group, index) => presentKey(group, row.keys[index] ?? '')),
          names: names.map((known, index) => known?.get(Number(row.keys[index])) ?? null),
          ...presentFigures(row, ask),
        })),
        row_count: rowCount,
        totals: presentFigures(totals, ask),
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
