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
} from '@ezdash/ui';
import { type ReactNode, useState } from 'react';
import { ReportActions } from './ReportActions';
import { ReportBar } from './ReportBar';
import { ReportChart } from './ReportChart';
import { ReportFailed } from './ReportFailed';
import { type ReportSide, ReportSideContext, useReportSide, useReportText } from './ReportSide';
import { ReportStrip } from './ReportStrip';
import { ReportTable } from './ReportTable';
import classes from './report.module.css';
import { questionOf, type ReportState } from './reportState';
import { ScheduleDialog } from './ScheduleDialog';
import { useReport } from './useReport';
import { useSaved } from './useSaved';

/** Rows that the page shows; the file has all. */
const ROWS_SHOWN = '2000';
const CHART_HEIGHT = 320;

function Figures() {
  const { t } = useReportText();
  const { api, tiles } = useReportSide();
  const format = useFormat();
  const { state, change } = useReport();
  const question = { ...questionOf(state), limit: ROWS_SHOWN };
  const query = api.useFigures(question, { refetchOnMountOrArgChange: 60 });
  const { error, isFetching, refetch } = query;
  // While another report is made the one before stays; when it cannot be made, that would be a lie.
  const data = error ? query.currentData : query.data;
  if (error && !data)
    return <ReportFailed error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <>
        <StatSkeleton tiles={tiles.length} />
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

type Beneath = (report: ReportState) => ReactNode;

function Report({ title, beneath }: { title: string; beneath?: Beneath }) {
  const { t } = useReportText();
  const { state, change } = useReport();
  const { reports, saved, open, isMissing, isUnknown, scheduled, schedule } = useSaved();
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <>
      <NoDateRange />
      <PageHeader
        title={title}
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
      <div className={classes.notices}>
        {failure ? <Notice tone="bad">{failure}</Notice> : null}
        {isMissing ? <Notice tone="warn">{t('metricsReport.missing')}</Notice> : null}
        {isUnknown ? <Notice tone="warn">{t('metricsReport.savedUnknown')}</Notice> : null}
        {saved?.failure ? (
          <Notice tone="warn">{t('metricsReport.notMailed', { name: saved.name })}</Notice>
        ) : null}
      </div>
      <div className={`ez-stack ${classes.page}`}>
        <ReportBar state={state} change={change} />
        <Figures />
        {beneath?.(state)}
      </div>
      {scheduled ? <ScheduleDialog report={scheduled} onClose={() => schedule(null)} /> : null}
    </>
  );
}

export interface ReportPageProps {
  /** The page's h1. */
  title: string;
  side: ReportSide;
  /** What the side has to say below the figures, of the same report. */
  beneath?: Beneath;
}

/** Reports on delivery: grouped, narrowed, compared, drawn, kept, mailed and taken away as a file. */
export function ReportPage({ side, ...page }: ReportPageProps) {
  return (
    <ReportSideContext value={side}>
      <Report {...page} />
    </ReportSideContext>
  );
}
