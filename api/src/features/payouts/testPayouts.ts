import { randomUUID } from 'node:crypto';
import type { Earnings, OperatorPayout, Payout } from '@ezdash/contracts';
import { requireRecentProof } from '../../platform/auth';
import { inTransaction } from '../../platform/db';
import {
  buildApp,
  type FakeClock,
  type MadeUser,
  makeAdmin,
  makePublisher,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { openMailParts } from '../../testing/mailParts';
import { createTestPublisher } from '../../testing/testPublisher';
import { createDocumentsFeature } from '../documents';
import { correctionPostings, type Posted, post, verify } from '../ledger';
import { createPayoutsFeature, type EndedPayout, type PayoutFacts, type PayoutsFeature } from '.';

export const UNIT = 1_000_000;

export interface PayoutsWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  payouts: PayoutsFeature;
  messages: ReturnType<typeof createTestPublisher>;
  statements: PayoutFacts[];
  ended: EndedPayout[];
  admin: TestClient;
  signedIn(user: MadeUser): Promise<TestClient>;
  /** Books what no event stands behind: earned when more than nothing, taken back otherwise. */
  earn(publisherId: number, micros: number, at: string): Promise<Posted>;
  /** A default bank account, long enough ago unless said otherwise. */
  addBank(publisherId: number, since?: string): Promise<string>;
  /** With a bank account and so much earned in September, released. */
  makePaid(micros: number): Promise<{ user: MadeUser; client: TestClient }>;
  earnings(client: TestClient): Promise<Earnings>;
  /** Asks for all that is available; throws unless that works. */
  request(client: TestClient): Promise<Payout>;
  decide(id: string, body: object): ReturnType<TestClient['post']>;
  settle(id: string, body: object): ReturnType<TestClient['post']>;
  send(...ids: string[]): ReturnType<TestClient['post']>;
  reviewOf(id: string): Promise<OperatorPayout>;
  /** As `ledger verify` reads it: what is not right. */
  trouble(): Promise<unknown[]>;
  close(): Promise<void>;
}

/** The app with payouts and a clock on 16 November; mails stay in the outbox. */
export async function openPayouts(): Promise<PayoutsWorld> {
  const { test, parts, close } = await openMailParts();
  const { db, clock, jobs } = parts;
  const messages = createTestPublisher();
  const statements: PayoutFacts[] = [];
  const ended: EndedPayout[] = [];
  const documents = createDocumentsFeature({
    db,
    clock,
    company: { name: 'Ads', address: ['1 Test Street'], taxId: null },
    bankAccount: null,
  });
  const payouts = createPayoutsFeature({
    ...parts,
    publisher: messages,
    checkProof: requireRecentProof,
    issueStatement: async (trx, payout, paidAt) => {
      statements.push(payout);
      return documents.issuePayoutStatement(trx, payout, paidAt);
    },
    onEnded: async (_trx, payout) => {
      ended.push(payout);
    },
  });
  await jobs.start();
  const app = await buildApp({ test, clock, mounts: [...payouts.mounts, ...documents.mounts] });
  const signedIn = async (user: MadeUser) => {
    const client = app.client();
    await client.signIn(user);
    return client;
  };
  const admin = await signedIn(await makeAdmin(db));

  async function earn(publisherId: number, micros: number, at: string): Promise<Posted> {
    const network = { kind: 'network_revenue', ownerId: null } as const;
    const pending = { kind: 'publisher_pending', ownerId: publisherId } as const;
    const [from, to] = micros > 0 ? [network, pending] : [pending, network];
    return inTransaction(db, (trx) =>
      post(trx, {
        idempotencyKey: `test:${randomUUID()}`,
        kind: 'correction',
        occurredAt: new Date(at),
        postings: correctionPostings(from, to, BigInt(Math.abs(micros))),
      }),
    );
  }

  async function addBank(publisherId: number, since = '2026-01-01T00:00:00Z'): Promise<string> {
    const { id } = await db
      .insertInto('payment_method')
      .values({
        user_id: publisherId,
        kind: 'bank_account',
        gateway: 'sandbox',
        token_sealed: Buffer.from('sealed'),
        brand: 'Test bank',
        last4: '3000',
        is_default: true,
        created_at: new Date(since),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  const earnings = async (client: TestClient) => (await client.get<Earnings>('/api/publisher/earnings')).body;

  return {
    test,
    app,
    clock,
    payouts,
    messages,
    statements,
    ended,
    admin,
    signedIn,
    earn,
    addBank,
    earnings,
    makePaid: async (micros) => {
      const user = await makePublisher(db);
      await addBank(user.id);
      await earn(user.id, micros, '2026-09-10T10:00:00Z');
      await payouts.release();
      return { user, client: await signedIn(user) };
    },
    request: async (client) => {
      const { request } = await earnings(client);
      if (!request.ok) throw new Error(`Nothing can be asked for: ${request.reason}`);
      const { status, body, text } = await client.post<Payout>('/api/publisher/payouts', {
        payout_id: randomUUID(),
        amount_micros: request.amount_micros,
      });
      if (status !== 201) throw new Error(`The payout was answered with ${status}: ${text}`);
      return body;
    },
    decide: (id, body) => admin.post(`/api/operator/payouts/${id}/decision`, body),
    settle: (id, body) => admin.post(`/api/operator/payouts/${id}/outcome`, body),
    send: (...ids) => admin.post('/api/operator/payout-batches', { batch_id: randomUUID(), payouts: ids }),
    reviewOf: async (id) => {
      const { body } = await admin.get<{ payouts: OperatorPayout[] }>('/api/operator/payouts');
      const found = body.payouts.find((each) => each.id === id);
      if (!found) throw new Error(`The operators do not see ${id}`);
      return found;
    },
    trouble: async () => (await verify(db)).differences,
    close: async () => {
      await app.close();
      await close();
    },
  };
}
