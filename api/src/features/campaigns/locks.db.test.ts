import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import { createTestDb, makeCampaign, type TestDb } from '../../testing';
import { lockCampaigns, setPriority } from './campaigns.repo';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

/** The first spend of the day, as it is counted. Fails instead of waiting for whoever holds the campaign. */
const spend = (campaignId: number) =>
  inTransaction(test.db, async (trx) => {
    await sql`SET LOCAL lock_timeout = '3s'`.execute(trx);
    await sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros) VALUES (${campaignId}, '2026-11-21', 5)`.execute(
      trx,
    );
  });

const holds: [string, (trx: Db, id: number) => Promise<unknown>][] = [
  ['what is changed', (trx, id) => lockCampaigns(trx, { ids: [id] })],
  [
    'what gets another priority',
    (trx, id) => setPriority(trx, id, 'house', new Date('2026-11-21T12:00:00Z')),
  ],
];

it.each(holds)('%s is still charged', async (_what, hold) => {
  const { id } = await makeCampaign(test.db);
  await inTransaction(test.db, async (trx) => {
    await hold(trx, id);
    await spend(id);
  });
  const { rows } = await sql<{ spend_micros: bigint }>`
    SELECT spend_micros FROM campaign_spend WHERE campaign_id = ${id}`.execute(test.db);
  expect(rows).toEqual([{ spend_micros: 5n }]);
});

it('two changes of one campaign come one after the other', async () => {
  const { id } = await makeCampaign(test.db);
  await inTransaction(test.db, async (trx) => {
    await lockCampaigns(trx, { ids: [id] });
    const second = test.db.transaction().execute(async (other) => {
      await sql`SET LOCAL lock_timeout = '50ms'`.execute(other);
      await lockCampaigns(other, { ids: [id] });
    });
    await expect(second).rejects.toThrow('lock timeout');
  });
});
