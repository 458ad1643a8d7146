import { type Campaign, FATES, type Fate, NO_TARGETING } from '@ezdash/contracts';
import type { FateCount } from '../troubleshoot';
import type { LookedAt, ZoneFigures } from './LookedAt';

const DOLLAR = 1_000_000;

/** A running CPM campaign of $2.00 with $50 a day and a banner of 300×250. */
export function testCampaign(change: Partial<Campaign> = {}): Campaign {
  return {
    id: 'c_1',
    name: 'Winter shells',
    pricing: 'CPM',
    bid_micros: 2 * DOLLAR,
    daily_budget_micros: 50 * DOLLAR,
    total_budget_micros: null,
    pacing: 'asap',
    landing_url: 'https://example.test/landing',
    starts_at: null,
    ends_at: null,
    targeting: { ...NO_TARGETING },
    frequency_cap: null,
    bidding: 'max',
    impression_limit: null,
    category: null,
    goal_ids: [],
    priority: 'auction',
    state: 'running',
    state_reason: null,
    created_at: '2026-10-01T08:00:00Z',
    updated_at: '2026-10-01T08:00:00Z',
    creatives: [
      {
        id: 'cr_1',
        name: 'Shell jacket',
        alt: '',
        state: 'approved',
        state_reason: null,
        image: {
          id: 'a_1',
          url: '/creatives/1.png',
          content_type: 'image/png',
          bytes: 1,
          width: 300,
          height: 250,
          format: 'image',
          parts: null,
        },
      },
    ],
    figures: { impressions: 0, viewables: 0, clicks: 0, conversions: 0, spend_micros: 0 },
    today: { spend_micros: 0, budget_micros: 50 * DOLLAR, due: 0 },
    ...change,
  };
}

/** Lost to as many others as it takes to tell anything of it, unless it says otherwise. */
export const count = (fate: Fate, decisions: number, gap = 0, rivals = 0b111): FateCount => ({
  fate: FATES[fate],
  gap,
  decisions,
  rivals: fate === 'runner-up' ? rivals : 0,
});

export const zoneFigures = (zoneId: number, change: Partial<ZoneFigures> = {}): ZoneFigures => ({
  zoneId,
  propertyId: 900 + zoneId,
  name: `Zone ${zoneId}`,
  domain: `site${zoneId}.example`,
  impressions: 0,
  clicks: 0,
  conversions: 0,
  spendMicros: 0,
  others: { impressions: 0, clicks: 0, conversions: 0 },
  isLive: true,
  ...change,
});

/** Zones that all brought something from the same hour on. */
export const together = (zones: readonly ZoneFigures[]): ZoneFigures[] => {
  const others = (zone: ZoneFigures, count: 'impressions' | 'clicks' | 'conversions') =>
    zones.reduce((sum, other) => sum + (other === zone ? 0 : other[count]), 0);
  return zones.map((zone) => ({
    ...zone,
    others: {
      impressions: others(zone, 'impressions'),
      clicks: others(zone, 'clicks'),
      conversions: others(zone, 'conversions'),
    },
  }));
};

/** So many days of one price, nearly; each cost so much. */
export const wholeDays = (count: number, spendMicros: number): LookedAt['wholeDays'] =>
  Array.from({ length: count }, (_, at) => ({
    impressions: Math.round(spendMicros / 1_400) + (at % 2 === 0 ? 10 : -10),
    spendMicros,
  }));

/** A week in which it won 10,000 decisions and had 10,000 impressions for $14. */
export function testLookedAt(change: Partial<LookedAt> = {}): LookedAt {
  return {
    campaign: testCampaign(),
    hours: 168,
    counts: [count('won', 10_000), count('no-country', 30_000)],
    effective: 4_000,
    impressions: 10_000,
    clicks: 100,
    spendMicros: 14 * DOLLAR,
    wholeDays: wholeDays(6, 2 * DOLLAR),
    zones: [],
    zoneHours: 336,
    left: { totalMicros: null, impressions: null, clicks: null, days: 1, balanceMicros: 1_000 * DOLLAR },
    ...change,
  };
}
