import type { Payout } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { Anchor, Button, ErrorState, Panel, type State, Status, TableSkeleton, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublisherPayoutsInfiniteQuery } from './earnings.api';
import styles from './earnings.module.css';
import { monthName } from './MonthsPanel';

const STATES: Record<Payout['state'], State> = {
  requested: 'pending',
  approved: 'approved',
  sent: 'scheduled',
  paid: 'paid',
  refused: 'rejected',
  failed: 'failed',
};
const rowId = ({ id }: Payout) => id;
const rowName = ({ id }: Payout) => id;

function useReasonOf(): (payout: Payout) => string | null {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  return ({ state, reason, due_at: due, ended_at: ended, reference }) => {
    if (state === 'refused' || state === 'failed') return reason;
    if (state !== 'paid') return t('earnings.until', { date: format.date(due) });
    const at = ended ? format.date(ended) : '';
    return reference ? t('earnings.paidAs', { date: at, reference }) : at;
  };
}

/** The months that became payable since the payout before, and what came of referrals. */
function MadeOf({ madeOf }: { madeOf: NonNullable<Payout['made_of']> }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { from, to, referral_micros: referral } = madeOf;
  const months =
    from === null || to === null
      ? t('earnings.madeOfRest')
      : from === to
        ? monthName(from, format.locale)
        : t('earnings.span', { from: monthName(from, format.locale), to: monthName(to, format.locale) });
  return (
    <span className={styles.when}>
      <span>{months}</span>
      {referral > 0 ? (
        <small>{t('earnings.madeOfReferrals', { amount: format.money(referral) })}</small>
      ) : null}
    </span>
  );
}

function usePayoutColumns(): Column<Payout>[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const reasonOf = useReasonOf();
  return useMemo(
    () => [
      {
        key: 'requested',
        header: t('earnings.requestedAt', { zone: format.timezone }),
        phone: 'title',
        cell: ({ id, requested_at: at }) => (
          <span className={styles.when}>
            <b>{format.dateTime(at)}</b>
            <small>
              <bdi>{id}</bdi>
            </small>
          </span>
        ),
      },
      {
        key: 'state',
        header: t('earnings.state'),
        phone: 'badge',
        cell: (payout) => (
          <Status
            state={STATES[payout.state]}
            label={t(`earnings.payoutState.${payout.state}`)}
            plain
            stacked
            reason={<span className={styles.reason}>{reasonOf(payout)}</span>}
          />
        ),
      },
      {
        key: 'madeOf',
        header: t('earnings.madeOf'),
        cell: ({ made_of: madeOf }) =>
          madeOf ? <MadeOf madeOf={madeOf} /> : <span className="ez-dim">–</span>,
      },
      {
        key: 'method',
        header: t('earnings.bank'),
        cell: ({ method }) => <bdi className={styles.method}>{method}</bdi>,
      },
      {
        key: 'documents',
        header: t('earnings.statement'),
        cell: ({ documents }) =>
          documents.length === 0 ? (
            <span className="ez-dim">–</span>
          ) : (
            documents.map(({ id, number }) => (
              <Anchor key={id} href={`/api/documents/${id}.pdf`} target="_blank" rel="noreferrer">
                {number}
              </Anchor>
            ))
          ),
      },
      {
        key: 'amount',
        header: t('earnings.amount'),
        numeric: true,
        cell: ({ amount_micros: micros, currency }) => <b>{format.money(micros, { currency })}</b>,
      },
    ],
    [t, format, reasonOf],
  );
}

/** Everything that was asked for, newest first, and what became of it. */
export function PayoutsPanel() {
  const { t } = useTranslation('publisher');
  const query = usePublisherPayoutsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const columns = usePayoutColumns();
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap(({ payouts }) => payouts) ?? [];
    // A payout that came meanwhile moves the others on: none is shown twice.
    return [...new Map(all.map((payout) => [payout.id, payout])).values()];
  }, [query.data]);
  const failure = toApiError(query.error);
  return (
    <Panel title={t('earnings.payouts')} flush>
      {query.data ? (
        <DataTable
          label={t('earnings.payouts')}
          rows={rows}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          empty={<p className={styles.none}>{t('earnings.noPayouts')}</p>}
        />
      ) : failure ? (
        <ErrorState
          title={t('earnings.payoutsFailed')}
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
            {t('earnings.older')}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
