import type { ConfirmPasswordAnswer, ErrorBody, PasswordChanged, SessionAnswer } from '@ezdash/contracts';
import { Router } from 'express';
import { requireRecentProof } from '../../platform/auth';
import { route } from '../../platform/http';
import { ageProofs, type MadeUser, makeAdvertiser, makePublisher } from '../../testing';
import { openProofs, type ProofsWorld } from './testProofs';

const NEW_PASSWORD = 'a wholly new password';
const dangerous = Router().post(
  '/',
  route(({ req }) => {
    requireRecentProof(req);
    return { done: true };
  }),
);
let world: ProofsWorld;
beforeAll(async () => {
  world = await openProofs({ mounts: [{ path: '/api/dangerous', router: dangerous }] });
});
afterAll(() => world.close());

let addresses = 0;
function guest() {
  const made = world.app.client();
  made.setHeader('X-Forwarded-For', `198.51.100.${++addresses}`);
  return made;
}
async function signedIn(user: MadeUser) {
  const made = guest();
  await made.signIn(user);
  return made;
}
const me = async (client: ReturnType<typeof guest>) =>
  (await client.get<SessionAnswer>('/api/auth/me')).body.user?.id ?? null;
/** Makes what the account's sessions proved lie so far back. */
const age = (user: MadeUser, ms: number) => ageProofs(world.test.db, user.id, ms);
const withoutPassword = (user: MadeUser) =>
  world.test.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', user.id).execute();

describe('confirming', () => {
  const confirm = (client: ReturnType<typeof guest>, password: unknown) =>
    client.post<ConfirmPasswordAnswer & ErrorBody>('/api/auth/confirm-password', { password });

  it('opens what is dangerous for five minutes; signing in does so too', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    const attempt = () => client.post<ErrorBody>('/api/dangerous');
    expect((await attempt()).status).toBe(200);
    await age(user, 5 * 60_000 + 1_000);
    const refused = await attempt();
    expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect(refused.text).not.toMatch(/session|valid/i);
    const { status, body } = await confirm(client, user.password);
    expect(status).toBe(200);
    const leftMs = Date.parse(body.confirmed_until) - Date.now();
    expect(leftMs).toBeGreaterThan(4.5 * 60_000);
    expect(leftMs).toBeLessThanOrEqual(5 * 60_000);
    expect((await attempt()).status).toBe(200);
    expect((await guest().post('/api/dangerous')).status).toBe(401);
  });

  it('tells a wrong password with 422 and changes nothing', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    await age(user, 3_600_000);
    const { status, body } = await confirm(client, 'not this one');
    expect([status, body.code, body.errors]).toEqual([
      422,
      'WRONG_PASSWORD',
      { password: ['Wrong password'] },
    ]);
    expect((await client.post('/api/dangerous')).status).toBe(403);
    expect((await confirm(client, '')).body.errors).toEqual({ password: ['Enter your password'] });
    expect((await confirm(guest(), user.password)).status).toBe(401);
  });

  it('pauses after five wrong ones, also with the right one', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    for (let n = 0; n < 5; n++) expect((await confirm(client, 'wrong')).status).toBe(422);
    const { status, headers } = await confirm(client, user.password);
    expect([status, headers.get('Retry-After')]).toEqual([429, '300']);
    const change = await client.put('/api/settings/password', {
      current_password: user.password,
      password: NEW_PASSWORD,
    });
    expect(change.status).toBe(429);
  });

  it('says so when there is no password to confirm', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    await withoutPassword(user);
    const { status, body } = await confirm(client, 'anything');
    expect([status, body.code]).toEqual([409, 'NO_PASSWORD']);
  });
});

