import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Registry, releaseVersion } from '@ezdash/contracts';
import { systemClock as clock } from '../../platform/clock';
import { silentLog as log } from '../../platform/log';
import { buildApp, createTestDb, type TestApp, type TestDb } from '../../testing';
import { archiveOf, textsOf } from './publish/testArchive';
import { startTestBucket, type TestBucket } from './store/testBucket';
import { createTestRemotes, type TestRemotes } from './testRemotes';
import { createTokensService } from './tokens/tokens.service';

/** Tabs that were opened before a release became active, or before it was taken back, ask for its later parts. */
const NAME = 'mf-advertiser';
const by = { actor: { kind: 'command' }, why: '' } as const;
const OLD = '1.0.0';
const NEW = '2.0.0';

interface Server {
  remotes: TestRemotes;
  app: TestApp;
}

let scratch = '';
let test: TestDb;
let bucket: TestBucket;
let servers: Server[] = [];

beforeEach(async () => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'old-parts-'));
  test = await createTestDb();
  bucket = await startTestBucket(path.join(scratch, 's3'));
});
afterEach(async () => {
  for (const { app } of servers) await app.close();
  for (const { remotes } of servers) await remotes.stop();
  servers = [];
  await bucket.stop();
  await test.drop();
  rmSync(scratch, { recursive: true, force: true });
});

async function start(folder: string, place: TestBucket['place'] | null): Promise<Server> {
  const dataDir = path.join(scratch, folder);
  const remotes = createTestRemotes(test, { dataDir, bucket: place });
  await remotes.activation.refresh();
  const server = { remotes, app: await buildApp({ test, mounts: remotes.mounts }) };
  servers.push(server);
  return server;
}

async function publish({ app }: Server, version: string, word: string): Promise<void> {
  const { secret } = await createTokensService({ db: test.db, clock, log }).make(
    { remote: NAME, label: `Team ${version}`, days: 1 },
    { kind: 'command' },
  );
  const { status } = await app.client().request(`/api/releases/${NAME}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/zip' },
    body: new Uint8Array(archiveOf(word, { version: releaseVersion.parse(version) })),
  });
  expect(status).toBe(201);
}

const part = async ({ app }: Server, version: string) => {
  const { status, text, headers } = await app.client().get(`/remotes/${NAME}/${version}/App.js`);
  return { status, text, isForEver: headers.get('cache-control')?.includes('immutable') ?? false };
};
const given = async ({ app }: Server) =>
  (await app.client().get<Registry>('/remotes/registry.json')).body[NAME]?.version;
const whole = (word: string) => ({ status: 200, text: textsOf(word)['App.js'], isForEver: true });

it.each([
  ['on the disk alone', false],
  ['in a bucket', true],
])(
  'a release %s gives out its parts when others have it no more, before and after a restart',
  async (_, isShared) => {
    const place = isShared ? bucket.place : null;
    const first = await start('one', place);
    await publish(first, OLD, 'one');
    await publish(first, NEW, 'two');
    for (const version of [OLD, NEW]) await first.remotes.activation.activate(NAME, { version, why: '' }, by);
    expect(await given(first)).toBe(NEW);
    expect(await part(first, OLD)).toEqual(whole('one'));

    const restarted = await start('one', place);
    expect(await given(restarted)).toBe(NEW);
    expect(await part(restarted, OLD)).toEqual(whole('one'));

    await restarted.remotes.activation.rollback(NAME, undefined, by);
    expect(await given(restarted)).toBe(OLD);
    expect(await part(restarted, NEW)).toEqual(whole('two'));

    const again = await start('one', place);
    expect(await part(again, NEW)).toEqual(whole('two'));
  },
);

it('a server that has never had a release brings it for a tab that asks', async () => {
  const first = await start('one', bucket.place);
  await publish(first, OLD, 'one');
  await publish(first, NEW, 'two');
  for (const version of [OLD, NEW]) await first.remotes.activation.activate(NAME, { version, why: '' }, by);
  await first.remotes.activation.rollback(NAME, undefined, by);
  // A server that starts brings what visitors get and fall back to: neither is what was taken back.
  await publish(first, '3.0.0', 'three');
  await first.remotes.activation.activate(NAME, { version: '3.0.0', why: '' }, by);

  const stranger = await start('two', bucket.place);
  expect(await given(stranger)).toBe('3.0.0');
  const folder = path.join(scratch, 'two', 'remotes', NAME);
  expect(readdirSync(folder)).not.toContain(NEW);
  expect(await part(stranger, NEW)).toEqual(whole('two'));
  expect(await part(stranger, OLD)).toEqual(whole('one'));
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([NEW, OLD]));
});
