import {
  AMOUNT_STEP_MICROS,
  FATES,
  type Fate,
  MOST,
  OPPORTUNITIES,
  type Opportunity,
} from '@ezdash/contracts';
import { isTold } from '../decisions';
import { edit, type Raise, raiseOf } from '../troubleshoot';
import {
  daysOf,
  isBudgetBound,
  isTooFew,
  isWorthAWord,
  type LookedAt,
  perDay,
  ppm,
  priceOf,
  proposal,
  reachedDays,
  restOf,
  roomOf,
} from './LookedAt';
import { bought, exactly, product, type Range, shareRange, times } from './ranges';

const HUNDRED = 100;
const PER_MILLE = 1_000;
const DOLLAR_MICROS = 1_000_000;
/**
 * Lost to a bid of another advertiser, as the next best. Whoever else was outbid may stand behind a next best of its own
 * account, and what both would win is won once; behind a floor others bid, and nobody knows how much.
 */
const LOST: Fate = 'runner-up';
/** It was in the answer, or others took its place there. */
const COMPETED: readonly Fate[] = [
  'won',
  'next',
  'outranked',
  'not-drawn',
  'duplicate-creative',
  'below-floor',
  'outbid',
  'outbid-by-own',
  LOST,
];
/** Place, visitor and hour suited it: what shares are told of. */
const SUITED: readonly Fate[] = [...COMPETED, 'limit', 'budget', 'paced-out'];

const of = ({ counts }: LookedAt, fates: readonly Fate[]) =>
  counts.filter(({ fate }) => fates.some((name) => FATES[name] === fate));
const sum = (counts: LookedAt['counts']) => counts.reduce((all, { decisions }) => all + decisions, 0);

/** Of the decisions that it wins the part that becomes an impression: counted ones against estimated ones. */
function shownPart(looked: LookedAt, decisions: number): Range {
  const { effective, impressions } = looked;
  const won = times(shareRange(sum(of(looked, ['won'])) / decisions, effective), decisions);
  const part = (of: number) => (of <= 0 ? 1 : Math.min(1, impressions / of));
  return { low: part(won.high), middle: part(won.middle), high: part(won.low) };
}

/** Of the decisions that suited it a part, by as many of them as the sample is worth. */
function suitedShare(looked: LookedAt, part: number, decisions: number): Range {
  const suited = sum(of(looked, SUITED));
  return shareRange(part / suited, casesOf(looked, suited, decisions));
}

/**
 * What an impression costs that only a higher bid wins, in micros: who was first sets the price then, and bid more than
 * the campaign does now. Between its own bid and the new one, in the middle by the part of the bid that was missing.
 */
function wonAnewPrice(
  { campaign, clicks, impressions }: LookedAt,
  { missedPart }: Raise,
  newBidMicros: number,
): Range {
  const rate: Range =
    campaign.pricing === 'CPM'
      ? exactly(1 / PER_MILLE)
      : shareRange(Math.min(1, clicks / impressions), impressions);
  const own = times(rate, campaign.bid_micros);
  return {
    low: own.low,
    middle: own.middle * (1 + missedPart),
    high: times(rate, newBidMicros).high,
  };
}

/** Decisions of a part of all of them, in equally weighted ones. */
const casesOf = ({ effective }: LookedAt, part: number, decisions: number) =>
  Math.floor((effective * part) / decisions);

/**
 * The least step of a higher bid that would have won at least half of what was lost to others, and what that brings. Nothing
 * where fewer others won it than an estimate takes: the step would tell what one of them bids.
 */
