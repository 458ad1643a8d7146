import { NO_FILL_REASONS, type NoFillReason } from '@ezdash/contracts';
import { type DecisionContext, type DeliveryGate, GATE, type Gate, type NoFillCode } from './decision';
import { Bitset } from './index/Bitset';
import type { CampaignIndex, Place } from './index/CampaignIndex';
import { Cursor } from './index/Cursor';
import type { SnapshotCampaign, SnapshotZone } from './index/entries';
import type { Miss, MissedVisitor } from './index/Misses';
import { countryOf } from './index/region';
import type { Snapshot } from './index/Snapshot';

/** How many campaigns that take zone and visitor are asked why they do not deliver. */
const MAX_EXPLAINED = 64;

/**
 * Every reason that lies with the campaigns, furthest from a fill first: that there are none, the zone, the visitor,
 * then what a campaign that takes both is short of (its schedule has no code of its own). A step is a place in here.
 */
const STEPS = [
  NO_FILL_REASONS['no-campaign'],
  NO_FILL_REASONS['no-size'],
  NO_FILL_REASONS['no-placement'],
  NO_FILL_REASONS.blocked,
  NO_FILL_REASONS.unsupported,
  NO_FILL_REASONS['no-country'],
  NO_FILL_REASONS['no-region'],
  NO_FILL_REASONS['no-device'],
  NO_FILL_REASONS['no-client'],
  NO_FILL_REASONS['no-language'],
  NO_FILL_REASONS['no-keyword'],
  NO_FILL_REASONS['no-ip'],
  NO_FILL_REASONS['no-campaign'],
  NO_FILL_REASONS['below-floor'],
  NO_FILL_REASONS.budget,
  NO_FILL_REASONS.hours,
  NO_FILL_REASONS['paced-out'],
  NO_FILL_REASONS['duplicate-creative'],
] as const;
const stepOf = (name: NoFillReason) => STEPS.indexOf(NO_FILL_REASONS[name] as (typeof STEPS)[number]);
const NO_CAMPAIGN = 0;
const SCHEDULE = STEPS.lastIndexOf(NO_FILL_REASONS['no-campaign']);
const BLOCKED = stepOf('blocked');
const NO_COUNTRY = stepOf('no-country');
const NO_REGION = stepOf('no-region');
const NO_DEVICE = stepOf('no-device');
const NO_CLIENT = stepOf('no-client');
const NO_LANGUAGE = stepOf('no-language');
const NO_KEYWORD = stepOf('no-keyword');
const NO_IP = stepOf('no-ip');
const BELOW_FLOOR = stepOf('below-floor');
const BUDGET = stepOf('budget');
const HOURS = stepOf('hours');
const PACED = stepOf('paced-out');
/** It would deliver, were its creatives not on the page already. */
const DUPLICATE = stepOf('duplicate-creative');

/** What is left of a place's campaigns, step by step; one for each size of index, used by one explanation at a time. */
const scratches = new Map<number, Bitset>();
const MOST_SCRATCHES = 8;

function scratchOf(index: CampaignIndex, place: Bitset): Bitset {
  let scratch = scratches.get(index.size);
  if (scratch === undefined) {
    if (scratches.size >= MOST_SCRATCHES) scratches.clear();
    scratch = new Bitset(index.size);
    scratches.set(index.size, scratch);
  }
  scratch.become(place);
  return scratch;
}

/** Walks whoever takes zone and visitor; used by one explanation at a time. */
const takers = new Cursor();

/**
 * The furthest step that those who take zone and visitor have come to; null when nobody does. Asked are the first of
 * those above the floor. Of those below it one is enough, and only when nobody has come further.
 */
function furthestOf(index: CampaignIndex, gate: Gate, context: DecisionContext, place: Place): number | null {
  const { zone, origin, client, language, keywords, address } = context;
  const { set, guaranteedEnd, auctionEnd } = place;
  const sets = {
    place: set,
    client: index.client(client),
    origin: index.origin(origin),
    language: index.language(language),
    context: index.context(keywords, address) ?? set,
    live: set,
  };
  let furthest: number | null = null;
  let left = MAX_EXPLAINED;
  const walk = (from: number, end: number): void => {
    takers.begin(sets, from, end);
    for (let position = takers.next(); position >= 0 && left > 0; position = takers.next()) {
      furthest = Math.max(furthest ?? NO_CAMPAIGN, shortOf(index, gate, position, zone));
      left -= 1;
    }
  };
  const isBelow = (from: number, end: number): boolean => {
    takers.begin(sets, from, end);
    return takers.next() >= 0;
  };
  walk(0, guaranteedEnd);
  walk(index.auctionFrom, auctionEnd);
  walk(index.houseFrom, index.campaigns.length);
  if (furthest !== null && furthest > BELOW_FLOOR) return furthest;
  if (isBelow(guaranteedEnd, index.auctionFrom) || isBelow(auctionEnd, index.houseFrom)) return BELOW_FLOOR;
  return furthest;
}

