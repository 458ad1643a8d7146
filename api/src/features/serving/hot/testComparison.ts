import { NO_FILL_REASONS } from '@ezdash/contracts';
import { decide } from './decide';
import type { Decision } from './decision';
import { contextOf, type Market, ofOneOwner, openMarket, randomMarket } from './testMarket';
import { expectedOf, expectedPrice, rank } from './testOracle';

/** The engine's decisions against the plain search's, market by market: for tests and `npm run oracle`. */

function decideMarket(market: Market): Decision {
  const { snapshot, budgets, zone } = openMarket(market);
  return decide(snapshot, budgets, contextOf(zone, market));
}

/** Throws what is wrong with a decision; a plain comparison, since a hundred thousand of `expect` take minutes. */
function check(market: Market, decision: Decision): void {
  const expected = expectedOf(market);
  const say = (what: string, found: unknown, wanted: unknown): never => {
    throw new Error(`${what}: ${String(found)} instead of ${String(wanted)}`);
  };
  if (decision.reason !== expected.reason) say('reason', decision.reason, expected.reason);
  const [winner] = decision.candidates;
  if (winner === undefined) {
    if (expected.winners.length > 0) say('winner', 'nobody', expected.winners[0]?.input.id);
    return;
  }
  if (!expected.winners.some(({ input }) => input.id === winner.campaign.id))
    say(
      'winner',
      winner.campaign.id,
      expected.winners.map(({ input }) => input.id),
    );
  const before: number[] = [];
  for (const { campaign, creative, priceMicros, payoutMicros } of decision.candidates) {
    const input = market.input.campaigns.find(({ id }) => id === campaign.id);
    if (!input) throw new Error(`Campaign ${campaign.id} is none of the market's`);
    if (before.includes(campaign.id)) say('candidate', campaign.id, 'each once');
    const ranked = rank(market, input);
    const price = expectedPrice(market, expected, ranked, before);
    if (BigInt(priceMicros) !== price) say(`price of ${campaign.id}`, priceMicros, price);
    if (priceMicros > Number(ranked.unit)) say('price', priceMicros, 'at most the bid');
    if (payoutMicros !== Math.floor((priceMicros * 8_000) / 10_000)) say('payout', payoutMicros, priceMicros);
    if (market.exclude.includes(creative.id)) say('creative', creative.id, 'one that is not on the page');
    before.push(campaign.id);
  }
  // Successors follow those with a frequency cap only.
  if (!decision.candidates.slice(0, -1).every(({ campaign }) => campaign.capped))
    say('successor', 'one', 'none');
  // A person over all caps of an answer still sees something, if anybody has none.
  const last = decision.candidates.at(-1)?.campaign.id;
  if (expected.lasts.length > 0 && !expected.lasts.some(({ input }) => input.id === last))
    say(
      'last',
      last,
      expected.lasts.map(({ input }) => input.id),
    );
  const ranks = { guaranteed: 0, auction: 1, house: 2 };
  const order = decision.candidates.map(({ campaign }) => ranks[campaign.priority]);
  if (order.some((each, index) => each < (order[index - 1] ?? 0))) say('order', order, 'guaranteed first');
}

export interface Comparison {
  /** Markets whose decisions differ, with what is wrong. */
  differences: { seed: number; problem: string }[];
  /** How often which code of NO_FILL_REASONS came about. */
  reasons: Map<number, number>;
}

/** Decides the markets of `count` seeds, from the first one on, both ways. */
export function compareMarkets(firstSeed: number, count: number): Comparison {
  const comparison: Comparison = { differences: [], reasons: new Map() };
  const { differences, reasons } = comparison;
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    // Small markets leave more visitors without an ad, large ones have more ties.
    const drawn = randomMarket(seed, seed % 3 === 0 ? 120 : 12);
    // Nobody bids against themselves, which only shows when others are few.
    const market = seed % 6 === 0 ? ofOneOwner(drawn) : drawn;
    try {
      const decision = decideMarket(market);
      reasons.set(decision.reason, (reasons.get(decision.reason) ?? 0) + 1);
      check(market, decision);
    } catch (error) {
      differences.push({ seed, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return comparison;
}

const OUTCOMES = [
  'filled',
  'no-size',
  'no-placement',
  'blocked',
  'no-country',
  'no-region',
  'no-device',
  'no-client',
  'no-language',
  'no-keyword',
  'no-ip',
  'below-floor',
  'budget',
  'hours',
  'paced-out',
  'duplicate-creative',
] as const satisfies readonly (keyof typeof NO_FILL_REASONS)[];

/** Outcomes that never came: then the markets prove little. */
export const missingOutcomes = (reasons: ReadonlyMap<number, number>): string[] =>
  OUTCOMES.filter((name) => !reasons.has(NO_FILL_REASONS[name]));
