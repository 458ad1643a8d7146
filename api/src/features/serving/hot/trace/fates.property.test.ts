import { FATE_NAMES, FATES, NO_FILL_REASONS } from '@ezdash/contracts';
import { decide } from '../decide';
import type { Decision } from '../decision';
import { buildSnapshot, type Change, changeSnapshot } from '../index/buildSnapshot';
import type { Snapshot } from '../index/Snapshot';
import { unmeasuredZone } from '../narrowing';
import { contextOf, type Market, NOW_MS, openMarket, randomMarket, seeded } from '../testMarket';
import { expectedOf } from '../testOracle';
import { DecisionTracer } from './DecisionTracer';
import { decodeFates } from './fateBytes';
import type { Trace } from './Trace';

const MARKETS = Number(process.env.EZDASH_MARKETS ?? 400);

/** Some campaigns lie in the second, small index, as after a change. */
function snapshotOf({ input }: Market, seed: number): Snapshot {
  const random = seeded(seed);
  const changes = new Map<number, Change | null>();
  if (seed % 2 === 0)
    for (const campaign of input.campaigns)
      if (random() < 0.3)
        changes.set(campaign.id, {
          input: campaign,
          creatives: input.creatives.filter(({ campaignId }) => campaignId === campaign.id),
        });
  return changeSnapshot(buildSnapshot(input), changes);
}

/** Every third visitor's browser does not measure, which every fourth campaign asks for. */
const isMeasured = (seed: number) => seed % 3 !== 0;
const withMeasuring = (market: Market): Market => {
  for (const campaign of market.input.campaigns) campaign.measuredOnly = campaign.id % 4 === 0;
  return market;
};
/** Its place alone leaves out a campaign before anybody asks who measures. */
const BY_PLACE: readonly number[] = [
  NO_FILL_REASONS['no-size'],
  NO_FILL_REASONS['no-placement'],
  NO_FILL_REASONS.blocked,
];

function traceOf(market: Market, seed: number): { trace: Trace; decision: Decision; snapshot: Snapshot } {
  const { snapshot, budgets, zone: found } = openMarket(market, snapshotOf(market, seed));
  const zone = isMeasured(seed) ? found : unmeasuredZone(found);
  const tracer = new DecisionTracer();
  tracer.start();
  tracer.change(snapshot.indexes.length);
  if (!tracer.takes(zone.id, false, NOW_MS)) throw new Error('The first decision of a zone is traced');
  const context = contextOf(zone, market);
  const decision = decide(snapshot, tracer.watch(budgets), context);
  tracer.note('018f0000-0000-7000-8000-000000000001', NOW_MS, false, snapshot, context, decision);
  // What the decision sets aside comes behind it, and is no part of it.
  for (const { campaign } of decision.candidates) budgets.reserve(campaign.id, 1e15, NOW_MS);
  tracer.settle();
  const [trace] = tracer.take();
  if (!trace) throw new Error('no trace');
  return { trace, decision, snapshot };
}

/** The market as if it were the campaign's alone: a no-fill then tells what the campaign is short of. */
const alone = (market: Market, id: number): Market => ({
  ...market,
  input: {
    ...market.input,
    campaigns: market.input.campaigns.filter((campaign) => campaign.id === id),
    creatives: market.input.creatives.filter(({ campaignId }) => campaignId === id),
  },
});

const LOST_ON_PRICE: readonly number[] = [FATES.outbid, FATES['runner-up'], FATES['outbid-by-own']];

/** Whether a campaign of its own account won the place: by the search without an index. */
function lostToOwn(market: Market, decision: Decision, id: number): boolean {
  const own = expectedOf(market).auction.find(({ input }) => input.id === id);
  const first = decision.candidates.find(({ campaign }) => campaign.priority === 'auction');
  if (!own || !first) throw new Error(`Campaign ${id} lost on price in no auction`);
  return first.campaign.advertiserId === own.input.advertiserId;
}

/** What a search without an index says of the campaign: fates that fit. */
function fitting(market: Market, id: number, seed: number): readonly number[] {
  const { reason } = expectedOf(alone(market, id));
  const isOut = id % 4 === 0 && !isMeasured(seed);
  if (isOut && !BY_PLACE.includes(reason)) return [FATES.unsupported];
  if (reason === NO_FILL_REASONS.filled)
    return [...LOST_ON_PRICE, FATES.won, FATES.next, FATES.outranked, FATES['not-drawn']];
  if (reason === NO_FILL_REASONS['no-campaign']) return [FATES.schedule];
  if (reason === NO_FILL_REASONS.budget) return [FATES.budget, FATES.limit];
  return [reason];
}

function check(market: Market, seed: number, found: Set<number>): void {
  const { trace, decision, snapshot } = traceOf(market, seed);
  const fates = new Map(decodeFates(Buffer.concat(trace.fates)).entries());
  const known = snapshot.indexes.flatMap((index) =>
    index.campaigns.map(({ id }) => id).filter((id) => index.positionOf(id) !== undefined),
  );
  expect([...fates.keys()].sort()).toEqual([...known].sort());
  for (const [id, fate] of fates) {
    found.add(fate);
    const expected = fitting(market, id, seed);
    if (!expected.includes(fate)) throw new Error(`Campaign ${id} has fate ${fate}, not ${String(expected)}`);
  }
  const withFate = (fate: number) => known.filter((id) => fates.get(id) === fate);
  const answered = decision.candidates.map(({ campaign }) => campaign.id);
  expect(withFate(FATES.won)).toEqual(answered.slice(0, 1));
  expect(withFate(FATES.next).sort()).toEqual(answered.slice(1).sort());
  if (answered.length === 0)
    for (const fate of [...LOST_ON_PRICE, FATES.outranked, FATES['not-drawn']])
      expect(withFate(fate)).toEqual([]);
  for (const [id, fate] of fates)
    if (LOST_ON_PRICE.includes(fate))
      expect([id, fate === FATES['outbid-by-own']]).toEqual([id, lostToOwn(market, decision, id)]);
  const [winner] = decision.candidates;
  for (const id of withFate(FATES['runner-up'])) {
    const input = market.input.campaigns.find((campaign) => campaign.id === id);
    expect(input?.advertiserId).not.toBe(winner?.campaign.advertiserId);
    expect(input?.priority).toBe('auction');
  }
}

test(`every campaign has the fate that a plain search finds, in ${MARKETS} random markets`, () => {
  const found = new Set<number>();
  for (let seed = 1; seed <= MARKETS; seed += 1)
    try {
      check(withMeasuring(randomMarket(seed, seed % 2 === 0 ? 60 : 12)), seed, found);
    } catch (error) {
      throw new Error(`Market ${seed}`, { cause: error });
    }
  // The markets would prove little if some fate never came.
  expect(FATE_NAMES.filter((name) => !found.has(FATES[name]))).toEqual([]);
});