/** Whether nothing of the campaign is left by what one request asks beyond its zone. */
function isNarrowedOut(campaign: SnapshotCampaign | undefined, { size, narrowing }: SnapshotZone): boolean {
  if (narrowing === null || campaign === undefined) return false;
  const sized = campaign.creatives.find((each) => each.size === size);
  return sized?.list.every((creative) => !narrowing.accepts(campaign, creative)) ?? true;
}

/** What a campaign that takes zone and visitor is short of. */
function shortOf(index: CampaignIndex, gate: Gate, position: number, zone: SnapshotZone): number {
  if (position < index.houseFrom && (index.ecpmMicros[position] ?? 0) < zone.floorMicros) return BELOW_FLOOR;
  switch (gate.states[position]) {
    case GATE.LIVE:
      return isNarrowedOut(index.campaigns[position], zone) ? BLOCKED : DUPLICATE;
    case GATE.PACED:
      return PACED;
    case GATE.HOURS:
      return HOURS;
    case GATE.SCHEDULE:
      return SCHEDULE;
    default:
      return BUDGET;
  }
}

/** The furthest step any campaign of the index has come to. */
function explainIndex(index: CampaignIndex, gate: Gate, context: DecisionContext): number {
  if (index.count === 0) return NO_CAMPAIGN;
  const place = index.place(context.zone);
  if (place.reason !== 0) return STEPS.indexOf(place.reason);
  const furthest = furthestOf(index, gate, context, place);
  if (furthest !== null) return furthest;
  const missed = missedBy(scratchOf(index, place.set), index, context);
  if (missed <= NO_LANGUAGE && isOrdinary(context.zone))
    index.misses.note(context.zone.id, (missed - NO_COUNTRY) as Miss, missedVisitor(index, context));
  return missed;
}

/**
 * The dimension by which the last of those who take the zone fall out, when the visitor suits nobody. Each step goes
 * over what is left once.
 */
function missedBy(left: Bitset, index: CampaignIndex, context: DecisionContext): number {
  const { origin, client, language, keywords } = context;
  left.keep(index.country(countryOf(origin)));
  if (left.isEmpty()) return NO_COUNTRY;
  left.keep(index.origin(origin));
  if (left.isEmpty()) return NO_REGION;
  left.keep(index.device(client.device));
  if (left.isEmpty()) return NO_DEVICE;
  left.keep(index.client(client));
  if (left.isEmpty()) return NO_CLIENT;
  left.keep(index.language(language));
  if (left.isEmpty()) return NO_LANGUAGE;
  left.keep(index.contexts.keywords.taking(keywords));
  return left.isEmpty() ? NO_KEYWORD : NO_IP;
}

/** What one request asks of a zone beyond what everybody gets there is not remembered. */
const isOrdinary = (zone: SnapshotZone) => zone.narrowing === null;

const missedVisitor = (
  index: CampaignIndex,
  { origin, client, language }: DecisionContext,
): MissedVisitor => ({ origin, device: client.device, client: index.clients.keyOf(client), language });

/** What is known of such a visitor of the zone from before: the reason why nobody is shown, 0 when that is not known. */
export function knownNoFill({ indexes }: Snapshot, context: DecisionContext): NoFillCode | 0 {
  const { zone } = context;
  if (!isOrdinary(zone)) return 0;
  let furthest = NO_CAMPAIGN;
  for (let at = 0; at < indexes.length; at += 1) {
    const index = indexes[at];
    if (index === undefined || index.count === 0) continue;
    const { reason } = index.place(zone);
    let step: number | undefined = reason === 0 ? undefined : STEPS.indexOf(reason);
    if (step === undefined) {
      const missed = index.misses.find(zone.id, () => missedVisitor(index, context));
      if (missed !== undefined) step = NO_COUNTRY + missed;
    }
    if (step === undefined) return 0;
    furthest = Math.max(furthest, step);
  }
  return STEPS[furthest] ?? 0;
}

/** Why nothing was found, told by the step at which the last campaigns fell out. */
export function explain(snapshot: Snapshot, gate: DeliveryGate, context: DecisionContext): NoFillCode {
  let furthest = NO_CAMPAIGN;
  snapshot.indexes.forEach((index, at) => {
    const own = gate.gates[at];
    if (own) furthest = Math.max(furthest, explainIndex(index, own, context));
  });
  return STEPS[furthest] ?? NO_FILL_REASONS['no-campaign'];
}
