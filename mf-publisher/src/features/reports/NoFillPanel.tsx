import type { MetricGroup, NoFillReport, NoFillRow } from '@ezdash/contracts';
import { NO_FILL_REASONS, REQUEST_METRIC_GROUPS } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import {
  AppLink,
  Button,
  Delta,
  ErrorState,
  IconDownload,
  Panel,
  TableSkeleton,
  useFormat,
} from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { questionOf, type ReportState } from '@ezdash/ui/report';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { reportLink } from './reportLink';
import { useReportAddress } from './reportSide';
import { useErrorText, usePublisherNoFillQuery } from './reports.api';
import styles from './reports.module.css';

/** What a report's question says of figures alone. */
const OF_FIGURES = ['group', 'sort', 'order'];

const isListed = (reason: string) => reason in NO_FILL_REASONS && reason !== 'filled';
const keyOf = (reason: string) => (isListed(reason) ? reason : 'other');
const rowId = ({ reason }: NoFillRow) => reason;

function useColumns(data: NoFillReport | undefined): Column<NoFillRow>[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  return useMemo(() => {
    if (!data) return [];
    const { requests, compared } = data;
    const before = new Map(compared?.rows.map((row) => [row.reason, row.requests]));
    const missed = data.rows.reduce((sum, row) => sum + row.requests, 0);
    return [
      {
        key: 'reason',
        header: t('noFill.column.reason'),
        phone: 'title',
        cell: ({ reason }) => (
          <span className={styles.reason}>
            <b>{t(`noFill.reason.${keyOf(reason)}.name`)}</b>
            <small>{t(`noFill.reason.${keyOf(reason)}.todo`)}</small>
          </span>
        ),
        total: t('noFill.total'),
      },
      {
        key: 'requests',
        header: t('noFill.column.requests'),
        numeric: true,
        sort: (row) => row.requests,
        cell: ({ reason, requests: count }) => (
          <>
            <span className={styles.value}>{format.count(count)}</span>
            {compared ? <Delta now={count} before={before.get(reason) ?? 0} good="down" /> : null}
          </>
        ),
        total: format.count(missed),
      },
      {
        key: 'share',
        header: t('noFill.column.share'),
        numeric: true,
        cell: ({ requests: count }) => (
          <span className={styles.share}>
            {format.percent(count / requests, 1)}
            <span className={styles.track} aria-hidden>
              <span style={{ inlineSize: `${(count / requests) * 100}%` }} />
            </span>
          </span>
        ),
        total: format.percent(requests > 0 ? missed / requests : 0, 1),
      },
      {
        key: 'zone',
        header: t('noFill.column.zone'),
        cell: ({ zone, requests: count }) =>
          zone ? (
            <span className={styles.stacked}>
              <AppLink className="ez-link" href={`/publisher/properties/${zone.property_id}`}>
                <bdi className={styles.zone}>{zone.name}</bdi>
              </AppLink>
              <small>{t('noFill.zoneShare', { share: format.percent(zone.requests / count, 0) })}</small>
            </span>
          ) : (
            <span className="ez-dim">–</span>
          ),
      },
    ];
  }, [data, format, t]);
}

/** Dimensions of the filters by which ad requests are not known. */
const foreignOf = ({ filters }: ReportState): MetricGroup[] =>
  (Object.keys(filters) as MetricGroup[]).filter((group) => !REQUEST_METRIC_GROUPS.includes(group));

/** Requests have no advertiser, browser, system or language: the way to see them is without these filters. */
function NotKnown({ state, foreign }: { state: ReportState; foreign: readonly MetricGroup[] }) {
  const { t, i18n } = useTranslation('publisher');
  const { go } = useReportAddress();
  const names = new Intl.ListFormat(i18n.language.startsWith('de') ? 'de' : 'en').format(
    foreign.map((group) => t(`metricsReport.dimension.${group}`)),
  );
  const filters = Object.fromEntries(
    Object.entries(state.filters).filter(([group]) => !foreign.includes(group as MetricGroup)),
  );
  const without = reportLink({ ...questionOf({ ...state, filters }), timezone: state.timezone });
  return (
    <div className={styles.note}>
      <p>{t('noFill.notKnown', { dimensions: names })}</p>
      <Button variant="default" size="xs" onClick={() => go(without.slice(without.indexOf('?')), false)}>
        {t('noFill.clear')}
      </Button>
    </div>
  );
}

function Reasons({ data, isNarrowed }: { data: NoFillReport; isNarrowed: boolean }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const columns = useColumns(data);
  const { requests, filled } = data;
  if (requests === 0)
    return <p className={styles.note}>{t(isNarrowed ? 'noFill.noneMatch' : 'noFill.none')}</p>;
  const count = format.count(requests);
  if (filled === requests) return <p className={styles.note}>{t('noFill.allFilled', { requests: count })}</p>;
  return (
    <>
      <p className={styles.note}>
        {t('noFill.summary', {
          unfilled: format.count(requests - filled),
          requests: count,
          share: format.percent((requests - filled) / requests, 1),
        })}
      </p>
      <DataTable
        label={t('noFill.label')}
        rows={data.rows}
        columns={columns}
        rowId={rowId}
        rowName={({ reason }) => t(`noFill.reason.${keyOf(reason)}.name`)}
        initialSort={{ key: 'requests', direction: 'descending' }}
      />
    </>
  );
}

/** Why ad requests of the report found no ad, of the same days and filters. */
export function NoFillPanel({ state }: { state: ReportState }) {
  const { t } = useTranslation('publisher');
  const errorText = useErrorText();
  const foreign = foreignOf(state);
  const question = Object.fromEntries(
    Object.entries(questionOf(state)).filter(([name]) => !OF_FIGURES.includes(name)),
  );
  const isAsked = foreign.length === 0;
  const query = usePublisherNoFillQuery(question, { skip: !isAsked, refetchOnMountOrArgChange: 60 });
  const known = toApiError(query.error);
  const data = known ? query.currentData : query.data;
  return (
    <Panel
      title={t('noFill.title')}
      hint={t('noFill.hint')}
      flush
      aside={
        isAsked ? (
          <Button
            variant="subtle"
            size="xs"
            component="a"
            href={`/api/publisher/no-fill/export?${new URLSearchParams(question)}`}
            download
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          >
            {t('noFill.csv')}
          </Button>
        ) : undefined
      }
    >
      {!isAsked ? (
        <NotKnown state={state} foreign={foreign} />
      ) : data ? (
        <div className={query.currentData ? undefined : styles.stale} aria-busy={!query.currentData}>
          <Reasons data={data} isNarrowed={Object.keys(state.filters).length > 0} />
        </div>
      ) : known ? (
        <ErrorState
          title={t('noFill.errorTitle')}
          requestId={known.requestId}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
          level={3}
        >
          {errorText(known)} {t('noFill.errorKept')}
        </ErrorState>
      ) : (
        <TableSkeleton rows={4} columns={4} />
      )}
    </Panel>
  );
}
