import {
  Button,
  IconPlus,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  TableSkeleton,
  usePageTitle,
} from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_POLL_MS } from '../features/console/console.api';
import styles from '../features/console/console.module.css';
import { AddExchangeDialog } from '../features/exchanges/AddExchangeDialog';
import { ExchangeTable } from '../features/exchanges/ExchangeTable';
import { useDebugSeatsQuery } from '../features/exchanges/exchanges.api';
import { MoneyFailure } from '../features/money/MoneyFailure';
import { QueryFailed } from '../features/money/QueryFailed';

/** Exchanges that may ask the network for bids. */
export function ExchangesPage() {
  const { t } = useTranslation('debug');
  const title = t('page.exchanges');
  usePageTitle(title);
  const { data, error, isFetching, refetch } = useDebugSeatsQuery(undefined, {
    pollingInterval: CONSOLE_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [adds, setAdds] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={() => setAdds(true)}>
      {t('exchanges.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={<span>{t('exchanges.lead')}</span>}
        actions={data && data.seats.length > 0 ? add : null}
      />
      <NoDateRange />
      <div className={styles.stack}>
        <MoneyFailure title={t('exchanges.notRevoked')} failure={failure} />
        {data && error ? <Notice tone="warn" title={t('console.stale')} /> : null}
        <Panel flush label={title}>
          {data ? (
            <ExchangeTable seats={data.seats} onFailure={setFailure} action={add} />
          ) : error ? (
            <QueryFailed
              title={t('exchanges.failed')}
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <TableSkeleton rows={3} columns={6} />
          )}
        </Panel>
      </div>
      {adds ? <AddExchangeDialog onClose={() => setAdds(false)} /> : null}
    </>
  );
}
