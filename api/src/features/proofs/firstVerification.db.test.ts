import type { ErrorBody, SessionAnswer } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import { type MadeUser, makeAdvertiser, makeUser, type TestClient } from '../../testing';
import { openProofs, type ProofsWorld } from './testProofs';

const NEW_PASSWORD = 'a wholly new password';
const dropped: number[] = [];
const revoked: number[] = [];
let trouble: Error | null = null;
let world: ProofsWorld;
let addresses = 0;
beforeAll(async () => {
  world = await openProofs({
    dropWaysIn: async (trx: Trx, userId) => {
      if (trouble) throw trouble;
      // In the transaction that verifies: it sees what that has written.
      const { verified } = await trx
        .selectFrom('app_user')
        .select('verified')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      if (verified) dropped.push(userId);
    },
    revokeTokens: async (_trx, userId) => revoked.push(userId),
  });
});
afterEach(() => {
  trouble = null;
});
afterAll(() => world.close());

function client(): TestClient {
  const made = world.app.client();
  made.setHeader('X-Forwarded-For', `198.51.100.${++addresses}`);
  return made;
}
async function signedIn(user: MadeUser): Promise<TestClient> {
  const made = client();
  await made.signIn(user);
  return made;
}
const me = async (who: TestClient) => (await who.get<SessionAnswer>('/api/auth/me')).body.user?.id ?? null;
const row = (id: number) =>
  world.test.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const unverified = () => makeUser(world.test.db, { verified: false });
async function reset(user: MadeUser): Promise<number> {
  await client().post('/api/auth/forgot-password', { email: user.email });
  await world.settled();
  const token = await world.newestToken(user.email);
  return (await client().post('/api/auth/reset-password', { token, password: NEW_PASSWORD })).status;
}
async function linkFor(user: MadeUser): Promise<string> {
  await (await signedIn(user)).post('/api/auth/verify-email/resend');
  return world.newestToken(user.email);
}
const open = (who: TestClient, token: string) => who.post<ErrorBody>('/api/auth/verify-email', { token });
const timesIn = (list: number[], { id }: MadeUser) => list.filter((each) => each === id).length;

describe('that an address reaches its owner, for the first time', () => {
  it('by a reset: what was set up before opens nothing any more, once', async () => {
    const user = await unverified();
    expect(await reset(user)).toBe(200);
    expect(timesIn(dropped, user)).toBe(1);
    expect(await reset(user)).toBe(200);
    expect([timesIn(dropped, user), (await row(user.id)).verified]).toEqual([1, true]);
  });

  it('by a link: nor do the password and the sign-ins of others, whoever set them up', async () => {
    const user = await unverified();
    const stranger = await signedIn(user);
    const token = await linkFor(user);
    expect((await open(client(), token)).status).toBe(200);
    expect([timesIn(dropped, user), timesIn(revoked, user)]).toEqual([1, 1]);
    expect(await me(stranger)).toBeNull();
    await expect(signedIn(user)).rejects.toThrow('422');
    expect(await row(user.id)).toMatchObject({ verified: true, password_hash: null });
    // The owner's way in.
    expect(await reset(user)).toBe(200);
    await signedIn({ ...user, password: NEW_PASSWORD });
    expect(timesIn(dropped, user)).toBe(1);
  });

  it('by a link: the browser that opens it stays signed in, if it was', async () => {
    const user = await unverified();
    const token = await linkFor(user);
    const own = await signedIn(user);
    expect((await open(own, token)).status).toBe(200);
    expect(await me(own)).toBe(user.id);
    expect((await own.post('/api/settings/set-password', { password: NEW_PASSWORD })).status).toBe(200);
    const other = await signedIn(await makeAdvertiser(world.test.db));
    const another = await unverified();
    await open(other, await linkFor(another));
    expect(await me(other)).not.toBeNull();
    expect(await me(other)).not.toBe(another.id);
  });

  it('comes with the end of all that or not at all', async () => {
    const user = await unverified();
    const token = await linkFor(user);
    trouble = new Error('The table is away');
    expect((await open(client(), token)).status).toBe(500);
    expect(await row(user.id)).toMatchObject({ verified: false });
    expect(await reset(user)).toBe(500);
    expect(await row(user.id)).toMatchObject({ verified: false, password_changed_at: null });
    trouble = null;
    expect((await open(client(), token)).status).toBe(200);
  });
});

it('a reset ends all API tokens, every time; whoever was verified keeps the rest', async () => {
  const user = await makeAdvertiser(world.test.db);
  for (const times of [1, 2]) {
    expect(await reset(user)).toBe(200);
    expect([timesIn(revoked, user), timesIn(dropped, user)]).toEqual([times, 0]);
  }
});
