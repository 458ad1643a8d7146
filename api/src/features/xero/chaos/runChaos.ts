import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Payment } from '@ezdash/contracts';
import type { Connection, Db } from '../../../platform/db';
import { type MadeUser, makeAdmin, makeAdvertiser } from '../../../testing/factories';
import { createTestClient, type TestClient } from '../../../testing/testClient';
import { startXeroSandbox, type XeroSandbox } from '../../../testing/xeroSandbox';
import { type Bank, startBank } from './bank';
import { BANK_ID, BANK_SIGNATURE } from './bankGateway';
import { ChaosServer } from './ChaosServer';
import { type Comparison, compareBooks } from './compareBooks';
import { connectXero } from './connectXero';
import { seededRandom } from './seededRandom';

export interface ChaosOptions {
  db: Db;
  connection: Connection;
  /** `chaosChild.ts`, or what it was compiled to. */
  childFile: string;
  runs: number;
  /** Between two kills at most. */
  killEveryMs: number;
  seed: number;
  onProgress?(done: number, kills: number): void;
}
export type ChaosResult = Comparison & { seed: number; runs: number; kills: number; seconds: number };

const LANES = 6;
const RUNS_OF_USER = 40;
const CALL_MS = 900;
const MICROS = 1_000_000;
const SETTLE_MS = 10 * 60_000;
const APP_URL = 'http://chaos.test';
const CALLBACK = `${APP_URL}/xero/auth/callback`;
const FAULTS = {
  rateLimit: 0.02,
  status: 0.03,
  hangBefore: 0.01,
  hangAfter: 0.02,
  resetBefore: 0.02,
  resetAfter: 0.03,
  slow: 0.05,
  expiredAccessToken: 0.01,
};

/** Until it works: a browser or a bank that does not give up. */
async function persist<T>(work: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const done = await work().catch(() => null);
    if (done !== null) return done;
    await pause(100);
  }
}

interface Parts {
  server: ChaosServer;
  bank: Bank;
  random: () => number;
}

/** One call to the server where it is now; null when it is not there, or does not answer. */
async function ask(
  { server }: Parts,
  client: TestClient,
  work: (client: TestClient, url: string) => Promise<{ status: number; body: unknown }>,
) {
  return server.url === null ? null : work(client, server.url).catch(() => null);
}

async function tell({ server }: Parts, externalId: string, eventId: string): Promise<number | null> {
  if (server.url === null) return null;
  const answer = await fetch(`${server.url}/webhooks/payments/${BANK_ID}`, {
    method: 'POST',
    headers: { 'X-Bank-Signature': BANK_SIGNATURE },
    body: JSON.stringify({ eventId, kind: 'checkout.changed', externalId }),
  }).catch(() => null);
  return answer?.status ?? null;
}

/** A deposit as its payer and its bank have it: sent more than once, told early, late, twice and in any order. */
async function run(parts: Parts, client: TestClient, at: number): Promise<void> {
  const { bank, random } = parts;
  const request = {
    deposit_id: randomUUID(),
    amount_micros: (100 + (at % 900)) * MICROS,
    gateway: BANK_ID,
    method_id: null,
    promo_code: null,
  };
  const send = async (): Promise<Payment | null> => {
    const answer = await ask(parts, client, (by, url) =>
      by.post(new URL('/api/advertiser/deposits', url).href, request),
    );
    return answer && (answer.status === 200 || answer.status === 201) ? (answer.body as Payment) : null;
  };
  const [payment] = await Promise.all([
    persist(send),
    ...Array.from({ length: Math.floor(random() * 3) }, send),
  ]);
  const checkout = [...bank.checkouts.values()].find(({ paymentId }) => paymentId === payment.id);
  if (!checkout) throw new Error(`The bank knows nothing of ${payment.id}`);

  const eventId = randomUUID();
  const look = () =>
    ask(parts, client, (by, url) => by.get(new URL(`/api/payments/${payment.id}`, url).href));
  const steps: (() => Promise<unknown>)[] = [
    async () => bank.pay(checkout.id),
    ...Array.from({ length: 1 + Math.floor(random() * 3) }, () => () => tell(parts, checkout.id, eventId)),
    ...Array.from({ length: Math.floor(random() * 2) }, () => () => tell(parts, checkout.id, randomUUID())),
    ...Array.from({ length: Math.floor(random() * 2) }, () => look),
  ];
  for (const { step } of steps
    .map((each) => ({ step: each, order: random() }))
    .sort((a, b) => a.order - b.order)) {
    const doing = step();
    // Some at once, some after the other.
    if (random() < 0.6) await doing;
    if (random() < 0.3) await pause(random() * 30);
  }
  // Some banks never tell what happened last: then somebody has to ask.
  const last = randomUUID();
  if (random() < 0.9)
    await persist(async () => ((await tell(parts, checkout.id, last)) === 200 ? true : null));
}

