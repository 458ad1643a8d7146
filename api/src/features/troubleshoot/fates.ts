import {
  type AuctionCause,
  type Campaign,
  FATE_NAMES,
  FATES,
  type Fate,
  PRICE_FATES,
  PRICE_GAP_PERCENTS,
  wilson,
} from '@ezdash/contracts';
import { isTold, missedPart } from '../decisions';
import { cureOf } from './cures';

/** Decisions with one fate. */
export interface FateCount {
  fate: number;
  /** Of fates of price, the step by which the bid missed, from 1. */
  gap: number;
  decisions: number;
  /** Of those behind others' bids, to whom it lost: a bit for each advertiser or for several. */
  rivals: number;
}

export interface Delivered {
  impressions: number;
  spendMicros: number;
  /** What an impression costs at the bid of now, in micros; null or missing: that cannot be told of it. */
  bidMicros?: number | null;
  /** It pays its bid, whatever others bid. */
  isFixed?: boolean;
}

/** What an impression costs at a campaign's bid: of clicks by those it had; nothing is known of conversions to come. */
export function bidOfImpression(
  { pricing, bid_micros: bid }: Pick<Campaign, 'pricing' | 'bid_micros'>,
  { impressions, clicks }: { impressions: number; clicks: number },
): number | null {
  if (pricing === 'CPM') return bid / PER_MILLE;
  return pricing === 'CPC' && impressions > 0 && clicks > 0 ? (bid * clicks) / impressions : null;
}

export interface Auctions {
  decisions: number;
  won: number;
  /** Gravest first. */
  causes: AuctionCause[];
}

const NAMES: ReadonlyMap<number, Fate> = new Map(FATE_NAMES.map((name) => [FATES[name], name]));
const MILLION = 1_000_000;
const HALF = 2;
const PER_CENT = 100;
const PER_MILLE = 1_000;
/** It was in the answer, or others took its place there. */
const COMPETED: readonly Fate[] = ['won', 'next', 'outranked', 'not-drawn', 'outbid-by-own', ...PRICE_FATES];
/**
 * Where nothing would be won by any change: an even pace spends its budget all the same, others are simply served first, and
 * what one campaign of an account takes from another the account has already.
 */
const NOTHING_TO_WIN: readonly Fate[] = ['paced-out', 'outranked', 'not-drawn', 'outbid-by-own'];

const isPrice = (fate: Fate) => PRICE_FATES.includes(fate);
const ppm = (share: number) => Math.round(share * MILLION);

export interface Raise {
  /** In percent of the bid: half of what was lost at this fate were won with it. */
  percent: number;
  decisions: number;
  /** By which part of the bid these missed on average, as coarsely as the steps. */
  missedPart: number;
}

/** The least step that would have won half; null: not even the largest, or there is nothing. */
export function raiseOf(counts: readonly FateCount[]): Raise | null {
  const total = counts.reduce((sum, { decisions }) => sum + decisions, 0);
  for (const [index, percent] of PRICE_GAP_PERCENTS.entries()) {
    const won = counts.filter(({ gap }) => gap > 0 && gap <= index + 1);
    const seen = won.reduce((sum, { decisions }) => sum + decisions, 0);
    if (total > 0 && seen * HALF >= total) return { percent, decisions: seen, missedPart: missedPart(won) };
  }
  return null;
}

interface Costing {
  /** Share of the auctions entered that were won. */
  winShare: number | null;
  impressionMicros: number | null;
  bidMicros: number | null;
  isFixed: boolean;
}

/** What was missing of eCPM on average, in micros, of a campaign whose bid of an impression is known. */
const missingEcpm = (counts: readonly FateCount[], { bidMicros }: Costing) =>
  bidMicros === null ? null : Math.round(bidMicros * PER_MILLE * missedPart(counts));

/**
 * What an impression costs that only a higher bid wins, in micros: who was first sets the price then, and bid more than the
 * campaign does now, by the middles of the steps. Where the bid of an impression is not known, what is paid now and the step.
 */
