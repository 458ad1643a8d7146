import type { AdReviewAdvertiser, Zone } from '@ezdash/contracts';
import { AD_REVIEW_SORTS, CATEGORIES } from '@ezdash/contracts/constants';
import { Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import type { AdsRequest } from './adReview.api';
import styles from './adReview.module.css';
import type { AdPlace } from './adScope';

/** What the person has chosen. */
export type AdFilter = Pick<AdsRequest, 'zone' | 'advertiser' | 'category' | 'blocked' | 'sort'>;

interface AdFiltersProps {
  filter: AdFilter;
  zones: readonly Zone[];
  /** Who ran here in the period. */
  advertisers: readonly AdReviewAdvertiser[];
  onChange: (filter: AdFilter) => void;
  /** Which property, where the list is of the whole account. */
  property?: PropertyFilter | undefined;
}

export interface PropertyFilter {
  places: readonly AdPlace[];
  /** An id; null: all of them. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

/** By property or zone, advertiser, category and state, and in which order. */
export function AdFilters({ filter, zones, advertisers, onChange, property }: AdFiltersProps) {
  const { t } = useTranslation(['publisher', 'ui']);
  const isOfAll = property !== undefined && property.chosen === null;
  const set = (change: Partial<AdFilter>) => onChange({ ...filter, ...change });
  const names = advertisers.map(({ id, name }) => ({
    value: id,
    label: name ?? t('adReview.nameless', { id }),
  }));
  const categories = [
    ...CATEGORIES.map((value) => ({ value: value as string, label: t(`ui:category.${value}`) })),
    { value: 'none', label: t('adReview.noCategory') },
  ];
  return (
    <div className={styles.filters}>
      {property ? (
        <Select
          aria-label={t('adReview.filter.property')}
          placeholder={t('adReview.filter.allProperties')}
          data={property.places.map(({ id, name }) => ({ value: id, label: name }))}
          value={property.chosen}
          onChange={property.onChoose}
          searchable
          clearable
        />
      ) : (
        <Select
          aria-label={t('adReview.filter.zone')}
          placeholder={t('adReview.filter.allZones')}
          data={zones.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.zone ?? null}
          onChange={(zone) => set({ zone: zone ?? undefined })}
          clearable
        />
      )}
      <Select
        aria-label={t('adReview.filter.advertiser')}
        placeholder={t('adReview.filter.allAdvertisers')}
        data={names}
        value={filter.advertiser ?? null}
        onChange={(advertiser) => set({ advertiser: advertiser ?? undefined })}
        searchable
        clearable
      />
      <Select
        aria-label={t('adReview.filter.category')}
        placeholder={t('adReview.filter.allCategories')}
        data={categories}
        value={filter.category ?? null}
        onChange={(category) => set({ category: category ?? undefined })}
        searchable
        clearable
      />
      <Select
        aria-label={t('adReview.filter.state')}
        placeholder={t('adReview.filter.allStates')}
        data={[
          { value: 'no', label: t(isOfAll ? 'adReview.mayRunEverywhere' : 'adReview.mayRun') },
          { value: 'yes', label: t(isOfAll ? 'adReview.isBlockedSomewhere' : 'adReview.isBlocked') },
        ]}
        value={filter.blocked ?? null}
        onChange={(blocked) => set({ blocked: blocked === 'yes' || blocked === 'no' ? blocked : undefined })}
        clearable
      />
      <Select
        aria-label={t('adReview.filter.sort')}
        data={AD_REVIEW_SORTS.map((value) => ({ value, label: t(`adReview.sort.${value}`) }))}
        value={filter.sort}
        onChange={(sort) => set({ sort: AD_REVIEW_SORTS.find((name) => name === sort) ?? filter.sort })}
        allowDeselect={false}
      />
    </div>
  );
}
