import type { TransactionFilter } from '@ezdash/contracts';
import { TRANSACTION_FILTERS } from '@ezdash/contracts/constants';
import { useLivePolling } from '@ezdash/store';
import { Button, IconDownload, Notice, PageHeader, PageSkeleton, usePageTitle } from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LoadError } from '../components/LoadError';
import { Notices } from '../components/Notices';
import { AddFundsPanel } from '../features/funds/AddFundsPanel';
import { CreditPanel } from '../features/funds/CreditPanel';
import { DocumentsPanel } from '../features/funds/DocumentsPanel';
import { FundsBalance } from '../features/funds/FundsBalance';
import { useAdvertiserFundsQuery } from '../features/funds/funds.api';
import classes from '../features/funds/funds.module.css';
import { readPrefill } from '../features/funds/fundsPlace';
import { LedgerPanel } from '../features/funds/LedgerPanel';
import { LineDrawer } from '../features/funds/LineDrawer';
import { OpenPayments } from '../features/funds/OpenPayments';
import { StatementDialog } from '../features/funds/StatementDialog';
import { TopUpPanel } from '../features/funds/TopUpPanel';

/** Without a live connection, the balance is asked for this often. */
const POLL_MS = 30_000;
const FILTER = 'filter';
const LINE = 'line';

/** What stands in the address, so that it can be linked to and gone back to. */
function usePlace() {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get(FILTER);
  const filter: TransactionFilter = TRANSACTION_FILTERS.find((one) => one === wanted) ?? 'all';
  const change = useCallback(
    (name: string, value: string | null, replace: boolean) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { search, filter, line: search.get(LINE), change };
}

/** `/advertiser/funds` */
export function FundsPage() {
  const { t } = useTranslation('advertiser');
  usePageTitle(t('page.funds'));
  const { search, filter, line, change } = usePlace();
  const query = useAdvertiserFundsQuery(undefined, {
    ...useLivePolling(POLL_MS),
    refetchOnMountOrArgChange: true,
  });
  const [isStatementOpen, setStatementOpen] = useState(false);
  const open = useCallback((id: string) => change(LINE, id, false), [change]);
  const funds = query.data;
  if (!funds && !query.error) return <PageSkeleton tiles={0} body="table" />;
  return (
    <>
      <PageHeader
        title={t('page.funds')}
        lead={t('funds.lead')}
        actions={
          funds ? (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
              onClick={() => setStatementOpen(true)}
            >
              {t('funds.statement.open')}
            </Button>
          ) : undefined
        }
      />
      {funds ? (
        <>
          <Notices>{query.error ? <Notice tone="warn">{t('funds.stale')}</Notice> : null}</Notices>
          <div className={classes.page}>
            <div className={classes.top}>
              <OpenPayments payments={funds.open_payments} />
              <FundsBalance funds={funds} />
              {funds.credit ? <CreditPanel credit={funds.credit} /> : null}
            </div>
            <div className={classes.side}>
              <AddFundsPanel key={search.get('amount') ?? ''} funds={funds} prefill={readPrefill(search)} />
              <TopUpPanel funds={funds} />
            </div>
            <div className={classes.main}>
              <LedgerPanel
                filter={filter}
                onFilter={(next) => change(FILTER, next === 'all' ? null : next, true)}
                onOpen={open}
              />
              <DocumentsPanel />
            </div>
          </div>
          <StatementDialog
            opened={isStatementOpen}
            onClose={() => setStatementOpen(false)}
            today={funds.now.slice(0, 10)}
          />
          <LineDrawer id={line} onClose={() => change(LINE, null, true)} />
        </>
      ) : (
        <LoadError
          title={t('funds.errorTitle')}
          kept={t('funds.errorKept')}
          error={query.error}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </>
  );
}
