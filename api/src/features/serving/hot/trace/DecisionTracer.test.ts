import { FATES, type Fate, NO_FILL_REASONS } from '@ezdash/contracts';
import { Budgets } from '../budgets';
import { decide } from '../decide';
import type { DecisionContext } from '../decision';
import { buildSnapshot, type Change, changeSnapshot } from '../index/buildSnapshot';
import { countryNumber } from '../index/country';
import type { Snapshot } from '../index/Snapshot';
import type { CampaignInput } from '../snapshotInput';
import { DESKTOP, only, snapshotInput, zoneInput } from '../testFixtures';
import { DecisionTracer } from './DecisionTracer';
import { decodeFates } from './fateBytes';
import type { Trace } from './Trace';

const NOW_MS = Date.UTC(2027, 0, 14, 12);

function open(campaigns: (Partial<CampaignInput> & { id: number })[], zone = zoneInput({ id: 401 })) {
  const owned = campaigns.map((campaign) => ({ advertiserId: 2_000 + campaign.id, ...campaign }));
  const input = snapshotInput(owned, { zones: [zone] });
  const snapshot = buildSnapshot(input);
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS);
  const advertisers = owned.map(({ advertiserId }) => ({ id: advertiserId, balanceMicros: 1e12 }));
  budgets.load({ dayStartMs: 0, campaigns: [], advertisers }, NOW_MS);
  const tracer = new DecisionTracer();
  tracer.start();
  return { input, snapshot, budgets, tracer };
}

const contextOf = (snapshot: Snapshot, rest: Partial<DecisionContext> = {}): DecisionContext => {
  const zone = snapshot.zones.byId.get(401);
  if (!zone) throw new Error('no zone');
  return {
    zone,
    origin: countryNumber('DE'),
    client: DESKTOP,
    language: 0,
    keywords: [],
    address: '203.0.113.7',
    exclude: [],
    random: 0,
    reserveMicros: 0,
    ...rest,
  };
};

function note(world: ReturnType<typeof open>, rest?: Partial<DecisionContext>, snapshot = world.snapshot) {
  const { tracer, budgets } = world;
  const context = contextOf(snapshot, rest);
  tracer.takes(401, true, NOW_MS);
  const decision = decide(snapshot, tracer.watch(budgets), context);
  tracer.note('018f0000-0000-7000-8000-000000000001', NOW_MS, true, snapshot, context, decision);
}
function taken(tracer: DecisionTracer): Trace {
  tracer.settle();
  const [trace] = tracer.take();
  if (!trace) throw new Error('no trace');
  return trace;
}
function fatesIn(trace: Trace): Record<number, Fate | undefined> {
  const names = Object.entries(FATES) as [Fate, number][];
  const fates = decodeFates(Buffer.concat([...trace.fates])).entries();
  return Object.fromEntries(
    [...fates].map(([id, code]) => [id, names.find(([, each]) => each === code)?.[0]]),
  );
}

test('before somebody takes traces there are none', () => {
  const tracer = new DecisionTracer();
  expect(tracer.takes(1, true, NOW_MS)).toBe(false);
  tracer.start();
  expect(tracer.takes(1, true, NOW_MS)).toBe(true);
  tracer.stop();
  expect(tracer.takes(1, true, NOW_MS)).toBe(false);
});

test('a campaign that changes right behind the decision keeps the fate it had in it', () => {
  const world = open([{ id: 1, bidMicros: 3_000_000 }, { id: 2 }]);
  note(world);
  // As the keeper does it: settled before the index is changed.
  world.tracer.settle();
  const changes = new Map<number, Change | null>([[1, null]]);
  const changed = changeSnapshot(world.snapshot, changes);
  expect(fatesIn(taken(world.tracer))).toEqual({ 1: 'won', 2: 'runner-up' });
  world.budgets.attachChanged(changed, [1], NOW_MS);
  note(world, {}, changed);
  expect(fatesIn(taken(world.tracer))).toEqual({ 2: 'won' });
});

test('of many at once each is worked out in a turn of its own', async () => {
  const world = open([{ id: 1 }]);
  for (let time = 0; time < 3; time += 1) note(world);
  const traced: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    traced.push(world.tracer.counts.traced);
  }
  expect(traced).toEqual([1, 2, 3, 3]);
});

test('what is on the page later is no part of it', () => {
  const world = open([{ id: 1 }]);
  const exclude: number[] = [];
  note(world, { exclude });
  exclude.push(1_001);
  const trace = taken(world.tracer);
  expect(trace.inputs.exclude).toEqual([]);
  expect(fatesIn(trace)).toEqual({ 1: 'won' });
});

