import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { createTestDb, makeCampaign, type TestDb } from '../../testing';
import { lockCandidate } from './candidates.repo';

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

it('a campaign that a rule is about to change is still charged', async () => {
  const { id } = await makeCampaign(test.db);
  await inTransaction(test.db, async (trx) => {
    expect((await lockCandidate(trx, id))?.id).toBe(id);
    await spend(id);
  });
  const { rows } = await sql<{ spend_micros: bigint }>`
    SELECT spend_micros FROM campaign_spend WHERE campaign_id = ${id}`.execute(test.db);
  expect(rows).toEqual([{ spend_micros: 5n }]);
});
