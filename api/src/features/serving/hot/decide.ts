import { NO_FILL_REASONS } from '@ezdash/contracts';
import { clearingEcpm, eventPriceMicros, payoutMicros } from './auction';
import { type Bitset, walkIntersection } from './index/Bitset';
import type { Snapshot, SnapshotCampaign, SnapshotCreative, SnapshotZone } from './index/Snapshot';

/** A code of `NO_FILL_REASONS`; 0 means filled. */
export type NoFillCode = (typeof NO_FILL_REASONS)[keyof typeof NO_FILL_REASONS];

/** Why a campaign of the index may not deliver right now; LIVE when it may. */
export const GATE = { LIVE: 0, BUDGET: 1, PACED: 2, SCHEDULE: 3 } as const;

/** What the decision asks about money and time: which positions may deliver, and why the others may not. */
export interface DeliveryGate {
  live: Bitset;
  /** A GATE code by position. */
  states: Uint8Array;
}

export interface DecisionContext {
  zone: SnapshotZone;
  /** `countryNumber` of the visitor. */
  country: number;
  /** 1 desktop, 2 phone, 3 tablet, 4 tv. */
  device: number;
  /** Ids of creatives already on the page. */
  exclude: readonly number[];
  /** 32 random bits: who wins a tie and which of a campaign's creatives is shown. */
  random: number;
  /** Least eCPM the network sells at when neither floor nor runner-up asks for more. */
  reserveMicros: number;
}

export interface Candidate {
  position: number;
  campaign: SnapshotCampaign;
  creative: SnapshotCreative;
  /** Per billable event. */
  priceMicros: number;
  payoutMicros: number;
}

export interface Decision {
  /** 0 when filled. */
  reason: NoFillCode;
  /** Best first: the winner, then up to two more for people who have reached the frequency cap of those before. */
  candidates: Candidate[];
}

const MAX_CANDIDATES = 3;
/** Campaigns of the very same eCPM that take turns. */
const MAX_TIED = 8;
/** How far the explanation of a no-fill looks. */
const MAX_EXPLAINED = 64;

/** The campaign's creative for this size that is not on the page yet; several take turns. */
function pickCreative(
  campaign: SnapshotCampaign,
  sizeIndex: number,
  context: DecisionContext,
): SnapshotCreative | null {
  const creatives = campaign.creatives[sizeIndex];
  if (!creatives) return null;
  const count = creatives.length;
  const first = count === 1 ? 0 : context.random % count;
  for (let step = 0; step < count; step += 1) {
    const creative = creatives[(first + step) % count];
    if (creative && !context.exclude.includes(creative.id)) return creative;
  }
  return null;
}

/** Best campaigns of the intersection, at most one more than may be answered: the last one only sets a price. */
function collect(
  snapshot: Snapshot,
  live: Bitset,
  matching: Matching,
  context: DecisionContext,
): Candidate[] {
  const { zone } = context;
  const { size, country, device } = matching;
  const found: Candidate[] = [];
  let wanted = 2;
  let topEcpm = 0;
  const summaryCount = size.summary.length;
  for (let index = 0; index < summaryCount; index += 1) {
    let summary = size.summary[index] & country.summary[index] & device.summary[index] & live.summary[index];
    while (summary !== 0) {
      const summaryBit = summary & -summary;
      summary ^= summaryBit;
      const word = (index << 5) + 31 - Math.clz32(summaryBit);
      let bits = size.words[word] & country.words[word] & device.words[word] & live.words[word];
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        const position = (word << 5) + 31 - Math.clz32(bit);
        const campaign = snapshot.campaigns[position];
        if (campaign === undefined || campaign.ecpmMicros < zone.floorMicros) return found;
        if (found.length >= wanted && (campaign.ecpmMicros !== topEcpm || found.length >= MAX_TIED))
          return found;
        const creative = pickCreative(campaign, zone.sizeIndex, context);
        if (creative === null) continue;
        if (found.length === 0) topEcpm = campaign.ecpmMicros;
        found.push({ position, campaign, creative, priceMicros: 0, payoutMicros: 0 });
        // A capped campaign needs a successor in the answer, and that one a price.
        if (campaign.capped && wanted <= MAX_CANDIDATES && found.length >= wanted - 1) wanted += 1;
      }
    }
  }
  return found;
}

/** Lets the campaigns that tie for the first place take turns. */
function rotateTies(found: Candidate[], random: number): void {
  const top = found[0]?.campaign.ecpmMicros;
  let tied = 1;
  while (tied < found.length && found[tied]?.campaign.ecpmMicros === top) tied += 1;
  if (tied < 2) return;
  const group = found.slice(0, tied);
  const first = (random >>> 8) % tied;
  for (let index = 0; index < tied; index += 1) {
    const entry = group[(first + index) % tied];
    if (entry) found[index] = entry;
  }
}

interface Matching {
  size: Bitset;
  country: Bitset;
  device: Bitset;
}

