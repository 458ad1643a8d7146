import type { DebugSession, DebugViewAnswer, ErrorBody, SessionAnswer } from '@ezdash/contracts';
import { debugView } from '@ezdash/contracts';
import { Router } from 'express';
import { requireRecentProof } from '../../platform/auth';
import { route } from '../../platform/http';
import { silentLog } from '../../platform/log';
import {
  type AppWorld,
  ageProofs,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  openApp,
  type TestClient,
} from '../../testing';
import { createAccountsFeature } from '../accounts';
import { createDebugToolFeature, type DebugToolFeature } from '../debug-tool';
import { createDebugViewFeature, type DebugViewFeature } from '.';

let app: AppWorld;
let clock: FakeClock;
let debugTool: DebugToolFeature;
let feature: DebugViewFeature;
const seen: number[] = [];
const ended: { id: number; userId: number }[] = [];
const MINUTE_MS = 60_000;

/** What is dangerous, though it only reads; and whose eyes the page is seen with. */
function testRoutes(): Router {
  const router = Router();
  router.get(
    '/dangerous',
    route(({ req }) => {
      requireRecentProof(req);
      return { done: true };
    }),
  );
  router.get(
    '/view',
    route(async ({ req }) => ({ view: await feature.viewFor(req) })),
  );
  router.post(
    '/change',
    route(() => ({ changed: true })),
  );
  return router;
}

beforeEach(async () => {
  clock = fakeClock();
  seen.length = 0;
  ended.length = 0;
  app = await openApp(({ db }) => {
    debugTool = createDebugToolFeature({ db, clock, secret: 'a secret', secure: false });
    feature = createDebugViewFeature({
      db,
      clock,
      debugTool,
      page: debugTool.page,
      sessions: debugTool.service,
      log: silentLog,
      accounts: createAccountsFeature({ db, clock, secret: 'a secret' }).service,
      onEnded: async (views) => void ended.push(...views),
    });
    return {
      clock,
      mounts: [...debugTool.mounts, { path: '/api/test', router: testRoutes() }],
      sessions: { viewOf: feature.viewOf, onSeen: ({ id }) => void seen.push(id) },
    };
  });
});
afterEach(() => app.close());

interface Browser {
  client: TestClient;
  admin: MadeUser;
  session: DebugSession;
}

async function activate(client: TestClient, admin: MadeUser): Promise<DebugSession> {
  const { body } = await client.post<DebugSession>('/debug-tool/activate', {
    admin_email: admin.email,
    admin_password: admin.password,
  });
  client.setHeader('X-Debug-Token', body.session_token);
  return body;
}

/** A browser of an admin's, signed in to its pages unless said otherwise, in which they debug. */
async function browser({ signedIn = true } = {}): Promise<Browser> {
  const admin = await makeAdmin(app.db);
  const client = app.client();
  if (signedIn) await client.signIn(admin);
  return { client, admin, session: await activate(client, admin) };
}

const begin = (client: TestClient, userId: number) =>
  client.post<DebugViewAnswer & ErrorBody>('/debug-tool/view', { user_id: userId });
const stop = (client: TestClient) => client.post<DebugViewAnswer & ErrorBody>('/debug-tool/view/stop');
const me = async (client: TestClient) =>
  (await client.get<SessionAnswer>('/api/auth/me')).body.user?.id ?? null;
const auditOf = (path: string) =>
  app.db
    .selectFrom('debug_audit')
    .select(['status', 'detail'])
    .where('path', '=', path)
    .orderBy('id')
    .execute();
const userRow = (id: number) =>
  app.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('shows the pages as their owner sees them, says so, and gives them back', async () => {
  const { client, admin } = await browser();
  const person = await makeAdvertiser(app.db, { company_name: 'Halden' });
  const { status, body } = await begin(client, person.id);
  expect(status).toBe(200);
  expect(debugView.parse(body.view)).toEqual({
    user: { id: person.id, email: person.email, name: 'Halden' },
    admin: { email: admin.email },
    ends_at: new Date(clock.nowMs() + 30 * MINUTE_MS).toISOString(),
  });
  expect(await me(client)).toBe(person.id);
  expect((await client.get('/api/test/view')).body).toEqual({ view: body.view });
  const stopped = await stop(client);
  expect([stopped.status, stopped.body]).toEqual([200, { view: null }]);
  expect(await me(client)).toBe(admin.id);
  expect((await client.get('/api/test/view')).body).toEqual({ view: null });
  expect((await client.post('/api/test/change')).status).toBe(200);
});

