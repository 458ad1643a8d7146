import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { INVALID_REASONS, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { openDb } from '../../../platform/db';
import { silentLog } from '../../../platform/log';
import { createTestDb, type TestDb } from '../../../testing/createTestDb';
import { verify } from '../../ledger';
import { createServing, type Serving } from '../createServing';
import type { Visitor } from '../hot/engine';
import { countryNumber } from '../hot/index/country';
import { DESKTOP } from '../hot/testFixtures';
import { listen, makeWorld, temporaryDir, type World, type WorldFields } from '../testWorld';

const ENGINES = 8;
/** Bid and floor alike: every impression costs the same, so that a budget can be spent to its last micro. */
const PRICE = 2_000;
const FIELDS: WorldFields = { bidMicros: PRICE * 1_000, floorMicros: PRICE * 1_000 };
const IMPRESSIONS = 1_000;
/** Without an ad for so long there is none left; for so long it is waited for those that must come. */
const QUIET_MS = 2_000;
const LONG_MS = 60_000;
const TTL_MS = 8_000;
const secret = randomBytes(32);
jest.setTimeout(180_000);

interface Node {
  serving: Serving;
  web: Awaited<ReturnType<typeof listen>>;
  stop(): Promise<void>;
}

let test_: TestDb;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;
let nodes: Node[] = [];

beforeEach(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  await test_.drop();
  await data.remove();
});

/** An ad server with connections, a journal and a port of its own. */
async function startNode(name: string, options: { nodes?: number; leaseTtlMs?: number } = {}): Promise<Node> {
  const { db } = openDb(test_.connection, { max: 3 });
  const serving = createServing({
    db,
    connection: test_.connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret }],
    tagSource: '',
    node: name,
    ...options,
  });
  await serving.start();
  const web = await listen((req, res) => serving.handle(req, res));
  const node = {
    serving,
    web,
    stop: async () => {
      await web.close();
      await serving.stop();
      await db.destroy();
    },
  };
  nodes.push(node);
  return node;
}

const startAll = (options = {}) =>
  Promise.all(Array.from({ length: ENGINES }, (_, at) => startNode(`e${at + 1}`, options)));

const any = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
};

const VISITOR: Visitor = {
  origin: countryNumber('DE'),
  client: DESKTOP,
  language: 0,
  address: '',
  bot: false,
  prefetch: false,
};
const zoneId = () => publicId('zone', world.zoneId);

const record = ({ serving }: Node, token: string) =>
  new Promise<string>((resolve) => {
    serving.parts().engine.record('impression', token, VISITOR, ({ outcome }) => resolve(outcome));
  });

/** The token of what one server shows; null when it has nothing. */
function decide({ serving }: Node): string | null {
  const request = { zones: [zoneId()], visitor: VISITOR, exclude: [], keywords: [], test: false };
  return serving.parts().engine.answer(request)[0]?.candidates[0]?.token ?? null;
}

/** One page view at some server, its impression at the same one or at another. Answers whether an ad was shown. */
async function view(elsewhere: number, at = any(nodes)): Promise<boolean> {
  const token = decide(at);
  if (token === null) return false;
  expect(await record(Math.random() < elsewhere ? any(nodes) : at, token)).toBe('recorded');
  return true;
}

