import { randomUUID } from 'node:crypto';
import { type TransactionList, transactionDetail, transactionList } from '@ezdash/contracts';
import type { IngestEvent } from '../features/events/journalRecords';
import { ingestEvent } from '../features/events/testEvents';
import { testIngest } from '../features/events/testIngest';
import { createFundsFeature } from '../features/funds';
import { createBankTransfer } from '../features/gateways/transfer/bankTransfer';
import type { Db } from '../platform/db';
import { silentLog } from '../platform/log';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makeZone,
  openApp,
} from '.';

export const MICROS = 1_000_000n;
export const HOUR_MS = 3_600_000;
export const NOW = new Date();
const clock = fakeClock(NOW.toISOString());
let app: AppWorld;

export const fundsFeature = (db: Db) =>
  createFundsFeature({
    db,
    clock,
    log: silentLog,
    gateways: [createBankTransfer()],
    bankAccount: null,
    methodsOf: async () => [],
    creditSummaryOf: async () => null,
  });

/** The app with the funds on a database of its own; what is here works on it. */
export async function openFunds(): Promise<AppWorld> {
  app = await openApp(({ db }) => ({ clock, mounts: fundsFeature(db).mounts }));
  return app;
}

interface Owned {
  user: MadeUser;
  campaignIds: number[];
  event(fields?: Partial<IngestEvent>, campaign?: number): IngestEvent;
}

/** An advertiser with two campaigns, and a publisher's zone that shows them. */
export async function makeOwned(cashMicros = 100n * MICROS): Promise<Owned> {
  const user = await makeAdvertiser(app.db, { cashMicros });
  const property = await makeProperty(app.db, {});
  const zone = await makeZone(app.db, { property_id: property.id });
  const campaigns: { id: number; creativeId: number }[] = [];
  for (const name of ['Boots', 'Jackets']) {
    const { id } = await makeCampaign(app.db, { advertiser_id: user.id, name });
    campaigns.push({ id, creativeId: (await makeCreative(app.db, { campaign_id: id })).id });
  }
  return {
    user,
    campaignIds: campaigns.map(({ id }) => id),
    event: (fields = {}, campaign = 0) => {
      const at = NOW.getTime() - 1_000;
      const { id: campaignId = 0, creativeId = 0 } = campaigns[campaign] ?? {};
      return ingestEvent({
        campaignId,
        creativeId,
        zoneId: zone.id,
        decisionId: randomUUID(),
        decidedAtMs: at,
        happenedAtMs: at,
        payoutMicros: Math.floor((fields.priceMicros ?? 0) * 0.8),
        ...fields,
      });
    },
  };
}

/** Each a batch of its own. */
export async function ingestBatches(batches: readonly (readonly IngestEvent[])[]): Promise<void> {
  const { ingest, records } = testIngest(app.test.connection);
  await ingest.open();
  for (const batch of batches) {
    records.push(...batch);
    await ingest.drain();
  }
  await ingest.stop();
}

export const clientOf = (user: MadeUser) => app.clientOf(user);
export async function list(user: MadeUser, query = ''): Promise<TransactionList> {
  const { body } = await (await clientOf(user)).get(`/api/advertiser/transactions${query}`);
  return transactionList.parse(body);
}
export async function detail(user: MadeUser, id: string) {
  const { body } = await (await clientOf(user)).get(`/api/advertiser/transactions/${id}`);
  return transactionDetail.parse(body);
}
export const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Every line has the balance of the one below it and its own amount. */
export function expectRunning({ lines }: Pick<TransactionList, 'lines'>): void {
  for (const [index, { amount_micros, balance_micros }] of lines.entries()) {
    const below = lines[index + 1];
    if (below) expect(balance_micros).toBe(below.balance_micros + amount_micros);
  }
}

export async function makePayment(user: MadeUser, fields: object = {}) {
  return app.db
    .insertInto('payment')
    .values({
      user_id: user.id,
      type: 'deposit',
      state: 'created',
      origin: 'person',
      client_key: randomUUID(),
      amount_micros: 250n * MICROS,
      gateway: 'bank-transfer',
      created_at: NOW,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}
