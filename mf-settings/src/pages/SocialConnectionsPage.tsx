import { Notice } from '@ezdash/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ConnectionsPanel } from '../features/social/ConnectionsPanel';
import { outcomeOf } from '../features/social/socialNotice';

/** Accounts elsewhere that sign a person in here. A visit to one comes back with `?social=`. */
export function SocialConnectionsPage() {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearchParams();
  const [notice] = useState(() => outcomeOf(search));
  const told = search.has('social');
  useEffect(() => {
    // Said once: it is not true of the page when it is loaded again.
    if (told) setSearch({}, { replace: true });
  }, [told, setSearch]);
  return (
    <>
      {notice ? (
        <div role={notice.tone === 'bad' ? undefined : 'status'}>
          <Notice tone={notice.tone} title={t(`connections.outcome.${notice.outcome}.title`)}>
            {t(`connections.outcome.${notice.outcome}.text`)}
          </Notice>
        </div>
      ) : null}
      <ConnectionsPanel />
    </>
  );
}
