import type { ErrorBody, PrivacyState, SessionAnswer } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import {
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makePublisher,
  type TestClient,
} from '../../testing';
import { balances, post } from '../ledger';
import { openPrivacy, PRIVACY, type PrivacyWorld } from './testPrivacy';

const DAY_MS = 86_400_000;
let world: PrivacyWorld;
beforeAll(async () => {
  world = await openPrivacy();
});
afterAll(() => world.close());

type Answer = PrivacyState & ErrorBody;
const request = (client: TestClient, user: Pick<MadeUser, 'email'>, more: object = {}) =>
  client.post<Answer>(`${PRIVACY}/deletion`, { email: user.email, ...more });
const takeBack = (client: TestClient) => client.delete<Answer>(`${PRIVACY}/deletion`);
const rowOf = (id: number) =>
  world.test.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const poor = (given: object = {}) => makeAdvertiser(world.test.db, { cashMicros: 0n, ...given });

/** Earnings of a publisher, as ad spend of somebody. */
const earn = (publisherId: number, amountMicros: bigint, key = `earn:${publisherId}`) =>
  inTransaction(world.test.db, (trx) =>
    post(trx, {
      idempotencyKey: key,
      kind: 'opening',
      occurredAt: new Date('2026-11-01T00:00:00Z'),
      postings: [
        { kind: 'publisher_pending', ownerId: publisherId, amountMicros },
        { kind: 'clearing', ownerId: null, amountMicros: -amountMicros },
      ],
    }),
  );

/** As if two weeks had gone by since the account asked for it. */
const makeDue = (id: number) =>
  world.test.db
    .updateTable('app_user')
    .set({ deletes_at: new Date(world.clock.nowMs() - 1) })
    .where('id', '=', id)
    .execute();

describe('asking for the deletion', () => {
  it('needs a recent proof and the address of the account', async () => {
    const user = await poor();
    expect((await request(world.app.client(), user)).status).toBe(401);
    const client = await world.signedIn(user);
    const wrong = await request(client, { email: 'somebody@else.test' });
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['email']]);
    expect((await client.post<Answer>(`${PRIVACY}/deletion`, {})).status).toBe(422);
    await world.age(user.id);
    const stale = await request(client, user);
    expect([stale.status, stale.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect((await rowOf(user.id)).deletes_at).toBeNull();
  });

  it('ends the other sessions and all tokens, tells by mail, and is seen by its owner', async () => {
    const { db } = world.test;
    const user = await poor({ locale: 'de', email: `Mixed.Case-${Date.now()}@example.test` });
    const [client, other] = [await world.signedIn(user), await world.signedIn(user)];
    await db
      .insertInto('api_token')
      .values({
        owner_id: user.id,
        name: 'Reports',
        token_sha256: 'a'.repeat(64),
        hint: 'abcd',
        scopes: ['read'],
        expires_at: '2027-01-01T00:00:00Z',
      })
      .execute();
    const { status, body } = await request(client, user);
    const deletesAt = new Date(world.clock.nowMs() + 14 * DAY_MS).toISOString();
    expect([status, body]).toEqual([200, { export: null, deletes_at: deletesAt, deletion_blockers: [] }]);
    expect(await world.state(client)).toEqual(body);
    expect((await other.get<SessionAnswer>('/api/auth/me')).body.user).toBeNull();
    const tokens = await db.selectFrom('api_token').selectAll().where('owner_id', '=', user.id).execute();
    expect(tokens.map(({ revoked_at }) => revoked_at)).toEqual([world.clock.now()]);

    // Asked again, the day stays, and nobody is told twice.
    world.clock.advance(DAY_MS);
    expect((await request(client, user)).body.deletes_at).toBe(deletesAt);
    world.clock.advance(-DAY_MS);
    const mails = await db.selectFrom('mail').selectAll().where('recipient', '=', user.email).execute();
    expect(mails).toMatchObject([{ template: 'account-deletion-scheduled', locale: 'de' }]);
  });

  it('is open to accounts that are not active', async () => {
    const user = await poor({ status: 'ADK rejected' });
    const client = await world.signedIn(user);
    expect((await request(client, user)).status).toBe(200);
    expect((await takeBack(client)).body.deletes_at).toBeNull();
    expect((await rowOf(user.id)).status).toBe('ADK rejected');
  });
});

