import type { ErrorBody } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type MadeUser, makeAdvertiser } from '../../testing';
import { codeAt, type FactorsWorld, logIn, me, openFactors, STEP_MS, second, turnOn } from './testFactors';

let world: FactorsWorld;
beforeAll(async () => {
  world = await openFactors();
});
afterAll(() => world.close());

const outcome = ({ status, body }: { status: number; body: ErrorBody | undefined }) => [status, body?.code];
async function withTotp() {
  const user = await makeAdvertiser(world.test.db);
  return { user, ...(await turnOn(world, await world.signedIn(user))) };
}
/** Makes the log-in that waits lie so far back. */
const ageHeld = (user: MadeUser, ms: number) =>
  sql`UPDATE session SET sess = jsonb_set(sess::jsonb, '{heldLogIn,beganAt}', to_jsonb(${Date.now() - ms}::int8))::json
    WHERE sess #>> '{heldLogIn,userId}' = ${String(user.id)}`.execute(world.test.db);
/** Of the rows of log-ins of the account that wait. */
async function minutesLeft(user: MadeUser): Promise<number[]> {
  const { rows } = await sql<{
    minutes: number;
  }>`SELECT round(extract(epoch FROM expire - now()) / 60)::int4 AS minutes
    FROM session WHERE sess #>> '{heldLogIn,userId}' = ${String(user.id)}`.execute(world.test.db);
  return rows.map(({ minutes }) => minutes);
}

describe('a log-in that waits', () => {
  it('is nobody’s until the code is there; then it is a sign-in like any other', async () => {
    const { user, secret } = await withTotp();
    const client = await world.held(user);
    expect(await me(client)).toBeNull();
    expect((await client.get('/api/settings/factors')).status).toBe(401);
    const before = client.cookies.get('ez.sid');
    const signIns = world.signInsOf(user);
    expect(await minutesLeft(user)).toEqual([5]);
    const done = await second(client, 'totp', codeAt(world, secret));
    expect([done.status, done.body.user?.id]).toEqual([200, user.id]);
    expect(world.signInsOf(user)).toBe(signIns + 1);
    expect(client.cookies.get('ez.sid')).not.toBe(before);
    expect(await me(client)).toBe(user.id);
    expect(await minutesLeft(user)).toEqual([]);
    // The token of the answer is the one to go on with, and the sign-in is a recent proof.
    expect((await client.post('/api/settings/factors/recovery-codes')).status).toBe(200);
    expect(outcome(await second(client, 'totp', codeAt(world, secret)))).toEqual([409, 'NO_LOGIN']);
  });

  it('lasts five minutes', async () => {
    const { user, secret } = await withTotp();
    const client = await world.held(user);
    await ageHeld(user, 5 * 60_000 + 1_000);
    expect(outcome(await second(client, 'totp', codeAt(world, secret)))).toEqual([409, 'NO_LOGIN']);
    await ageHeld(user, 4 * 60_000);
    expect((await second(client, 'totp', codeAt(world, secret))).status).toBe(200);
  });

  it('ends with the password it was begun with, and with the account', async () => {
    const { user, secret } = await withTotp();
    const client = await world.held(user);
    await world.test.db
      .updateTable('app_user')
      .set({ password_changed_at: new Date() })
      .where('id', '=', user.id)
      .execute();
    expect(outcome(await second(client, 'totp', codeAt(world, secret)))).toEqual([409, 'NO_LOGIN']);
    expect(await me(client)).toBeNull();
    expect((await second(await world.held(user), 'totp', codeAt(world, secret))).status).toBe(200);
  });

  it('must be there', async () => {
    expect(outcome(await second(world.guest(), 'totp', '123456'))).toEqual([409, 'NO_LOGIN']);
    const answer = await second(world.guest(), 'totp', 'abc');
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['code']]);
    const empty = await world.guest().post<ErrorBody>('/api/auth/second-factor', {});
    expect(outcome(empty)).toEqual([422, 'INVALID_INPUT']);
  });

  it('ends what the visitor had before', async () => {
    const { user } = await withTotp();
    const client = await world.signedIn(await makeAdvertiser(world.test.db));
    expect((await logIn(client, user)).body).toMatchObject({
      user: null,
      second_factor: ['totp', 'recovery'],
    });
    expect(await me(client)).toBeNull();
  });

  it('lets accounts in that are not active, as a log-in does', async () => {
    const { user, secret } = await withTotp();
    await world.test.db
      .updateTable('app_user')
      .set({ status: 'suspended' })
      .where('id', '=', user.id)
      .execute();
    const done = await second(await world.held(user), 'totp', codeAt(world, secret));
    expect([done.status, done.body.user?.status]).toEqual([200, 'suspended']);
  });
});

