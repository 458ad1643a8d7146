import {
  type CampaignEstimate,
  ESTIMATE_STEPS,
  ESTIMATES,
  type EstimateInput,
  type EstimateLadderStep,
  type EstimateRange,
  type EstimateStep,
  LEAST,
  MOST,
  PRICING_CODES,
  wilson,
} from '@ezdash/contracts';
import { impressionMicros, type Missed, openShare, Prospect, type ProspectBid } from '../serving';
import { coarse, coarseShare, gridBid, gridPlace } from './coarse';
import { effectiveOf, type Sample, type SampledAuction } from './Sample';

const MILLION = 1_000_000;
const HALF = 0.5;
/** How many bids of the series are told below and above the middle: a quarter of it to the fourfold. */
const LADDER_REACH = 6;

/** Who asks, and with which rates they are taken for. */
export interface Asker {
  advertiserId: number;
  /** The row of the campaign that is changed; null for a new one. */
  campaignId: number | null;
  ratePpm: (bidMicros: number) => number;
}

/** An auction that the campaign could have entered, and what it had to beat there. */
interface Contest {
  weight: number;
  floorMicros: number;
  reserveMicros: number;
  /** The best bid there was; Infinity where a guaranteed campaign had the place. */
  bestMicros: number;
  /** The best of another advertiser, which sets the price; 0 without one. */
  rivalMicros: number;
  /** Whose that is. */
  rivalId: number | null;
}

function contestOf(auction: SampledAuction, { advertiserId, campaignId }: Asker): Contest {
  const { weight, floorMicros, reserveMicros, takenBy, bids } = auction;
  const others = bids.filter((bid) => bid.campaignId !== campaignId);
  const rival = others.find((bid) => bid.advertiserId !== advertiserId);
  const isTaken = takenBy !== null && takenBy !== campaignId;
  return {
    weight,
    floorMicros,
    reserveMicros,
    bestMicros: isTaken ? Number.POSITIVE_INFINITY : (others[0]?.ecpmMicros ?? 0),
    rivalMicros: rival?.ecpmMicros ?? 0,
    rivalId: rival?.advertiserId ?? null,
  };
}

/** Which part of a turn the bid has: none below the floor or another bid, half of it with an equal. */
function chanceOf({ ecpmMicros }: ProspectBid, { floorMicros, bestMicros }: Contest): number {
  if (ecpmMicros < floorMicros || ecpmMicros < bestMicros) return 0;
  return ecpmMicros === bestMicros ? HALF : 1;
}

/** Of the contests: how much is won, as their weight, and what that costs. */
interface Outcome {
  won: number;
  costMicros: number;
}

function outcomeAt(bid: ProspectBid | null, contests: readonly Contest[]): Outcome {
  let won = 0;
  let costMicros = 0;
  for (const contest of bid === null ? [] : contests) {
    if (bid === null) break;
    const share = chanceOf(bid, contest) * contest.weight;
    if (share === 0) continue;
    won += share;
    const { rivalMicros, floorMicros, reserveMicros } = contest;
    costMicros += share * impressionMicros(bid, rivalMicros, floorMicros, reserveMicros);
  }
  return { won, costMicros };
}

/** What a bid comes to, on the straight line between the two bids of the series around it. */
function outcomeBetween(bidMicros: number, at: (place: number) => Outcome): Outcome {
  const place = gridPlace(bidMicros);
  const low = gridBid(place);
  const from = at(place);
  if (low >= bidMicros) return from;
  const to = at(place + 1);
  const part = (bidMicros - low) / (gridBid(place + 1) - low);
  return {
    won: from.won + (to.won - from.won) * part,
    costMicros: from.costMicros + (to.costMicros - from.costMicros) * part,
  };
}

const range = (perDay: number, low: number, high: number): EstimateRange => ({
  per_day: coarse(perDay),
  low: Math.min(coarse(perDay), coarse(low, Math.floor)),
  high: Math.max(coarse(perDay), coarse(high, Math.ceil)),
});

