import type { MetricGroup, MetricsReport, ReportFigures, SavedReport } from '@ezdash/contracts';

const COUNTS: ReportFigures = {
  requests: null,
  filled: null,
  impressions: 100_000,
  viewables: 71_500,
  clicks: 370,
  conversions: 18,
  invalid: 2_100,
  auctions: null,
  wins: null,
  spend_micros: 232_000_000,
  revenue_micros: 838_000_000,
  earnings_micros: null,
};

/** Figures of a row, so many times as large. */
export const testMetricFigures = (times = 1, changes: Partial<ReportFigures> = {}): ReportFigures => ({
  ...COUNTS,
  impressions: COUNTS.impressions * times,
  viewables: COUNTS.viewables * times,
  clicks: COUNTS.clicks * times,
  conversions: COUNTS.conversions * times,
  invalid: COUNTS.invalid * times,
  spend_micros: (COUNTS.spend_micros ?? 0) * times,
  revenue_micros: (COUNTS.revenue_micros ?? 0) * times,
  ...changes,
});

interface Row {
  keys: string[];
  names?: (string | null)[];
  times: number;
}

/** An answer with these rows. */
export function testMetrics(
  groups: MetricGroup[],
  rows: readonly Row[],
  changes: Partial<MetricsReport> = {},
): MetricsReport {
  return {
    from: '2026-11-14',
    to: '2026-11-20',
    timezone: 'UTC',
    groups,
    rows: rows.map(({ keys, names, times }) => ({
      keys,
      names: names ?? keys.map(() => null),
      ...testMetricFigures(times),
      previous: null,
    })),
    row_count: rows.length,
    totals: testMetricFigures(rows.reduce((sum, { times }) => sum + times, 0)),
    compared: null,
    next_cursor: null,
    ...changes,
  };
}

export const testSavedReport = (changes: Partial<SavedReport> = {}): SavedReport => ({
  id: 'mr_1k7a',
  name: 'Countries by device',
  query: 'group=country,device&period=last7&compare=previous',
  schedule: null,
  next_mail_at: null,
  last_mailed_at: null,
  failure: null,
  created_at: '2026-11-01T10:00:00Z',
  ...changes,
});