/** Why nothing was found, told by the step at which the last campaigns fell out, nearest to a fill first. */
function explain(
  snapshot: Snapshot,
  gate: DeliveryGate,
  matching: Matching,
  context: DecisionContext,
): NoFillCode {
  const { size, country, device } = matching;
  const yes = () => true;
  if (!walkIntersection(size, country, country, yes)) return NO_FILL_REASONS['no-country'];
  if (!walkIntersection(size, country, device, yes)) return NO_FILL_REASONS['no-device'];
  let belowFloor = false;
  let budget = false;
  let paced = false;
  let duplicate = false;
  let looked = 0;
  walkIntersection(size, country, device, (position) => {
    const ecpm = snapshot.ecpmMicros[position] ?? 0;
    if (ecpm < context.zone.floorMicros) {
      belowFloor = true;
      return true;
    }
    const state = gate.states[position];
    if (state === GATE.LIVE) duplicate = true;
    else if (state === GATE.PACED) paced = true;
    else if (state === GATE.BUDGET) budget = true;
    looked += 1;
    return looked >= MAX_EXPLAINED;
  });
  if (duplicate) return NO_FILL_REASONS['duplicate-creative'];
  if (paced) return NO_FILL_REASONS['paced-out'];
  if (budget) return NO_FILL_REASONS.budget;
  if (belowFloor) return NO_FILL_REASONS['below-floor'];
  return NO_FILL_REASONS['no-campaign'];
}

const noFill = (reason: NoFillCode): Decision => ({ reason, candidates: [] });

/**
 * The auction for one zone: eligible campaigns by bitset, best eCPM wins at the second price, or the reason why
 * nobody does. Pure but for the sets it reads; never throws.
 */
export function decide(snapshot: Snapshot, gate: DeliveryGate, context: DecisionContext): Decision {
  const { zone } = context;
  if (zone.refusal !== null) return noFill(NO_FILL_REASONS[zone.refusal]);
  if (snapshot.campaigns.length === 0) return noFill(NO_FILL_REASONS['no-campaign']);
  const size = snapshot.sizes[zone.sizeIndex];
  if (!size) return noFill(NO_FILL_REASONS['no-size']);
  const country = snapshot.countries[context.country] ?? snapshot.anyCountry;
  const device = snapshot.devices[context.device] ?? snapshot.anyCountry;
  const matching: Matching = { size, country, device };
  const found = collect(snapshot, gate.live, matching, context);
  if (found.length === 0) return noFill(explain(snapshot, gate, matching, context));
  rotateTies(found, context.random);
  const count = answeredCount(found);
  price(found, count, { snapshot, live: gate.live, matching, context });
  return { reason: 0, candidates: count < found.length ? found.slice(0, count) : found };
}

/** What pricing looks at beyond the campaigns that were found. */
interface Market {
  snapshot: Snapshot;
  live: Bitset;
  matching: Matching;
  context: DecisionContext;
}

/** The winner and its successors: behind the first that has no frequency cap nobody is needed. */
function answeredCount(found: readonly Candidate[]): number {
  let count = 1;
  while (count < found.length && count < MAX_CANDIDATES && found[count - 1]?.campaign.capped) count += 1;
  return count;
}

/** eCPM of the best campaign behind all that were found which belongs to another advertiser; 0 when there is none. */
function rivalBehind(found: readonly Candidate[], advertiserId: number, market: Market): number {
  const { snapshot, live, matching, context } = market;
  const { zone } = context;
  const last = found.reduce((furthest, { position }) => Math.max(furthest, position), 0);
  let ecpmMicros = 0;
  walkIntersection(matching.size, matching.country, matching.device, (position) => {
    if (position <= last || !live.has(position)) return false;
    const campaign = snapshot.campaigns[position];
    if (campaign === undefined || campaign.ecpmMicros < zone.floorMicros) return true;
    if (campaign.advertiserId === advertiserId) return false;
    if (pickCreative(campaign, zone.sizeIndex, context) === null) return false;
    ecpmMicros = campaign.ecpmMicros;
    return true;
  });
  return ecpmMicros;
}

/**
 * Sets the second price of the first `count`: against the best campaign behind each that belongs to another
 * advertiser, since nobody bids against themselves. What lies beyond those that were found is looked at once at most:
 * candidates that need it have the same advertiser.
 */
function price(found: readonly Candidate[], count: number, market: Market): void {
  const { zone, reserveMicros } = market.context;
  let farRival = -1;
  for (let index = 0; index < count; index += 1) {
    const candidate = found[index];
    if (candidate === undefined) return;
    const { campaign } = candidate;
    let rival = index + 1;
    while (rival < found.length && found[rival]?.campaign.advertiserId === campaign.advertiserId) rival += 1;
    let runnerUp = found[rival]?.campaign.ecpmMicros;
    if (runnerUp === undefined) {
      if (farRival < 0) farRival = rivalBehind(found, campaign.advertiserId, market);
      runnerUp = farRival;
    }
    const clearing = clearingEcpm(campaign.ecpmMicros, runnerUp, zone.floorMicros, reserveMicros);
    candidate.priceMicros = eventPriceMicros(campaign, clearing);
    candidate.payoutMicros = payoutMicros(candidate.priceMicros, zone.revenueShareBps);
  }
}
