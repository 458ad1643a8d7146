import { NO_FILL_REASONS } from '@ezdash/contracts';
import { clearingEcpm, eventPriceMicros, payoutMicros } from './auction';
import type { Candidate, Decision, DecisionContext, DeliveryGate, NoFillCode } from './decision';
import { explain, knownNoFill } from './explain';
import type { SnapshotCampaign } from './index/entries';
import type { Snapshot } from './index/Snapshot';
import { showsAnything } from './learning/CreativeDraw';
import { mix } from './learning/mix';
import { Market } from './market';

const MAX_CANDIDATES = 3;
/** How many guaranteed campaigns are drawn from at a time. */
const MAX_GUARANTEED = 64;
/** How many of those who take turns are asked whether they have something to show, where not all need have. */
const MAX_TRIED = 64;
const UINT32 = 4_294_967_296;
/** Keep the draws of whose turn it is apart from those of campaigns, and from each other. */
const TURN = 0x2545f491;
const LAST_TURN = 0x6c8e9cf5;
const ROUND = 0x1b873593;

const market = new Market();

/** One of `count`, by 32 random bits. */
const drawn = (bits: number, count: number) => Math.floor((bits * count) / UINT32);

/** The campaign that the market has answered, and moves on. */
function take(campaign: SnapshotCampaign): Candidate | null {
  const { creative, propensityPpm } = market.drawn;
  market.skip();
  return creative === null ? null : { campaign, creative, priceMicros: 0, payoutMicros: 0, propensityPpm };
}

/**
 * Draws who of those that take turns comes first, all alike, and begins there; the others follow round. It is the turn of
 * whoever has this eCPM, or of the whole class. Answers with which probability the first one came to be that.
 */
function drawTurn(ecpmMicros: number | null, context: DecisionContext, salt: number): number {
  const { random } = context;
  const count = market.countTurns(ecpmMicros, mix(random, ~salt));
  const { turnChance } = market;
  if (count < 2 && turnChance === 1) return 1;
  const first = drawn(mix(random, salt), count);
  market.beginRound(first);
  if (showsAnything(context)) return turnChance / count;
  // Some may have nothing to show: drawn from are those who have, of as many in a row as are asked.
  const asked = Math.min(count, MAX_TRIED);
  let shown = 0;
  let chosen = 0;
  for (let campaign = market.peek(); campaign !== null && market.passed < asked; campaign = market.peek()) {
    shown += 1;
    if (drawn(mix(random, campaign.id ^ salt), shown) === 0) chosen = market.passed;
    market.skip();
  }
  market.beginRound((first + chosen) % count);
  return (turnChance * asked) / (count * Math.max(1, shown));
}

/** The best of the auction, at most one more than may be answered: the last one only sets a price. */
function collectAuction(slots: number, context: DecisionContext): Candidate[] {
  const found: Candidate[] = [];
  let wanted = 2;
  let chance = 1;
  market.begin('auction');
  let campaign = market.peek();
  if (campaign !== null && market.mayTie) {
    chance = drawTurn(campaign.ecpmMicros, context, TURN);
    campaign = market.peek();
  }
  for (; campaign !== null && found.length < wanted; campaign = market.peek()) {
    const candidate = take(campaign);
    if (candidate === null) continue;
    if (found.length === 0) candidate.propensityPpm = Math.round(candidate.propensityPpm * chance);
    found.push(candidate);
    // A capped campaign needs a successor in the answer, and that one a price.
    if (campaign.capped && wanted <= slots && found.length >= wanted - 1) wanted += 1;
  }
  return found;
}

/** The guaranteed campaigns as they were drawn, kept between decisions. */
class Draws {
  readonly candidates: Candidate[] = [];
  private readonly orders: number[] = [];
  private readonly urgencies: number[] = [];
  private total = 0;
  /** The first of those without a frequency cap. */
  private uncapped: Candidate | null = null;
  private uncappedOrder = 0;
  private uncappedUrgency = 0;
  private uncappedTotal = 0;

  clear(): void {
    this.candidates.length = 0;
    this.orders.length = 0;
    this.urgencies.length = 0;
    this.total = 0;
    this.uncapped = null;
    this.uncappedOrder = Number.POSITIVE_INFINITY;
    this.uncappedTotal = 0;
  }

  /** Takes part with what the market has answered: the lowest order comes first. Only the first few are kept. */
  add(campaign: SnapshotCampaign, order: number, urgency: number): void {
    const { candidates, orders } = this;
    this.total += urgency;
    if (!campaign.capped) this.uncappedTotal += urgency;
    const isFirstUncapped = !campaign.capped && order < this.uncappedOrder;
    let at = candidates.length;
    while (at > 0 && order < (orders[at - 1] ?? 0)) at -= 1;
    if (at >= MAX_CANDIDATES && !isFirstUncapped) {
      market.skip();
      return;
    }
    const candidate = take(campaign);
    if (candidate === null) return;
    if (at < MAX_CANDIDATES) this.insert(at, candidate, order, urgency);
    if (!isFirstUncapped) return;
    this.uncapped = candidate;
    this.uncappedOrder = order;
    this.uncappedUrgency = urgency;
  }

