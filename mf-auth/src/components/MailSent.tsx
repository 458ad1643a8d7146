import { type ApiError, toApiError, useConfig } from '@ezdash/store';
import { Button, IconMail, Notice } from '@ezdash/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, useResendWait } from '../features/useResendWait';
import classes from './auth.module.css';
import { FormFailure } from './FormFailure';
import { StepHead } from './StepHead';

interface MailSentProps {
  title: string;
  /** What was sent to whom, and what to do with it. */
  children: ReactNode;
  /** Asks for the mail once more. */
  onResend: () => Promise<unknown>;
  /** Back to the field with the address. */
  onOtherAddress?: () => void;
}

/** Where mails can be read that are not sent: a page of the server's. */
function OutboxLink() {
  const { t } = useTranslation('auth');
  const { outbox_url } = useConfig();
  if (!outbox_url) return null;
  return (
    <Notice
      tone="info"
      action={
        <a className="ez-link" href={outbox_url}>
          {t('mail.outboxLink')}
        </a>
      }
    >
      {t('mail.outbox')}
    </Notice>
  );
}

/** A mail is on its way: to whom, and what to do when it does not come. */
export function MailSent({ title, children, onResend, onOtherAddress }: MailSentProps) {
  const { t } = useTranslation('auth');
  const { secondsLeft, again } = useResendWait();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [sentAgain, setSentAgain] = useState(false);
  const [pending, setPending] = useState(false);
  const waiting = secondsLeft > 0;
  const resend = async () => {
    // It says by itself when it can be pressed; until then a press does nothing.
    if (waiting || pending) return;
    setPending(true);
    setFailure(null);
    setSentAgain(false);
    try {
      await onResend();
      setSentAgain(true);
      again();
    } catch (error) {
      setFailure(toApiError(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <IconMail className={classes.sign} size={30} stroke={1.5} aria-hidden />
      <StepHead title={title} focused>
        {children}
      </StepHead>
      <div role="status" className={classes.form}>
        <p className={classes.hint}>{t('mail.spam')}</p>
        {sentAgain ? <Notice tone="ok">{t('mail.sentAgain')}</Notice> : null}
      </div>
      {failure ? <FormFailure failure={failure} failed={t('mail.failed')} /> : null}
      <OutboxLink />
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={pending}
          data-disabled={waiting || undefined}
          aria-disabled={waiting}
          onClick={() => void resend()}
        >
          {waiting ? t('mail.resendIn', { time: clockText(secondsLeft) }) : t('mail.resend')}
        </Button>
        {onOtherAddress ? (
          <Button variant="subtle" onClick={onOtherAddress}>
            {t('mail.otherAddress')}
          </Button>
        ) : null}
      </div>
    </>
  );
}
