import type { ReferralEarning, ReferralEarningState } from '@ezdash/contracts';
import { REFERRAL_EARNING_STATES } from '@ezdash/contracts/constants';
import {
  Button,
  EmptyState,
  Money,
  Panel,
  SegmentedControl,
  type State,
  Status,
  TableSkeleton,
  useFormat,
} from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed, StaleNotice } from './LoadFailed';
import styles from './referrals.module.css';
import type { ReferralsApi } from './types';
import { useLinkName } from './useLinkName';

const ALL = 'all';
const LOOKS: Record<ReferralEarningState, State> = {
  held: 'pending',
  released: 'paid',
  returned: 'cancelled',
};
/** A ledger's lines show four digits, the last two small. */
const DIGITS = { digits: 4, quietFrom: 2 } as const;

const rowId = ({ id }: ReferralEarning) => id;

function useColumns(currency: string): Column<ReferralEarning>[] {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const nameOf = useLinkName();
  return useMemo(
    () => [
      {
        key: 'day',
        header: t('referrals.earning.day'),
        phone: 'title',
        cell: ({ day, referral, role }) => (
          <span className={styles.name}>
            <b>{format.date(day)}</b>
            <small>
              {t(`referrals.earning.of.${role}`)} <bdi>{referral}</bdi>
            </small>
          </span>
        ),
      },
      {
        key: 'link',
        header: t('referrals.link.one'),
        cell: ({ link }) => <bdi className={styles.long}>{nameOf(link)}</bdi>,
      },
      {
        key: 'state',
        header: t('referrals.earning.state'),
        phone: 'badge',
        cell: ({ state, settles_on: on }) => (
          <Status
            state={LOOKS[state]}
            label={t(`referrals.state.${state}`)}
            plain
            stacked
            reason={t(`referrals.settles.${state}`, { date: format.date(on) })}
          />
        ),
      },
      {
        key: 'amount',
        header: t('referrals.earning.amount', { currency }),
        numeric: true,
        cell: ({ amount_micros: micros, state }) => (
          <span className={styles.amount} data-returned={state === 'returned' || undefined}>
            <Money micros={micros} currency={currency} {...DIGITS} />
          </span>
        ),
      },
    ],
    [t, format, nameOf, currency],
  );
}

interface EarningsPanelProps {
  api: ReferralsApi;
  currency: string;
}

/** Every day of everybody who was brought: on hold until when, paid, or taken back. */
export function EarningsPanel({ api, currency }: EarningsPanelProps) {
  const { t } = useTranslation('ui');
  const [state, setState] = useState<ReferralEarningState | null>(null);
  const query = api.useEarnings(state, { refetchOnMountOrArgChange: true });
  const failure = api.failureOf(query.error);
  const columns = useColumns(currency);
  const pages = query.currentData?.pages;
  const rows = useMemo(() => {
    const all = pages?.flatMap(({ earnings }) => earnings) ?? [];
    // One that came meanwhile moves the others on: none is shown twice.
    return [...new Map(all.map((earning) => [earning.id, earning])).values()];
  }, [pages]);
  const empty =
    state === null ? (
      <EmptyState title={t('referrals.empty.earnings')}>{t('referrals.empty.earningsText')}</EmptyState>
    ) : (
      <EmptyState
        title={t(`referrals.empty.${state}`)}
        action={
          <Button variant="default" onClick={() => setState(null)}>
            {t('referrals.earning.showAll')}
          </Button>
        }
      />
    );
  return (
    <Panel title={t('referrals.earnings')} hint={t('referrals.earning.hint')} flush>
      {failure && pages ? (
        <div className={styles.inPanel}>
          <StaleNotice isRetrying={query.isFetching} onRetry={query.refetch} />
        </div>
      ) : null}
      <div className={styles.toolbar}>
        <SegmentedControl
          aria-label={t('referrals.earning.state')}
          value={state ?? ALL}
          onChange={(value) => setState(REFERRAL_EARNING_STATES.find((one) => one === value) ?? null)}
          data={[
            { value: ALL, label: t('referrals.earning.all') },
            ...REFERRAL_EARNING_STATES.map((value) => ({ value, label: t(`referrals.state.${value}`) })),
          ]}
        />
      </div>
      {pages ? (
        <DataTable
          label={t('referrals.earnings')}
          rows={rows}
          columns={columns}
          rowId={rowId}
          rowName={rowId}
          initialPageSize={100}
          empty={empty}
        />
      ) : failure ? (
        <LoadFailed
          title={t('referrals.failed.earnings')}
          failure={failure}
          isRetrying={query.isFetching}
          onRetry={query.refetch}
        />
      ) : (
        <TableSkeleton rows={4} columns={4} />
      )}
      {pages && query.hasNextPage ? (
        <div className={styles.older}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('referrals.earning.older')}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
