import type { ReleaseOverride } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { BusyButton, EmptyState, ErrorState, Notice, PageHeader, Panel, toast, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { remoteTitle } from '../../app/realtime/remoteTitle';
import { HomeButton } from '../HomeButton';
import { useShellReleaseOverridesQuery, useShellTakeBackReleaseMutation } from './tryRelease.api';
import styles from './tryRelease.module.css';

/** Takes back one, or all (`null`); `busy`: what is being taken back. */
function useTakingBack() {
  const { t } = useTranslation('shell');
  const [send, { error }] = useShellTakeBackReleaseMutation();
  const [busy, setBusy] = useState<number | 'all' | null>(null);
  const takeBack = async (one: ReleaseOverride | null) => {
    setBusy(one?.id ?? 'all');
    const answer = await send(one?.id ?? null);
    setBusy(null);
    if ('error' in answer) return;
    const text = one
      ? t('tryRelease.takenBack', { name: remoteTitle(t, one.remote) })
      : t('tryRelease.takenBackAll');
    toast({ text });
  };
  return { takeBack, busy, failure: toApiError(error) };
}

function InUse({ overrides }: { overrides: readonly ReleaseOverride[] }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { takeBack, busy, failure } = useTakingBack();
  return (
    <Panel
      title={t('tryRelease.inUse')}
      hint={format.timezone}
      flush
      aside={
        overrides.length > 1 ? (
          <BusyButton variant="default" busy={busy === 'all'} onClick={() => void takeBack(null)}>
            {t('tryRelease.takeBackAll')}
          </BusyButton>
        ) : null
      }
    >
      {failure ? (
        <div className={styles.failure}>
          <Notice tone="bad" title={t('tryRelease.notTakenBack')}>
            {sentence(failure.message)}
            {failure.requestId ? ` ${t('tryRelease.request', { id: failure.requestId })}` : null}
          </Notice>
        </div>
      ) : null}
      <ul className={styles.items}>
        {overrides.map((one) => (
          <li key={one.id}>
            <div>
              {t('tryRelease.line', { version: one.version, name: remoteTitle(t, one.remote) })}
              <small>
                {t('tryRelease.since', {
                  since: format.dateTime(one.taken_at),
                  until: format.dateTime(one.ends_at),
                })}
              </small>
            </div>
            <BusyButton variant="default" busy={busy === one.id} onClick={() => void takeBack(one)}>
              {t('tryRelease.takeBack')}
              <span className="ez-sr"> {one.remote}</span>
            </BusyButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What this browser uses in the place of what others have. `isAlone`: the page has nothing else to say. */
export function ReleasesInUse({ isAlone }: { isAlone: boolean }) {
  const { t } = useTranslation('shell');
  const { data, error, isFetching, refetch } = useShellReleaseOverridesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (data && data.overrides.length > 0)
    return (
      <>
        {isAlone ? <PageHeader title={t('page.tryRelease')} /> : null}
        <InUse overrides={data.overrides} />
      </>
    );
  if (!isAlone) return null;
  if (data)
    return (
      <EmptyState level={1} title={t('tryRelease.none')} action={<HomeButton />}>
        {t('tryRelease.noneText')}
      </EmptyState>
    );
  return error ? (
    <ErrorState
      level={1}
      title={t('tryRelease.inUseFailed')}
      requestId={toApiError(error)?.requestId}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : null;
}
