import { Button, IconPlus, IconUpload, NoDateRange, PageHeader, usePageTitle } from '@ezdash/ui';
import { Tabs } from '@ezdash/ui/data';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { CONSOLE_POLL_MS } from '../features/console/console.api';
import { ListPanel } from '../features/console/ListPanel';
import { usePlace } from '../features/console/usePlace';
import { MakeTokenDialog } from '../features/releases/MakeTokenDialog';
import { PublishDialog } from '../features/releases/PublishDialog';
import { RemoteTable } from '../features/releases/RemoteTable';
import { useDebugReleaseStatesQuery } from '../features/releases/releases.api';
import styles from '../features/releases/releases.module.css';
import { TokenSection } from '../features/releases/TokenSection';

/** What visitors get of every remote. A change is told live; the rest is asked for now and then. */
function RemoteList({ action }: { action: ReactNode }) {
  const { t } = useTranslation('debug');
  const query = useDebugReleaseStatesQuery(undefined, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <ListPanel
      label={t('releases.remotes')}
      query={query}
      failed={t('releases.failed')}
      failedText={t('releases.visitorsKeep')}
      columns={6}
    >
      {({ remotes }) => <RemoteTable remotes={remotes} action={action} />}
    </ListPanel>
  );
}

/** Remotes with what visitors get of each, and the tokens that teams publish with. */
export function RemotesPage() {
  const { t } = useTranslation('debug');
  const title = t('page.remotes');
  usePageTitle(title);
  const { search, change } = usePlace();
  const shown = search.get('show') === 'tokens' ? 'tokens' : 'remotes';
  const navigate = useNavigate();
  const [task, setTask] = useState<'token' | 'publish' | null>(null);
  const close = () => setTask(null);
  const make = (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={() => setTask('token')}>
      {t('releases.token.new')}
    </Button>
  );
  const publish = (
    <Button
      leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
      onClick={() => setTask('publish')}
    >
      {t('releases.publish.menu')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={<span>{t(shown === 'tokens' ? 'releases.token.lead' : 'releases.lead')}</span>}
        actions={shown === 'tokens' ? make : publish}
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
      {task === 'token' ? <MakeTokenDialog onClose={close} /> : null}
      {task === 'publish' ? (
        <PublishDialog
          remote={null}
          onPublished={(remote) => void navigate(`/admin/remotes/${remote}`)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
