import type {
  ConfirmPasswordAnswer,
  ErrorBody,
  FactorList,
  Passkey,
  PasskeyOptions,
  SessionAnswer,
} from '@ezdash/contracts';
import { passkey as passkeySchema } from '@ezdash/contracts';
import { type MadeUser, makeAdmin, makeAdvertiser, makePublisher, type TestClient } from '../../testing';
import { createTestAuthenticator, type TestAuthenticator, type Twist } from './testAuthenticator';
import { APP_URL, type FactorsWorld, me, openFactors, turnOn } from './testFactors';

const PATH = '/api/settings/passkeys';
const MINUTE_MS = 60_000;
/** Accounts elsewhere that sign in to these. */
const linked = new Map<number, number>();
let world: FactorsWorld;
beforeAll(async () => {
  world = await openFactors({ connectionsOf: async (userId) => linked.get(userId) ?? 0 });
});
afterAll(() => world.close());

const outcome = ({ status, body }: { status: number; body: ErrorBody | undefined }) => [status, body?.code];
const advertiser = () => makeAdvertiser(world.test.db);
const device = (counts = true) => createTestAuthenticator({ origin: APP_URL, counts });
const list = async (client: TestClient) =>
  (await client.get<FactorList>('/api/settings/factors')).body.passkeys;

async function addOptions(client: TestClient): Promise<Record<string, unknown>> {
  const { body, status } = await client.post<PasskeyOptions>(`${PATH}/options`);
  expect(status).toBe(200);
  return body.options;
}
async function proofOptions(client: TestClient): Promise<Record<string, unknown>> {
  return (await client.post<PasskeyOptions>('/api/auth/passkey/options')).body.options;
}
const post = (client: TestClient, response: unknown, name = 'Desk') =>
  client.post<Passkey & ErrorBody>(PATH, { name, response });
const add = async (client: TestClient, key: TestAuthenticator, twist?: Twist) =>
  post(client, key.create(await addOptions(client), twist));
const verify = (client: TestClient, response: unknown) =>
  client.post<SessionAnswer & ErrorBody>('/api/auth/passkey/verify', { response });
const signIn = async (client: TestClient, key: TestAuthenticator, twist?: Twist) =>
  verify(client, key.get(await proofOptions(client), twist));
const confirm = async (client: TestClient, key: TestAuthenticator, twist?: Twist) =>
  client.post<ConfirmPasswordAnswer & ErrorBody>('/api/auth/confirm-passkey', {
    response: key.get(await proofOptions(client), twist),
  });

/** An account with one passkey. */
async function owner(given: { user?: MadeUser; counts?: boolean } = {}) {
  const user = given.user ?? (await advertiser());
  const client = await world.signedIn(user);
  const key = device(given.counts);
  const { body, status } = await add(client, key);
  expect(status).toBe(201);
  return { user, client, key, id: body.id };
}

