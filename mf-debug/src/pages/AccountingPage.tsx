import { useLivePolling } from '@ezdash/store';
import {
  AppLink,
  BlockSkeleton,
  Button,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebugAccountingQuery } from '../features/money/accounting/accounting.api';
import { ConnectionPanel } from '../features/money/accounting/ConnectionPanel';
import { KeysDrawer } from '../features/money/accounting/KeysDrawer';
import { RecentPayments } from '../features/money/accounting/RecentPayments';
import { useConnection } from '../features/money/accounting/useConnection';
import { useTurn } from '../features/money/accounting/useTurn';
import { MONEY_POLL_MS } from '../features/money/money.api';
import styles from '../features/money/money.module.css';
import { QueryFailed } from '../features/money/QueryFailed';

const BONES_PX = 360;

/** The connection to the accountant's books at Xero, and which payments have their invoice there. */
export function AccountingPage() {
  const { t } = useTranslation('debug');
  const title = t('page.accounting');
  usePageTitle(title);
  const format = useFormat();
  const [isKeysOpen, setKeysOpen] = useState(false);
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useDebugAccountingQuery(undefined, {
    ...useLivePolling(MONEY_POLL_MS),
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const turn = useTurn();
  const connection = useConnection(turn);
  return (
    <>
      <PageHeader
        title={title}
        lead={
          data ? (
            <span>
              {data.waiting > 0
                ? t('money.xero.waiting', { count: data.waiting, figure: format.count(data.waiting) })
                : t('money.xero.noneWaiting')}
            </span>
          ) : null
        }
      />
      <NoDateRange />
      {data && data.failed > 0 ? (
        <div className={styles.notices}>
          <Notice
            tone="bad"
            title={t('money.xero.refused', { count: data.failed, figure: format.count(data.failed) })}
            action={
              <Button component={AppLink} href="/admin/dead-letters" variant="default">
                {t('page.deadLetters')}
              </Button>
            }
          >
            {t('money.xero.refusedText')}
          </Notice>
        </div>
      ) : null}
      {data ? (
        <div className={styles.stack}>
          <ConnectionPanel
            status={data}
            toldAt={fulfilledTimeStamp ?? Date.now()}
            connection={connection}
            turn={turn}
            onKeys={() => setKeysOpen(true)}
          />
          <RecentPayments payments={data.recent_payments} turn={turn} />
          {turn.busy ? (
            <span id={turn.waitingId} className="ez-sr">
              {t('xeroTab.waiting')}
            </span>
          ) : null}
        </div>
      ) : (
        <Panel label={title}>
          {error ? (
            <QueryFailed
              title={t('money.xero.statusFailed')}
              error={error}
              text={t('money.xero.statusFailedText')}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <BlockSkeleton height={BONES_PX} />
          )}
        </Panel>
      )}
      {data && isKeysOpen ? (
        <KeysDrawer clientId={data.config.client_id} onClose={() => setKeysOpen(false)} />
      ) : null}
    </>
  );
}
