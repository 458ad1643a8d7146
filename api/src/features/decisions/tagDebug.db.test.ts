import { publicId, type TagDebugger, type TaggedDecision, taggedDecision } from '@ezdash/contracts';
import { silentLog } from '../../platform/log';
import {
  type AppWorld,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
} from '../../testing';
import { createDecisionsFeature } from '.';
import { packedTrace } from './testDecisions';
import { insertTraces, type PackedTrace } from './traces.repo';

const NOW = '2026-11-21T12:00:00.000Z';
const HALF_HOUR_MS = 1_800_000;

let app: AppWorld;
let clock: FakeClock;
let owner: MadeUser;
let stranger: MadeUser;
let propertyId: number;
let zoneId: number;
let campaignId: number;
let trace: PackedTrace;

beforeAll(async () => {
  clock = fakeClock(NOW);
  app = await openApp(({ db }) => ({
    clock,
    mounts: createDecisionsFeature({ db, clock, log: silentLog, engine: () => null, secret: 'x'.repeat(32) })
      .mounts,
  }));
  const { db } = app;
  owner = await makePublisher(db);
  stranger = await makePublisher(db);
  propertyId = (await makeProperty(db, { publisher_id: owner.id, state: 'approved', domain: 'alps.example' }))
    .id;
  zoneId = (await makeZone(db, { property_id: propertyId })).id;
  const { id } = await makeAdvertiser(db);
  campaignId = (
    await makeCampaign(db, {
      advertiser_id: id,
      name: 'A secret name',
      pricing: 'CPM',
      bid_micros: 4_000_000n,
      landing_url: 'https://www.shop.example/x?click={click_id}',
    })
  ).id;
  trace = {
    ...(await packedTrace({
      decidedAtMs: Date.parse(NOW),
      zoneId,
      publisherId: owner.id,
      fates: [
        [campaignId, 'won'],
        [campaignId + 1, 'below-floor'],
        [campaignId + 2, 'below-floor'],
        [campaignId + 3, 'outbid'],
        // Whom its own account outbid is that account's to know.
        [campaignId + 4, 'outbid-by-own'],
      ],
      answer: {
        candidates: [
          {
            campaignId,
            creativeId: 1,
            priceMicros: 3_000,
            payoutMicros: 2_100,
            ecpmMicros: 4_000_000,
            propensityPpm: 1_000_000,
          },
        ],
      },
    })),
    propertyId,
    test: true,
    weight: 0,
  };
  const billed = {
    ...(await packedTrace({ decidedAtMs: Date.parse(NOW), zoneId, publisherId: owner.id, fates: [] })),
    propertyId,
  };
  await insertTraces(db, [trace, billed]);
  real = billed.decisionId;
});
let real: string;
afterAll(() => app.close());

const open = async (user: MadeUser) =>
  (await app.clientOf(user)).post(`/api/properties/${publicId('property', propertyId)}/tag-debugger`, {});
const look = async (token: string, id = trace.decisionId) =>
  app.client().get(`/tag-debug/decisions/${id}?token=${encodeURIComponent(token)}`);

test('a try is told to the token of its property: prices in buckets, campaigns by number alone', async () => {
  const made = await open(owner);
  expect(made.status).toBe(201);
  const { url, token } = made.body as TagDebugger;
  expect(url).toBe(`https://alps.example/?ez-debug=${token}`);
  const answer = await look(token);
  expect(answer.status).toBe(200);
  expect(taggedDecision.parse(answer.body)).toEqual<TaggedDecision>({
    id: trace.decisionId,
    zone: publicId('zone', zoneId),
    domain: 'alps.example',
    reason: null,
    fates: { won: 1, 'below-floor': 2, outbid: 2 },
    winner_domain: 'shop.example',
    // $2.10 of $3.00.
    payout_bucket: { from_micros: 2_000_000, to_micros: 5_000_000 },
    floor_micros: 100_000,
  });
  expect(JSON.stringify(answer.body)).not.toMatch(/secret|3000|2100|4000000/);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});

test('nothing is told without one, with a changed one, of what was billed, or of what is not there', async () => {
  const { token } = (await open(owner)).body as TagDebugger;
  for (const wrong of ['', '1', `${token}x`, token.replace(/\.\d+\./, '.99999999999.')])
    expect((await look(wrong)).status).toBe(403);
  expect((await look(token, real)).status).toBe(404);
  expect((await look(token, 'nonsense')).status).toBe(404);
});

test('a token is its owner’s to make, and good for half an hour', async () => {
  expect((await open(stranger)).status).toBe(404);
  const { token } = (await open(owner)).body as TagDebugger;
  clock.advance(HALF_HOUR_MS - 1_000);
  expect((await look(token)).status).toBe(200);
  clock.advance(2_000);
  expect((await look(token)).status).toBe(403);
});
