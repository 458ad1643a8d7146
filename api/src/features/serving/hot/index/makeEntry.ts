import { affordableMicros, eventMicros, lowestEventMicros, PRICING_CODES, publicId } from '@ezdash/contracts';
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

/**
 * eCPM and price bounds of a campaign that has so much left. A CPM bid is cut to whole micros an impression, so that no
 * rounding can bill more than was bid.
 */
function auctionFigures(input: CampaignInput, leftMicros: number) {
  const isCpm = input.pricing === 'CPM';
  const wholeMicros = Math.min(MAX_UNIT_MICROS, eventMicros(input.pricing, input.bidMicros));
  const lowestMicros = lowestEventMicros(input.pricing, input.priority, wholeMicros);
  const unitMicros = affordableMicros(wholeMicros, lowestMicros, leftMicros);
  const bidMicros = isCpm ? unitMicros * THOUSAND : unitMicros;
  const ctrPpm = isCpm ? 0 : clampPpm(input.ctrPpm);
  const ecpmMicros = isCpm
    ? bidMicros
    : // Whole micros, and never none: it may be shown where nobody asks for more.
      Math.max(Math.min(1, unitMicros), Math.floor((unitMicros * ctrPpm) / THOUSAND));
  return { wholeMicros, lowestMicros, unitMicros, bidMicros, ctrPpm, ecpmMicros };
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

/** What is left of the budgets and the balance of a campaign, in micros. */
export type LeftOf = (input: CampaignInput) => number;
export const PLENTY: LeftOf = () => Number.POSITIVE_INFINITY;

/** What the making of campaigns needs beside them: texts and hours are one object for all of them. */
export interface Shared {
  hours: Map<string, WeekHours>;
  leftOf: LeftOf;
}
export const newShared = (leftOf = PLENTY): Shared => ({ hours: new Map(), leftOf });

function makeCampaign(
  input: CampaignInput,
  creatives: readonly SizedCreatives[],
  shared: Shared,
): SnapshotCampaign {
  const figures = auctionFigures(input, shared.leftOf(input));
  const { hours } = input.targeting;
  const isFree = input.priority === 'house';
  // What a decision reads comes first: the fields lie in memory as they are written here.
  return {
    id: input.id,
    advertiserId: input.advertiserId,
    ecpmMicros: figures.ecpmMicros,
    capped: input.cap !== null,
    creatives,
    priority: input.priority,
    fixed: input.bidding === 'fixed',
    pricing: PRICING_CODES[input.pricing],
    unitMicros: isFree ? 0 : figures.unitMicros,
    impressionLimit: input.impressionLimit ?? 0,
    clickLimit: input.clickLimit ?? 0,
    bidMicros: figures.bidMicros,
    ctrPpm: figures.ctrPpm,
    wholeMicros: isFree ? 0 : figures.wholeMicros,
    lowestMicros: isFree ? 0 : figures.lowestMicros,
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
