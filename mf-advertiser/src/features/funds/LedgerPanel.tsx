import type { FundsLine, TransactionFilter } from '@ezdash/contracts';
import { TRANSACTION_FILTERS } from '@ezdash/contracts/constants';
import { toApiError, useLivePolling } from '@ezdash/store';
import {
  ActionIcon,
  Button,
  EmptyState,
  ErrorState,
  IconChevronLeft,
  IconChevronRight,
  Panel,
  SegmentedControl,
  TableSkeleton,
  useFormat,
} from '@ezdash/ui';
import { DataTable } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useAdvertiserTransactionsQuery } from './funds.api';
import classes from './funds.module.css';
import { useLedgerColumns } from './useLedgerColumns';
import { useLineWords } from './useLineWords';

/** Lines of a page, as the server pages them. */
const PAGE = 25;
const POLL_MS = 30_000;

interface LedgerPanelProps {
  filter: TransactionFilter;
  onFilter: (filter: TransactionFilter) => void;
  onOpen: (id: string) => void;
}

const idOf = (line: FundsLine) => line.id;

function Filters({ filter, onFilter }: Omit<LedgerPanelProps, 'onOpen'>) {
  const { t } = useTranslation('advertiser');
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('funds.filterLabel')}
      value={filter}
      onChange={(value) => onFilter(TRANSACTION_FILTERS.find((one) => one === value) ?? 'all')}
      data={TRANSACTION_FILTERS.map((value) => ({ value, label: t(`funds.filter.${value}`) }))}
    />
  );
}

interface PagerProps {
  /** Rows before this page. */
  before: number;
  shown: number;
  total: number;
  hasNewer: boolean;
  hasOlder: boolean;
  onNewer: () => void;
  onOlder: () => void;
}

/** Which lines these are, and the way to older and newer ones. */
function Pager({ before, shown, total, hasNewer, hasOlder, onNewer, onOlder }: PagerProps) {
  const { t } = useTranslation(['advertiser', 'ui']);
  const format = useFormat();
  const range = { from: before + 1, to: before + shown, total: Math.max(total, before + shown) };
  return (
    <div className="ez-table-foot">
      <span aria-live="polite">
        {t('ui:table.range', {
          from: format.count(range.from),
          to: format.count(range.to),
          total: format.count(range.total),
        })}
      </span>
      <span className="ez-grow" />
      <ActionIcon aria-label={t('ui:table.previous')} disabled={!hasNewer} onClick={onNewer}>
        <IconChevronLeft size={16} className="ez-flip" />
      </ActionIcon>
      <ActionIcon aria-label={t('ui:table.next')} disabled={!hasOlder} onClick={onOlder}>
        <IconChevronRight size={16} className="ez-flip" />
      </ActionIcon>
    </div>
  );
}

/** The pages one has been through: what each began with, null for the newest. */
function usePages(filter: TransactionFilter) {
  const [visited, setVisited] = useState<{ filter: TransactionFilter; cursors: (string | null)[] }>({
    filter,
    cursors: [null],
  });
  // Another filter begins with its newest lines.
  const cursors = visited.filter === filter ? visited.cursors : [null];
  return {
    index: cursors.length - 1,
    before: cursors.at(-1) ?? null,
    older: (next: string) => setVisited({ filter, cursors: [...cursors, next] }),
    newer: () => setVisited({ filter, cursors: cursors.slice(0, -1) }),
  };
}

/** Every movement of the balance, newest first, straight from the ledger. */
export function LedgerPanel({ filter, onFilter, onOpen }: LedgerPanelProps) {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const wordsOf = useLineWords();
  const columns = useLedgerColumns(onOpen);
  const pages = usePages(filter);
  const query = useAdvertiserTransactionsQuery({ filter, before: pages.before }, useLivePolling(POLL_MS));
  const list = query.currentData;
  const failure = toApiError(query.error);
  return (
    <Panel title={t('funds.ledger')} flush aside={<Filters filter={filter} onFilter={onFilter} />}>
      <div className={classes.ledger} aria-busy={query.isFetching}>
        {list ? (
          <DataTable
            label={t('funds.lines')}
            rows={list.lines}
            columns={columns}
            rowId={idOf}
            rowName={(line) => wordsOf(line).title}
            empty={
              filter === 'all' ? (
                <EmptyState title={t('funds.empty.title')}>{t('funds.empty.text')}</EmptyState>
              ) : (
                <EmptyState
                  title={t('funds.filteredEmpty')}
                  action={
                    <Button variant="default" onClick={() => onFilter('all')}>
                      {t('funds.clear')}
                    </Button>
                  }
                />
              )
            }
          />
        ) : null}
        {list && list.lines.length > 0 && (list.total > list.lines.length || pages.index > 0) ? (
          <Pager
            before={pages.index * PAGE}
            shown={list.lines.length}
            total={list.total}
            hasNewer={pages.index > 0}
            hasOlder={list.next !== null}
            onNewer={pages.newer}
            onOlder={() => list.next !== null && pages.older(list.next)}
          />
        ) : null}
        {!list && failure ? (
          <ErrorState
            title={t('funds.ledgerFailed')}
            requestId={failure.requestId}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          >
            {errorText(failure)} {t('funds.ledgerKept')}
          </ErrorState>
        ) : null}
        {!list && !failure ? <TableSkeleton rows={PAGE} columns={5} /> : null}
      </div>
    </Panel>
  );
}
