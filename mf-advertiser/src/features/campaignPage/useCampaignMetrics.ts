import type { DateRange, MetricGroup, ReportRow } from '@ezdash/contracts';
import { useMetricsReportFiguresQuery } from '../metrics/metricsReport.api';

/** A campaign's own days and creatives are few; a chart of more days than this has no point a day can be seen in. */
const ROWS_MOST = '1000';
/** They change with every impression, and an answer of days is larger than one of sums. */
const POLL = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;

export interface CampaignMetrics {
  /** One for each value that had something; null until they are there. */
  rows: ReportRow[] | null;
  /** Why there are none; nothing while old ones are there. */
  error: unknown;
  retry: () => void;
  retrying: boolean;
}

/** Figures of one campaign told apart by something, as the Metrics page and the API tell them. */
export function useCampaignMetrics(id: string, range: DateRange, group: MetricGroup): CampaignMetrics {
  const question = { group, campaign: id, from: range.from, to: range.to, timezone: 'UTC', limit: ROWS_MOST };
  const query = useMetricsReportFiguresQuery(question, POLL);
  const rows = query.currentData?.rows ?? null;
  return {
    rows,
    // What is there stays when asking again fails; the next time comes by itself.
    error: rows ? undefined : query.error,
    retry: query.refetch,
    retrying: query.isFetching,
  };
}
