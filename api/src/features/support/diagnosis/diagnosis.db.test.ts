import { FATES, type Fate, finding as findingSchema, NO_FILL_REASONS, publicId } from '@ezdash/contracts';
import { FINDING_FACTS } from '@ezdash/contracts/constants';
import { sql } from 'kysely';
import {
  createTestDb,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  type TestDb,
} from '../../../testing';
import { createDiagnosis, type Diagnose } from './createDiagnosis';

const NOW = '2026-11-16T15:00:00.000Z';
const HOUR = '2026-11-16T11:00:00Z';
const MICROS = 1_000_000n;
const clock = fakeClock(NOW);

let test_: TestDb;
let diagnose: Diagnose;
let ann: MadeUser;
beforeAll(async () => {
  test_ = await createTestDb();
  diagnose = createDiagnosis({ db: test_.db, clock });
});
beforeEach(async () => {
  ann = await makeAdvertiser(test_.db);
});
afterAll(() => test_.drop());

/** Every finding is one of the contract, with the facts that its sentence needs. */
async function ask(user: Pick<MadeUser, 'id' | 'role'>, body: string, subject = 'Question') {
  const findings = await diagnose(user, { subject, body });
  for (const each of findings) {
    findingSchema.parse(each);
    for (const fact of FINDING_FACTS[each.kind].sentence) expect(each.facts[fact] ?? null).not.toBeNull();
  }
  return findings;
}
const kinds = async (user: Pick<MadeUser, 'id' | 'role'>, body: string) =>
  (await ask(user, body)).map(({ kind, subject }) => `${kind} ${subject?.name ?? ''}`.trim());

const campaign = (name: string, more: Parameters<typeof makeCampaign>[1] = {}) =>
  makeCampaign(test_.db, { advertiser_id: ann.id, name, ...more });

