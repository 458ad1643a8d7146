import {
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
import type { ReportState } from './reportState';
import { ScheduleDialog } from './ScheduleDialog';
import { type ReportControls, useReport } from './useReport';
import { useReportData } from './useReportData';
import { useSaved } from './useSaved';

function Empty({ state, change }: ReportControls) {
  const { t } = useReportText();
  const isNarrowed = Object.keys(state.filters).length > 0;
  return (
    <Panel label={t('metricsReport.table.label')} flush>
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
    </Panel>
  );
}

function Figures({ state, change }: ReportControls) {
  const { t } = useReportText();
  const { tiles } = useReportSide();
  const format = useFormat();
  const { data, isCurrent, period, error, isFetching, refetch } = useReportData(state);
  if (error && !data) return <ReportFailed error={error} retrying={isFetching} onRetry={refetch} />;
  const until = data?.all.whole_hours_until;
  return (
    <>
      {until ? (
        <Notice tone="info">
          {t('metricsReport.wholeHours', { day: format.date(until.slice(0, 'YYYY-MM-DD'.length)) })}
        </Notice>
      ) : null}
      {data ? <ReportStrip data={data.all} /> : <StatSkeleton tiles={tiles.length} />}
      <ReportChart state={state} period={period ?? data?.all ?? null} change={change} />
      {data ? (
        <div className={isCurrent ? undefined : classes.stale} aria-busy={!isCurrent}>
          {data.all.rows.length === 0 ? (
            <Empty state={state} change={change} />
          ) : (
            <ReportTable data={data} state={state} change={change}>
              {data.all.row_count > data.all.rows.length ? (
                <p className={classes.foot}>
                  {t('metricsReport.table.more', {
                    shown: format.count(data.all.rows.length),
                    all: format.count(data.all.row_count),
                  })}
                </p>
              ) : null}
            </ReportTable>
          )}
        </div>
      ) : (
        <Panel label={t('metricsReport.table.label')} flush>
          <TableSkeleton rows={8} columns={8} />
        </Panel>
      )}
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
        <Figures state={state} change={change} />
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
