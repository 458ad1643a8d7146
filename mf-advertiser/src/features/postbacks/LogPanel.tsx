import type { PostbackLogEntry } from '@ezdash/contracts';
import { toApiError, useLivePolling } from '@ezdash/store';
import {
  Button,
  CodeBlock,
  Drawer,
  EmptyState,
  ErrorState,
  Panel,
  type State,
  Status,
  TableSkeleton,
  useFormat,
} from '@ezdash/ui';
import { type Column, DataTable, Select } from '@ezdash/ui/data';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useAdvertiserGoalsQuery } from '../form/goals.api';
import { Pager } from './Pager';
import { usePostbacksLogQuery } from './postbacks.api';
import classes from './postbacks.module.css';
import { reportedIn } from './reportedIn';
import { LOG_OUTCOMES, LOG_SOURCES, useLogFilter } from './useLogFilter';
import { usePages } from './usePages';

const POLL_MS = 5_000;
const ROWS = 10;

const idOf = ({ id }: PostbackLogEntry) => id;
const nameOf = ({ goal, received_at }: PostbackLogEntry) => `${goal.name} ${received_at}`;

const STATES: Partial<Record<string, State>> = {
  attributed: 'approved',
  waiting: 'waiting',
  pending: 'pending',
  rejected: 'rejected',
  test: 'verified',
};
const stateOf = ({ verdict }: PostbackLogEntry): State =>
  verdict === null ? 'failed' : (STATES[verdict] ?? 'cancelled');

/** What the allow-list refused is said in words: whoever reported it is kept nowhere. */
function Reason({ code }: { code: string }) {
  const { t } = useTranslation('advertiser');
  return code === 'ADDRESS_NOT_ALLOWED' ? (
    t('postbacks.log.notAllowed')
  ) : (
    <span className="ez-mono">{code}</span>
  );
}

function Outcome({ entry }: { entry: PostbackLogEntry }) {
  const { t } = useTranslation('advertiser');
  const { verdict, status, code } = entry;
  const unread = reportedIn(entry.request)
    .unread.map((field) => t(`postbacks.log.unread.${field}`))
    .join(' · ');
  return (
    <Status
      plain
      stacked
      state={stateOf(entry)}
      label={verdict === null ? t('postbacks.log.refused', { status }) : t(`postbacks.verdict.${verdict}`)}
      reason={code ? <Reason code={code} /> : unread}
    />
  );
}

