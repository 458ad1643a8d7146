import { type DecisionReplay, decisionReplay, publicId } from '@ezdash/contracts';
import { silentLog } from '../../platform/log';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
} from '../../testing';
import { createDecisionsFeature } from '.';
import { decisionIdAt, packedTrace } from './testDecisions';
import { insertTraces } from './traces.repo';

/** `except=cr_zzzzzzzzz`: older traces carry what no column of the database holds. */
const NO_ROW = 36 ** 9 - 1 - 36 ** 3;
const NOW = '2026-11-21T12:30:00.000Z';

let app: AppWorld;
let winner: MadeUser;
let loser: MadeUser;
let outsider: MadeUser;
let publisher: MadeUser;
let otherPublisher: MadeUser;
let zoneId: number;
let won: number;
let lost: number[];
let sampled: string;
let unsampled: string;

async function makeDecisions() {
  const { db } = app;
  const { id: creativeId } = await makeCreative(db, { campaign_id: won });
  const decidedAtMs = Date.parse(NOW) - 60_000;
  const trace = await packedTrace({
    decidedAtMs,
    zoneId,
    publisherId: publisher.id,
    fates: [
      [won, 'won'],
      [lost[0] ?? 0, 'runner-up'],
      [lost[1] ?? 0, 'budget'],
    ],
    answer: {
      candidates: [
        {
          campaignId: won,
          creativeId,
          priceMicros: 3_001,
          payoutMicros: 2_400,
          ecpmMicros: 5_000_000,
          propensityPpm: 1_000_000,
        },
      ],
      runnerUpEcpmMicros: 3_000_000,
      bids: [
        [won, 5_000_000],
        [lost[0] ?? 0, 3_000_000],
      ],
    },
  });
  await insertTraces(db, [{ ...trace, inputs: { ...trace.inputs, exclude: [creativeId, NO_ROW] } }]);
  sampled = trace.decisionId;
  unsampled = decisionIdAt(decidedAtMs);
  for (const decision_id of [sampled, unsampled])
    await db
      .insertInto('ad_event')
      .values({
        decision_id,
        kind: 1,
        decided_at: new Date(decidedAtMs),
        happened_at: new Date(decidedAtMs + 1_000),
        advertiser_id: winner.id,
        campaign_id: won,
        creative_id: creativeId,
        publisher_id: publisher.id,
        property_id: 1,
        zone_id: zoneId,
        country: 'DE',
        device: 2,
        price_micros: 3_001n,
        payout_micros: 2_400n,
      })
      .execute();
}

beforeAll(async () => {
  const clock = fakeClock(NOW);
  app = await openApp(({ db }) => ({
    clock,
    mounts: createDecisionsFeature({ db, clock, log: silentLog, engine: () => null }).mounts,
  }));
  const { db } = app;
  [winner, loser, outsider] = [await makeAdvertiser(db), await makeAdvertiser(db), await makeAdvertiser(db)];
  [publisher, otherPublisher] = [await makePublisher(db), await makePublisher(db)];
  const property = await makeProperty(db, { publisher_id: publisher.id });
  zoneId = (await makeZone(db, { property_id: property.id, name: 'Top' })).id;
  won = (await makeCampaign(db, { advertiser_id: winner.id, name: 'Winner' })).id;
  lost = [
    (await makeCampaign(db, { advertiser_id: loser.id, name: 'Second' })).id,
    (await makeCampaign(db, { advertiser_id: loser.id, name: 'Without money' })).id,
  ];
  await makeDecisions();
});
afterAll(() => app.close());

const ask = async (user: MadeUser, path: string) => (await app.clientOf(user)).get<DecisionReplay>(path);
async function look(user: MadeUser, id = sampled, query = ''): Promise<DecisionReplay> {
  const { status, body } = await ask(user, `/api/decisions/${id}${query}`);
  expect(status).toBe(200);
  return decisionReplay.parse(body);
}
const campaign = (row: number | undefined) => publicId('campaign', row ?? 0);

