import type { AdReviewAd, DateRange, Zone } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { Button, EmptyState, ErrorState, Panel, TableSkeleton } from '@ezdash/ui';
import { DataTable } from '@ezdash/ui/data';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdDrawer } from './AdDrawer';
import { type AdFilter, AdFilters, type PropertyFilter } from './AdFilters';
import { usePublisherAdsInfiniteQuery } from './adReview.api';
import styles from './adReview.module.css';
import type { AdScope } from './adScope';
import { useAdWords } from './adWords';
import { BlockProblemNotice } from './BlockProblemNotice';
import { useAdColumns } from './useAdColumns';
import { useBlocking } from './useBlocking';
import { useRowActions } from './useRowActions';

interface AdsListProps {
  /** Above the list. */
  title: string;
  /** Of the table. */
  label: string;
  /** Keep it stable (useMemo). */
  scope: AdScope;
  /** Asked for. */
  range: DateRange;
  propertyId?: string | undefined;
  zones?: readonly Zone[];
  /** Chooses among the account's. */
  property?: PropertyFilter;
  /** When nothing ran at all. */
  nothing: ReactNode;
}

const rowId = ({ id }: AdReviewAd) => id;
const START: AdFilter = { sort: 'earnings' };

/** Ads that ran, filtered and in an order, each blocked and allowed where it stands. */
export function AdsList({
  title,
  label,
  scope,
  range,
  propertyId,
  zones = [],
  property,
  nothing,
}: AdsListProps) {
  const { t } = useTranslation('publisher');
  const [filter, setFilter] = useState<AdFilter>(START);
  const [openId, setOpenId] = useState<string | null>(null);
  const blocking = useBlocking();
  const words = useAdWords();
  const query = usePublisherAdsInfiniteQuery({ property: propertyId, ...range, ...filter });
  const failure = toApiError(query.error);
  const rows = useMemo(() => {
    const all = query.currentData?.pages.flatMap(({ ads }) => ads) ?? [];
    // Figures that moved meanwhile move ads from page to page: none is shown twice.
    return [...new Map(all.map((ad) => [ad.id, ad])).values()];
  }, [query.currentData]);
  const known = query.data?.pages[0];
  const open = useMemo(() => (ad: AdReviewAd) => setOpenId(ad.id), []);
  const columns = useAdColumns({ scope, onOpen: open });
  const actions = useRowActions(scope, blocking, open);
  const { sort, ...narrowed } = filter;
  const isNarrowed =
    Object.values(narrowed).some((value) => value !== undefined) || (property?.chosen ?? null) !== null;
  const clear = () => {
    setFilter({ sort });
    property?.onChoose(null);
  };
  const chooseProperty = property && {
    ...property,
    onChoose: (id: string | null) => {
      // Who ran there may not have run here.
      setFilter(({ advertiser: _, ...rest }) => rest);
      property.onChoose(id);
    },
  };
  const empty = isNarrowed ? (
    <EmptyState
      title={t('adReview.noMatch')}
      level={3}
      action={
        <Button variant="default" onClick={clear}>
          {t('adReview.clear')}
        </Button>
      }
    />
  ) : (
    nothing
  );
  return (
    <div className="ez-stack">
      {openId === null ? <BlockProblemNotice problem={blocking.problem} /> : null}
      <Panel title={title} hint={known ? t('adReview.count', { count: known.count }) : undefined} flush>
        {known || !failure ? (
          <div className={styles.bar}>
            <AdFilters
              filter={filter}
              zones={zones}
              advertisers={known?.advertisers ?? []}
              onChange={setFilter}
              property={chooseProperty}
            />
          </div>
        ) : null}
        {query.currentData ? (
          <DataTable
            label={label}
            rows={rows}
            columns={columns}
            rowId={rowId}
            rowName={words.title}
            actions={actions}
            initialPageSize={100}
            empty={empty}
          />
        ) : failure ? (
          <ErrorState
            title={t('adReview.loadFailed')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            requestId={failure.requestId}
          >
            {sentence(failure.message) || t('problem.noAnswer')}
          </ErrorState>
        ) : (
          <TableSkeleton rows={6} />
        )}
        {query.currentData && query.hasNextPage ? (
          <div className={styles.more}>
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('adReview.more')}
            </Button>
          </div>
        ) : null}
      </Panel>
      <AdDrawer
        ad={rows.find(({ id }) => id === openId) ?? null}
        scope={scope}
        blocking={blocking}
        onClose={() => setOpenId(null)}
      />
    </div>
  );
}
