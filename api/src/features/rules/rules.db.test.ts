import {
  type AutoRule,
  type Campaign,
  publicId,
  type RuleDryRun,
  type RuleInput,
  type RuleLog,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  type TestClient,
} from '../../testing';
import { NOW, openRules, type RuleWorld, SILENT } from './testRules';

let world: RuleWorld;
let ann: MadeUser;
let client: TestClient;
beforeAll(async () => {
  world = await openRules();
});
beforeEach(async () => {
  world.clock.set(NOW);
  world.told.length = 0;
  ann = await makeAdvertiser(world.db);
  client = await world.clientOf(ann);
});
afterAll(() => world.close());

const campaign = async (given: Parameters<typeof makeCampaign>[1] = {}) => {
  const created_at = new Date('2026-11-01T00:00:00Z');
  const row = await makeCampaign(world.db, { advertiser_id: ann.id, created_at, ...given });
  await makeCreative(world.db, { campaign_id: row.id });
  return { row: row.id, id: publicId('campaign', row.id) };
};
const make = async (input: Partial<RuleInput> = {}) =>
  (await client.post<AutoRule>('/api/rules', { ...SILENT, ...input })).body;
const dryRun = async ({ id }: Pick<AutoRule, 'id'>) =>
  (await client.post<RuleDryRun>(`/api/rules/${id}/dry-run`, {})).body;
const command = (id: string, name: string) =>
  client.post<AutoRule & { code?: string }>(`/api/rules/${id}/commands`, { command: name });
const activate = async (input: Partial<RuleInput> = {}) => {
  const rule = await make(input);
  await dryRun(rule);
  expect((await command(rule.id, 'activate')).body.state).toBe('active');
  return rule;
};
const log = async (id: string) => (await client.get<RuleLog>(`/api/rules/${id}/log`)).body;
const read = async (id: string) => (await client.get<Campaign>(`/api/campaigns/${id}`)).body;
const actsOf = async (id: string) => (await log(id)).runs.flatMap(({ acts }) => acts);
const spend = (at: string, row: number, dollars: number, more: object = {}) =>
  world.count(at, { advertiser: ann.id, campaign: row, impressions: 1_000, spend: dollars * 1e6, ...more });

test('a rule is tried before it may be on, and a changed one again', async () => {
  const rule = await make();
  expect(rule).toMatchObject({ state: 'draft', dry_run: null, last_evaluated_at: null, acts_7d: 0 });
  expect(await command(rule.id, 'activate')).toMatchObject({ status: 409, body: { code: 'DRY_RUN_NEEDED' } });
  await dryRun(rule);
  expect((await command(rule.id, 'activate')).body.state).toBe('active');
  const path = `/api/rules/${rule.id}`;
  const renamed = await client.put<AutoRule>(path, { ...SILENT, name: 'Another name' });
  expect(renamed.body).toMatchObject({ name: 'Another name', state: 'active' });
  const changed = await client.put<AutoRule>(path, { ...SILENT, most_per_day: 3 });
  expect(changed.body).toMatchObject({ state: 'draft', dry_run: null });
  expect((await command(rule.id, 'activate')).status).toBe(409);
  await dryRun(rule);
  world.clock.set('2026-11-22T14:20:01.000Z');
  // What was seen a day ago is not what would happen now.
  expect((await command(rule.id, 'activate')).status).toBe(409);
});

test('nobody switches on, or writes over, what somebody else made of a rule meanwhile', async () => {
  const rule = await make();
  const path = `/api/rules/${rule.id}`;
  const seen = await dryRun(rule);
  world.clock.set('2026-11-21T14:21:00.000Z');
  const other = { ...SILENT, most_per_day: 3, updated_at: rule.updated_at };
  expect((await client.put(path, other)).status).toBe(200);
  const tried = await dryRun(rule);
  const activateBy = (dry_run: string) =>
    client.post<AutoRule & { code?: string }>(`${path}/commands`, { command: 'activate', dry_run });
  expect(await activateBy(seen.made_at)).toMatchObject({ status: 409, body: { code: 'RULE_CHANGED' } });
  const stale = await client.put<{ code: string }>(path, { ...SILENT, updated_at: rule.updated_at });
  expect([stale.status, stale.body.code]).toEqual([409, 'RULE_CHANGED']);
  const { body } = await client.get<AutoRule>(path);
  expect(body).toMatchObject({ most_per_day: 3, state: 'draft', dry_run: { made_at: tried.made_at } });
  expect((await activateBy(tried.made_at)).body).toMatchObject({ most_per_day: 3, state: 'active' });
});

