import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorBody, User } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { makeAdmin, makeAdvertiser, makeUser } from '../../testing';
import { verify } from '../ledger';
import { openProofs, type ProofsWorld } from './testProofs';

const BONUS_MICROS = 50_000_000n;
let world: ProofsWorld;
beforeAll(async () => {
  world = await openProofs({ signupBonusMicros: BONUS_MICROS });
});
afterAll(() => world.close());

/** As social sign-in leaves an account. */
const social = (changes: object = {}) =>
  makeUser(world.test.db, {
    role: 'advertiser',
    status: 'pending',
    terms_version: null,
    company_name: null,
    country: null,
    ...changes,
  });
async function signedIn(user: { email: string; password: string }) {
  const client = world.app.client();
  await client.signIn(user);
  return client;
}
const row = (id: number) =>
  world.test.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('completing a registration', () => {
  const PATH = '/api/auth/complete-registration';
  const answers = {
    role: 'publisher',
    company_name: 'Fern & Field',
    country: 'DE',
    terms_version: TERMS_VERSION,
  };

  it('gives role, terms and an active account', async () => {
    const user = await social();
    const client = await signedIn(user);
    expect((await client.patch('/api/settings/profile', { first_name: 'Jo' })).status).toBe(403);
    const { status, body } = await client.post<User>(PATH, answers);
    expect([status, body.role, body.status, body.balance.balance]).toEqual([200, 'publisher', 'active', 0]);
    expect(await row(user.id)).toMatchObject({ terms_version: TERMS_VERSION, company_name: 'Fern & Field' });
    expect((await client.patch('/api/settings/profile', { first_name: 'Jo' })).status).toBe(200);
  });

  it('gives an advertiser the bonus, once, when it comes twice at once', async () => {
    const client = await signedIn(await social());
    const both = await Promise.all(
      [1, 2].map(() => client.post<User & ErrorBody>(PATH, { ...answers, role: 'advertiser' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('REGISTRATION_COMPLETE');
    expect(both.find(({ status }) => status === 200)?.body.balance.bonus).toBe(Number(BONUS_MICROS));
    expect((await verify(world.test.db)).ok).toBe(true);
  });

  it('leaves an account that an operator holds waiting', async () => {
    const user = await social({ status_reason: 'We look into a chargeback' });
    const { status, body } = await (await signedIn(user)).post<User>(PATH, answers);
    expect([status, body.status, body.role]).toEqual([200, 'pending', 'publisher']);
    expect((await row(user.id)).status_reason).toBe('We look into a chargeback');
  });

  it.each(['suspended', 'ADK rejected'])(
    'does not undo that an operator made it %s meanwhile',
    async (verdict) => {
      const user = await social();
      const client = await signedIn(user);
      const operator = await world.test.pool.connect();
      await operator.query('BEGIN');
      await operator.query('UPDATE app_user SET status = $2 WHERE id = $1', [user.id, verdict]);
      const call = client.post<ErrorBody>(PATH, answers);
      // Long enough for the call to have read the account and to wait for its row.
      await pause(500);
      await operator.query('COMMIT');
      operator.release();
      const { status, body } = await call;
      expect([status, body.code]).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
      expect(await row(user.id)).toMatchObject({ status: verdict, terms_version: null });
    },
  );

  it('changes no role that stands', async () => {
    const user = await makeAdvertiser(world.test.db);
    const admin = await makeAdmin(world.test.db, { terms_version: null });
    for (const each of [user, admin])
      expect((await (await signedIn(each)).post(PATH, answers)).status).toBe(409);
    expect([(await row(user.id)).role, (await row(admin.id)).role]).toEqual(['advertiser', 'admin']);
  });

  it('lists every wrong field, and wants the terms of today', async () => {
    const client = await signedIn(await social());
    const wrong = { role: 'admin', company_name: ' ', country: 'XX', terms_version: '' };
    const { status, body } = await client.post<ErrorBody>(PATH, wrong);
    expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, Object.keys(wrong).sort()]);
    const old = await client.post<ErrorBody>(PATH, { ...answers, terms_version: '2020-01' });
    expect(Object.keys(old.body.errors ?? {})).toEqual(['terms_version']);
  });

  it('is closed to guests and to suspended accounts', async () => {
    expect((await world.app.client().post(PATH, answers)).status).toBe(401);
    const suspended = await social({ status: 'suspended' });
    const { status, body } = await (await signedIn(suspended)).post<ErrorBody>(PATH, answers);
    expect([status, body.code]).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
    expect((await row(suspended.id)).terms_version).toBeNull();
  });
});

describe('completing a profile', () => {
  const PATH = '/api/auth/complete-profile';
  const profile = {
    first_name: ' Ines ',
    last_name: 'Vidal',
    company_name: 'Halden Outdoor',
    phone_number: '+43 1 234 56 78',
    country: 'AT',
    tax_id: ' atu12345678 ',
  };

  it('keeps what it is given, and when it was complete first', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    const at = world.clock.now();
    const { status, body } = await client.post<User>(PATH, profile);
    expect([status, body.profile.first_name]).toEqual([200, 'Ines']);
    world.clock.advance(60_000);
    await client.post(PATH, { ...profile, phone_number: null });
    expect(await row(user.id)).toMatchObject({
      first_name: 'Ines',
      phone_number: null,
      tax_id: 'ATU12345678',
      profile_completed_at: at,
      updated_at: world.clock.now(),
    });
  });

  it('lists every wrong field and keeps nothing of the rest', async () => {
    const user = await makeAdvertiser(world.test.db);
    const wrong = {
      first_name: '',
      last_name: ' ',
      company_name: '',
      phone_number: 'call',
      country: 'XX',
      tax_id: '<b>',
    };
    const { status, body } = await (await signedIn(user)).post<ErrorBody>(PATH, wrong);
    expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, Object.keys(wrong).sort()]);
    expect((await row(user.id)).profile_completed_at).toBeNull();
  });

  it('is closed to guests and to accounts that are not active', async () => {
    expect((await world.app.client().post(PATH, profile)).status).toBe(401);
    const pending = await signedIn(await makeAdvertiser(world.test.db, { status: 'pending' }));
    expect((await pending.post(PATH, profile)).status).toBe(403);
  });
});