test('an operator sees everything', async () => {
  const found = await look(await makeAdmin(app.db));
  expect(found.outcome).toMatchObject({
    answer: [
      {
        place: 1,
        campaign: campaign(won),
        name: 'Winner',
        price_micros: 3_001,
        payout_micros: 2_400,
        ecpm_micros: 5_000_000,
        propensity_ppm: 1_000_000,
      },
    ],
    runner_up_ecpm_micros: 3_000_000,
    fates: { won: 1, 'runner-up': 1, budget: 1 },
    campaigns: [
      { name: 'Winner', fate: 'won', ecpm_micros: 5_000_000 },
      { name: 'Second', fate: 'runner-up', ecpm_micros: 3_000_000 },
      { name: 'Without money', fate: 'budget', ecpm_micros: null },
    ],
  });
  expect(found.inputs).toMatchObject({ floor_micros: 100_000, random: 4_000_000_000, os_version: '17.4' });
  expect(found.inputs?.excluded_creatives).toHaveLength(2);
  expect(found.events).toMatchObject([{ kind: 'impression', price_micros: 3_001, payout_micros: 2_400 }]);
});

test('pages and filters of a long list', async () => {
  const admin = await makeAdmin(app.db);
  const second = await look(admin, sampled, '?limit=1&offset=1');
  expect(second.outcome?.campaigns.map(({ name }) => name)).toEqual(['Second']);
  expect(second.outcome?.campaign_count).toBe(3);
  const broke = await look(admin, sampled, '?fate=budget');
  expect(broke.outcome?.campaigns.map(({ name }) => name)).toEqual(['Without money']);
  const one = await look(admin, sampled, `?campaign=${campaign(won)}`);
  expect(one.outcome?.campaigns.map(({ name }) => name)).toEqual(['Winner']);
  expect((await look(admin, sampled, '?campaign=c_nobody')).outcome?.campaigns).toEqual([]);
});

test('an advertiser sees its own campaigns, of the others how many fared how', async () => {
  const found = await look(loser);
  expect(found.outcome).toMatchObject({
    answer: [
      {
        place: 1,
        campaign: null,
        name: null,
        creative: null,
        price_micros: null,
        payout_micros: null,
        ecpm_micros: null,
        propensity_ppm: null,
      },
    ],
    runner_up_ecpm_micros: null,
    fates: { won: 1, 'runner-up': 1, budget: 1 },
    campaigns: [
      { campaign: campaign(lost[0]), name: 'Second', fate: 'runner-up', ecpm_micros: 3_000_000 },
      { campaign: campaign(lost[1]), name: 'Without money', fate: 'budget' },
    ],
    campaign_count: 2,
  });
  expect(found.inputs).toMatchObject({ floor_micros: null, random: null, excluded_creatives: [] });
  expect(found.events).toEqual([]);
  const text = JSON.stringify(found);
  for (const secret of ['Winner', campaign(won), '3001', '2400', '5000000', 'Top'])
    expect(text).not.toContain(secret);
  expect((await look(loser, sampled, `?campaign=${campaign(won)}`)).outcome?.campaigns).toEqual([]);
});

test('whom its own account outbid is told to that account and the operator, to all others as outbid', async () => {
  const { db } = app;
  const second = await makeCampaign(db, { advertiser_id: winner.id, name: 'The winner’s second' });
  const trace = await packedTrace({
    decidedAtMs: Date.parse(NOW) - 30_000,
    zoneId: zoneId + 1,
    publisherId: publisher.id,
    fates: [
      [won, 'won'],
      [second.id, 'outbid-by-own'],
      [lost[0] ?? 0, 'runner-up'],
      [lost[1] ?? 0, 'outbid'],
    ],
  });
  await insertTraces(db, [trace]);
  const told = async (user: MadeUser) => (await look(user, trace.decisionId)).outcome?.fates;
  const all = { won: 1, 'outbid-by-own': 1, 'runner-up': 1, outbid: 1 };
  expect([await told(await makeAdmin(db)), await told(winner)]).toEqual([all, all]);
  const { outcome } = await look(winner, trace.decisionId);
  expect(outcome?.campaigns.map(({ fate }) => fate)).toEqual(['won', 'outbid-by-own']);
  const folded = { won: 1, 'runner-up': 1, outbid: 2 };
  expect([await told(loser), await told(publisher)]).toEqual([folded, folded]);
});

