import type { AlertWebhook, AlertWebhookMade } from '@ezdash/contracts';
import { failureOf, useWithProof } from '@ezdash/store';
import { Button, TextInput, useForm } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { useSettingsSetAlertWebhookMutation } from './alerts.api';
import classes from './alerts.module.css';

interface WebhookFormProps {
  current: AlertWebhook | null;
  onMade: (made: AlertWebhookMade) => void;
  /** Left out while there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
}

/** Sets the address; what it answers holds the secret, which is shown once. */
export function WebhookForm({ current, onMade, onCancel }: WebhookFormProps) {
  const { t } = useTranslation('settings');
  const [set, { reset }] = useSettingsSetAlertWebhookMutation();
  const { run } = useWithProof();
  const form = useForm({
    initial: { url: current?.url ?? '' },
    check: ({ url }) => ({ url: url.trim() === '' ? t('alerts.webhook.enter') : undefined }),
    onSubmit: async ({ url }) => {
      try {
        onMade(await run(() => set({ url: url.trim() }).unwrap()));
      } finally {
        // The store keeps answers: this one holds the secret itself.
        reset();
      }
    },
  });
  const failure = failureOf(form.failure);
  return (
    <form {...form.props} className={classes.form}>
      {failure ? <FailureNotice failure={failure} title={t('alerts.webhook.setFailed')} /> : null}
      <p className="ez-small">{t(current ? 'alerts.webhook.changeHint' : 'alerts.webhook.hint')}</p>
      <TextInput
        {...form.field('url')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        label={t('alerts.webhook.address')}
        description={t('alerts.webhook.addressHint')}
        placeholder="https://example.com/alerts"
      />
      <div className={classes.actions}>
        <Button type="submit" variant="default" loading={form.pending}>
          {t(current ? 'alerts.webhook.change' : 'alerts.webhook.set')}
        </Button>
        {onCancel ? (
          <Button variant="subtle" onClick={onCancel}>
            {t('alerts.webhook.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
