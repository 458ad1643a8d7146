import type { PostbackCall } from '@ezdash/contracts';
import { POSTBACK_CALL_STATES } from '@ezdash/contracts/constants';
import { toApiError, useLivePolling } from '@ezdash/store';
import {
  BusyButton,
  EmptyState,
  ErrorState,
  Notice,
  Panel,
  SegmentedControl,
  type State,
  Status,
  TableSkeleton,
  useFormat,
} from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useFailureText } from '../../components/useFailureText';
import { Pager } from './Pager';
import {
  usePostbacksCallsQuery,
  usePostbacksSendAgainMutation,
  usePostbacksSendAllAgainMutation,
} from './postbacks.api';
import classes from './postbacks.module.css';
import { usePages } from './usePages';

const POLL_MS = 5_000;
const ALL = 'all';
const STATES: Record<PostbackCall['state'], State> = {
  waiting: 'waiting',
  delivered: 'approved',
  dead: 'failed',
};

const idOf = ({ id }: PostbackCall) => id;
const nameOf = ({ id, outgoing }: PostbackCall) => `${outgoing.name} ${id}`;

/** What the last attempt brought, in words. */
function useLastWords() {
  const { t, i18n } = useTranslation('advertiser');
  return ({ last_status: status, last_error: error, attempts }: PostbackCall) => {
    if (error && i18n.exists(`postbacks.trouble.${error}`, { ns: 'advertiser' }))
      return t(`postbacks.trouble.${error}`);
    if (status !== null) return t('postbacks.call.answered', { status });
    return attempts === 0 ? t('postbacks.call.untried') : (error ?? '');
  };
}

function useColumns(): Column<PostbackCall>[] {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const lastWords = useLastWords();
  return useMemo(
    () => [
      {
        key: 'when',
        header: t('postbacks.log.when', { zone: format.timezone }),
        phone: 'title',
        cell: ({ created_at, id }) => (
          <span className={classes.name}>
            {format.dateTime(created_at, { seconds: true })}
            <small className="ez-mono">{id}</small>
          </span>
        ),
      },
      { key: 'to', header: t('postbacks.call.to'), cell: ({ outgoing }) => <bdi>{outgoing.name}</bdi> },
      {
        key: 'event',
        header: t('postbacks.call.event'),
        cell: ({ event, is_test }) =>
          is_test
            ? t('postbacks.call.test', { status: t(`postbacks.status.${event}`) })
            : t(`postbacks.status.${event}`),
      },
      {
        key: 'attempts',
        header: t('postbacks.call.attempts'),
        numeric: true,
        cell: ({ attempts }) => format.count(attempts),
      },
      {
        key: 'state',
        header: t('postbacks.goal.state'),
        phone: 'badge',
        cell: (call) => (
          <Status
            plain
            stacked
            state={STATES[call.state]}
            label={t(`postbacks.call.states.${call.state}`)}
            reason={
              call.due_at && call.attempts > 0
                ? t('postbacks.call.next', {
                    last: lastWords(call),
                    time: format.dateTime(call.due_at, { seconds: true }),
                  })
                : lastWords(call)
            }
          />
        ),
      },
    ],
    [t, format, lastWords],
  );
}

/** Calls of outgoing postbacks, and those that failed for good, to be sent again. */
export function CallsPanel() {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const failureText = useFailureText();
  const [state, setState] = useState<PostbackCall['state'] | typeof ALL>(ALL);
  const pages = usePages(state);
  const query = usePostbacksCallsQuery(
    { before: pages.before, ...(state !== ALL && { state }) },
    useLivePolling(POLL_MS),
  );
  const [again, { error: againError }] = usePostbacksSendAgainMutation();
  const [allAgain, all] = usePostbacksSendAllAgainMutation();
  const columns = useColumns();
  const list = query.currentData;
  const failure = toApiError(query.error);
  const refusal = toApiError(againError ?? all.error);
  return (
    <Panel
      title={t('postbacks.call.title')}
      flush
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('postbacks.call.filter')}
          value={state}
          onChange={(value) => setState(POSTBACK_CALL_STATES.find((one) => one === value) ?? ALL)}
          data={[ALL, ...POSTBACK_CALL_STATES].map((value) => ({
            value,
            label: t(`postbacks.call.states.${value}`),
          }))}
        />
      }
    >
      {refusal ? <Notice tone="bad">{failureText(refusal)}</Notice> : null}
      {all.data ? (
        <div role="status">
          <Notice tone="info">
            {t(all.data.more ? 'postbacks.call.sentSome' : 'postbacks.call.sent', { count: all.data.sent })}
          </Notice>
        </div>
      ) : null}
      <div aria-busy={query.isFetching}>
        {list ? (
          <>
            <DataTable
              label={t('postbacks.call.title')}
              rows={list.calls}
              columns={columns}
              rowId={idOf}
              rowName={nameOf}
              toolbar={
                state === 'dead' && list.calls.length > 0 ? (
                  <BusyButton variant="default" busy={all.isLoading} onClick={() => void allAgain({})}>
                    {t('postbacks.call.againAll')}
                  </BusyButton>
                ) : undefined
              }
              actions={(call) =>
                call.state === 'dead'
                  ? [
                      {
                        id: 'again',
                        label: t('postbacks.call.again'),
                        onSelect: () => void again(call.id),
                      },
                    ]
                  : []
              }
              empty={
                <EmptyState title={t(state === ALL ? 'postbacks.empty.calls' : 'postbacks.empty.filtered')}>
                  {state === ALL ? t('postbacks.empty.callsText') : null}
                </EmptyState>
              }
            />
            <Pager pages={pages} next={list.next} />
          </>
        ) : null}
        {!list && failure ? (
          <ErrorState
            title={t('postbacks.failed.calls')}
            requestId={failure.requestId}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          >
            {errorText(failure)}
          </ErrorState>
        ) : null}
        {!list && !failure ? <TableSkeleton rows={5} columns={5} /> : null}
      </div>
    </Panel>
  );
}
