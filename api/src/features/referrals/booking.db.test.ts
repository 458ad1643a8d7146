import type { ErrorBody, OperatorReferralDetail } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { ageProofs, makeAdmin, makeUser } from '../../testing';
import { balances, chargeBack, post } from '../ledger';
import { openReferrals, overviewOf, type ReferralsWorld, UNIT } from './testReferrals';

let world: ReferralsWorld;
beforeAll(async () => {
  world = await openReferrals();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set('2026-11-16T12:00:00.000Z'));
afterEach(async () => expect(await world.trouble()).toEqual([]));

const heldOf = async (userId: number) => {
  const { referral, advertiser_cash, publisher_payable } = await balances(world.test.db, userId);
  return [referral, advertiser_cash, publisher_payable].map(Number);
};
const on = async (day: string) => {
  world.clock.set(`${day}T00:10:00.000Z`);
  await world.referrals.book();
};
const transactions = async (kind: string) => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM ledger_transaction WHERE kind = ${kind}`.execute(world.test.db);
  return rows[0]?.count ?? 0;
};

it('a share of paid spend is on hold, then cash: out of the network’s revenue, not a micro from who was brought', async () => {
  const { referrer, referred, referralId } = await world.bring();
  await world.pay(referred.id, 300 * UNIT);
  await world.spend(referred.id, 200 * UNIT);
  const before = await heldOf(referred.id);
  await on('2026-11-17');
  expect(await heldOf(referrer.id)).toEqual([10 * UNIT, 0, 0]);
  expect(await heldOf(referred.id)).toEqual(before);
  expect(await world.rowOf(referralId)).toMatchObject({ state: 'active' });
  const client = await world.signedIn(referrer);
  expect(await overviewOf(client)).toMatchObject({
    held_micros: 10 * UNIT,
    released_micros: 0,
    next_release: { at: '2026-12-17', micros: 10 * UNIT },
  });
  await on('2026-12-16');
  expect(await heldOf(referrer.id)).toEqual([10 * UNIT, 0, 0]);
  await on('2026-12-17');
  expect(await heldOf(referrer.id)).toEqual([0, 10 * UNIT, 0]);
  expect(await world.earningsOf(referralId)).toEqual([
    { day: '2026-11-16', amount: 10 * UNIT, returned: 0, as: 'released' },
  ]);
  expect(world.messages.sent).toContainEqual(
    expect.objectContaining({ to: `account:${referrer.id}`, event: 'balance.changed' }),
  );
});

it('a publisher who brought a publisher gets a share of validated earnings, payable', async () => {
  const { referrer, referred } = await world.bring({ role: 'publisher', referrerRole: 'publisher' });
  await world.validate(referred.id, 100 * UNIT, '2026-10-01');
  await on('2026-11-17');
  expect(await heldOf(referrer.id)).toEqual([5 * UNIT, 0, 0]);
  await on('2026-12-17');
  expect(await heldOf(referrer.id)).toEqual([0, 0, 5 * UNIT]);
});

it('many servers at once book a day once, and pay it once', async () => {
  const { referrer, referred, referralId } = await world.bring();
  await world.pay(referred.id, 100 * UNIT);
  await world.spend(referred.id, 100 * UNIT);
  const [booked, released] = [await transactions('referral'), await transactions('referral_release')];
  const many = () => Promise.all(Array.from({ length: 6 }, () => world.referrals.book()));
  world.clock.set('2026-11-17T00:10:00.000Z');
  await many();
  await many();
  expect(await heldOf(referrer.id)).toEqual([5 * UNIT, 0, 0]);
  expect(await transactions('referral')).toBe(booked + 1);
  world.clock.set('2026-12-17T00:10:00.000Z');
  await many();
  expect(await heldOf(referrer.id)).toEqual([0, 5 * UNIT, 0]);
  expect(await transactions('referral_release')).toBe(released + 1);
  expect(await world.earningsOf(referralId)).toHaveLength(1);
});

it('what many brought to one account is booked side by side', async () => {
  const first = await world.bring();
  const { referrer } = first;
  const all = [first, await world.bring({ referrer }), await world.bring({ referrer })];
  for (const { referred } of all) {
    await world.pay(referred.id, 20 * UNIT);
    await world.spend(referred.id, 20 * UNIT);
  }
  world.clock.set('2026-11-17T00:10:00.000Z');
  await Promise.all([world.referrals.book(), world.referrals.book(), world.referrals.book()]);
  expect(await heldOf(referrer.id)).toEqual([3 * UNIT, 0, 0]);
});

it('a bonus that was spent earns nothing, and below the minimum nothing does until it is reached', async () => {
  const { referrer, referred, referralId } = await world.bring();
  await inTransaction(world.test.db, (trx) =>
    post(trx, {
      idempotencyKey: `bonus:test:${referred.id}`,
      kind: 'bonus',
      occurredAt: world.clock.now(),
      postings: [
        { kind: 'promo_expense', ownerId: null, amountMicros: -50n * BigInt(UNIT) },
        { kind: 'advertiser_bonus', ownerId: referred.id, amountMicros: 50n * BigInt(UNIT) },
      ],
    }),
  );
  await world.pay(referred.id, 100 * UNIT);
  await world.spend(referred.id, 9 * UNIT, 50 * UNIT);
  await on('2026-11-17');
  expect(await world.rowOf(referralId)).toMatchObject({ state: 'pending' });
  expect(await heldOf(referrer.id)).toEqual([0, 0, 0]);
  await world.spend(referred.id, 1 * UNIT);
  await on('2026-11-18');
  expect(await world.rowOf(referralId)).toMatchObject({ state: 'active' });
  expect(await heldOf(referrer.id)).toEqual([UNIT / 2, 0, 0]);
});

it('spend that was found to be invalid takes its share back, the newest first', async () => {
  const { referrer, referred, referralId } = await world.bring();
  await world.pay(referred.id, 500 * UNIT);
  await world.spend(referred.id, 100 * UNIT);
  await on('2026-11-17');
  await world.spend(referred.id, 40 * UNIT);
  await on('2026-11-18');
  await world.spend(referred.id, -60 * UNIT);
  await on('2026-11-19');
  expect(await heldOf(referrer.id)).toEqual([4 * UNIT, 0, 0]);
  expect(await world.earningsOf(referralId)).toEqual([
    { day: '2026-11-16', amount: 5 * UNIT, returned: 1 * UNIT, as: 'held' },
    { day: '2026-11-17', amount: 2 * UNIT, returned: 2 * UNIT, as: 'returned' },
  ]);
  await on('2026-12-17');
  expect(await heldOf(referrer.id)).toEqual([0, 4 * UNIT, 0]);
});

it('what was paid already is made up by later earnings', async () => {
  const { referrer, referred } = await world.bring();
  await world.pay(referred.id, 500 * UNIT);
  await world.spend(referred.id, 100 * UNIT);
  await on('2026-11-17');
  await on('2026-12-17');
  await world.spend(referred.id, -100 * UNIT);
  await on('2026-12-18');
  expect(await heldOf(referrer.id)).toEqual([0, 5 * UNIT, 0]);
  await world.spend(referred.id, 160 * UNIT);
  await on('2026-12-19');
  expect(await heldOf(referrer.id)).toEqual([3 * UNIT, 5 * UNIT, 0]);
});

it('cash that a bank takes back after it was spent is no paid spend', async () => {
  const { referrer, referred } = await world.bring();
  await world.pay(referred.id, 100 * UNIT);
  await world.spend(referred.id, 100 * UNIT);
  await on('2026-11-17');
  await chargeBack(world.test.db, {
    ownerId: referred.id,
    amountMicros: 100n * BigInt(UNIT),
    reference: `test-${referred.id}`,
    occurredAt: world.clock.now(),
  });
  await on('2026-11-18');
  expect(await heldOf(referrer.id)).toEqual([0, 0, 0]);
});

it('spend from the end on earns nothing', async () => {
  const { referrer, referred } = await world.bring();
  await world.pay(referred.id, 500 * UNIT);
  await world.spend(referred.id, 100 * UNIT);
  world.clock.set('2027-11-16T00:00:00.000Z');
  await world.spend(referred.id, 100 * UNIT);
  await on('2027-11-17');
  expect(await heldOf(referrer.id)).toEqual([5 * UNIT, 0, 0]);
});

it('a rule that is met later ends it: what is on hold goes back, what was paid stays', async () => {
  const { referrer, referred, referralId } = await world.bring();
  await world.pay(referred.id, 500 * UNIT);
  await world.spend(referred.id, 100 * UNIT);
  await on('2026-11-17');
  await on('2026-12-17');
  await world.spend(referred.id, 40 * UNIT);
  await on('2026-12-18');
  expect(await heldOf(referrer.id)).toEqual([2 * UNIT, 5 * UNIT, 0]);
  for (const { id } of [referrer, referred])
    await sql`INSERT INTO payment_method (user_id, kind, gateway, token_sealed, brand, last4, expires, is_default, created_at)
      VALUES (${id}, 'card', 'sandbox', 'x', 'Visa', '4242', '2029-04', true, now())`.execute(world.test.db);
  await on('2026-12-19');
  expect(await world.rowOf(referralId)).toEqual({
    state: 'refused',
    reason: 'same-payment',
    rules_met: ['same-payment'],
  });
  expect(await heldOf(referrer.id)).toEqual([0, 5 * UNIT, 0]);
  await world.spend(referred.id, 100 * UNIT);
  await on('2026-12-20');
  expect(await heldOf(referrer.id)).toEqual([0, 5 * UNIT, 0]);
});

describe('staff', () => {
  const path = (id: number, step = '') => `/api/operator/referrals/${publicId('referral', id)}${step}`;
  const decide = (id: number, step: 'refuse' | 'allow', note = 'Seen by hand') =>
    world.admin.post<OperatorReferralDetail & ErrorBody>(path(id, `/${step}`), { note });

  it('refuse one, which takes back what is on hold, and allow it again, whatever the rules say', async () => {
    const { referrer, referred, referralId } = await world.bring({ sameDevice: true });
    expect(await world.rowOf(referralId)).toMatchObject({ state: 'refused', reason: 'same-device' });
    const allowed = await decide(referralId, 'allow', 'Two people at one desk');
    expect(allowed.body.referral).toMatchObject({ state: 'pending', reason: null });
    await world.pay(referred.id, 300 * UNIT);
    await world.spend(referred.id, 100 * UNIT);
    await on('2026-11-17');
    expect(await heldOf(referrer.id)).toEqual([5 * UNIT, 0, 0]);
    expect((await decide(referralId, 'allow')).body.code).toBe('REFERRAL_DECIDED');
    const refused = await decide(referralId, 'refuse', 'They told us themselves');
    expect(refused.body).toMatchObject({
      referral: { state: 'refused', reason: 'operator', held_micros: 0, returned_micros: 5 * UNIT },
      rules: expect.arrayContaining([{ reason: 'same-device', met: true }]),
      decisions: [
        { state: 'refused', reason: 'operator', note: 'They told us themselves' },
        { state: 'pending', note: 'Two people at one desk' },
        { state: 'refused', reason: 'same-device', by: null },
      ],
    });
    expect(await heldOf(referrer.id)).toEqual([0, 0, 0]);
    expect((await decide(referralId, 'refuse')).body.code).toBe('REFERRAL_DECIDED');
    const { rows } = await sql<{ action: string }>`
      SELECT action FROM money_audit WHERE detail ->> 'referral' = ${String(referralId)} ORDER BY id`.execute(
      world.test.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['referral_allowed', 'referral_refused']);
    await decide(referralId, 'allow', 'It was a mistake');
    await on('2026-11-18');
    expect(await heldOf(referrer.id)).toEqual([5 * UNIT, 0, 0]);
  });

  it('need a recent proof and a reason', async () => {
    const { referralId } = await world.bring();
    expect((await decide(referralId, 'refuse', ' ')).status).toBe(422);
    const person = await makeAdmin(world.test.db);
    const client = await world.signedIn(person);
    await ageProofs(world.test.db, person.id, 24 * 3_600_000);
    const late = await client.post<ErrorBody>(path(referralId, '/refuse'), { note: 'Seen by hand' });
    expect([late.status, late.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect(await world.rowOf(referralId)).toMatchObject({ state: 'pending' });
  });

  it('decide while it is booked: either comes first, and the books agree', async () => {
    const { referrer, referred, referralId } = await world.bring();
    await world.pay(referred.id, 100 * UNIT);
    await world.spend(referred.id, 100 * UNIT);
    world.clock.set('2026-11-17T00:10:00.000Z');
    await Promise.all([world.referrals.book(), decide(referralId, 'refuse'), world.referrals.book()]);
    expect(await heldOf(referrer.id)).toEqual([0, 0, 0]);
  });

  it('find referrals by state, reason and address, a page at a time', async () => {
    const referrer = await makeUser(world.test.db, { email: 'brings-many@list.test' });
    const made = [];
    for (let count = 0; count < 3; count++) made.push((await world.bring({ referrer })).referralId);
    await decide(made[1] ?? 0, 'refuse');
    const ask = (query: string) =>
      world.admin.get<{ total: number; referrals: { id: string }[]; next: string | null }>(
        `/api/operator/referrals?search=brings-MANY${query}`,
      );
    const ids = (answer: Awaited<ReturnType<typeof ask>>) => answer.body.referrals.map(({ id }) => id);
    const all = [...made].reverse().map((id) => publicId('referral', id));
    expect(ids(await ask(''))).toEqual(all);
    expect(ids(await ask('&state=refused'))).toEqual([all[1]]);
    expect(ids(await ask('&reason=operator'))).toEqual([all[1]]);
    expect(ids(await ask('&reason=same-email'))).toEqual([]);
    expect(ids(await ask(`&before=${all[0]}`))).toEqual(all.slice(1));
    expect((await ask('')).body).toMatchObject({ total: 3, next: null });
    expect((await world.admin.get('/api/operator/referrals?before=rf_nothing')).status).toBe(422);
    expect((await world.admin.get('/api/operator/referrals/rf_zzzzz')).status).toBe(404);
  });
});
