import { BlockSkeleton, Panel, TableSkeleton } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { PanelFailed } from '../components/PanelFailed';
import { AlertTable } from '../features/alerts/AlertTable';
import { useSettingsAlertsQuery } from '../features/alerts/alerts.api';
import { MailAddress } from '../features/alerts/MailAddress';

const BONES = { address: 42, rows: 6 };

/** What a person is told of, by which ways. Drawn by `App` in its frame. */
export function AlertsPage() {
  const { t } = useTranslation('settings');
  const { data, error, isFetching, refetch } = useSettingsAlertsQuery();
  if (data) {
    return (
      <>
        <MailAddress email={data.email} />
        <AlertTable alerts={data.alerts} />
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
        <TableSkeleton rows={BONES.rows} columns={2} />
      </Panel>
    </>
  );
}
