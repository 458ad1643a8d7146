import { CHANNELS, type Registry } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createTestDb, type TestDb, until } from '../../../testing';
import { type RealtimeNode, startNode } from '../../realtime/testNode';
import { closePages } from '../../realtime/testPage';
import { createTestRemotes, type TestRemotes } from '../testRemotes';

/** Two servers on one database, and nothing else between them but the folder that releases lie in. */

const NAME = 'mf-advertiser';
const by = { actor: { kind: 'command' }, why: '' } as const;

interface Node extends RealtimeNode {
  remotes: TestRemotes;
}

let test: TestDb;
let nodes: readonly [Node, Node];

async function startRemotesNode(name: string, dataDir?: string): Promise<Node> {
  const remotes = createTestRemotes(test, { dataDir });
  const node = await startNode(test, { name, mounts: remotes.mounts });
  node.realtime.onRelease(({ revision }) => void remotes.activation.follow(revision));
  node.realtime.onGap(() => void remotes.activation.follow());
  return { ...node, remotes };
}

beforeAll(async () => {
  test = await createTestDb();
  const first = await startRemotesNode('n1');
  nodes = [first, await startRemotesNode('n2', first.remotes.scratch)];
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await first.remotes.publish(version);
});
beforeEach(() => activate(nodes[0], '1.0.0'));
afterEach(closePages);
afterAll(async () => {
  for (const node of nodes) {
    await node.close();
    await node.remotes.close();
  }
  await test.drop();
});

const activate = async ({ remotes }: Node, version: string) => {
  await remotes.activation.activate(NAME, { version, why: '' }, by);
};
const givenBy = async (node: Node, query = '') => {
  const { body } = await node.client().get<Registry>(`/remotes/registry.json${query}`);
  return body[NAME]?.version;
};

it('a pointer moved on one is served by the other', async () => {
  const [one, two] = nodes;
  await until(
    () => givenBy(two),
    (version) => version === '1.0.0',
    'The first release',
  );
  const times: number[] = [];
  for (const version of ['1.1.0', '1.0.0', '1.1.0', '1.0.0', '1.2.0']) {
    const startedAt = performance.now();
    await activate(one, version);
    await until(
      () => givenBy(two),
      (given) => given === version,
      `${version} on the other server`,
    );
    times.push(Math.round(performance.now() - startedAt));
  }
  process.stdout.write(`activated on one server, served by the other after ${times.join(', ')} ms\n`);
  await two.remotes.activation.rollback(NAME, undefined, by);
  await until(
    () => givenBy(one),
    (given) => given === '1.0.0',
    'The rollback',
  );
});

it('tabs of both are told, and whoever asks for what it was told of gets it from either', async () => {
  const [one, two] = nodes;
  const pages = [await one.page(one.client()), await two.page(two.client())];
  for (const page of pages) await page.listen(CHANNELS.releases());
  await activate(one, '1.1.0');
  const revision = one.remotes.activation.revision();
  // Who joins is told what the last seconds brought, too: here what the tests before activated.
  const told = { remote: NAME, version: '1.1.0', revision, spread_ms: 0 };
  for (const page of pages)
    await until(
      async () => page.messages.filter(({ event }) => event === 'release.activated').map(({ data }) => data),
      (heard) => heard.some((data) => JSON.stringify(data) === JSON.stringify(told)),
      'The release on an open page',
    );
  for (const node of nodes) expect(await givenBy(node, `?revision=${revision}`)).toBe('1.1.0');
});

/** Events that nobody is told of. */
async function silently(work: () => Promise<unknown>): Promise<void> {
  await sql`ALTER TABLE remote_event DISABLE TRIGGER remote_event_realtime`.execute(test.owner);
  await work();
  await sql`ALTER TABLE remote_event ENABLE TRIGGER remote_event_realtime`.execute(test.owner);
}

it('one that was not told reads anew when it is asked for more than it has seen', async () => {
  const [one, two] = nodes;
  await until(
    () => givenBy(two),
    (version) => version === '1.0.0',
    'The first release',
  );
  await silently(() => activate(one, '1.1.0'));
  expect(await givenBy(two)).toBe('1.0.0');
  const revision = one.remotes.activation.revision();
  expect(await givenBy(two, `?revision=${revision}`)).toBe('1.1.0');
  expect(await givenBy(two, `?revision=${revision + 1_000_000}`)).toBe('1.1.0');
});

it('one that did not hear for a while reads anew when it hears again', async () => {
  const [one, two] = nodes;
  await until(
    () => givenBy(two),
    (version) => version === '1.0.0',
    'The first release',
  );
  await silently(() => activate(one, '1.2.0'));
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'ezdash realtime listener' AND datname = current_database()`.execute(test.db);
  await until(
    () => givenBy(two),
    (version) => version === '1.2.0',
    'What was missed',
  );
});

it('visitors asked of both at once, while the pointer moves, get one of its releases and a whole one', async () => {
  const seen = new Set<string>();
  let isMoving = true;
  const asking = nodes.map(async (node) => {
    while (isMoving) {
      const { body, status } = await node.client().get<Registry>('/remotes/registry.json');
      const entry = body[NAME];
      const addresses = [entry?.entry ?? '', ...(entry?.preload.App ?? []).map(({ href }) => href)];
      const versions = addresses.flatMap(
        (href) => /\/remotes\/mf-advertiser\/([^/]+)\//.exec(href)?.[1] ?? [],
      );
      seen.add(`${status} ${[...new Set([entry?.version, ...versions])].join()}`);
    }
  });
  for (let move = 0; move < 40; move += 1)
    await activate(nodes[move % 2 === 0 ? 0 : 1], ['1.1.0', '1.2.0', '1.0.0'][move % 3] ?? '');
  isMoving = false;
  await Promise.all(asking);
  expect([...seen].filter((one) => !/^200 1\.[012]\.0$/.test(one))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
});
