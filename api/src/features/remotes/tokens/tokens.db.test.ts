import type { ErrorBody, ReleaseTokenMade, ReleaseTokens } from '@ezdash/contracts';
import { Router } from 'express';
import { requireAdmin } from '../../../platform/auth';
import { ForbiddenError } from '../../../platform/errors';
import { route } from '../../../platform/http';
import { silentLog as log } from '../../../platform/log';
import {
  buildApp,
  createTestDb,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../../testing';
import { bearerActor, consoleActor, releaseDoor } from './releaseDoor';
import { tokenRoutes } from './token.routes';
import { hashSecret } from './tokenSecret';
import { createTokensService, type TokensService } from './tokens.service';

const OPEN = '/api/releases';
const CONSOLE = '/api/operator/releases';
const NOW = '2026-11-23T12:00:00.000Z';
const DAY_MS = 86_400_000;
const NAME = 'mf-advertiser';
const clock = fakeClock(NOW);
let test_: TestDb;
let app: TestApp;
let tokens: TokensService;
let admin: MadeUser;
let console_: TestClient;
let hasProof = true;
const notes: Record<string, unknown>[] = [];

beforeAll(async () => {
  test_ = await createTestDb();
  tokens = createTokensService({ db: test_.db, clock, log });
  const open = Router();
  open.use(releaseDoor(tokens));
  tokenRoutes(open, { tokens, actorOf: bearerActor });
  // What stands behind the door for the others' rooms.
  open.get(
    '/:remote',
    route(({ req }) => bearerActor(req, String(req.params.remote))),
  );
  const closed = Router();
  closed.use(requireAdmin);
  tokenRoutes(closed, {
    tokens,
    actorOf: consoleActor,
    checkProof: () => {
      if (!hasProof) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
    },
    note: (_, detail) => notes.push(detail),
  });
  app = await buildApp({
    test: test_,
    trustProxy: ['loopback'],
    mounts: [
      { path: OPEN, router: open, csrf: false, session: false },
      { path: CONSOLE, router: closed },
    ],
  });
  admin = await makeAdmin(test_.db);
});
beforeEach(async () => {
  clock.set(NOW);
  hasProof = true;
  notes.length = 0;
  console_ = app.client();
  await console_.signIn(admin);
});
afterAll(async () => {
  await app.close();
  await test_.drop();
});

const make = async (changes: object = {}) => {
  const { status, body } = await console_.post<ReleaseTokenMade>(`${CONSOLE}/tokens`, {
    remote: NAME,
    label: 'Build of the team',
    days: 30,
    ...changes,
  });
  expect(status).toBe(201);
  return body;
};
let addresses = 0;
/** A caller of an address of their own, so that no limit on one stops the next. */
function caller(secret: string | null): TestClient {
  const client = app.client();
  addresses += 1;
  client.setHeader('X-Forwarded-For', `192.0.2.${addresses}`);
  client.setHeader('Authorization', secret === null ? null : `Bearer ${secret}`);
  return client;
}
const lastUsed = async (id: number) =>
  (await tokens.list()).tokens.find((token) => token.id === id)?.last_used_at ?? null;

it('shows the secret once and keeps its hash alone', async () => {
  const { token, secret } = await make();
  expect(secret).toMatch(/^rel_[\w-]{43}$/);
  expect(token).toMatchObject({
    remote: NAME,
    label: 'Build of the team',
    created_at: NOW,
    expires_at: '2026-12-23T12:00:00.000Z',
    last_used_at: null,
    revoked_at: null,
  });
  const listed = await console_.get(`${CONSOLE}/tokens`);
  expect(listed.text).not.toContain(secret);
  const row = await test_.db
    .selectFrom('remote_token')
    .selectAll()
    .where('id', '=', token.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ token_sha256: hashSecret(secret), made_by: admin.id });
  expect(JSON.stringify(row)).not.toContain(secret.slice(4, 30));
  expect(JSON.stringify(notes)).not.toContain(secret);
  expect(notes).toEqual([{ remote: NAME, label: 'Build of the team' }, { release_token: token.id }]);
});

it('lets a team in to its own remote, and operators to any', async () => {
  const team = caller((await make()).secret);
  expect((await team.get(`${OPEN}/${NAME}`)).body).toMatchObject({ kind: 'token', remote: NAME });
  const other = await team.get<ErrorBody>(`${OPEN}/mf-publisher`);
  expect([other.status, other.body.code]).toEqual([404, 'NO_SUCH_REMOTE']);
  const operators = caller((await make({ remote: null, label: 'Operators' })).secret);
  for (const remote of [NAME, 'mf-publisher'])
    expect((await operators.get(`${OPEN}/${remote}`)).body).toMatchObject({
      label: 'Operators',
      remote: null,
    });
});

it('is handled by operators’ tokens, and not by a team’s', async () => {
  const made = await make();
  const team = caller(made.secret);
  const calls: readonly [string, string, unknown][] = [
    ['GET', '/tokens', undefined],
    ['POST', '/tokens', {}],
    ['POST', `/tokens/${made.token.id}/revoke`, {}],
  ];
  for (const [method, path, body] of calls) {
    const answer = await (method === 'GET' ? team.get<ErrorBody> : team.post<ErrorBody>)(OPEN + path, body);
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'OPERATORS_ONLY']);
    expect(answer.text).not.toMatch(/session|valid/i);
  }
  const operators = caller((await make({ remote: null })).secret);
  const more = await operators.post<ReleaseTokenMade>(`${OPEN}/tokens`, {
    remote: 'mf-weather',
    label: 'Weather',
  });
  expect([more.status, more.body.token.expires_at]).toEqual([201, '2027-02-21T12:00:00.000Z']);
  const revoked = await operators.post<ReleaseTokens>(`${OPEN}/tokens/${more.body.token.id}/revoke`);
  expect(revoked.body.tokens.find(({ id }) => id === more.body.token.id)?.revoked_at).toBe(NOW);
  expect((await caller(more.body.secret).get(`${OPEN}/mf-weather`)).status).toBe(401);
});

