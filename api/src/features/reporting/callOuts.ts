import { type CallOut, type Campaign, type Property, publicId } from '@ezdash/contracts';
import type { BrokenLanding } from '../landing';

/** Below so many days of money at the present pace the balance is called low. */
export const LOW_BALANCE_DAYS = 7;
/** More than that nobody reads. */
const MOST_CALL_OUTS = 8;

const RANK = {
  'campaign-rejected': 0,
  unfunded: 1,
  'property-rejected': 2,
  'low-balance': 3,
  'budget-reached': 4,
  'rule-stopped': 5,
  'landing-broken': 6,
  'no-tag-seen': 7,
  'no-campaign': 8,
  'no-property': 9,
} as const satisfies Record<CallOut['code'], number>;

/** Worst first; of the same kind, in the order found. */
export function worstFirst(callOuts: readonly CallOut[]): CallOut[] {
  return [...callOuts].sort((a, b) => RANK[a.code] - RANK[b.code]).slice(0, MOST_CALL_OUTS);
}

const FUNDS_PATH = '/advertiser/funds';
const campaignPath = (id: string) => `/advertiser/campaigns/${id}`;

function campaignCallOut(campaign: Campaign): CallOut | null {
  const { id, name, state, state_reason } = campaign;
  const href = campaignPath(id);
  if (state === 'rejected')
    return {
      code: 'campaign-rejected',
      tone: 'bad',
      subject: name,
      params: { reason: state_reason ?? '' },
      href,
    };
  if (state === 'budgetReached') {
    const total = state_reason === 'total-budget';
    const budget = total ? (campaign.total_budget_micros ?? 0) : campaign.daily_budget_micros;
    const params = {
      budget_micros: budget,
      spend_micros: campaign.today.spend_micros,
      which: total ? 'total' : 'daily',
    };
    const field = total ? 'total_budget_micros' : 'daily_budget_micros';
    return {
      code: 'budget-reached',
      tone: 'warn',
      subject: name,
      params,
      href: `${href}?tab=limits&field=${field}`,
    };
  }
  if (state === 'pausedByUser' && state_reason === 'rule')
    return {
      code: 'rule-stopped',
      tone: 'warn',
      subject: name,
      params: {},
      href: `${href}?tab=troubleshoot`,
    };
  return null;
}

function brokenCallOut({ name }: Campaign, { campaign_id, status }: BrokenLanding): CallOut {
  return {
    code: 'landing-broken',
    tone: 'warn',
    subject: name,
    params: status === null ? {} : { status },
    href: `${campaignPath(publicId('campaign', campaign_id))}?tab=creatives`,
  };
}

export interface AdvertiserMoney {
  /** Cash, bonus and what may still be drawn of a credit line. */
  availableMicros: number;
  /** At the pace of the last days; null when nothing was spent. */
  daysLeft: number | null;
}

/**
 * What waits for an advertiser. `subject` is the campaign's name, or empty for the account; amounts in `params` are
 * micros.
 */
export function advertiserCallOuts(
  campaigns: readonly Campaign[],
  money: AdvertiserMoney,
  broken: readonly BrokenLanding[] = [],
): CallOut[] {
  const all: CallOut[] = [];
  for (const campaign of campaigns) {
    const callOut = campaignCallOut(campaign);
    if (callOut) all.push(callOut);
  }
  for (const landing of broken) {
    const campaign = campaigns.find(({ id }) => id === publicId('campaign', landing.campaign_id));
    if (campaign) all.push(brokenCallOut(campaign, landing));
  }
  const unfunded = campaigns.filter((campaign) => campaign.state === 'unfunded');
  const [first] = unfunded;
  if (first)
    all.push({
      code: 'unfunded',
      tone: 'bad',
      subject: unfunded.length === 1 ? first.name : '',
      params: { count: unfunded.length, balance_micros: money.availableMicros },
      href: FUNDS_PATH,
    });
  else if (money.daysLeft !== null && money.daysLeft < LOW_BALANCE_DAYS)
    all.push({
      code: 'low-balance',
      tone: 'warn',
      subject: '',
      params: { days: money.daysLeft, balance_micros: money.availableMicros },
      href: FUNDS_PATH,
    });
  if (campaigns.every((campaign) => campaign.state === 'archived'))
    all.push({
      code: 'no-campaign',
      tone: 'info',
      subject: '',
      params: {},
      href: '/advertiser/campaigns/new',
    });
  return worstFirst(all);
}

/** A zone that waits for its first ad request. */
export interface SilentZone {
  id: string;
  name: string;
  propertyId: string;
  property: string;
}

/** One for all of them: their owner puts the tags of a site into it together. */
function silentCallOut(zones: readonly SilentZone[]): CallOut | null {
  const [first, ...others] = zones;
  if (!first) return null;
  const property = `/publisher/properties/${first.propertyId}`;
  const isOneSite = others.every(({ propertyId }) => propertyId === first.propertyId);
  // One zone's tag is opened there.
  const href = others.length === 0 ? `${property}?tag=${first.id}` : property;
  return {
    code: 'no-tag-seen',
    tone: 'warn',
    subject: first.name,
    params: { property: first.property, others: others.length },
    href: isOneSite ? href : '/publisher/properties',
  };
}

/** What waits for a publisher. */
export function publisherCallOuts(
  properties: readonly Pick<Property, 'id' | 'name' | 'state' | 'state_reason'>[],
  silentZones: readonly SilentZone[],
): CallOut[] {
  const all: CallOut[] = [];
  for (const { id, name, state, state_reason } of properties)
    if (state === 'rejected')
      all.push({
        code: 'property-rejected',
        tone: 'bad',
        subject: name,
        params: { reason: state_reason ?? '' },
        href: `/publisher/properties/${id}`,
      });
  const tagCallOut = silentCallOut(silentZones);
  if (tagCallOut) all.push(tagCallOut);
  if (properties.every((property) => property.state === 'archived'))
    all.push({ code: 'no-property', tone: 'info', subject: '', params: {}, href: '/publisher/properties' });
  return worstFirst(all);
}