test('the advertiser who won sees the price, and not what the publisher gets', async () => {
  const found = await look(winner);
  expect(found.outcome?.answer).toMatchObject([{ name: 'Winner', price_micros: 3_001, payout_micros: null }]);
  expect(found.inputs?.excluded_creatives).toHaveLength(1);
  expect(found.events).toMatchObject([{ price_micros: 3_001, payout_micros: null }]);
});

test('a publisher sees how many fared how and what it earns, and of no advertiser anything', async () => {
  const found = await look(publisher);
  expect(found.outcome).toMatchObject({
    answer: [{ place: 1, campaign: null, price_micros: null, payout_micros: 2_400, ecpm_micros: null }],
    runner_up_ecpm_micros: null,
    fates: { won: 1, 'runner-up': 1, budget: 1 },
    campaigns: [],
    campaign_count: 0,
  });
  expect(found.inputs).toMatchObject({ floor_micros: 100_000, random: null, excluded_creatives: [] });
  expect(found.events).toMatchObject([{ campaign: null, price_micros: null, payout_micros: 2_400 }]);
  const text = JSON.stringify(found);
  for (const secret of ['Winner', 'Second', campaign(won), '3001', '3000000'])
    expect(text).not.toContain(secret);
});

test('for everybody else it does not exist', async () => {
  for (const id of [sampled, unsampled])
    for (const user of [outsider, otherPublisher])
      expect((await ask(user, `/api/decisions/${id}`)).status).toBe(404);
  expect((await ask(loser, `/api/decisions/${unsampled}`)).status).toBe(404);
});

test('what was not sampled is told by its events', async () => {
  for (const user of [winner, publisher]) {
    const found = await look(user, unsampled);
    expect(found).toMatchObject({ sampled: false, inputs: null, outcome: null });
    expect(found.events).toHaveLength(1);
  }
});

test('what a publisher calls its zone is between it and the operator', async () => {
  const nameFor = async (user: MadeUser, id = sampled) => (await look(user, id)).zone?.name;
  for (const user of [publisher, await makeAdmin(app.db)]) expect(await nameFor(user)).toBe('Top');
  expect([await nameFor(winner), await nameFor(winner, unsampled), await nameFor(loser)]).toEqual([
    null,
    null,
    null,
  ]);
});

test.each([
  'nonsense',
  '018f0000-0000-4000-8000-000000000001',
  '018f0000-0000-7000-8000-000000000001',
  '%00',
])('no decision: %s', async (id) => {
  expect((await ask(winner, `/api/decisions/${id}`)).status).toBe(404);
});

test('an id may be written in capitals', async () => {
  expect((await look(winner, sampled.toUpperCase())).id).toBe(sampled);
});

test('the last decisions of a zone are listed for its publisher and the operator', async () => {
  const path = `/api/zones/${publicId('zone', zoneId)}/decisions`;
  const { body } = await ask(publisher, path);
  expect(body).toEqual({
    decisions: [
      {
        id: sampled,
        decided_at: '2026-11-21T12:29:00.000Z',
        test: false,
        reason: null,
        country: 'DE',
        device: 'phone',
      },
    ],
  });
  expect((await ask(otherPublisher, path)).status).toBe(404);
  expect((await ask(winner, path)).status).toBe(403);
});
