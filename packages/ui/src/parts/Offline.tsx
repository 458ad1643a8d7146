import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState';

/** The browser knows of no connection: what does not load now is nobody's mistake. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}

/** In the place of a page that cannot be fetched without a connection. `onOnline`: the connection is back. */
export function Offline({ onOnline }: { onOnline: () => void }) {
  const { t } = useTranslation('ui');
  useEffect(() => {
    window.addEventListener('online', onOnline);
    // It may have come back between the failure and this moment.
    if (!isOffline()) onOnline();
    return () => window.removeEventListener('online', onOnline);
  }, [onOnline]);
  return (
    <div role="alert">
      <EmptyState title={t('offline.title')}>{t('offline.text')}</EmptyState>
    </div>
  );
}
