import type { EndedSessions, ErrorBody, OwnSessionList, SessionAnswer } from '@ezdash/contracts';
import { ownSessionList } from '@ezdash/contracts';
import { Router } from 'express';
import { route } from '../../platform/http';
import { type MadeUser, makeAdvertiser } from '../../testing';
import { openProofs, type ProofsWorld } from './testProofs';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const PATH = '/api/settings/sessions';

/** Changes the session and answers only when it is told to. */
let hold: { reached: () => void; go: Promise<void> } | null = null;
const slow = Router().post(
  '/',
  route(async ({ req }) => {
    if (req.query.unproven) req.session.provenAt = 0;
    req.session.renewedAt = Date.now() - 24 * 3_600_000;
    hold?.reached();
    await hold?.go;
    return {};
  }),
);
let world: ProofsWorld;
beforeAll(async () => {
  world = await openProofs({ mounts: [{ path: '/api/slow', router: slow }] });
});
afterAll(() => world.close());

async function signedIn(user: MadeUser, userAgent = FIREFOX, address = '192.0.2.7') {
  const client = world.app.client();
  client.setHeader('User-Agent', userAgent);
  client.setHeader('X-Forwarded-For', address);
  await client.signIn(user);
  return client;
}
type Client = Awaited<ReturnType<typeof signedIn>>;
const list = async (client: Client) => (await client.get<OwnSessionList>(PATH)).body.sessions;
const isIn = async (client: Client) => (await client.get<SessionAnswer>('/api/auth/me')).body.user !== null;

it('lists where the account is signed in, the one that asks first, without anything that opens it', async () => {
  const user = await makeAdvertiser(world.test.db);
  const desk = await signedIn(user);
  const phone = await signedIn(user, IPHONE, '198.51.100.9');
  const { text, body } = await desk.get<OwnSessionList>(PATH);
  expect(ownSessionList.parse(body).sessions).toEqual([
    expect.objectContaining({
      current: true,
      device: 'desktop',
      browser: 'Firefox 145',
      system: 'Linux',
      country: 'DE',
    }),
    expect.objectContaining({
      current: false,
      device: 'phone',
      browser: 'Safari 18',
      system: 'iOS',
      country: null,
    }),
  ]);
  for (const client of [desk, phone]) {
    const cookie = decodeURIComponent(client.cookies.get('ez.sid') ?? '');
    expect(text).not.toContain(cookie.slice(2, 20));
  }
  const rows = await world.test.db.selectFrom('session').select('sess').execute();
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.|198\.51\.100\./);
});

it('knows nothing of whoever says nothing', async () => {
  const client = await signedIn(await makeAdvertiser(world.test.db), '');
  expect(await list(client)).toEqual([
    expect.objectContaining({ device: 'desktop', browser: null, system: null, current: true }),
  ]);
});

it('notes when a session was seen, not with every call', async () => {
  const user = await makeAdvertiser(world.test.db);
  const client = await signedIn(user);
  const seenAt = async () => Date.parse((await list(client))[0]?.seen_at ?? '');
  expect(Date.now() - (await seenAt())).toBeLessThan(60_000);
  await world.test.db
    .updateTable('session')
    .set({ seen_at: new Date(0) })
    .where('user_id', '=', user.id)
    .execute();
  expect(await seenAt()).toBe(0);
});

it('ends one, and that one alone', async () => {
  const user = await makeAdvertiser(world.test.db);
  const [here, there, third] = [await signedIn(user), await signedIn(user, IPHONE), await signedIn(user)];
  const phone = (await list(here)).find(({ device }) => device === 'phone');
  expect((await here.delete(`${PATH}/${phone?.id}`)).status).toBe(204);
  expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, false, true]);
  const again = await here.delete<ErrorBody>(`${PATH}/${phone?.id}`);
  expect(again.status).toBe(404);
});

it('does not know those of others', async () => {
  const [mine, theirs] = [
    await signedIn(await makeAdvertiser(world.test.db)),
    await signedIn(await makeAdvertiser(world.test.db)),
  ];
  const [foreign] = await list(theirs);
  expect((await mine.delete(`${PATH}/${foreign?.id}`)).status).toBe(404);
  expect((await mine.delete(`${PATH}/nonsense`)).status).toBe(404);
  expect(await isIn(theirs)).toBe(true);
});

it('signs out when it is the one that asks', async () => {
  const client = await signedIn(await makeAdvertiser(world.test.db));
  const [own] = await list(client);
  expect((await client.delete(`${PATH}/${own?.id}`)).status).toBe(204);
  expect(client.cookies.has('ez.sid')).toBe(false);
  expect(await isIn(client)).toBe(false);
});

it('ends all the others at once', async () => {
  const user = await makeAdvertiser(world.test.db);
  const stranger = await signedIn(await makeAdvertiser(world.test.db));
  const [here, ...others] = [await signedIn(user), await signedIn(user), await signedIn(user)];
  const { status, body } = await here.delete<EndedSessions>(PATH);
  expect([status, body]).toEqual([200, { ended: 2 }]);
  for (const other of others) expect(await isIn(other)).toBe(false);
  expect([await isIn(here), await isIn(stranger)]).toEqual([true, true]);
});

it('is one, and keeps its name in the list, while it goes on under another one after a proof', async () => {
  const user = await makeAdvertiser(world.test.db);
  const [here, there] = [await signedIn(user), await signedIn(user, IPHONE)];
  const phone = async () => (await list(here)).find(({ device }) => device === 'phone')?.id;
  const before = await phone();
  const proof = { password: user.password };
  expect((await there.post('/api/auth/confirm-password', proof)).status).toBe(200);
  expect(await phone()).toBe(before);
  expect(await list(here)).toHaveLength(2);
  expect((await here.delete<EndedSessions>(PATH)).body).toEqual({ ended: 1 });
});

it('stays ended although a call of it was on its way and writes the session at its end', async () => {
  const user = await makeAdvertiser(world.test.db);
  const [owner, thief] = [await signedIn(user), await signedIn(user)];
  let release = () => {};
  const reached = new Promise<void>((resolve) => {
    hold = {
      reached: resolve,
      go: new Promise((go) => {
        release = go;
      }),
    };
  });
  const pending = thief.post('/api/slow');
  await reached;
  await owner.delete(PATH);
  release();
  expect((await pending).status).toBe(200);
  hold = null;
  expect(await isIn(thief)).toBe(false);
  expect(await list(owner)).toHaveLength(1);
});

it('ends none for whoever only sits at an open one', async () => {
  const client = await signedIn(await makeAdvertiser(world.test.db));
  await client.post('/api/slow?unproven=1');
  const [one] = await list(client);
  for (const path of [PATH, `${PATH}/${one?.id}`]) {
    const { status, body } = await client.request<ErrorBody>(path, {
      method: 'DELETE',
      headers: { 'X-CSRF-TOKEN': (await client.get<SessionAnswer>('/api/auth/me')).body.csrf_token },
    });
    expect([status, body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  }
});

it('is closed to guests', async () => {
  const guest = world.app.client();
  expect((await guest.get(PATH)).status).toBe(401);
  expect((await guest.delete(PATH)).status).toBe(401);
  expect((await guest.delete(`${PATH}/x`)).status).toBe(401);
});