it('opens nothing without a token, after its end and once it is revoked', async () => {
  const made = await make({ days: 1 });
  const nobody = await caller(null).get<ErrorBody>(`${OPEN}/${NAME}`);
  expect([nobody.status, nobody.body.code]).toEqual([401, 'TOKEN_REQUIRED']);
  expect(nobody.headers.get('WWW-Authenticate')).toBe('Bearer realm="releases"');
  for (const secret of ['rel_x', `rel_${'a'.repeat(43)}`, made.secret.slice(0, -1), `x${made.secret}`]) {
    const { status, body, text } = await caller(secret).get<ErrorBody>(`${OPEN}/${NAME}`);
    expect([status, body.code]).toEqual([401, 'TOKEN_REFUSED']);
    expect(text).not.toMatch(/session|valid/i);
  }
  expect((await caller(made.secret).get(`${OPEN}/${NAME}`)).status).toBe(200);
  clock.advance(DAY_MS);
  expect((await caller(made.secret).get(`${OPEN}/${NAME}`)).status).toBe(401);
  await console_.signIn(admin);
  const second = await make();
  const { id } = second.token;
  expect((await console_.post(`${CONSOLE}/tokens/${id}/revoke`)).status).toBe(200);
  expect((await caller(second.secret).get(`${OPEN}/${NAME}`)).status).toBe(401);
  for (const gone of [id, 999_999, 'x']) {
    const { status, body } = await console_.post<ErrorBody>(`${CONSOLE}/tokens/${gone}/revoke`);
    expect([status, body.code]).toEqual([404, 'NO_SUCH_TOKEN']);
  }
});

it('is found by no cookie, and before anything that is sent is looked at', async () => {
  const client = app.client();
  await client.signIn(admin);
  client.setHeader('X-Forwarded-For', '198.51.100.1');
  expect((await client.get(`${OPEN}/tokens`)).status).toBe(401);
  expect((await client.post(`${OPEN}/tokens`, { label: 7 })).status).toBe(401);
});

it('notes the last use, to the minute', async () => {
  const { token, secret } = await make();
  const use = () => caller(secret).get(`${OPEN}/${NAME}`);
  await use();
  expect(await lastUsed(token.id)).toBe(NOW);
  clock.advance(59_000);
  await use();
  expect(await lastUsed(token.id)).toBe(NOW);
  clock.advance(1_000);
  await use();
  expect(await lastUsed(token.id)).toBe('2026-11-23T12:01:00.000Z');
});

it('holds off an address that shows wrong ones, and nobody else', async () => {
  const { secret } = await make();
  const thief = caller(`rel_${'b'.repeat(43)}`);
  const statuses = new Set<number>();
  for (let tries = 0; tries < 60; tries += 1) statuses.add((await thief.get(`${OPEN}/${NAME}`)).status);
  expect([...statuses]).toEqual([401]);
  expect((await thief.get(`${OPEN}/${NAME}`)).status).toBe(429);
  expect((await caller(secret).get(`${OPEN}/${NAME}`)).status).toBe(200);
});

it('lists those that open something first', async () => {
  const { token: old } = await make({ label: 'Old', days: 1 });
  const { token: revoked } = await make({ label: 'Revoked' });
  await console_.post(`${CONSOLE}/tokens/${revoked.id}/revoke`);
  const { token: live } = await make({ label: 'Live' });
  clock.advance(DAY_MS);
  const ids = (await tokens.list()).tokens.map(({ id }) => id);
  expect(ids.indexOf(live.id)).toBeLessThan(ids.indexOf(revoked.id));
  expect(ids.indexOf(revoked.id)).toBeLessThan(ids.indexOf(old.id));
});

it('names every wrong field', async () => {
  const { status, body } = await console_.post<ErrorBody>(`${CONSOLE}/tokens`, {
    remote: 'advertiser',
    label: ' ',
    days: 366,
  });
  expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, ['days', 'label', 'remote']]);
});

it('asks the console for a fresh proof, and others for more', async () => {
  const { token, secret } = await make();
  hasProof = false;
  const input = { remote: NAME, label: 'Another' };
  for (const call of [
    console_.post<ErrorBody>(`${CONSOLE}/tokens`, input),
    console_.post<ErrorBody>(`${CONSOLE}/tokens/${token.id}/revoke`),
  ])
    expect((await call).body.code).toBe('REAUTH_REQUIRED');
  expect((await caller(secret).get(`${OPEN}/${NAME}`)).status).toBe(200);
  const advertiser = app.client();
  await advertiser.signIn(await makeAdvertiser(test_.db));
  expect((await advertiser.get<ErrorBody>(`${CONSOLE}/tokens`)).body.code).toBe('WRONG_ROLE');
  expect((await app.client().get(`${CONSOLE}/tokens`)).status).toBe(401);
});