test('an account tries one rule at a time', async () => {
  const rule = await make();
  const tryNow = () => world.rules.rules.dryRun(ann.id, rule.id);
  const both = await Promise.allSettled([tryNow(), tryNow()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'DRY_RUN_RUNNING' },
  });
});

test('a dry run tells what would have happened and when, and touches nothing', async () => {
  const { row, id } = await campaign({ name: 'Loud' });
  await spend('2026-11-19T09:00:00Z', row, 6);
  await spend('2026-11-19T11:00:00Z', row, 6);
  await spend('2026-11-20T11:00:00Z', row, 5);
  const sold = await campaign({ name: 'Sold' });
  await spend('2026-11-19T09:00:00Z', sold.row, 60, { conversions: 1 });
  const found = await dryRun(await make());
  expect(found).toMatchObject({
    from: '2026-11-14T15:00:00.000Z',
    to: '2026-11-21T14:00:00.000Z',
    evaluations: 168,
    subjects: 2,
    whole: true,
    would_act: 1,
    held: 0,
    // What it spent from then on.
    spend_after_micros: 5_000_000,
  });
  expect(found.acts.map(({ at, subject: { campaign: name } }) => [at, name])).toEqual([
    ['2026-11-19T12:00:00.000Z', 'Loud'],
  ]);
  expect((await read(id)).state).toBe('running');
});

test('what it does is done once, whoever evaluates, and stands in the log with its figures', async () => {
  const { row, id } = await campaign({ name: 'Loud' });
  await spend('2026-11-21T10:00:00Z', row, 12);
  // The hour that runs is nobody's figure yet.
  await spend('2026-11-21T14:00:00Z', row, 1, { conversions: 5 });
  const rule = await activate();
  await Promise.all([world.rules.evaluate(), world.other.evaluate(), world.rules.evaluate()]);
  await world.other.evaluate();
  expect(await read(id)).toMatchObject({ state: 'pausedByUser', state_reason: 'rule' });
  const { runs } = await log(rule.id);
  expect(runs).toHaveLength(1);
  expect(runs[0]).toMatchObject({ period: '2026-11-21T14:00:00.000Z', subjects: 1, matched: 1, held: 0 });
  expect(runs[0]?.acts).toEqual([
    expect.objectContaining({
      outcome: 'acted',
      action: { kind: 'pause' },
      subject: { campaign_id: id, campaign: 'Loud', creative_id: null, zone_id: null, name: null },
      figures: [
        { metric: 'spend', hours: 24, value: 12_000_000 },
        { metric: 'conversions', hours: 24, value: 0 },
      ],
    }),
  ]);
  expect(world.told).toEqual([
    {
      userId: ann.id,
      event: 'rule_acted',
      data: { rule_id: rule.id, rule: SILENT.name, did: 'changed', campaigns: ['Loud'], more: 0 },
      occurrence: expect.stringMatching(/^\d+:\d+$/),
    },
  ]);
  const { rows } = await sql<{ actor: string; actor_name: string }>`
    SELECT actor, actor_name FROM campaign_change WHERE campaign_id = ${row}`.execute(world.db);
  expect(rows).toEqual([{ actor: 'rule', actor_name: SILENT.name }]);
});

test('who resumes a campaign is not overruled at once', async () => {
  const { row, id } = await campaign();
  await spend('2026-11-21T10:00:00Z', row, 12);
  const rule = await activate({ cooldown_hours: 3 });
  await world.rules.evaluate();
  world.clock.set('2026-11-21T18:10:00.000Z');
  await client.post('/api/campaigns/actions', { ids: [id], action: 'resume' });
  expect(await read(id)).toMatchObject({ state: 'running', state_reason: null });
  await world.rules.evaluate();
  world.clock.set('2026-11-21T20:20:00.000Z');
  await world.rules.evaluate();
  expect((await read(id)).state).toBe('running');
  expect((await log(rule.id)).runs[0]).toMatchObject({ matched: 1, held: 1, acts: [] });
  world.clock.set('2026-11-21T21:20:00.000Z');
  await world.rules.evaluate();
  expect((await read(id)).state).toBe('pausedByUser');
  expect(await actsOf(rule.id)).toHaveLength(2);
});

