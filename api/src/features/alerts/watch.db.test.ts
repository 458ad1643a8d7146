import { setTimeout as pause } from 'node:timers/promises';
import { publicId } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { type MadeUser, makeAdvertiser, makeCampaign, makeZone } from '../../testing';
import { deposit } from '../ledger';
import { type AlertsWorld, openAlerts } from './testAlerts';
import { findActive } from './watch.repo';

const MICROS = 1_000_000n;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let world: AlertsWorld;

beforeAll(async () => {
  world = await openAlerts();
});
afterAll(() => world.close());

const mailsTo = async ({ email }: MadeUser) =>
  (await world.mailsTo(email)).map(({ template, data }) => ({ template, data }));
const templatesTo = async (user: MadeUser) => (await mailsTo(user)).map(({ template }) => template);

async function setState(id: number, state: 'approved' | 'paused' | 'in_review'): Promise<void> {
  await world.test.db.updateTable('campaign').set({ state }).where('id', '=', id).execute();
}

/** The guard's row of today; the ledger is left alone. */
async function spendToday(campaignId: number, spendMicros: bigint): Promise<void> {
  await world.test.db
    .insertInto('campaign_spend')
    .values({
      campaign_id: campaignId,
      day: world.clock.now().toISOString().slice(0, 10),
      spend_micros: spendMicros,
    })
    .onConflict((conflict) =>
      conflict.columns(['campaign_id', 'day']).doUpdateSet({ spend_micros: spendMicros }),
    )
    .execute();
}

/** Rolled up in the hour that lies so far behind. */
async function spentBefore(user: MadeUser, campaignId: number, ms: number, spendMicros: bigint) {
  const zone = await makeZone(world.test.db);
  const hour = new Date(Math.floor((world.clock.nowMs() - ms) / HOUR_MS) * HOUR_MS);
  await world.test.db
    .insertInto('rollup_hourly')
    .values({
      hour,
      campaign_id: campaignId,
      creative_id: 1,
      zone_id: zone.id,
      country: 'DE',
      device: 1,
      advertiser_id: user.id,
      publisher_id: 1,
      property_id: zone.property_id,
      spend_micros: spendMicros,
    })
    .execute();
}

const pay = (user: MadeUser, amountMicros: bigint, reference: string) =>
  deposit(world.test.db, {
    advertiserId: user.id,
    amountMicros,
    reference,
    occurredAt: new Date('2026-01-02T00:00:00Z'),
  });

test('the first round remembers and tells nothing', async () => {
  const user = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  await makeCampaign(world.test.db, { advertiser_id: user.id });
  const rich = await makeAdvertiser(world.test.db);
  await makeCampaign(world.test.db, { advertiser_id: rich.id });
  await world.watch();
  await world.watch();
  expect(await templatesTo(user)).toEqual([]);
  expect(await templatesTo(rich)).toEqual([]);
});

test('a campaign that begins is told once, and again after another review', async () => {
  const user = await makeAdvertiser(world.test.db);
  await world.watch();
  const startsAt = new Date(world.clock.nowMs() + HOUR_MS);
  const campaign = await makeCampaign(world.test.db, {
    advertiser_id: user.id,
    state: 'in_review',
    starts_at: startsAt,
  });
  await world.watch();
  await setState(campaign.id, 'approved');
  await world.watch();
  expect(await templatesTo(user)).toEqual([]);
  world.clock.advance(HOUR_MS);
  await Promise.all([world.watch(), world.watch(), world.watch()]);
  expect(await mailsTo(user)).toEqual([
    {
      template: 'campaign-started',
      data: expect.objectContaining({
        campaignId: publicId('campaign', campaign.id),
        campaign: campaign.name,
        dailyBudgetMicros: 50_000_000,
        startedAt: world.clock.now().toISOString(),
      }),
    },
  ]);
  // Its owner pauses and resumes it: no news.
  await setState(campaign.id, 'paused');
  await world.watch();
  await setState(campaign.id, 'approved');
  await world.watch();
  expect(await templatesTo(user)).toHaveLength(1);
  await setState(campaign.id, 'in_review');
  await world.watch();
  await setState(campaign.id, 'approved');
  world.clock.advance(60_000);
  await world.watch();
  expect(await templatesTo(user)).toEqual(['campaign-started', 'campaign-started']);
});

