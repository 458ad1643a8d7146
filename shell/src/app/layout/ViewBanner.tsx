import type { DebugView } from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { storage, toApiError } from '@ezdash/store';
import { BusyButton, IconEye, useAppName, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { leaveView } from './leaveView';
import { useReloadAtEnd } from './useReloadAtEnd';
import { useShellEndViewMutation } from './viewBanner.api';
import styles from './viewBanner.module.css';

/** On every page that an admin sees with a user's eyes: whose, that nothing can be changed, until when, and the way out. */
export default function ViewBanner({ view }: { view: DebugView }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const app = useAppName();
  const [end, { isLoading, error }] = useShellEndViewMutation();
  useReloadAtEnd(view.ends_at);
  // It ends what the debug session began: without its token it can only be waited for.
  const canStop = storage.get(STORAGE_KEYS.debugToken) !== null;
  const stop = async () => {
    const answer = await end();
    if (!('error' in answer)) leaveView();
  };
  const failure = toApiError(error);
  return (
    <section className={styles.banner} aria-label={t('view.name')} data-view-banner>
      <IconEye size={18} stroke={1.7} aria-hidden />
      <p>
        <b>{t('view.as', { app, name: view.user.name || view.user.email, email: view.user.email })}</b>{' '}
        {t('view.readOnly', { time: format.time(view.ends_at) })}{' '}
        <span className={styles.dim}>{t('view.admin', { email: view.admin.email })}</span>
        {canStop ? null : <span className={styles.dim}> {t('view.endsByItself')}</span>}
        {failure ? (
          <span role="alert" className={styles.failure}>
            {failure.message || t('view.stopFailed')}
            {failure.requestId ? ` ${t('view.request', { id: failure.requestId })}` : null}
          </span>
        ) : null}
      </p>
      {canStop ? (
        <BusyButton variant="default" busy={isLoading} onClick={() => void stop()}>
          {t('view.stop')}
        </BusyButton>
      ) : null}
    </section>
  );
}
