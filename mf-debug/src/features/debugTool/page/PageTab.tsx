import type { DebugPageData } from '@ezdash/contracts';
import type { ApiError } from '@ezdash/store';
import { useAppearance } from '@ezdash/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../debugTool.module.css';
import { Block, Facts } from '../Facts';
import { useClock } from '../useClock';
import { readEnvironment } from './environment';
import { FrameworkFacts, OverrideNote } from './FrameworkFacts';
import { usePageFacts } from './usePageFacts';
import { useUnits } from './useUnits';

function ServerFailure({ failure }: { failure: ApiError }) {
  const { t } = useTranslation('debug');
  return (
    <div className={styles.failed} role="alert">
      <b>{t('pageTab.serverError')}</b>
      <span>{failure.message || t('failure.pageData')}</span>
      <span>{t('pageTab.serverErrorText')}</span>
      {failure.requestId ? (
        <span className={styles.mono}>{t('pageTab.request', { id: failure.requestId })}</span>
      ) : null}
    </div>
  );
}

function ServerFacts({ data, failed }: { data: DebugPageData; failed: boolean }) {
  const { t } = useTranslation('debug');
  const clock = useClock();
  const { megabytes } = useUnits();
  const visitor = t(data.authenticated ? 'pageTab.authenticated' : 'pageTab.guest');
  return (
    <Facts
      rows={[
        [
          t('pageTab.uri'),
          <span key="uri" className={styles.mono} dir="ltr">
            {data.uri}
          </span>,
        ],
        [
          t('pageTab.url'),
          <span key="url" className={styles.mono} dir="ltr">
            {data.url}
          </span>,
        ],
        [t('pageTab.load'), t(data.is_spa ? 'pageTab.spa' : 'pageTab.fullLoad')],
        [t('pageTab.visitor'), data.user ? `${visitor} · ${data.user.email} (${data.user.role})` : visitor],
        [t('pageTab.memory'), failed ? t('pageTab.serverError') : megabytes(data.memory_usage)],
        [t('pageTab.updated'), t('pageTab.every', { time: clock.time(data.timestamp, { seconds: true }) })],
      ]}
    />
  );
}

function ClientFacts({ revision }: { revision: number }) {
  const { t } = useTranslation('debug');
  const { appearance, colorScheme } = useAppearance();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser is read again with each revision
  const client = useMemo(readEnvironment, [revision]);
  const { connection } = client;
  const connectionText = connection
    ? [
        connection.type,
        connection.downlinkMbps === null ? '' : t('pageTab.downlink', { value: connection.downlinkMbps }),
        connection.roundTripMs === null ? '' : t('pageTab.roundTrip', { value: connection.roundTripMs }),
      ]
        .filter(Boolean)
        .join(', ')
    : t('pageTab.unknown');
  return (
    <Facts
      rows={[
        [t('pageTab.viewport'), t('pageTab.pixels', { width: client.width, height: client.height })],
        [t('pageTab.dpr'), String(client.devicePixelRatio)],
        [t('pageTab.locale'), client.locale],
        [t('pageTab.timezone'), client.timezone],
        [t('pageTab.theme'), t('pageTab.themeText', { theme: appearance, scheme: colorScheme })],
        [t('pageTab.online'), t(client.online ? 'pageTab.isOnline' : 'pageTab.isOffline')],
        [t('pageTab.connection'), connectionText],
        [t('pageTab.userAgent'), client.userAgent],
      ]}
    />
  );
}

/** Server, framework and client of the page that is open. */
export function PageTab() {
  const { t } = useTranslation('debug');
  const { data, failure, isFetching, revision, refresh } = usePageFacts();
  return (
    <>
      <OverrideNote />
      <Block
        title={t('pageTab.server')}
        aside={
          <>
            {data ? null : t('pageTab.reading')}{' '}
            <button type="button" className={styles.refresh} onClick={refresh} disabled={isFetching}>
              {t('pageTab.refresh')}
            </button>
          </>
        }
      >
        {failure ? <ServerFailure failure={failure} /> : null}
        {data ? <ServerFacts data={data} failed={failure !== null} /> : null}
      </Block>
      <Block title={t('pageTab.framework')}>
        <FrameworkFacts revision={revision} />
      </Block>
      <Block title={t('pageTab.client')}>
        <ClientFacts revision={revision} />
      </Block>
    </>
  );
}
