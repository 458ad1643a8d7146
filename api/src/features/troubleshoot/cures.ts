import type { CURE_FIELDS, CureTab, Fate, TargetingDimension, TroubleCure } from '@ezdash/contracts';

type FieldOf<Tab extends CureTab> = (typeof CURE_FIELDS)[Tab][number];
/** A tab of the campaign's page, alone or with a field that it has. */
type PageField = { [Tab in CureTab]: readonly [Tab, FieldOf<Tab>?] }[CureTab];

const pathOf = (id: string) => `/advertiser/campaigns/${id}`;

/** A way to a field of the campaign's page. */
export function edit(id: string, ...[tab, field]: PageField): TroubleCure {
  const query = new URLSearchParams({ tab, ...(field && { field }) });
  return { kind: 'edit', href: `${pathOf(id)}?${query}` };
}

/** The same, with the zone that it is to be left out of or taken into: who follows it need not search for that one. */
export function editZone(id: string, zone: string): TroubleCure {
  const { kind, href } = edit(id, 'zones', 'targeting.zones');
  return { kind, href: `${href}&${new URLSearchParams({ zone })}` };
}

export const fund = (): TroubleCure => ({ kind: 'fund', href: '/advertiser/funds' });
export const resume = (id: string): TroubleCure => ({ kind: 'resume', href: pathOf(id) });
export const submit = (id: string): TroubleCure => ({ kind: 'submit', href: pathOf(id) });
export const rulePage = (ruleId: string): TroubleCure => ({
  kind: 'rule',
  href: `/advertiser/rules?rule=${ruleId}`,
});
export const campaigns = (): TroubleCure => ({ kind: 'campaigns', href: '/advertiser/campaigns' });
export const goals = (): TroubleCure => ({ kind: 'goals', href: '/advertiser/postbacks' });

/** Where dimensions are changed that may leave nobody. */
export const DIMENSION_FIELDS: Readonly<Record<TargetingDimension, PageField>> = {
  devices: ['targeting', 'devices'],
  countries: ['targeting', 'countries'],
  regions: ['targeting', 'targeting.regions'],
  os: ['targeting', 'targeting.os'],
  browsers: ['targeting', 'targeting.os'],
  languages: ['targeting', 'targeting.languages'],
  categories: ['targeting', 'targeting.keywords'],
  keywords: ['targeting', 'targeting.keywords'],
  properties: ['zones', 'targeting.zones'],
  zones: ['zones', 'targeting.zones'],
  ip_ranges: ['targeting', 'targeting.ip_ranges'],
};

/** Where of the campaign what a fate says is changed; null: nothing of it changes it. */
const PLACES: Readonly<Record<Exclude<Fate, 'outbid-by-own'>, PageField | null>> = {
  'no-size': ['creatives'],
  'no-placement': ['zones', 'targeting.zones'],
  blocked: ['overview', 'category'],
  unsupported: null,
  'no-country': ['targeting', 'countries'],
  'no-region': ['targeting', 'targeting.regions'],
  'no-device': ['targeting', 'devices'],
  'no-client': ['targeting', 'targeting.os'],
  'no-language': ['targeting', 'targeting.languages'],
  'no-keyword': ['targeting', 'targeting.keywords'],
  'no-ip': ['targeting', 'targeting.ip_ranges'],
  'below-floor': ['limits', 'bid_micros'],
  schedule: ['limits', 'starts_at'],
  limit: ['limits', 'impression_limit'],
  hours: ['targeting', 'targeting.hours'],
  budget: ['limits', 'daily_budget_micros'],
  'paced-out': ['limits', 'pacing'],
  'duplicate-creative': ['creatives'],
  outranked: null,
  'not-drawn': null,
  outbid: ['limits', 'bid_micros'],
  'runner-up': ['limits', 'bid_micros'],
  next: null,
  won: null,
};

export function cureOf(id: string, fate: Fate): TroubleCure | null {
  // Which of the account's campaigns gives way is for the account to say.
  if (fate === 'outbid-by-own') return campaigns();
  const place = PLACES[fate];
  return place && edit(id, ...place);
}
