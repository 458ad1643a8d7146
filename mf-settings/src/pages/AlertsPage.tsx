import { BlockSkeleton, Panel, TableSkeleton } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { PanelFailed } from '../components/PanelFailed';
import { AlertTable } from '../features/alerts/AlertTable';
import { useSettingsAlertsQuery, useSettingsAlertWebhookQuery } from '../features/alerts/alerts.api';
import { DeliveryPanel } from '../features/alerts/DeliveryPanel';
import { MailAddress } from '../features/alerts/MailAddress';
import { WebhookPanel } from '../features/alerts/WebhookPanel';

const BONES = { address: 42, rows: 6, columns: 4 };

/** What a person is told of, by which ways and when. Drawn by `App` in its frame. */
export function AlertsPage() {
  const { t } = useTranslation('settings');
  const { data, error, isFetching, refetch } = useSettingsAlertsQuery();
  const { data: answer } = useSettingsAlertWebhookQuery();
  if (data) {
    // Sign-ins are told at once whatever is chosen: who gets nothing else has nothing to choose.
    const hasTiming = data.alerts.some(({ event }) => event !== 'new_login');
    return (
      <>
        <MailAddress email={data.email} />
        <AlertTable alerts={data.alerts} hasWebhook={Boolean(answer?.webhook)} />
        {hasTiming ? <DeliveryPanel /> : null}
        <WebhookPanel />
      </>
    );
  }
  if (error)
    return (
      <PanelFailed
        title={t('alerts.loadFailed')}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      >
        {t('alerts.stillSent')}
      </PanelFailed>
    );
  return (
    <>
      <Panel title={t('alerts.address')}>
        <BlockSkeleton height={BONES.address} />
      </Panel>
      <Panel title={t('alerts.title')} flush>
        <TableSkeleton rows={BONES.rows} columns={BONES.columns} />
      </Panel>
    </>
  );
}
