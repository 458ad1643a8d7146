import type { CreditDetail, CreditLine, CreditLineList, ErrorBody, SessionAnswer } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { ForbiddenError } from '../../platform/errors';
import { silentLog } from '../../platform/log';
import {
  buildApp,
  createTestDb,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createDocumentsFeature } from '../documents';
import { creditDrawPostings, deposit, post, verify } from '../ledger';
import type { PaymentFacts } from '../payments';
import { type CreditFeature, createCreditFeature, creditSummaryOf } from '.';
import { addMonths, endOfMonth, monthOf } from './months';
import { sumMonth } from './statements.repo';
import { changeLine, fundsOf, openLine } from './testCredit';

const DAY_MS = 86_400_000;
// The ledger's transactions are of now: months are counted from here.
const MONTH = monthOf(new Date());
const clock = fakeClock();

const COMPANY = { name: 'EzDash', address: ['Somewhere 1'], taxId: null };

let test_: TestDb;
let app: TestApp;
let credit: CreditFeature;
let admin: TestClient;
let proven = true;
const mails: { to: string; data: unknown; key: string }[] = [];
beforeAll(async () => {
  test_ = await createTestDb();
  credit = createCreditFeature({
    db: test_.db,
    clock,
    log: silentLog,
    publisher: { toOperators: async () => {} },
    mail: {
      send: async (_db, { to, data, idempotencyKey }) => {
        const isNew = !mails.some(({ key }) => key === idempotencyKey);
        if (isNew) mails.push({ to, data, key: idempotencyKey });
        return { id: idempotencyKey, isNew };
      },
    },
    documents: createDocumentsFeature({ db: test_.db, clock, company: COMPANY, bankAccount: null }),
    checkProof: () => {
      if (!proven) throw new ForbiddenError('Confirm that it is you', 'REAUTH_REQUIRED');
    },
  });
  app = await buildApp({ test: test_, mounts: credit.mounts });
  admin = app.client();
  await admin.signIn(await makeAdmin(test_.db));
});
afterAll(async () => {
  await app.close();
  await test_.drop();
});
beforeEach(() => {
  clock.set(new Date().toISOString());
  proven = true;
});

let keys = 0;
/** As the ingestion lends: the books of these tests have no ad spend. */
const lend = (advertiserId: number, micros: bigint) =>
  inTransaction(test_.db, (trx) =>
    post(trx, {
      idempotencyKey: `lent-${++keys}`,
      kind: 'credit_draw',
      occurredAt: clock.now(),
      postings: creditDrawPostings(advertiserId, micros),
    }),
  );
/** What was lent is spent. */
const spend = (advertiserId: number, micros: bigint) =>
  inTransaction(test_.db, (trx) =>
    post(trx, {
      idempotencyKey: `spent-${++keys}`,
      kind: 'correction',
      occurredAt: clock.now(),
      postings: [
        { kind: 'advertiser_cash', ownerId: advertiserId, amountMicros: -micros },
        { kind: 'network_revenue', ownerId: null, amountMicros: micros },
      ],
    }),
  );
async function owing(micros: bigint, termsDays = 30): Promise<MadeUser> {
  const user = await makeAdvertiser(test_.db, { cashMicros: 0n });
  await openLine(test_.db, user.id, { limitMicros: 10_000_000n, termsDays });
  await lend(user.id, micros);
  await spend(user.id, micros);
  return user;
}

const factsOf = (userId: number, id: number, amountMicros: bigint): PaymentFacts => ({
  id,
  userId,
  type: 'deposit',
  parentId: null,
  amountMicros,
  feeMicros: 0n,
  currency: 'USD',
  promoCode: null,
  gatewayName: 'Test',
  methodLabel: null,
  externalTransactionId: null,
  reference: null,
  createdAt: clock.now(),
});
/** A payment is completed: its deposit and its hook in one transaction. */
function paid(userId: number, amountMicros: bigint) {
  keys += 1;
  return inTransaction(test_.db, async (trx) => {
    await deposit(trx, {
      advertiserId: userId,
      amountMicros,
      reference: `paid-${keys}`,
      occurredAt: clock.now(),
    });
    return credit.hook.completed?.(trx, factsOf(userId, keys, amountMicros), clock.now());
  });
}
const summary = (userId: number) => creditSummaryOf(test_.db, userId, clock.now());
const mailsTo = ({ email }: MadeUser) => mails.filter(({ to }) => to === email);
const later = (days: number) => clock.advance(days * DAY_MS);
/** The next month has begun five minutes ago. */
const nextMonth = (count = 1) =>
  clock.set(new Date(endOfMonth(addMonths(MONTH, count - 1)).getTime() + 300_000).toISOString());
