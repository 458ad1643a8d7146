import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '../../api/src/platform/db/connection';
import { startEmbeddedPostgres } from '../../api/src/platform/embeddedPostgres';
import { DEMO } from './account';
import { freePort, root, startApp } from './app';
import { test as base, type Network } from './test';

export type Row = Record<string, unknown>;

export interface XeroNetwork extends Network {
  xero: { clientId: string; clientSecret: string };
  /** Asks the network's own database: for what people cannot bring about in a test's time. */
  sql: (text: string, values?: unknown[]) => Promise<Row[]>;
}

/** The local Xero as a process of its own (docs/xero-sandbox.md); answers the environment of an app of it. */
async function startXero(redirectUri: string) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'scripts/xeroSandbox.ts', '--port', '0', '--redirect', redirectUri],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const environment = await new Promise<Record<string, string>>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += String(part);
      const lines = [...text.matchAll(/(XERO_[A-Z_]+)=(\S+)/g)];
      if (text.includes('ends it'))
        resolve(Object.fromEntries(lines.map(([, name, value]) => [name, value])));
    });
    child.once('exit', () => reject(new Error(`The local Xero ended: ${text}`)));
  });
  return {
    environment,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function openDatabase(dataDir: string) {
  const { owner, stop } = await startEmbeddedPostgres({ dataDir });
  const client = createClient(owner);
  await client.connect();
  return {
    sql: async (text: string, values: unknown[] = []): Promise<Row[]> =>
      (await client.query(text, values)).rows,
    close: async () => {
      await client.end();
      await stop();
    },
  };
}

/** A network of a small demo that is an app of a local Xero; one for all files that use it. */
export const test = base.extend<object, { world: XeroNetwork }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const port = await freePort();
      const xero = await startXero(`http://localhost:${port}/xero/auth/callback`);
      const { url, demoUrl, dataDir, stop } = await startApp({
        ...xero.environment,
        PORT: String(port),
        DEMO_DAYS: '1',
      });
      const { sql, close } = await openDatabase(dataDir);
      const { XERO_CLIENT_ID: clientId = '', XERO_CLIENT_SECRET: clientSecret = '' } = xero.environment;
      await use({ url, demoUrl, dataDir, sql, xero: { clientId, clientSecret } });
      await close();
      await stop();
      await xero.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ world }, use) => use(world),
});

export interface AddedPayment {
  type?: 'deposit' | 'refund' | 'chargeback';
  state?: 'created' | 'pending' | 'completed' | 'failed' | 'cancelled';
  /** Of the invoice that Xero made for it. */
  invoiceId?: string;
}

/** A payment of the demo's advertiser, made just now, as one that came about by itself. Answers its number. */
export async function addPayment({ sql }: XeroNetwork, payment: AddedPayment = {}): Promise<number> {
  const { type = 'deposit', state = 'completed', invoiceId } = payment;
  const ended = ['completed', 'failed', 'cancelled'].includes(state);
  const [row] = await sql(
    `INSERT INTO payment (user_id, type, state, origin, client_key, parent_id, amount_micros, gateway, transaction_id,
       created_at, ended_at)
     SELECT u.id, $1, $2, 'person', gen_random_uuid()::text,
       CASE WHEN $1 <> 'deposit' THEN (SELECT max(id) FROM payment WHERE type = 'deposit') END, 250000000, 'sandbox',
       CASE WHEN $2 = 'completed' THEN (SELECT max(id) FROM ledger_transaction) END,
       clock_timestamp(), CASE WHEN $3 THEN clock_timestamp() END
     FROM app_user u WHERE u.email = $4 RETURNING id`,
    [type, state, ended, DEMO.advertiser.email],
  );
  if (invoiceId)
    await sql(
      `INSERT INTO xero_invoice (payment_id, state, idempotency_key, invoice_id, wanted_at)
       VALUES ($1, 'created', gen_random_uuid()::text, $2, now())`,
      [row?.id, invoiceId],
    );
  return Number(row?.id);
}

export { expect } from '@playwright/test';
