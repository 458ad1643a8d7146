import type { Registry } from '@ezdash/contracts';
import { releaseVersion } from '@ezdash/contracts';
import { sql } from 'kysely';
import { systemClock } from '../../platform/clock';
import { silentLog } from '../../platform/log';
import { createTestDb, type TestDb, until } from '../../testing';
import { type Crowd, expectedCount, gatherCrowd } from './offer/testVisitors';
import { archiveOf } from './publish/testArchive';
import { type NodeProcess, type NodeProcesses, startNodes } from './testNodes';
import { createTokensService } from './tokens/tokens.service';

jest.setTimeout(300_000);

/** Two servers as processes of their own, of which one is killed and both lose the way to the database. */

const NAME = 'mf-advertiser';
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0'] as const;
type Version = (typeof VERSIONS)[number];
const VISITORS = 2_000;
/** A chance of one in a million that it is the chance's fault. */
const ONCE_IN = 1_000_000;

let test_: TestDb;
let network: NodeProcesses;
let secret = '';

beforeAll(async () => {
  test_ = await createTestDb();
  network = await startNodes(test_);
  const tokens = createTokensService({ db: test_.db, clock: systemClock, log: silentLog });
  ({ secret } = await tokens.make({ remote: NAME, label: 'Team', days: 1 }, { kind: 'command' }));
  const [one] = network.nodes;
  for (const version of VERSIONS.slice(1)) {
    const body = new Uint8Array(archiveOf(version, { version: releaseVersion.parse(version) }));
    expect((await call(one, '', 'application/zip', body)).status).toBe(201);
    await force('activated', version);
  }
});
afterAll(async () => {
  await network?.close();
  await test_.drop();
});
beforeEach(async () => {
  await moveBack(network.nodes[0], '1.0.0');
  for (const node of network.nodes) await gives(node, '1.0.0');
});

const call = (node: NodeProcess, address: string, type: string, body: Uint8Array<ArrayBuffer> | string) =>
  fetch(`${node.url}/api/releases/${NAME}${address}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': type },
    body,
  });

/** Past the gate, which would need a browser. Every server is told of it as of any other. */
async function force(event: 'activated' | 'canary', version: Version, share: number | null = null) {
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO remote_event (name, event, release_id, share, actor, why)
    SELECT name, ${event}, id, ${share}, 'command', 'past the gate' FROM remote_release
    WHERE name = ${NAME} AND version = ${version} RETURNING id`.execute(test_.db);
  return rows[0]?.id ?? 0;
}

/** By one server, which asks no gate for what visitors had before. */
async function moveBack(node: NodeProcess, version: Version): Promise<void> {
  const answer = await call(node, '/rollback', 'application/json', JSON.stringify({ to: version }));
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(`"${version}"`)]);
}

const givenBy = async ({ url }: NodeProcess): Promise<string | undefined> => {
  const registry: Registry = await (await fetch(`${url}/remotes/registry.json`)).json();
  return registry[NAME]?.version;
};
const gives = (node: NodeProcess, version: Version) =>
  until(
    () => givenBy(node),
    (given) => given === version,
    version,
  );

