import { randomUUID } from 'node:crypto';
import {
  type ErrorBody,
  earnings as earningsSchema,
  type OperatorPayout,
  operatorPayout,
  operatorPayoutList,
  type Payout,
  type PayoutBatch,
  payout as payoutSchema,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { ageProofs, makeAdmin, makePublisher } from '../../testing';
import { balances } from '../ledger';
import { openPayouts, type PayoutsWorld, UNIT } from './testPayouts';

let world: PayoutsWorld;
beforeAll(async () => {
  world = await openPayouts();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set('2026-11-16T12:00:00.000Z'));
afterEach(async () => expect(await world.trouble()).toEqual([]));

const held = async (publisherId: number) => {
  const { publisher_pending, publisher_payable, publisher_payout } = await balances(
    world.test.db,
    publisherId,
  );
  return [publisher_pending, publisher_payable, publisher_payout].map(Number);
};
const post = (client: PayoutsWorld['admin'], amount: number, id = randomUUID()) =>
  client.post<Payout & ErrorBody>('/api/publisher/payouts', { payout_id: id, amount_micros: amount });
const audit = async (action: string) => {
  const { rows } = await sql<{ actor: string; why: string; detail: Record<string, unknown> }>`
    SELECT actor, why, detail FROM money_audit WHERE action = ${action} ORDER BY id DESC`.execute(
    world.test.db,
  );
  return rows;
};
const mails = async (userId: number) => {
  const { rows } = await sql<{ template: string }>`
    SELECT m.template FROM mail m JOIN app_user u ON u.email = m.recipient WHERE u.id = ${userId}
    ORDER BY m.template`.execute(world.test.db);
  return rows.map(({ template }) => template);
};

describe('a payout', () => {
  it('is asked for, approved, sent with others and paid', async () => {
    const { user, client } = await world.makePaid(120 * UNIT + 1_234);
    const before = await world.earnings(client);
    expect(earningsSchema.parse(before)).toEqual(before);
    expect(before).toMatchObject({
      payable_micros: 120 * UNIT + 1_234,
      request: { ok: true, amount_micros: 120 * UNIT },
      method: { label: 'Test bank 3000', locked_until: null },
    });
    const asked = await world.request(client);
    expect(payoutSchema.parse(asked)).toEqual(asked);
    expect(asked).toMatchObject({
      state: 'requested',
      amount_micros: 120 * UNIT,
      method: 'Test bank 3000',
      due_at: '2026-11-21T12:00:00.000Z',
    });
    expect(await held(user.id)).toEqual([0, 1_234, 120 * UNIT]);
    expect(world.messages.sent).toContainEqual({
      to: `account:${user.id}`,
      event: 'payout.changed',
      payload: { payout_id: asked.id },
    });
    expect((await world.reviewOf(asked.id)).checks).toEqual(['first-payout']);

    const approved = await world.decide(asked.id, { decision: 'approve' });
    expect(approved.status).toBe(200);
    expect(operatorPayout.parse(approved.body)).toEqual(approved.body);
    expect(approved.body).toMatchObject({ state: 'approved', batch_id: null });
    expect((await audit('payout_approved'))[0]).toMatchObject({
      actor: expect.stringMatching(/^admin \d+$/),
      detail: { publisher: user.id, amount_micros: String(120 * UNIT) },
    });
    expect((await world.decide(asked.id, { decision: 'approve' })).body).toMatchObject({
      code: 'PAYOUT_DECIDED',
    });
    expect((await world.settle(asked.id, { outcome: 'paid', bank_reference: 'X' })).body).toMatchObject({
      code: 'PAYOUT_NOT_SENT',
    });

    const sent = await world.send(asked.id);
    expect(sent.status).toBe(201);
    const batch = sent.body as PayoutBatch;
    expect(batch).toMatchObject({ count: 1, amount_micros: 120 * UNIT, sent: 1, paid: 0, failed: 0 });
    const file = await world.admin.get(`/api/operator/payout-batches/${batch.id}.csv`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.text.split('\r\n')[1]).toContain(`${asked.id},`);
    expect(file.text).toContain(',Test bank 3000,120.00,USD,');
    expect(await held(user.id)).toEqual([0, 1_234, 120 * UNIT]);

    const outcome = { outcome: 'paid', bank_reference: 'T-17' };
    const paid = await world.settle(asked.id, outcome);
    expect(paid.body).toMatchObject({ state: 'paid', reference: 'T-17', checks: [] });
    expect((await world.settle(asked.id, outcome)).body).toEqual(paid.body);
    expect((await world.settle(asked.id, { outcome: 'failed', reason: 'Closed' })).status).toBe(409);
    expect(await held(user.id)).toEqual([0, 1_234, 0]);
    expect(world.statements.filter(({ userId }) => userId === user.id)).toMatchObject([
      { amountMicros: BigInt(120 * UNIT), methodLabel: 'Test bank 3000', bankReference: 'T-17' },
    ]);
    expect(world.ended.filter(({ publisherId }) => publisherId === user.id)).toMatchObject([
      { state: 'paid', bankReference: 'T-17' },
    ]);
    const { documents } = paid.body as Payout;
    expect(documents).toMatchObject([{ kind: 'payout_statement' }]);
    const statement = await client.get(`/api/documents/${documents[0]?.id}.pdf`);
    expect(statement.text.slice(0, 5)).toBe('%PDF-');
    const after = await world.earnings(client);
    expect(after).toMatchObject({
      payable_micros: 1_234,
      on_the_way_micros: 0,
      paid_micros: 120 * UNIT,
      last_paid_at: '2026-11-16T12:00:00.000Z',
      request: {
        ok: false,
        reason: 'below-threshold',
        params: { threshold_micros: 50 * UNIT, missing_micros: 50 * UNIT },
      },
    });
    expect(await mails(user.id)).toEqual(['payout-requested', 'payout-sent']);
    expect((await audit('payout_settled'))[0]).toMatchObject({ why: 'T-17' });
  });

  it('that was refused or failed is payable again', async () => {
    const { user, client } = await world.makePaid(80 * UNIT);
    const first = await world.request(client);
    const refused = await world.decide(first.id, { decision: 'refuse', reason: 'Please call us' });
    expect(refused.body).toMatchObject({ state: 'refused', reason: 'Please call us' });
    expect(await held(user.id)).toEqual([0, 80 * UNIT, 0]);
    const second = await world.request(client);
    await world.decide(second.id, { decision: 'approve' });
    await world.send(second.id);
    const failed = await world.settle(second.id, { outcome: 'failed', reason: 'The account is closed' });
    expect(failed.body).toMatchObject({ state: 'failed', reason: 'The account is closed' });
    expect(await held(user.id)).toEqual([0, 80 * UNIT, 0]);
    expect(world.ended.filter(({ publisherId }) => publisherId === user.id)).toMatchObject([
      { state: 'refused', reason: 'Please call us' },
      { state: 'failed', reason: 'The account is closed' },
    ]);
    const { body } = await client.get<{ payouts: Payout[] }>('/api/publisher/payouts');
    expect(body.payouts.map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'failed'],
      [first.id, 'refused'],
    ]);
  });

  it('is one, however often it is asked for at once', async () => {
    const { user, client } = await world.makePaid(90 * UNIT);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(client, 90 * UNIT)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    for (const { status, body } of answers)
      if (status === 409) expect(body.errors).toEqual({ reason: ['open-payout'] });
    expect(await held(user.id)).toEqual([0, 0, 90 * UNIT]);
  });

  it('has the id that its browser made: the same one is the same payout', async () => {
    const { client } = await world.makePaid(60 * UNIT);
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(client, 60 * UNIT, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await post(client, 61 * UNIT, id)).body.code).toBe('PAYOUT_ID_USED');
  });

  it('takes a recent proof, of the publisher and of operators', async () => {
    const { user, client } = await world.makePaid(60 * UNIT);
    await ageProofs(world.test.db, user.id, 6 * 60_000);
    expect((await post(client, 60 * UNIT)).body.code).toBe('REAUTH_REQUIRED');
    await client.signIn(user);
    const asked = await post(client, 60 * UNIT);
    expect(asked.status).toBe(201);
    const operator = await makeAdmin(world.test.db);
    const late = await world.signedIn(operator);
    await ageProofs(world.test.db, operator.id, 6 * 60_000);
    const { account } = await world.reviewOf(asked.body.id);
    const calls: [method: 'post' | 'put', path: string, body: object][] = [
      ['post', `payouts/${asked.body.id}/decision`, { decision: 'approve' }],
      ['post', `payouts/${asked.body.id}/outcome`, { outcome: 'paid', bank_reference: 'T-1' }],
      ['post', 'payout-batches', { batch_id: randomUUID(), payouts: [asked.body.id] }],
      ['put', `publishers/${account.id}/payout-terms`, { terms_days: 0, held: false, why: 'Because' }],
    ];
    for (const [method, path, body] of calls)
      expect((await late[method](`/api/operator/${path}`, body)).body).toMatchObject({
        code: 'REAUTH_REQUIRED',
      });
    expect((await world.reviewOf(asked.body.id)).state).toBe('requested');
  });
});