it("works from a guest's page, which is a guest's again afterwards", async () => {
  const { client } = await browser({ signedIn: false });
  const person = await makePublisher(app.db);
  await begin(client, person.id);
  expect(await me(client)).toBe(person.id);
  await stop(client);
  expect(await me(client)).toBeNull();
});

it('changes nothing, and proves nothing', async () => {
  const { client } = await browser();
  const person = await makeAdvertiser(app.db);
  expect((await client.get('/api/test/dangerous')).status).toBe(200);
  await begin(client, person.id);
  for (const answer of [
    await client.post<ErrorBody>('/api/test/change'),
    await client.patch<ErrorBody>('/api/settings/profile', { first_name: 'Somebody' }),
    await client.post<ErrorBody>('/api/auth/logout'),
    await client.get<ErrorBody>('/api/test/dangerous'),
    await client.get<ErrorBody>('/api/settings/sessions'),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, 'VIEW_ONLY']);
    expect(answer.text).not.toMatch(/session|valid/i);
  }
});

it('says of nobody that they were here who was not', async () => {
  const { client, admin } = await browser();
  const person = await makeAdvertiser(app.db);
  const before = await userRow(person.id);
  await begin(client, person.id);
  await me(client);
  expect(new Set(seen)).toEqual(new Set([admin.id]));
  expect(await userRow(person.id)).toEqual(before);
  const sessions = app.db.selectFrom('session').select('user_id').where('user_id', '=', person.id);
  expect(await sessions.execute()).toEqual([]);
});

