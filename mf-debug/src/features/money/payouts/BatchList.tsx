import type { PayoutBatch } from '@ezdash/contracts';
import { useLivePolling } from '@ezdash/store';
import { EmptyState, Panel, TableSkeleton, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MONEY_POLL_MS } from '../money.api';
import styles from '../money.module.css';
import { QueryFailed } from '../QueryFailed';
import { BankFile } from './BankFile';
import { useDebugPayoutBatchesQuery } from './payouts.api';

const rowId = ({ id }: PayoutBatch) => id;

function useBatchColumns(): Column<PayoutBatch>[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return useMemo(() => {
    const figure = (key: 'count' | 'sent' | 'paid' | 'failed'): Column<PayoutBatch> => ({
      key,
      header: t(`money.batches.${key}`),
      numeric: true,
      sort: (batch) => batch[key],
      cell: (batch) => (batch[key] === 0 ? <span className="ez-dim">–</span> : format.count(batch[key])),
    });
    return [
      {
        key: 'created',
        header: t('money.batches.created', { zone: format.timezone }),
        phone: 'title',
        sort: ({ created_at: at }) => at,
        cell: ({ id, created_at: at }) => (
          <span className={styles.account}>
            <b className="ez-num">{format.dateTime(at)}</b>
            <small>
              <bdi>{id}</bdi>
            </small>
          </span>
        ),
      },
      figure('count'),
      figure('sent'),
      figure('paid'),
      figure('failed'),
      {
        key: 'amount',
        header: t('money.batches.amount'),
        numeric: true,
        sort: ({ amount_micros: micros }) => micros,
        cell: ({ amount_micros: micros }) => <b>{format.money(micros)}</b>,
      },
      {
        key: 'file',
        header: t('money.batches.file'),
        // What has ended is not for the bank any more: without the rest the file would be empty.
        cell: ({ id, sent }) =>
          sent === 0 ? <span className="ez-dim">–</span> : <BankFile batchId={id} named />,
      },
    ];
  }, [t, format]);
}

/** What was sent together, how far it has come, and the file for the bank. */
export function BatchList() {
  const { t } = useTranslation('debug');
  const columns = useBatchColumns();
  const polling = useLivePolling(MONEY_POLL_MS);
  const { data, error, isFetching, refetch } = useDebugPayoutBatchesQuery(undefined, {
    ...polling,
    refetchOnMountOrArgChange: true,
  });
  return (
    <Panel label={t('money.batches.title')} flush>
      {data ? (
        <DataTable
          label={t('money.batches.title')}
          rows={data.batches}
          columns={columns}
          rowId={rowId}
          rowName={rowId}
          empty={<EmptyState title={t('money.batches.empty')}>{t('money.batches.emptyText')}</EmptyState>}
        />
      ) : error ? (
        <QueryFailed
          title={t('money.batches.failedToLoad')}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <TableSkeleton rows={4} columns={6} />
      )}
    </Panel>
  );
}
