import { join } from 'node:path';
import { createTestDb, type TestDb } from '../../../testing';
import { runChaos } from './runChaos';

jest.setTimeout(300_000);

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

/** The long form is `npm run money-chaos`. */
it('whatever dies whenever, every payment is credited once and has one invoice', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const result = await runChaos({
    db: test.db,
    connection: test.connection,
    childFile: join(__dirname, 'chaosChild.ts'),
    runs: 25,
    killEveryMs: 2_500,
    seed,
  });
  const { paid } = result;
  expect(result).toMatchObject({
    seed,
    runs: 25,
    paid: 25,
    completed: paid,
    invoices: paid,
    invoicePayments: paid,
    duplicateInvoices: 0,
    missingInvoices: 0,
    wrongBalances: 0,
    doubleCredits: 0,
    ledgerDifferences: 0,
    invalidExchanges: 0,
    refusedWebhooks: 0,
  });
  expect(result.kills).toBeGreaterThan(0);
  expect(result.mostAtOnce).toBeLessThanOrEqual(5);
});
