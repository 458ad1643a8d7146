import type { OperatorDebugSessions } from '@ezdash/contracts';
import { failureOf } from '@ezdash/store';
import {
  BusyButton,
  EmptyState,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  TableSkeleton,
  toast,
  useConfirm,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CONSOLE_POLL_MS,
  useDebugConsoleEndSessionMutation,
  useDebugConsoleSessionsQuery,
} from '../features/console/console.api';
import styles from '../features/console/console.module.css';
import { useDebugProof } from '../features/debugTool/proof/useDebugProof';
import { MoneyFailure } from '../features/money/MoneyFailure';
import { QueryFailed } from '../features/money/QueryFailed';

type Session = OperatorDebugSessions['sessions'][number];
const rowId = ({ id }: Session) => String(id);
const rowName = ({ admin, device }: Session) => `${admin.email}, ${device}`;

/** Ends a debug session after a question; `busyId`: the one that is being ended. */
function useEnding() {
  const { t } = useTranslation('debug');
  const { run } = useDebugProof();
  const confirm = useConfirm();
  const [end] = useDebugConsoleEndSessionMutation();
  const [busyId, setBusyId] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const ask = useCallback(
    async (session: Session) => {
      const isMeant = await confirm({
        title: t(session.current ? 'console.sessions.endOwn' : 'console.sessions.endAsk', {
          email: session.admin.email,
        }),
        text: t(session.current ? 'console.sessions.endOwnText' : 'console.sessions.endText'),
        verb: t('console.sessions.end'),
        danger: true,
      });
      if (!isMeant) return;
      setBusyId(session.id);
      setFailure(null);
      try {
        await run(() => end(session.id).unwrap());
        toast({ text: t('console.sessions.ended', { email: session.admin.email }) });
      } catch (error) {
        setFailure(failureOf(error));
      } finally {
        setBusyId(null);
      }
    },
    [confirm, end, run, t],
  );
  return { ask, busyId, failure };
}

function useSessionColumns({ ask, busyId }: ReturnType<typeof useEnding>): Column<Session>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'admin',
        header: t('console.sessions.admin'),
        phone: 'title',
        cell: ({ admin, device, current }) => (
          <span className="ez-name">
            <span>
              <b>
                <bdi>{admin.email}</bdi>
              </b>
              <small>
                <bdi>{device}</bdi>
                {current ? ` · ${t('console.sessions.current')}` : null}
              </small>
            </span>
          </span>
        ),
      },
      {
        key: 'created',
        header: t('console.sessions.created', { zone: format.timezone }),
        numeric: true,
        cell: ({ created_at: at }) => <span className="ez-num">{format.dateTime(at)}</span>,
      },
      {
        key: 'used',
        header: t('console.sessions.used'),
        numeric: true,
        cell: ({ last_used_at: at }) => <span className="ez-num">{format.dateTime(at)}</span>,
      },
      {
        key: 'ends',
        header: t('console.sessions.ends'),
        numeric: true,
        cell: ({ ends_at: at }) => <span className="ez-num">{format.dateTime(at)}</span>,
      },
      {
        key: 'end',
        header: t('console.sessions.action'),
        cell: (session) => (
          <BusyButton variant="default" busy={busyId === session.id} onClick={() => void ask(session)}>
            {t('console.sessions.end')}
            <span className="ez-sr"> {rowName(session)}</span>
          </BusyButton>
        ),
      },
    ],
    [t, format, ask, busyId],
  );
}

/** Who is signed in to the debug tool and the console, and the way to end it. */
export function SessionsPage() {
  const { t } = useTranslation('debug');
  const title = t('page.sessions');
  usePageTitle(title);
  const ending = useEnding();
  const columns = useSessionColumns(ending);
  const { data, error, isFetching, refetch } = useDebugConsoleSessionsQuery(undefined, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <>
      <PageHeader title={title} lead={<span>{t('console.sessions.lead')}</span>} />
      <NoDateRange />
      <div className={styles.stack}>
        <MoneyFailure title={t('console.sessions.notEnded')} failure={ending.failure} />
        {data && error ? <Notice tone="warn" title={t('console.stale')} /> : null}
        <Panel flush label={title}>
          {data ? (
            <DataTable
              label={t('console.sessions.table')}
              rows={data.sessions}
              columns={columns}
              rowId={rowId}
              rowName={rowName}
              empty={
                <EmptyState title={t('console.sessions.empty')}>{t('console.sessions.emptyText')}</EmptyState>
              }
            />
          ) : error ? (
            <QueryFailed
              title={t('console.sessions.failed')}
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <TableSkeleton rows={3} columns={4} />
          )}
        </Panel>
      </div>
    </>
  );
}
