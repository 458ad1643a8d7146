import { randomUUID } from 'node:crypto';
import { type AdvertiserDashboard, advertiserDashboard, type CallOut, publicId } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makePublisher,
  makeZone,
  openApp,
} from '../../testing';
import { createReportingFeature, forgetDismissals } from '.';

const NOW = '2026-11-21T12:00:00.000Z';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const VIP3 = 5;
const clock = fakeClock(NOW);
const ago = (ms: number) => new Date(Date.parse(NOW) - ms);
const OLD = ago(30 * DAY_MS);
/** Approved long ago, and left alone since. */
const LONG_AGO = { created_at: OLD, updated_at: OLD, reviewed_at: OLD };
let app: AppWorld;

beforeAll(async () => {
  app = await openApp(({ db }) => ({ clock, mounts: createReportingFeature({ db, clock }).mounts }));
});
beforeEach(() => clock.set(NOW));
afterAll(() => app.close());

const clientOf = (user: MadeUser) => app.clientOf(user);
async function dashboardOf(user: MadeUser): Promise<AdvertiserDashboard> {
  const { body } = await (await clientOf(user)).get('/api/advertiser/dashboard');
  return advertiserDashboard.parse(body);
}
const callOutsOf = async (user: MadeUser): Promise<CallOut[]> => (await dashboardOf(user)).call_outs;
const codesOf = async (user: MadeUser) => (await callOutsOf(user)).map(({ code }) => code);

/** What was counted of a campaign in the hour that lies so far behind. */
async function rollUp(user: MadeUser, campaignId: number, at: Date, counts: object) {
  const zone = await makeZone(app.db);
  await app.db
    .insertInto('rollup_hourly')
    .values({
      hour: new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS),
      campaign_id: campaignId,
      creative_id: 1,
      zone_id: zone.id,
      country: 'DE',
      device: 1,
      advertiser_id: user.id,
      publisher_id: 1,
      property_id: zone.property_id,
      ...counts,
    })
    .execute();
}

