import { randomUUID } from 'node:crypto';
import {
  type ErrorBody,
  type IncidentCreditList,
  incidentCreditList,
  type NewsArticle,
  type NewsInput,
  newsArticle,
  type OperatorNewsArticle,
  publicId,
  rowId,
  type TransactionDetail,
  type TransactionList,
} from '@ezdash/contracts';
import { ForbiddenError } from '../../platform/errors';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  openApp,
  type TestClient,
} from '../../testing';
import { fundsFeature } from '../../testing/fundsWorld';
import { createTestPublisher } from '../../testing/testPublisher';
import { balances, creditIncident, LedgerError, reverse, verify } from '../ledger';
import { createNewsFeature } from '.';

jest.mock('../ledger', () => {
  const ledger = jest.requireActual<typeof import('../ledger')>('../ledger');
  return { ...ledger, creditIncident: jest.fn(ledger.creditIncident) };
});

const MICROS = 1_000_000;
const OPERATOR = '/api/operator/news';
const INPUT: NewsInput = {
  title: 'No ads between 14:00 and 14:20',
  category: 'incident',
  audiences: ['advertiser'],
  pinned: false,
  body: 'The ad server did not answer.',
};

let app: AppWorld;
let mara: TestClient;
let user: MadeUser;
let isProven = true;

beforeAll(async () => {
  const clock = fakeClock('2026-11-22T15:00:00.000Z');
  app = await openApp(({ db }) => {
    const news = createNewsFeature({
      db,
      clock,
      publisher: createTestPublisher(),
      checkProof: () => {
        if (!isProven) throw new ForbiddenError('Prove who you are');
      },
    });
    return { clock, mounts: [...news.mounts, ...fundsFeature(db).mounts] };
  });
  mara = await app.clientOf(await makeAdmin(app.db, { first_name: 'Mara', last_name: 'Okafor' }));
});
afterAll(() => app.close());
beforeEach(async () => {
  isProven = true;
  user = await makeAdvertiser(app.db, { company_name: 'Halden', cashMicros: 0n });
});

async function article(change: Partial<NewsInput> = {}, isPublished = true): Promise<OperatorNewsArticle> {
  const { body } = await mara.post<OperatorNewsArticle>(OPERATOR, { ...INPUT, ...change });
  if (!isPublished) return body;
  return (await mara.post<OperatorNewsArticle>(`${OPERATOR}/${body.id}/publish`, { version: body.version }))
    .body;
}
const given = (change: object = {}) => ({
  key: randomUUID(),
  advertiser_id: user.id,
  amount_micros: 12 * MICROS,
  why: 'Twenty minutes without ads',
  ...change,
});
const grant = (id: string, input: object) =>
  mara.post<IncidentCreditList & ErrorBody>(`${OPERATOR}/${id}/credits`, input);
const ofUser = async <Answer>(path: string) => (await (await app.clientOf(user)).get<Answer>(path)).body;

it('is bonus, once for each key, and its line and its article lead to each other', async () => {
  const { id } = await article();
  const credit = given();
  expect((await grant(id, credit)).status).toBe(201);
  // Sent again because the answer was lost.
  const { body } = await grant(id, credit);
  expect(incidentCreditList.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    total_micros: 12 * MICROS,
    credits: [{ account: { id: user.id, company: 'Halden' }, granted_by: 'Mara Okafor', why: credit.why }],
  });
  expect(await balances(app.db, user.id)).toMatchObject({
    advertiser_bonus: BigInt(12 * MICROS),
    advertiser_cash: 0n,
  });
  const { lines } = await ofUser<TransactionList>('/api/advertiser/transactions');
  const [line] = lines;
  expect(lines).toHaveLength(1);
  expect(line).toMatchObject({
    id: body.credits[0]?.transaction,
    kind: 'incident_credit',
    amount_micros: 12 * MICROS,
    description: credit.why,
    params: { article: id, incident: INPUT.title },
  });
  const detail = await ofUser<TransactionDetail>(`/api/advertiser/transactions/${line?.id}`);
  expect(detail.postings).toEqual([
    { account: 'advertiser_bonus', amount_micros: 12 * MICROS },
    { account: 'promo_expense', amount_micros: -12 * MICROS },
  ]);
  const read = await ofUser<NewsArticle>(`/api/news/${id}`);
  expect(newsArticle.parse(read).credits).toMatchObject([
    { transaction: line?.id, amount_micros: 12 * MICROS },
  ]);
  const audit = await app.db.selectFrom('money_audit').selectAll().execute();
  expect(audit).toMatchObject([
    { action: 'incident_credited', why: credit.why, detail: { article: id, account: user.id } },
  ]);
  expect((await verify(app.db)).differences).toEqual([]);
});

it('sent at once from two windows it is given once', async () => {
  const { id } = await article();
  const credit = given();
  const answers = await Promise.all([grant(id, credit), grant(id, credit), grant(id, credit)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await balances(app.db, user.id)).advertiser_bonus).toBe(BigInt(12 * MICROS));
});