const statementsOf = async (userId: number) => (await credit.service.detail(userId))?.statements ?? [];

describe('an operator', () => {
  const put = <Body>(user: Pick<MadeUser, 'id'>, change: object = {}) =>
    admin.put<Body>(`/api/operator/credit-lines/${publicId('user', user.id)}`, {
      limit_micros: 5_000_000,
      terms_days: 14,
      state: 'open',
      why: 'agreed by contract',
      ...change,
    });
  const vip = async () => {
    const user = await makeAdvertiser(test_.db);
    await sql`UPDATE app_user SET account_type_id = (SELECT id FROM account_type WHERE name = 'VIP2')
      WHERE id = ${user.id}`.execute(test_.db);
    return user;
  };

  test('agrees a line, changes it, and the audit has both', async () => {
    const user = await vip();
    const made = await put<CreditLine>(user);
    expect([made.status, made.body]).toEqual([
      200,
      expect.objectContaining({ state: 'open', limit_micros: 5_000_000, owed_micros: 0, terms_days: 14 }),
    ]);
    expect((await put<CreditLine>(user, { limit_micros: 0, state: 'paused' })).body.state).toBe('paused');
    const audit = await test_.db
      .selectFrom('money_audit')
      .select(['why', 'detail'])
      .where('action', '=', 'credit_line_changed')
      .orderBy('id')
      .execute();
    expect(audit.filter(({ detail }) => (detail as { advertiser: number }).advertiser === user.id)).toEqual([
      {
        why: 'agreed by contract',
        detail: {
          advertiser: user.id,
          before: null,
          after: { limit_micros: '5000000', terms_days: 14, state: 'open' },
        },
      },
      {
        why: 'agreed by contract',
        detail: {
          advertiser: user.id,
          before: { limit_micros: '5000000', terms_days: 14, state: 'open' },
          after: { limit_micros: '0', terms_days: 14, state: 'paused' },
        },
      },
    ]);
    const { lines } = (await admin.get<CreditLineList>('/api/operator/credit-lines')).body;
    expect(lines.find(({ account }) => account.id === publicId('user', user.id))?.account).toMatchObject({
      email: user.email,
      account_type: 'VIP2',
    });
  });

  test('gives none to an account whose type has none, and stops one that was left with it', async () => {
    const user = await makeAdvertiser(test_.db);
    const refused = await put<ErrorBody>(user);
    expect([refused.status, refused.body.code]).toEqual([409, 'TYPE_HAS_NO_CREDIT']);
    const once = await vip();
    await put(once);
    await sql`UPDATE app_user SET account_type_id = 1 WHERE id = ${once.id}`.execute(test_.db);
    expect((await put<ErrorBody>(once)).body.code).toBe('TYPE_HAS_NO_CREDIT');
    expect((await put<CreditLine>(once, { state: 'closed' })).body.state).toBe('closed');
  });

  test('finds advertisers alone, and says what is wrong with what was sent', async () => {
    expect((await put(await makePublisher(test_.db))).status).toBe(404);
    expect((await put({ id: 999_999 })).status).toBe(404);
    const user = await vip();
    const wrong = await put<ErrorBody>(user, { limit_micros: -1, terms_days: 91, state: 'overdue', why: '' });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual([
      'limit_micros',
      'state',
      'terms_days',
      'why',
    ]);
  });

  test('proves who it is, and nobody else may', async () => {
    const user = await vip();
    proven = false;
    expect((await put<ErrorBody>(user)).body.code).toBe('REAUTH_REQUIRED');
    const client = app.client();
    await client.signIn(user);
    expect((await client.get('/api/operator/credit-lines')).status).toBe(403);
    expect((await client.put(`/api/operator/credit-lines/${publicId('user', user.id)}`, {})).status).toBe(
      403,
    );
  });

  test('does not open by hand what payment opens', async () => {
    const user = await owing(3_000_000n);
    nextMonth();
    await credit.lookAfter();
    later(31);
    await credit.lookAfter();
    const refused = await put<ErrorBody>(user);
    expect([refused.status, refused.body.code]).toEqual([409, 'LINE_OVERDUE']);
    expect((await put<CreditLine>(user, { state: 'paused' })).body.state).toBe('paused');
    expect((await put<ErrorBody>(user)).body.code).toBe('LINE_OVERDUE');
    await paid(user.id, 3_000_000n);
    expect((await put<CreditLine>(user)).body.state).toBe('open');
  });
});

