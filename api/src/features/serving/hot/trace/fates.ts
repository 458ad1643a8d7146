import { FATES } from '@ezdash/contracts';
import { type Decision, type DecisionContext, GATE } from '../decision';
import type { Bitset } from '../index/Bitset';
import type { CampaignIndex } from '../index/CampaignIndex';
import type { SnapshotCampaign } from '../index/entries';
import { countryOf } from '../index/region';
import { pickCreative } from '../market';

/** FATES code by GATE code. */
const GATE_FATES: readonly number[] = (() => {
  const fates: number[] = [];
  fates[GATE.LIVE] = 0;
  fates[GATE.BUDGET] = FATES.budget;
  fates[GATE.PACED] = FATES['paced-out'];
  fates[GATE.SCHEDULE] = FATES.schedule;
  fates[GATE.HOURS] = FATES.hours;
  fates[GATE.LIMIT] = FATES.limit;
  return fates;
})();

/** A GATE code by FATES code: what the gate must have said of a campaign that fared so; undefined when it was not asked. */
export const gateOfFate = (fate: number): number | undefined => {
  if (fate >= FATES.outranked || fate === FATES['duplicate-creative']) return GATE.LIVE;
  const state = GATE_FATES.indexOf(fate);
  return state < 0 ? undefined : state;
};

/** Who is still in the running, step by step: those who fall out get the step's fate. */
class Running {
  readonly fates: Uint8Array;
  private readonly alive: Uint32Array;

  constructor(index: CampaignIndex) {
    const count = index.campaigns.length;
    this.fates = new Uint8Array(count);
    this.alive = new Uint32Array(index.gone.words.length);
    for (let word = 0; word < this.alive.length; word += 1) {
      const inUse = count - (word << 5);
      const all = inUse >= 32 ? -1 : 2 ** inUse - 1;
      this.alive[word] = all & ~(index.gone.words[word] ?? 0);
    }
  }

  /** Only members of the set go on. */
  keep(set: Bitset, fate: number): void {
    const { alive, fates } = this;
    for (let word = 0; word < alive.length; word += 1) {
      const before = alive[word] ?? 0;
      let out = before & ~(set.words[word] ?? 0);
      if (out === 0) continue;
      alive[word] = before & ~out;
      while (out !== 0) {
        const bit = out & -out;
        out ^= bit;
        fates[(word << 5) + 31 - Math.clz32(bit)] = fate;
      }
    }
  }

  /** Calls `fateOf` with each position that is left. */
  finish(fateOf: (position: number) => number): void {
    const { alive, fates } = this;
    for (let word = 0; word < alive.length; word += 1) {
      let bits = alive[word] ?? 0;
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        const position = (word << 5) + 31 - Math.clz32(bit);
        fates[position] = fateOf(position);
      }
    }
  }
}

const NOTHING: readonly number[] = [];

/** Positions of those who may have nothing to show that is allowed; null: whoever it is has to be asked. */
const doubtful = (index: CampaignIndex, { zone, exclude }: DecisionContext): Set<number> | null =>
  zone.narrowing === null ? index.ofCreatives([...exclude, ...(zone.blocks?.creatives ?? [])]) : null;

/** Why somebody who may deliver has nothing to show; 0 when there is something. */
function shortOfCreatives(campaign: SnapshotCampaign | undefined, context: DecisionContext): number {
  if (campaign === undefined || pickCreative(campaign, context) !== null) return 0;
  const isOnPage = pickCreative(campaign, { ...context, exclude: NOTHING }) !== null;
  return isOnPage ? FATES['duplicate-creative'] : FATES.blocked;
}

/** How those fared who could have been shown and are not in the answer, by their class. */
function standings({ candidates }: Decision) {
  const isAuctioned = candidates.some(({ campaign }) => campaign.priority === 'auction');
  const isHouse = candidates[0]?.campaign.priority === 'house';
  return {
    auction: isAuctioned ? FATES.outbid : FATES.outranked,
    house: isHouse ? FATES['not-drawn'] : FATES.outranked,
  };
}

/**
 * The fate of every campaign of an index, by position: a code of FATES, 0 for one that was removed. Each is told by
 * the first step at which it fell out, in the order in which a no-fill is told (`explain`): place, visitor, floor,
 * money and time, what is on the page already; then how the answer came about.
 */
export function fatesOf(
  index: CampaignIndex,
  states: Uint8Array,
  context: DecisionContext,
  decision: Decision,
): Uint8Array {
  const { zone, origin, client, language, keywords, address } = context;
  const running = new Running(index);
  const { sized, placed } = index.steps(zone);
  running.keep(sized, FATES['no-size']);
  running.keep(placed, FATES['no-placement']);
  running.keep(index.allowed(zone), FATES.blocked);
  running.keep(index.place(zone).set, FATES.unsupported);
  running.keep(index.country(countryOf(origin)), FATES['no-country']);
  running.keep(index.origin(origin), FATES['no-region']);
  running.keep(index.device(client.device), FATES['no-device']);
  running.keep(index.client(client), FATES['no-client']);
  running.keep(index.language(language), FATES['no-language']);
  const words = index.context(keywords, address);
  if (words !== null) {
    running.keep(index.contexts.keywords.taking(keywords), FATES['no-keyword']);
    running.keep(words, FATES['no-ip']);
  }
  const { auctionFrom, houseFrom, ecpmMicros } = index;
  const standing = standings(decision);
  const doubted = doubtful(index, context);
  // Of 100,000 campaigns hardly any object is looked at: each would be a miss of the processor's caches.
  running.finish((position) => {
    if (position < houseFrom && (ecpmMicros[position] ?? 0) < zone.floorMicros) return FATES['below-floor'];
    const state = states[position] ?? GATE.LIVE;
    if (state !== GATE.LIVE) return GATE_FATES[state] ?? FATES.budget;
    const isDoubted = doubted === null || doubted.has(position);
    const short = isDoubted ? shortOfCreatives(index.campaigns[position], context) : 0;
    if (short !== 0) return short;
    if (position < auctionFrom) return FATES['not-drawn'];
    return position < houseFrom ? standing.auction : standing.house;
  });
  decision.candidates.forEach(({ campaign }, place) => {
    const position = index.positionOf(campaign.id);
    if (position !== undefined) running.fates[position] = place === 0 ? FATES.won : FATES.next;
  });
  return running.fates;
}
