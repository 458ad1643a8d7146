import type { OperatorReferral } from '@ezdash/contracts';
import { REFERRAL_REASONS, REFERRAL_STATES } from '@ezdash/contracts/constants';
import { useLivePolling } from '@ezdash/store';
import {
  Button,
  EmptyState,
  NoDateRange,
  PageHeader,
  Panel,
  TableSkeleton,
  useDebouncedValue,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import type { RowAction } from '@ezdash/ui/data';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../components/FilterBar';
import { MONEY_POLL_MS } from '../features/money/money.api';
import { OlderButton } from '../features/money/OlderButton';
import { QueryFailed } from '../features/money/QueryFailed';
import { uniqueRows } from '../features/money/uniqueRows';
import { type AskedDecision, DecisionDialog, decisionFor } from '../features/referrals/DecisionDialog';
import { ReferralDrawer } from '../features/referrals/ReferralDrawer';
import { ReferralTable } from '../features/referrals/ReferralTable';
import { useDebugReferralsInfiniteQuery } from '../features/referrals/referrals.api';
import { useReferralPlace } from '../features/referrals/useReferralPlace';

const DEBOUNCE_MS = 250;
const SEARCH_LENGTH = 200;
const CLEARED = { state: null, reason: null, search: null };

/** The list as the address and the search narrow it. */
function useList(place: ReturnType<typeof useReferralPlace>, search: string) {
  const [asked] = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  const { state, reason } = place;
  const query = useDebugReferralsInfiniteQuery(
    { state, reason, search: asked || undefined },
    { ...useLivePolling(MONEY_POLL_MS), refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const rows = useMemo(
    () => uniqueRows(query.data?.pages.flatMap(({ referrals }) => referrals) ?? []),
    [query.data],
  );
  return { query, rows, total: query.data?.pages[0]?.total };
}

/** Who was brought by whom, what it earns, and the way to refuse it or allow it after all. */
export function ReferralsPage() {
  const { t } = useTranslation('debug');
  const title = t('page.referrals');
  usePageTitle(title);
  const format = useFormat();
  const place = useReferralPlace();
  const { state, reason, openId, change } = place;
  const [search, setSearch] = useState(place.firstSearch);
  const [asked, setAsked] = useState<AskedDecision | null>(null);
  const { query, rows, total } = useList(place, search);
  const open = useCallback((referral: string) => change({ referral }), [change]);
  const isFiltered = Boolean(state || reason || search);
  const clear = () => {
    setSearch('');
    change(CLEARED);
  };
  const actions = ({ id, state: now, referred, referrer }: OperatorReferral): RowAction[] => {
    const decision = decisionFor(now);
    const opening = { id: 'open', label: t('referrals.open'), onSelect: () => open(id) };
    if (referred === null || referrer === null) return [opening];
    return [
      opening,
      {
        id: decision,
        label: t(`referrals.verb.${decision}`),
        danger: decision === 'refuse',
        onSelect: () => setAsked({ id, name: referred.email, decision }),
      },
    ];
  };
  const filters = (
    <FilterBar
      search={{
        label: t('referrals.search'),
        hint: t('referrals.searchHint'),
        maxLength: SEARCH_LENGTH,
        text: search,
        onType: setSearch,
      }}
      choices={[
        {
          name: 'state',
          label: t('referrals.state'),
          any: t('referrals.anyState'),
          options: REFERRAL_STATES.map((value) => ({ value, label: t(`referrals.stateOf.${value}`) })),
          value: state,
        },
        {
          name: 'reason',
          label: t('referrals.reason'),
          any: t('referrals.anyReason'),
          options: REFERRAL_REASONS.map((value) => ({ value, label: t(`referrals.reasonOf.${value}`) })),
          value: reason,
        },
      ]}
      onChoose={change}
      isFiltered={isFiltered}
      onClear={clear}
    />
  );
  const empty = isFiltered ? (
    <EmptyState
      title={t('referrals.noMatch')}
      action={
        <Button variant="default" onClick={clear}>
          {t('money.clearFilters')}
        </Button>
      }
    />
  ) : (
    <EmptyState title={t('referrals.empty')}>{t('referrals.emptyText')}</EmptyState>
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={
          total === undefined ? null : (
            <span>{t('referrals.total', { count: total, figure: format.count(total) })}</span>
          )
        }
      />
      <NoDateRange />
      <Panel label={t('referrals.all')} flush>
        {query.data ? (
          <ReferralTable referrals={rows} onOpen={open} actions={actions} toolbar={filters} empty={empty} />
        ) : query.error ? (
          <QueryFailed
            title={t('referrals.failed')}
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
      </Panel>
      <ReferralDrawer id={openId} onAsk={setAsked} onClose={() => change({ referral: null })} />
      {asked ? <DecisionDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