function priceAnew(raise: Raise | null, { impressionMicros, bidMicros, isFixed }: Costing): number | null {
  if (raise === null) return impressionMicros;
  const dearer = 1 + raise.percent / PER_CENT;
  if (bidMicros === null) return impressionMicros === null ? null : impressionMicros * dearer;
  const highest = bidMicros * dearer;
  return isFixed ? highest : bidMicros * (1 + raise.missedPart);
}

const NOTHING_WON = { would_win: null, would_cost_micros: null };

function costOf(fate: Fate, decisions: number, raise: Raise | null, costing: Costing) {
  const { winShare } = costing;
  if (NOTHING_TO_WIN.includes(fate)) return NOTHING_WON;
  // With the higher bid these were won, so no share of them is lost again.
  const wins = isPrice(fate) ? raise?.decisions : winShare === null ? undefined : decisions * winShare;
  if (wins === undefined) return NOTHING_WON;
  const price = priceAnew(raise, costing);
  return {
    would_win: Math.round(wins),
    would_cost_micros: price === null ? null : Math.round(wins * price),
  };
}

/** What a cause would bring and by how much the bid missed; of fates of price as far as it tells nobody's bid. */
function missedBy(
  fate: Fate,
  list: readonly FateCount[],
  costing: Costing,
): Pick<AuctionCause, 'would_win' | 'would_cost_micros' | 'facts'> {
  const decisions = list.reduce((sum, count) => sum + count.decisions, 0);
  if (!isPrice(fate)) return { ...costOf(fate, decisions, null, costing), facts: {} };
  const raise = raiseOf(list);
  const raise_percent = raise?.percent ?? null;
  if (!isTold(fate, list, raise_percent))
    return { ...NOTHING_WON, facts: { missing_ecpm_micros: null, raise_percent: null, competition: 'few' } };
  return {
    ...costOf(fate, decisions, raise, costing),
    facts: { missing_ecpm_micros: missingEcpm(list, costing), raise_percent },
  };
}

/**
 * What became of a campaign's decisions, as causes with what each costs. Estimates: the counts are sampled decisions with
 * what each stands for, worth `effectiveTraces` equally weighted ones. Pure.
 */
export function auctionsOf(
  id: string,
  counts: readonly FateCount[],
  effectiveTraces: number,
  delivered: Delivered,
): Auctions {
  const byFate = new Map<Fate, FateCount[]>();
  for (const count of counts) {
    const name = NAMES.get(count.fate);
    if (name) byFate.set(name, [...(byFate.get(name) ?? []), count]);
  }
  const sumOf = (fates: Iterable<Fate>) =>
    [...fates].reduce(
      (sum, fate) => sum + (byFate.get(fate) ?? []).reduce((part, { decisions }) => part + decisions, 0),
      0,
    );
  const decisions = sumOf(byFate.keys());
  const lost = decisions - sumOf(['won', 'next']);
  const competed = sumOf(COMPETED);
  const costing: Costing = {
    winShare: competed === 0 ? null : sumOf(['won']) / competed,
    impressionMicros: delivered.impressions === 0 ? null : delivered.spendMicros / delivered.impressions,
    bidMicros: delivered.bidMicros ?? null,
    isFixed: delivered.isFixed ?? false,
  };
  const lostTraces = decisions === 0 ? 0 : (effectiveTraces * lost) / decisions;
  const causes = [...byFate].flatMap(([fate, list]): AuctionCause[] => {
    if (fate === 'won' || fate === 'next') return [];
    const count = sumOf([fate]);
    if (count === 0) return [];
    const share = count / lost;
    const { low, high } = wilson(share, lostTraces);
    return [
      {
        code: fate,
        decisions: count,
        share_ppm: ppm(share),
        low_ppm: ppm(low),
        high_ppm: ppm(high),
        ...missedBy(fate, list, costing),
        cure: cureOf(id, fate),
      },
    ];
  });
  const order = (cause: AuctionCause) => FATE_NAMES.indexOf(cause.code);
  causes.sort((a, b) => b.decisions - a.decisions || order(a) - order(b));
  return { decisions, won: sumOf(['won']), causes };
}