test('bids and budgets move within their bounds, and stay there', async () => {
  const { row, id } = await campaign({ bid_micros: 2_000_000n });
  for (const hour of [10, 14, 16, 18]) await spend(`2026-11-21T${hour}:00:00Z`, row, 1);
  const rule = await activate({
    conditions: [{ metric: 'ctr', comparison: 'below', value: 1_000, hours: 24 }],
    action: { kind: 'change-bid', percent: -20, least_micros: 1_500_000, most_micros: 5_000_000 },
    cooldown_hours: 1,
  });
  for (const hour of [14, 15, 16]) {
    world.clock.set(`2026-11-21T${hour}:20:00.000Z`);
    await world.rules.evaluate();
  }
  expect((await read(id)).bid_micros).toBe(1_500_000);
  expect(
    (await actsOf(rule.id)).map(({ before_micros, after_micros }) => [before_micros, after_micros]),
  ).toEqual([
    [1_600_000, 1_500_000],
    [2_000_000, 1_600_000],
  ]);
  expect((await log(rule.id)).runs[0]).toMatchObject({ matched: 1, held: 1 });
});

test('a cool-down is as long as its periods, whenever in the minute they are evaluated', async () => {
  const { row } = await campaign();
  for (const day of [19, 20, 21, 22]) await spend(`2026-11-${day}T10:00:00Z`, row, 1);
  const rule = await activate({
    conditions: [{ metric: 'spend', comparison: 'above', value: 0, hours: 24 }],
    action: { kind: 'notify' },
    every: 'day',
    cooldown_hours: 24,
  });
  for (const time of ['22T00:05:18', '23T00:05:16']) {
    world.clock.set(`2026-11-${time}.000Z`);
    await world.rules.evaluate();
  }
  expect((await log(rule.id)).runs.map(({ period, acts }) => [period, acts.length])).toEqual([
    ['2026-11-23T00:00:00.000Z', 1],
    ['2026-11-22T00:00:00.000Z', 1],
  ]);
});

test('several zones of one campaign are excluded together, never the last one that it includes', async () => {
  const { id: property_id } = await makeProperty(world.db, {
    publisher_id: (await makePublisher(world.db)).id,
    state: 'approved',
  });
  const zones = [
    await makeZone(world.db, { property_id }),
    await makeZone(world.db, { property_id }),
    await makeZone(world.db, { property_id }),
  ];
  const all = await campaign({ name: 'Everywhere' });
  const [first, second, third] = zones.map(({ id: zone }) => zone);
  const only = await campaign({
    name: 'Only there',
    targeting: JSON.stringify({ zones: { include: [publicId('zone', third ?? 0)], exclude: [] } }),
  });
  for (const zone of [first, second]) await spend('2026-11-21T10:00:00Z', all.row, 3, { zone });
  await spend('2026-11-21T10:00:00Z', only.row, 2, { zone: third });
  const rule = await activate({
    scope: 'zone',
    conditions: [{ metric: 'spend', comparison: 'above', value: 1_000_000, hours: 24 }],
    action: { kind: 'exclude-zone' },
  });
  await world.rules.evaluate();
  const { targeting } = await read(all.id);
  expect(targeting.zones.exclude).toEqual([first, second].map((zone) => publicId('zone', zone ?? 0)));
  expect((await read(only.id)).targeting.zones.exclude).toEqual([]);
  expect((await actsOf(rule.id)).map(({ outcome, message }) => [outcome, message])).toEqual([
    ['acted', null],
    ['acted', null],
    ['refused', 'It is the only zone that the campaign includes'],
  ]);
});

