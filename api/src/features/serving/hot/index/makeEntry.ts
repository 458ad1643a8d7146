import { PRICING_CODES, publicId } from '@ezdash/contracts';
import { candidateJson, inOnePiece } from '../adMarkup';
import { givenWeights, keptWeights, type Learned, NOTHING_LEARNED } from '../learning/creativeWeights';
import { trafficKey } from '../pacing/forecast';
import type { CampaignInput, CreativeInput, ZoneInput } from '../snapshotInput';
import { type WeekHours, weekHours } from '../weekHours';
import type { Entry } from './CampaignIndex';
import {
  creativeKey,
  placeKey,
  type SizedCreatives,
  type SnapshotCampaign,
  type SnapshotCreative,
  type SnapshotZone,
} from './entries';
import { type Landing, parseLanding } from './landing';

const THOUSAND = 1_000;
const MILLION = 1_000_000;
/** A price travels in 32 bits of the token: no event may cost more than this. */
const MAX_UNIT_MICROS = 0xffff_ffff;
/**
 * One event in a thousand million impressions, nearly: at a bid of 1,000 USD an eCPM of 0.001 USD, so that whatever never
 * comes to it sinks to nearly nothing. A power of two: a bid times it is exact.
 */
const MIN_PPM = 2 ** -10;

/** Clicks or conversions per million impressions, fractions too, at most 100 % and never none. */
const clampPpm = (ppm: number) => Math.min(MILLION, Math.max(MIN_PPM, ppm));

/** eCPM and price bounds of a campaign. A CPM bid is cut to whole micros an impression, so that no rounding can bill more than was bid. */
function auctionFigures(input: CampaignInput) {
  if (input.pricing === 'CPM') {
    const unitMicros = Math.min(MAX_UNIT_MICROS, Math.floor(input.bidMicros / THOUSAND));
    return { unitMicros, bidMicros: unitMicros * THOUSAND, ctrPpm: 0, ecpmMicros: unitMicros * THOUSAND };
  }
  const unitMicros = Math.min(MAX_UNIT_MICROS, input.bidMicros);
  const ctrPpm = clampPpm(input.ctrPpm);
  return {
    unitMicros,
    bidMicros: unitMicros,
    ctrPpm,
    // Whole micros, and never none: it may be shown where nobody asks for more.
    ecpmMicros: Math.max(Math.min(1, unitMicros), Math.floor((unitMicros * ctrPpm) / THOUSAND)),
  };
}

function makeCreative(
  input: CreativeInput,
  campaign: CampaignInput,
  landing: Landing | null,
): SnapshotCreative {
  const id = publicId('creative', input.id);
  const campaignId = publicId('campaign', campaign.id);
  return {
    id: input.id,
    publicId: id,
    campaignId: campaign.id,
    campaignPublicId: campaignId,
    advertiserId: campaign.advertiserId,
    format: input.content?.format ?? 'image',
    width: input.width,
    height: input.height,
    address: input.address,
    alt: input.alt,
    content: input.content ?? null,
    cap: campaign.cap,
    measuredOnly: campaign.measuredOnly ?? false,
    landing,
    stopped: campaign.stopped === true || input.stopped === true,
    json: candidateJson(input, { campaign: campaignId, creative: id, cap: campaign.cap }),
  };
}

/** What the tag does beside showing one ad; nothing for most zones. */
function depthJson(publicZone: string, zone: ZoneInput): string {
  const { refreshSeconds = 0, personCap } = zone;
  const limit = personCap && `"limit":{"count":${personCap.count},"seconds":${personCap.seconds}},`;
  return [
    refreshSeconds > 0 ? `"refresh":${refreshSeconds},` : '',
    limit ?? '',
    wantOfAdJson(publicZone, zone),
  ].join('');
}

/**
 * What stands in place of an ad: the publisher's own code, or, while nobody has decided on the property, the network's
 * own ad. A zone that rests has neither, and players draw no pages.
 */
function wantOfAdJson(publicZone: string, { hasPassback, refusal, houseOnly, kind }: ZoneInput): string {
  if (refusal === null) return hasPassback ? `"passback":"/passback/${publicZone}",` : '';
  return houseOnly && kind !== 'video' ? `"passback":"/house/${publicZone}",` : '';
}

