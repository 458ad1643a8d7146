import { randomUUID } from 'node:crypto';
import { createSecretBox } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { post } from '../ledger';
import { createPayoutParts, type PayoutDeps } from '../payouts';
import type { Publisher } from '../realtime';

const PUBLISHER = 'publisher@demo.test';
const ADMIN = 'admin@demo.test';
const DAY_MS = 86_400_000;
/** What the demo's main publisher earned in the months before the past that is played, oldest first. */
const BEFORE_MICROS = [412_370_000n, 506_118_400n, 468_902_150n];
/** So that all of it lies in the past, however short the past is that is played. */
const LEAST_DAYS = 11;
/** Of the request, the approval, the sending and the payment: days after the first month was released. */
const STEPS = { asked: 3, approved: 4, sent: 5, paid: 7 } as const;

export interface DemoPayoutsDeps extends Pick<PayoutDeps, 'db' | 'log' | 'issueStatement'> {
  clock: Clock;
  /** Seals the token of the bank account, as payment methods do. */
  secret: string;
  /** Whole days of the past that is played. */
  days: number;
}

const nobody: Publisher = {
  toAccount: async () => {},
  toOperators: async () => {},
  toConversation: async () => {},
  toRole: async () => {},
  toEverybody: async () => {},
};

async function idOf(db: Db, email: string): Promise<number> {
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

/** First days of the months (UTC) before the one in which the past begins, oldest first. */
function monthsBefore(begin: Date): Date[] {
  const { length } = BEFORE_MICROS;
  return BEFORE_MICROS.map(
    (_, index) => new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() - length + index, 1)),
  );
}

async function addBankAccount(db: Db, userId: number, secret: string, at: Date): Promise<void> {
  const id = randomUUID();
  const seal = createSecretBox(secret, 'payment method tokens');
  await db
    .insertInto('payment_method')
    .values({
      id,
      user_id: userId,
      kind: 'bank_account',
      gateway: 'sandbox',
      token_sealed: seal.seal(`demo_${id}`, `payment_method ${id}`),
      brand: 'Test bank Switzerland',
      last4: '3000',
      is_default: true,
      created_at: at,
    })
    .execute();
}

/** What the books began with: nothing was served before the past that is played. */
async function openBooks(db: Db, publisherId: number, months: readonly Date[]): Promise<void> {
  for (const [index, month] of months.entries()) {
    const micros = BEFORE_MICROS[index] ?? 0n;
    await inTransaction(db, (trx) =>
      post(trx, {
        idempotencyKey: `opening:demo:${publisherId}:${month.toISOString().slice(0, 7)}`,
        kind: 'opening',
        occurredAt: new Date(month.getTime() + 14 * DAY_MS),
        description: 'Earned before this demo',
        postings: [
          { kind: 'network_revenue', ownerId: null, amountMicros: -micros },
          { kind: 'publisher_pending', ownerId: publisherId, amountMicros: micros },
        ],
      }),
    );
  }
}

/**
 * Gives the demo's main publisher a bank account and months of earnings before the past that is played, has what is due
 * released, and the first month paid out, through the services that do it always. No mail is sent of it.
 */
export async function playPayouts({ clock, secret, days, ...deps }: DemoPayoutsDeps): Promise<void> {
  const { db } = deps;
  const now = clock.nowMs();
  const publisherId = await idOf(db, PUBLISHER);
  const adminId = await idOf(db, ADMIN);
  const months = monthsBefore(new Date(now - Math.max(days, LEAST_DAYS) * DAY_MS));
  let atMs = now;
  const then: Clock = { now: () => new Date(atMs), nowMs: () => atMs };
  const parts = createPayoutParts({
    ...deps,
    clock: then,
    publisher: nobody,
    mail: { send: async () => ({ id: randomUUID(), isNew: true }) },
  });
  const [first, second, third] = months;
  if (!first || !second || !third) return;
  await addBankAccount(db, publisherId, secret, first);
  await openBooks(db, publisherId, months);
  // A month ends with the beginning of the next; its terms are 30 days.
  const releasedMs = (next: Date) => next.getTime() + 30 * DAY_MS;
  const on = (afterDays: number) => {
    atMs = releasedMs(second) + afterDays * DAY_MS + DAY_MS / 2;
  };
  on(0);
  await parts.release();
  on(STEPS.asked);
  const { request } = await parts.service.earnings(publisherId);
  if (request.ok) {
    const { payout } = await parts.service.request(publisherId, {
      payout_id: randomUUID(),
      amount_micros: request.amount_micros,
    });
    on(STEPS.approved);
    await parts.reviews.decide(adminId, payout.id, { decision: 'approve' });
    on(STEPS.sent);
    await parts.batches.make(adminId, { batch_id: randomUUID(), payouts: [payout.id] });
    on(STEPS.paid);
    await parts.reviews.settle(adminId, payout.id, { outcome: 'paid', bank_reference: 'DEMO-0001' });
  }
  for (const dueMs of [releasedMs(third), now]) {
    atMs = dueMs;
    await parts.release();
  }
}
