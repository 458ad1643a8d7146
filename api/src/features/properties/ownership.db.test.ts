import { publicId } from '@ezdash/contracts';
import { systemClock } from '../../platform/clock';
import {
  buildApp,
  createTestDb,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  type TestApp,
  type TestDb,
} from '../../testing';
import { testAddresses } from '../../testing/testAddresses';
import { createCampaignsFeature } from '../campaigns';
import { createCreativesFeature } from '../creatives';
import { createReportingFeature } from '../reporting';
import { createReviewFeature } from '../review';
import { createPropertiesFeature } from '.';

// Every route × the owner's role in other hands × other roles × nobody.
type Who = 'owner' | 'otherOwner' | 'otherRole' | 'admin' | 'guest';
interface RouteCase {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: object;
  side: 'advertiser' | 'publisher' | 'admin';
  /** The address names something of one owner. */
  owned: boolean;
}

let test_: TestDb;
let app: TestApp;
const people: Partial<Record<string, MadeUser>> = {};
const ids = { campaign: '', property: '', zone: '' };

const routes: RouteCase[] = [
  { method: 'GET', path: '/api/campaigns', side: 'advertiser', owned: false },
  { method: 'POST', path: '/api/campaigns', body: {}, side: 'advertiser', owned: false },
  { method: 'POST', path: '/api/campaigns/actions', body: {}, side: 'advertiser', owned: false },
  { method: 'GET', path: '/api/campaigns/:campaign', side: 'advertiser', owned: true },
  {
    method: 'PATCH',
    path: '/api/campaigns/:campaign',
    body: { name: 'taken' },
    side: 'advertiser',
    owned: true,
  },
  { method: 'POST', path: '/api/assets', body: {}, side: 'advertiser', owned: false },
  { method: 'GET', path: '/api/advertiser/dashboard', side: 'advertiser', owned: false },
  { method: 'GET', path: '/api/properties', side: 'publisher', owned: false },
  { method: 'POST', path: '/api/properties', body: {}, side: 'publisher', owned: false },
  { method: 'GET', path: '/api/properties/:property', side: 'publisher', owned: true },
  {
    method: 'PATCH',
    path: '/api/properties/:property',
    body: { name: 'taken' },
    side: 'publisher',
    owned: true,
  },
  {
    method: 'POST',
    path: '/api/properties/:property/zones',
    body: { name: 'x', size: { width: 300, height: 250 }, floor_micros: 0, fallback: 'keep' },
    side: 'publisher',
    owned: true,
  },
  { method: 'PATCH', path: '/api/zones/:zone', body: { name: 'taken' }, side: 'publisher', owned: true },
  { method: 'GET', path: '/api/publisher/dashboard', side: 'publisher', owned: false },
  { method: 'GET', path: '/api/operator/reviews', side: 'admin', owned: false },
  { method: 'POST', path: '/api/operator/reviews/:campaign', body: {}, side: 'admin', owned: false },
  { method: 'GET', path: '/api/operator/properties', side: 'admin', owned: false },
  { method: 'POST', path: '/api/operator/properties/:property', body: {}, side: 'admin', owned: false },
];

const personFor: Record<RouteCase['side'], Record<Who, string | null>> = {
  advertiser: {
    owner: 'advertiser',
    otherOwner: 'advertiser2',
    otherRole: 'publisher',
    admin: 'admin',
    guest: null,
  },
  publisher: {
    owner: 'publisher',
    otherOwner: 'publisher2',
    otherRole: 'advertiser',
    admin: 'admin',
    guest: null,
  },
  admin: { owner: 'admin', otherOwner: 'admin2', otherRole: 'advertiser', admin: 'publisher', guest: null },
};

/** Statuses that let a person through: what the call then makes of its body is not asked here. */
const THROUGH = [200, 201, 415, 422];
function expected(route: RouteCase, who: Who): number[] {
  if (who === 'guest') return [401];
  if (who === 'otherRole' || who === 'admin') return [403];
  return who === 'otherOwner' && route.owned ? [404] : THROUGH;
}

beforeAll(async () => {
  test_ = await createTestDb();
  const { db } = test_;
  people.advertiser = await makeAdvertiser(db);
  people.advertiser2 = await makeAdvertiser(db);
  people.publisher = await makePublisher(db);
  people.publisher2 = await makePublisher(db);
  people.admin = await makeAdmin(db);
  people.admin2 = await makeAdmin(db);
  const campaign = await makeCampaign(db, { advertiser_id: people.advertiser.id, name: 'Mine' });
  await makeCreative(db, { campaign_id: campaign.id });
  const property = await makeProperty(db, { publisher_id: people.publisher.id, name: 'Mine' });
  const zone = await makeZone(db, { property_id: property.id, name: 'Mine' });
  ids.campaign = publicId('campaign', campaign.id);
  ids.property = publicId('property', property.id);
  ids.zone = publicId('zone', zone.id);
  const clock = systemClock;
  app = await buildApp({
    test: test_,
    mounts: [
      ...createCampaignsFeature({ db, clock }).mounts,
      ...createCreativesFeature({ db, dataDir: '/nonexistent', addresses: testAddresses() }).mounts,
      ...createPropertiesFeature({ db, clock, appUrl: 'http://x', autoApproveProperties: true }).mounts,
      ...createReportingFeature({ db, clock }).mounts,
      ...createReviewFeature({ db, clock }).mounts,
    ],
  });
});
afterAll(async () => {
  await app.close();
  await test_.drop();
});

const cases = (['guest', 'otherRole', 'admin', 'otherOwner', 'owner'] as const).flatMap((who) =>
  routes.map((route) => [who, route.method, route.path, route] as const),
);

test.each(cases)('%s: %s %s', async (who, method, path, route) => {
  const client = app.client();
  const person = people[personFor[route.side][who] ?? ''];
  if (person) await client.signIn(person);
  const address = path.replace(/:(campaign|property|zone)/, (_, kind: keyof typeof ids) => ids[kind]);
  const answer =
    method === 'GET'
      ? await client.get(address)
      : method === 'POST'
        ? await client.post(address, route.body)
        : await client.patch(address, route.body);
  expect(expected(route, who)).toContain(answer.status);
  if (answer.status === 401 || answer.status === 403) expect(answer.text).not.toMatch(/session|valid/i);
});

test('nothing of the owner was changed by others', async () => {
  const other = app.client();
  await other.signIn(people.advertiser2 ?? { email: '', password: '' });
  const { body } = await other.post('/api/campaigns/actions', { ids: [ids.campaign], action: 'archive' });
  expect(body).toEqual({ changed: [], refused: [{ id: ids.campaign, message: 'No such campaign' }] });
  const row = await test_.db
    .selectFrom('campaign')
    .select('state')
    .where('advertiser_id', '=', people.advertiser?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(row.state).toBe('approved');
});