/** Visitors until so many ads were shown, or nobody was shown anything for long. Answers how many. */
async function visitAll(visitors: number, elsewhere: number, most: number): Promise<number> {
  let shown = 0;
  let lastMs = performance.now();
  const visit = async () => {
    while (shown < most + 1 && performance.now() - lastMs < (shown < most ? LONG_MS : QUIET_MS))
      if (await view(elsewhere)) {
        shown += 1;
        lastMs = performance.now();
      } else await pause(50);
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  return shown;
}

const drainAll = () => Promise.all(nodes.map(({ serving }) => serving.drain()));

async function facts() {
  const { rows } = await sql<{ billed: bigint; counted: bigint; refused: bigint }>`
    SELECT coalesce(sum(price_micros), 0)::int8 AS billed, count(*) FILTER (WHERE invalid_reason = 0) AS counted,
      count(*) FILTER (WHERE invalid_reason = ${INVALID_REASONS['over-budget']}) AS refused
    FROM ad_event WHERE campaign_id = ${world.campaignId}`.execute(test_.db);
  const [row] = rows;
  if (!row) throw new Error('No facts');
  return { billed: Number(row.billed), counted: Number(row.counted), refused: Number(row.refused) };
}

/** Spent and leased, as of one moment. */
async function committed() {
  const { rows } = await sql<{ spent: bigint; leased: bigint }>`
    SELECT (SELECT coalesce(sum(spend_micros), 0)::int8 FROM campaign_spend) AS spent,
      (SELECT coalesce(sum(micros), 0)::int8 FROM budget_lease l JOIN serving_node n ON n.number = l.node
        WHERE n.expires_at > clock_timestamp()) AS leased`.execute(test_.db);
  return { spent: Number(rows[0]?.spent), leased: Number(rows[0]?.leased) };
}

/** What a server of that name has leased, in micros. */
async function heldBy(name: string): Promise<number> {
  const { rows } = await sql<{ held: bigint }>`SELECT coalesce(sum(micros), 0)::int8 AS held
    FROM budget_lease l JOIN serving_node n ON n.number = l.node WHERE n.name = ${name}`.execute(test_.db);
  return Number(rows[0]?.held);
}

async function until(what: () => Promise<boolean> | boolean, withinMs = 20_000): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await what())) {
    if (performance.now() > endMs) throw new Error('It did not come');
    await pause(50);
  }
}

test('eight ad servers spend one budget to its last micro, and never more', async () => {
  const budget = IMPRESSIONS * PRICE;
  world = await makeWorld(test_.db, { ...FIELDS, dailyBudgetMicros: budget });
  await startAll();
  let most = 0;
  let idle = 0;
  const watch = setInterval(async () => {
    const { spent, leased } = await committed();
    most = Math.max(most, spent + leased);
    idle = Math.max(
      idle,
      nodes.reduce((sum, { serving }) => sum + (serving.stats().leases?.idleMicros ?? 0), 0),
    );
  }, 100);
  const shown = await visitAll(16, 0.3, IMPRESSIONS);
  clearInterval(watch);
  await drainAll();
  expect(await facts()).toEqual({ billed: budget, counted: IMPRESSIONS, refused: 0 });
  expect(shown).toBe(IMPRESSIONS);
  expect(most).toBeLessThanOrEqual(budget);
  // N leases of a part of half of what was left.
  expect(idle).toBeLessThanOrEqual(budget / 2);
  expect((await verify(test_.db)).differences).toEqual([]);
  expect(nodes.map(({ serving }) => serving.stats().leases)).toEqual(
    nodes.map(() => expect.objectContaining({ leasing: true, nodes: ENGINES })),
  );
});

test('what is left below one bid is spent too, by three ad servers, and never a micro more', async () => {
  // The floor, which every impression costs, is a sixth of the bid.
  const price = 10_000;
  const budget = 100 * price;
  const fields = { bidMicros: 6_000 * price, floorMicros: 1_000 * price, dailyBudgetMicros: budget };
  world = await makeWorld(test_.db, fields);
  await Promise.all(['e1', 'e2', 'e3'].map((name) => startNode(name)));
  expect(await visitAll(6, 0.3, 100)).toBe(100);
  await drainAll();
  expect(await facts()).toEqual({ billed: budget, counted: 100, refused: 0 });
  expect((await verify(test_.db)).differences).toEqual([]);
});

test('a limit of ten impressions serves ten under a thousand requests at once, over eight ad servers', async () => {
  world = await makeWorld(test_.db, FIELDS);
  await sql`UPDATE campaign SET impression_limit = 10 WHERE id = ${world.campaignId}`.execute(test_.db);
  await startAll();
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async (_, at) => {
      const node = nodes[at % ENGINES] ?? any(nodes);
      const [ad] = await node.web.serve(`zones=${zoneId()}`);
      const candidate = ad?.candidates[0];
      if (!candidate) return 0;
      await node.web.ask(candidate.impression);
      return 1;
    }),
  );
  const atOnce = answers.reduce<number>((sum, each) => sum + each, 0);
  expect(atOnce).toBeLessThanOrEqual(10);
  const later = await visitAll(4, 0, 10 - atOnce);
  expect(atOnce + later).toBe(10);
  for (let more = 0; more < 200; more += 1) expect(decide(any(nodes))).toBeNull();
  await drainAll();
  expect(await facts()).toEqual({ billed: 10 * PRICE, counted: 10, refused: 0 });
});