describe('taking it back', () => {
  it('works from a fresh sign-in, changes no status, and once more is nothing', async () => {
    const user = await poor();
    await request(await world.signedIn(user), user);
    const later = await world.signedIn(user);
    await world.age(user.id);
    const { status, body } = await takeBack(later);
    expect([status, body.deletes_at]).toEqual([200, null]);
    expect(await takeBack(later)).toMatchObject({ status: 200 });
    expect(await rowOf(user.id)).toMatchObject({
      status: 'active',
      deletes_at: null,
      deletion_requested_at: null,
      gives_up_micros: null,
    });
    world.clock.advance(20 * DAY_MS);
    await world.privacy.service.sweep();
    world.clock.advance(-20 * DAY_MS);
    expect((await rowOf(user.id)).deleted_at).toBeNull();
  });

  it('against the job that is due: the account is whole or gone, and the answer says which', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await poor();
      const client = await world.signedIn(user);
      await request(client, user);
      await makeDue(user.id);
      const [{ status }] = await Promise.all([takeBack(client), world.privacy.service.sweep()]);
      const row = await rowOf(user.id);
      if (row.deleted_at === null) {
        expect([status, row.email, row.deletes_at]).toEqual([200, user.email, null]);
      } else {
        expect([401, 409, 419]).toContain(status);
        expect(row.email).toBe(`deleted-${user.id}@deleted.invalid`);
      }
    }
  });

  it('too late is refused', async () => {
    const user = await poor();
    const client = await world.signedIn(user);
    await request(client, user);
    await makeDue(user.id);
    await world.privacy.service.sweep();
    // Its session went with it: the page's token is nobody's.
    expect((await takeBack(client)).status).toBe(419);
    await expect(world.privacy.service.takeBackDeletion(user.id)).rejects.toMatchObject({
      code: 'ACCOUNT_DELETED',
    });
  });
});

