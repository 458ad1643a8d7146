import { type NoticePage, publicId } from '@ezdash/contracts';
import { type MadeUser, makeAdvertiser, makeCampaign } from '../../testing';
import { type AlertsWorld, openAlerts } from './testAlerts';

const MINUTE_MS = 60_000;
const URL = 'https://shop.test/?cid={click_id}';
let world: AlertsWorld;

beforeAll(async () => {
  world = await openAlerts();
});
afterAll(() => world.close());

interface Found {
  failures: number;
  outcome?: string;
  status?: number | null;
}

/** A look at the page found this; when it began to fail stays, as the looks themselves keep it. */
async function found(campaignId: number, { failures, outcome = 'status', status = 404 }: Found) {
  const { db } = world.test;
  world.clock.advance(MINUTE_MS);
  const now = world.clock.now();
  const before = await checkOf(campaignId);
  const row = {
    campaign_id: campaignId,
    url: URL,
    outcome: failures === 0 ? 'ok' : outcome,
    status: failures === 0 ? 200 : status,
    hops: 0,
    took_ms: 20,
    checked_at: now,
    failures,
    failing_since: failures === 0 ? null : (before?.failing_since ?? now),
    next_at: now,
  };
  await db
    .insertInto('landing_check')
    .values(row)
    .onConflict((conflict) => conflict.column('campaign_id').doUpdateSet(row))
    .execute();
}

const checkOf = (campaignId: number) =>
  world.test.db
    .selectFrom('landing_check')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst();

async function make(state: 'approved' | 'paused' = 'approved') {
  const user = await makeAdvertiser(world.test.db);
  const campaign = await makeCampaign(world.test.db, {
    advertiser_id: user.id,
    state,
    landing_url: URL,
    name: 'Trail season',
  });
  return { user, campaign };
}

async function noticesOf(user: MadeUser) {
  const client = world.app.client();
  await client.signIn(user);
  const { body } = await client.get<NoticePage>('/api/notices');
  return { client, notices: body.notices.filter(({ event }) => event === 'landing_broken') };
}
const mailsOf = async ({ email }: MadeUser) =>
  (await world.mailsTo(email)).filter(({ template }) => template === 'landing-broken');

it('tells once of a page that two looks did not find, and once that it answers again', async () => {
  const { user, campaign } = await make();
  await found(campaign.id, { failures: 1 });
  await world.landings();
  expect(await mailsOf(user)).toEqual([]);
  await found(campaign.id, { failures: 2 });
  await world.landings();
  await found(campaign.id, { failures: 3 });
  await world.landings();
  const { notices } = await noticesOf(user);
  expect(notices).toEqual([
    expect.objectContaining({
      href: `/advertiser/campaigns/${publicId('campaign', campaign.id)}?tab=creatives`,
      data: expect.objectContaining({
        what: 'broken',
        campaign: 'Trail season',
        url: URL,
        outcome: 'status',
        status: 404,
      }),
    }),
  ]);
  expect(await mailsOf(user)).toHaveLength(1);

  await found(campaign.id, { failures: 0 });
  await Promise.all([world.landings(), world.landings()]);
  await world.landings();
  const after = (await noticesOf(user)).notices;
  expect(after.map(({ data }) => data.what)).toEqual(['recovered', 'broken']);
  expect(after[0]?.data.failing_since).toBeNull();
  expect(await mailsOf(user)).toHaveLength(2);
  expect((await checkOf(campaign.id))?.told_at).toBeNull();
});

it('tells of the next failure as of the first', async () => {
  const { user, campaign } = await make();
  for (const failures of [2, 0, 2]) {
    await found(campaign.id, { failures });
    await world.landings();
  }
  expect((await noticesOf(user)).notices.map(({ data }) => data.what)).toEqual([
    'broken',
    'recovered',
    'broken',
  ]);
});

it('says nothing of a recovery that nobody was told the failure of', async () => {
  const { user, campaign } = await make();
  await found(campaign.id, { failures: 1 });
  await world.landings();
  await found(campaign.id, { failures: 0 });
  await world.landings();
  expect((await noticesOf(user)).notices).toEqual([]);
});

it('says nothing of campaigns that do not run, nor of an address that the campaign has no more', async () => {
  const paused = await make('paused');
  await found(paused.campaign.id, { failures: 2 });
  const changed = await make();
  await found(changed.campaign.id, { failures: 2 });
  await world.test.db
    .updateTable('campaign')
    .set({ landing_url: 'https://elsewhere.test/' })
    .where('id', '=', changed.campaign.id)
    .execute();
  await world.landings();
  for (const { user } of [paused, changed]) expect((await noticesOf(user)).notices).toEqual([]);
  // Resumed, its page is still broken: now its owner should know.
  await world.test.db
    .updateTable('campaign')
    .set({ state: 'approved' })
    .where('id', '=', paused.campaign.id)
    .execute();
  await world.landings();
  expect((await noticesOf(paused.user)).notices).toHaveLength(1);
});

it('is turned off under the alerts, each way by itself', async () => {
  const { user, campaign } = await make();
  const { client } = await noticesOf(user);
  const { body } = await client.get<{ alerts: { event: string }[] }>('/api/settings/alerts');
  expect(body.alerts.map(({ event }) => event)).toContain('landing_broken');
  await client.put('/api/settings/alerts', {
    alerts: [{ event: 'landing_broken', channels: { mail: false } }],
  });
  await found(campaign.id, { failures: 2, outcome: 'timed-out', status: null });
  await world.landings();
  expect(await mailsOf(user)).toEqual([]);
  expect((await noticesOf(user)).notices).toHaveLength(1);
  await client.put('/api/settings/alerts', {
    alerts: [{ event: 'landing_broken', channels: { app: false } }],
  });
  await found(campaign.id, { failures: 0 });
  await world.landings();
  expect((await noticesOf(user)).notices).toHaveLength(1);
});

it('of many at once each owner is told', async () => {
  const user = await makeAdvertiser(world.test.db);
  const ids: number[] = [];
  for (let count = 0; count < 230; count++)
    ids.push(
      (
        await makeCampaign(world.test.db, {
          advertiser_id: user.id,
          state: 'approved',
          landing_url: URL,
          name: `C ${count}`,
        })
      ).id,
    );
  for (const id of ids) await found(id, { failures: 2 });
  await world.landings();
  expect(await mailsOf(user)).toHaveLength(230);
});
