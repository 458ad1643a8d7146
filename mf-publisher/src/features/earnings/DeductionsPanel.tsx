import type { EarningsDeduction } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { Button, decimalOfMicros, ErrorState, Panel, TableSkeleton, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublisherDeductionsInfiniteQuery } from './earnings.api';
import styles from './earnings.module.css';

const rowId = ({ id }: EarningsDeduction) => id;

/** What it was, in a few words, and what it is about in a sentence. */
function useCauseWords() {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const span = (from: string, to: string) =>
    from === to ? format.date(from) : t('earnings.span', { from: format.date(from), to: format.date(to) });
  return {
    span,
    title: ({ cause, reason }: EarningsDeduction) =>
      t(reason ? `earnings.reason.${reason}` : `earnings.cause.${cause}`),
    about: ({ cause, traffic }: EarningsDeduction) =>
      traffic
        ? t('earnings.traffic', {
            count: traffic.events,
            formatted: format.count(traffic.events),
            span: span(traffic.from, traffic.to),
          })
        : t(`earnings.about.${cause}`),
  };
}

function useDeductionColumns(totalMicros: number): Column<EarningsDeduction>[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { span, title, about } = useCauseWords();
  return useMemo(
    () => [
      {
        key: 'cause',
        header: t('earnings.why'),
        phone: 'title',
        cell: (row) => (
          <span className={styles.when}>
            <b>{title(row)}</b>
            <small>{about(row)}</small>
          </span>
        ),
        total: t('earnings.allDeductions'),
        csv: title,
      },
      {
        key: 'booked',
        header: t('earnings.bookedOn'),
        cell: ({ booked_from: from, booked_to: to }) => span(from, to),
        csv: ({ booked_to: to }) => to,
      },
      {
        key: 'amount',
        header: t('earnings.amount'),
        numeric: true,
        cell: ({ amount_micros: micros }) => format.money(-micros, { digits: [2, 6] }),
        total: format.money(-totalMicros),
        csv: ({ amount_micros: micros }) => decimalOfMicros(-micros),
      },
    ],
    [t, format, span, title, about, totalMicros],
  );
}

/** Why earnings were taken back, newest first; all of it together is what the months say. */
export function DeductionsPanel() {
  const { t } = useTranslation('publisher');
  const query = usePublisherDeductionsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const pages = query.data?.pages;
  const rows = useMemo(() => {
    const all = pages?.flatMap(({ deductions }) => deductions) ?? [];
    // One that came meanwhile moves the others on: none is shown twice.
    return [...new Map(all.map((row) => [row.id, row])).values()];
  }, [pages]);
  const columns = useDeductionColumns(pages?.[0]?.total_micros ?? 0);
  const { title } = useCauseWords();
  const failure = toApiError(query.error);
  return (
    <Panel title={t('earnings.deductions')} flush>
      {pages ? (
        <DataTable
          label={t('earnings.deductions')}
          rows={rows}
          columns={columns}
          rowId={rowId}
          rowName={title}
        />
      ) : failure ? (
        <ErrorState
          title={t('earnings.deductionsFailed')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          requestId={failure.requestId}
        >
          {sentence(failure.message) || t('problem.noAnswer')}
        </ErrorState>
      ) : (
        <TableSkeleton rows={2} />
      )}
      {query.hasNextPage ? (
        <div className={styles.older}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('earnings.olderDeductions')}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
