import { PRICING_CODES, type Targeting, type ZoneKind } from '@ezdash/contracts';
import { clearingEcpm, eventPriceMicros } from '../auction';
import type { DecisionContext } from '../decision';
import { buildIndex } from '../index/buildSnapshot';
import type { CampaignIndex } from '../index/CampaignIndex';
import { placeKey, type SizedCreatives, type SnapshotCampaign } from '../index/entries';
import { makeEntry, newShared } from '../index/makeEntry';
import { finish } from '../index/steps';
import type { CampaignInput } from '../snapshotInput';

const MILLION = 1_000_000;
/** No campaign has them: rows count from 1. */
const NOBODY = 0;
/** The only position of an index of one. */
const FIRST = 0;
const LANDING = 'https://prospect.example/';
/** A bid that no index takes for nothing, where it is asked who would be taken and not at which price. */
const ANY_BID_MICROS = 1_000_000;

/** A place that a campaign has something for; of anything but a banner the size says nothing. */
export interface ProspectPlace {
  kind: ZoneKind;
  width: number;
  height: number;
}

/** A campaign that may never come to be. */
export interface ProspectInput
  extends Pick<CampaignInput, 'advertiserId' | 'pricing' | 'bidding' | 'category'> {
  targeting: Partial<Targeting>;
  places: readonly ProspectPlace[];
  /** Billable events per million impressions at a bid; of a CPM nobody asks. */
  ratePpm: (bidMicros: number) => number;
}

/** What the auction knows of a bid. */
export type ProspectBid = Pick<
  SnapshotCampaign,
  'ecpmMicros' | 'unitMicros' | 'pricing' | 'ctrPpm' | 'fixed'
>;

/** How far a decision takes a campaign: the dimension that it misses first, `null` when it suits in all. */
export type Missed = 'places' | 'countries' | 'devices' | 'languages' | 'keywords';

function entryOf(input: ProspectInput, bidMicros: number) {
  const { advertiserId, pricing, bidding, category, targeting } = input;
  const campaign: CampaignInput = {
    id: NOBODY,
    advertiserId,
    pricing,
    bidMicros,
    bidding,
    priority: 'auction',
    dailyBudgetMicros: Number.MAX_SAFE_INTEGER,
    totalBudgetMicros: null,
    impressionLimit: null,
    pacing: 'asap',
    landingUrl: LANDING,
    startsAtMs: null,
    endsAtMs: null,
    activeFromMs: 0,
    // Hours are time's, not an index's.
    targeting: { ...targeting, hours: null },
    category,
    cap: null,
    ctrPpm: input.ratePpm(bidMicros),
    running: true,
  };
  const creative = {
    id: NOBODY,
    campaignId: NOBODY,
    width: 1,
    height: 1,
    address: '',
    alt: '',
    approved: true,
  };
  return makeEntry(campaign, [creative], newShared()).entry;
}

/**
 * Asks the engine's own index, with nobody in it but a campaign that is being thought of, which of the decisions that
 * were recorded it could have been in, and the engine's own auction what it would have paid.
 */
export class Prospect {
  private readonly index: CampaignIndex;

  constructor(private readonly input: ProspectInput) {
    const entry = entryOf(input, ANY_BID_MICROS);
    const creatives: SizedCreatives[] = [
      ...new Set(input.places.map(({ kind, width, height }) => placeKey(kind, width, height))),
    ].map((size) => ({ size, list: [], weights: null }));
    this.index = finish(buildIndex(entry ? [{ ...entry, campaign: { ...entry.campaign, creatives } }] : []));
  }

  /** Null when nobody sells for it. */
  bidOf(bidMicros: number): ProspectBid | null {
    return entryOf(this.input, bidMicros)?.campaign ?? null;
  }

  /** What of the campaign does not suit a decision, asked in the order of a decision. */
  missedBy({ zone, origin, client, language, keywords, address }: DecisionContext): Missed | null {
    const { index } = this;
    const place = index.place(zone);
    if (place.reason !== 0 || !place.set.has(FIRST)) return 'places';
    if (!index.origin(origin).has(FIRST)) return 'countries';
    if (!index.client(client).has(FIRST)) return 'devices';
    if (!index.language(language).has(FIRST)) return 'languages';
    const context = index.context(keywords, address);
    return context === null || context.has(FIRST) ? null : 'keywords';
  }
}

/** What an impression is expected to cost that is won against the best bid of another advertiser (0 without one). */
export function impressionMicros(
  bid: ProspectBid,
  rivalEcpmMicros: number,
  floorMicros: number,
  reserveMicros: number,
): number {
  const clearing = clearingEcpm(bid.ecpmMicros, rivalEcpmMicros, floorMicros, reserveMicros);
  const eventMicros = bid.fixed ? bid.unitMicros : eventPriceMicros(bid, clearing);
  return bid.pricing === PRICING_CODES.CPM ? eventMicros : (eventMicros * bid.ctrPpm) / MILLION;
}