export function raiseBid(looked: LookedAt): Opportunity | null {
  const { campaign, hours, counts, effective, impressions, spendMicros } = looked;
  const each = priceOf(looked);
  const { id, pricing, bidding, bid_micros: bidMicros } = campaign;
  // What a CPA's impression is worth does not follow its bid.
  if (each === null || isTooFew(looked) || isBudgetBound(looked) || pricing === 'CPA') return null;
  const decisions = sum(counts);
  const lost = of(looked, [LOST]);
  const raise = raiseOf(lost);
  if (raise === null || decisions === 0) return null;
  if (!isTold(LOST, lost, raise.percent)) return null;
  const step = AMOUNT_STEP_MICROS.bid;
  const newBidMicros = Math.ceil((bidMicros * (HUNDRED + raise.percent)) / (HUNDRED * step)) * step;
  const cases = casesOf(looked, raise.decisions, decisions);
  if (cases < OPPORTUNITIES.fewestDecisions || newBidMicros > MOST.bidMicros) return null;
  const wins = product(
    shareRange(raise.decisions / decisions, effective),
    shownPart(looked, decisions),
    exactly(perDay(decisions, hours)),
  );
  const dearer = newBidMicros / bidMicros;
  const isFixed = bidding === 'fixed';
  const price = isFixed ? times(each, dearer) : wonAnewPrice(looked, raise, newBidMicros);
  // Who pays the bid pays more for what is won already, too.
  const anyway = isFixed ? perDay(spendMicros, hours) * (dearer - 1) : 0;
  const found = bought(wins, price, roomOf(looked), anyway);
  if (found === null || !isWorthAWord(found.gains.low, perDay(impressions, hours))) return null;
  const share = suitedShare(looked, sum(lost), decisions);
  return proposal(looked, 'raise_bid', edit(id, 'limits', 'bid_micros'), {
    facts: {
      share_ppm: ppm(share.middle),
      low_ppm: ppm(share.low),
      high_ppm: ppm(share.high),
      percent: raise.percent,
      bid_micros: bidMicros,
      new_bid_micros: newBidMicros,
    },
    gains: found.gains,
    costs_micros: found.costs,
    cases: { count: cases, of: 'decisions' },
    days: daysOf(hours),
  });
}

/** What a campaign misses that spends its daily budget: at its own share of auctions won and its own price. */
export function raiseBudget(looked: LookedAt): Opportunity | null {
  const { campaign, hours, counts, effective, impressions, wholeDays } = looked;
  const each = priceOf(looked);
  const { id, pacing, daily_budget_micros: daily, total_budget_micros: total } = campaign;
  // Of a total budget a larger day only brings the end nearer.
  if (each === null || isTooFew(looked) || !isBudgetBound(looked) || total !== null) return null;
  const decisions = sum(counts);
  const competed = sum(of(looked, COMPETED));
  if (competed === 0) return null;
  // An even pace leaves out so that the budget lasts: with more of it, it leaves out less.
  const missed = sum(of(looked, pacing === 'even' ? ['budget', 'paced-out'] : ['budget']));
  const cases = casesOf(looked, missed, decisions);
  if (cases < OPPORTUNITIES.fewestDecisions) return null;
  const won = sum(of(looked, ['won']));
  const wins = product(
    shareRange(missed / decisions, effective),
    shareRange(won / competed, casesOf(looked, competed, decisions)),
    shownPart(looked, decisions),
    exactly(perDay(decisions, hours)),
  );
  const most = Math.min(daily * OPPORTUNITIES.mostBudgetTimes, MOST.budgetMicros);
  const wanted = Math.ceil((daily + wins.middle * each.middle) / DOLLAR_MICROS) * DOLLAR_MICROS;
  const newDaily = Math.min(most, wanted);
  const found = bought(wins, each, Math.min(newDaily - daily, restOf(looked)));
  if (found === null || !isWorthAWord(found.gains.low, perDay(impressions, hours))) return null;
  const share = suitedShare(looked, missed, decisions);
  return proposal(looked, 'raise_budget', edit(id, 'limits', 'daily_budget_micros'), {
    facts: {
      share_ppm: ppm(share.middle),
      low_ppm: ppm(share.low),
      high_ppm: ppm(share.high),
      days: reachedDays(looked),
      of_days: wholeDays.length,
      budget_micros: daily,
      new_budget_micros: newDaily,
    },
    gains: found.gains,
    costs_micros: found.costs,
    cases: { count: cases, of: 'decisions' },
    days: daysOf(hours),
  });
}