  /** By hand: `splice` makes a list of what it takes out. */
  private insert(at: number, candidate: Candidate, order: number, urgency: number): void {
    const { candidates, orders, urgencies } = this;
    for (let index = Math.min(candidates.length, MAX_CANDIDATES - 1); index > at; index -= 1) {
      candidates[index] = candidates[index - 1] as Candidate;
      orders[index] = orders[index - 1] ?? 0;
      urgencies[index] = urgencies[index - 1] ?? 0;
    }
    candidates[at] = candidate;
    orders[at] = order;
    urgencies[at] = urgency;
  }

  /**
   * Those who are answered, until one has no cap; the last one has none when anybody has. Notes with which probability
   * each was drawn from those that were left, by their urgencies; `chance` is that of being drawn from at all.
   */
  answer(chance: number): Candidate[] {
    const chosen = untilUncapped(this.candidates.slice(), MAX_CANDIDATES);
    let left = this.total;
    for (let index = 0; index < chosen.length; index += 1) {
      const isLast = index === MAX_CANDIDATES - 1 && this.uncapped !== null;
      if (isLast && this.uncapped !== null) chosen[index] = this.uncapped;
      const urgency = isLast ? this.uncappedUrgency : (this.urgencies[index] ?? 0);
      const share = Math.min(1, urgency / (isLast ? this.uncappedTotal : left)) * (index === 0 ? chance : 1);
      const candidate = chosen[index];
      if (candidate) candidate.propensityPpm = Math.round(candidate.propensityPpm * share);
      left -= urgency;
    }
    return chosen;
  }
}
const draws = new Draws();

/**
 * The guaranteed campaigns that are to be shown: drawn one after the other, each the likelier the further it is behind
 * its line (exponential draws by weight), until one has no frequency cap. Of very many, those are drawn from that lie
 * behind a drawn one.
 */
function collectGuaranteed(gate: DeliveryGate, random: number): Candidate[] {
  market.begin('guaranteed');
  let campaign = market.peek();
  if (campaign === null) return [];
  let chance = 1;
  let asked = MAX_GUARANTEED;
  if (market.most > MAX_GUARANTEED) {
    const count = market.countTurns(null, mix(random, ~ROUND));
    if (count > MAX_GUARANTEED || market.turnChance < 1) {
      asked = Math.min(MAX_GUARANTEED, count);
      chance = (market.turnChance * asked) / count;
      market.beginRound(drawn(mix(random, ROUND), count));
      campaign = market.peek();
    }
  }
  draws.clear();
  for (; campaign !== null && market.passed < asked; campaign = market.peek()) {
    const share = (mix(random, campaign.id) + 1) / (UINT32 + 1);
    const urgency = gate.urgency(campaign);
    draws.add(campaign, -Math.log(share) / urgency, urgency);
  }
  return draws.answer(chance);
}

function collectHouse(context: DecisionContext, slots: number): Candidate[] {
  const found: Candidate[] = [];
  market.begin('house');
  if (market.peek() === null) return found;
  const chance = drawTurn(null, context, TURN);
  for (let campaign = market.peek(); campaign !== null && found.length < slots; campaign = market.peek()) {
    const candidate = take(campaign);
    if (candidate === null) continue;
    if (found.length === 0) candidate.propensityPpm = Math.round(candidate.propensityPpm * chance);
    found.push(candidate);
    if (!campaign.capped) break;
  }
  return found;
}

/** The first ones: behind the first that has no frequency cap nobody is needed. */
function untilUncapped(found: Candidate[], most: number): Candidate[] {
  if (most <= 0) return [];
  let count = Math.min(1, found.length);
  while (count < found.length && count < most && found[count - 1]?.campaign.capped) count += 1;
  return count < found.length ? found.slice(0, count) : found;
}

const needsSuccessor = (chosen: readonly Candidate[]) =>
  chosen.length < MAX_CANDIDATES && chosen.at(-1)?.campaign.capped !== false;

/** The best without a frequency cap, of equals one that is drawn. */
function findUncapped(priority: 'auction' | 'house', context: DecisionContext): Candidate | null {
  market.begin(priority, true);
  const best = market.peek();
  if (best === null) return null;
  const chance = drawTurn(priority === 'house' ? null : best.ecpmMicros, context, LAST_TURN);
  const campaign = market.peek();
  const candidate = campaign && take(campaign);
  if (candidate) candidate.propensityPpm = Math.round(candidate.propensityPpm * chance);
  return candidate;
}

/**
 * Puts one without a frequency cap at the end of an answer that is full of those who have one, so that a person over all
 * of their caps is not left with nothing. Without any of the kind it stays as it is.
 */
