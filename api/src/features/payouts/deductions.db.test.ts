import { randomUUID } from 'node:crypto';
import {
  type EarningsDeductionList,
  earningsDeductionList,
  INVALID_REASONS,
  payoutList,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { makeCampaign, makePublisher } from '../../testing';
import { invalidTrafficPostings, post, referralReleasePostings } from '../ledger';
import { openPayouts, type PayoutsWorld, UNIT } from './testPayouts';

let world: PayoutsWorld;
beforeAll(async () => {
  world = await openPayouts();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set('2026-11-16T12:00:00.000Z'));

/** Traffic of a publisher on two days that staff found to be invalid; answers its number. */
async function foundInvalid(publisherId: number, reason: number): Promise<number> {
  const campaign = await makeCampaign(world.test.db);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO traffic_reversal (reason, selection, fingerprint, why, actor)
    VALUES (${reason}, '{}', ${randomUUID().replaceAll('-', '').padEnd(64, '0')}, 'Clicks without people', 'admin 1001')
    RETURNING id`.execute(world.test.db);
  const id = rows[0]?.id ?? 0;
  for (const [day, counted] of [
    ['2026-11-02', 40],
    ['2026-11-03', 2],
  ])
    await sql`
      INSERT INTO traffic_reversal_sum (reversal_id, day, campaign_id, advertiser_id, publisher_id, events, counted,
        price_micros, payout_micros, bonus_micros)
      VALUES (${id}, ${day}, ${campaign.id}, ${campaign.advertiser_id}, ${publisherId}, 50, ${counted}, 0, 0, 0)`.execute(
      world.test.db,
    );
  return id;
}

/** Takes back from what is pending, as a batch of a reversal does, or as a conversion that is taken back. */
const takeBack = async (publisherId: number, micros: number, at: string, meta: Record<string, unknown>) => {
  const { advertiser_id: advertiserId } = await makeCampaign(world.test.db);
  return inTransaction(world.test.db, (trx) =>
    post(trx, {
      idempotencyKey: `test:${randomUUID()}`,
      kind: 'invalid_traffic',
      occurredAt: new Date(at),
      meta,
      postings: invalidTrafficPostings({
        advertiserId,
        bonusMicros: 0n,
        cashMicros: BigInt(micros),
        payouts: new Map([[publisherId, BigInt(micros)]]),
      }),
    }),
  );
};

async function deductionsOf(client: PayoutsWorld['admin'], before?: string) {
  const query = before === undefined ? '' : `?before=${before}`;
  const { body } = await client.get<EarningsDeductionList>(`/api/publisher/deductions${query}`);
  expect(earningsDeductionList.parse(body)).toEqual(body);
  return body;
}

describe('what was taken back', () => {
  it('is told by its cause, with the traffic it is about, before and after it is summed up', async () => {
    const user = await makePublisher(world.test.db);
    const client = await world.signedIn(user);
    await world.earn(user.id, 100 * UNIT, '2026-11-01T10:00:00Z');
    const reversal = await foundInvalid(user.id, INVALID_REASONS['data-centre']);
    await takeBack(user.id, 3 * UNIT, '2026-11-10T10:00:00Z', { reversal, batch: 1 });
    await takeBack(user.id, 2 * UNIT, '2026-11-11T10:00:00Z', { reversal, conversions: 1 });
    await takeBack(user.id, 700_001, '2026-11-12T23:59:59Z', { conversions: 1 });
    await world.earn(user.id, -250_000, '2026-11-13T10:00:00Z');
    const wanted = {
      deductions: [
        {
          id: 'correction-2026-11',
          cause: 'correction',
          reason: null,
          booked_from: '2026-11-13',
          booked_to: '2026-11-13',
          traffic: null,
          amount_micros: 250_000,
        },
        {
          id: 'conversion-2026-11',
          cause: 'conversion',
          reason: null,
          booked_from: '2026-11-12',
          booked_to: '2026-11-12',
          traffic: null,
          amount_micros: 700_001,
        },
        {
          id: `traffic-${reversal}`,
          cause: 'invalid_traffic',
          reason: 'data-centre',
          booked_from: '2026-11-10',
          booked_to: '2026-11-11',
          traffic: { from: '2026-11-02', to: '2026-11-03', events: 42 },
          amount_micros: 5 * UNIT,
        },
      ],
      next: null,
      total_micros: 5_950_001,
    };
    expect(await deductionsOf(client)).toEqual(wanted);
    expect((await world.earnings(client)).deducted_micros).toBe(5_950_001);
    await world.payouts.release();
    const { rows } = await sql`SELECT FROM earnings_deduction WHERE publisher_id = ${user.id}`.execute(
      world.test.db,
    );
    expect(rows).toHaveLength(4);
    expect(await deductionsOf(client)).toEqual(wanted);
    // What comes of the same reversal later is one with it.
    await takeBack(user.id, 1 * UNIT, '2026-11-14T10:00:00Z', { reversal, batch: 2 });
    await world.payouts.release();
    const after = await deductionsOf(client);
    expect(after.deductions[0]).toMatchObject({
      id: `traffic-${reversal}`,
      booked_from: '2026-11-10',
      booked_to: '2026-11-14',
      amount_micros: 6 * UNIT,
    });
    expect(after.total_micros).toBe((await world.earnings(client)).deducted_micros);
  });

  it('comes in pages, and a place that is none is refused', async () => {
    const user = await makePublisher(world.test.db);
    const client = await world.signedIn(user);
    await world.earn(user.id, 100 * UNIT, '2026-11-01T10:00:00Z');
    for (let at = 0; at < 27; at++)
      await takeBack(user.id, 1 + at, '2026-11-10T10:00:00Z', {
        reversal: await foundInvalid(user.id, INVALID_REASONS.sivt),
      });
    const first = await deductionsOf(client);
    expect(first.deductions).toHaveLength(25);
    const second = await deductionsOf(client, first.next ?? '');
    expect(second.deductions.map(({ amount_micros: micros }) => micros)).toEqual([2, 1]);
    expect(second.next).toBeNull();
    expect((await client.get('/api/publisher/deductions?before=traffic-0')).status).toBe(422);
  });

  it('is nobody else’s', async () => {
    const user = await makePublisher(world.test.db);
    await world.earn(user.id, -5, '2026-11-01T10:00:00Z');
    const other = await world.signedIn(await makePublisher(world.test.db));
    expect(await deductionsOf(other)).toEqual({ deductions: [], next: null, total_micros: 0 });
    expect((await world.admin.get('/api/publisher/deductions')).status).toBe(403);
  });
});

describe('what a payout is made of', () => {
  const listed = async (client: PayoutsWorld['admin']) =>
    payoutList.parse((await client.get('/api/publisher/payouts')).body).payouts;

  it('is the months and the referrals that became payable since the payout before', async () => {
    const { user, client } = await world.makePaid(60 * UNIT);
    await inTransaction(world.test.db, (trx) =>
      post(trx, {
        idempotencyKey: `test:${randomUUID()}`,
        kind: 'opening',
        occurredAt: new Date('2026-11-01T00:00:00Z'),
        postings: [
          { kind: 'network_revenue', ownerId: null, amountMicros: -5_500_000n },
          { kind: 'referral', ownerId: user.id, amountMicros: 5_500_000n },
        ],
      }),
    );
    await inTransaction(world.test.db, (trx) =>
      post(trx, {
        idempotencyKey: `test:${randomUUID()}`,
        kind: 'referral_release',
        occurredAt: new Date('2026-11-02T00:00:00Z'),
        postings: referralReleasePostings(user.id, 'publisher', 5_500_000n),
      }),
    );
    const first = await world.request(client);
    await world.decide(first.id, { decision: 'refuse', reason: 'Not yet' });
    // What came back is asked for again with all that it was made of.
    const second = await world.request(client);
    const madeOf = {
      from: '2026-09-01',
      to: '2026-09-01',
      earnings_micros: 60 * UNIT,
      referral_micros: 5_500_000,
    };
    expect((await listed(client)).map(({ id, made_of }) => [id, made_of])).toEqual([
      [second.id, madeOf],
      [first.id, madeOf],
    ]);
    await world.decide(second.id, { decision: 'approve' });
    await world.send(second.id);
    await world.settle(second.id, { outcome: 'paid', bank_reference: 'T-1' });
    await world.earn(user.id, 51 * UNIT, '2026-10-10T10:00:00Z');
    world.clock.set('2026-12-16T12:00:00.000Z');
    await world.payouts.release();
    const third = await world.request(client);
    expect((await listed(client))[0]).toMatchObject({
      id: third.id,
      made_of: { from: '2026-10-01', to: '2026-10-01', earnings_micros: 51 * UNIT, referral_micros: 0 },
    });
  });
});
