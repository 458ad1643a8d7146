import { Button } from '@ezdash/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './RemoteFailed.module.css';
import { reloadAfterFailure } from './remotes';

interface RemoteFailedProps {
  /** Another way out, beside the reload. */
  children?: ReactNode;
}

/** In the place of a remote that failed, with nothing left to fall back to. The rest of the page works on. */
export function RemoteFailed({ children }: RemoteFailedProps) {
  const { t } = useTranslation('shell');
  const [reloading, setReloading] = useState(false);
  const reload = () => {
    setReloading(true);
    // Leaving may be refused, by a page that asks first: then there is another try.
    void reloadAfterFailure().then(() => setReloading(false));
  };
  return (
    <section className={styles.failed} role="alert">
      <h1 className={styles.title}>{t('remote.failed.title', { defaultValue: 'Something went wrong' })}</h1>
      <p className={styles.text}>
        {t('remote.failed.text', {
          defaultValue:
            'This part of the page could not be shown. The rest works; we have been told about it.',
        })}
      </p>
      <div className="ez-actions">
        <Button onClick={reload} loading={reloading}>
          {t('remote.failed.reload', { defaultValue: 'Reload Page' })}
        </Button>
        {children}
      </div>
    </section>
  );
}