describe('a deposit', () => {
  test('repays first, and the rest is cash', async () => {
    const user = await owing(3_000_000n);
    expect(await paid(user.id, 2_000_000n)).toEqual([
      { kind: 'credit-repaid', detail: { amount_micros: 2_000_000 } },
    ]);
    expect(await fundsOf(test_.db, user.id)).toEqual({ cash: 0n, bonus: 0n, owed: 1_000_000n });
    expect(await paid(user.id, 2_500_000n)).toEqual([
      { kind: 'credit-repaid', detail: { amount_micros: 1_000_000 } },
    ]);
    expect(await fundsOf(test_.db, user.id)).toEqual({ cash: 1_500_000n, bonus: 0n, owed: 0n });
    expect(await paid(user.id, 1_000n)).toEqual([]);
    expect(await summary(user.id)).toMatchObject({ owed_micros: 0, available_micros: 10_000_000, due: null });
  });

  test('of who has no line is cash', async () => {
    const user = await makeAdvertiser(test_.db, { cashMicros: 0n });
    expect(await paid(user.id, 1_000n)).toEqual([]);
    expect(await summary(user.id)).toBeNull();
  });
});

test('what may be drawn is part of what the account can spend', async () => {
  const user = await owing(3_000_000n);
  await paid(user.id, 4_000_000n);
  const client = app.client();
  await client.signIn(user);
  const { body } = await client.get<SessionAnswer>('/api/auth/me');
  expect(body.user?.balance).toMatchObject({ balance: 1_000_000, available_balance: 11_000_000 });
  expect((await client.get<CreditDetail>('/api/advertiser/credit')).body.credit).toMatchObject({
    state: 'open',
    limit_micros: 10_000_000,
  });
  const stranger = app.client();
  await stranger.signIn(await makeAdvertiser(test_.db));
  expect((await stranger.get('/api/advertiser/credit')).body).toBeNull();
});

test('cash that came back repays by itself, once, however many servers look', async () => {
  const user = await owing(3_000_000n);
  await inTransaction(test_.db, (trx) =>
    post(trx, {
      idempotencyKey: `back-${++keys}`,
      kind: 'correction',
      occurredAt: clock.now(),
      postings: [
        { kind: 'network_revenue', ownerId: null, amountMicros: -1_200_000n },
        { kind: 'advertiser_cash', ownerId: user.id, amountMicros: 1_200_000n },
      ],
    }),
  );
  await Promise.all([credit.lookAfter(), credit.lookAfter(), credit.lookAfter()]);
  expect(await fundsOf(test_.db, user.id)).toEqual({ cash: 0n, bonus: 0n, owed: 1_800_000n });
});

