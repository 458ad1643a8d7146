import type { AdReviewAd, PropertyDetail } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import {
  Button,
  EmptyState,
  ErrorState,
  IconEye,
  IconEyeOff,
  IconPlus,
  Panel,
  TableSkeleton,
} from '@ezdash/ui';
import { DataTable, type RowAction } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentence } from '../../components/sentence';
import type { PropertyRequest } from '../properties/properties.api';
import { AdDrawer } from './AdDrawer';
import { type AdFilter, AdFilters } from './AdFilters';
import { usePublisherAdsInfiniteQuery } from './adReview.api';
import styles from './adReview.module.css';
import { useAdWords } from './adWords';
import { BlockProblemNotice } from './BlockProblemNotice';
import { useAdColumns } from './useAdColumns';
import { type Blocking, useBlocking } from './useBlocking';

interface AdsTabProps {
  detail: PropertyDetail;
  request: PropertyRequest;
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;
const rowId = ({ id }: AdReviewAd) => id;
const START: AdFilter = { sort: 'earnings' };

/** What can be done to an ad from its row: of what it is, the ad itself and whose it is. */
function useRowActions(propertyId: string, blocking: Blocking, onOpen: (ad: AdReviewAd) => void) {
  const { t } = useTranslation('publisher');
  const words = useAdWords();
  return (ad: AdReviewAd): RowAction[] => {
    const reasons = ad.blocked_on.find(({ property_id: id }) => id === propertyId)?.reasons ?? [];
    const acts = words.blockable(ad).map((what): RowAction => {
      const isBlocked = reasons.some(({ kind, value }) => kind === what.kind && value === what.value);
      const Icon = isBlocked ? IconPlus : IconEyeOff;
      return {
        id: what.kind,
        label: t(`adReview.${isBlocked ? 'allowKind' : 'blockKind'}.${what.kind}`, { name: what.name }),
        icon: <Icon {...icon} />,
        onSelect: () => void blocking[isBlocked ? 'unblock' : 'block'](what, [propertyId]),
      };
    });
    return [
      { id: 'open', label: t('adReview.look'), icon: <IconEye {...icon} />, onSelect: () => onOpen(ad) },
      ...acts,
    ];
  };
}

/** The ads that ran on a property in the days chosen above, and what is not to run again. */
export function AdsTab({ detail, request: { from, to } }: AdsTabProps) {
  const { t } = useTranslation('publisher');
  const { property, zones } = detail;
  const [filter, setFilter] = useState<AdFilter>(START);
  const [openId, setOpenId] = useState<string | null>(null);
  const blocking = useBlocking();
  const words = useAdWords();
  const query = usePublisherAdsInfiniteQuery({ property: property.id, from, to, ...filter });
  const failure = toApiError(query.error);
  const rows = useMemo(() => {
    const all = query.currentData?.pages.flatMap(({ ads }) => ads) ?? [];
    // Figures that moved meanwhile move ads from page to page: none is shown twice.
    return [...new Map(all.map((ad) => [ad.id, ad])).values()];
  }, [query.currentData]);
  const known = query.data?.pages[0];
  const open = useMemo(() => (ad: AdReviewAd) => setOpenId(ad.id), []);
  const columns = useAdColumns({ propertyId: property.id, onOpen: open });
  const actions = useRowActions(property.id, blocking, open);
  const { sort, ...narrowed } = filter;
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined);
  const nothing = isNarrowed ? (
    <EmptyState
      title={t('adReview.noMatch')}
      level={3}
      action={
        <Button variant="default" onClick={() => setFilter({ sort })}>
          {t('adReview.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState art="slots" title={t('adReview.none')} level={3}>
      {t('adReview.noneText')}
    </EmptyState>
  );
  return (
    <div className="ez-stack">
      {openId === null ? <BlockProblemNotice problem={blocking.problem} /> : null}
      <Panel
        title={t('adReview.panel')}
        hint={known ? t('adReview.count', { count: known.count }) : undefined}
        flush
      >
        {known || !failure ? (
          <div className={styles.bar}>
            <AdFilters
              filter={filter}
              zones={zones}
              advertisers={known?.advertisers ?? []}
              onChange={setFilter}
            />
          </div>
        ) : null}
        {query.currentData ? (
          <DataTable
            label={t('adReview.table', { name: property.name })}
            rows={rows}
            columns={columns}
            rowId={rowId}
            rowName={words.title}
            actions={actions}
            initialPageSize={100}
            empty={nothing}
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
        propertyId={property.id}
        blocking={blocking}
        onClose={() => setOpenId(null)}
      />
    </div>
  );
}