async function spend(campaignId: number, micros: bigint, day = '2026-11-16') {
  await sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros, impressions)
    VALUES (${campaignId}, ${day}, ${micros}, 4000)`.execute(test_.db);
}

/** What was spent, as the figures and the events have it: the last impression at 11:52:07. */
async function lastImpression(campaignId: number, micros: bigint) {
  const { db } = test_;
  const zone = await makeZone(db);
  const creative = await makeCreative(db, { campaign_id: campaignId });
  await sql`INSERT INTO rollup_hourly (hour, campaign_id, creative_id, zone_id, country, device, advertiser_id,
      publisher_id, property_id, impressions, spend_micros)
    SELECT ${HOUR}, ${campaignId}, ${creative.id}, ${zone.id}, 'NO', 1, ${ann.id}, publisher_id, id, 4000, ${micros}
    FROM property WHERE id = ${zone.property_id}`.execute(db);
  await sql`INSERT INTO ad_event (decision_id, kind, decided_at, happened_at, advertiser_id, campaign_id, creative_id,
      publisher_id, property_id, zone_id, country, device, price_micros)
    SELECT gen_random_uuid(), 1, at, at + interval '2 seconds', ${ann.id}, ${campaignId}, ${creative.id}, publisher_id,
      id, ${zone.id}, 'NO', 1, price FROM property, (VALUES ('2026-11-16T11:02:00Z'::timestamptz, 2000),
      ('2026-11-16T11:52:05Z', 2000), ('2026-11-16T11:58:00Z', 0)) events (at, price)
    WHERE id = ${zone.property_id}`.execute(db);
}

async function fared(
  campaignId: number,
  fates: Partial<Record<Fate, number>>,
  hour = '2026-11-16T13:00:00Z',
  gap = 0,
  rivals = 0,
) {
  for (const [name, decisions] of Object.entries(fates))
    await sql`INSERT INTO campaign_fate_hourly (hour, campaign_id, fate, gap, decisions, missing_micros, rivals)
      VALUES (${hour}, ${campaignId}, ${FATES[name as Fate]}, ${gap}, ${decisions}, 0, ${rivals})`.execute(
      test_.db,
    );
}

test('a daily budget that is used up: since when, what it missed, what would have lasted', async () => {
  const row = await campaign('Trail season, Nordics', { daily_budget_micros: 120n * MICROS });
  await spend(row.id, 120n * MICROS);
  await lastImpression(row.id, 120n * MICROS);
  await fared(row.id, { won: 100, outbid: 100 }, '2026-11-16T09:00:00Z');
  await fared(row.id, { budget: 400_000 });
  const found = await ask(ann, 'Trail season, Nordics shows no impressions since noon. Is something broken?');
  const id = publicId('campaign', row.id);
  const href = `/advertiser/campaigns/${id}`;
  expect(found).toEqual([
    {
      kind: 'campaign-budget-reached',
      subject: { id, name: 'Trail season, Nordics', href },
      facts: {
        budget_micros: 120_000_000,
        spend_micros: 120_000_000,
        lowest_micros: 2_000,
        reached_at: '2026-11-16T11:52:07.000Z',
        resumes_at: '2026-11-17T00:00:00.000Z',
        suggested_micros: 250_000_000,
        auctions: 400_000,
        would_win: 200_000,
        would_cost_micros: 6_000_000_000,
      },
      action: { kind: 'raise-budget', href },
    },
  ]);
});

test('the beginning of a name finds all that begin so; of what is well its figures, of others nothing', async () => {
  await campaign('Trail season, the Alps', { state: 'rejected', state_reason: 'landing-page' });
  await campaign('Trail season, Nordics', { state: 'in_review', submitted_at: new Date(NOW) });
  await campaign('Trail season, coast');
  await campaign('Other', { state: 'rejected', state_reason: 'quality' });
  expect(await kinds(ann, 'What about Trail season?')).toEqual([
    'campaign-rejected Trail season, the Alps',
    'campaign-in-review Trail season, Nordics',
    'campaign-delivers Trail season, coast',
  ]);
  expect(await kinds(ann, 'Trail season, coast is slow')).toEqual(['campaign-delivers Trail season, coast']);
  expect(await kinds(ann, 'Trial seasn, coast is slow')).toEqual(['campaign-delivers Trail season, coast']);
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * DAY_MS);

test.each<[string, Parameters<typeof makeCampaign>[1], string | null, object]>([
  [
    'rejected by codes',
    { state: 'rejected', state_reason: 'landing-page,rights', reviewed_at: daysAgo(2) },
    'campaign-rejected',
    { reasons: 'landing-page,rights', message: null, rejected_at: daysAgo(2).toISOString() },
  ],
  [
    'rejected in words',
    { state: 'rejected', state_reason: 'The page, sadly, is empty' },
    'campaign-rejected',
    { message: 'The page, sadly, is empty' },
  ],
  [
    'in review',
    { state: 'in_review', submitted_at: daysAgo(1) },
    'campaign-in-review',
    { submitted_at: daysAgo(1).toISOString() },
  ],
  [
    'paused',
    { state: 'paused', updated_at: daysAgo(3) },
    'campaign-paused-by-user',
    { since_at: daysAgo(3).toISOString() },
  ],
  ['scheduled', { starts_at: daysAgo(-2) }, 'campaign-scheduled', { starts_at: daysAgo(-2).toISOString() }],
  ['ended', { ends_at: daysAgo(1) }, 'campaign-completed', { completed_at: daysAgo(1).toISOString() }],
  [
    'without a goal',
    { pricing: 'CPA', updated_at: daysAgo(4) },
    'campaign-paused-by-system',
    { reason: 'no-goal', since_at: daysAgo(4).toISOString() },
  ],
  ['running', {}, 'campaign-delivers', { impressions: 0, spend_micros: 0, state: 'running' }],
  ['a draft', { state: 'draft' }, null, {}],
  ['archived', { state: 'archived' }, null, {}],
])('a campaign that is %s', async (_, given, kind, facts) => {
  await campaign('Alpha Lima', given);
  const [found, ...others] = await ask(ann, 'alpha lima?');
  expect([found?.kind ?? null, others]).toEqual([kind, []]);
  if (found) expect(found.facts).toMatchObject(facts);
});

test('a campaign that is well: what it delivered and spent on this UTC day', async () => {
  const row = await campaign('Trail season, the Alps', { daily_budget_micros: 5n * MICROS });
  await spend(row.id, 2_200_000n);
  await spend(row.id, 4n * MICROS, '2026-11-15');
  const [found, ...others] = await ask(ann, 'No impressions since this morning in the Trail season');
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    kind: 'campaign-delivers',
    facts: { impressions: 4_000, spend_micros: 2_200_000, daily_budget_micros: 5_000_000, state: 'running' },
    action: null,
  });
});

test('questions of money are for a person, unless they name a campaign', async () => {
  await campaign('Gamma rays', { state: 'rejected', reviewed_at: daysAgo(1) });
  expect(await kinds(ann, 'My balance: how much money do I have left')).toEqual([]);
  expect(await kinds(ann, 'Why is the budget on my invoice?')).toEqual([]);
  expect(await kinds(ann, 'The invoice names Gamma rays')).toEqual(['campaign-rejected Gamma rays']);
});

test('a total budget with less left than one bid is told with what is left', async () => {
  const row = await campaign('Rain covers', { total_budget_micros: 30n * MICROS });
  await spend(row.id, 30n * MICROS - 500n, '2026-11-10');
  expect((await ask(ann, 'rain covers'))[0]).toMatchObject({
    kind: 'campaign-total-rest',
    facts: { budget_micros: 30_000_000, left_micros: 500 },
    action: { kind: 'raise-budget' },
  });
});

test('a total budget that is used up, and money that is used up', async () => {
  const total = await campaign('Rain covers, last hundred', { total_budget_micros: 30n * MICROS });
  await spend(total.id, 30n * MICROS, '2026-11-10');
  expect(await kinds(ann, 'rain covers')).toEqual(['campaign-total-reached Rain covers, last hundred']);
  ann = await makeAdvertiser(test_.db, { cashMicros: 1n });
  const poor = await campaign('Alpha Lima');
  await lastImpression(poor.id, 5n);
  const [found] = await ask(ann, 'Warum ist sie ohne Guthaben?');
  expect(found).toMatchObject({
    kind: 'campaign-unfunded',
    facts: { available_micros: 1, since_at: '2026-11-16T11:52:07.000Z', daily_budget_micros: 50_000_000 },
    action: { kind: 'add-funds', href: '/advertiser/funds' },
  });
});

test('a campaign that runs and loses its auctions, or is narrow, or is well', async () => {
  const losing = await campaign('Losing auctions');
  await fared(losing.id, { won: 5, 'no-country': 500, 'below-floor': 20 });
  await fared(losing.id, { outbid: 175 }, '2026-11-16T13:00:00Z', 3, 0b111);
  const narrow = await campaign('Narrow alley');
  await fared(narrow.id, { won: 1, 'no-region': 1_000, 'no-device': 300 });
  const well = await campaign('Running well');
  await fared(well.id, { won: 300, outbid: 200 });
  const few = await campaign('Few requests');
  await fared(few.id, { outbid: 40 });
  // Older than a day.
  await fared(well.id, { outbid: 90_000 }, '2026-11-14T13:00:00Z');
  expect((await ask(ann, 'Losing auctions'))[0]).toMatchObject({
    kind: 'campaign-loses-auctions',
    facts: {
      auctions: 200,
      won: 5,
      lost_share: 0.975,
      outbid_share: 0.875,
      below_floor_share: 0.1,
      raise_percent: 25,
    },
  });
  expect((await ask(ann, 'Narrow alley'))[0]).toMatchObject({
    kind: 'campaign-targeting-narrow',
    facts: { auctions: 1_301, left_out_share: 0.9992, dimension: 'regions', won: 1 },
  });
  expect((await kinds(ann, 'Running well, Few requests')).sort()).toEqual([
    'campaign-delivers Few requests',
    'campaign-delivers Running well',
  ]);
});

test('no raise is told behind fewer than three others, but for what a floor asks for', async () => {
  const hour = '2026-11-16T13:00:00Z';
  const raiseOf = async (name: string) => (await ask(ann, name))[0]?.facts.raise_percent;
  const two = await campaign('Two others');
  await fared(two.id, { 'runner-up': 90, outbid: 90 }, hour, 3, 0b11);
  expect(await raiseOf('Two others')).toBeNull();
  // The third won what a higher step wins.
  await fared(two.id, { 'runner-up': 10 }, hour, 5, 0b100);
  expect(await raiseOf('Two others')).toBeNull();
  const floor = await campaign('Under the floor');
  await fared(floor.id, { 'below-floor': 120 }, hour, 2);
  await fared(floor.id, { 'runner-up': 80 }, hour, 1, 0b11);
  expect(await raiseOf('Under the floor')).toBe(10);
  const rest = await campaign('Rests on both');
  await fared(rest.id, { 'below-floor': 80 }, hour, 2);
  await fared(rest.id, { 'runner-up': 120 }, hour, 1, 0b11);
  expect(await raiseOf('Rests on both')).toBeNull();
});

test('whoever names nothing hears the worst two, if anything is grave; of words, what they ask for', async () => {
  await campaign('Alpha', { state: 'paused' });
  await campaign('Beta', { state: 'in_review', submitted_at: new Date(NOW) });
  expect(await kinds(ann, 'Can I have an invoice?')).toEqual([]);
  expect(await kinds(ann, 'How long does a review take?')).toEqual(['campaign-in-review Beta']);
  await campaign('Gamma', { state: 'rejected', reviewed_at: daysAgo(1) });
  await campaign('Delta', { state: 'rejected', reviewed_at: daysAgo(30) });
  const spent = await campaign('Epsilon');
  await spend(spent.id, 50n * MICROS);
  await campaign('Zeta', { pricing: 'CPA' });
  expect(await kinds(ann, 'Hello')).toEqual(['campaign-rejected Gamma', 'campaign-paused-by-system Zeta']);
  expect(await kinds(ann, 'Can I have an invoice?')).toEqual([]);
  expect(await kinds(ann, 'Is my balance right?')).toEqual([]);
  expect(await kinds(ann, 'Why was it rejected?')).toEqual([
    'campaign-rejected Delta',
    'campaign-rejected Gamma',
  ]);
});

test('of an account that is not active nothing else is told', async () => {
  const sam = await makeAdvertiser(test_.db, { status: 'suspended', status_reason: 'Chargeback' });
  await makeCampaign(test_.db, { advertiser_id: sam.id, name: 'Alpha Lima', state: 'rejected' });
  expect(await ask(sam, 'Alpha Lima')).toEqual([
    {
      kind: 'account-not-active',
      subject: null,
      facts: { status: 'suspended', reason: 'Chargeback' },
      action: null,
    },
  ]);
});

test('of others’ campaigns nothing is told, by name or by id', async () => {
  const other = await makeCampaign(test_.db, { name: 'Alpha Lima', state: 'rejected' });
  expect(await kinds(ann, `Alpha Lima ${publicId('campaign', other.id)}`)).toEqual([]);
});

describe('of a publisher', () => {
  let bob: MadeUser;
  beforeEach(async () => {
    bob = await makePublisher(test_.db);
  });
  const property = (name: string, more: Parameters<typeof makeProperty>[1] = {}) =>
    makeProperty(test_.db, { publisher_id: bob.id, name, state: 'approved', ...more });
  const asked = async (
    zoneId: number,
    propertyId: number,
    counts: Partial<Record<keyof typeof NO_FILL_REASONS, number>>,
  ) => {
    for (const [reason, requests] of Object.entries(counts))
      await sql`INSERT INTO request_hourly (hour, zone_id, country, device, publisher_id, property_id, reason, requests)
        VALUES ('2026-11-16T13:00:00Z', ${zoneId}, 'DE', 1, ${bob.id}, ${propertyId},
          ${NO_FILL_REASONS[reason as keyof typeof NO_FILL_REASONS]}, ${requests})`.execute(test_.db);
  };

  test('properties that wait or were rejected, and zones whose tag nobody saw', async () => {
    await property('Harbour News', { state: 'pending' });
    await property('Salt & Stone', { state: 'rejected', state_reason: 'Copied texts' });
    const weather = await property('Alpine Weather', { domain: 'alpine.example' });
    const zone = await makeZone(test_.db, {
      property_id: weather.id,
      name: 'Sidebar, sticky',
      created_at: daysAgo(2),
    });
    await makeZone(test_.db, { property_id: weather.id, name: 'Old', state: 'paused' });
    expect(await kinds(bob, 'Harbour News?')).toEqual(['property-pending Harbour News']);
    expect((await ask(bob, 'salt & stone'))[0]).toMatchObject({
      facts: { message: 'Copied texts', reasons: null },
    });
    for (const text of [
      'alpine.example is empty',
      'Alpine Weather',
      'the sidebar sticky',
      publicId('zone', zone.id),
    ])
      expect(await kinds(bob, text)).toEqual(['zone-no-tag Sidebar, sticky']);
    const [found] = await ask(bob, 'sidebar sticky');
    const page = `/publisher/properties/${publicId('property', weather.id)}`;
    expect(found?.action).toEqual({ kind: 'get-tag', href: `${page}?tag=${publicId('zone', zone.id)}` });
    expect(await kinds(bob, 'Hello')).toEqual([
      'property-rejected Salt & Stone',
      'zone-no-tag Sidebar, sticky',
    ]);
    expect(await kinds(bob, 'Guten Tag')).toEqual([
      'property-rejected Salt & Stone',
      'zone-no-tag Sidebar, sticky',
    ]);
    expect(await kinds(bob, 'where is the tag')).toEqual(['zone-no-tag Sidebar, sticky']);
  });

  test('a zone that stays empty; one that is well is spoken of when it is named, and none when it is about pay', async () => {
    const { id } = await property('Alpine Weather');
    const seen = { property_id: id, last_request_at: new Date(NOW), floor_micros: 3n * MICROS };
    const empty = await makeZone(test_.db, { ...seen, name: 'Forecast, top' });
    const full = await makeZone(test_.db, { ...seen, name: 'Article, lead' });
    await makeZone(test_.db, { property_id: id, name: 'Made today', created_at: daysAgo(0.5) });
    await asked(empty.id, id, { filled: 50, 'below-floor': 450 });
    await asked(full.id, id, { filled: 450, 'below-floor': 50 });
    expect((await ask(bob, 'Forecast, top'))[0]).toMatchObject({
      kind: 'zone-low-fill',
      facts: { requests: 500, filled: 50, fill_share: 0.1, floor_micros: 3_000_000 },
    });
    expect((await ask(bob, 'Article, lead'))[0]).toMatchObject({
      kind: 'zone-delivers',
      facts: { requests: 500, fill_share: 0.9 },
      action: null,
    });
    expect(await kinds(bob, 'Hello')).toEqual([]);
    // The zone of the property it is named with.
    expect(await kinds(bob, 'Article lead on Alpine Weather')).toEqual(['zone-delivers Article, lead']);
    await makeZone(test_.db, { property_id: id, name: 'Article, player', created_at: daysAgo(3) });
    expect(await kinds(bob, 'Hello')).toEqual(['zone-no-tag Article, player']);
    expect(await kinds(bob, 'When am I paid? My pending money')).toEqual([]);
    // Asked for too seldom to tell, and never filled: nothing is claimed.
    const idle = await makeZone(test_.db, { ...seen, name: 'Idle corner' });
    await asked(idle.id, id, { 'below-floor': 20 });
    expect(await kinds(bob, 'Idle corner')).toEqual([]);
  });
});

test('what takes longer than there is time for is given up', async () => {
  const hasty = createDiagnosis({ db: test_.db, clock, timeoutMs: 50 });
  await test_.db.transaction().execute(async (trx) => {
    // The first that is read: it waits for as long as it takes.
    await sql`LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE`.execute(trx);
    await expect(hasty(ann, { subject: 'x', body: 'y' })).rejects.toThrow('has not answered');
  });
});