async function killAgainAndAgain(
  { random }: Parts,
  everyMs: number,
  isOver: () => boolean,
  restart: () => Promise<void>,
): Promise<void> {
  while (!isOver()) {
    await pause(200 + random() * everyMs);
    if (!isOver()) await restart();
  }
}

/** Until everything that was paid is booked and in Xero; throws what is left when that does not come. */
async function settle(db: Db, { server, bank }: Parts): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    await server.round();
    const paid = [...bank.checkouts.values()].filter(({ state }) => state === 'paid').length;
    const { done, made } = await db
      .selectFrom('payment as p')
      .leftJoin('xero_invoice as i', 'i.payment_id', 'p.id')
      .select(({ fn }) => [fn.count<string>('p.id').as('done'), fn.count<string>('i.paid_at').as('made')])
      .where('p.state', '=', 'completed')
      .executeTakeFirstOrThrow();
    if (Number(done) === paid && Number(made) === paid) return;
    if (performance.now() > until) throw new Error(`Of ${paid} paid, ${done} are booked and ${made} in Xero`);
    await pause(500);
  }
}

async function signInAll(server: ChaosServer, users: readonly MadeUser[]): Promise<TestClient[]> {
  const clients: TestClient[] = [];
  for (const [at, user] of users.entries()) {
    const client = createTestClient(server.url ?? '');
    // Each from an address of their own: the limits are not what is tried out.
    client.setHeader('X-Forwarded-For', `10.0.${Math.floor(at / 250)}.${(at % 250) + 1}`);
    await client.signIn(user);
    clients.push(client);
  }
  return clients;
}

async function withParts<T>(
  { childFile, connection, seed }: ChaosOptions,
  work: (parts: Parts, sandbox: XeroSandbox) => Promise<T>,
): Promise<T> {
  const random = seededRandom(seed);
  let server: ChaosServer | null = null;
  const bank = await startBank(random, () => server?.url ?? null);
  const sandbox = await startXeroSandbox({
    redirectUris: [CALLBACK],
    limits: { minute: 10_000_000, day: 10_000_000, appMinute: 10_000_000 },
    webhookUrl: `${bank.url}/xero`,
    webhookRetryMs: [200, 1_000],
  });
  const xero = {
    issuer: sandbox.issuer,
    apiUrl: sandbox.apiUrl,
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
    webhookKey: sandbox.webhookKey,
    scopes: ['openid', 'offline_access', 'accounting.invoices', 'accounting.payments', 'accounting.contacts'],
    accountCode: '200',
    paymentAccountCode: '090',
    taxType: 'NONE',
  };
  server = new ChaosServer(childFile, {
    connection,
    bankUrl: bank.url,
    xero,
    appUrl: APP_URL,
    callMs: CALL_MS,
  });
  try {
    await server.start();
    return await work({ server, bank, random }, sandbox);
  } finally {
    await server.kill();
    await sandbox.close();
    await bank.close();
  }
}

/**
 * Deposits while everything goes wrong that can: kill -9, a bank and a Xero that refuse, hang and cut, notices that come
 * early, late and many times. Then the books of all three are compared.
 */
export function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { db, runs, killEveryMs, seed, onProgress } = options;
  const begun = performance.now();
  return withParts(options, async (parts, sandbox) => {
    const { server, bank } = parts;
    await connectXero({ server, sandbox, admin: await makeAdmin(db), appUrl: APP_URL });
    const users: MadeUser[] = [];
    while (users.length < Math.ceil(runs / RUNS_OF_USER) + 1)
      users.push(await makeAdvertiser(db, { cashMicros: 0n }));
    const clients = await signInAll(server, users);
    sandbox.setChaos({ seed, probabilities: FAULTS, delayMs: 100, retryAfterSeconds: 1 });
    let turn = Promise.resolve();
    const restart = () => {
      turn = turn.then(() => server.kill()).then(() => server.start());
      return turn;
    };
    let begunRuns = 0;
    let done = 0;
    const lane = async () => {
      while (begunRuns < runs) {
        const at = begunRuns++;
        const client = clients[at % clients.length];
        if (client) await run(parts, client, at);
        done += 1;
        // In the midst of it once at least, however quick it is.
        if (done === Math.ceil(runs / 2)) await restart();
        onProgress?.(done, server.kills);
      }
    };
    const lanes = Promise.all(Array.from({ length: LANES }, lane));
    let isOver = false;
    const killing = killAgainAndAgain(parts, killEveryMs, () => isOver, restart);
    await lanes.finally(() => {
      isOver = true;
    });
    await killing;
    const kills = server.kills;
    await settle(db, parts);
    await sandbox.webhooks.idle();
    const comparison = await compareBooks({ db, bank, sandbox, users: users.map(({ id }) => id) });
    return {
      seed,
      runs: done,
      kills,
      seconds: Math.round((performance.now() - begun) / 1_000),
      ...comparison,
    };
  });
}