/** A goal that reported hourly for a day, the last time so long ago. */
async function makeGoal(user: MadeUser, name: string, silentMs: number): Promise<number> {
  const { id } = await app.db
    .insertInto('conversion_goal')
    .values({
      advertiser_id: user.id,
      name,
      window_days: 30,
      duplicates: 'once',
      pixel: true,
      requires_key: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let hour = 24; hour >= 0; hour--) {
    const at = ago(silentMs + hour * HOUR_MS);
    await app.db
      .insertInto('conversion')
      .values({
        goal_id: id,
        click_id: randomUUID(),
        decided_at: at,
        received_at: at,
        source: 'pixel',
        verdict: 'no-click',
        value_micros: 0n,
      })
      .execute();
  }
  return id;
}

async function makePostback(user: MadeUser, name: string, failures: number): Promise<number> {
  const { id } = await app.db
    .insertInto('outgoing_postback')
    .values({
      advertiser_id: user.id,
      name,
      method: 'GET',
      url: 'https://tracker.test/',
      events: ['approved'],
      failures,
      created_at: OLD,
      updated_at: OLD,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeCall(user: MadeUser, outgoingId: number, state: 'dead' | 'waiting', at: Date) {
  await app.db
    .insertInto('postback_call')
    .values({
      outgoing_id: outgoingId,
      advertiser_id: user.id,
      conversion_id: BigInt(Math.floor(at.getTime() / 1_000)),
      event: 'approved',
      data: '{}',
      state,
      attempts: 3,
      since: at,
      due_at: at,
      created_at: at,
    })
    .execute();
}

describe('tracking that has stopped', () => {
  it('is told of, since the last report, when people went on clicking', async () => {
    const user = await makeAdvertiser(app.db);
    const campaign = await makeCampaign(app.db, { advertiser_id: user.id, ...LONG_AGO });
    await rollUp(user, campaign.id, ago(20 * HOUR_MS), { impressions: 100n, clicks: 100n });
    const goal = await makeGoal(user, 'Order', 11 * HOUR_MS);
    expect(await codesOf(user)).toEqual([]);
    await rollUp(user, campaign.id, ago(2 * HOUR_MS), { impressions: 50n, clicks: 50n });
    expect(await callOutsOf(user)).toEqual([
      expect.objectContaining({
        code: 'tracking-silent',
        tone: 'bad',
        subject: 'Order',
        since: ago(11 * HOUR_MS).toISOString(),
        href: `/advertiser/postbacks?view=log&goal=${publicId('conversionGoal', goal)}`,
      }),
    ]);
  });

  it('is not told of a goal that reports, or that was archived', async () => {
    const user = await makeAdvertiser(app.db);
    const campaign = await makeCampaign(app.db, { advertiser_id: user.id, ...LONG_AGO });
    for (const hours of [20, 2])
      await rollUp(user, campaign.id, ago(hours * HOUR_MS), { impressions: 100n, clicks: 100n });
    await makeGoal(user, 'Reports', HOUR_MS);
    const archived = await makeGoal(user, 'Archived', 11 * HOUR_MS);
    await app.db
      .updateTable('conversion_goal')
      .set({ state: 'archived' })
      .where('id', '=', archived)
      .execute();
    expect(await codesOf(user)).toEqual([]);
  });
});

it('tells of outgoing postbacks with dead letters, and of those that rest', async () => {
  const user = await makeAdvertiser(app.db);
  await makeCampaign(app.db, { advertiser_id: user.id, state: 'paused', ...LONG_AGO });
  const fine = await makePostback(user, 'Fine', 4);
  await makeCall(user, fine, 'waiting', ago(HOUR_MS));
  const dead = await makePostback(user, 'Dead', 0);
  await makeCall(user, dead, 'dead', ago(3 * DAY_MS));
  await makeCall(user, dead, 'dead', ago(2 * DAY_MS));
  const resting = await makePostback(user, 'Resting', 5);
  await makeCall(user, resting, 'waiting', ago(HOUR_MS));
  const paused = await makePostback(user, 'Paused', 9);
  await app.db.updateTable('outgoing_postback').set({ state: 'paused' }).where('id', '=', paused).execute();
  const found = await callOutsOf(user);
  expect(found.map(({ code, subject, params, since }) => [code, subject, params.dead, since])).toEqual([
    ['postback-failing', 'Dead', 2, ago(3 * DAY_MS).toISOString()],
    ['postback-failing', 'Resting', 0, ago(HOUR_MS).toISOString()],
  ]);
});

it('tells of a campaign that runs and is shown to nobody for a day', async () => {
  const user = await makeAdvertiser(app.db);
  const of = (name: string, change: object = {}) =>
    makeCampaign(app.db, { advertiser_id: user.id, name, ...LONG_AGO, ...change });
  const never = await of('Never');
  const shown = await of('Shown');
  await rollUp(user, shown.id, ago(23 * HOUR_MS), { impressions: 1n });
  const stopped = await of('Stopped');
  await rollUp(user, stopped.id, ago(30 * HOUR_MS), { impressions: 1n });
  await of('Changed', { updated_at: ago(HOUR_MS) });
  await of('Paused', { state: 'paused' });
  // At the hours it is meant for there may not have been any yet.
  await of('Weekends', {
    updated_at: ago(3 * DAY_MS),
    targeting: JSON.stringify({ hours: { timezone: 'UTC', hours: [120] } }),
  });
  const found = await callOutsOf(user);
  expect(found.map(({ code, subject, since, href }) => [code, subject, since, href])).toEqual([
    [
      'no-delivery',
      'Stopped',
      ago(29 * HOUR_MS).toISOString(),
      `/advertiser/campaigns/${publicId('campaign', stopped.id)}?tab=troubleshoot`,
    ],
    [
      'no-delivery',
      'Never',
      OLD.toISOString(),
      `/advertiser/campaigns/${publicId('campaign', never.id)}?tab=troubleshoot`,
    ],
  ]);
});

it('tells of rejected creatives of a campaign that goes on, not of those of a rejected one', async () => {
  const user = await makeAdvertiser(app.db);
  const goesOn = await makeCampaign(app.db, { advertiser_id: user.id, name: 'Goes on', state: 'paused' });
  await makeCreative(app.db, { campaign_id: goesOn.id, state: 'approved', name: 'Fine' });
  const rejected = { state: 'rejected', state_reason: 'quality', reviewed_at: ago(DAY_MS) } as const;
  await makeCreative(app.db, { campaign_id: goesOn.id, name: 'Dark', ...rejected });
  const whole = await makeCampaign(app.db, {
    advertiser_id: user.id,
    state: 'rejected',
    state_reason: 'quality',
    reviewed_at: ago(DAY_MS),
    daily_budget_micros: 10_000_000n,
  });
  await makeCreative(app.db, { campaign_id: whole.id, ...rejected });
  expect(await callOutsOf(user)).toEqual([
    expect.objectContaining({
      code: 'creative-rejected',
      subject: 'Goes on',
      params: expect.objectContaining({ creative: 'Dark', others: 0 }),
      since: ago(DAY_MS).toISOString(),
      at_stake_micros: 25_000_000,
    }),
    expect.objectContaining({ code: 'campaign-rejected', at_stake_micros: 10_000_000 }),
  ]);
});

it('tells what a rule changed within a day', async () => {
  const user = await makeAdvertiser(app.db);
  const campaign = await makeCampaign(app.db, { advertiser_id: user.id, state: 'paused' });
  const { id: ruleId } = await app.db
    .insertInto('auto_rule')
    .values({ advertiser_id: user.id, name: 'No sales', definition: '{}', created_at: OLD, updated_at: OLD })
    .returning('id')
    .executeTakeFirstOrThrow();
  const act = async (at: Date, outcome: 'acted' | 'refused') => {
    const { id: runId } = await app.db
      .insertInto('auto_rule_run')
      .values({ rule_id: ruleId, period: at, ran_at: at, subjects: 1, matched: 1, held: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('auto_rule_act')
      .values({
        run_id: runId,
        rule_id: ruleId,
        happened_at: at,
        campaign_id: campaign.id,
        outcome,
        action: JSON.stringify({ kind: 'change-budget' }),
        figures: '[]',
        before_micros: 50_000_000n,
        after_micros: 30_000_000n,
      })
      .execute();
  };
  await act(ago(25 * HOUR_MS), 'acted');
  await act(ago(2 * HOUR_MS), 'refused');
  expect(await codesOf(user)).toEqual([]);
  await act(ago(HOUR_MS), 'acted');
  expect(await callOutsOf(user)).toEqual([
    expect.objectContaining({
      code: 'rule-acted',
      tone: 'info',
      subject: 'No sales',
      params: { campaigns: 1 },
      since: ago(HOUR_MS).toISOString(),
      at_stake_micros: 20_000_000,
      href: `/advertiser/rules?rule=${publicId('rule', ruleId)}`,
    }),
  ]);
});

it('puts the most at stake first, whatever the kind', async () => {
  const user = await makeAdvertiser(app.db);
  const of = (name: string, micros: bigint, change: object) =>
    makeCampaign(app.db, { advertiser_id: user.id, name, daily_budget_micros: micros, ...change });
  await of('Small', 10_000_000n, { state: 'rejected', state_reason: 'quality' });
  await of('Large', 90_000_000n, LONG_AGO);
  await of('Middle', 40_000_000n, { state: 'rejected', state_reason: 'quality' });
  expect((await callOutsOf(user)).map(({ subject }) => subject)).toEqual(['Large', 'Middle', 'Small']);
});

describe('a call-out that is put away', () => {
  const dismiss = '/api/advertiser/call-outs/dismiss';
  const rejectedAt = (at: Date) => ({ state: 'rejected', state_reason: 'quality', reviewed_at: at }) as const;

  it('stays away for a day, for this person alone, and comes back when it is asked for', async () => {
    const [user, other] = [await makeAdvertiser(app.db), await makeAdvertiser(app.db)];
    for (const { id } of [user, other])
      await makeCampaign(app.db, { advertiser_id: id, ...rejectedAt(ago(DAY_MS)) });
    const client = await clientOf(user);
    const [callOut] = await callOutsOf(user);
    const key = callOut?.key ?? '';
    const { status, body } = await client.post(dismiss, { key });
    expect([status, body]).toEqual([200, { until: '2026-11-22T12:00:00.000Z' }]);
    expect(await codesOf(user)).toEqual([]);
    // Its key names a campaign of its own.
    await (await clientOf(other)).post(dismiss, { key });
    expect(await codesOf(other)).toEqual(['campaign-rejected']);
    expect((await client.post('/api/advertiser/call-outs/restore', { key })).status).toBe(204);
    expect(await codesOf(user)).toEqual(['campaign-rejected']);
    await client.post(dismiss, { key });
    clock.advance(DAY_MS - 1);
    expect(await codesOf(user)).toEqual([]);
    clock.advance(1);
    expect(await codesOf(user)).toEqual(['campaign-rejected']);
  });

  it('does not hide the next failure', async () => {
    const user = await makeAdvertiser(app.db);
    const { id } = await makeCampaign(app.db, { advertiser_id: user.id, ...rejectedAt(ago(2 * DAY_MS)) });
    const [first] = await callOutsOf(user);
    await (await clientOf(user)).post(dismiss, { key: first?.key });
    expect(await codesOf(user)).toEqual([]);
    await app.db
      .updateTable('campaign')
      .set(rejectedAt(ago(HOUR_MS)))
      .where('id', '=', id)
      .execute();
    expect(await codesOf(user)).toEqual(['campaign-rejected']);
  });

  it('is named by its key, and a hundred of them at most', async () => {
    const user = await makeAdvertiser(app.db);
    const client = await clientOf(user);
    for (const key of ['', 'x', 'no key', `low-balance:${'x'.repeat(120)}`])
      expect((await client.post(dismiss, { key })).status).toBe(422);
    for (let count = 0; count < 103; count++) {
      clock.advance(1_000);
      await client.post(dismiss, { key: `no-delivery:c_${count}` });
    }
    const kept = () =>
      app.db
        .selectFrom('call_out_dismissal')
        .select('key')
        .where('user_id', '=', user.id)
        .orderBy('until')
        .execute();
    expect((await kept()).map(({ key }) => key)).toEqual(
      Array.from({ length: 100 }, (_, index) => `no-delivery:c_${index + 3}`),
    );
    await inTransaction(app.db, (trx) => forgetDismissals(trx, user.id));
    expect(await kept()).toEqual([]);
  });

  it('is nothing for publishers, and a lack of campaigns is none', async () => {
    const publisher = await clientOf(await makePublisher(app.db));
    expect((await publisher.post(dismiss, { key: 'low-balance:account' })).status).toBe(403);
    const newcomer = await makeAdvertiser(app.db);
    expect((await callOutsOf(newcomer)).map(({ code, key }) => [code, key])).toEqual([
      ['no-campaign', undefined],
    ]);
  });
});

describe('who looks after an account', () => {
  it('is shown to accounts with managed campaigns alone', async () => {
    const manager = await makeAdmin(app.db, {
      first_name: 'Sara',
      last_name: 'Berg',
      locale: 'de',
      timezone: 'Europe/Berlin',
    });
    const managed = { manager_id: manager.id };
    const regular = await makeAdvertiser(app.db, managed);
    expect(await dashboardOf(regular)).not.toHaveProperty('manager');
    const vip = await makeAdvertiser(app.db, { account_type_id: VIP3, ...managed });
    expect((await dashboardOf(vip)).manager).toEqual({
      name: 'Sara Berg',
      language: 'de',
      timezone: 'Europe/Berlin',
    });
    const alone = await makeAdvertiser(app.db, { account_type_id: VIP3 });
    expect((await dashboardOf(alone)).manager).toBeNull();
  });

  it('is nobody any more once the operator has left', async () => {
    const manager = await makeAdmin(app.db, { status: 'suspended' });
    const vip = await makeAdvertiser(app.db, { account_type_id: VIP3, manager_id: manager.id });
    expect((await dashboardOf(vip)).manager).toBeNull();
  });
});
