import { sentence } from '@ezdash/contracts/constants';
import type { ApiError } from '@ezdash/store';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import type { CampaignField } from './checkCampaign';
import { fieldOfPath } from './fieldOfPath';

/** What the fields are called where they stand. */
const NAMES: Readonly<Record<CampaignField, string>> = {
  name: 'field.name',
  landing_url: 'field.landing',
  pricing: 'field.pricing',
  goal_ids: 'field.goals',
  creatives: 'wizard.creatives',
  countries: 'field.countries',
  devices: 'field.devices',
  targeting: 'wizard.targeting',
  frequency_cap: 'field.cap',
  bid_micros: 'field.bid',
  daily_budget_micros: 'field.daily',
  total_budget_micros: 'field.total',
  pacing: 'field.pacing',
  bidding: 'targetingFields.bidding',
  impression_limit: 'targetingFields.limit',
  click_limit: 'targetingFields.clickLimit',
  measured_only: 'campaignHistory.field.measured_only',
  category: 'targetingFields.category',
  starts_at: 'field.starts',
  ends_at: 'field.ends',
};
const isKnown = (field: string): field is CampaignField => Object.hasOwn(NAMES, field);

/** Why a campaign was not taken: each field by its name, with what the server says of it; else why the call failed. */
export function useRefusalText(): (error: ApiError) => string {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  return (error) => {
    const lines = Object.entries(error.errors).flatMap(([path, texts]) => {
      const field = fieldOfPath(path);
      const said = texts.map((text) => sentence(text));
      return isKnown(field) ? said.map((text) => t('error.field', { name: t(NAMES[field]), text })) : said;
    });
    // Twice the same, as of two creatives, says no more than once.
    return lines.length > 0 ? [...new Set(lines)].join(' ') : failureText(error);
  };
}
