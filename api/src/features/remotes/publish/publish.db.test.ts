import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  type ErrorBody,
  MOST_RELEASE_BYTES,
  type ReleaseInfo,
  releaseInfo,
  SOURCES_FILE,
} from '@ezdash/contracts';
import { Router } from 'express';
import { translateMessage } from '../../../locales';
import { systemClock } from '../../../platform/clock';
import { silentLog as log } from '../../../platform/log';
import { buildApp, createTestDb, type TestApp, type TestDb } from '../../../testing';
import { createReleaseInfos } from '../activation/releaseInfos';
import { createDiskStore, type DiskStore } from '../store/diskStore';
import { makeRelease, writeDist } from '../testReleases';
import { bearerActor, releaseDoor } from '../tokens/releaseDoor';
import { createTokensService, type TokensService } from '../tokens/tokens.service';
import { createPublishRepo } from './publish.repo';
import { publishRoutes } from './publish.routes';
import { createPublishService, type PublishService } from './publish.service';
import { archiveOf, packedFiles, type Texts, textsOf, zip } from './testArchive';

const NAME = 'mf-advertiser';
let scratch = '';
let test_: TestDb;
let app: TestApp;
let store: DiskStore;
let tokens: TokensService;
let service: PublishService;
let team: string;
let operators: string;
let versions = 0;
/** Of a version that nothing was published under. */
const fresh = () => {
  versions += 1;
  return `1.${versions}.0`;
};

beforeAll(async () => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'publish-'));
  test_ = await createTestDb();
  const { db } = test_;
  store = createDiskStore(path.join(scratch, 'remotes'));
  tokens = createTokensService({ db, clock: systemClock, log });
  service = createPublishService({ repo: createPublishRepo(db), store, log });
  const router = Router();
  router.use(releaseDoor(tokens));
  publishRoutes(router, {
    service,
    actorOf: bearerActor,
    infos: createReleaseInfos({
      db,
      gate: { latest: async () => new Map() },
      trouble: { of: async () => new Map() },
    }),
  });
  app = await buildApp({
    test: test_,
    mounts: [{ path: '/api/releases', router, csrf: false, session: false }],
    translate: translateMessage,
  });
  const command = { kind: 'command' } as const;
  team = (await tokens.make({ remote: NAME, label: 'Build of the team', days: 7 }, command)).secret;
  operators = (await tokens.make({ remote: null, label: 'Operators', days: 7 }, command)).secret;
});
afterAll(async () => {
  await app.close();
  await test_.drop();
  rmSync(scratch, { recursive: true, force: true });
});

