import { FATES } from '@ezdash/contracts';
import { Budgets } from '../budgets';
import { decide } from '../decide';
import { buildSnapshot } from '../index/buildSnapshot';
import { unmeasuredZone } from '../narrowing';
import { contextOf, type Market, NOW_MS, randomMarket } from '../testMarket';
import { DecisionTracer } from './DecisionTracer';
import { decodeFates } from './fateBytes';
import { type Decider, replay, type Stored } from './replay';
import type { Trace } from './Trace';

const MARKETS = Number(process.env.EZDASH_MARKETS ?? 250);

/** More of them are guaranteed than elsewhere: their draws are what is hardest to repeat. */
function marketOf(seed: number): Market {
  const market = randomMarket(seed, seed % 4 === 0 ? 60 : 15);
  const campaigns = market.input.campaigns.map((campaign) =>
    campaign.id % 5 === 0 ? { ...campaign, priority: 'guaranteed' as const } : campaign,
  );
  for (const campaign of campaigns) campaign.measuredOnly = campaign.id % 3 === 0;
  // The address is not kept, so that none can be asked for again.
  return { ...market, input: { ...market.input, campaigns }, person: { ...market.person, address: '' } };
}

function traced(market: Market, isMeasured = true): { decider: Decider; trace: Trace; stored: Stored } {
  const snapshot = buildSnapshot(market.input);
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS);
  budgets.load(market.budgets, NOW_MS);
  const found = snapshot.zones.byId.get(401);
  if (!found) throw new Error('no zone');
  const zone = isMeasured ? found : unmeasuredZone(found);
  const tracer = new DecisionTracer();
  tracer.start();
  tracer.takes(zone.id, true, NOW_MS);
  const context = contextOf(zone, market);
  const decision = decide(snapshot, tracer.watch(budgets), context);
  tracer.note('018f0000-0000-7000-8000-000000000001', NOW_MS, true, snapshot, context, decision);
  tracer.settle();
  const [trace] = tracer.take();
  if (!trace) throw new Error('no trace');
  // As it comes back from the database.
  const { zoneId, inputs } = JSON.parse(JSON.stringify({ ...trace, fates: null })) as Trace;
  const stored = { zoneId, inputs, fates: decodeFates(Buffer.concat([...trace.fates])) };
  return { decider: { snapshot, budgets, tracer, tick: () => budgets.tick(NOW_MS) }, trace, stored };
}

test(`made again with nothing changed, the answer is the same in ${MARKETS} random markets`, () => {
  let filled = 0;
  for (let seed = 1; seed <= MARKETS; seed += 1) {
    const { decider, trace, stored } = traced(marketOf(seed), seed % 2 === 0);
    const again = replay(decider, stored);
    expect(stored.inputs.narrowed).toBe(false);
    const expected = { reason: trace.reason, ...trace.answer, fates: stored.fates };
    try {
      expect(again?.repeated).toEqual(expected);
      expect(again?.today).toEqual(expected);
    } catch (error) {
      throw new Error(`Market ${seed}`, { cause: error });
    }
    if (trace.reason === 0) filled += 1;
  }
  expect(filled).toBeGreaterThan(MARKETS / 10);
});

test('money that has gone since changes today and not the repetition', () => {
  let changed = 0;
  for (let seed = 1; seed <= 200; seed += 1) {
    const { decider, trace, stored } = traced(marketOf(seed));
    const [winner] = trace.answer.candidates;
    if (!winner || winner.priceMicros === 0) continue;
    decider.budgets.reserve(winner.campaignId, 1e14, NOW_MS);
    const again = replay(decider, stored);
    expect(again?.repeated.candidates).toEqual(trace.answer.candidates);
    const fate = again?.today.fates.get(winner.campaignId) ?? 0;
    if (fate === FATES.budget) changed += 1;
  }
  expect(changed).toBeGreaterThan(20);
});

test('there is nothing to repeat in a zone that is served no more', () => {
  const { decider, stored } = traced(marketOf(1));
  expect(replay(decider, { ...stored, zoneId: 999 })).toBeNull();
});
