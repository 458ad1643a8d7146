import { ADVERTISER_METRIC_GROUPS, METRIC_GROUPS } from '@ezdash/contracts/constants';
import type { ReportSide } from '@ezdash/ui/report';
import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { publisherReportApi } from './reports.api';

export function useReportAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const go = useCallback(
    // As text: search params would write every comma as %2C.
    (to: string, replace: boolean) => void navigate({ search: to }, { replace, preventScrollReset: true }),
    [navigate],
  );
  return { search, go };
}

/** The publisher's reports: their properties and zones, whose ads were shown and what was earned. */
export const publisherReportSide: ReportSide = {
  namespace: 'publisher',
  groups: METRIC_GROUPS.filter((group) => !ADVERTISER_METRIC_GROUPS.includes(group)),
  first: 'zone',
  figures: [
    'earnings_micros',
    'ecpm_micros',
    'rpm_micros',
    'requests',
    'fill_rate',
    'below_floor',
    'floor_loss',
    'impressions',
    'viewables',
    'view_rate',
    'clicks',
    'ctr',
    'conversions',
    'invalid',
    'invalid_rate',
  ],
  columns: [
    'earnings_micros',
    'ecpm_micros',
    'rpm_micros',
    'requests',
    'fill_rate',
    'floor_loss',
    'impressions',
    'view_rate',
    'clicks',
    'ctr',
  ],
  tiles: ['earnings_micros', 'ecpm_micros', 'fill_rate', 'floor_loss', 'view_rate'],
  worth: 'earnings_micros',
  api: publisherReportApi,
  useAddress: useReportAddress,
};
