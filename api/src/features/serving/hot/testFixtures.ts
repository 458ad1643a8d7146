import { BROWSER_CODES, DEVICE_CODES, OS_CODES } from '@ezdash/contracts';
import { clientClass } from './clientClass';
import type { CampaignInput, CreativeInput, SnapshotInput, ZoneInput } from './snapshotInput';

/** Inputs for tests: everything has a plain default, a test names what it is about. */
export function campaignInput(fields: Partial<CampaignInput> & { id: number }): CampaignInput {
  return {
    advertiserId: 1001,
    pricing: 'CPM',
    bidMicros: 2_000_000,
    bidding: 'max',
    priority: 'auction',
    dailyBudgetMicros: 100_000_000,
    totalBudgetMicros: null,
    impressionLimit: null,
    pacing: 'asap',
    landingUrl: 'https://shop.example/?click={click_id}',
    startsAtMs: null,
    endsAtMs: null,
    activeFromMs: 0,
    targeting: {},
    category: null,
    cap: null,
    ctrPpm: 5_000,
    running: true,
    ...fields,
  };
}

/** A dimension that takes these values and leaves none. */
export const only = <Value>(...include: Value[]): { include: Value[]; exclude: Value[] } => ({
  include,
  exclude: [],
});

/** A desktop with Chrome on Windows 10. */
export const DESKTOP = clientClass(DEVICE_CODES.desktop, OS_CODES.windows, 100_000, BROWSER_CODES.chrome);

export function creativeInput(
  fields: Partial<CreativeInput> & { id: number; campaignId: number },
): CreativeInput {
  return {
    width: 300,
    height: 250,
    address: `https://files.example/creatives/${'a'.repeat(64)}.png`,
    alt: 'A fine shop',
    approved: true,
    ...fields,
  };
}

export function zoneInput(fields: Partial<ZoneInput> & { id: number }): ZoneInput {
  return {
    propertyId: 201,
    publisherId: 2001,
    domain: 'news.example',
    category: 'news',
    blocks: null,
    width: 300,
    height: 250,
    floorMicros: 0,
    revenueShareBps: 8_000,
    fallback: 'collapse',
    refusal: null,
    ...fields,
  };
}

/** Campaigns with one 300 × 250 creative each (id = campaign's + 1000) and zone 401. */
export function snapshotInput(
  campaigns: (Partial<CampaignInput> & { id: number })[],
  rest: Partial<SnapshotInput> = {},
): SnapshotInput {
  return {
    campaigns: campaigns.map(campaignInput),
    creatives: campaigns.map(({ id }) => creativeInput({ id: id + 1_000, campaignId: id })),
    zones: [zoneInput({ id: 401 })],
    ...rest,
  };
}