test('of creatives that a publisher blocks, and of those on the page, the campaign has nothing to show', () => {
  const blocks = { advertisers: [], creatives: [1_001], categories: [], domains: [] };
  const world = open([{ id: 1 }, { id: 2 }, { id: 3 }], zoneInput({ id: 401, blocks }));
  note(world, { exclude: [1_002] });
  expect(fatesIn(taken(world.tracer))).toEqual({ 1: 'blocked', 2: 'duplicate-creative', 3: 'won' });
});

test('classes: behind a guaranteed campaign the auction is outranked, behind both the house', () => {
  const world = open([
    { id: 1, priority: 'guaranteed', bidMicros: 1_000_000 },
    { id: 2, bidMicros: 9_000_000 },
    { id: 3, priority: 'house' },
  ]);
  note(world);
  const trace = taken(world.tracer);
  expect(fatesIn(trace)).toEqual({ 1: 'won', 2: 'outranked', 3: 'outranked' });
  expect(trace.inputs.urgency).toEqual([[1, expect.any(Number)]]);
  expect(trace.answer.runnerUpEcpmMicros).toBe(9_000_000);
});

test('who follows a capped winner is next, and who sets its price the runner-up', () => {
  const cap = { count: 1, seconds: 60 };
  const world = open([
    { id: 1, bidMicros: 5_000_000, cap },
    { id: 2, bidMicros: 4_000_000, advertiserId: 2_001 },
    { id: 3, bidMicros: 3_000_000 },
    { id: 4, bidMicros: 2_000_000 },
  ]);
  note(world);
  const trace = taken(world.tracer);
  expect(fatesIn(trace)).toEqual({ 1: 'won', 2: 'next', 3: 'runner-up', 4: 'outbid' });
  expect(trace.answer.bids).toEqual([
    [1, 5_000_000],
    [2, 4_000_000],
    [3, 3_000_000],
    [4, 2_000_000],
  ]);
});

test('behind a guaranteed campaign that has a cap, the account of the next in line outbids its own', () => {
  const world = open([
    { id: 1, priority: 'guaranteed', bidMicros: 1_000_000, cap: { count: 1, seconds: 60 } },
    { id: 2, bidMicros: 5_000_000, advertiserId: 2_003 },
    { id: 3, bidMicros: 4_000_000 },
    { id: 4, bidMicros: 3_000_000 },
  ]);
  note(world);
  const trace = taken(world.tracer);
  expect(fatesIn(trace)).toEqual({ 1: 'won', 2: 'next', 3: 'outbid-by-own', 4: 'outbid' });
  expect(trace.answer.bids).toEqual([
    [2, 5_000_000],
    [3, 4_000_000],
    [4, 3_000_000],
    [1, 1_000_000],
  ]);
});

test('a winner at a fixed price has nobody who set it', () => {
  const world = open([{ id: 1, bidMicros: 5_000_000, bidding: 'fixed' }, { id: 2 }]);
  note(world);
  expect(fatesIn(taken(world.tracer))).toEqual({ 1: 'won', 2: 'outbid' });
});

test('says that an address mattered, and not which', () => {
  const named = only('203.0.113.0/24');
  const world = open([{ id: 1, targeting: { ip_ranges: named } }]);
  note(world);
  const near = taken(world.tracer);
  note(world, { address: '198.51.100.1' });
  const far = taken(world.tracer);
  expect([near.inputs.addressMattered, far.inputs.addressMattered]).toEqual([true, false]);
  expect(fatesIn(far)).toEqual({ 1: 'no-ip' });
  expect(JSON.stringify([near, far])).not.toContain('203.0.113');
});

test('a zone that serves nothing asks nobody', () => {
  const world = open([{ id: 1 }], zoneInput({ id: 401, refusal: 'zone-paused' }));
  note(world);
  const trace = taken(world.tracer);
  expect(trace.reason).toBe(NO_FILL_REASONS['zone-paused']);
  expect(fatesIn(trace)).toEqual({});
});

test('what nobody takes is dropped, and counted', () => {
  const world = open([{ id: 1 }]);
  for (let index = 0; index < 500; index += 1) {
    note(world);
    world.tracer.settle();
  }
  expect(world.tracer.take()).toHaveLength(400);
  expect(world.tracer.counts).toEqual({ traced: 400, dropped: 100 });
  expect(world.tracer.take()).toEqual([]);
});

test('the inputs name what they were', () => {
  const world = open([{ id: 1 }]);
  note(world, { keywords: ['tea'], random: 4_294_967_295 });
  expect(taken(world.tracer).inputs).toMatchObject({
    country: 'DE',
    region: '',
    device: DESKTOP.device,
    keywords: ['tea'],
    random: 4_294_967_295,
    campaigns: 1,
    narrowed: false,
  });
});