async function send(
  archive: Buffer,
  { remote = NAME, query = '', token = team, type = 'application/zip' } = {},
) {
  const answer = await app.client().request<ReleaseInfo & ErrorBody>(`/api/releases/${remote}${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    body: new Uint8Array(archive),
  });
  return answer;
}
const stored = (version: string, file: string) =>
  readFileSync(path.join(scratch, 'remotes', NAME, version, file));
const rowsOf = (version: string) =>
  test_.db
    .selectFrom('remote_release')
    .selectAll()
    .where('name', '=', NAME)
    .where('version', '=', version)
    .execute();
const eventsOf = (releaseId: number) =>
  test_.db.selectFrom('remote_event').selectAll().where('release_id', '=', releaseId).execute();

it('publishes what was sent, and says what it is', async () => {
  const version = fresh();
  const { status, body } = await send(archiveOf('one', { version }), { query: '?commit=0a1b2c3' });
  expect(status).toBe(201);
  expect(releaseInfo.parse(body)).toMatchObject({
    remote: NAME,
    version,
    publisher: 'Build of the team',
    commit: '0a1b2c3',
    contract_version: 1,
    plugin_version: '2.9.2',
    shared: { react: '^19.3.0' },
    byte_count: 2_000 + 3_000 + '.a{content:"one"}'.length,
    has_types: false,
    was_active: false,
    verdict: null,
    trouble: { failures: 0, page_loads: 0 },
  });
  const [row] = await rowsOf(version);
  expect(row).toMatchObject({ publisher: 'Build of the team', commit_id: '0a1b2c3' });
  const events = await eventsOf(row?.id ?? 0);
  expect(events.map(({ event, actor, name }) => [event, actor, name])).toEqual([
    ['published', 'Build of the team', NAME],
  ]);
});

it('makes the compressed copies, and counts their bytes', async () => {
  const version = fresh();
  const { body } = await send(archiveOf('one', { version }));
  const texts = textsOf('one');
  expect(brotliDecompressSync(stored(version, 'App.js.br')).toString()).toBe(texts['App.js']);
  expect(gunzipSync(stored(version, 'App.js.gz')).toString()).toBe(texts['App.js']);
  expect(readdirSync(path.join(scratch, 'remotes', NAME, version)).sort()).toEqual(
    [
      ...Object.keys(texts),
      ...['App.js', 'remoteEntry.js'].flatMap((file) => [`${file}.br`, `${file}.gz`]),
      'release.json',
      SOURCES_FILE,
    ].sort(),
  );
  const found = await createPublishRepo(test_.db).find(NAME, version);
  const brotliByteCount = stored(version, 'App.js.br').length;
  expect(found?.release.files['App.js']?.brotliByteCount).toBe(brotliByteCount);
  expect(body.brotli_byte_count).toBe(
    brotliByteCount + stored(version, 'remoteEntry.js.br').length + stored(version, 'App.css').length,
  );
});

it('takes the same bytes again, and no others', async () => {
  const version = fresh();
  expect((await send(archiveOf('one', { version }))).status).toBe(201);
  expect((await send(archiveOf('one', { version }), { token: operators })).status).toBe(200);
  const other = await send(archiveOf('two', { version }));
  expect([other.status, other.body.code]).toEqual([409, 'VERSION_TAKEN']);
  expect(stored(version, 'App.js').toString()).toContain('"one"');
  const rows = await rowsOf(version);
  expect(rows).toHaveLength(1);
  expect(await eventsOf(rows[0]?.id ?? 0)).toHaveLength(1);
});

it('brings files back that have gone or are others, by the same bytes alone', async () => {
  const version = fresh();
  await send(archiveOf('one', { version }));
  rmSync(path.join(scratch, 'remotes', NAME, version), { recursive: true });
  expect((await send(archiveOf('two', { version }))).status).toBe(409);
  expect(await store.has(NAME, version)).toBe(false);
  const file = path.join(scratch, 'remotes', NAME, version, 'App.js');
  for (const spoil of [() => {}, () => rmSync(file), () => writeFileSync(file, '/'.repeat(3_000))]) {
    spoil();
    expect((await send(archiveOf('one', { version }))).status).toBe(200);
    expect(stored(version, 'App.js').toString()).toContain('"one"');
  }
});

it('lets one of two publishers have a version, and files and row are of the same', async () => {
  // Two servers: what each does alone it does not do one after the other.
  const other = createPublishService({ repo: createPublishRepo(test_.db), store, log });
  for (const round of [1, 2, 3, 4, 5]) {
    const version = fresh();
    const by = { kind: 'token', id: 1, label: 'Build of the team', remote: NAME } as const;
    const request = (word: string) => ({
      remote: NAME,
      archive: archiveOf(`${word} ${round}`, { version }),
      commit: null,
    });
    const results = await Promise.allSettled([
      service.publish(by, request('one')),
      other.publish(by, request('two')),
      other.publish(by, request('one')),
    ]);
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(won.filter(({ isNew }) => isNew)).toHaveLength(1);
    for (const reason of lost) expect(reason).toMatchObject({ status: 409, code: 'VERSION_TAKEN' });
    expect(won.length + lost.length).toBe(3);
    const [row] = await rowsOf(version);
    expect(await store.digest(NAME, version)).toBe(row?.digest);
    expect(new Set(won.map(({ published }) => published.digest))).toEqual(new Set([row?.digest]));
  }
});

it('leaves neither row nor event when the files cannot be stored', async () => {
  const version = fresh();
  const install = async () => {
    throw new Error('no room');
  };
  const broken = createPublishService({
    repo: createPublishRepo(test_.db),
    store: { ...store, install },
    log,
  });
  const by = { kind: 'token', id: 1, label: 'Build of the team', remote: NAME } as const;
  const request = { remote: NAME, archive: archiveOf('one', { version }), commit: null };
  await expect(broken.publish(by, request)).rejects.toThrow('no room');
  expect(await rowsOf(version)).toEqual([]);
  // Files that a crash left behind are replaced.
  writeDist(path.join(scratch, 'remotes', NAME, version), makeRelease({ version }), 'left behind');
  expect((await send(archiveOf('two', { version }))).status).toBe(201);
  expect(stored(version, 'App.js').toString()).toContain('"two"');
});

describe('who may', () => {
  it('a team publishes its own remote alone; operators any', async () => {
    const version = fresh();
    const other = await send(archiveOf('one', { version }), { remote: 'mf-publisher' });
    expect([other.status, other.body.code]).toEqual([404, 'NO_SUCH_REMOTE']);
    const wrong = await send(archiveOf('one', { version }), { remote: 'mf-publisher', token: operators });
    expect([wrong.status, wrong.body.errors?.['release.json']]).toEqual([
      422,
      ['name: It is a release of mf-advertiser, and this is the address of mf-publisher'],
    ]);
    expect((await send(archiveOf('one', { version }), { token: operators })).status).toBe(201);
  });

  it('nobody without a token, whatever they send', async () => {
    for (const token of ['', 'rel_nothing', `rel_${'a'.repeat(43)}`])
      expect((await send(Buffer.from('no archive'), { token })).status).toBe(401);
  });
});

describe('what is no release', () => {
  const broken = async (archive: Buffer) => {
    const { status, body } = await send(archive);
    expect([status, body.code]).toEqual([422, 'RELEASE_BROKEN']);
    return body.errors;
  };

  it('is told file by file', async () => {
    const files = packedFiles(textsOf('one'), { version: fresh() });
    const changed: Texts = {
      ...files,
      'App.js': 'other bytes',
      'Extra.js': 'undescribed',
      [SOURCES_FILE]: 'no JSON',
    };
    const { 'App.css': _, ...without } = changed;
    expect(await broken(zip(without))).toEqual({
      'App.css': ['It is missing'],
      'App.js': ['It has 11 bytes, release.json says 3000'],
      'Extra.js': ['release.json does not describe it'],
      [SOURCES_FILE]: ['It is not JSON'],
    });
  });

  it('is told what its release.json cannot say', async () => {
    const files = packedFiles(textsOf('one'), {
      version: 'latest',
      manifest: { ...makeRelease().manifest, name: 'mf-publisher' },
      entry: 'missing.js',
      types: 'types.zip',
      global: 'window.location',
      modules: { App: { scripts: ['gone.js'], styles: [], tiers: [] } },
    });
    expect(await broken(zip(files))).toEqual({
      'release.json': [
        'manifest.name: It must be mf-advertiser',
        'version: A version is written like 1.4.0',
        'global: It must be the name of a variable',
        'files: missing.js is not described',
        'files: gone.js is not described',
        'files: types.zip is not described',
      ],
    });
  });

  it('has no compressed copies of its own', async () => {
    const errors = await broken(
      zip(packedFiles({ ...textsOf('one'), 'App.js.br': 'x' }, { version: fresh() })),
    );
    expect(errors?.['release.json']).toEqual(['files: App.js.br cannot be a file of its own']);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no archive', Buffer.from('PK, but not really')],
  ])('%s', async (_, archive) => {
    expect(await broken(archive)).toEqual({ archive: ['It is no ZIP archive'] });
  });

  it('without release.json, or with one that is none', async () => {
    expect(await broken(zip({ 'App.js': 'x' }))).toEqual({ 'release.json': ['It is missing'] });
    expect(await broken(zip({ 'release.json': '{' }))).toEqual({ 'release.json': ['It is not JSON'] });
    const [first = ''] = (await broken(zip({ 'release.json': '{}' })))?.['release.json'] ?? [];
    expect(first).toContain('name: ');
  });

  it('another type of body', async () => {
    const { status, body } = await send(archiveOf('one'), { type: 'application/octet-stream' });
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('too many bytes', async () => {
    const { status, body } = await send(Buffer.alloc(MOST_RELEASE_BYTES + 1));
    expect([status, body.code, body.message]).toEqual([
      413,
      'RELEASE_TOO_LARGE',
      'The archive has more than 30 MB',
    ]);
  });

  it('too many bytes, as the caller says: before they are sent', async () => {
    const call = request(`${app.url}/api/releases/${NAME}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${team}`,
        'Content-Type': 'application/zip',
        'Content-Length': String(MOST_RELEASE_BYTES + 1),
      },
    });
    call.write('PK');
    const [answer] = await once(call, 'response');
    expect(answer.statusCode).toBe(413);
    call.destroy();
  });

  it('too many bytes, of whoever does not say how many', async () => {
    const call = request(`${app.url}/api/releases/${NAME}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${team}`, 'Content-Type': 'application/zip' },
    });
    // Written in two parts it goes without a length.
    call.write('PK');
    call.end(Buffer.alloc(MOST_RELEASE_BYTES));
    const [answer] = await once(call, 'response');
    expect(answer.statusCode).toBe(413);
    call.destroy();
  });
});

describe('what was built here', () => {
  it('is published under its package’s version, other bytes under one of their own', async () => {
    const version = fresh();
    const dist = (name: string, word: string, buildId: string) =>
      writeDist(path.join(scratch, `${name}-${version}`), makeRelease({ version, buildId }), word);
    const first = await service.publishBuilt(dist('first', 'one', '0123456789ab'));
    expect(first).toMatchObject({ name: NAME, version });
    expect(await service.publishBuilt(dist('first', 'one', '0123456789ab'))).toMatchObject({ id: first.id });
    const second = await service.publishBuilt(dist('second', 'two', 'fedcba987654'));
    expect(second.version).toBe(`${version}-build.fedcba98`);
    expect(second.release.version).toBe(second.version);
    expect(stored(version, 'App.js').toString()).toBe('App.js one');
    expect(stored(second.version, 'App.js').toString()).toBe('App.js two');
    expect((await service.publishBuilt(dist('second', 'two', 'fedcba987654'))).id).toBe(second.id);
    expect((await rowsOf(version))[0]).toMatchObject({ publisher: 'start', token_id: null });
    // Where its files have gone, they come back.
    rmSync(path.join(scratch, 'remotes', NAME, version), { recursive: true });
    await service.publishBuilt(dist('first', 'one', '0123456789ab'));
    expect(stored(version, 'App.js').toString()).toBe('App.js one');
  });

  it('is not what a team published under the name of a build: the gate has not seen that', async () => {
    const version = fresh();
    await send(archiveOf('one', { version }));
    await send(archiveOf('two', { version: `${version}-build.01234567` }));
    const dist = writeDist(path.join(scratch, `squatted-${version}`), makeRelease({ version }));
    await expect(service.publishBuilt(dist)).rejects.toMatchObject({ code: 'VERSION_TAKEN' });
  });

  it('is known without a store that answers, where its files are', async () => {
    const version = fresh();
    const dist = writeDist(path.join(scratch, `known-${version}`), makeRelease({ version }));
    const { id } = await service.publishBuilt(dist);
    const install = async () => {
      throw new Error('away');
    };
    const cut = createPublishService({
      repo: createPublishRepo(test_.db),
      store: { ...store, install },
      log,
    });
    expect((await cut.publishBuilt(dist)).id).toBe(id);
    rmSync(path.join(scratch, 'remotes', NAME, version), { recursive: true });
    await expect(cut.publishBuilt(dist)).rejects.toThrow('away');
  });

  it('throws where nothing was built', async () => {
    writeFileSync(path.join(scratch, 'release.json'), '{}');
    await expect(service.publishBuilt(path.join(scratch, 'nothing'))).rejects.toThrow('ENOENT');
    await expect(service.publishBuilt(scratch)).rejects.toThrow('name');
  });
});