test('what nobody else held back is refused behind the budget and behind the limit, and costs nothing', async () => {
  world = await makeWorld(test_.db, FIELDS);
  await startNode('e1');
  await startNode('e2');
  await until(() => nodes.every(({ serving }) => serving.stats().leases?.leasing === true));
  await until(() => decide(nodes[0] as Node) !== null);
  const tokens = Array.from({ length: 12 }, () => decide(nodes[0] as Node)).filter((token) => token !== null);
  expect(tokens.length).toBeGreaterThan(5);
  // The advertiser thinks again while these are on their way.
  await sql`UPDATE campaign SET impression_limit = 3 WHERE id = ${world.campaignId}`.execute(test_.db);
  for (const token of tokens) await record(nodes[1] as Node, token);
  await drainAll();
  expect(await facts()).toEqual({ billed: 3 * PRICE, counted: 3, refused: tokens.length - 3 });
  expect((await verify(test_.db)).differences).toEqual([]);
});

test('whoever was alone leases what is on its way as soon as another one comes, which waits for that', async () => {
  const budget = 200 * PRICE;
  world = await makeWorld(test_.db, { ...FIELDS, dailyBudgetMicros: budget });
  const alone = await startNode('e1');
  expect(alone.serving.stats().leases).toMatchObject({ leasing: false, nodes: 1, leases: 0 });
  const tokens = Array.from({ length: 150 }, () => decide(alone)).filter((token) => token !== null);
  expect(tokens).toHaveLength(150);
  await startNode('e2');
  expect(nodes.map(({ serving }) => serving.stats().leases?.leasing)).toEqual([true, true]);
  expect((await committed()).leased).toBeGreaterThanOrEqual(150 * PRICE);
  expect(await visitAll(4, 0, 50)).toBe(50);
  for (const token of tokens) await record(alone, token);
  await drainAll();
  expect(await facts()).toEqual({ billed: budget, counted: 200, refused: 0 });
});

test('when all that is left is on its way from whoever was alone, another one that comes shows nothing', async () => {
  world = await makeWorld(test_.db, { ...FIELDS, dailyBudgetMicros: 1_000 * PRICE });
  await sql`UPDATE campaign SET impression_limit = 10 WHERE id = ${world.campaignId}`.execute(test_.db);
  const alone = await startNode('e1');
  const tokens = Array.from({ length: 12 }, () => decide(alone)).filter((token) => token !== null);
  expect(tokens).toHaveLength(10);
  const second = await startNode('e2');
  for (const endMs = performance.now() + 1_500; performance.now() < endMs; await pause(20))
    expect(decide(second)).toBeNull();
  for (const token of tokens) await record(alone, token);
  await drainAll();
  expect(await facts()).toEqual({ billed: 10 * PRICE, counted: 10, refused: 0 });
});

test('what a killed ad server had leased comes back when it has been silent for long enough', async () => {
  const budget = 100 * PRICE;
  world = await makeWorld(test_.db, { ...FIELDS, dailyBudgetMicros: budget });
  const child = fork(
    join(__dirname, '../crashChild.ts'),
    [JSON.stringify(test_.connection), data.dir, secret.toString('hex'), 'killed', '8000'],
    { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  await once(child, 'message');
  const survivor = await startNode('e1', { leaseTtlMs: TTL_MS });
  await until(async () => (await heldBy('killed')) > 0);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  const killedMs = performance.now();
  const held = await heldBy('killed');
  const reachable = 100 - held / PRICE;
  expect(await visitAll(4, 0, reachable)).toBe(reachable);
  // The rest is the dead one's until it counts as such.
  while (performance.now() - killedMs < TTL_MS - 2_500) {
    expect(decide(survivor)).toBeNull();
    await pause(100);
  }
  expect(await visitAll(4, 0, 100 - reachable)).toBe(100 - reachable);
  await drainAll();
  expect(await facts()).toEqual({ billed: budget, counted: 100, refused: 0 });
});