describe('a month that is over', () => {
  test('leaves one statement of what was owed at its end, with mail and document', async () => {
    const user = await owing(3_000_000n);
    await paid(user.id, 500_000n);
    await credit.lookAfter();
    expect(await statementsOf(user.id)).toEqual([]);
    nextMonth();
    await Promise.all([credit.lookAfter(), credit.lookAfter(), credit.lookAfter()]);
    await credit.lookAfter();
    const [statement, ...others] = await statementsOf(user.id);
    expect(others).toEqual([]);
    expect(statement).toMatchObject({
      period: MONTH,
      owed_micros: 2_500_000,
      drawn_micros: 3_000_000,
      repaid_micros: 500_000,
      state: 'open',
      settled_at: null,
    });
    const papers = await test_.db
      .selectFrom('document')
      .select(['id', 'number', 'kind', 'total_micros'])
      .where('user_id', '=', user.id)
      .execute();
    expect(papers).toEqual([expect.objectContaining({ kind: 'credit_statement', total_micros: 2_500_000n })]);
    expect(statement?.document).toEqual({
      id: publicId('document', papers[0]?.id ?? 0),
      number: papers[0]?.number,
      kind: 'credit_statement',
    });
    expect(mailsTo(user).map(({ data }) => data)).toEqual([
      expect.objectContaining({ reminder: 'issued', month: MONTH.slice(0, 7), amountMicros: 2_500_000 }),
    ]);
    expect(await summary(user.id)).toMatchObject({
      due: { micros: 2_500_000, at: statement?.due_at, overdue_days: 0 },
    });
  });

  test('of who owes nothing leaves none', async () => {
    const user = await owing(3_000_000n);
    await paid(user.id, 3_000_000n);
    nextMonth(3);
    await credit.lookAfter();
    expect(await statementsOf(user.id)).toEqual([]);
    expect(mailsTo(user)).toEqual([]);
  });

  test('is closed though the next ones are over too, and what was repaid settles the oldest first', async () => {
    const user = await owing(3_000_000n);
    nextMonth();
    await credit.lookAfter();
    await lend(user.id, 1_000_000n);
    await spend(user.id, 1_000_000n);
    nextMonth(3);
    await credit.lookAfter();
    const periods = async () =>
      (await statementsOf(user.id)).map(({ period, state, owed_micros, drawn_micros }) => [
        period,
        state,
        owed_micros,
        drawn_micros,
      ]);
    // By the database's clock all of it was lent in the first month; none of it is lost or counted twice.
    expect(await periods()).toEqual([
      [addMonths(MONTH, 2), 'open', 4_000_000, 0],
      [addMonths(MONTH, 1), 'open', 4_000_000, 1_000_000],
      [MONTH, 'overdue', 3_000_000, 3_000_000],
    ]);
    expect((await summary(user.id))?.state).toBe('overdue');
    await paid(user.id, 3_000_000n);
    expect((await periods()).map(([, state]) => state)).toEqual(['open', 'open', 'settled']);
    expect(await summary(user.id)).toMatchObject({ state: 'open', due: { micros: 1_000_000 } });
    await paid(user.id, 1_000_000n);
    expect((await periods()).map(([, state]) => state)).toEqual(['settled', 'settled', 'settled']);
  });
});

test('a transaction that overlaps the end of a month is in one month, whichever of both is posted first', async () => {
  const user = await owing(1_000_000n);
  const undo = new Error('undo');
  const end = endOfMonth(MONTH);
  await expect(
    inTransaction(test_.db, async (trx) => {
      // Begun before the end and posted behind one of the next month: it waited for the account.
      const begun = [-60_000, 1_000, -1_000, 2_000];
      for (const [index, ms] of begun.entries())
        await sql`WITH made AS (INSERT INTO ledger_transaction (idempotency_key, kind, occurred_at, created_at)
            VALUES (${`overlap-${index}`}, 'credit_draw', now(), ${new Date(end.getTime() + ms)}) RETURNING id)
          INSERT INTO ledger_posting (transaction_id, account_id, amount_micros)
          SELECT made.id, a.id, ${-(10n ** BigInt(index))} FROM made, ledger_account a
          WHERE a.kind = 'advertiser_credit' AND a.owner_id = ${user.id}`.execute(trx);
      const first = await sumMonth(trx, user.id, 0n, end);
      expect([first.drawn, first.repaid]).toEqual([1_000_001n, 0n]);
      const second = await sumMonth(trx, user.id, first.last_posting_id, endOfMonth(addMonths(MONTH, 1)));
      expect([second.drawn, second.repaid]).toEqual([1_110n, 0n]);
      const third = await sumMonth(trx, user.id, second.last_posting_id, endOfMonth(addMonths(MONTH, 2)));
      expect(third).toEqual({ drawn: 0n, repaid: 0n, last_posting_id: second.last_posting_id });
      throw undo;
    }),
  ).rejects.toBe(undo);
});