describe('adding one', () => {
  it('asks the device for a key that it keeps and that its owner unlocks', async () => {
    const { client, user } = await owner();
    const options = await addOptions(client);
    expect(options).toMatchObject({
      rp: { id: 'ads.test', name: 'Ads' },
      user: { name: user.email },
      attestation: 'none',
      timeout: 5 * MINUTE_MS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { id } = options.user as { id: string };
    expect(Buffer.from(id, 'base64url')).toHaveLength(64);
    expect(((await addOptions(client)).user as { id: string }).id).toBe(id);
    const other = await addOptions(await world.signedIn(await advertiser()));
    expect((other.user as { id: string }).id).not.toBe(id);
    expect(options.excludeCredentials).toEqual([
      expect.objectContaining({ type: 'public-key', transports: ['hybrid', 'internal'] }),
    ]);
  });

  it('shows it in the list and tells the owner', async () => {
    const user = await advertiser();
    const client = await world.signedIn(user);
    const key = device();
    const { body, status } = await add(client, key, { synced: true });
    expect(status).toBe(201);
    expect(passkeySchema.parse(body)).toMatchObject({ name: 'Desk', synced: true, last_used_at: null });
    expect(await list(client)).toEqual([body]);
    expect(await world.noticesTo(user)).toEqual(['passkey-added']);
    const exported = await world.factors.service.exportOf(user.id);
    expect(exported.passkeys).toEqual([
      { name: 'Desk', synced: true, created_at: body.created_at, last_used_at: null },
    ]);
  });

  it.each<[string, Twist]>([
    ['another page', { origin: 'https://ads.test.evil.example' }],
    ['another port', { origin: 'https://ads.test:8443' }],
    ['plain http', { origin: 'http://ads.test' }],
    ['a frame', { crossOrigin: true }],
    ['another host', { rpId: 'evil.example' }],
    ['a proof instead of a new key', { type: 'webauthn.get' }],
    ['nobody there', { present: false }],
    ['nobody verified', { verified: false }],
    ['certificates nobody asked for', { certificates: true }],
  ])('is refused from %s', async (_, twist) => {
    const client = await world.signedIn(await advertiser());
    const refused = await add(client, device(), twist);
    expect(outcome(refused)).toEqual([422, 'WRONG_PASSKEY']);
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['response']);
    expect(await list(client)).toEqual([]);
  });

  it('takes each challenge once, in time, where and for whom it was made', async () => {
    const user = await advertiser();
    const client = await world.signedIn(user);
    const options = await addOptions(client);
    expect((await post(client, device().create(options))).status).toBe(201);
    expect(outcome(await post(client, device().create(options)))).toEqual([409, 'NO_CHALLENGE']);
    const made = device().create(await addOptions(client), { challenge: 'bWFkZSB1cA' });
    expect(outcome(await post(client, made))).toEqual([409, 'NO_CHALLENGE']);

    const here = await addOptions(client);
    const elsewhere = await world.signedIn(user);
    const stranger = await world.signedIn(await advertiser());
    for (const other of [elsewhere, stranger])
      expect(outcome(await post(other, device().create(here)))).toEqual([409, 'NO_CHALLENGE']);
    // One that is for signing in adds nothing.
    const proof = { ...(await addOptions(client)), challenge: (await proofOptions(client)).challenge };
    expect(outcome(await post(client, device().create(proof)))).toEqual([409, 'NO_CHALLENGE']);

    const late = device().create(await addOptions(client));
    world.clock.advance(5 * MINUTE_MS);
    expect(outcome(await post(client, late))).toEqual([409, 'NO_CHALLENGE']);
    expect(await list(client)).toHaveLength(1);
  });

  it('uses its challenge up by a wrong answer too', async () => {
    const client = await world.signedIn(await advertiser());
    const options = await addOptions(client);
    expect(outcome(await post(client, device().create(options, { verified: false })))[0]).toBe(422);
    expect(outcome(await post(client, device().create(options)))).toEqual([409, 'NO_CHALLENGE']);
  });

  it('refuses a credential that is somebody’s already', async () => {
    const { key } = await owner();
    const client = await world.signedIn(await advertiser());
    expect(outcome(await add(client, key))).toEqual([422, 'WRONG_PASSKEY']);
  });

  it('ends at twenty', async () => {
    const { client, user } = await owner();
    const [row] = await world.test.db
      .selectFrom('passkey')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    if (!row) throw new Error('No passkey');
    const { id: _, ...rest } = row;
    const waiting = device().create(await addOptions(client));
    await world.test.db
      .insertInto('passkey')
      .values(Array.from({ length: 19 }, (_each, at) => ({ ...rest, credential_id: `${user.id}-${at}` })))
      .execute();
    expect(outcome(await post(client, waiting))).toEqual([409, 'TOO_MANY_PASSKEYS']);
    expect(outcome(await client.post<ErrorBody>(`${PATH}/options`))).toEqual([409, 'TOO_MANY_PASSKEYS']);
  });

  it('asks for a recent proof, a name, and something that can be one', async () => {
    const user = await advertiser();
    const client = await world.signedIn(user);
    const response = device().create(await addOptions(client));
    const nameless = await post(client, response, ' ');
    expect([nameless.status, Object.keys(nameless.body.errors ?? {})]).toEqual([422, ['name']]);
    expect((await post(client, { id: 'a' })).status).toBe(422);
    const rubbish = { ...response, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
    expect(outcome(await post(client, rubbish))).toEqual([422, 'WRONG_PASSKEY']);
    const garbled = { ...response.response, attestationObject: 'o2NmbXRkbm9uZQ' };
    expect(outcome(await post(client, { ...response, response: garbled }))).toEqual([422, 'WRONG_PASSKEY']);
    await world.age(user, 6 * MINUTE_MS);
    expect(outcome(await client.post<ErrorBody>(`${PATH}/options`))).toEqual([403, 'REAUTH_REQUIRED']);
  });
});

describe('signing in with one', () => {
  it('needs no password and no other factor, in whatever state the account is', async () => {
    const { user, client: desk, key } = await owner();
    await turnOn(world, desk);
    await world.test.db
      .updateTable('app_user')
      .set({ status: 'suspended' })
      .where('id', '=', user.id)
      .execute();
    const client = world.guest();
    const options = await proofOptions(client);
    expect(options).toMatchObject({ rpId: 'ads.test', userVerification: 'required', allowCredentials: [] });
    world.clock.advance(90_000);
    const done = await verify(client, key.get(options, { synced: true }));
    expect([done.status, done.body.user?.id, done.body.user?.status]).toEqual([200, user.id, 'suspended']);
    expect(await me(client)).toBe(user.id);
    const [shown] = await list(client);
    expect(shown?.synced).toBe(true);
    const minute = Math.floor(world.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
    expect(shown?.last_used_at).toBe(new Date(minute).toISOString());
    // It is a recent proof, and the token of the answer is the one to go on with.
    await world.test.db.updateTable('app_user').set({ status: 'active' }).where('id', '=', user.id).execute();
    expect((await client.post(`${PATH}/options`)).status).toBe(200);
  });

  it.each<[string, Twist]>([
    ['another page', { origin: 'https://evil.example' }],
    ['a frame', { crossOrigin: true }],
    ['another host', { rpId: 'evil.example' }],
    ['a new key instead of a proof', { type: 'webauthn.create' }],
    ['nobody there', { present: false }],
    ['nobody verified', { verified: false }],
    ['a wrong signature', { broken: true }],
    ['an unknown passkey', { id: 'dW5rbm93bg' }],
    ['no owner', { userHandle: undefined }],
    ['another owner', { userHandle: 'YW5vdGhlcg' }],
  ])('is refused from %s', async (_, twist) => {
    const { key } = await owner();
    const client = world.guest();
    expect(outcome(await signIn(client, key, twist))).toEqual([422, 'WRONG_PASSKEY']);
    expect(await me(client)).toBeNull();
  });

  it('refuses the passkey of one under the name of another', async () => {
    const [one, other] = [await owner(), await owner()];
    const client = world.guest();
    const options = await proofOptions(client);
    const theirs = other.key.get(options);
    const response = { ...one.key.get(options), id: theirs.id, rawId: theirs.rawId };
    expect(outcome(await verify(client, response))).toEqual([422, 'WRONG_PASSKEY']);
  });

  it('takes each challenge once, even when it comes twice at once, in time and from whom it was given to', async () => {
    const { key } = await owner({ counts: false });
    const client = world.guest();
    const response = key.get(await proofOptions(client));
    const twice = await Promise.all([verify(client, response), verify(client, response)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);

    const again = world.guest();
    const kept = key.get(await proofOptions(again));
    expect(outcome(await verify(world.guest(), kept))).toEqual([409, 'NO_CHALLENGE']);
    expect((await verify(again, kept)).status).toBe(200);

    const late = world.guest();
    const slow = key.get(await proofOptions(late));
    world.clock.advance(5 * MINUTE_MS);
    expect(outcome(await verify(late, slow))).toEqual([409, 'NO_CHALLENGE']);
    expect(await world.test.db.selectFrom('passkey_challenge').selectAll().execute()).not.toEqual([]);
    await proofOptions(world.guest());
    expect(await world.test.db.selectFrom('passkey_challenge').selectAll().execute()).toHaveLength(1);
  });

  it('lets several pages of one visitor wait', async () => {
    const { key, user } = await owner();
    const client = world.guest();
    const [first, other] = [await proofOptions(client), await proofOptions(client)];
    expect(first.challenge).not.toBe(other.challenge);
    expect((await verify(client, key.get(first))).body.user?.id).toBe(user.id);
  });

  it('refuses a counter that goes back or stands still, unless the device counts nothing', async () => {
    const { key } = await owner();
    expect((await signIn(world.guest(), key, { counter: 10 })).status).toBe(200);
    for (const counter of [9, 10, 0])
      expect(outcome(await signIn(world.guest(), key, { counter }))).toEqual([422, 'WRONG_PASSKEY']);
    expect((await signIn(world.guest(), key, { counter: 11 })).status).toBe(200);
    const silent = await owner({ counts: false });
    for (let times = 0; times < 2; times++)
      expect((await signIn(world.guest(), silent.key)).status).toBe(200);
  });

  it('takes one of two uses that were counted the same', async () => {
    const { key } = await owner();
    const clients = [world.guest(), world.guest()];
    const responses = await Promise.all(
      clients.map(async (client) => key.get(await proofOptions(client), { counter: 7 })),
    );
    const answers = await Promise.all(clients.map((client, at) => verify(client, responses[at])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('ends when the passkey is removed', async () => {
    const { client, key, id } = await owner();
    const visitor = world.guest();
    const response = key.get(await proofOptions(visitor));
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(outcome(await verify(visitor, response))).toEqual([422, 'WRONG_PASSKEY']);
  });

  it('asks for something that can be a passkey', async () => {
    const client = world.guest();
    expect((await verify(client, {})).status).toBe(422);
    expect((await client.post('/api/auth/passkey/verify', { response: null })).status).toBe(422);
  });
});

describe('confirming with one', () => {
  it('opens what asks for a recent proof', async () => {
    const { user, client, key } = await owner();
    await world.age(user, 6 * MINUTE_MS);
    expect((await client.post(`${PATH}/options`)).status).toBe(403);
    const options = await proofOptions(client);
    expect(options.allowCredentials).toHaveLength(1);
    const done = await confirm(client, key, { userHandle: undefined });
    expect(done.status).toBe(200);
    expect(new Date(done.body.confirmed_until).getTime()).toBeGreaterThan(Date.now() + 4 * MINUTE_MS);
    expect((await client.post(`${PATH}/options`)).status).toBe(200);
  });

  it('takes no passkey of somebody else, and no challenge of a guest', async () => {
    const [one, other] = [await owner(), await owner()];
    expect(outcome(await confirm(one.client, other.key))).toEqual([422, 'WRONG_PASSKEY']);
    const strange = { challenge: String((await proofOptions(world.guest())).challenge) };
    expect(outcome(await confirm(one.client, one.key, strange))).toEqual([409, 'NO_CHALLENGE']);
    const guest = await world.guest().post('/api/auth/confirm-passkey', {});
    expect(guest.status).toBe(401);
  });

  it('is open to accounts that are not active', async () => {
    const { user, client, key } = await owner();
    await world.test.db
      .updateTable('app_user')
      .set({ status: 'pending' })
      .where('id', '=', user.id)
      .execute();
    expect((await confirm(client, key)).status).toBe(200);
  });
});

describe('keeping them', () => {
  const rename = (client: TestClient, id: string, name: string) =>
    client.patch<Passkey & ErrorBody>(`${PATH}/${id}`, { name });

  it('renames and removes one’s own, the latter after a recent proof', async () => {
    const { user, client, id } = await owner();
    expect((await rename(client, id, '  Phone ')).body.name).toBe('Phone');
    expect((await rename(client, id, '')).status).toBe(422);
    await world.age(user, 6 * MINUTE_MS);
    expect((await rename(client, id, 'Tablet')).status).toBe(200);
    expect(outcome(await client.delete<ErrorBody>(`${PATH}/${id}`))).toEqual([403, 'REAUTH_REQUIRED']);
    await world.age(user, 0);
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(404);
    expect(await list(client)).toEqual([]);
    expect(await world.noticesTo(user)).toEqual(['passkey-added', 'passkey-removed']);
  });

  it('does not know those of others', async () => {
    const { id, client: theirs } = await owner();
    const client = await world.signedIn(await makePublisher(world.test.db));
    for (const each of [id, 'x', '00000000-0000-0000-0000-000000000000']) {
      expect((await rename(client, each, 'Mine')).status).toBe(404);
      expect((await client.delete(`${PATH}/${each}`)).status).toBe(404);
    }
    expect(await list(theirs)).toHaveLength(1);
  });

  it('keeps the last way in', async () => {
    const { user, client, id } = await owner();
    const other = await add(client, device());
    await world.test.db
      .updateTable('app_user')
      .set({ password_hash: null })
      .where('id', '=', user.id)
      .execute();
    expect((await client.delete(`${PATH}/${other.body.id}`)).status).toBe(204);
    expect(outcome(await client.delete<ErrorBody>(`${PATH}/${id}`))).toEqual([409, 'LAST_WAY_IN']);
    expect(await world.factors.service.countPasskeys(user.id)).toBe(1);
    linked.set(user.id, 1);
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(await world.factors.service.countPasskeys(user.id)).toBe(0);
  });

  it('is for everybody who is signed in and active', async () => {
    const { id } = await owner({ user: await makeAdmin(world.test.db) });
    const guest = world.guest();
    for (const path of [PATH, `${PATH}/options`]) expect((await guest.post(path)).status).toBe(401);
    expect((await guest.delete(`${PATH}/${id}`)).status).toBe(401);
    expect((await guest.patch(`${PATH}/${id}`, { name: 'x' })).status).toBe(401);
    const suspended = await world.signedIn(await makeAdvertiser(world.test.db, { status: 'suspended' }));
    expect(outcome(await suspended.post<ErrorBody>(`${PATH}/options`))).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
  });

  it('forgets them with the account', async () => {
    const { user, client } = await owner();
    await addOptions(client);
    await world.test.db.transaction().execute((trx) => world.factors.service.forget(trx, user.id));
    expect(await world.factors.service.passkeys.list(user.id)).toEqual([]);
    const waiting = world.test.db.selectFrom('passkey_challenge').selectAll().where('user_id', '=', user.id);
    expect(await waiting.execute()).toEqual([]);
  });
});