describe('changing', () => {
  const change = (client: ReturnType<typeof guest>, current_password: string, password = NEW_PASSWORD) =>
    client.put<PasswordChanged & ErrorBody>('/api/settings/password', { current_password, password });

  it('keeps the session that asks, ends the others, tells the owner', async () => {
    const user = await makePublisher(world.test.db, { locale: 'de', timezone: 'Europe/Berlin' });
    const [here, there, elsewhere] = [await signedIn(user), await signedIn(user), await signedIn(user)];
    here.setHeader('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0');
    const { status, body } = await change(here, user.password);
    expect([status, body]).toEqual([200, { ended: 2, revoked_tokens: 0 }]);
    expect([await me(here), await me(there), await me(elsewhere)]).toEqual([user.id, null, null]);
    expect((await here.patch('/api/settings/profile', { first_name: 'Jo' })).status).toBe(200);
    const mail = (await world.mailsTo(user.email)).find(({ template }) => template === 'password-changed');
    expect(mail).toMatchObject({
      locale: 'de',
      data: {
        device: 'Firefox 145, Linux',
        changedAt: world.clock.now().toISOString(),
        timeZone: 'Europe/Berlin',
      },
    });
    expect(JSON.stringify(mail)).not.toContain(NEW_PASSWORD);
    await signedIn({ ...user, password: NEW_PASSWORD });
  });

  it('is open to accounts that are not active: whoever fears a stranger puts them out', async () => {
    const user = await makeAdvertiser(world.test.db, { status: 'suspended' });
    const [client, stranger] = [await signedIn(user), await signedIn(user)];
    const body = { current_password: user.password, password: NEW_PASSWORD };
    expect((await client.put('/api/settings/password', body)).status).toBe(200);
    expect([await me(client), await me(stranger)]).toEqual([user.id, null]);
  });

  it('refuses a wrong one, a short one and the same one', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    const wrong = await change(client, 'not this one');
    expect([wrong.status, wrong.body.errors]).toEqual([422, { current_password: ['Wrong password'] }]);
    const both = await change(client, '', 'short');
    expect(Object.keys(both.body.errors ?? {}).sort()).toEqual(['current_password', 'password']);
    const same = await change(client, user.password, user.password);
    expect([same.status, Object.keys(same.body.errors ?? {})]).toEqual([422, ['password']]);
    expect(await me(client)).toBe(user.id);
  });

  it('takes one of two that come at once', async () => {
    const user = await makeAdvertiser(world.test.db);
    const clients = [await signedIn(user), await signedIn(user)];
    const answers = await Promise.all(
      clients.map((client, n) => change(client, user.password, `${NEW_PASSWORD} ${n}`)),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([401, 409, 422]).toContain(answers[1 - winner]?.status);
    await signedIn({ ...user, password: `${NEW_PASSWORD} ${winner}` });
  });

  it('ends a sign-in with the old password that was on its way', async () => {
    const user = await makeAdvertiser(world.test.db);
    const [owner, thief] = [await signedIn(user), await signedIn(user)];
    const sid = decodeURIComponent(thief.cookies.get('ez.sid') ?? '').replace(/^s:([^.]+)\..*$/, '$1');
    const before = await world.test.db
      .selectFrom('session')
      .select(['sess', 'expire'])
      .where('sid', '=', sid)
      .executeTakeFirstOrThrow();
    await change(owner, user.password);
    // As if the row had been written only after the change.
    await world.test.db
      .insertInto('session')
      .values({ sid, sess: JSON.stringify(before.sess), expire: before.expire })
      .execute();
    expect([await me(thief), await me(owner)]).toEqual([null, user.id]);
  });
});

describe('the first password', () => {
  const set = (client: ReturnType<typeof guest>, password: string) =>
    client.post<PasswordChanged & ErrorBody>('/api/settings/set-password', { password });

  it('is for accounts without one, once, and after a recent proof', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    const has = await set(client, NEW_PASSWORD);
    expect([has.status, has.body.code]).toEqual([409, 'PASSWORD_EXISTS']);
    await withoutPassword(user);
    expect(Object.keys((await set(client, 'short')).body.errors ?? {})).toEqual(['password']);
    await age(user, 3_600_000);
    expect((await set(client, NEW_PASSWORD)).body.code).toBe('REAUTH_REQUIRED');
    await age(user, 0);
    const done = await set(client, NEW_PASSWORD);
    expect([done.status, done.body]).toEqual([200, { ended: 0, revoked_tokens: 0 }]);
    expect(await me(client)).toBe(user.id);
    expect((await set(client, NEW_PASSWORD)).status).toBe(409);
    await signedIn({ ...user, password: NEW_PASSWORD });
  });
});

describe('a password that others would guess', () => {
  const COMMON = 'This password is too common. Choose one that nobody else would think of';

  it('is refused wherever one is set, and leaves everything as it was', async () => {
    const user = await makeAdvertiser(world.test.db, { company_name: 'Halden Outdoor' });
    const client = await signedIn(user);
    const change = (password: string) =>
      client.put<ErrorBody>('/api/settings/password', { current_password: user.password, password });
    const common = await change('Sunshine2026');
    expect([common.status, common.body.errors]).toEqual([422, { password: [COMMON] }]);
    for (const own of [user.email, 'haldenoutdoor', 'Ads-Ads-Ads-Ads', 'adsadsadsads'])
      expect(Object.keys((await change(own)).body.errors ?? {})).toEqual(['password']);
    await withoutPassword(user);
    const set = await client.post<ErrorBody>('/api/settings/set-password', { password: 'qwertyuiop' });
    expect([set.status, set.body.errors]).toEqual([422, { password: [COMMON] }]);
    expect(await me(client)).toBe(user.id);
  });

  it('does not use up a link', async () => {
    const user = await makeAdvertiser(world.test.db);
    await guest().post('/api/auth/forgot-password', { email: user.email });
    await world.settled();
    const token = await world.newestToken(user.email);
    const reset = (password: string) =>
      guest().post<ErrorBody>('/api/auth/reset-password', { token, password });
    expect((await reset('password123')).body.errors).toEqual({ password: [COMMON] });
    await signedIn(user);
    expect((await reset(NEW_PASSWORD)).status).toBe(200);
  });
});

it('is closed to guests', async () => {
  const body = { current_password: 'x', password: NEW_PASSWORD };
  expect((await guest().put('/api/settings/password', body)).status).toBe(401);
  expect((await guest().post('/api/settings/set-password', body)).status).toBe(401);
});