test('reminders go once each; overdue stops the line, and paying opens it again', async () => {
  const user = await owing(3_000_000n, 20);
  nextMonth();
  await credit.lookAfter();
  const told = () => mailsTo(user).map(({ data }) => (data as { reminder: string }).reminder);
  later(10);
  await credit.lookAfter();
  expect(told()).toEqual(['issued']);
  later(8);
  await Promise.all([credit.lookAfter(), credit.lookAfter()]);
  expect(told()).toEqual(['issued', 'soon']);
  later(2);
  await credit.lookAfter();
  expect(told()).toEqual(['issued', 'soon', 'due']);
  expect(await summary(user.id)).toMatchObject({ state: 'open', available_micros: 7_000_000 });
  later(1);
  await credit.lookAfter();
  await credit.lookAfter();
  expect(told()).toEqual(['issued', 'soon', 'due', 'overdue']);
  expect(await summary(user.id)).toMatchObject({
    state: 'overdue',
    available_micros: 0,
    due: { overdue_days: 1 },
  });
  const { lines } = await credit.service.list();
  expect(lines.find(({ account }) => account.email === user.email)).toMatchObject({
    state: 'overdue',
    ageing_micros: { current: 0, days_30: 3_000_000, days_60: 0, days_90: 0, older: 0 },
  });
  await paid(user.id, 1_000_000n);
  expect((await summary(user.id))?.state).toBe('overdue');
  await paid(user.id, 2_000_000n);
  expect(await summary(user.id)).toMatchObject({ state: 'open', available_micros: 10_000_000, due: null });
  later(40);
  await credit.lookAfter();
  expect(told()).toHaveLength(4);
});

test('a paused line stays paused when it is late, and when it was paid', async () => {
  const user = await owing(2_000_000n);
  await changeLine(test_.db, user.id, { state: 'paused' });
  nextMonth(2);
  await credit.lookAfter();
  later(60);
  await credit.lookAfter();
  expect((await summary(user.id))?.state).toBe('paused');
  await paid(user.id, 2_000_000n);
  expect((await summary(user.id))?.state).toBe('paused');
});

test('what one advertiser breaks does not stop the others', async () => {
  const [first, second] = [await owing(1_000_000n), await owing(1_000_000n)];
  nextMonth();
  await sql`INSERT INTO credit_statement (advertiser_id, period, owed_micros, drawn_micros, repaid_micros, issued_at, due_at,
      last_posting_id, reminder, reminded_at)
    VALUES (${first.id}, ${MONTH}, 1, 1, 0, now(), now() + interval '90 days', 0, 'overdue', now())`.execute(
    test_.db,
  );
  await credit.lookAfter();
  expect(await statementsOf(second.id)).toHaveLength(1);
  await sql`DELETE FROM credit_statement WHERE advertiser_id = ${first.id}`.execute(test_.owner);
});

test('the archive has the line, a deletion closes it and keeps what the books need', async () => {
  const user = await owing(2_000_000n);
  await sql`UPDATE credit_line SET note = 'written by an operator' WHERE advertiser_id = ${user.id}`.execute(
    test_.db,
  );
  nextMonth();
  await credit.lookAfter();
  expect(await credit.exportOf(user.id)).toMatchObject({
    line: { limit_micros: '10000000', state: 'open' },
    statements: [{ period: MONTH, owed_micros: '2000000' }],
  });
  await inTransaction(test_.db, (trx) => credit.forget(trx, user.id));
  const line = await test_.db
    .selectFrom('credit_line')
    .select(['state', 'note'])
    .where('advertiser_id', '=', user.id)
    .executeTakeFirst();
  expect(line).toEqual({ state: 'closed', note: '' });
  expect(await statementsOf(user.id)).toHaveLength(1);
});

test('statements agree with the ledger after all of that', async () => {
  const { differences } = await verify(test_.db);
  // Nothing was spent by events here: what was lent was moved on by hand.
  expect(differences.filter(({ check }) => check !== 'credit is lent for what cash does not pay')).toEqual(
    [],
  );
});
