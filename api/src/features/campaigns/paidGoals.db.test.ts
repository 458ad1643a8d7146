import {
  type Campaign,
  type CampaignActionAnswer,
  type ConversionGoal,
  type ErrorBody,
  publicId,
  rowId,
} from '@ezdash/contracts';
import { translateMessage } from '../../locales';
import { silentLog } from '../../platform/log';
import {
  type AppWorld,
  fakeClock,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  openApp,
  type TestClient,
} from '../../testing';
import { createConversionsFeature } from '../conversions';
import { createCampaignsFeature } from '.';

const clock = fakeClock('2026-11-21T12:00:00.000Z');
const NO_GOAL = ['Choose at least one goal that you pay for'];
const NO_OWN = ['You have no active goal with this id'];
const NO_CLICK = ['Conversions are reported with the click id: put the macro click_id into the address'];
let app: AppWorld;
let client: TestClient;
let advertiserId: number;
let asset: string;

beforeAll(async () => {
  app = await openApp(({ db }) => {
    const { mounts } = createCampaignsFeature({ db, clock });
    const conversions = createConversionsFeature({
      db,
      clock,
      log: silentLog,
      secret: 'a secret of the tests, long enough for anybody',
      appUrl: 'http://ads.test',
      rawEventDays: 93,
    });
    return { clock, mounts: [...mounts, ...conversions.mounts], translate: translateMessage };
  });
});
beforeEach(async () => {
  const advertiser = await makeAdvertiser(app.db);
  advertiserId = advertiser.id;
  asset = publicId('asset', (await makeAsset(app.db, { owner_id: advertiserId })).id);
  client = await app.clientOf(advertiser);
});
afterAll(() => app.close());

const NO_PROOF = ['A report of this goal costs money, so it has to need the key: turn requires_key on'];
const makeGoal = async (as = client, fields: object = { requires_key: true }) =>
  (await as.post<ConversionGoal & ErrorBody>('/api/conversion-goals', { name: 'Order', ...fields })).body.id;
const archive = (goal: string) => client.patch(`/api/conversion-goals/${goal}`, { state: 'archived' });

const create = (more: object = {}) =>
  client.post<Campaign & ErrorBody>('/api/campaigns', {
    name: 'Winter shells',
    pricing: 'CPA',
    bid_micros: 5_000_000,
    daily_budget_micros: 50_000_000,
    total_budget_micros: null,
    pacing: 'even',
    landing_url: 'https://halden.example/shells?ez={click_id}',
    starts_at: null,
    ends_at: null,
    targeting: {},
    frequency_cap: null,
    creatives: [{ asset_id: asset, name: 'Shell', alt: '' }],
    submit: true,
    ...more,
  });
const change = (id: string, body: object) => client.patch<Campaign & ErrorBody>(`/api/campaigns/${id}`, body);
const submit = async (id: string) =>
  (await client.post<CampaignActionAnswer>('/api/campaigns/actions', { ids: [id], action: 'submit' })).body;
/** A campaign that runs and pays for the goal. */
async function running(goal: string): Promise<string> {
  const { id } = await makeCampaign(app.db, {
    advertiser_id: advertiserId,
    pricing: 'CPA',
    bid_micros: 5_000_000n,
    landing_url: 'https://halden.example/shells?ez={click_id}',
    goal_ids: [rowId('conversionGoal', goal) ?? 0],
  });
  await makeCreative(app.db, { campaign_id: id });
  return publicId('campaign', id);
}

test('is made with its goals, each once, and shows them', async () => {
  const goals = [await makeGoal(), await makeGoal()];
  const { status, body } = await create({ goal_ids: [goals[1], goals[0], goals[1]] });
  expect([status, body.state, body.pricing, body.goal_ids]).toEqual([
    201,
    'inReview',
    'CPA',
    [goals[1], goals[0]],
  ]);
});

test.each<[string, () => Promise<object>, Record<string, string[]>]>([
  ['none', async () => ({ goal_ids: [] }), { goal_ids: NO_GOAL }],
  ['one that is none', async () => ({ goal_ids: ['g_none'] }), { 'goal_ids.0': NO_OWN }],
  [
    'one of somebody else',
    async () => {
      const other = await app.clientOf(await makeAdvertiser(app.db));
      return { goal_ids: [await makeGoal(), await makeGoal(other)] };
    },
    { 'goal_ids.1': NO_OWN },
  ],
  [
    'an archived one',
    async () => {
      const goal = await makeGoal();
      await archive(goal);
      return { goal_ids: [goal] };
    },
    { 'goal_ids.0': NO_OWN },
  ],
  [
    'one that anybody may report',
    async () => ({ goal_ids: [await makeGoal(), await makeGoal(client, {})] }),
    { 'goal_ids.1': NO_PROOF },
  ],
  [
    'one with a pixel, also as a draft',
    async () => ({ goal_ids: [await makeGoal(client, { pixel: true })], submit: false }),
    { 'goal_ids.0': NO_PROOF },
  ],
  [
    'a landing page that does not learn the click',
    async () => ({ goal_ids: [await makeGoal()], landing_url: 'https://halden.example' }),
    { landing_url: NO_CLICK },
  ],
])('is refused with %s', async (_title, more, errors) => {
  const { status, body } = await create(await more());
  expect([status, body.errors]).toEqual([422, errors]);
});