describe('a request is refused', () => {
  const reason = async (client: PayoutsWorld['admin']) => {
    const { request } = await world.earnings(client);
    const { body, status } = await post(client, 60 * UNIT);
    expect(status).toBe(409);
    expect(body.code).toBe('PAYOUT_REFUSED');
    expect(request.ok ? null : request.reason).toBe(body.errors?.reason?.[0]);
    return body.errors?.reason?.[0];
  };

  it('without a bank account, and for three days after one was added or made the default', async () => {
    const { user, client } = await world.makePaid(60 * UNIT);
    await sql`UPDATE payment_method SET removed_at = now(), is_default = false WHERE user_id = ${user.id}`.execute(
      world.test.db,
    );
    expect(await reason(client)).toBe('no-method');
    const id = await world.addBank(user.id, '2026-11-13T12:00:01.000Z');
    expect(await reason(client)).toBe('method-locked');
    expect((await world.earnings(client)).method).toMatchObject({
      id,
      locked_until: '2026-11-16T12:00:01.000Z',
    });
    world.clock.set('2026-11-16T12:00:01.000Z');
    expect((await world.earnings(client)).request).toEqual({ ok: true, amount_micros: 60 * UNIT });
    // Another one that was the default meanwhile: this one is locked again.
    await sql`UPDATE payment_method SET is_default = false WHERE id = ${id}`.execute(world.test.db);
    expect(await reason(client)).toBe('no-method');
    await sql`UPDATE payment_method SET is_default = true, default_since = ${world.clock.now()} WHERE id = ${id}`.execute(
      world.test.db,
    );
    expect(await reason(client)).toBe('method-locked');
  });

  it('while payouts are held, which operators decide with a reason', async () => {
    const { user, client } = await world.makePaid(60 * UNIT);
    const asked = await world.request(client);
    const { account } = await world.reviewOf(asked.id);
    const path = `/api/operator/publishers/${account.id}/payout-terms`;
    const held = await world.admin.put(path, { terms_days: 45, held: true, why: 'Odd traffic' });
    expect(held.body).toEqual({ terms_days: 45, held: true });
    expect((await world.admin.get(path)).body).toEqual({ terms_days: 45, held: true });
    expect((await audit('payout_terms_changed'))[0]).toMatchObject({
      why: 'Odd traffic',
      detail: {
        publisher: user.id,
        before: { terms_days: 30, held: false },
        after: { terms_days: 45, held: true },
      },
    });
    expect((await world.reviewOf(asked.id)).checks).toEqual(['held', 'first-payout']);
    expect((await world.decide(asked.id, { decision: 'approve' })).body).toMatchObject({
      code: 'PAYOUT_HELD',
    });
    await world.decide(asked.id, { decision: 'refuse', reason: 'Odd traffic' });
    expect(await reason(client)).toBe('held');
    expect((await world.earnings(client)).terms_days).toBe(45);
  });

  it('when another amount is available by now', async () => {
    const { user, client } = await world.makePaid(60 * UNIT);
    await world.earn(user.id, -UNIT, '2026-11-16T11:00:00Z');
    const { body, status } = await post(client, 60 * UNIT);
    expect([status, body.code]).toEqual([409, 'AMOUNT_CHANGED']);
    expect((await world.earnings(client)).request).toEqual({ ok: true, amount_micros: 59 * UNIT });
  });

  it('when the account is suspended, and below the threshold', async () => {
    const { user, client } = await world.makePaid(49 * UNIT);
    expect(await reason(client)).toBe('below-threshold');
    await sql`UPDATE app_user SET status = 'suspended' WHERE id = ${user.id}`.execute(world.test.db);
    expect((await world.earnings(client)).request).toMatchObject({ ok: false, reason: 'account' });
    expect((await post(client, 49 * UNIT)).status).toBe(403);
  });

  it('when the books do not agree, and nothing is approved either', async () => {
    const { user, client } = await world.makePaid(100 * UNIT);
    const asked = await world.request(client);
    const bend = (micros: number) =>
      sql`UPDATE ledger_account SET balance_micros = balance_micros + ${micros}
        WHERE owner_id = ${user.id} AND kind = 'publisher_payable'`.execute(world.test.db);
    await bend(60 * UNIT);
    expect((await world.reviewOf(asked.id)).checks).toEqual(['not-reconciled', 'first-payout']);
    expect((await world.decide(asked.id, { decision: 'approve' })).body).toMatchObject({
      code: 'NOT_RECONCILED',
    });
    await world.decide(asked.id, { decision: 'refuse', reason: 'To be looked at' });
    expect(await reason(client)).toBe('not-reconciled');
    await bend(-60 * UNIT);
    expect((await world.earnings(client)).request.ok).toBe(true);
  });
});