/** One version: of the registry in the page, and of every file that it names to be loaded. */
async function versionsOfPage({ url }: NodeProcess): Promise<string[]> {
  const answer = await fetch(`${url}/advertiser/campaigns/7`, { headers: { accept: 'text/html' } });
  const text = await answer.text();
  const inlined = /id="registry"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? '{}';
  const registry: Registry = JSON.parse(inlined);
  const files = [...text.matchAll(/\/remotes\/mf-advertiser\/([^/"]+)\/App\.(?:js|css)/g)];
  return [...new Set([registry[NAME]?.version ?? 'none', ...files.map(([, version = '']) => version)])];
}

const cutListeners = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'ezdash realtime listener' AND datname = current_database()`.execute(test_.db);

it('a pointer moved on one process is served by the other, also while nobody can be told', async () => {
  const [one, two] = network.nodes;
  const times: number[] = [];
  for (const version of ['1.1.0', '1.2.0', '1.0.0', '1.1.0', '1.2.0'] as const) {
    const startedAt = performance.now();
    await moveBack(one, version);
    await gives(two, version);
    times.push(Math.round(performance.now() - startedAt));
  }
  process.stdout.write(`moved by one process, served by the other after ${times.join(', ')} ms\n`);
  await moveBack(two, '1.0.0');
  await gives(one, '1.0.0');
  for (const version of ['1.1.0', '1.2.0', '1.0.0'] as const) {
    await cutListeners();
    await moveBack(one, version);
    await gives(two, version);
    expect(await givenBy(one)).toBe(version);
  }
});

it('one that was killed has, when it is back, what was moved meanwhile, and the other goes on', async () => {
  const [one, two] = network.nodes;
  for (const [killed, other] of [
    [two, one],
    [one, two],
  ] as const) {
    // In the middle of taking it over.
    await moveBack(other, '1.1.0');
    await killed.kill();
    expect(await givenBy(other)).toBe('1.1.0');
    await moveBack(other, '1.2.0');
    await killed.start();
    expect(await givenBy(killed)).toBe('1.2.0');
    await moveBack(killed, '1.0.0');
    await gives(other, '1.0.0');
  }
});

it('no page is of two releases, on neither, while the pointer moves and connections are cut', async () => {
  const seen = new Set<string>();
  let isMoving = true;
  let pages = 0;
  const asking = network.nodes.map(async (node) => {
    while (isMoving) {
      seen.add((await versionsOfPage(node)).join());
      pages += 1;
    }
  });
  for (let move = 0; move < 24; move += 1) {
    if (move % 8 === 0) await cutListeners();
    const node = network.nodes[move % 2 === 0 ? 0 : 1];
    await moveBack(node, VERSIONS[(move + 1) % 3] ?? '1.0.0');
  }
  isMoving = false;
  await Promise.all(asking);
  expect([...seen].sort()).toEqual([...VERSIONS]);
  expect(pages).toBeGreaterThan(24);
});

describe('a canary', () => {
  let crowd: Crowd;
  beforeAll(() => {
    crowd = gatherCrowd(VISITORS);
  });
  afterAll(() => crowd.close());
  const share = (percent: number) => expectedCount(VISITORS, percent / 100, ONCE_IN);
  const trying = (given: readonly string[]) => given.filter((version) => version === '1.1.0').length;
  const canary = async (tenths: number) => {
    const revision = await force('canary', '1.1.0', tenths);
    for (const { url } of network.nodes)
      expect((await fetch(`${url}/remotes/registry.json?revision=${revision}`)).status).toBe(200);
  };

  it('is given to its share of 2,000 visitors, to the same ones by both, and to more of them when it grows', async () => {
    const [one, two] = network.nodes;
    expect(await crowd.ask(one.url, NAME)).toEqual(Array(VISITORS).fill('1.0.0'));
    expect(crowd.visitors.every(({ cookies }) => cookies.size === 0)).toBe(true);
    await canary(100);
    const first = await crowd.ask(one.url, NAME);
    expect(trying(first)).toBeGreaterThanOrEqual(share(10).least);
    expect(trying(first)).toBeLessThanOrEqual(share(10).most);
    expect(await crowd.ask(one.url, NAME)).toEqual(first);
    expect(await crowd.ask(two.url, NAME)).toEqual(first);
    await canary(250);
    const more = await crowd.ask(two.url, NAME);
    expect(trying(more)).toBeGreaterThanOrEqual(share(25).least);
    expect(trying(more)).toBeLessThanOrEqual(share(25).most);
    expect(first.flatMap((version, index) => (version === '1.1.0' ? [more[index]] : []))).toEqual(
      Array(trying(first)).fill('1.1.0'),
    );
    expect(await crowd.ask(one.url, NAME)).toEqual(more);
    process.stdout.write(
      `${VISITORS} visitors: ${trying(first)} at 10 % (${share(10).least} to ${share(10).most} expected), ` +
        `${trying(more)} at 25 %\n`,
    );
  });
});
