import { useLivePolling } from '@ezdash/store';
import {
  Button,
  EmptyState,
  NoDateRange,
  Notice,
  PageHeader,
  Panel,
  TableSkeleton,
  useDebouncedValue,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MONEY_POLL_MS } from '../features/money/money.api';
import styles from '../features/money/money.module.css';
import { OlderButton } from '../features/money/OlderButton';
import { BookTransferDialog } from '../features/money/payments/BookTransferDialog';
import { MatchPanel } from '../features/money/payments/MatchPanel';
import { PaymentDrawer } from '../features/money/payments/PaymentDrawer';
import { PaymentFilters } from '../features/money/payments/PaymentFilters';
import { PaymentsTable } from '../features/money/payments/PaymentsTable';
import { BANK_TRANSFER, useDebugPaymentsInfiniteQuery } from '../features/money/payments/payments.api';
import { usePaymentPlace } from '../features/money/payments/usePaymentPlace';
import { QueryFailed } from '../features/money/QueryFailed';
import { uniqueRows } from '../features/money/uniqueRows';

const DEBOUNCE_MS = 250;
const AWAITED = { state: 'pending', gateway: BANK_TRANSFER } as const;

/** All payments, narrowed by what the address and the search say. */
function PaymentList() {
  const { t } = useTranslation('debug');
  const place = usePaymentPlace();
  const { state, type, gateway, change } = place;
  const [search, setSearch] = useState(place.firstSearch);
  const [asked] = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  const polling = useLivePolling(MONEY_POLL_MS);
  const query = useDebugPaymentsInfiniteQuery(
    { state, type, gateway, search: asked || undefined },
    { ...polling, refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const rows = useMemo(
    () => uniqueRows(query.data?.pages.flatMap(({ payments }) => payments) ?? []),
    [query.data],
  );
  const open = useCallback((payment: string) => change({ payment }), [change]);
  const isFiltered = Boolean(state || type || gateway || search);
  const clear = () => {
    setSearch('');
    change({ state: null, type: null, gateway: null, search: null });
  };
  const clearButton = (
    <Button variant="default" onClick={clear}>
      {t('money.clearFilters')}
    </Button>
  );
  const table = (
    <PaymentsTable
      payments={rows}
      onOpen={open}
      toolbar={
        <PaymentFilters
          place={place}
          search={search}
          onSearch={setSearch}
          onClear={clear}
          isFiltered={isFiltered}
        />
      }
      empty={
        isFiltered ? (
          <EmptyState title={t('money.payments.noMatch')} action={clearButton}>
            {t('money.payments.noMatchText')}
          </EmptyState>
        ) : (
          <EmptyState title={t('money.payments.empty')}>{t('money.payments.emptyText')}</EmptyState>
        )
      }
    />
  );
  return (
    <Panel title={t('money.payments.all')} flush>
      {query.data ? (
        table
      ) : query.error ? (
        <QueryFailed
          title={t('money.payments.failed')}
          error={query.error}
          text={t('money.nothingLost')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <TableSkeleton rows={8} columns={6} />
      )}
      {query.hasNextPage ? (
        <OlderButton busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
      ) : null}
      <PaymentDrawer id={place.openId} onClose={() => change({ payment: null })} />
    </Panel>
  );
}

/** Transfers to match, then every payment there is. */
export function PaymentsPage() {
  const { t } = useTranslation('debug');
  const title = t('page.payments');
  usePageTitle(title);
  const format = useFormat();
  const polling = useLivePolling(MONEY_POLL_MS);
  const awaited = useDebugPaymentsInfiniteQuery(AWAITED, { ...polling, refetchOnMountOrArgChange: true });
  const rows = useMemo(
    () => uniqueRows(awaited.data?.pages.flatMap(({ payments }) => payments) ?? []),
    [awaited.data],
  );
  const sum = awaited.data?.pages[0]?.awaited;
  const [isBooking, setBooking] = useState(false);
  return (
    <>
      <PageHeader
        title={title}
        lead={
          sum ? (
            sum.count > 0 ? (
              <span>
                {t('money.payments.awaited', { count: sum.count, amount: format.money(sum.micros) })}
              </span>
            ) : (
              <span>{t('money.payments.noneAwaited')}</span>
            )
          ) : null
        }
        actions={
          <Button variant="default" onClick={() => setBooking(true)}>
            {t('money.book.open')}
          </Button>
        }
      />
      {isBooking ? <BookTransferDialog onClose={() => setBooking(false)} /> : null}
      <NoDateRange />
      <div className={styles.stack}>
        <MatchPanel
          awaited={rows}
          more={
            awaited.hasNextPage ? (
              <OlderButton busy={awaited.isFetchingNextPage} onPress={() => void awaited.fetchNextPage()} />
            ) : awaited.error && !awaited.data ? (
              <Notice tone="warn" title={t('money.match.awaitedFailed')}>
                {t('money.match.awaitedFailedText')}
              </Notice>
            ) : null
          }
        />
        <PaymentList />
      </div>
    </>
  );
}