test('a creative is taken out, never the last one', async () => {
  const { row, id } = await campaign();
  await makeCreative(world.db, { campaign_id: row });
  for (const creative of await world.db
    .selectFrom('creative')
    .select('id')
    .where('campaign_id', '=', row)
    .execute())
    await spend('2026-11-21T10:00:00Z', row, 1, { creative: creative.id, impressions: 5_000 });
  const rule = await activate({
    scope: 'creative',
    conditions: [{ metric: 'ctr', comparison: 'at-most', value: 0, hours: 24 }],
    action: { kind: 'archive-creative' },
  });
  await world.rules.evaluate();
  expect((await read(id)).creatives).toHaveLength(1);
  expect((await read(id)).state).toBe('running');
  expect((await actsOf(rule.id)).map(({ outcome }) => outcome)).toEqual(['acted', 'refused']);
});

test('a day has no more acts than allowed, and those that spent most come first', async () => {
  const big = await campaign({ name: 'Big' });
  const small = await campaign({ name: 'Small' });
  await spend('2026-11-21T10:00:00Z', small.row, 11);
  await spend('2026-11-21T10:00:00Z', big.row, 40);
  const rule = await activate({ most_per_day: 1 });
  await world.rules.evaluate();
  expect([(await read(big.id)).state, (await read(small.id)).state]).toEqual(['pausedByUser', 'running']);
  world.clock.set('2026-11-22T00:20:00.000Z');
  await world.rules.evaluate();
  expect((await read(small.id)).state).toBe('pausedByUser');
  expect((await actsOf(rule.id)).map(({ subject }) => subject.campaign)).toEqual(['Small', 'Big']);
});

test('however many rules fail, the others are evaluated', async () => {
  // What no form lets through: it fails whenever it is read.
  await sql`INSERT INTO auto_rule (advertiser_id, name, definition, state, dry_run_at, dry_run_acts, created_at, updated_at)
    SELECT ${ann.id}, 'Broken', '{"every": "hour"}', 'active', ${NOW}, 0, ${NOW}, ${NOW}
    FROM generate_series(1, 200)`.execute(world.db);
  const late = await makeAdvertiser(world.db);
  const by = await world.clientOf(late);
  const { id } = (await by.post<AutoRule>('/api/rules', SILENT)).body;
  await by.post(`/api/rules/${id}/dry-run`, {});
  await by.post(`/api/rules/${id}/commands`, { command: 'activate' });
  await world.rules.evaluate();
  expect((await by.get<RuleLog>(`/api/rules/${id}/log`)).body.runs).toHaveLength(1);
  await sql`DELETE FROM auto_rule WHERE name = 'Broken'`.execute(world.db);
});

test('while figures are on their way nothing is evaluated', async () => {
  const rule = await activate();
  world.applied.until = new Date('2026-11-21T13:59:00Z');
  await world.rules.evaluate();
  expect((await log(rule.id)).runs).toEqual([]);
  world.applied.until = null;
  await world.rules.evaluate();
  expect((await log(rule.id)).runs).toHaveLength(1);
});

test('a process whose own figures are there waits for those of the others', async () => {
  const rule = await activate();
  const expires_at = new Date(Date.now() + 3_600_000);
  const behind = { number: 2, name: 'behind', leasing: true, expires_at };
  await world.db
    .insertInto('serving_node')
    .values({ ...behind, applied_until: new Date('2026-11-21T13:10:00Z') })
    .execute();
  await world.rules.evaluate();
  expect((await log(rule.id)).runs).toEqual([]);
  await world.db
    .updateTable('serving_node')
    .set({ applied_until: new Date('2026-11-21T14:19:00Z') })
    .execute();
  await world.rules.evaluate();
  expect((await log(rule.id)).runs).toHaveLength(1);
  await world.db.deleteFrom('serving_node').execute();
});

