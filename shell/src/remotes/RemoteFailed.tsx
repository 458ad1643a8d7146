import { Button } from '@ezdash/ui';
import { type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSentReport } from '../app/errorReports';
import { FailedRemote, lastFailure } from './lastFailures';
import styles from './RemoteFailed.module.css';
import { reloadAfterFailure, teamOf } from './remotes';

interface RemoteFailedProps {
  /** Another way out, beside the reload. */
  children?: ReactNode;
}

/** Whose part it is, and under which id its team finds the report: what to name when writing to support. */
function FailureFacts({ remote }: { remote: string }) {
  const { t } = useTranslation('shell');
  const failure = lastFailure(remote);
  const reportId = useSentReport(failure?.reportId ?? null);
  const team = teamOf(remote);
  const part = failure ? `${remote} ${failure.version}` : remote;
  return (
    <p className={styles.facts}>
      {team === undefined
        ? part
        : t('remote.failed.team', { part, team, defaultValue: '{{part}}, of the {{team}} team' })}
      {reportId !== null && (
        <>
          {' · '}
          {t('remote.failed.report', { defaultValue: 'Report' })} <code>{reportId}</code>
        </>
      )}
    </p>
  );
}

/** In the place of a remote that failed, with nothing left to fall back to. The rest of the page works on. */
export function RemoteFailed({ children }: RemoteFailedProps) {
  const { t } = useTranslation('shell');
  const remote = useContext(FailedRemote);
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
      {remote !== null && <FailureFacts remote={remote} />}
      <div className="ez-actions">
        <Button onClick={reload} loading={reloading}>
          {t('remote.failed.reload', { defaultValue: 'Reload Page' })}
        </Button>
        {children}
      </div>
    </section>
  );
}
