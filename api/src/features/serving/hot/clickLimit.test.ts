import { EVENT_KINDS, INVALID_REASONS, publicId } from '@ezdash/contracts';
import { GATE } from './decision';
import type { EventResult } from './engine';
import type { CampaignInput } from './snapshotInput';
import { makeTestEngine, type TestEngine } from './testEngine';
import { DESKTOP, snapshotInput } from './testFixtures';

const NOON_MS = Date.UTC(2027, 0, 14, 12);
const LIMIT = 3;
const ZONE = publicId('zone', 401);
const VISITOR = { origin: 0, client: DESKTOP, language: 0, address: '', bot: false, prefetch: false };

let test_: TestEngine;
afterEach(() => test_.close());

async function start(campaign: Partial<CampaignInput> = {}) {
  test_ = await makeTestEngine(
    snapshotInput([{ id: 1, clickLimit: LIMIT, pricing: 'CPC', ...campaign }]),
    NOON_MS,
  );
  const { engine } = test_;
  const answer = () =>
    engine.answer({ zones: [ZONE], visitor: VISITOR, keywords: [], exclude: [], test: false })[0]
      ?.candidates ?? [];
  const tell = (kind: 'impression' | 'click', token: string) =>
    new Promise<EventResult>((resolve) => engine.record(kind, token, VISITOR, resolve));
  /** As many ads as are wanted, seen. */
  const shown = async (count: number) => {
    const tokens = Array.from({ length: count }, () => answer()[0]?.token ?? '');
    await Promise.all(tokens.map((token) => tell('impression', token)));
    return tokens;
  };
  const load = (clicked: number) =>
    engine.budgets.load(
      {
        dayStartMs: 0,
        campaigns: [{ id: 1, todayMicros: 0, totalMicros: 0, clicked }],
        advertisers: [{ id: 1001, balanceMicros: 1e12 }],
      },
      NOON_MS,
    );
  const over = () => engine.counts.invalid[INVALID_REASONS['over-budget']] ?? 0;
  return { engine, answer, tell, shown, load, over };
}

test('ads that are open on many pages at once are clicked: as many count as the limit says, then none is shown', async () => {
  const { engine, answer, tell, shown, over } = await start();
  const tokens = await shown(10);
  await Promise.all(tokens.map((token) => tell('click', token)));
  expect(engine.counts.events[EVENT_KINDS.click]).toBe(10);
  expect(over()).toBe(10 - LIMIT);
  expect(answer()).toEqual([]);
  expect(engine.budgets.gates[0]?.states[0]).toBe(GATE.LIMIT);
});

test('a click that is repeated takes no place', async () => {
  const { answer, tell, shown, over } = await start();
  const [token = ''] = await shown(1);
  for (let again = 0; again < 5; again += 1) await tell('click', token);
  expect(over()).toBe(0);
  expect(answer()).toHaveLength(1);
});

test('what the database has counted counts, for campaigns that pay by impressions too', async () => {
  const { answer, tell, shown, load, over } = await start({ pricing: 'CPM' });
  load(LIMIT - 1);
  const [one = '', other = ''] = await shown(2);
  await tell('click', one);
  expect(answer()).toEqual([]);
  await tell('click', other);
  expect(over()).toBe(1);
});

test('a batch moves what was pending to what was counted, each click once', async () => {
  const { engine, answer, tell, shown } = await start();
  const [token = ''] = await shown(1);
  await tell('click', token);
  const { decisionId = '' } = engine.read(token) ?? {};
  const none = { dayStartMs: 0, campaigns: [], advertisers: [], settled: [] };
  const settled = { campaignId: 1, decisionId };
  // The second one is of another life of the process, which the database's sums have already.
  engine.budgets.apply(
    { ...none, clicked: [settled, settled, { campaignId: 1, decisionId: 'before' }] },
    NOON_MS,
  );
  expect(engine.budgets.moneyOf(1)).toMatchObject({ clicked: 1, pendingClicked: 0 });
  expect(answer()).toHaveLength(1);
});

test('without a limit nothing is counted', async () => {
  const { engine, tell, shown, over } = await start({ clickLimit: null });
  for (const token of await shown(5)) await tell('click', token);
  expect(over()).toBe(0);
  expect(engine.budgets.moneyOf(1)).toMatchObject({ clicked: 0, pendingClicked: 0 });
});
