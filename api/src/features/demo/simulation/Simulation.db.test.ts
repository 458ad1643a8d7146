import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { INVALID_REASONS, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { startWholeApp, type WholeApp } from '../../../testing/startWholeApp';
import { verify } from '../../ledger';
import { makeWorld, temporaryDir, type World } from '../../serving/testWorld';
import { Simulation } from './Simulation';
import { booksBetween, readBooks, readSettledBooks } from './serverBooks';
import { readSimulationPlan, type SimulationPlan } from './simulationPlan';
import { summarize } from './simulationReport';

let app: WholeApp;
let files: Server;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;
let zone = '';

/** The creatives' host, which leads to the app's port as a proxy does; its port has to be known before the app's. */
async function openFiles(): Promise<number> {
  files = createServer((req, res) => {
    const asked = request(new URL(req.url ?? '', app.url), { method: req.method, headers: req.headers });
    asked.on('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    asked.on('error', () => res.destroy());
    asked.end();
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  return (files.address() as AddressInfo).port;
}

beforeAll(async () => {
  data = await temporaryDir();
  const port = await openFiles();
  app = await startWholeApp({
    DATA_DIR: data.dir,
    CREATIVES_URL: `http://127.0.0.1:${port}`,
    CREATIVES_PORT: '0',
  });
  world = await makeWorld(app.test.db);
  zone = publicId('zone', world.zoneId);
  const { sha256 } = await app.test.db
    .selectFrom('creative_asset')
    .select('sha256')
    .executeTakeFirstOrThrow();
  await mkdir(join(data.dir, 'creatives'), { recursive: true });
  await writeFile(join(data.dir, 'creatives', `${sha256}.png`), 'a picture');
  // Until the index has it.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
}, 120_000);
afterAll(async () => {
  files.close();
  await app.close();
  await data.remove();
});

function plan(...more: string[]): SimulationPlan {
  const made = readSimulationPlan(['--url', app.url, '--zones', zone, '--seed', '3', ...more], {});
  if (!made) throw new Error('No plan');
  return made;
}

test('visits of people and of nobody: the server’s books and the database agree with what was sent', async () => {
  const { db } = app.test;
  const simulation = await Simulation.open(
    plan('--rate', '60', '--for', '3s', '--ctr', '30%', '--bots', '30%'),
    1_200,
  );
  const before = await readBooks(app.url);
  await simulation.run();
  const after = await readSettledBooks(app.url, 15_000);
  if (!before || !after) throw new Error('No books');
  const books = booksBetween(before, after.books);
  const { totals } = simulation;
  const summary = summarize(simulation, books, after.settled);
  expect([totals.problems, summary.complaints]).toEqual([[], []]);
  expect(totals.pageViews).toBe(180);
  expect(totals.nobodyViews).toBeGreaterThan(25);
  expect(totals.clicks).toBeGreaterThan(10);
  expect(totals.nobodyEvents).toBeGreaterThan(5);
  // Each of them was found; on a slow machine a hasty click may or may not be among them.
  const found = Object.values(books.invalid).reduce((sum, count) => sum + count, 0);
  expect(found).toBeGreaterThanOrEqual(totals.nobodyEvents);
  for (const reason of ['bot', 'replay']) expect(Object.keys(books.invalid)).toContain(reason);
  for (const reason of ['bot', 'data-centre', 'prefetch'])
    expect(books.decisions[reason]).toBe(totals.unfilled[reason as 'bot']);
  const { rows } = await sql<{ kind: number; count: number }>`
    SELECT kind, count(*)::int AS count FROM ad_event
    WHERE campaign_id = ${world.campaignId} AND invalid_reason = ${INVALID_REASONS.counted} GROUP BY 1 ORDER BY 1`.execute(
    db,
  );
  const { impressions, viewables, clicks, nobodyEvents } = totals;
  const [, , counted = 0] = rows.map(({ count }) => count);
  expect(rows.map(({ count }) => count)).toEqual([impressions, viewables, counted]);
  expect(counted).toBe(clicks + nobodyEvents - found);
  expect((await verify(db)).differences).toEqual([]);
});

test.each([
  [
    'a server that is not there',
    () => plan('--url', 'http://127.0.0.1:9'),
    /^http:\/\/127\.0\.0\.1:9\/healthz \(the ad server\) does not answer\. Is the network running/,
  ],
  [
    'zones that are none',
    () => plan('--zones', `${zone},z_nothing,z_none`),
    /^The ad server knows no zone z_nothing, z_none\.$/,
  ],
  [
    'a site without zones',
    () => ({ ...plan('--site', app.url), zones: null }),
    /has no ad zones; name some with --zones\.$/,
  ],
])('%s is said at once', async (_, make, sentence) => {
  await expect(Simulation.open(make())).rejects.toThrow(sentence);
});

test('a simulation that is stopped ends soon', async () => {
  const simulation = await Simulation.open(plan('--rate', '20', '--for', '1h'));
  const started = performance.now();
  setTimeout(() => simulation.stop(), 300);
  await simulation.run();
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(simulation.totals.failures).toBe(0);
});
