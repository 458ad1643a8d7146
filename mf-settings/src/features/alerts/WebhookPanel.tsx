import type { AlertWebhook, AlertWebhookMade } from '@ezdash/contracts';
import { Button, CodeBlock, Notice, Panel } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadedBody } from '../../components/LoadedBody';
import { useFocusLater } from '../../components/useFocusLater';
import { useSettingsAlertWebhookQuery } from './alerts.api';
import classes from './alerts.module.css';
import { WebhookFacts } from './WebhookFacts';
import { WebhookForm } from './WebhookForm';

const HEIGHT = 120;

/** The owner's own address that alerts are sent to. */
export function WebhookPanel() {
  const { t } = useTranslation('settings');
  const query = useSettingsAlertWebhookQuery();
  return (
    <Panel title={t('alerts.webhook.title')}>
      <LoadedBody query={query} failed={t('alerts.webhook.loadFailed')} height={HEIGHT}>
        {({ webhook }) => <Webhook webhook={webhook} />}
      </LoadedBody>
    </Panel>
  );
}

function Webhook({ webhook }: { webhook: AlertWebhook | null }) {
  const { t } = useTranslation('settings');
  const [editing, setEditing] = useState(false);
  const [made, setMade] = useState<AlertWebhookMade | null>(null);
  // What takes the place of the form: the button that was pressed is gone.
  const [shown, focusShown] = useFocusLater<HTMLDivElement>();
  if (made)
    return (
      <div ref={shown} tabIndex={-1} className={classes.form}>
        <Notice tone="warn" title={t('alerts.webhook.once')}>
          {t('alerts.webhook.onceHint')}
        </Notice>
        <CodeBlock code={made.secret} label={made.webhook.url} language={t('alerts.webhook.secret')} />
        <div>
          <Button
            variant="default"
            onClick={() => {
              setMade(null);
              focusShown();
            }}
          >
            {t('alerts.webhook.done')}
          </Button>
        </div>
      </div>
    );
  if (webhook && !editing)
    return (
      <div ref={shown} tabIndex={-1}>
        <WebhookFacts webhook={webhook} onChange={() => setEditing(true)} />
      </div>
    );
  return (
    <WebhookForm
      current={webhook}
      onMade={(answer) => {
        setMade(answer);
        setEditing(false);
        focusShown();
      }}
      onCancel={
        webhook
          ? () => {
              setEditing(false);
              focusShown();
            }
          : undefined
      }
    />
  );
}
