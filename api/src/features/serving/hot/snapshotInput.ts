import type { NoFillReason, Pricing } from '@ezdash/contracts';

/** A campaign as the index needs it. Amounts are integer micros, times epoch milliseconds. */
export interface CampaignInput {
  id: number;
  advertiserId: number;
  pricing: Pricing;
  /** Per thousand impressions (CPM) or per click (CPC). */
  bidMicros: number;
  dailyBudgetMicros: number;
  totalBudgetMicros: number | null;
  pacing: 'even' | 'asap';
  landingUrl: string;
  startsAtMs: number | null;
  endsAtMs: number | null;
  /** When it became able to run (its approval); even pacing of that day starts here. */
  activeFromMs: number;
  /** ISO 3166-1; empty means everywhere. */
  countries: string[];
  /** Empty means all. */
  devices: string[];
  cap: { count: number; seconds: number } | null;
  /** Smoothed click-through rate in clicks per million impressions; only CPC campaigns use it. */
  ctrPpm: number;
  /** Approved, with an active advertiser. Others stay known so that their clicks still lead somewhere. */
  running: boolean;
}

export interface CreativeInput {
  id: number;
  campaignId: number;
  width: number;
  height: number;
  /** `<sha256>.<extension>` */
  file: string;
  alt: string;
  /** Approved by a reviewer. */
  approved: boolean;
}

export interface ZoneInput {
  id: number;
  propertyId: number;
  publisherId: number;
  domain: string;
  width: number;
  height: number;
  /** Least eCPM. */
  floorMicros: number;
  /** The publisher's share of the price in basis points. */
  revenueShareBps: number;
  fallback: 'collapse' | 'keep';
  /** Why the zone serves nothing at all, or null when it serves. */
  refusal: Extract<NoFillReason, 'zone-paused' | 'property-not-approved'> | null;
}

/** Everything a snapshot is built from: plain data, read by `snapshot.repo`, written by hand in tests. */
export interface SnapshotInput {
  campaigns: CampaignInput[];
  creatives: CreativeInput[];
  zones: ZoneInput[];
}
