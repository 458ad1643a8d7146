import {
  type ErrorBody,
  type ReleaseInfo,
  releaseHistory,
  releaseInfo,
  remoteReleases,
} from '@ezdash/contracts';
import {
  ageProofs,
  buildApp,
  createTestDb,
  enterConsole,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../../testing';
import { createTestRemotes, type TestRemotes } from '../testRemotes';
import { archiveOf, packedFiles, textsOf, zip } from './testArchive';

const NAME = 'mf-advertiser';
const BASE = `/api/operator/releases/${NAME}`;
const HOUR_MS = 3_600_000;
let test_: TestDb;
let remotes: TestRemotes;
let app: TestApp;
let admin: MadeUser;
let client: TestClient;
let versions = 0;
/** Of a version that nothing was published under. */
const fresh = () => {
  versions += 1;
  return `1.${versions}.0`;
};

async function enter(user: MadeUser): Promise<TestClient> {
  const entered = app.client();
  await entered.signIn(user);
  await enterConsole(entered, user);
  return entered;
}

beforeAll(async () => {
  test_ = await createTestDb();
  remotes = createTestRemotes(test_);
  const { debugTool } = remotes;
  app = await buildApp({
    test: test_,
    mounts: [...debugTool.mounts, ...remotes.mounts],
    operatorGuard: debugTool.operatorGuard,
  });
  admin = await makeAdmin(test_.db);
  client = await enter(admin);
});
afterAll(async () => {
  await app.close();
  await remotes.close();
  await test_.drop();
});

/** As the console's page sends a file. */
async function send(
  archive: Buffer,
  { by = client, query = '', type = 'application/zip', csrf = true } = {},
) {
  const { body } = await by.get<{ csrf_token: string }>('/api/auth/me');
  return by.request<ReleaseInfo & ErrorBody>(`${BASE}${query}`, {
    method: 'POST',
    headers: {
      'Content-Type': type,
      'X-Requested-With': 'XMLHttpRequest',
      ...(csrf ? { 'X-CSRF-TOKEN': body.csrf_token } : {}),
    },
    body: new Uint8Array(archive),
  });
}
const published = async () => remoteReleases.parse((await client.get(BASE)).body).releases;
const audited = () =>
  test_.db
    .selectFrom('debug_audit')
    .select(['status', 'detail', 'admin_id'])
    .where('path', '=', BASE)
    .where('method', '=', 'POST')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

it('publishes what an admin sends, by their name, and the same again changes nothing', async () => {
  const version = fresh();
  const archive = archiveOf('one', { version });
  const first = await send(archive, { query: '?commit=0a1b2c3' });
  expect(first.status).toBe(201);
  expect(releaseInfo.parse(first.body)).toMatchObject({
    remote: NAME,
    version,
    publisher: admin.email,
    commit: '0a1b2c3',
    was_active: false,
  });
  expect((await published())[0]).toMatchObject({ version, publisher: admin.email, was_active: false });
  const { events } = releaseHistory.parse((await client.get(`${BASE}/history`)).body);
  expect(events[0]).toMatchObject({ event: 'published', version, by: admin.email });
  expect(await audited()).toMatchObject({
    status: 201,
    admin_id: admin.id,
    detail: { change: 'publish', remote: NAME, version, commit: '0a1b2c3', is_new: true },
  });
  const again = await send(archive);
  expect([again.status, again.body.publisher]).toEqual([200, admin.email]);
  expect((await audited()).detail).toMatchObject({ version, is_new: false });
  const other = await send(archiveOf('two', { version }));
  expect([other.status, other.body.code]).toEqual([409, 'VERSION_TAKEN']);
  const activated = await client.post(`${BASE}/activate`, { version });
  expect(activated.status).toBe(200);
  expect((await published())[0]).toMatchObject({ version, was_active: true });
});

it('names what is wrong with an archive by file, and keeps nothing of it', async () => {
  const version = fresh();
  const files = packedFiles(textsOf('one'), { version });
  const { status, body } = await send(zip({ ...files, 'App.js': 'other bytes', 'more.js': '1' }));
  expect([status, body.code]).toEqual([422, 'RELEASE_BROKEN']);
  expect(Object.keys(body.errors ?? {}).sort()).toEqual(['App.js', 'more.js']);
  expect((await published()).map((release) => release.version)).not.toContain(version);
});

it('asks for a recent proof before it reads a byte', async () => {
  const tired = await makeAdmin(test_.db);
  const by = await enter(tired);
  await ageProofs(test_.db, tired.id, HOUR_MS);
  const { status, body } = await send(Buffer.from('no archive'), { by, type: 'text/plain' });
  expect([status, body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  expect(await audited()).toMatchObject({ status: 403, detail: { change: 'publish' } });
});

it('takes an archive alone, and no call of another page', async () => {
  const archive = archiveOf('one', { version: fresh() });
  expect((await send(archive, { type: 'application/octet-stream' })).status).toBe(415);
  expect((await send(archive, { csrf: false })).status).toBe(419);
});

it('is for admins', async () => {
  const advertiser = app.client();
  await advertiser.signIn(await makeAdvertiser(test_.db));
  expect((await send(archiveOf('one', { version: fresh() }), { by: advertiser })).status).toBe(403);
});