it('is for who is there and no admin', async () => {
  const { client } = await browser();
  const admin = await makeAdmin(app.db);
  const gone = { status: 'suspended', password_hash: null, deleted_at: new Date() } as const;
  const deleted = await makeAdvertiser(app.db, gone);
  const answers = [];
  for (const id of [admin.id, deleted.id, 999_999, 1e12]) {
    const { status, body } = await begin(client, id);
    answers.push([status, body.code]);
  }
  expect(answers).toEqual([
    [409, 'VIEW_NOT_POSSIBLE'],
    [404, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
    [422, 'INVALID_INPUT'],
  ]);
  expect(await app.db.selectFrom('debug_view').selectAll().execute()).toEqual([]);
});

it('needs a debug session and a proof; that one was begun counts for five minutes', async () => {
  const person = await makeAdvertiser(app.db);
  const stranger = app.client();
  await stranger.signIn(await makeAdmin(app.db));
  expect((await begin(stranger, person.id)).status).toBe(401);
  const { client } = await browser({ signedIn: false });
  clock.advance(6 * MINUTE_MS);
  const { status, body } = await begin(client, person.id);
  expect([status, body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  const signedIn = await browser();
  clock.advance(6 * MINUTE_MS);
  await ageProofs(app.db, signedIn.admin.id, 6 * MINUTE_MS);
  expect((await begin(signedIn.client, person.id)).status).toBe(403);
});

it('shows one account at a time, and is in the audit with its beginning and end', async () => {
  const { client, admin } = await browser();
  const [one, two] = [await makeAdvertiser(app.db), await makePublisher(app.db)];
  await begin(client, one.id);
  await begin(client, two.id);
  expect(await me(client)).toBe(two.id);
  await stop(client);
  await stop(client);
  const views = await app.db.selectFrom('debug_view').selectAll().orderBy('id').execute();
  expect(views.map(({ user_id, ended_at }) => [user_id, ended_at])).toEqual([
    [one.id, clock.now()],
    [two.id, clock.now()],
  ]);
  const ids = views.map(({ id }) => id);
  expect(ended).toEqual([
    { id: ids[0], userId: one.id },
    { id: ids[1], userId: two.id },
  ]);
  const ends_at = new Date(clock.nowMs() + 30 * MINUTE_MS).toISOString();
  expect(await auditOf('/debug-tool/view')).toEqual([
    { status: 200, detail: { user_id: one.id, view: ids[0], ends_at } },
    { status: 200, detail: { user_id: two.id, view: ids[1], ends_at } },
  ]);
  expect(await auditOf('/debug-tool/view/stop')).toEqual([
    { status: 200, detail: { user_ids: [two.id] } },
    { status: 200, detail: { user_ids: [] } },
  ]);
  expect(await feature.exportOf(one.id)).toEqual([
    { started_at: expect.any(Date), ended_at_latest: clock.now() },
  ]);
  expect(await me(client)).toBe(admin.id);
});

it('lasts no longer than its debug session', async () => {
  const { client } = await browser();
  for (let minute = 0; minute < 110; minute += 10) {
    clock.advance(10 * MINUTE_MS);
    await client.get('/debug-tool/verify');
  }
  const { body } = await begin(client, (await makeAdvertiser(app.db)).id);
  expect(body.view?.ends_at).toBe(new Date(clock.nowMs() + 10 * MINUTE_MS).toISOString());
});

describe('it is over at once', () => {
  async function viewing() {
    const { client, admin, session } = await browser();
    const person = await makeAdvertiser(app.db);
    await begin(client, person.id);
    expect(await me(client)).toBe(person.id);
    return { client, admin, session, person };
  }
  /** Whoever uses the tool meanwhile keeps the debug session alive. */
  async function pass(client: TestClient, minutes: number) {
    for (let minute = 0; minute < minutes; minute += 10) {
      clock.advance(10 * MINUTE_MS);
      await client.get('/debug-tool/verify');
    }
  }

  it('with its time, though the tool is used', async () => {
    const { client, admin, person } = await viewing();
    await pass(client, 20);
    expect(await me(client)).toBe(person.id);
    await pass(client, 10);
    expect(await me(client)).toBe(admin.id);
    expect((await client.post('/api/test/change')).status).toBe(200);
  });

  it('with its debug session: signed out, unused, begun anew', async () => {
    const first = await viewing();
    await first.client.post('/debug-tool/deactivate');
    expect(await me(first.client)).toBe(first.admin.id);
    const second = await viewing();
    clock.advance(15 * MINUTE_MS);
    expect(await me(second.client)).toBe(second.admin.id);
    const third = await viewing();
    await activate(third.client, third.admin);
    expect(await me(third.client)).toBe(third.admin.id);
  });

  it('when somebody ends the debug session from elsewhere, whatever the cookie says', async () => {
    const { client, admin } = await viewing();
    await app.db
      .updateTable('debug_session')
      .set({ revoked_at: clock.now() })
      .where('admin_id', '=', admin.id)
      .execute();
    expect(client.cookies.has('ez.debug-page')).toBe(true);
    expect(await me(client)).toBe(admin.id);
  });

  it('when its admin is none any more', async () => {
    const { client, admin } = await viewing();
    await makeAdmin(app.db);
    await app.db.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', admin.id).execute();
    expect(await me(client)).toBe(admin.id);
  });

  it('when the account is deleted, or becomes an admin', async () => {
    const first = await viewing();
    const gone = { status: 'suspended', password_hash: null, deleted_at: new Date() } as const;
    await app.db.updateTable('app_user').set(gone).where('id', '=', first.person.id).execute();
    expect(await me(first.client)).toBe(first.admin.id);
    const second = await viewing();
    await app.db.updateTable('app_user').set({ role: 'admin' }).where('id', '=', second.person.id).execute();
    expect(await me(second.client)).toBe(second.admin.id);
  });

  it('for what was opened in it, too, though nobody stopped it', async () => {
    const [goesOn, unused, signedOut, late] = [
      await viewing(),
      await viewing(),
      await viewing(),
      await viewing(),
    ];
    expect(await feature.sweep()).toBe(0);
    await signedOut.client.post('/debug-tool/deactivate');
    expect(await feature.sweep()).toBe(1);
    expect(ended).toEqual([{ id: expect.any(Number), userId: signedOut.person.id }]);
    for (let minute = 0; minute < 30; minute += 10) {
      clock.advance(10 * MINUTE_MS);
      await late.client.get('/debug-tool/verify');
      await goesOn.client.get('/debug-tool/verify');
      if (minute === 10) expect(await feature.sweep()).toBe(1);
    }
    expect(ended.slice(1)).toEqual([{ id: expect.any(Number), userId: unused.person.id }]);
    const again = await viewing();
    expect(await feature.sweep()).toBe(2);
    expect(ended.slice(2).map(({ userId }) => userId)).toEqual([goesOn.person.id, late.person.id]);
    expect(await feature.sweep()).toBe(0);
    expect(await me(again.client)).toBe(again.person.id);
    const [row] = await app.db
      .selectFrom('debug_view')
      .select(['ended_at', 'ends_at'])
      .where('user_id', '=', late.person.id)
      .execute();
    expect(row?.ended_at).toEqual(row?.ends_at);
  });

  it('and is no other browser’s', async () => {
    const { client, person } = await viewing();
    const other = app.client();
    await other.signIn(await makeAdvertiser(app.db));
    expect(await me(other)).not.toBe(person.id);
    const forged = (client.cookies.get('ez.debug-page') ?? '').replace(/^./, (sign) =>
      sign === 'a' ? 'b' : 'a',
    );
    other.cookies.set('ez.debug-page', forged);
    expect(await me(other)).not.toBe(person.id);
  });
});