/** A part of all traffic, with what its share of the sample leaves open. */
function partRange(part: number, { perDay, effective }: Sample, open: number): EstimateRange {
  const { low, high } = wilson(perDay === 0 ? 0 : Math.min(1, part / perDay), effective);
  return range(part * open, low * perDay * open, high * perDay * open);
}

/** As many as the budget pays for. */
const held = (wins: EstimateRange, most: number): EstimateRange => ({
  per_day: Math.min(wins.per_day, coarse(most)),
  low: Math.min(wins.low, coarse(most, Math.floor)),
  high: Math.min(wins.high, coarse(most, Math.ceil)),
});

const within = (amounts: EstimateRange, most: number | null): EstimateRange =>
  most === null
    ? amounts
    : {
        per_day: Math.min(amounts.per_day, most),
        low: Math.min(amounts.low, most),
        high: Math.min(amounts.high, most),
      };

/** What the bid that was named comes to. */
function bidPart(
  { bid_micros: bidMicros, daily_budget_micros: budgetMicros }: EstimateInput,
  at: (place: number) => Outcome,
  bidOf: (bidMicros: number) => ProspectBid | null,
  reach: number,
  sample: Sample,
  open: number,
): CampaignEstimate['bid'] {
  const bid = bidMicros === null ? null : bidOf(bidMicros);
  if (bidMicros === null || bid === null) return null;
  const { won, costMicros } = outcomeBetween(bidMicros, at);
  const wins = partRange(won, sample, open);
  const each = won === 0 ? 0 : costMicros / won;
  const daily = costMicros * open;
  const cost = range(daily, wins.low * each, wins.high * each);
  const isHeld = budgetMicros !== null && daily > budgetMicros;
  // A CPC's or CPA's impression costs its rate's part of an event.
  const perEvent = bid.pricing === PRICING_CODES.CPM ? each : (each * MILLION) / bid.ctrPpm;
  return {
    share_ppm: reach === 0 ? 0 : coarseShare(won / reach),
    wins,
    impressions: isHeld && each > 0 ? held(wins, budgetMicros / each) : wins,
    cost_micros: within(cost, budgetMicros),
    event_micros: won === 0 ? null : Math.min(bid.unitMicros, coarse(perEvent)),
    held: isHeld,
  };
}

