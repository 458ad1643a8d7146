import { Button, IconPlus, NoDateRange, PageHeader, usePageTitle } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_POLL_MS } from '../features/console/console.api';
import { ListPanel } from '../features/console/ListPanel';
import { AddExchangeDialog } from '../features/exchanges/AddExchangeDialog';
import { ExchangeTable } from '../features/exchanges/ExchangeTable';
import { useDebugSeatsQuery } from '../features/exchanges/exchanges.api';
import { MoneyFailure } from '../features/money/MoneyFailure';

/** Exchanges that may ask the network for bids. */
export function ExchangesPage() {
  const { t } = useTranslation('debug');
  const title = t('page.exchanges');
  usePageTitle(title);
  const query = useDebugSeatsQuery(undefined, {
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
        actions={query.data && query.data.seats.length > 0 ? add : null}
      />
      <NoDateRange />
      <ListPanel
        label={title}
        query={query}
        failed={t('exchanges.failed')}
        columns={6}
        notice={<MoneyFailure title={t('exchanges.notRevoked')} failure={failure} />}
      >
        {({ seats }) => <ExchangeTable seats={seats} onFailure={setFailure} action={add} />}
      </ListPanel>
      {adds ? <AddExchangeDialog onClose={() => setAdds(false)} /> : null}
    </>
  );
}
