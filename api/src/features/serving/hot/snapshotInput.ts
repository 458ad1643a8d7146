import type {
  NativeParts,
  NoFillReason,
  Pricing,
  Targeting,
  TextParts,
  VideoParts,
  ZoneKind,
} from '@ezdash/contracts';
import type { Learned } from './learning/creativeWeights';

/** Guaranteed campaigns come before the auction, house ads behind it. */
export type Priority = 'guaranteed' | 'auction' | 'house';

/** A campaign as the index needs it. Amounts are integer micros, times epoch milliseconds. */
export interface CampaignInput {
  id: number;
  advertiserId: number;
  pricing: Pricing;
  /** Per thousand impressions (CPM), per click (CPC) or per conversion (CPA). */
  bidMicros: number;
  /** `max`: the bid is the most it pays. `fixed`: it pays the bid. */
  bidding: 'max' | 'fixed';
  priority: Priority;
  dailyBudgetMicros: number;
  totalBudgetMicros: number | null;
  /** Counted impressions over its life; null is without limit. */
  impressionLimit: number | null;
  /** Counted clicks over its life; missing or null is without limit. */
  clickLimit?: number | null;
  /** Only where the tag measures whether a person sees the ad, and only what it measured is paid; missing is false. */
  measuredOnly?: boolean;
  pacing: 'even' | 'asap';
  landingUrl: string;
  startsAtMs: number | null;
  endsAtMs: number | null;
  /** When it became able to run (its last approval); even pacing of that day starts here, if nothing was spent before. */
  activeFromMs: number;
  /** A dimension that is not named narrows nothing. */
  targeting: Partial<Targeting>;
  /** What is advertised; null when nobody said so, and blocked wherever a category is. */
  category: string | null;
  cap: { count: number; seconds: number } | null;
  /** Smoothed: clicks (CPC) or paid conversions (CPA) per million impressions; a CPM campaign does not use it. */
  ctrPpm: number;
  /** Approved, with an active advertiser. Others stay known so that their clicks still lead somewhere. */
  running: boolean;
  /** By the network: clicks on what was shown before lead nowhere. */
  stopped?: boolean;
}

/** What a creative shows; its pictures by their absolute addresses. */
export type CreativeContent =
  | { format: 'image' }
  | { format: 'html5' }
  | { format: 'native'; parts: NativeParts }
  | { format: 'text'; parts: TextParts }
  | { format: 'video'; contentType: string; parts: VideoParts };

export interface CreativeInput {
  id: number;
  campaignId: number;
  /** CSS pixels; 0 for native and text. */
  width: number;
  height: number;
  /** Where visitors load the image, the video or the page of an HTML5 bundle; else empty. */
  address: string;
  /** Content hashes of the files that visitors may load for its sake; missing while nobody has approved it. */
  publicFiles?: readonly string[] | undefined;
  alt: string;
  /** Approved by a reviewer. */
  approved: boolean;
  /** The network stopped what it shows. */
  stopped?: boolean;
  /** An image when it does not say. */
  content?: CreativeContent;
  /** What is known of its click rate; nothing when it does not say. */
  learned?: Learned;
  /** Of what is shown in its size, in percent, as its owner wants it; what was learnt when it does not say. */
  share?: number | null;
}
/** What a publisher never shows on a property: row ids, and categories of what is advertised (any of them: also what names none). */
export interface Blocks {
  advertisers: readonly number[];
  creatives: readonly number[];
  categories: readonly string[];
  /** Of landing pages, without `www.`: each stands for itself and for all below it. */
  domains: readonly string[];
}

export interface ZoneInput {
  id: number;
  propertyId: number;
  publisherId: number;
  domain: string;
  /** What the property is about. */
  category: string;
  /** Null when the publisher blocks nothing. */
  blocks: Blocks | null;
  /** What it is a place for; banners unless it says otherwise. */
  kind?: ZoneKind;
  /** CSS pixels; a width of 0 is as wide as the place. */
  width: number;
  height: number;
  /** Least eCPM. */
  floorMicros: number;
  /** The publisher's share of the price in basis points. */
  revenueShareBps: number;
  fallback: 'collapse' | 'keep';
  /** Seconds in view after which the tag asks again; missing or 0 is never. */
  refreshSeconds?: number;
  /** Most ads that one browser shows here; missing or null is without limit. */
  personCap?: { count: number; seconds: number } | null;
  /** The publisher has code of their own for when there is no ad. */
  hasPassback?: boolean;
  /** SHA-256 of the property's server key; missing or null when it has none. */
  serverKey?: Buffer | null;
  /** Why the zone serves nothing at all, or null when it serves. */
  refusal: Extract<NoFillReason, 'zone-paused' | 'property-not-approved' | 'stopped'> | null;
  /** Of a property that nobody has decided on yet: in place of nothing, the network's own ads, which nobody pays for. */
  houseOnly?: boolean;
}

/** Everything a snapshot is built from: plain data, read by `snapshot.repo`, written by hand in tests. */
export interface SnapshotInput {
  campaigns: CampaignInput[];
  creatives: CreativeInput[];
  zones: ZoneInput[];
}