/** The middle of the ladder: the bid, or without one what half of the auctions were sold for. */
function middleOf(
  bidMicros: number | null,
  contests: readonly Contest[],
  place: (wanted: number) => number,
): number {
  if (bidMicros !== null) return gridPlace(bidMicros);
  const sorted = contests
    .map(({ bestMicros, floorMicros }) => Math.max(bestMicros, floorMicros))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return place(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

function ladderOf(
  input: EstimateInput,
  middle: number,
  at: (place: number) => Outcome,
  reach: number,
): EstimateLadderStep[] {
  const least = LEAST.bidMicros[input.pricing];
  const steps: EstimateLadderStep[] = [];
  for (let place = Math.max(0, middle - LADDER_REACH); place <= middle + LADDER_REACH; place += 1) {
    const bid_micros = gridBid(place);
    if (bid_micros < least || bid_micros > MOST.bidMicros) continue;
    steps.push({ bid_micros, share_ppm: reach === 0 ? 0 : coarseShare(at(place).won / reach) });
  }
  return steps;
}

interface Sifted {
  /** Weight of the auctions that each dimension leaves out. */
  missed: Map<Missed, number>;
  entered: SampledAuction[];
}

function sift(prospect: Prospect, auctions: readonly SampledAuction[]): Sifted {
  const missed = new Map<Missed, number>();
  const entered: SampledAuction[] = [];
  for (const auction of auctions) {
    const at = prospect.missedBy(auction.context);
    if (at === null) entered.push(auction);
    else missed.set(at, (missed.get(at) ?? 0) + auction.weight);
  }
  return { missed, entered };
}

function stepsOf({ missed, entered }: Sifted, open: number): { step: EstimateStep; per_day: number }[] {
  let left = sum(entered) + [...missed.values()].reduce((all, weight) => all + weight, 0);
  return ESTIMATE_STEPS.map((step) => {
    if (step === 'hours') left *= open;
    else left -= missed.get(step) ?? 0;
    return { step, per_day: coarse(left) };
  });
}

const sum = (auctions: readonly SampledAuction[]) => auctions.reduce((all, { weight }) => all + weight, 0);

/** What of the campaign no recorded auction can tell. */
const leftOut = ({ targeting, capped }: EstimateInput): CampaignEstimate['left_out'] => [
  ...(targeting.ip_ranges.include.length + targeting.ip_ranges.exclude.length > 0
    ? (['ip_ranges'] as const)
    : []),
  ...(capped ? (['frequency_cap'] as const) : []),
];

/** What nothing is told of. */
const untold = (
  state: 'few' | 'no-traffic',
  input: EstimateInput,
  { sampled, days }: Sample,
  most: number | null,
): CampaignEstimate => ({
  state,
  sampled: coarse(sampled),
  days,
  reach: null,
  most_per_day: most,
  steps: [],
  competition: 'told',
  ladder: [],
  bid: null,
  left_out: leftOut(input),
});

/**
 * What a campaign could have had of recorded traffic: its reach, what bids win of it and what that costs. Every figure
 * is told in two digits, shares in steps of 5 %, at bids of a series, and nothing of bids where fewer than three others
 * bid: nobody learns what one of them does. Pure.
 */
export function estimate(input: EstimateInput, sample: Sample, asker: Asker): CampaignEstimate {
  const { pricing, bidding, category, places } = input;
  if (sample.effective < ESTIMATES.fewestAuctions) return untold('no-traffic', input, sample, null);
  // Addresses are not kept: a rule on them would leave nothing.
  const targeting = { ...input.targeting, ip_ranges: { include: [], exclude: [] } };
  const everywhere = sample.auctions.map(({ context: { zone } }) => zone);
  const prospect = new Prospect({
    advertiserId: asker.advertiserId,
    pricing,
    bidding,
    category,
    targeting,
    places: places.length > 0 ? places : everywhere,
    ratePpm: asker.ratePpm,
  });
  const open = openShare(targeting.hours, sample.hours);
  const sifted = sift(prospect, sample.auctions);
  const reach = sum(sifted.entered);
  const reached = partRange(reach, sample, open);
  if (effectiveOf(sifted.entered.map(({ weight }) => weight)) < ESTIMATES.fewestAuctions)
    return untold('few', input, sample, reached.high);
  const contests = sifted.entered.map((auction) => contestOf(auction, asker));
  const rivals = new Set(contests.flatMap(({ rivalId }) => (rivalId === null ? [] : [rivalId]))).size;
  const isTold = rivals === 0 || rivals >= ESTIMATES.fewestBidders;
  const known = new Map<number, Outcome>();
  const at = (place: number): Outcome => {
    const outcome = known.get(place) ?? outcomeAt(prospect.bidOf(gridBid(place)), contests);
    known.set(place, outcome);
    return outcome;
  };
  // What a mille has to be worth, as a bid of the campaign's pricing.
  const perMille = prospect.bidOf(MILLION)?.ecpmMicros ?? MILLION;
  const middle = middleOf(input.bid_micros, contests, (ecpm) => gridPlace((ecpm * MILLION) / perMille));
  return {
    state: 'told',
    sampled: coarse(sample.sampled),
    days: sample.days,
    reach: reached,
    most_per_day: null,
    steps: stepsOf(sifted, open),
    competition: isTold ? 'told' : 'few',
    ladder: isTold ? ladderOf(input, middle, at, reach) : [],
    bid: isTold ? bidPart(input, at, (bidMicros) => prospect.bidOf(bidMicros), reach, sample, open) : null,
    left_out: leftOut(input),
  };
}
