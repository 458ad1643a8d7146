import { METRIC_GROUPS, PUBLISHER_METRIC_GROUPS } from '@ezdash/contracts/constants';
import type { ReportSide } from '@ezdash/ui/report';
import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { METRIC_COLUMNS } from './metricColumns';
import { advertiserReportApi } from './metricsReport.api';

function useAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const go = useCallback(
    // As text: search params would write every comma as %2C.
    (to: string, replace: boolean) => void navigate({ search: to }, { replace, preventScrollReset: true }),
    [navigate],
  );
  return { search, go };
}

/** The advertiser's reports: their campaigns, what they paid and what came of it. */
export const metricsSide: ReportSide = {
  namespace: 'advertiser',
  groups: METRIC_GROUPS.filter((group) => !PUBLISHER_METRIC_GROUPS.includes(group)),
  first: 'campaign',
  figures: METRIC_COLUMNS,
  columns: [
    'impressions',
    'view_rate',
    'clicks',
    'ctr',
    'conversions',
    'cvr',
    'ecpm_micros',
    'spend_micros',
    'revenue_micros',
    'roi',
  ],
  tiles: ['spend_micros', 'revenue_micros', 'roi', 'win_rate', 'invalid_rate'],
  worth: 'spend_micros',
  api: advertiserReportApi,
  useAddress,
};
