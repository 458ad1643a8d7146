import type { AlertWebhook, AlertWebhookTest } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { BusyButton, Button, confirm, Notice, Status, toast, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import settings from '../../components/settings.module.css';
import { useSettingsRemoveAlertWebhookMutation, useSettingsTestAlertWebhookMutation } from './alerts.api';
import classes from './alerts.module.css';

const GONE = 404;

const KNOWN_ERRORS = [
  'address',
  'unknown-host',
  'not-public',
  'timeout',
  'unreachable',
  'certificate',
  'redirect',
  'status',
] as const;

/** Why a call failed, in words; a newer server may name what this page does not know yet. */
function useCallText() {
  const { t } = useTranslation('settings');
  return ({ status, error }: { status: number | null; error: string | null }): string => {
    const known = KNOWN_ERRORS.find((each) => each === error);
    return t(`alerts.webhook.error.${known ?? 'other'}`, { status: status ?? '' });
  };
}

function LastCall({ last }: Pick<AlertWebhook, 'last'>) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const textOf = useCallText();
  if (!last) return <>{t('alerts.webhook.noCall')}</>;
  const reason = last.ok ? t('alerts.webhook.answered', { status: last.status }) : textOf(last);
  return (
    <>
      <span>{format.dateTime(last.at)}</span>{' '}
      <Status state={last.ok ? 'answered' : 'failed'} plain reason={reason} />
    </>
  );
}

function useWebhookActions() {
  const { t } = useTranslation('settings');
  const [call, { isLoading: isTesting }] = useSettingsTestAlertWebhookMutation();
  const [drop, { isLoading: isRemoving }] = useSettingsRemoveAlertWebhookMutation();
  const [tested, setTested] = useState<AlertWebhookTest | null>(null);
  const [failure, setFailure] = useState<{ title: string; error: ApiError } | null>(null);

  const fail = (title: string, thrown: unknown) => {
    const error = toApiError(thrown);
    if (error) setFailure({ title, error });
  };
  const test = async () => {
    setFailure(null);
    setTested(null);
    try {
      setTested(await call().unwrap());
    } catch (thrown) {
      fail(t('alerts.webhook.testFailed'), thrown);
    }
  };
  const remove = async () => {
    setFailure(null);
    const sure = await confirm({
      title: t('alerts.webhook.removeTitle'),
      text: t('alerts.webhook.removeText'),
      verb: t('alerts.webhook.remove'),
      danger: true,
    });
    if (!sure) return;
    try {
      await drop().unwrap();
    } catch (thrown) {
      // Gone already, from elsewhere: that is what was wanted.
      if (toApiError(thrown)?.status !== GONE) return fail(t('alerts.webhook.removeFailed'), thrown);
    }
    toast({ text: t('alerts.webhook.removed') });
  };
  return { test, remove, tested, failure, isTesting, isRemoving };
}

/** The address with what became of the newest call, and what can be done with it. */
export function WebhookFacts({ webhook, onChange }: { webhook: AlertWebhook; onChange: () => void }) {
  const { t } = useTranslation('settings');
  const textOf = useCallText();
  const { test, remove, tested, failure, isTesting, isRemoving } = useWebhookActions();
  return (
    <div className={classes.form}>
      {failure ? <FailureNotice failure={failure.error} title={failure.title} /> : null}
      {webhook.last?.gave_up ? (
        <Notice tone="bad" title={t('alerts.webhook.gaveUp')}>
          {t('alerts.webhook.gaveUpHint')}
        </Notice>
      ) : null}
      <dl className={settings.facts}>
        <dt>{t('alerts.webhook.address')}</dt>
        <dd className={classes.url} dir="ltr">
          {webhook.url}
        </dd>
        <dt>{t('alerts.webhook.secret')}</dt>
        <dd>
          <span className="ez-mono">whsec_…{webhook.secret_hint}</span>
        </dd>
        <dt>{t('alerts.webhook.last')}</dt>
        <dd>
          <LastCall last={webhook.last} />
        </dd>
      </dl>
      <p role="status" className={tested && !tested.ok ? classes.failure : 'ez-small'}>
        {tested
          ? tested.ok
            ? t('alerts.webhook.tested', { status: tested.status, ms: tested.duration_ms })
            : `${t('alerts.webhook.testRefused')} ${textOf(tested)}`
          : ''}
      </p>
      <div className={classes.actions}>
        <BusyButton variant="default" busy={isTesting} onClick={() => void test()}>
          {t('alerts.webhook.test')}
        </BusyButton>
        <Button variant="default" onClick={onChange}>
          {t('alerts.webhook.edit')}
        </Button>
        <BusyButton variant="subtle" busy={isRemoving} onClick={() => void remove()}>
          {t('alerts.webhook.remove')}
        </BusyButton>
      </div>
    </div>
  );
}
