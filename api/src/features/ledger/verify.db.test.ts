import { randomUUID } from 'node:crypto';
import { EVENT_KINDS } from '@ezdash/contracts/constants';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import {
  createTestDb,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeZone,
  type TestDb,
} from '../../testing';
import { post, verify } from '.';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

/** One billed impression of 1,000 micros (200 of it bonus, 800 for the publisher) in every book it belongs to. */
async function billImpression() {
  const { db } = test;
  const advertiser = await makeAdvertiser(db, { bonusMicros: 1_000n });
  const campaign = await makeCampaign(db, { advertiser_id: advertiser.id });
  const creative = await makeCreative(db, { campaign_id: campaign.id });
  const zone = await makeZone(db);
  const { publisher_id } = await db
    .selectFrom('property')
    .select('publisher_id')
    .where('id', '=', zone.property_id)
    .executeTakeFirstOrThrow();
  const place = {
    campaign_id: campaign.id,
    creative_id: creative.id,
    zone_id: zone.id,
    country: 'DE',
    device: 1,
    advertiser_id: advertiser.id,
    publisher_id,
    property_id: zone.property_id,
  };
  const at = '2026-11-15T10:20:30Z';
  await db
    .insertInto('ad_event')
    .values({
      ...place,
      decision_id: randomUUID(),
      kind: EVENT_KINDS.impression,
      decided_at: at,
      happened_at: at,
      price_micros: 1_000n,
      bonus_micros: 200n,
      payout_micros: 800n,
    })
    .execute();
  await db
    .insertInto('rollup_hourly')
    .values({
      ...place,
      hour: '2026-11-15T10:00:00Z',
      impressions: 1n,
      spend_micros: 1_000n,
      payout_micros: 800n,
    })
    .execute();
  await db
    .insertInto('campaign_spend')
    .values({ campaign_id: campaign.id, day: '2026-11-15', spend_micros: 1_000n })
    .execute();
  await inTransaction(db, (trx) =>
    post(trx, {
      idempotencyKey: `spend:${campaign.id}`,
      kind: 'ad_spend',
      occurredAt: new Date(at),
      postings: [
        { kind: 'advertiser_bonus', ownerId: advertiser.id, amountMicros: -200n },
        { kind: 'advertiser_cash', ownerId: advertiser.id, amountMicros: -800n },
        { kind: 'publisher_pending', ownerId: publisher_id, amountMicros: 800n },
        { kind: 'network_revenue', ownerId: null, amountMicros: 200n },
      ],
    }),
  );
  return { ...place, at };
}

/** What verify says after a change that is undone again. */
async function afterwards(change: string): Promise<{ ok: boolean; checks: string[] }> {
  let result = { ok: true, checks: [] as string[] };
  const undo = new Error('undo');
  await expect(
    inTransaction(test.db, async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql.raw(change).execute(trx);
      const { ok, differences } = await verify(trx);
      result = { ok, checks: [...new Set(differences.map(({ check }) => check))] };
      throw undo;
    }),
  ).rejects.toBe(undo);
  return result;
}

it('finds every tampering, down to one micro', async () => {
  const billed = await billImpression();
  expect((await verify(test.db)).differences).toEqual([]);
  const where = `WHERE campaign_id = ${billed.campaign_id}`;
  const cases: [string, string[]][] = [
    [
      "UPDATE ledger_account SET balance_micros = balance_micros + 1 WHERE kind = 'network_revenue'",
      ['balances are the sum of their postings'],
    ],
    [
      "UPDATE ledger_posting SET amount_micros = amount_micros - 1 WHERE amount_micros = -800 AND account_id IN (SELECT id FROM ledger_account WHERE kind = 'advertiser_cash')",
      [
        'transactions sum to zero',
        'balances are the sum of their postings',
        'advertisers paid what their events cost',
      ],
    ],
    [
      `UPDATE ad_event SET payout_micros = 801 ${where}`,
      ['publishers earned what the events say', 'the network kept what the events say', 'hourly payout'],
    ],
    [`UPDATE ad_event SET bonus_micros = 201 ${where}`, ['bonuses paid what the events say']],
    [
      `UPDATE campaign_spend SET spend_micros = 999 ${where}`,
      ['spend of campaigns is what their events cost'],
    ],
    [`UPDATE rollup_hourly SET impressions = 2 ${where}`, ['hourly impressions']],
    ...['advertiser_id', 'publisher_id', 'property_id'].map((owner): [string, string[]] => [
      `UPDATE rollup_hourly SET ${owner} = ${owner} + 1 ${where}`,
      ['hourly owners'],
    ]),
    [`DELETE FROM rollup_hourly ${where}`, ['hourly impressions', 'hourly spend', 'hourly payout']],
    [
      `UPDATE ad_event SET invalid_reason = 1 ${where}`,
      ['invalid events cost nothing', 'hourly impressions', 'hourly invalid events'],
    ],
    [
      `DELETE FROM ad_event ${where}`,
      [
        'advertisers paid what their events cost',
        'bonuses paid what the events say',
        'publishers earned what the events say',
        'the network kept what the events say',
        'spend of campaigns is what their events cost',
        'hourly impressions',
        'hourly spend',
        'hourly payout',
      ],
    ],
  ];
  for (const [change, checks] of cases)
    expect([change, await afterwards(change)]).toEqual([change, { ok: false, checks }]);
  expect((await verify(test.db)).ok).toBe(true);
});

it('says by how much', async () => {
  const undo = new Error('undo');
  await expect(
    inTransaction(test.db, async (trx) => {
      await sql`UPDATE ledger_account SET balance_micros = balance_micros + 7 WHERE kind = 'network_revenue'`.execute(
        trx,
      );
      const { differences, differenceCount } = await verify(trx);
      expect(differenceCount).toBe(1);
      const [{ subject, expected, actual } = { subject: '', expected: 0n, actual: 0n }] = differences;
      expect([subject, actual - expected]).toEqual(['network_revenue', 7n]);
      throw undo;
    }),
  ).rejects.toBe(undo);
});
