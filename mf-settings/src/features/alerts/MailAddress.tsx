import { toApiError, useSession } from '@ezdash/store';
import { Button, Panel, Status } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { failureText } from '../failureText';
import { useSettingsResendVerificationMutation } from './alerts.api';
import classes from './alerts.module.css';

/** Where the mails go, and whether it is known that they arrive. */
export function MailAddress({ email }: { email: string }) {
  const { t } = useTranslation('settings');
  const { user } = useSession();
  const [resend, { isLoading, isSuccess, error }] = useSettingsResendVerificationMutation();
  const verified = user?.verified ?? true;
  return (
    <Panel title={t('alerts.address')}>
      <div className={classes.address}>
        <b>{email}</b>
        <Status state={verified ? 'verified' : 'waiting'} plain />
        <p>{t(verified ? 'alerts.addressHint' : 'alerts.unverified')}</p>
        {verified ? null : (
          <div className={classes.resend}>
            <Button variant="default" loading={isLoading} onClick={() => void resend()}>
              {t('alerts.resend')}
            </Button>
            <span role="status">{isSuccess ? t('alerts.resent', { email }) : ''}</span>
            {toApiError(error) ? (
              <span role="alert" className={classes.failure}>
                {failureText(error, t)}
              </span>
            ) : null}
          </div>
        )}
      </div>
    </Panel>
  );
}