test('a start right behind the approval is not told on top of it; a later one is', async () => {
  const user = await makeAdvertiser(world.test.db);
  const starts_at = new Date(world.clock.nowMs() + HOUR_MS);
  const [soon, later] = [
    await makeCampaign(world.test.db, { advertiser_id: user.id, state: 'in_review' }),
    await makeCampaign(world.test.db, { advertiser_id: user.id, state: 'in_review', starts_at }),
  ];
  await world.watch();
  for (const { id } of [soon, later]) {
    await setState(id, 'approved');
    await inTransaction(world.test.db, (trx) =>
      world.alerts.service.campaignDecided(trx, {
        campaignId: id,
        decision: 'approve',
        reasons: [],
        message: '',
        decidedAt: world.clock.now(),
      }),
    );
  }
  world.clock.advance(60_000);
  await world.watch();
  await world.watch();
  expect(await templatesTo(user)).toEqual(['campaign-approved', 'campaign-approved']);
  world.clock.advance(HOUR_MS);
  await world.watch();
  expect((await mailsTo(user)).at(-1)).toMatchObject({
    template: 'campaign-started',
    data: { campaignId: publicId('campaign', later.id) },
  });
  expect(await templatesTo(user)).toHaveLength(3);
});

test('a campaign the network stops is told with why; the same daily budget not day after day', async () => {
  const user = await makeAdvertiser(world.test.db);
  const campaign = await makeCampaign(world.test.db, {
    advertiser_id: user.id,
    daily_budget_micros: 5n * MICROS,
    total_budget_micros: 12n * MICROS,
  });
  await world.watch();
  const aDay = async (spendMicros: bigint) => {
    await spendToday(campaign.id, spendMicros);
    await world.watch();
    await world.watch();
  };
  await aDay(5n * MICROS);
  expect(await mailsTo(user)).toEqual([
    {
      template: 'campaign-paused',
      data: expect.objectContaining({
        why: 'daily-budget',
        budgetMicros: 5_000_000,
        spendMicros: 5_000_000,
        lowestMicros: 2_000,
        resumesAt: '2026-11-17T00:00:00.000Z',
      }),
    },
  ]);
  world.clock.advance(DAY_MS);
  await world.watch();
  await aDay(5n * MICROS);
  expect(await templatesTo(user)).toHaveLength(1);
  world.clock.advance(DAY_MS);
  await world.watch();
  await aDay(2n * MICROS);
  expect((await mailsTo(user))[1]).toEqual({
    template: 'campaign-paused',
    data: expect.objectContaining({
      why: 'total-budget',
      budgetMicros: 12_000_000,
      spendMicros: 12_000_000,
      resumesAt: null,
    }),
  });
  expect(await templatesTo(user)).toHaveLength(2);
});

test('the end of a campaign is told; who paused it knows', async () => {
  const user = await makeAdvertiser(world.test.db);
  const ends_at = new Date(world.clock.nowMs() + HOUR_MS);
  await makeCampaign(world.test.db, { advertiser_id: user.id, ends_at });
  await makeCampaign(world.test.db, { advertiser_id: user.id, ends_at, state: 'paused' });
  await world.watch();
  world.clock.advance(HOUR_MS);
  await world.watch();
  await world.watch();
  expect(await mailsTo(user)).toEqual([
    {
      template: 'campaign-paused',
      data: expect.objectContaining({ why: 'ended', budgetMicros: null, resumesAt: null }),
    },
  ]);
});

test('low funds are told once, and again only after there was enough', async () => {
  const user = await makeAdvertiser(world.test.db, { cashMicros: 100n * MICROS });
  const campaign = await makeCampaign(world.test.db, { advertiser_id: user.id });
  await world.watch();
  await spentBefore(user, campaign.id, 8 * DAY_MS, 900n * MICROS);
  await world.watch();
  expect(await templatesTo(user)).toEqual([]);
  // 280 in seven days: 40 a day, of which 100 last for 2.5 days.
  await spentBefore(user, campaign.id, 7 * DAY_MS - HOUR_MS, 280n * MICROS);
  await world.watch();
  await world.watch();
  expect(await mailsTo(user)).toEqual([
    {
      template: 'funds-low',
      data: expect.objectContaining({ balanceMicros: 100_000_000, daysLeft: 2.5 }),
    },
  ]);
  // A little more is not enough yet: the pace wavers.
  await pay(user, 30n * MICROS, 'a');
  await world.watch();
  await pay(user, 300n * MICROS, 'b');
  await world.watch();
  expect(await templatesTo(user)).toHaveLength(1);
  world.clock.advance(HOUR_MS);
  await spentBefore(user, campaign.id, DAY_MS, 2_000n * MICROS);
  await world.watch();
  expect(await templatesTo(user)).toEqual(['funds-low', 'funds-low']);
});