it('is verified against the ledger, as the months are that it comes of', async () => {
  const { user, client } = await world.makePaid(100 * UNIT);
  const asked = await world.request(client);
  const { owner } = world.test;
  const set = (micros: number) =>
    sql`UPDATE payout SET amount_micros = ${micros} WHERE publisher_id = ${user.id}`.execute(owner);
  await set(101 * UNIT);
  expect(await world.trouble()).toEqual([
    {
      check: 'payouts have moved what their state says',
      subject: expect.stringMatching(/^payout \d+ payout_request$/),
      expected: BigInt(101 * UNIT),
      actual: BigInt(100 * UNIT),
    },
  ]);
  await set(100 * UNIT);
  const months = (micros: number) =>
    sql`UPDATE earnings_release SET released_micros = ${micros} WHERE publisher_id = ${user.id}
      AND released_micros > 0`.execute(world.test.owner);
  await months(1);
  expect(await world.trouble()).toMatchObject([
    { check: 'released months have moved what they say', expected: 1n, actual: BigInt(100 * UNIT) },
  ]);
  await months(100 * UNIT);
  await world.decide(asked.id, { decision: 'refuse', reason: 'Only a test' });
});

describe('an approved payout', () => {
  it('is not sent when the books stopped agreeing, its account is gone, or payouts are held', async () => {
    const { user, client } = await world.makePaid(100 * UNIT);
    const asked = await world.request(client);
    await world.decide(asked.id, { decision: 'approve' });
    const bend = (micros: number) =>
      sql`UPDATE ledger_account SET balance_micros = balance_micros + ${micros}
        WHERE owner_id = ${user.id} AND kind = 'publisher_payout'`.execute(world.test.db);
    await bend(UNIT);
    expect((await world.send(asked.id)).body).toMatchObject({ code: 'NOT_RECONCILED' });
    await bend(-UNIT);
    await sql`UPDATE payment_method SET removed_at = now(), is_default = false WHERE user_id = ${user.id}`.execute(
      world.test.db,
    );
    expect((await world.send(asked.id)).body).toMatchObject({ code: 'PAYOUT_METHOD_GONE' });
    expect((await world.reviewOf(asked.id)).state).toBe('approved');
    await sql`UPDATE app_user SET payout_held = true WHERE id = ${user.id}`.execute(world.test.db);
    expect((await world.send(asked.id)).body).toMatchObject({ code: 'PAYOUT_HELD' });
  });

  it('of an account that was suspended meanwhile is neither approved nor sent, and can be refused', async () => {
    const { user, client } = await world.makePaid(100 * UNIT);
    const asked = await world.request(client);
    const become = (status: 'active' | 'suspended') =>
      world.test.db.updateTable('app_user').set({ status }).where('id', '=', user.id).execute();
    await become('suspended');
    const code = 'PAYOUT_ACCOUNT_NOT_ACTIVE';
    expect((await world.decide(asked.id, { decision: 'approve' })).body).toMatchObject({ code });
    expect((await world.reviewOf(asked.id)).checks).toEqual(['account-not-active', 'first-payout']);
    await become('active');
    expect((await world.decide(asked.id, { decision: 'approve' })).status).toBe(200);
    await become('suspended');
    expect((await world.send(asked.id)).body).toMatchObject({ code });
    const refused = await world.decide(asked.id, { decision: 'refuse', reason: 'Your account is suspended' });
    expect(refused.body).toMatchObject({ state: 'refused', checks: [] });
    expect(await held(user.id)).toEqual([0, 100 * UNIT, 0]);
  });

  it('can still be refused until it is sent, so that its money is not on its way for ever', async () => {
    const { user, client } = await world.makePaid(100 * UNIT);
    const asked = await world.request(client);
    await world.decide(asked.id, { decision: 'approve' });
    const refused = await world.decide(asked.id, { decision: 'refuse', reason: 'The account is gone' });
    expect(refused.body).toMatchObject({ state: 'refused', reason: 'The account is gone' });
    expect(await held(user.id)).toEqual([0, 100 * UNIT, 0]);
    const next = await world.request(client);
    await world.decide(next.id, { decision: 'approve' });
    await world.send(next.id);
    expect((await world.decide(next.id, { decision: 'refuse', reason: 'Too late' })).body).toMatchObject({
      code: 'PAYOUT_DECIDED',
    });
  });
});

