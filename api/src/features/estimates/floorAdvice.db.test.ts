import { type FloorAdvice, floorAdvice, publicId } from '@ezdash/contracts';
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
import { packedTrace } from '../decisions/testDecisions';
import { insertTraces } from '../decisions/traces.repo';
import { createEstimatesFeature } from '.';

const NOW_MS = Date.parse('2026-11-21T12:30:00.000Z');
const DAY_MS = 86_400_000;
const AUCTIONS = 300;

let app: AppWorld;
let clock: FakeClock;
let owner: MadeUser;
let zone: string;
let bare: string;

beforeAll(async () => {
  clock = fakeClock(new Date(NOW_MS).toISOString());
  app = await openApp(({ db }) => ({
    clock,
    mounts: createEstimatesFeature({ db, clock, engine: () => null }).mounts,
  }));
  const { db } = app;
  owner = await makePublisher(db);
  const property = await makeProperty(db, { publisher_id: owner.id, state: 'approved' });
  const zoneId = (await makeZone(db, { property_id: property.id, floor_micros: 100_000n })).id;
  bare = publicId('zone', (await makeZone(db, { property_id: property.id })).id);
  zone = publicId('zone', zoneId);
  const campaigns: number[] = [];
  for (let at = 0; at < 2; at += 1) {
    const { id } = await makeAdvertiser(db);
    campaigns.push((await makeCampaign(db, { advertiser_id: id, priority: 'auction' })).id);
  }
  const [first = 0, second = 0] = campaigns;
  const traces = await Promise.all(
    Array.from({ length: AUCTIONS }, (_, at) =>
      packedTrace({
        decidedAtMs: NOW_MS - at * 60_000,
        zoneId,
        publisherId: owner.id,
        fates: [],
        answer: {
          bids: [
            [first, 2_000_000],
            [second, 200_000],
          ],
        },
      }),
    ),
  );
  // A trial, an exchange's, and one of long ago tell nothing.
  const [trial, exchange, old] = traces;
  if (!trial || !exchange || !old) throw new Error('There are no traces');
  trial.test = true;
  exchange.inputs = { ...exchange.inputs, narrowed: true };
  old.decidedAtMs = NOW_MS - 8 * DAY_MS;
  await insertTraces(db, traces);
});
afterAll(() => app.close());

const ask = async (id: string, user = owner) =>
  (await app.clientOf(user)).get(`/api/zones/${id}/floor-advice`);

test('the recorded auctions of the zone are played again at other floors', async () => {
  const answer = await ask(zone);
  expect(answer.status).toBe(200);
  const advice: FloorAdvice = floorAdvice.parse(answer.body);
  expect(advice).toMatchObject({ state: 'change', days: 7, sampled: AUCTIONS - 3 });
  // Everybody who wins bids $2: that is the best floor, sold at ten times the second price of $0.200001.
  expect(advice.advised?.floor_micros).toBe(2_000_000);
  expect((advice.advised?.change_ppm ?? 0) / 1e6).toBeCloseTo(9, 3);
  expect(advice.advised?.fill_ppm).toBe(1_000_000);
});

test('a zone without auctions is told that there are too few, another publisher’s is not there', async () => {
  expect((await ask(bare)).body).toMatchObject({ state: 'few', sampled: 0, advised: null });
  expect((await ask(zone, await makePublisher(app.db))).status).toBe(404);
});