describe('a code', () => {
  it('of the app passes once, even when it comes twice at once', async () => {
    const { user, secret } = await withTotp();
    const code = codeAt(world, secret);
    const clients = await Promise.all([world.held(user), world.held(user), world.held(user)]);
    const answers = await Promise.all(clients.map((client) => second(client, 'totp', code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(outcome(await second(await world.held(user), 'totp', code))).toEqual([422, 'WRONG_CODE']);
    world.clock.advance(STEP_MS);
    expect(outcome(await second(await world.held(user), 'totp', code))).toEqual([422, 'WRONG_CODE']);
    expect((await second(await world.held(user), 'totp', codeAt(world, secret))).status).toBe(200);
  });

  it('may be one step early or late, but none before one that was used', async () => {
    const { user, secret } = await withTotp();
    const tryAt = async (steps: number) =>
      (await second(await world.held(user), 'totp', codeAt(world, secret, steps))).status;
    world.clock.advance(10 * STEP_MS);
    expect(await tryAt(-2)).toBe(422);
    expect(await tryAt(-1)).toBe(200);
    expect(await tryAt(2)).toBe(422);
    expect(await tryAt(1)).toBe(200);
    expect(await tryAt(0)).toBe(422);
  });

  it('of paper passes once, even when it comes twice at once, however it is written', async () => {
    const { user, codes } = await withTotp();
    const clients = await Promise.all([world.held(user), world.held(user)]);
    const [first = '', other = ''] = codes;
    const answers = await Promise.all(clients.map((client) => second(client, 'recovery', first)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const written = ` ${other.toUpperCase().replace('-', ' ')} `;
    expect((await second(await world.held(user), 'recovery', written)).status).toBe(200);
    expect((await world.factors.service.list(user.id)).recovery_codes_left).toBe(8);
    expect(await world.noticesTo(user)).toEqual(['totp-added', 'recovery-code-used', 'recovery-code-used']);
  });
});

describe('guessing', () => {
  it('is slowed down for the account, from wherever and however often the log-in begins', async () => {
    const { user, secret, codes } = await withTotp();
    const guess = async () => outcome(await second(await world.held(user), 'totp', '000000'))[0];
    const seen = [];
    for (let tries = 0; tries < 4; tries++) seen.push(await guess());
    seen.push(outcome(await second(await world.held(user), 'recovery', 'aaaaa-aaaaa'))[0]);
    expect(seen).toEqual([422, 422, 422, 422, 422]);
    const refused = await second(await world.held(user), 'totp', codeAt(world, secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60);
    expect((await second(await world.held(user), 'recovery', codes[0])).status).toBe(429);
    expect((await world.factors.service.list(user.id)).recovery_codes_left).toBe(10);
    // Everybody else comes in as before.
    const other = await withTotp();
    expect((await second(await world.held(other.user), 'totp', codeAt(world, other.secret))).status).toBe(
      200,
    );
  });

  it('is forgotten after a right code', async () => {
    const { user, secret } = await withTotp();
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 4; tries++)
        expect((await second(await world.held(user), 'totp', '000000')).status).toBe(422);
      expect((await second(await world.held(user), 'totp', codeAt(world, secret))).status).toBe(200);
      world.clock.advance(STEP_MS);
    }
  });
});