test('a dry run of hours gone by tells what the evaluations of those hours did', async () => {
  const rows = [(await campaign({ name: 'One' })).row, (await campaign({ name: 'Two' })).row];
  // Any figures, the same each time.
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let hour = 0; hour < 72; hour++)
    for (const row of rows)
      await spend(
        new Date(Date.parse('2026-11-19T00:00:00Z') + hour * 3_600_000).toISOString(),
        row,
        next(9),
        {
          clicks: next(4),
          conversions: next(2),
        },
      );
  const rule = await activate({
    conditions: [
      { metric: 'ecpa', comparison: 'above', value: 7_000_000, hours: 6 },
      { metric: 'spend', comparison: 'above', value: 7_000_000, hours: 1 },
    ],
    match: 'any',
    action: { kind: 'notify' },
    cooldown_hours: 5,
    most_per_day: 4,
  });
  for (let hour = 1; hour <= 72; hour++) {
    // Evaluations begin some seconds earlier or later in their minute.
    const jitterMs = ((hour * 17) % 50) * 1_000;
    world.clock.set(new Date(Date.parse('2026-11-19T00:05:50Z') + hour * 3_600_000 - jitterMs).toISOString());
    await world.rules.evaluate();
  }
  const acts = (await log(rule.id)).runs;
  const second = (await client.get<RuleLog>(`/api/rules/${rule.id}/log?before=${(await log(rule.id)).next}`))
    .body;
  const did = [...acts, ...second.runs]
    .reverse()
    .flatMap(({ period, acts: of }) => of.map(({ subject, figures }) => [period, subject.campaign, figures]));
  const would = (await dryRun(rule)).acts.map(({ at, subject, figures }) => [at, subject.campaign, figures]);
  expect(did.length).toBeGreaterThan(5);
  expect(would).toEqual(did);
});

test('a campaign that was made since is left out: that nothing was shown of it says nothing', async () => {
  const { id } = await campaign({ created_at: new Date('2026-11-21T14:10:00Z') });
  const rule = await activate({
    conditions: [{ metric: 'impressions', comparison: 'at-most', value: 0, hours: 24 }],
  });
  await world.rules.evaluate();
  expect((await read(id)).state).toBe('running');
  expect((await log(rule.id)).runs[0]).toMatchObject({ subjects: 0, matched: 0 });
});

test('a rule is its owner’s alone', async () => {
  const { id } = await make();
  const stranger = await world.clientOf(await makeAdvertiser(world.db));
  expect((await stranger.get(`/api/rules/${id}`)).status).toBe(404);
  expect((await stranger.put(`/api/rules/${id}`, SILENT)).status).toBe(404);
  expect((await stranger.post(`/api/rules/${id}/dry-run`, {})).status).toBe(404);
  expect((await stranger.post(`/api/rules/${id}/commands`, { command: 'archive' })).status).toBe(404);
  expect((await stranger.get(`/api/rules/${id}/log`)).status).toBe(404);
  const others = publicId('campaign', (await makeCampaign(world.db)).id);
  const refused = await client.post<{ errors: object }>('/api/rules', { ...SILENT, campaign_ids: [others] });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['campaign_ids.0']]);
  const publisher = await world.clientOf(await makePublisher(world.db));
  expect((await publisher.get('/api/rules')).status).toBe(403);
});

test.each<[string, unknown, string]>([
  ['what cannot be done to a zone', { scope: 'zone' }, 'action.kind'],
  ['no condition', { conditions: [] }, 'conditions'],
  ['four conditions', { conditions: Array(4).fill(SILENT.conditions[0]) }, 'conditions'],
  [
    'a rate above all',
    { conditions: [{ ...SILENT.conditions[0], metric: 'ctr', value: 1_000_001 }] },
    'conditions.0.value',
  ],
  [
    'less than nothing',
    { conditions: [{ ...SILENT.conditions[0], comparison: 'below', value: 0 }] },
    'conditions.0.value',
  ],
  ['a window nobody knows', { conditions: [{ ...SILENT.conditions[0], hours: 2 }] }, 'conditions.0.hours'],
  [
    'a change by nothing',
    { action: { kind: 'change-bid', percent: 0, least_micros: 1, most_micros: 2 } },
    'action.percent',
  ],
  [
    'a change by half and more',
    { action: { kind: 'change-bid', percent: 51, least_micros: 1, most_micros: 2 } },
    'action.percent',
  ],
  [
    'bounds the wrong way round',
    { action: { kind: 'change-budget', percent: 5, least_micros: 3, most_micros: 2 } },
    'action.most_micros',
  ],
  ['no name', { name: '  ' }, 'name'],
  ['a name with half a letter', { name: '\ud800' }, 'name'],
  ['no rest', { cooldown_hours: 0 }, 'cooldown_hours'],
  ['no limit', { most_per_day: 1e9 }, 'most_per_day'],
])('refuses %s', async (_what, given, field) => {
  const refused = await client.post<{ errors: object }>('/api/rules', { ...SILENT, ...(given as object) });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
});