test('a draft may lack them; to submit it, it may not', async () => {
  const { body: draft } = await create({ submit: false, landing_url: 'https://halden.example' });
  expect(draft.state).toBe('draft');
  expect((await submit(draft.id)).refused).toEqual([{ id: draft.id, message: NO_GOAL[0] }]);
  const goal = await makeGoal();
  await change(draft.id, { goal_ids: [goal] });
  expect((await submit(draft.id)).refused).toEqual([{ id: draft.id, message: NO_CLICK[0] }]);
  await change(draft.id, { landing_url: 'https://halden.example/?ez={click_id}' });
  expect((await submit(draft.id)).changed).toEqual([draft.id]);
});

test('without its last goal it is paused, with the reason, and goes on when the goal does', async () => {
  const goals = [await makeGoal(), await makeGoal()];
  const id = await running(goals[0] ?? '');
  await change(id, { goal_ids: goals });
  const state = async () => {
    const { body } = await client.get<Campaign>(`/api/campaigns/${id}`);
    return [body.state, body.state_reason];
  };
  expect(await state()).toEqual(['running', null]);
  await archive(goals[0] ?? '');
  expect(await state()).toEqual(['running', null]);
  await archive(goals[1] ?? '');
  expect(await state()).toEqual(['pausedBySystem', 'no-goal']);
  // What it had before hinders no other change, and cannot be chosen anew.
  expect((await change(id, { name: 'Boots' })).status).toBe(200);
  expect((await change(id, { goal_ids: [goals[0]] })).body.errors).toEqual({ goal_ids: NO_GOAL });
  await client.patch(`/api/conversion-goals/${goals[1]}`, { state: 'active' });
  expect(await state()).toEqual(['running', null]);
});

test('another pricing needs what a new campaign needs, and the goals outlast the pricing', async () => {
  const goal = await makeGoal();
  const row = await makeCampaign(app.db, { advertiser_id: advertiserId });
  await makeCreative(app.db, { campaign_id: row.id });
  const id = publicId('campaign', row.id);
  expect((await change(id, { pricing: 'CPA' })).body.errors).toEqual({
    goal_ids: NO_GOAL,
    landing_url: NO_CLICK,
  });
  expect((await change(id, { pricing: 'CPA', bid_micros: 60_000_000 })).body.errors).toEqual({
    bid_micros: ['The daily budget does not pay for one conversion at this bid'],
  });
  const landing_url = 'https://example.test/?ez={click_id}';
  expect((await change(id, { pricing: 'CPA', goal_ids: [goal], landing_url })).status).toBe(200);
  const { body } = await change(id, { pricing: 'CPC' });
  expect([body.pricing, body.goal_ids]).toEqual(['CPC', [goal]]);
});

test('the key is asked for as long as a campaign pays for the goal', async () => {
  const goal = await makeGoal();
  const { body: draft } = await create({ goal_ids: [goal], submit: false });
  const open = (fields: object) =>
    client.patch<ConversionGoal & ErrorBody>(`/api/conversion-goals/${goal}`, fields);
  const refused = {
    requires_key: ['A campaign pays for conversions of this goal: its reports need the key'],
  };
  expect((await open({ requires_key: false })).body.errors).toEqual(refused);
  expect((await open({ requires_key: false, pixel: true })).body.errors).toEqual(refused);
  expect((await open({ pixel: true })).status).toBe(422);
  expect((await open({ name: 'Orders' })).body.requires_key).toBe(true);
  // Priced otherwise it is free again; and then the campaign cannot go back to it.
  await change(draft.id, { pricing: 'CPC' });
  expect((await open({ requires_key: false })).status).toBe(200);
  expect((await change(draft.id, { pricing: 'CPA' })).body.errors).toEqual({ 'goal_ids.0': NO_PROOF });
  await open({ requires_key: true });
  expect((await change(draft.id, { pricing: 'CPA' })).status).toBe(200);
  await app.db
    .updateTable('campaign')
    .set({ state: 'archived' })
    .where('id', '=', rowId('campaign', draft.id) ?? 0)
    .execute();
  expect((await open({ requires_key: false })).status).toBe(200);
});
