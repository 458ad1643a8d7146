import type { SavedReport } from '@ezdash/contracts';
import {
  BlockSkeleton,
  Button,
  EmptyState,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  StatSkeleton,
  TableSkeleton,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../components/LoadError';
import { Notices } from '../components/Notices';
import {
  useMetricsReportFiguresQuery,
  useMetricsReportSavedQuery,
} from '../features/metrics/metricsReport.api';
import classes from '../features/metrics/metricsReport.module.css';
import { ReportActions } from '../features/metrics/ReportActions';
import { ReportBar } from '../features/metrics/ReportBar';
import { ReportChart } from '../features/metrics/ReportChart';
import { ReportStrip } from '../features/metrics/ReportStrip';
import { ReportTable } from '../features/metrics/ReportTable';
import { questionOf, readReport } from '../features/metrics/reportState';
import { ScheduleDialog } from '../features/metrics/ScheduleDialog';
import { useReport } from '../features/metrics/useReport';

/** Rows that the page shows; the file has all. */
const ROWS_SHOWN = '2000';
const STOP = 'stop';
const CHART_HEIGHT = 320;

/** What the address names of a saved report, and whether it was opened to end its mails. */
function useSaved() {
  const { state, search, go } = useReport();
  const { data, error } = useMetricsReportSavedQuery();
  const [scheduled, setScheduled] = useState<string | null>(null);
  const reports = data?.reports ?? [];
  const saved = reports.find(({ id }) => id === state.report) ?? null;
  const open = (report: SavedReport, replace = false) =>
    go({ ...readReport(new URLSearchParams(report.query)), report: report.id }, replace);
  const isBare = state.report !== null && !search.has('group');
  const wantsStop = search.has(STOP);
  // A link of a mail names the report alone: the address then becomes what was saved.
  useEffect(() => {
    if (!saved || !isBare) return;
    if (wantsStop) setScheduled(saved.id);
    open(saved, true);
  });
  return {
    reports,
    saved,
    open,
    isMissing: state.report !== null && data !== undefined && saved === null,
    isUnknown: error !== undefined,
    scheduled: reports.find(({ id }) => id === scheduled) ?? null,
    schedule: (report: SavedReport | null) => setScheduled(report?.id ?? null),
  };
}

function Figures() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { state, change } = useReport();
  const question = { ...questionOf(state), limit: ROWS_SHOWN };
  const query = useMetricsReportFiguresQuery(question, { refetchOnMountOrArgChange: 60 });
  const { error, isFetching, refetch } = query;
  // While another report is made the one before stays; when it cannot be made, that would be a lie.
  const data = error ? query.currentData : query.data;
  if (error && !data)
    return (
      <LoadError
        title={t('metricsReport.errorTitle')}
        kept={t('metricsReport.errorKept')}
        error={error}
        retrying={isFetching}
        onRetry={refetch}
      />
    );
  if (!data)
    return (
      <>
        <StatSkeleton tiles={5} />
        <Panel label={t('metricsReport.totals')}>
          <BlockSkeleton height={CHART_HEIGHT} />
        </Panel>
        <Panel label={t('metricsReport.table.label')} flush>
          <TableSkeleton rows={8} columns={8} />
        </Panel>
      </>
    );
  const isNarrowed = Object.keys(state.filters).length > 0;
  const hasMore = data.row_count > data.rows.length;
  return (
    <>
      <ReportStrip data={data} />
      <ReportChart state={state} period={data} onFigure={(figure) => change({ figure })} />
      <div className={query.currentData ? undefined : classes.stale} aria-busy={!query.currentData}>
        <Panel label={t('metricsReport.table.label')} flush>
          {data.rows.length === 0 ? (
            <EmptyState
              title={t(isNarrowed ? 'metricsReport.filteredEmpty.title' : 'metricsReport.empty.title')}
              action={
                isNarrowed ? (
                  <Button variant="default" onClick={() => change({ filters: {} })}>
                    {t('metricsReport.filteredEmpty.clear')}
                  </Button>
                ) : undefined
              }
            >
              {t(isNarrowed ? 'metricsReport.filteredEmpty.text' : 'metricsReport.empty.text')}
            </EmptyState>
          ) : (
            <>
              <ReportTable state={state} data={data} onSort={(sort, order) => change({ sort, order })} />
              {hasMore ? (
                <p className={classes.foot}>
                  {t('metricsReport.table.more', {
                    shown: format.count(data.rows.length),
                    all: format.count(data.row_count),
                  })}
                </p>
              ) : null}
            </>
          )}
        </Panel>
      </div>
    </>
  );
}

/** `/advertiser/metrics` */
export function MetricsPage() {
  const { t } = useTranslation('advertiser');
  const { state, change } = useReport();
  const { reports, saved, open, isMissing, isUnknown, scheduled, schedule } = useSaved();
  const [failure, setFailure] = useState<string | null>(null);
  usePageTitle(t('page.metrics'));
  return (
    <>
      <NoDateRange />
      <PageHeader
        title={t('page.metrics')}
        lead={t('metricsReport.lead', { timezone: state.timezone.replaceAll('_', ' ') })}
        actions={
          <ReportActions
            state={state}
            reports={reports}
            saved={saved}
            onOpen={(report) => open(report)}
            onSaved={(report) => open(report, true)}
            onDeleted={() => change({ report: null }, true)}
            onSchedule={schedule}
            onFailure={setFailure}
          />
        }
      />
      <Notices>
        {failure ? <Notice tone="bad">{failure}</Notice> : null}
        {isMissing ? <Notice tone="warn">{t('metricsReport.missing')}</Notice> : null}
        {isUnknown ? <Notice tone="warn">{t('metricsReport.savedUnknown')}</Notice> : null}
        {saved?.failure ? (
          <Notice tone="warn">{t('metricsReport.notMailed', { name: saved.name })}</Notice>
        ) : null}
      </Notices>
      <div className={`ez-stack ${classes.page}`}>
        <ReportBar state={state} change={change} />
        <Figures />
      </div>
      {scheduled ? <ScheduleDialog report={scheduled} onClose={() => schedule(null)} /> : null}
    </>
  );
}
