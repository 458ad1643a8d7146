import type { ReleaseInfo, RemoteState } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import {
  BlockSkeleton,
  Button,
  EmptyState,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  usePageTitle,
} from '@ezdash/ui';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { CONSOLE_POLL_MS } from '../features/console/console.api';
import styles from '../features/console/console.module.css';
import { OlderButton } from '../features/money/OlderButton';
import { QueryFailed } from '../features/money/QueryFailed';
import { ActivateDialog } from '../features/releases/ActivateDialog';
import { CanaryDialog } from '../features/releases/CanaryDialog';
import { HistoryPanel } from '../features/releases/HistoryPanel';
import { LinkDialog } from '../features/releases/LinkDialog';
import { PinDialog } from '../features/releases/PinDialog';
import { type PlainChange, PlainDialog } from '../features/releases/PlainDialog';
import { PlansAndPins } from '../features/releases/PlansAndPins';
import { PublishDialog } from '../features/releases/PublishDialog';
import { ReleaseTable, type ReleaseTask } from '../features/releases/ReleaseTable';
import { isRemoteName } from '../features/releases/RemoteField';
import { RollbackDialog, useRollbackVerb, versionsBefore } from '../features/releases/RollbackDialog';
import { useDebugRemoteReleasesInfiniteQuery } from '../features/releases/releases.api';
import { StatePanel } from '../features/releases/StatePanel';
import { TeamPanels } from '../features/releases/TeamPanels';
import { useChecking } from '../features/releases/useChecking';
import { usePlainChanges } from '../features/releases/usePlainChanges';
import { VerdictDrawer } from '../features/releases/VerdictDrawer';

type Task =
  | { kind: ReleaseTask; version: string }
  | { kind: 'publish' }
  | { kind: 'plain'; change: PlainChange };

interface DialogsProps {
  task: Task | null;
  state: RemoteState;
  releases: readonly ReleaseInfo[];
  onClose: () => void;
}

function Dialogs({ task, state, releases, onClose }: DialogsProps) {
  const { remote } = state;
  switch (task?.kind) {
    case undefined:
      return null;
    case 'plain':
      return <PlainDialog change={task.change} onClose={onClose} />;
    case 'publish':
      return <PublishDialog remote={remote} onPublished={() => {}} onClose={onClose} />;
    case 'activate':
      return <ActivateDialog state={state} version={task.version} onClose={onClose} />;
    case 'canary':
      return <CanaryDialog state={state} version={task.version} onClose={onClose} />;
    case 'rollback':
      return <RollbackDialog state={state} releases={releases} version={task.version} onClose={onClose} />;
    case 'pin':
      return <PinDialog remote={remote} version={task.version} onClose={onClose} />;
    case 'link':
      return <LinkDialog remote={remote} version={task.version} onClose={onClose} />;
  }
}

/** The verdict that is looked at, and the gate at work. */
function useVerdict(remote: string, releases: readonly ReleaseInfo[]) {
  const [version, setVersion] = useState<string | null>(null);
  const { check, busy, failure, forget } = useChecking(remote);
  const open = useCallback(
    (next: string | null) => {
      forget();
      setVersion(next);
    },
    [forget],
  );
  const release = releases.find((one) => one.version === version);
  return {
    open,
    check: (next: string) => {
      open(next);
      void check(next);
    },
    drawer: release ? (
      <VerdictDrawer
        release={release}
        busy={busy === release.version}
        failure={failure}
        onCheck={() => void check(release.version)}
        onClose={() => open(null)}
      />
    ) : null,
  };
}

interface RemoteProps {
  state: RemoteState;
  releases: readonly ReleaseInfo[];
  /** It could not be asked for again; what is shown may be old. */
  stale: boolean;
  /** The way to older ones. */
  older: ReactNode;
}

function Remote({ state, releases, stale, older }: RemoteProps) {
  const { t } = useTranslation('debug');
  const { remote, canary, built } = state;
  const [task, setTask] = useState<Task | null>(null);
  const plain = usePlainChanges(state);
  const verbOf = useRollbackVerb();
  const verdict = useVerdict(remote, releases);
  const ask = (change: PlainChange) => setTask({ kind: 'plain', change });
  const [before] = versionsBefore(state, releases);
  return (
    <>
      <PageHeader
        title={<bdi>{remote}</bdi>}
        back={{ href: '/admin/remotes', label: t('page.remotes') }}
        actions={
          <>
            {before === undefined ? null : (
              <Button variant="default" onClick={() => setTask({ kind: 'rollback', version: before })}>
                {verbOf(before)}
              </Button>
            )}
            <Button variant="default" onClick={() => setTask({ kind: 'publish' })}>
              {t('releases.publish.menu')}
            </Button>
          </>
        }
      />
      <NoDateRange />
      <div className={styles.stack}>
        {stale ? <Notice tone="warn" title={t('console.stale')} /> : null}
        {built === null ? null : (
          <Notice
            tone="warn"
            title={t('releases.built.title', { version: built })}
            action={
              <Button variant="default" onClick={() => setTask({ kind: 'activate', version: built })}>
                {t('releases.activate.menu')}
              </Button>
            }
          >
            {t('releases.built.text')}
          </Notice>
        )}
        <StatePanel state={state} onStop={() => canary && ask(plain.stop(canary))} />
        <PlansAndPins
          state={state}
          onCancel={(plan) => ask(plain.cancel(plan))}
          onUnpin={(pin, name) => ask(plain.unpin(pin, name))}
        />
        <TeamPanels remote={remote} />
        <Panel title={t('releases.table')} flush>
          <ReleaseTable
            releases={releases}
            state={state}
            onVerdict={verdict.open}
            onCheck={verdict.check}
            onTask={(kind, version) => setTask({ kind, version })}
          />
          {older}
        </Panel>
        <HistoryPanel remote={remote} />
      </div>
      {verdict.drawer}
      <Dialogs task={task} state={state} releases={releases} onClose={() => setTask(null)} />
    </>
  );
}

/** One remote: what visitors get of it, its releases, and who changed what. */
export function RemotePage() {
  const { t } = useTranslation('debug');
  const { name = '' } = useParams();
  usePageTitle(name);
  const isName = isRemoteName(name);
  const query = useDebugRemoteReleasesInfiniteQuery(name, {
    skip: !isName,
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const pages = query.currentData?.pages;
  const state = pages?.[0]?.state;
  const releases = useMemo(
    () => [
      ...new Map(
        pages?.flatMap((page) => page.releases.map((release) => [release.version, release] as const)),
      ).values(),
    ],
    [pages],
  );
  if (state)
    return (
      <Remote
        key={name}
        state={state}
        releases={releases}
        stale={Boolean(query.error)}
        older={
          query.hasNextPage ? (
            <OlderButton busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
          ) : null
        }
      />
    );
  return (
    <>
      <PageHeader title={<bdi>{name}</bdi>} back={{ href: '/admin/remotes', label: t('page.remotes') }} />
      {!isName || toApiError(query.error)?.status === 404 ? (
        <Panel>
          <EmptyState title={t('releases.missing')}>{t('releases.missingText')}</EmptyState>
        </Panel>
      ) : !query.error ? (
        <BlockSkeleton />
      ) : (
        <Panel>
          <QueryFailed
            title={t('releases.oneFailed')}
            error={query.error}
            text={t('releases.visitorsKeep')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Panel>
      )}
    </>
  );
}