export function makeZone(input: ZoneInput): SnapshotZone {
  const id = inOnePiece(publicId('zone', input.id));
  const kind = input.kind ?? 'banner';
  // Field by field: objects made by spreading have no common shape, and each load from one is looked up slowly.
  return {
    id: input.id,
    propertyId: input.propertyId,
    publisherId: input.publisherId,
    domain: input.domain,
    category: input.category,
    blocks: input.blocks,
    kind,
    width: input.width,
    height: input.height,
    floorMicros: input.floorMicros,
    revenueShareBps: input.revenueShareBps,
    fallback: input.fallback,
    serverKey: input.serverKey ?? null,
    refusal: input.refusal,
    houseOnly: input.houseOnly ?? false,
    publicId: id,
    size: placeKey(kind, input.width, input.height),
    jsonHead: inOnePiece(
      `{"zone":"${id}","kind":"${kind}","width":${input.width},"height":${input.height},"fallback":"${input.fallback}",${depthJson(id, input)}`,
    ),
    narrowing: null,
    hasPassback: input.hasPassback ?? false,
  };
}

/** Texts and hours that campaigns share, one object for all of them. */
export interface Shared {
  hours: Map<string, WeekHours>;
}
export const newShared = (): Shared => ({ hours: new Map() });

function makeCampaign(
  input: CampaignInput,
  creatives: readonly SizedCreatives[],
  shared: Shared,
): SnapshotCampaign {
  const { bidMicros, unitMicros, ecpmMicros, ctrPpm } = auctionFigures(input);
  const { hours } = input.targeting;
  // What a decision reads comes first: the fields lie in memory as they are written here.
  return {
    id: input.id,
    advertiserId: input.advertiserId,
    ecpmMicros,
    capped: input.cap !== null,
    creatives,
    priority: input.priority,
    fixed: input.bidding === 'fixed',
    pricing: PRICING_CODES[input.pricing],
    unitMicros: input.priority === 'house' ? 0 : unitMicros,
    impressionLimit: input.impressionLimit ?? 0,
    clickLimit: input.clickLimit ?? 0,
    bidMicros,
    ctrPpm,
    hours: hours ? weekHours(hours, shared.hours) : null,
    trafficKey: trafficKey(input.targeting),
    category: input.category,
    measuredOnly: input.measuredOnly ?? false,
    money: {
      dailyBudgetMicros: input.dailyBudgetMicros,
      totalBudgetMicros: input.totalBudgetMicros,
      pacing: input.pacing,
      startsAtMs: input.startsAtMs,
      endsAtMs: input.endsAtMs,
      activeFromMs: input.activeFromMs,
    },
  };
}

interface SizedInMaking {
  size: number;
  list: SnapshotCreative[];
  learned: Learned[];
  shares: (number | null)[];
  weights: Int32Array | null;
}

/** A campaign as the index takes it (null when it may not be shown), and all of its creatives. */
export function makeEntry(
  input: CampaignInput,
  creativeInputs: readonly CreativeInput[],
  shared: Shared,
): { entry: Entry | null; creatives: SnapshotCreative[] } {
  const landing = parseLanding(input.landingUrl);
  const sized: SizedInMaking[] = [];
  const creatives = creativeInputs.map((creativeInput) => {
    const creative = makeCreative(creativeInput, input, landing);
    // A creative that leads nowhere is not shown.
    if (!creativeInput.approved || creative.stopped || !input.running || landing === null) return creative;
    const size = creativeKey(creative.format, creative.width, creative.height);
    const same = sized.find((each) => each.size === size);
    const { learned = NOTHING_LEARNED, share = null } = creativeInput;
    if (!same) sized.push({ size, list: [creative], learned: [learned], shares: [share], weights: null });
    else {
      same.list.push(creative);
      same.learned.push(learned);
      same.shares.push(share);
    }
    return creative;
  });
  if (!input.running || sized.length === 0) return { entry: null, creatives };
  for (const each of sized) each.weights = givenWeights(each.shares) ?? keptWeights(each.learned);
  const campaign = makeCampaign(input, sized, shared);
  const isSold = campaign.priority === 'house' || campaign.ecpmMicros > 0;
  return { entry: isSold ? { campaign, input } : null, creatives };
}
