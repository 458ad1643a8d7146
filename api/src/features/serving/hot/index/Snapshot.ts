import type { CampaignInput, ZoneInput } from '../snapshotInput';
import type { Bitset } from './Bitset';
import type { Landing } from './landing';

/** Pricing models as the token and the journal store them. */
export const PRICING_CODES = { CPM: 0, CPC: 1 } as const;

export interface SnapshotCreative {
  id: number;
  publicId: string;
  campaignId: number;
  campaignPublicId: string;
  width: number;
  height: number;
  cap: { count: number; seconds: number } | null;
  /** Where clicks lead; null when nobody approved an address for its campaign or it may not be opened. */
  landing: Landing | null;
  /** The parts of the answer that are the same for every visitor, as ASCII JSON. */
  json: { head: string; tail: string };
}

export interface SnapshotCampaign {
  id: number;
  advertiserId: number;
  pricing: 0 | 1;
  /** CPM: per thousand impressions, a multiple of 1,000; CPC: per click. */
  bidMicros: number;
  /** Most it pays for one billable event (an impression or a click). */
  unitMicros: number;
  ecpmMicros: number;
  ctrPpm: number;
  capped: boolean;
  money: Pick<
    CampaignInput,
    'dailyBudgetMicros' | 'totalBudgetMicros' | 'pacing' | 'startsAtMs' | 'endsAtMs' | 'activeFromMs'
  >;
  /** By size index; undefined where it has no creative of that size. */
  creatives: (SnapshotCreative[] | undefined)[];
}

export interface SnapshotZone extends ZoneInput {
  publicId: string;
  /** Index into sizes; -1 when no campaign has a creative of this size. */
  sizeIndex: number;
  /** `{"zone":"z_…","width":300,…,` ready to be continued. */
  jsonHead: string;
}

/**
 * Everything a decision reads, built once and never changed: a change makes a new one. Positions are campaigns in
 * eCPM order (highest first, then the older id), so that the first bits of an intersection are the auction's best.
 */
export interface Snapshot {
  campaigns: readonly SnapshotCampaign[];
  /** eCPM by position. */
  ecpmMicros: Float64Array;
  /** By size index. */
  sizes: readonly Bitset[];
  /** By country number; undefined means that no campaign names this country: `anyCountry` then applies. */
  countries: readonly (Bitset | undefined)[];
  anyCountry: Bitset;
  /** By device code (1–4); index 0 holds the campaigns for all devices. */
  devices: readonly Bitset[];
  zonesByPublicId: ReadonlyMap<string, SnapshotZone>;
  zonesById: ReadonlyMap<number, SnapshotZone>;
  /** Running or not: a click on an old page must still lead to the landing page that was approved. */
  creativesById: ReadonlyMap<number, SnapshotCreative>;
}
