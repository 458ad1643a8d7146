import {
  type AutoRule,
  type Campaign,
  publicId,
  type RuleDryRun,
  type RuleInput,
  type RuleLog,
} from '@ezdash/contracts';
import { type MadeUser, makeAdvertiser, makeCampaign, makeCreative, type TestClient } from '../../testing';
import { NOW, openRules, type RuleWorld, SILENT } from './testRules';

let world: RuleWorld;
let ann: MadeUser;
let client: TestClient;
beforeAll(async () => {
  world = await openRules();
});
beforeEach(async () => {
  world.clock.set(NOW);
  ann = await makeAdvertiser(world.db);
  client = await world.clientOf(ann);
});
afterAll(() => world.close());

const campaign = async (given: Parameters<typeof makeCampaign>[1] = {}, owner = ann) => {
  const created_at = new Date('2026-11-01T00:00:00Z');
  const row = await makeCampaign(world.db, { advertiser_id: owner.id, created_at, ...given });
  await makeCreative(world.db, { campaign_id: row.id });
  return { row: row.id, id: publicId('campaign', row.id) };
};
/** Bids more where little was shown. */
const RAISING: RuleInput = {
  ...SILENT,
  conditions: [{ metric: 'impressions', comparison: 'at-most', value: 100, hours: 24 }],
  action: { kind: 'change-bid', percent: 20, least_micros: 10_000, most_micros: 9_000_000 },
};
async function activate(input: RuleInput, by = client) {
  const { id } = (await by.post<AutoRule>('/api/rules', input)).body;
  const tried = (await by.post<RuleDryRun>(`/api/rules/${id}/dry-run`, {})).body;
  const { body } = await by.post<AutoRule>(`/api/rules/${id}/commands`, { command: 'activate' });
  expect(body.state).toBe('active');
  return { id, tried };
}
const lastRun = async (id: string, by = client) => {
  await world.rules.evaluate();
  return (await by.get<RuleLog>(`/api/rules/${id}/log`)).body.runs[0];
};

test('of what could not be shown all the time nothing is concluded from how little was', async () => {
  const seen = await campaign({ name: 'Seen by nobody' });
  await campaign({ created_at: new Date('2026-11-21T13:50:00Z') });
  await campaign({ starts_at: new Date('2026-11-22T00:00:00Z') });
  await campaign({ starts_at: new Date('2026-11-21T00:00:00Z') });
  await campaign({ ends_at: new Date('2026-11-21T13:00:00Z') });
  const rule = await activate(RAISING);
  // Of one that began on the day itself, and of one that is over, nothing would have been done.
  expect(new Set(rule.tried.acts.map(({ subject }) => subject.campaign_id))).toEqual(new Set([seen.id]));
  expect(await lastRun(rule.id)).toMatchObject({
    subjects: 1,
    matched: 1,
    acts: [{ outcome: 'acted', subject: { campaign_id: seen.id } }],
  });
});

test('after its owner’s own pause a campaign has a whole window first', async () => {
  const { id } = await campaign();
  const act = (action: string) => client.post('/api/campaigns/actions', { ids: [id], action });
  world.clock.set('2026-11-14T10:00:00.000Z');
  await act('pause');
  world.clock.set('2026-11-21T13:30:00.000Z');
  await act('resume');
  world.clock.set(NOW);
  const rule = await activate({ ...RAISING, action: { kind: 'pause' } });
  expect(await lastRun(rule.id)).toMatchObject({ subjects: 0, acts: [] });
  world.clock.set('2026-11-22T14:20:00.000Z');
  expect(await lastRun(rule.id)).toMatchObject({
    period: '2026-11-22T14:00:00.000Z',
    acts: [{ outcome: 'acted' }],
  });
});

test('without money no bid climbs', async () => {
  const poor = await makeAdvertiser(world.db, { cashMicros: 0n });
  const by = await world.clientOf(poor);
  await campaign({}, poor);
  const rule = await activate(RAISING, by);
  expect(rule.tried.would_act).toBe(0);
  expect(await lastRun(rule.id, by)).toMatchObject({ subjects: 0, acts: [] });
});

test('a new campaign that spends and sells nothing is stopped all the same', async () => {
  const { row } = await campaign({ created_at: new Date('2026-11-21T12:10:00Z') });
  await world.count('2026-11-21T13:00:00Z', {
    advertiser: ann.id,
    campaign: row,
    impressions: 9,
    spend: 12e6,
  });
  const rule = await activate(SILENT);
  expect(rule.tried.would_act).toBe(1);
  expect(await lastRun(rule.id)).toMatchObject({ acts: [{ outcome: 'acted' }] });
});

test('what its owner set by hand is not changed again at once', async () => {
  const { id } = await campaign();
  const bid = async () => (await client.get<Campaign>(`/api/campaigns/${id}`)).body.bid_micros;
  const rule = await activate({ ...RAISING, cooldown_hours: 1 });
  await lastRun(rule.id);
  expect(await bid()).toBe(2_400_000);
  const { changes } = (await client.get<{ changes: { id: string }[] }>(`/api/campaigns/${id}/history`)).body;
  world.clock.set('2026-11-21T15:04:00.000Z');
  await client.post(`/api/campaigns/${id}/history/${changes[0]?.id}/undo`, {});
  expect(await bid()).toBe(2_000_000);
  world.clock.set('2026-11-21T15:20:00.000Z');
  expect(await lastRun(rule.id)).toMatchObject({ matched: 1, held: 1, acts: [] });
  world.clock.set('2026-11-21T16:20:00.000Z');
  expect(await lastRun(rule.id)).toMatchObject({ matched: 1, held: 0, acts: [{ outcome: 'acted' }] });
});

test('two rules do not move one amount in the same hour', async () => {
  const { id } = await campaign();
  const up = await activate({ ...RAISING, cooldown_hours: 1 });
  const down = {
    ...RAISING.action,
    kind: 'change-bid',
    percent: -20,
    least_micros: 10_000,
    most_micros: 9e6,
  } as const;
  const other = await activate({ ...RAISING, action: down, cooldown_hours: 1 });
  await world.rules.evaluate();
  const { body } = await client.get<Campaign>(`/api/campaigns/${id}`);
  expect(body.bid_micros).toBe(2_400_000);
  expect(await lastRun(up.id)).toMatchObject({ held: 0, acts: [{ outcome: 'acted' }] });
  expect(await lastRun(other.id)).toMatchObject({ matched: 1, held: 1, acts: [] });
});