function endUncapped(chosen: Candidate[], context: DecisionContext): void {
  const last = findUncapped('auction', context) ?? findUncapped('house', context);
  if (last === null) return;
  chosen[MAX_CANDIDATES - 1] = last;
  const { campaign } = last;
  if (campaign.priority === 'house') return;
  if (campaign.fixed) last.priceMicros = campaign.unitMicros;
  else {
    const before = chosen.map((candidate) => candidate.campaign);
    last.priceMicros = secondPrice(campaign, market.rivalBelow(campaign, before), context);
  }
  last.payoutMicros = payoutMicros(last.priceMicros, context.zone.revenueShareBps);
}

/** What a campaign pays for one event against the eCPM of a rival (0 without one). */
function secondPrice(
  campaign: SnapshotCampaign,
  rivalEcpm: number,
  { zone, reserveMicros }: DecisionContext,
): number {
  const clearing = clearingEcpm(campaign.ecpmMicros, rivalEcpm, zone.floorMicros, reserveMicros);
  return eventPriceMicros(campaign, clearing);
}

/**
 * Sets the prices of what was chosen. A house ad costs nothing. Who bids `fixed` pays the bid. Everybody else pays the
 * second price, against the best of the auction that comes behind and belongs to another advertiser (nobody bids
 * against themselves), at least the floor and never above the own bid. A guaranteed campaign pays against the auction
 * it kept from the place; it is no rival itself, for it does not win by its bid, and neither is a house ad.
 *
 * What lies beyond those that were found is looked at once at most: all that need it have the same advertiser.
 */
function price(chosen: readonly Candidate[], auction: readonly Candidate[], context: DecisionContext): void {
  let farRival = -1;
  for (const candidate of chosen) {
    const { campaign } = candidate;
    if (campaign.priority === 'house') continue;
    if (campaign.fixed) candidate.priceMicros = campaign.unitMicros;
    else {
      // A guaranteed campaign is not among those of the auction: for it, all of them come behind.
      let rival = auction.indexOf(candidate) + 1;
      while (rival < auction.length && auction[rival]?.campaign.advertiserId === campaign.advertiserId)
        rival += 1;
      let runnerUp = auction[rival]?.campaign.ecpmMicros;
      if (runnerUp === undefined) {
        if (farRival < 0) farRival = market.rivalOf(campaign.advertiserId);
        runnerUp = farRival;
      }
      candidate.priceMicros = secondPrice(campaign, runnerUp, context);
    }
    candidate.payoutMicros = payoutMicros(candidate.priceMicros, context.zone.revenueShareBps);
  }
}

const noFill = (reason: NoFillCode): Decision => ({ reason, candidates: [] });

/** In a zone that sells nothing yet: house ads, or why it sells nothing. */
function decideHouse(
  snapshot: Snapshot,
  gate: DeliveryGate,
  context: DecisionContext,
  reason: NoFillCode,
): Decision {
  market.prepare(snapshot.indexes, gate.gates, context);
  const chosen = collectHouse(context, MAX_CANDIDATES);
  if (chosen.length === MAX_CANDIDATES && chosen.at(-1)?.campaign.capped) {
    const last = findUncapped('house', context);
    if (last !== null) chosen[MAX_CANDIDATES - 1] = last;
  }
  return chosen.length === 0 ? noFill(reason) : { reason: 0, candidates: chosen };
}

/**
 * Who is shown in one zone: guaranteed campaigns before the auction before house ads, at the price they pay, or the
 * reason why nobody is. Pure but for the sets it reads; never throws.
 */
export function decide(snapshot: Snapshot, gate: DeliveryGate, context: DecisionContext): Decision {
  const { zone, random } = context;
  if (zone.refusal !== null) {
    const why = NO_FILL_REASONS[zone.refusal];
    return zone.houseOnly ? decideHouse(snapshot, gate, context, why) : noFill(why);
  }
  const known = knownNoFill(snapshot, context);
  if (known !== 0) return noFill(known);
  market.prepare(snapshot.indexes, gate.gates, context);
  const chosen = collectGuaranteed(gate, random);
  const guaranteed = chosen.length;
  let auction: Candidate[] = [];
  if (needsSuccessor(chosen)) {
    auction = collectAuction(MAX_CANDIDATES - guaranteed, context);
    chosen.push(...untilUncapped(auction, MAX_CANDIDATES - guaranteed));
  } else if (chosen.some(({ campaign }) => !campaign.fixed)) auction = collectAuction(0, context);
  price(chosen, auction, context);
  if (needsSuccessor(chosen)) chosen.push(...collectHouse(context, MAX_CANDIDATES - chosen.length));
  if (chosen.length === MAX_CANDIDATES && chosen.at(-1)?.campaign.capped) endUncapped(chosen, context);
  if (chosen.length === 0) return noFill(explain(snapshot, gate, context));
  return { reason: 0, candidates: chosen };
}