function Filters() {
  const { t } = useTranslation('advertiser');
  const { filter, set } = useLogFilter();
  const { data } = useAdvertiserGoalsQuery();
  return (
    <div className={classes.row}>
      <Select
        aria-label={t('postbacks.log.goal')}
        placeholder={t('postbacks.log.allGoals')}
        clearable
        data={(data?.goals ?? []).map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
        value={filter.goal ?? null}
        onChange={(value) => set('goal', value)}
      />
      <Select
        aria-label={t('postbacks.log.outcome')}
        placeholder={t('postbacks.log.allOutcomes')}
        clearable
        data={LOG_OUTCOMES.map((value) => ({ value, label: t(`postbacks.log.outcomes.${value}`) }))}
        value={filter.outcome ?? null}
        onChange={(value) => set('outcome', value)}
      />
      <Select
        aria-label={t('postbacks.log.source')}
        placeholder={t('postbacks.log.allSources')}
        clearable
        data={LOG_SOURCES.map((value) => ({ value, label: t(`postbacks.log.sources.${value}`) }))}
        value={filter.source ?? null}
        onChange={(value) => set('source', value)}
      />
    </div>
  );
}

function Entry({ entry, onClose }: { entry: PostbackLogEntry; onClose: () => void }) {
  const { t } = useTranslation('advertiser');
  const statusOf = useReportedStatus();
  const format = useFormat();
  return (
    <Drawer opened onClose={onClose} title={t('postbacks.log.entry')}>
      <div className={classes.body}>
        <dl className={classes.facts}>
          <dt>{t('postbacks.log.when', { zone: format.timezone })}</dt>
          <dd>{format.dateTime(entry.received_at, { seconds: true })}</dd>
          <dt>{t('postbacks.log.goal')}</dt>
          <dd>
            <bdi>{entry.goal.name}</bdi> <span className="ez-mono">{entry.goal.id}</span>
          </dd>
          <dt>{t('postbacks.log.source')}</dt>
          <dd>{t(`postbacks.log.sources.${entry.source}`)}</dd>
          <dt>{t('postbacks.log.value')}</dt>
          <dd>{reportedIn(entry.request).value ?? t('figure.none')}</dd>
          <dt>{t('postbacks.log.status')}</dt>
          <dd>{statusOf(entry)}</dd>
          <dt>{t('postbacks.log.outcome')}</dt>
          <dd>
            <Outcome entry={entry} />
          </dd>
          <dt>{t('postbacks.log.took')}</dt>
          <dd>{t('postbacks.log.ms', { ms: entry.took_ms })}</dd>
        </dl>
        {entry.verdict ? (
          <p className={classes.quiet}>{t(`postbacks.verdictText.${entry.verdict}`)}</p>
        ) : null}
        <CodeBlock
          label={t('postbacks.log.request')}
          language={entry.method}
          code={entry.request.replaceAll('&', '\n&')}
        />
        <CodeBlock label={t('postbacks.log.answer')} language={String(entry.status)} code={entry.answer} />
      </div>
    </Drawer>
  );
}

/** The status that a report told, in words; what it told that is none stays as it is. */
function useReportedStatus() {
  const { t } = useTranslation('advertiser');
  return useCallback(
    ({ request }: PostbackLogEntry) => {
      const { status } = reportedIn(request);
      if (status === null) return t('figure.none');
      return t(`postbacks.status.${status}`, { defaultValue: status });
    },
    [t],
  );
}

function useColumns(onOpen: (entry: PostbackLogEntry) => void): Column<PostbackLogEntry>[] {
  const { t } = useTranslation('advertiser');
  const statusOf = useReportedStatus();
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'when',
        header: t('postbacks.log.when', { zone: format.timezone }),
        phone: 'title',
        cell: (entry) => (
          <button type="button" className="ez-link" onClick={() => onOpen(entry)}>
            {format.dateTime(entry.received_at, { seconds: true })}
          </button>
        ),
      },
      { key: 'goal', header: t('postbacks.log.goal'), cell: ({ goal }) => <bdi>{goal.name}</bdi> },
      {
        key: 'source',
        header: t('postbacks.log.source'),
        cell: ({ source }) => t(`postbacks.log.sources.${source}`),
      },
      {
        key: 'value',
        header: t('postbacks.log.value'),
        numeric: true,
        cell: ({ request }) => reportedIn(request).value ?? t('figure.none'),
      },
      { key: 'status', header: t('postbacks.log.status'), cell: statusOf },
      {
        key: 'outcome',
        header: t('postbacks.log.outcome'),
        phone: 'badge',
        cell: (entry) => <Outcome entry={entry} />,
      },
    ],
    [t, format, onOpen, statusOf],
  );
}

/** What came in, newest first, as it comes. */
export function LogPanel() {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const { filter, set } = useLogFilter();
  const pages = usePages(JSON.stringify(filter));
  const [open, setOpen] = useState<PostbackLogEntry | null>(null);
  const columns = useColumns(setOpen);
  const query = usePostbacksLogQuery({ ...filter, before: pages.before }, useLivePolling(POLL_MS));
  const list = query.currentData;
  const failure = toApiError(query.error);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Panel
      title={t('postbacks.log.title')}
      hint={list ? t('postbacks.log.kept', { count: list.kept_days }) : undefined}
      flush
    >
      <div aria-busy={query.isFetching}>
        {list ? (
          <>
            <DataTable
              label={t('postbacks.log.lines')}
              rows={list.entries}
              columns={columns}
              rowId={idOf}
              rowName={nameOf}
              toolbar={<Filters />}
              empty={
                isFiltered ? (
                  <EmptyState
                    title={t('postbacks.empty.filtered')}
                    action={
                      <Button
                        variant="default"
                        onClick={() => {
                          set('goal', null);
                          set('outcome', null);
                          set('source', null);
                        }}
                      >
                        {t('postbacks.empty.clear')}
                      </Button>
                    }
                  />
                ) : (
                  <EmptyState title={t('postbacks.empty.log', { count: list.kept_days })}>
                    {t('postbacks.empty.logText')}
                  </EmptyState>
                )
              }
            />
            <Pager pages={pages} next={list.next} />
          </>
        ) : null}
        {!list && failure ? (
          <ErrorState
            title={t('postbacks.failed.log')}
            requestId={failure.requestId}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          >
            {errorText(failure)} {t('postbacks.failed.kept')}
          </ErrorState>
        ) : null}
        {!list && !failure ? <TableSkeleton rows={ROWS} columns={6} /> : null}
      </div>
      {open ? <Entry entry={open} onClose={() => setOpen(null)} /> : null}
    </Panel>
  );
}
