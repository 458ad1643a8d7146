import { randomUUID } from 'node:crypto';
import { EVENT_KINDS } from '@ezdash/contracts/constants';
import { sql } from 'kysely';
import { inTransaction, type Trx } from '../../platform/db';
import {
  createTestDb,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makePublisher,
  makeZone,
  type TestDb,
} from '../../testing';
import { DAILY_CUBES } from '../events/dailyCubes';
import { post, verify } from '.';
import { DAILY_CUBE_OWNERS } from './dailyCubeOwners';

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
    .values({ campaign_id: campaign.id, day: '2026-11-15', spend_micros: 1_000n, impressions: 1n })
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
async function afterwards(
  change: string,
  before: (trx: Trx) => Promise<void> = async () => {},
): Promise<{ ok: boolean; checks: string[] }> {
  let result = { ok: true, checks: [] as string[] };
  const undo = new Error('undo');
  await expect(
    inTransaction(test.owner, async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await before(trx);
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
        'kept spend is the sum of its postings',
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
    [`UPDATE rollup_hourly SET impressions = 2 ${where}`, ['hourly impressions', 'impressions of campaigns']],
    [`UPDATE campaign_spend SET impressions = 0 ${where}`, ['impressions of campaigns']],
    ...['advertiser_id', 'publisher_id', 'property_id'].map((owner): [string, string[]] => [
      `UPDATE rollup_hourly SET ${owner} = ${owner} + 1 ${where}`,
      ['owners of figures'],
    ]),
    [`UPDATE rollup_hourly SET conversions = 1 ${where}`, ['hourly conversions']],
    [
      "UPDATE ledger_account SET spent_micros = spent_micros + 1 WHERE kind = 'advertiser_cash'",
      ['kept spend is the sum of its postings'],
    ],
    [
      'INSERT INTO ledger_posting (transaction_id, account_id, amount_micros) VALUES (999999, 999999, 5)',
      ['transactions sum to zero', 'postings belong to a transaction and an account'],
    ],
    [
      "INSERT INTO ledger_transaction (idempotency_key, kind, occurred_at, reverses_id) SELECT 'undone', 'reversal', now(), id FROM ledger_transaction WHERE kind = 'ad_spend'",
      ['transactions have postings', 'ad spend is given back with its events'],
    ],
    [
      `DELETE FROM rollup_hourly ${where}`,
      ['hourly impressions', 'hourly spend', 'hourly payout', 'impressions of campaigns'],
    ],
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

/** Folds the day of the impressions as the queue does, into every cube. */
async function foldDay(trx: Trx): Promise<void> {
  await sql`INSERT INTO rollup_day (day) VALUES ('2026-11-15')`.execute(trx);
  for (const side of ['advertiser', 'publisher'] as const)
    await sql`INSERT INTO rollup_daily (cube, owner_id, day, impressions, viewables, clicks, conversions, invalid, spend_micros, payout_micros)
      SELECT cube, ${sql.ref(`${side}_id`)}, '2026-11-15', impressions, viewables, clicks, conversions, invalid, spend_micros, payout_micros
      FROM rollup_hourly CROSS JOIN unnest(${DAILY_CUBE_OWNERS[side]}::int[]) cube`.execute(trx);
}

describe('daily figures of a folded day', () => {
  beforeAll(async () => {
    await billImpression();
  });
  const afterFolding = (change: string) => afterwards(change, foldDay);

  it('are those of its hours', async () => {
    expect(await afterFolding('SELECT')).toEqual({ ok: true, checks: [] });
  });

  it.each([
    ['a figure of one cube', 'UPDATE rollup_daily SET spend_micros = 999 WHERE cube = 3'],
    ['a cube is gone', 'DELETE FROM rollup_daily WHERE cube = 12'],
    ['a publisher’s cube is gone', 'DELETE FROM rollup_daily WHERE cube = 6'],
    ['all of them are gone', 'DELETE FROM rollup_daily'],
    ['one row too many', 'INSERT INTO rollup_daily SELECT * FROM rollup_daily WHERE cube = 14'],
    ['a cube that is none', 'UPDATE rollup_daily SET cube = 1 WHERE cube = 12'],
  ])('%s: found', async (_, change) => {
    expect(await afterFolding(change)).toEqual({ ok: false, checks: ['daily figures'] });
  });
});

it('looks for every cube that is written', () => {
  const byOwner = (owner: string) =>
    DAILY_CUBES.filter((cube) => cube.owner === owner)
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  expect(DAILY_CUBE_OWNERS).toEqual({
    advertiser: byOwner('advertiser_id'),
    publisher: byOwner('publisher_id'),
  });
});

/** Writes a transaction past the ledger, with the balances it leaves: everything that sums up agrees. */
const written = (
  kind: string,
  postings: readonly [account: string, owner: number | null, micros: number][],
) => `
  INSERT INTO ledger_account (kind, owner_id) VALUES ${postings.map(([account, owner]) => `('${account}', ${owner})`).join(', ')}
    ON CONFLICT DO NOTHING;
  WITH made AS (INSERT INTO ledger_transaction (idempotency_key, kind, occurred_at) VALUES ('by hand', '${kind}', now()) RETURNING id),
  lines AS (INSERT INTO ledger_posting (transaction_id, account_id, amount_micros)
    SELECT made.id, a.id, p.micros FROM made, (VALUES ${postings.map(([account, owner, micros]) => `('${account}', ${owner}::int, ${micros})`).join(', ')}) p (kind, owner_id, micros)
    JOIN ledger_account a ON a.kind = p.kind AND a.owner_id IS NOT DISTINCT FROM p.owner_id
    RETURNING account_id, amount_micros)
  UPDATE ledger_account a SET balance_micros = balance_micros + l.amount_micros FROM lines l WHERE l.account_id = a.id`;

describe('the chart of accounts', () => {
  const MAY = 'transactions post what their kind may';
  const LENT = 'credit is lent for what cash does not pay';
  const REPAID = 'nobody repays more than was lent';
  const OVERDRAWN = 'accounts are overdrawn by what may overdraw them';
  let advertiser: number;
  let publisher: number;
  beforeAll(async () => {
    advertiser = (await makeAdvertiser(test.db, { cashMicros: 1_000_000n })).id;
    publisher = (await makePublisher(test.db)).id;
  });

  it.each<[string, string[], () => string]>([
    [
      'a deposit into earnings',
      [MAY],
      () =>
        written('deposit', [
          ['clearing', null, -5_000_000],
          ['publisher_payable', publisher, 5_000_000],
        ]),
    ],
    [
      'a deposit that takes',
      [MAY],
      () =>
        written('deposit', [
          ['clearing', null, 500_000],
          ['advertiser_cash', advertiser, -500_000],
        ]),
    ],
    [
      'a hold of more than there is',
      [OVERDRAWN],
      () =>
        written('hold', [
          ['advertiser_hold', advertiser, 1_000_001],
          ['advertiser_cash', advertiser, -1_000_001],
        ]),
    ],
    [
      'a refund of what is not held',
      [OVERDRAWN],
      () =>
        written('refund', [
          ['clearing', null, 1],
          ['advertiser_hold', advertiser, -1],
        ]),
    ],
    [
      'a payout of what was never earned',
      [OVERDRAWN],
      () =>
        written('payout', [
          ['clearing', null, 1],
          ['publisher_payout', publisher, -1],
        ]),
    ],
    [
      'a loan for nothing',
      [LENT],
      () =>
        written('credit_draw', [
          ['advertiser_credit', advertiser, -5],
          ['advertiser_cash', advertiser, 5],
        ]),
    ],
    [
      'a repayment of what is not owed',
      [REPAID],
      () =>
        written('credit_repayment', [
          ['advertiser_cash', advertiser, -5],
          ['advertiser_credit', advertiser, 5],
        ]),
    ],
    [
      'a statement of what is not owed',
      ['statements say what was owed'],
      () => `INSERT INTO credit_statement (advertiser_id, period, owed_micros, drawn_micros, repaid_micros, issued_at,
          due_at, last_posting_id, reminder, reminded_at)
        VALUES (${advertiser}, '2026-10-01', 7, 7, 0, now(), now() + interval '1 day', 9, 'issued', now())`,
    ],
    [
      'a correction into an account of nobody’s kind',
      ['accounts have the owner of their kind'],
      () =>
        written('correction', [
          ['clearing', null, -1],
          ['advertiser_cash', publisher, 1],
        ]),
    ],
    [
      'a correction below nothing',
      [],
      () =>
        written('correction', [
          ['clearing', null, 1_000_001],
          ['advertiser_cash', advertiser, -1_000_001],
        ]),
    ],
  ])('%s: %p', async (_, checks, change) => {
    expect(await afterwards(change())).toEqual({ ok: checks.length === 0, checks });
  });

  it('an account that was overdrawn for a while is found though it is full again', async () => {
    const change = written('hold', [
      ['advertiser_hold', advertiser, 1_000_001],
      ['advertiser_cash', advertiser, -1_000_001],
    ]);
    const back = written('deposit', [
      ['clearing', null, -2],
      ['advertiser_cash', advertiser, 2],
    ]).replace('by hand', 'by hand again');
    expect(await afterwards(`${change}; ${back}`)).toEqual({ ok: false, checks: [OVERDRAWN] });
  });
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