describe('what stands in the way', () => {
  it('earnings that are not paid out, until they are given up', async () => {
    const user = await makePublisher(world.test.db);
    await earn(user.id, 5_000_000n);
    const client = await world.signedIn(user);
    expect((await world.state(client)).deletion_blockers).toEqual(['payable']);
    const refused = await request(client, user);
    expect([refused.status, refused.body.code]).toEqual([409, 'DELETION_BLOCKED']);
    expect((await rowOf(user.id)).deletes_at).toBeNull();
    const { status, body } = await request(client, user, { give_up_balance: true });
    expect([status, body.deletion_blockers]).toEqual([200, []]);
    // What is counted late of the last visits belongs to what was given up.
    await earn(user.id, 1_000n, `late:${user.id}`);
    await makeDue(user.id);
    await world.privacy.service.sweep();
    expect((await rowOf(user.id)).deleted_at).not.toBeNull();
    expect((await balances(world.test.db, user.id)).publisher_pending).toBe(0n);
  });

  it('money that was paid in, until it is given up; a bonus is no such money', async () => {
    const { db } = world.test;
    const [rich, gifted] = [await makeAdvertiser(db), await poor({ bonusMicros: 1_000_000n })];
    expect((await world.state(await world.signedIn(gifted))).deletion_blockers).toEqual([]);
    const client = await world.signedIn(rich);
    const refused = await request(client, rich, { give_up_balance: false });
    expect([refused.status, refused.body.code]).toEqual([409, 'DELETION_BLOCKED']);
    expect((await world.state(client)).deletion_blockers).toEqual(['balance']);
    expect((await request(client, rich, { give_up_balance: true })).status).toBe(200);
  });

  it('a payout that is on its way, until it has ended', async () => {
    const { db } = world.test;
    const user = await makePublisher(db);
    const move = (kind: 'opening' | 'correction', amountMicros: bigint) =>
      inTransaction(db, (trx) =>
        post(trx, {
          idempotencyKey: `on-its-way:${user.id}:${kind}`,
          kind,
          occurredAt: world.clock.now(),
          postings: [
            { kind: 'publisher_payout', ownerId: user.id, amountMicros },
            { kind: 'clearing', ownerId: null, amountMicros: -amountMicros },
          ],
        }),
      );
    await move('opening', 60_000_000n);
    const client = await world.signedIn(user);
    expect((await world.state(client)).deletion_blockers).toEqual(['payments']);
    expect((await request(client, user, { give_up_balance: true })).body.code).toBe('DELETION_BLOCKED');
    await move('correction', -60_000_000n);
    expect((await request(client, user)).status).toBe(200);
  });

  it('what is owed of a credit line, which nobody can give up', async () => {
    const { db } = world.test;
    const { creditDrawPostings, post, repayFromCash } = await import('../ledger');
    const user = await poor();
    const key = `owed-${user.id}`;
    const occurredAt = world.clock.now();
    await inTransaction(db, (trx) =>
      post(trx, {
        idempotencyKey: key,
        kind: 'credit_draw',
        occurredAt,
        postings: creditDrawPostings(user.id, 1_000n),
      }),
    );
    const client = await world.signedIn(user);
    expect((await world.state(client)).deletion_blockers).toEqual(['balance', 'owed']);
    const refused = await request(client, user, { give_up_balance: true });
    expect([refused.status, refused.body.code]).toEqual([409, 'DELETION_BLOCKED']);
    await inTransaction(db, (trx) => repayFromCash(trx, { ownerId: user.id, reference: key, occurredAt }));
    expect((await request(client, user)).body.deletion_blockers).toEqual([]);
  });

  it('a debt in cash that a chargeback left, until it is paid', async () => {
    const { db } = world.test;
    const { chargeBack, deposit } = await import('../ledger');
    const user = await poor();
    const booking = {
      amountMicros: 2_000n,
      reference: `charged-back-${user.id}`,
      occurredAt: world.clock.now(),
    };
    await chargeBack(db, { ...booking, ownerId: user.id });
    const client = await world.signedIn(user);
    expect((await world.state(client)).deletion_blockers).toEqual(['owed']);
    const refused = await request(client, user, { give_up_balance: true });
    expect([refused.status, refused.body.code]).toEqual([409, 'DELETION_BLOCKED']);
    await deposit(db, { ...booking, advertiserId: user.id });
    expect((await request(client, user)).body.deletion_blockers).toEqual([]);
  });

  it('a payment that has not ended, and money that was set aside for a refund; nobody can give them up', async () => {
    const { db } = world.test;
    const { holdCash, returnHold } = await import('../ledger');
    const user = await makeAdvertiser(db);
    const client = await world.signedIn(user);
    const { id } = await db
      .insertInto('payment')
      .values({
        user_id: user.id,
        type: 'deposit',
        state: 'created',
        origin: 'person',
        client_key: `open-${user.id}`,
        amount_micros: 1_000_000n,
        gateway: 'sandbox',
        created_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ask = () => request(client, user, { give_up_balance: true });
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([409, 'DELETION_BLOCKED']);
    expect((await world.state(client)).deletion_blockers).toEqual(['balance', 'payments']);
    await db
      .updateTable('payment')
      .set({ state: 'cancelled', ended_at: world.clock.now() })
      .where('id', '=', id)
      .execute();
    const set = { ownerId: user.id, amountMicros: 1n, reference: `r-${id}`, occurredAt: world.clock.now() };
    await holdCash(db, set);
    expect((await ask()).body.code).toBe('DELETION_BLOCKED');
    await returnHold(db, set);
    expect((await ask()).status).toBe(200);
  });

  it('money that was paid in since: the account waits for its owner', async () => {
    const { db } = world.test;
    const { deposit } = await import('../ledger');
    const user = await makeAdvertiser(db);
    const client = await world.signedIn(user);
    await request(client, user, { give_up_balance: true });
    await deposit(db, {
      advertiserId: user.id,
      amountMicros: 1n,
      reference: `since-${user.id}`,
      occurredAt: world.clock.now(),
    });
    await makeDue(user.id);
    await world.privacy.service.sweep();
    expect(await rowOf(user.id)).toMatchObject({ deleted_at: null, email: user.email });
    expect((await world.state(client)).deletion_blockers).toEqual(['balance']);
    expect((await request(client, user, { give_up_balance: true })).body.deletion_blockers).toEqual([]);
    await world.privacy.service.sweep();
    expect((await rowOf(user.id)).deleted_at).not.toBeNull();
  });

  it('being the last admin, also for two who go at once', async () => {
    const { db } = world.test;
    const only = await makeAdmin(db);
    const client = await world.signedIn(only);
    expect((await world.state(client)).deletion_blockers).toEqual(['admin']);
    expect((await request(client, only, { give_up_balance: true })).body.code).toBe('DELETION_BLOCKED');
    const second = await makeAdmin(db);
    const other = await world.signedIn(second);
    const answers = await Promise.all([request(client, only), request(other, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    // Whoever is about to go is no admin to rely on.
    await makeAdmin(db, { status: 'suspended' });
    await sql`UPDATE app_user SET deletes_at = ${new Date(world.clock.nowMs() - 1)} WHERE deletes_at IS NOT NULL
      AND role = 'admin'`.execute(db);
    await world.privacy.service.sweep();
    const left = await db
      .selectFrom('app_user')
      .select('id')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .execute();
    expect(left).toHaveLength(1);
  });
});

it('leaves campaigns as they are until the account is gone', async () => {
  const user = await poor();
  const campaign = await makeCampaign(world.test.db, { advertiser_id: user.id });
  const client = await world.signedIn(user);
  await request(client, user);
  const stateOf = async () =>
    (
      await world.test.db
        .selectFrom('campaign')
        .select('state')
        .where('id', '=', campaign.id)
        .executeTakeFirstOrThrow()
    ).state;
  expect(await stateOf()).toBe('approved');
  await takeBack(client);
  expect(await stateOf()).toBe('approved');
});
