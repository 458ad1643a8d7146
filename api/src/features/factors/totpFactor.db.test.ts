import type { ErrorBody, FactorList, RecoveryCodes, TotpSetup } from '@ezdash/contracts';
import { factorList } from '@ezdash/contracts';
import { makeAdmin, makeAdvertiser, makePublisher, type TestClient } from '../../testing';
import { codeAt, type FactorsWorld, me, openFactors, STEP_MS, second, turnOn } from './testFactors';

const PATH = '/api/settings/factors';
let world: FactorsWorld;
beforeAll(async () => {
  world = await openFactors();
});
afterAll(() => world.close());

const advertiser = () => makeAdvertiser(world.test.db);
const list = async (client: TestClient) => (await client.get<FactorList>(PATH)).body;
const begin = (client: TestClient) => client.post<TotpSetup & ErrorBody>(`${PATH}/totp`);
const confirm = (client: TestClient, code: unknown) =>
  client.post<RecoveryCodes & ErrorBody>(`${PATH}/totp/confirm`, { code });
const outcome = ({ status, body }: { status: number; body: ErrorBody | undefined }) => [status, body?.code];

describe('turning it on', () => {
  it('takes a code of the new secret, gives recovery codes once, and tells the owner', async () => {
    const user = await advertiser();
    const client = await world.signedIn(user);
    expect(await list(client)).toEqual({ totp: null, recovery_codes_left: 0, passkeys: [] });
    const { body: setup } = await begin(client);
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(setup.otpauth_url).searchParams.get('secret')).toBe(setup.secret);
    expect((await list(client)).totp).toBeNull();
    expect(await world.factors.service.secondFactorsOf(user.id)).toEqual([]);

    const wrong = await confirm(client, codeAt(world, setup.secret, 5));
    expect(outcome(wrong)).toEqual([422, 'WRONG_CODE']);
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(['code']);
    const code = codeAt(world, setup.secret);
    const done = await confirm(client, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(done.status).toBe(200);
    expect(new Set(done.body.recovery_codes).size).toBe(10);
    for (const each of done.body.recovery_codes) expect(each).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(factorList.parse(await list(client))).toEqual({
      totp: { enabled_at: world.clock.now().toISOString() },
      recovery_codes_left: 10,
      passkeys: [],
    });
    expect(await world.factors.service.secondFactorsOf(user.id)).toEqual(['totp', 'recovery']);
    expect(await world.noticesTo(user)).toEqual(['totp-added']);
    expect(outcome(await confirm(client, code))).toEqual([409, 'NO_SETUP']);
    // The code that confirmed it signs nobody in.
    expect(outcome(await second(await world.held(user), 'totp', code))).toEqual([422, 'WRONG_CODE']);
  });

  it('is done once when two confirm at once', async () => {
    const user = await advertiser();
    const clients = [await world.signedIn(user), await world.signedIn(user)];
    const [first] = clients;
    if (!first) throw new Error('Nobody is signed in');
    const code = codeAt(world, (await begin(first)).body.secret);
    // The tokens are there before the race begins.
    await Promise.all(clients.map((client) => client.get('/api/auth/me')));
    const answers = await Promise.all(clients.map((client) => confirm(client, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await list(first)).recovery_codes_left).toBe(10);
    expect(await world.noticesTo(user)).toEqual(['totp-added']);
  });

  it('cannot be confirmed a quarter of an hour later, nor without a setup', async () => {
    const client = await world.signedIn(await advertiser());
    expect(outcome(await confirm(client, '123456'))).toEqual([409, 'NO_SETUP']);
    const { secret } = (await begin(client)).body;
    world.clock.advance(15 * 60_000 + 1);
    expect(outcome(await confirm(client, codeAt(world, secret)))).toEqual([409, 'NO_SETUP']);
  });

  it('leaves what is in use until the new one is confirmed, and then takes its place', async () => {
    const user = await advertiser();
    const client = await world.signedIn(user);
    const old = await turnOn(world, client);
    const { secret } = (await begin(client)).body;
    expect((await second(await world.held(user), 'totp', codeAt(world, old.secret))).status).toBe(200);
    world.clock.advance(STEP_MS);
    expect(outcome(await second(await world.held(user), 'totp', codeAt(world, secret)))[0]).toBe(422);
    expect((await confirm(client, codeAt(world, secret))).status).toBe(200);
    world.clock.advance(STEP_MS);
    expect(outcome(await second(await world.held(user), 'totp', codeAt(world, old.secret)))[0]).toBe(422);
    expect(outcome(await second(await world.held(user), 'recovery', old.codes[0]))[0]).toBe(422);
    expect((await second(await world.held(user), 'totp', codeAt(world, secret))).status).toBe(200);
  });

  it('asks for a recent proof, and for codes that can be ones', async () => {
    const user = await advertiser();
    const client = await world.signedIn(user);
    await world.age(user, 6 * 60_000);
    expect(outcome(await begin(client))).toEqual([403, 'REAUTH_REQUIRED']);
    expect(outcome(await confirm(client, '12345'))).toEqual([422, 'INVALID_INPUT']);
    expect(outcome(await confirm(client, undefined))).toEqual([422, 'INVALID_INPUT']);
  });

  it('is for everybody who is signed in and active', async () => {
    expect((await world.guest().get(PATH)).status).toBe(401);
    expect((await world.guest().post(`${PATH}/totp`)).status).toBe(401);
    for (const user of [await makePublisher(world.test.db), await makeAdmin(world.test.db)])
      expect((await turnOn(world, await world.signedIn(user))).codes).toHaveLength(10);
    const suspended = await world.signedIn(await makeAdvertiser(world.test.db, { status: 'suspended' }));
    expect((await suspended.get(PATH)).status).toBe(200);
    expect(outcome(await begin(suspended))).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
  });
});

describe('turning it off', () => {
  it('takes a recent proof, takes the recovery codes along, and is told once', async () => {
    const user = await advertiser();
    const client = await world.signedIn(user);
    const { secret, codes } = await turnOn(world, client);
    await world.age(user, 6 * 60_000);
    expect((await client.delete<ErrorBody>(`${PATH}/totp`)).body.code).toBe('REAUTH_REQUIRED');
    await world.age(user, 0);
    const waiting = await world.held(user);
    expect((await client.delete(`${PATH}/totp`)).status).toBe(204);
    expect((await client.delete(`${PATH}/totp`)).status).toBe(204);
    expect(await list(client)).toEqual({ totp: null, recovery_codes_left: 0, passkeys: [] });
    expect(await world.noticesTo(user)).toEqual(['totp-added', 'totp-removed']);
    // Whoever waited for it begins again: the password alone is asked for now.
    expect(outcome(await second(waiting, 'totp', codeAt(world, secret)))).toEqual([409, 'NO_LOGIN']);
    expect(outcome(await second(waiting, 'recovery', codes[0]))).toEqual([409, 'NO_LOGIN']);
  });
});

describe('recovery codes', () => {
  const renew = (client: TestClient) => client.post<RecoveryCodes & ErrorBody>(`${PATH}/recovery-codes`);

  it('are made anew after a recent proof, and the old ones go', async () => {
    const user = await advertiser();
    const client = await world.signedIn(user);
    expect(outcome(await renew(client))).toEqual([409, 'NO_TOTP']);
    const { codes } = await turnOn(world, client);
    await world.age(user, 6 * 60_000);
    expect(outcome(await renew(client))).toEqual([403, 'REAUTH_REQUIRED']);
    await world.age(user, 0);
    const fresh = (await renew(client)).body.recovery_codes;
    expect(fresh).toHaveLength(10);
    expect(outcome(await second(await world.held(user), 'recovery', codes[0]))).toEqual([422, 'WRONG_CODE']);
    expect((await second(await world.held(user), 'recovery', fresh[0])).status).toBe(200);
    expect(await world.noticesTo(user)).toEqual(['totp-added', 'recovery-codes-made', 'recovery-code-used']);
  });

  it('belong to one account', async () => {
    const [one, other] = [await advertiser(), await advertiser()];
    const { codes } = await turnOn(world, await world.signedIn(one));
    await turnOn(world, await world.signedIn(other));
    expect(outcome(await second(await world.held(other), 'recovery', codes[0]))).toEqual([422, 'WRONG_CODE']);
  });

  it('are no longer offered when all are used', async () => {
    const user = await advertiser();
    const { codes } = await turnOn(world, await world.signedIn(user));
    for (const code of codes)
      expect((await second(await world.held(user), 'recovery', code)).status).toBe(200);
    expect(await world.factors.service.secondFactorsOf(user.id)).toEqual(['totp']);
  });
});

it('keeps nothing in the database that signs in, exports none of it, and forgets all of it', async () => {
  const user = await advertiser();
  const { secret, codes } = await turnOn(world, await world.signedIn(user));
  const rows = await world.test.db
    .selectFrom('totp_factor')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute();
  const hashes = await world.test.db
    .selectFrom('recovery_code')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute();
  const kept = [rows[0]?.secret, ...hashes.map((row) => row.code_hmac)].map((bytes) =>
    bytes?.toString('latin1'),
  );
  const exported = await world.factors.service.exportOf(user.id);
  for (const each of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
    expect(`${kept.join()}${JSON.stringify(exported)}`).not.toContain(each);
  expect(exported).toEqual({
    totp: { enabled_at: rows[0]?.confirmed_at?.toISOString() },
    recovery_codes_left: 10,
    passkeys: [],
  });
  // A row that was put under another account opens nothing there.
  const thief = await advertiser();
  await world.test.db
    .updateTable('totp_factor')
    .set({ user_id: thief.id })
    .where('user_id', '=', user.id)
    .execute();
  expect((await second(await world.held(thief), 'totp', codeAt(world, secret))).status).toBe(500);
  expect(await me(await world.held(thief))).toBeNull();
  await world.test.db
    .updateTable('totp_factor')
    .set({ user_id: user.id })
    .where('user_id', '=', thief.id)
    .execute();

  await world.test.db.transaction().execute((trx) => world.factors.service.forget(trx, user.id));
  expect(await world.factors.service.exportOf(user.id)).toEqual({
    totp: null,
    recovery_codes_left: 0,
    passkeys: [],
  });
});