describe('operators see', () => {
  /** The id of a payout that waits to be sent. */
  const approved = async () => {
    const { id } = await world.request((await world.makePaid(70 * UNIT)).client);
    await world.decide(id, { decision: 'approve' });
    return id;
  };

  it('what speaks against a payout: another account, none, a debt, much invalid traffic', async () => {
    const { user, client } = await world.makePaid(100 * UNIT);
    const asked = await world.request(client);
    await sql`UPDATE payment_method SET is_default = false WHERE user_id = ${user.id}`.execute(world.test.db);
    await world.addBank(user.id);
    expect((await world.reviewOf(asked.id)).checks).toEqual(['method-changed', 'first-payout']);
    await sql`UPDATE payment_method SET removed_at = now() WHERE user_id = ${user.id} AND NOT is_default`.execute(
      world.test.db,
    );
    await world.earn(user.id, -30 * UNIT, '2026-11-16T11:30:00Z');
    const review = await world.reviewOf(asked.id);
    expect(review.checks).toEqual(['method-gone', 'debt', 'first-payout', 'invalid-share']);
    expect(review.invalid_share).toBeCloseTo(0.3);
    expect((await world.decide(asked.id, { decision: 'approve' })).body).toMatchObject({
      code: 'PAYOUT_METHOD_GONE',
    });
    await world.decide(asked.id, { decision: 'refuse', reason: 'Enter your account again' });
    // The debt is taken off what can be asked for next.
    expect(await world.earnings(client)).toMatchObject({
      debt_micros: 30 * UNIT,
      payable_micros: 100 * UNIT,
      request: { ok: true, amount_micros: 70 * UNIT },
    });
  });

  it('all of a state, with totals and counts', async () => {
    const { client } = await world.makePaid(55 * UNIT);
    const asked = await world.request(client);
    const { body } = await world.admin.get<{ payouts: OperatorPayout[] }>(
      '/api/operator/payouts?state=requested',
    );
    expect(operatorPayoutList.parse(body)).toEqual(body);
    expect(body.payouts.map(({ id }) => id)).toContain(asked.id);
    expect(new Set(body.payouts.map(({ state }) => state))).toEqual(new Set(['requested']));
    expect((await world.admin.get('/api/operator/payouts?state=lost')).status).toBe(422);
    expect((await world.admin.get('/api/operator/payouts?before=c_1k7a')).status).toBe(422);
  });

  it('one batch for one id, and none with what is not approved', async () => {
    const made = [await world.makePaid(70 * UNIT), await world.makePaid(75 * UNIT)];
    const ids = [];
    for (const { client } of made) ids.push((await world.request(client)).id);
    expect((await world.send(...ids)).body).toMatchObject({ code: 'PAYOUT_NOT_APPROVED' });
    for (const id of ids) await world.decide(id, { decision: 'approve' });
    const body = { batch_id: randomUUID(), payouts: ids };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.admin.post<PayoutBatch>('/api/operator/payout-batches', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ count: 2, amount_micros: 145 * UNIT });
    expect((await world.send(...ids)).body).toMatchObject({ code: 'PAYOUT_NOT_APPROVED' });
    expect((await world.send('po_zzzzzz')).status).toBe(404);
    const again = (payouts: string[]) =>
      world.admin.post<ErrorBody>('/api/operator/payout-batches', { ...body, payouts });
    expect((await again(ids.toReversed())).status).toBe(200);
    const others = [ids.slice(1), [...ids, 'po_zzzzzz'], [ids[0] ?? '', await approved()]];
    for (const payouts of others) {
      const { status, body: answer } = await again(payouts);
      expect([status, answer.code]).toEqual([409, 'BATCH_ID_USED']);
    }
  });

  it('in the file of a batch what still waits for the bank, and nothing twice', async () => {
    const ids = [await approved(), await approved(), await approved()];
    const [paid = '', failed = '', waiting = ''] = ids;
    const { id } = (await world.send(...ids)).body as PayoutBatch;
    const listed = async () => {
      const { text } = await world.admin.get(`/api/operator/payout-batches/${id}.csv`);
      return text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',', 1)[0]);
    };
    expect(await listed()).toEqual(ids);
    await world.settle(paid, { outcome: 'paid', bank_reference: 'T-30' });
    await world.settle(failed, { outcome: 'failed', reason: 'The account is closed' });
    expect(await listed()).toEqual([waiting]);
  });

  it('one reference of the bank for payouts of one batch alone, whoever enters it', async () => {
    const ids = [await approved(), await approved(), await approved(), await approved()];
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await world.send(first, second);
    const pay = (id: string, reference: string) =>
      world.settle(id, { outcome: 'paid', bank_reference: reference });
    for (const id of [first, second]) expect((await pay(id, 'T-40')).status).toBe(200);
    await world.send(third);
    await world.send(fourth);
    expect((await pay(third, 'T-40')).body).toMatchObject({ code: 'BANK_REFERENCE_USED' });
    expect((await world.reviewOf(third)).state).toBe('sent');
    // Of two at once one is booked.
    const answers = await Promise.all([pay(third, 'T-41'), pay(fourth, 'T-41')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    // Entered again it is the same answer, not another payout.
    expect((await pay(first, 'T-40')).status).toBe(200);
  });
});

it('is nobody else’s to see or to decide', async () => {
  const { client } = await world.makePaid(60 * UNIT);
  const asked = await world.request(client);
  const stranger = await world.signedIn(await makePublisher(world.test.db));
  expect((await stranger.get<{ payouts: Payout[] }>('/api/publisher/payouts')).body.payouts).toEqual([]);
  expect(
    (await client.post(`/api/operator/payouts/${asked.id}/decision`, { decision: 'approve' })).status,
  ).toBe(403);
});