it('a key is of one credit', async () => {
  const [first, second] = [await article(), await article()];
  const credit = given();
  await grant(first.id, credit);
  const other = await makeAdvertiser(app.db);
  for (const [id, change] of [
    [second.id, {}],
    [first.id, { amount_micros: 13 * MICROS }],
    [first.id, { advertiser_id: other.id }],
    [first.id, { why: 'Something else' }],
  ] as const)
    expect((await grant(id, { ...credit, ...change })).body.code).toBe('KEY_USED');
  expect((await balances(app.db, user.id)).advertiser_bonus).toBe(BigInt(12 * MICROS));
});

it('is for incidents that advertisers can read of, and for advertisers, by admins who prove who they are', async () => {
  for (const [change, isPublished] of [
    [{}, false],
    [{ category: 'product' }, true],
    [{ audiences: ['publisher'] }, true],
  ] as const) {
    const { id } = await article(change as Partial<NewsInput>, isPublished);
    expect((await grant(id, given())).body.code).toBe('NO_INCIDENT');
  }
  const { id } = await article();
  const { id: sellerId } = await makePublisher(app.db);
  for (const input of [
    { advertiser_id: sellerId },
    { advertiser_id: 999_999 },
    { amount_micros: 0 },
    { why: 'x' },
  ])
    expect((await grant(id, given(input))).status).toBe(422);
  isProven = false;
  expect((await grant(id, given())).status).toBe(403);
  const path = `${OPERATOR}/${id}/credits`;
  expect((await (await app.clientOf(user)).get(path)).status).toBe(403);
  expect((await mara.get(`${OPERATOR}/${publicId('newsArticle', 99_999)}/credits`)).status).toBe(404);
  expect((await mara.get<IncidentCreditList>(path)).body).toEqual({ credits: [], total_micros: 0 });
});

it('nobody else reads of it; withdrawn, the line stays and leads nowhere, and the article cannot go', async () => {
  const published = await article();
  const { id, version } = published;
  await grant(id, given());
  const other = await app.clientOf(await makeAdvertiser(app.db));
  expect((await other.get<NewsArticle>(`/api/news/${id}`)).body.credits).toEqual([]);
  const { body: hidden } = await mara.post<OperatorNewsArticle>(`${OPERATOR}/${id}/withdraw`, { version });
  const [line] = (await ofUser<TransactionList>('/api/advertiser/transactions')).lines;
  expect(line).toMatchObject({ kind: 'incident_credit', params: {} });
  const removed = await mara.delete<ErrorBody>(`${OPERATOR}/${id}?version=${hidden.version}`);
  expect([removed.status, removed.body.code]).toEqual([409, 'HAS_CREDITS']);
});

it('sent again after the article was withdrawn it was given all the same', async () => {
  const { id, version } = await article();
  const credit = given();
  await grant(id, credit);
  await mara.post(`${OPERATOR}/${id}/withdraw`, { version });
  const { status, body } = await grant(id, credit);
  expect([status, body.total_micros]).toEqual([201, 12 * MICROS]);
  expect((await grant(id, { ...credit, why: 'Something else' })).body.code).toBe('KEY_USED');
  expect((await grant(id, given())).body.code).toBe('NO_INCIDENT');
});

it('of two at once under one key for two articles one is given', async () => {
  const [first, second] = [await article(), await article()];
  const credit = given();
  const answers = await Promise.all([
    grant(first.id, credit),
    grant(second.id, { ...credit, amount_micros: 13 * MICROS }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual(['KEY_USED']);
});

it('what else the ledger refuses is no used key', async () => {
  const { id } = await article();
  jest.mocked(creditIncident).mockRejectedValueOnce(new LedgerError('The account could not be opened'));
  const { status, body } = await grant(id, given());
  expect([status, body.code]).not.toContain('KEY_USED');
  expect(status).toBe(500);
});

it('taken back by a reversal it is told as such, until that is reversed too', async () => {
  const { id } = await article();
  const { body } = await grant(id, given());
  await grant(id, given({ amount_micros: 3 * MICROS }));
  const told = async () => {
    const list = (await mara.get<IncidentCreditList>(`${OPERATOR}/${id}/credits`)).body;
    const read = await ofUser<NewsArticle>(`/api/news/${id}`);
    return [
      list.credits.map(({ taken_back }) => taken_back),
      list.total_micros / MICROS,
      read.credits?.map(({ amount_micros }) => amount_micros / MICROS),
    ];
  };
  expect(await told()).toEqual([[false, false], 15, [3, 12]]);
  const undo = (transaction: bigint) =>
    app.db.transaction().execute((trx) => reverse(trx, transaction, { occurredAt: new Date() }));
  const row = rowId('transaction', body.credits[0]?.transaction ?? '');
  const reversal = await undo(BigInt(row ?? 0));
  expect(await told()).toEqual([[false, true], 3, [3]]);
  await undo(reversal.id);
  expect(await told()).toEqual([[false, false], 15, [3, 12]]);
});
