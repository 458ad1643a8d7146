import {
  Button,
  IconPlus,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  TableSkeleton,
  usePageTitle,
} from '@ezdash/ui';
import { Tabs } from '@ezdash/ui/data';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_POLL_MS } from '../features/console/console.api';
import stack from '../features/console/console.module.css';
import { usePlace } from '../features/console/usePlace';
import { QueryFailed } from '../features/money/QueryFailed';
import { MakeTokenDialog } from '../features/releases/MakeTokenDialog';
import { RemoteTable } from '../features/releases/RemoteTable';
import { useDebugReleaseStatesQuery } from '../features/releases/releases.api';
import styles from '../features/releases/releases.module.css';
import { TokenSection } from '../features/releases/TokenSection';

/** What visitors get of every remote. A change is told live; the rest is asked for now and then. */
function RemoteList({ action }: { action: ReactNode }) {
  const { t } = useTranslation('debug');
  const { data, error, isFetching, refetch } = useDebugReleaseStatesQuery(undefined, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <div className={stack.stack}>
      {data && error ? <Notice tone="warn" title={t('console.stale')} /> : null}
      <Panel flush label={t('releases.remotes')}>
        {data ? (
          <RemoteTable remotes={data.remotes} action={action} />
        ) : error ? (
          <QueryFailed
            title={t('releases.failed')}
            error={error}
            text={t('releases.visitorsKeep')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <TableSkeleton rows={5} columns={6} />
        )}
      </Panel>
    </div>
  );
}

/** Remotes with what visitors get of each, and the tokens that teams publish with. */
export function RemotesPage() {
  const { t } = useTranslation('debug');
  const title = t('page.remotes');
  usePageTitle(title);
  const { search, change } = usePlace();
  const shown = search.get('show') === 'tokens' ? 'tokens' : 'remotes';
  const [makes, setMakes] = useState(false);
  const make = (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={() => setMakes(true)}>
      {t('releases.token.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={<span>{t(shown === 'tokens' ? 'releases.token.lead' : 'releases.lead')}</span>}
        actions={shown === 'tokens' ? make : null}
      />
      <NoDateRange />
      <Tabs value={shown} onChange={(value) => change({ show: value === 'tokens' ? value : null })}>
        <Tabs.List className={styles.tabs} aria-label={title}>
          <Tabs.Tab value="remotes">{t('releases.remotes')}</Tabs.Tab>
          <Tabs.Tab value="tokens">{t('releases.tokens')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={shown}>
          {shown === 'tokens' ? <TokenSection action={make} /> : <RemoteList action={make} />}
        </Tabs.Panel>
      </Tabs>
      {makes ? <MakeTokenDialog onClose={() => setMakes(false)} /> : null}
    </>
  );
}
