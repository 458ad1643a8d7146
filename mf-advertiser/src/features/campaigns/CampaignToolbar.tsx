import type { CampaignPage, Pricing } from '@ezdash/contracts';
import { CAMPAIGN_GROUPS, PRICINGS } from '@ezdash/contracts/constants';
import { IconSearch, SegmentedControl, TextInput } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './campaigns.module.css';
import { MoreFilters } from './MoreFilters';
import type { ListSettings } from './useListSettings';

interface CampaignToolbarProps {
  counts: CampaignPage['counts'];
  list: ListSettings;
}

/** Segments with their counts, a text and a pricing. Segments that hold nothing are left out, but for the chosen one. */
export function CampaignToolbar({ counts, list }: CampaignToolbarProps) {
  const { t } = useTranslation('advertiser');
  const pricingId = useId();
  const { group, pricing } = list.settings;
  const shown = CAMPAIGN_GROUPS.filter((one) => one === 'all' || one === group || counts[one] > 0);
  return (
    <>
      <SegmentedControl
        className={classes.groups}
        aria-label={t('campaigns.group.label')}
        value={group}
        data={shown.map((one) => ({
          value: one,
          label: t(`campaigns.group.${one}`, { count: counts[one] }),
        }))}
        // A segment is of several states: with one of another segment there would be nothing.
        onChange={(value) => list.change({ group: shown.find((one) => one === value) ?? 'all', state: null })}
      />
      <TextInput
        className={classes.search}
        type="search"
        maxLength={120}
        aria-label={t('campaigns.filter')}
        placeholder={t('campaigns.filter')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        value={list.text}
        onChange={(event) => list.setText(event.currentTarget.value)}
      />
      <label className="ez-sr" htmlFor={pricingId}>
        {t('campaignList.pricing')}
      </label>
      <select
        id={pricingId}
        className="ez-select"
        value={pricing ?? ''}
        onChange={(event) =>
          list.change({ pricing: PRICINGS.find((one) => one === event.currentTarget.value) ?? null })
        }
      >
        <option value="">{t('campaignList.anyPricing')}</option>
        {PRICINGS.map((one: Pricing) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <MoreFilters list={list} />
    </>
  );
}
