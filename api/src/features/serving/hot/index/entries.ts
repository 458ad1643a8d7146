import type { CreativeFormat, PricingCode, ZoneKind } from '@ezdash/contracts';
import type { CampaignInput, CreativeContent, Priority, ZoneInput } from '../snapshotInput';
import type { WeekHours } from '../weekHours';
import type { Landing } from './landing';

export interface SnapshotCreative {
  id: number;
  publicId: string;
  campaignId: number;
  campaignPublicId: string;
  advertiserId: number;
  format: CreativeFormat;
  /** CSS pixels; 0 for native and text. */
  width: number;
  height: number;
  /** Where visitors load its file; empty for native and text. */
  address: string;
  alt: string;
  /** For answers that are not the tag's JSON; null for an image. */
  content: CreativeContent | null;
  cap: { count: number; seconds: number } | null;
  /** Its campaign pays only for impressions that were measured. */
  measuredOnly: boolean;
  /** Where clicks lead; null when nobody approved an address for its campaign or it may not be opened. */
  landing: Landing | null;
  /** The network stopped it or its campaign. */
  stopped: boolean;
  /** The parts of the answer that are the same for every visitor, as ASCII JSON. */
  json: { head: string; tail: string };
}

export interface SnapshotCampaign {
  id: number;
  advertiserId: number;
  pricing: PricingCode;
  /** CPM: per thousand impressions, a multiple of 1,000; CPC: per click; CPA: per conversion. */
  bidMicros: number;
  /**
   * Most it pays for one billable event (an impression, a click or a conversion); 0 for a house ad. Less than
   * `wholeMicros` while no more is left of its money (`affordableMicros`); so are `bidMicros` and `ecpmMicros`.
   */
  unitMicros: number;
  /** The same at its whole bid. */
  wholeMicros: number;
  /** With less than this left it is off. */
  lowestMicros: number;
  ecpmMicros: number;
  /** Billable events a million impressions bring: clicks of a CPC campaign, conversions of a CPA one; else 0. */
  ctrPpm: number;
  capped: boolean;
  priority: Priority;
  /** It pays its bid, whoever comes behind it. */
  fixed: boolean;
  /** Most counted impressions over its life; 0 is without limit. */
  impressionLimit: number;
  /** The same of clicks. */
  clickLimit: number;
  /** Null: around the clock. */
  hours: WeekHours | null;
  /** Whose traffic it is paced by (`trafficKey` of its targeting). */
  trafficKey: string;
  /** What is advertised; null when nobody said so. */
  category: string | null;
  /** Only where the tag measures whether a person sees the ad. */
  measuredOnly: boolean;
  money: Pick<
    CampaignInput,
    'dailyBudgetMicros' | 'totalBudgetMicros' | 'pacing' | 'startsAtMs' | 'endsAtMs' | 'activeFromMs'
  >;
  /** By size; what it has no creative of is not listed. */
  creatives: readonly SizedCreatives[];
}

export interface SizedCreatives {
  /** `placeKey` */
  size: number;
  list: readonly SnapshotCreative[];
  /** How often each is to be shown, in millionths that sum up to a million; null when there is one alone. */
  weights: Int32Array | null;
}

/** Whom a request takes by what a campaign is, whatever the place. */
export interface Among {
  /** Only those that pay for what nobody measures: whoever shows the ad is not our tag. */
  unmeasured: boolean;
  /** Only those without a frequency cap: who asks cannot count how often somebody saw an ad. */
  uncapped: boolean;
  /** Only those that pay for each impression; no house ads. */
  payPerImpression: boolean;
  /** Only what is advertised in one of these; what nobody has named is none of them. Null: anything. */
  categories: readonly string[] | null;
}

/** What one request asks beyond its zone: an exchange's blocks and floor, or what a player cannot do. */
export interface Narrowing {
  /** The zone as everybody else gets it: what is known of its places is known by it. */
  base: SnapshotZone;
  among: Among;
  /** Asked of whoever would be chosen: what cannot be told by a set. */
  accepts(campaign: SnapshotCampaign, creative: SnapshotCreative): boolean;
}

export interface SnapshotZone extends ZoneInput {
  publicId: string;
  kind: ZoneKind;
  /** `placeKey` */
  size: number;
  /** `{"zone":"z_…","width":300,…,` ready to be continued. */
  jsonHead: string;
  /** Null: as it is for everybody. */
  narrowing: Narrowing | null;
}

/** A size in one number. */
export const sizeKey = (width: number, height: number): number => width * 65_536 + height;

/** What fits any place of its kind, by numbers that are no size's. */
const KIND_KEYS = { native: 1, text: 2, video: 3 } as const;

/** What a zone asks for in one number: the size of a banner, or the kind of anything else. */
export const placeKey = (kind: ZoneKind, width: number, height: number): number =>
  kind === 'banner' ? sizeKey(width, height) : KIND_KEYS[kind];
/** The number of the zones that take a creative. */
export const creativeKey = (format: CreativeFormat, width: number, height: number): number =>
  placeKey(format === 'image' || format === 'html5' ? 'banner' : format, width, height);
