import { fieldOfPath, isOfPlaces } from '../form/fieldOfPath';

/** The tabs of a campaign's page, in order; the id stands in the address (`?tab=targeting`). */
export const CAMPAIGN_TABS = [
  'overview',
  'creatives',
  'targeting',
  'limits',
  'zones',
  'troubleshoot',
  'history',
] as const;
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

const FIELDS: Partial<Record<CampaignTab, readonly string[]>> = {
  overview: ['name', 'landing_url', 'category', 'pricing', 'goal_ids'],
  creatives: ['creatives'],
  targeting: ['countries', 'devices', 'targeting', 'frequency_cap'],
};

export const isCampaignTab = (text: string | null): text is CampaignTab =>
  CAMPAIGN_TABS.some((tab) => tab === text);

/** The tab that holds a field of the contract, or of a path of the server's errors. */
export function tabOfField(path: string): CampaignTab {
  if (isOfPlaces(path)) return 'zones';
  const field = fieldOfPath(path);
  return CAMPAIGN_TABS.find((tab) => FIELDS[tab]?.includes(field)) ?? 'limits';
}
