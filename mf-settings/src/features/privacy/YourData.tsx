import type { User } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { BlockSkeleton, Panel } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { PanelFailed } from '../../components/PanelFailed';
import { AccountDeletion } from './AccountDeletion';
import { DataExport } from './DataExport';
import { useSettingsPrivacyQuery } from './privacy.api';
import classes from './privacy.module.css';

/** An archive takes seconds to minutes: often enough not to be waited for. */
const POLL_MS = 5_000;
const SKELETON_HEIGHT = 220;

/** What is kept of the person: to take along, or to have erased. */
export function YourData({ user }: { user: User }) {
  const { t } = useTranslation('settings');
  const first = useSettingsPrivacyQuery();
  const waiting = first.data?.export?.state === 'waiting';
  // The same entry of the store: this one only sets its pace.
  useSettingsPrivacyQuery(undefined, {
    pollingInterval: waiting ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  });
  const { data, error, isFetching, refetch } = first;
  if (!data && toApiError(error))
    return (
      <PanelFailed
        title={t('privacy.loadFailed')}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Panel title={t('privacy.title')}>
      {data ? (
        <div className={classes.parts}>
          <DataExport last={data.export} />
          <AccountDeletion user={user} state={data} />
        </div>
      ) : (
        <BlockSkeleton height={SKELETON_HEIGHT} />
      )}
    </Panel>
  );
}