test('funds that are out are told once with the campaigns, and again after money came', async () => {
  const user = await makeAdvertiser(world.test.db, { cashMicros: 1n * MICROS });
  const campaign = await makeCampaign(world.test.db, {
    advertiser_id: user.id,
    pricing: 'CPC',
    bid_micros: 1n * MICROS,
    // It keeps its bid.
    priority: 'guaranteed',
  });
  await world.watch();
  const dearer = (bid_micros: bigint) =>
    world.test.db.updateTable('campaign').set({ bid_micros }).where('id', '=', campaign.id).execute();
  await dearer(2n * MICROS);
  await Promise.all([world.watch(), world.watch()]);
  expect(await mailsTo(user)).toEqual([
    {
      template: 'funds-out',
      data: expect.objectContaining({ balanceMicros: 1_000_000, campaigns: [campaign.name], more: 0 }),
    },
  ]);
  // Pausing and resuming says nothing of the money.
  await setState(campaign.id, 'paused');
  await world.watch();
  await setState(campaign.id, 'approved');
  await world.watch();
  expect(await templatesTo(user)).toHaveLength(1);
  await pay(user, 5n * MICROS, 'c');
  await world.watch();
  world.clock.advance(60_000);
  await dearer(9n * MICROS);
  await world.watch();
  expect(await templatesTo(user)).toEqual(['funds-out', 'funds-out']);
});

test('what is turned off is not told, nor told later', async () => {
  const user = await makeAdvertiser(world.test.db);
  const client = world.app.client();
  await client.signIn(user);
  await world.watch();
  const off = { alerts: [{ event: 'campaign_started', channels: { mail: false } }] };
  expect((await client.put('/api/settings/alerts', off)).status).toBe(200);
  await makeCampaign(world.test.db, { advertiser_id: user.id });
  await world.watch();
  off.alerts[0] = { event: 'campaign_started', channels: { mail: true } };
  await client.put('/api/settings/alerts', off);
  await world.watch();
  expect(await templatesTo(user)).toEqual([]);
});

test('accounts that are not active are told nothing, and begin anew', async () => {
  const user = await makeAdvertiser(world.test.db);
  await world.watch();
  const setStatus = (status: 'active' | 'suspended') =>
    world.test.db.updateTable('app_user').set({ status }).where('id', '=', user.id).execute();
  await setStatus('suspended');
  await makeCampaign(world.test.db, { advertiser_id: user.id });
  await world.watch();
  await setStatus('active');
  await world.watch();
  await world.watch();
  expect(await templatesTo(user)).toEqual([]);
});

test('the jobs do it by themselves, once, whoever asks', async () => {
  const user = await makeAdvertiser(world.test.db);
  await world.watch();
  await makeCampaign(world.test.db, { advertiser_id: user.id });
  await world.jobs.start();
  world.alerts.start();
  world.alerts.stop();
  for (let waitedMs = 0; waitedMs < 10_000 && (await templatesTo(user)).length === 0; waitedMs += 50)
    await pause(50);
  world.alerts.stop();
  expect(await templatesTo(user)).toEqual(['campaign-started']);
});

it('a part ends with the advertiser who has the last of its campaigns, and has one at least', async () => {
  const { db } = world.test;
  const people: number[] = [];
  for (const count of [3, 0, 2, 7, 1]) {
    const person = await makeAdvertiser(db);
    people.push(person.id);
    for (let n = 0; n < count; n += 1) await makeCampaign(db, { advertiser_id: person.id });
  }
  const [first = 0] = people;
  const parts = async (most: { advertisers: number; campaigns: number }) => {
    const found: number[][] = [];
    for (let after = first - 1; ; ) {
      const part = await findActive(db, after, most);
      const last = part.at(-1);
      if (last === undefined) return found;
      found.push(part.map((id) => people.indexOf(id)));
      after = last;
    }
  };
  expect(await parts({ advertisers: 10, campaigns: 4 })).toEqual([[0, 1, 2], [3], [4]]);
  expect(await parts({ advertisers: 2, campaigns: 100 })).toEqual([[0, 1], [2, 3], [4]]);
  expect(await parts({ advertisers: 10, campaigns: 1 })).toEqual([[0], [1, 2], [3], [4]]);
});
