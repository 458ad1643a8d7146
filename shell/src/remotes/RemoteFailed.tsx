import { Button, ReportLink } from '@ezdash/ui';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSentReport } from '../app/errorReports';
import { FailedRemote, lastFailure } from './lastFailures';
import styles from './RemoteFailed.module.css';
import { reloadAfterFailure, teamOf } from './remotes';

interface RemoteFailedProps {
  /** Another way out, beside the reload. */
  children?: ReactNode;
}

/** The call by which the network heard of the failure; null until it is answered, and when it was not. */
function useToldRequest(remote: string | null): string | null {
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    const request = remote === null ? null : lastFailure(remote)?.requestId;
    void request?.then((id) => {
      if (!gone) setTold(id);
    });
    return () => {
      gone = true;
    };
  }, [remote]);
  return told;
}

interface FailureFactsProps {
  remote: string;
  requestId: string | null;
}

/** Whose part it is, and under which ids it is found: for those who look into it, folded away for all others. */
function FailureFacts({ remote, requestId }: FailureFactsProps) {
  const { t } = useTranslation('shell');
  const failure = lastFailure(remote);
  const reportId = useSentReport(failure?.reportId ?? null);
  const team = teamOf(remote);
  const part = failure ? `${remote} ${failure.version}` : remote;
  return (
    <>
      {requestId === null ? null : (
        <p className={styles.facts}>
          {t('ui:error.request')} <span className={styles.id}>{requestId}</span>
        </p>
      )}
      <details className={styles.facts}>
        <summary>{t('remote.failed.details', { defaultValue: 'Details for support' })}</summary>
        {team === undefined
          ? part
          : t('remote.failed.team', { part, team, defaultValue: '{{part}}, of the {{team}} team' })}
        {reportId !== null && (
          <>
            {' · '}
            {t('remote.failed.report', { defaultValue: 'Report' })} <code>{reportId}</code>
          </>
        )}
      </details>
    </>
  );
}

/** In the place of a remote that failed, with nothing left to fall back to. The rest of the page works on. */
export function RemoteFailed({ children }: RemoteFailedProps) {
  const { t } = useTranslation('shell');
  const remote = useContext(FailedRemote);
  const [reloading, setReloading] = useState(false);
  const requestId = useToldRequest(remote);
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
          defaultValue: 'This part of the page could not be shown. The rest works.',
        })}{' '}
        {requestId === null ? null : t('remote.failed.told', { defaultValue: 'We have been told about it.' })}
      </p>
      {remote !== null && <FailureFacts remote={remote} requestId={requestId} />}
      <div className="ez-actions">
        <Button onClick={reload} loading={reloading}>
          {t('remote.failed.reload', { defaultValue: 'Reload Page' })}
        </Button>
        {children}
        <ReportLink requestId={requestId} />
      </div>
    </section>
  );
}
