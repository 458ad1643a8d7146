import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ErrorBody, type ReleaseInfo, releaseVersion } from '@ezdash/contracts';
import { Router } from 'express';
import { systemClock as clock } from '../../../platform/clock';
import { silentLog as log } from '../../../platform/log';
import { buildApp, createTestDb, type TestApp, type TestDb } from '../../../testing';
import { createReleaseInfos } from '../activation/releaseInfos';
import { remoteFilesRouter } from '../remotes.routes';
import { createReleaseStore } from '../store/releaseStore';
import { startTestBucket, type TestBucket } from '../store/testBucket';
import { bearerActor, releaseDoor } from '../tokens/releaseDoor';
import { createTokensService } from '../tokens/tokens.service';
import { createPublishRepo } from './publish.repo';
import { publishRoutes } from './publish.routes';
import { createPublishService } from './publish.service';
import { archiveOf, textsOf } from './testArchive';

/** Two servers on one database and one bucket, each with a disk of its own. */
const NAME = 'mf-advertiser';
let scratch = '';
let test_: TestDb;
let bucket: TestBucket;
let apps: TestApp[] = [];
let secret = '';

async function startServer(folder: string): Promise<TestApp> {
  const { db } = test_;
  const repo = createPublishRepo(db);
  const publishedDigest = async (name: string, version: string) =>
    (await repo.find(name, version))?.digest ?? null;
  const store = createReleaseStore({ folder, bucket: bucket.place }, { clock, log, publishedDigest });
  const router = Router();
  router.use(releaseDoor(createTokensService({ db, clock, log })));
  publishRoutes(router, {
    service: createPublishService({ repo, store, log }),
    actorOf: bearerActor,
    infos: createReleaseInfos({
      db,
      gate: { latest: async () => new Map() },
      trouble: { of: async () => new Map() },
    }),
  });
  return buildApp({
    test: test_,
    mounts: [
      { path: '/remotes', router: remoteFilesRouter(store, async () => {}), session: false },
      { path: '/api/releases', router, csrf: false, session: false },
    ],
  });
}

beforeAll(async () => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'shared-'));
  test_ = await createTestDb();
  bucket = await startTestBucket(path.join(scratch, 's3'));
  const tokens = createTokensService({ db: test_.db, clock, log });
  secret = (await tokens.make({ remote: NAME, label: 'Team', days: 1 }, { kind: 'command' })).secret;
  apps = [await startServer(path.join(scratch, 'one')), await startServer(path.join(scratch, 'two'))];
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await bucket.stop();
  await test_.drop();
  rmSync(scratch, { recursive: true, force: true });
});

const serverOf = (index: number): TestApp => {
  const app = apps[index];
  if (!app) throw new Error(`There is no server ${index}`);
  return app;
};
const publish = (index: number, word: string, version: string) =>
  serverOf(index)
    .client()
    .request<ReleaseInfo & ErrorBody>(`/api/releases/${NAME}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/zip' },
      body: new Uint8Array(archiveOf(word, { version: releaseVersion.parse(version) })),
    });
const fileOf = (index: number, version: string, file = 'App.js') =>
  serverOf(index).client().get(`/remotes/${NAME}/${version}/${file}`);

it('what one server took in the other serves at once', async () => {
  expect((await fileOf(1, '1.0.0')).status).toBe(404);
  expect((await publish(0, 'one', '1.0.0')).status).toBe(201);
  const { status, text, headers } = await fileOf(1, '1.0.0');
  expect([status, text]).toEqual([200, textsOf('one')['App.js']]);
  expect(headers.get('Content-Encoding')).toBe('gzip');
  expect(readdirSync(path.join(scratch, 'two', NAME))).toEqual(['1.0.0']);
});

it('a version that one took the other refuses, and takes the same bytes', async () => {
  expect((await publish(1, 'two', '1.0.0')).body.code).toBe('VERSION_TAKEN');
  expect((await publish(1, 'one', '1.0.0')).status).toBe(200);
});

it('of two that take a version at once one wins, and both serve what it took', async () => {
  const answers = await Promise.all([publish(0, 'first', '2.0.0'), publish(1, 'second', '2.0.0')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const word = answers[0]?.status === 201 ? 'first' : 'second';
  for (const index of [0, 1]) expect((await fileOf(index, '2.0.0')).text).toBe(textsOf(word)['App.js']);
});

it('bytes that somebody changed in the bucket are served by nobody', async () => {
  expect((await publish(0, 'one', '3.0.0')).status).toBe(201);
  const other = 'alert("stolen");'.padEnd(3_000, '/');
  bucket.change(`${NAME}/3.0.0/App.js`, Buffer.from(other));
  const answer = await fileOf(1, '3.0.0');
  expect([answer.status, answer.text.includes('stolen')]).toEqual([404, false]);
  // Who took it in has the right ones.
  expect((await fileOf(0, '3.0.0')).text).toBe(textsOf('one')['App.js']);
});

it('without the bucket nothing is published, and nothing is left of it', async () => {
  await bucket.stop();
  const { status, body } = await publish(0, 'one', '4.0.0');
  expect([status, body.code]).toEqual([503, 'RELEASE_STORE_AWAY']);
  expect((await fileOf(0, '4.0.0')).status).toBe(404);
  expect((await fileOf(0, '1.0.0')).status).toBe(200);
  expect(await createPublishRepo(test_.db).find(NAME, '4.0.0')).toBeNull();
});
