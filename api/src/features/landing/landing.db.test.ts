import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Campaign,
  type ErrorBody,
  type LandingCheck,
  type LandingResult,
  landingCheck,
  landingResult,
  publicId,
} from '@ezdash/contracts';
import { createJobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import { createOutbound } from '../../platform/outbound';
import {
  buildApp,
  createTestDb,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  type TestApp,
  type TestClient,
  type TestDb,
  until,
} from '../../testing';
import { advertiserCallOuts } from '../reporting/advertiserCallOuts';
import { createLandingFeature, findBrokenLandings, findLandings, type LandingFeature } from '.';

const clock = fakeClock('2026-11-21T14:00:00.000Z');
const CAMPAIGN = {
  name: 'Winter shells',
  state: 'running',
  state_reason: null,
  daily_budget_micros: 50_000_000,
  creatives: [] as object[],
} as Campaign;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
let test_: TestDb;
let server: http.Server;
let asked: string[] = [];
let answer: RequestListener;
/** Looks at the listener; the other one as everybody's does. */
let open: { feature: LandingFeature; app: TestApp };
let closed: { feature: LandingFeature; app: TestApp };
let owner: MadeUser;
let client: TestClient;

const names: Record<string, string[]> = {
  'shop.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'inside.example': ['10.0.0.7'],
  'half.example': ['93.184.216.34', '127.0.0.1'],
};
async function resolve(name: string): Promise<string[]> {
  const found = names[name];
  if (!found) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  return found;
}
async function openFeature(allowed: string[]) {
  const jobs = createJobs({ connection: test_.connection, log: silentLog });
  const outbound = createOutbound({ allowed, resolve });
  const feature = createLandingFeature({
    db: test_.db,
    clock,
    log: silentLog,
    jobs,
    outbound,
    random: () => 0,
  });
  return { feature, jobs, app: await buildApp({ test: test_, mounts: feature.mounts }) };
}

const dueOf = async (landing: LandingFeature['landing']) => (await landing.due(1_000)).map(({ id }) => id);

beforeAll(async () => {
  test_ = await createTestDb();
  server = http.createServer((req, res) => {
    asked.push(req.url ?? '');
    answer(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open = await openFeature(['127.0.0.0/8']);
  closed = await openFeature([]);
});
beforeEach(async () => {
  asked = [];
  answer = (_req, res) => res.end('hello');
  owner = await makeAdvertiser(test_.db);
  client = open.app.client();
  await client.signIn(owner);
});
afterAll(async () => {
  await open.app.close();
  await closed.app.close();
  server.closeAllConnections();
  server.close();
  await test_.drop();
});

const at = (path = '/', name = 'shop.example') =>
  `http://${name}:${(server.address() as AddressInfo).port}${path}`;
const look = async (url: string, by = client) =>
  (await by.post<LandingResult & ErrorBody>('/api/landing-checks', { url })).body;
const made = async (landing_url: string, state: 'approved' | 'paused' | 'in_review' = 'approved') =>
  (await makeCampaign(test_.db, { advertiser_id: owner.id, landing_url, state })).id;
const pathOf = (id: number) => `/api/campaigns/${publicId('campaign', id)}/landing-check`;
const redirect =
  (location: string): RequestListener =>
  (_req, res) =>
    res.writeHead(302, { Location: location }).end();

test('a page that answers is told with where it ended; macros are filled in', async () => {
  answer = (req, res) => (req.url?.startsWith('/old') ? redirect('/new')(req, res) : res.end('hello'));
  const found = await look(at('/old?c={click_id}&l={country}'));
  expect(landingResult.parse(found)).toEqual(found);
  expect(found).toMatchObject({ outcome: 'not-https', status: 200, final_url: at('/new'), hops: 1 });
  expect(asked[0]).toMatch(/^\/old\?c=[0-9a-z-]+&l=DE$/);
});

test.each<[string, () => string, RequestListener, object]>([
  ['404', () => at(), (_req, res) => res.writeHead(404).end(), { outcome: 'status', status: 404 }],
  ['500', () => at(), (_req, res) => res.writeHead(500).end(), { outcome: 'status', status: 500 }],
  ['a redirect to itself', () => at(), redirect('/'), { outcome: 'redirect-loop', status: null }],
  ['a connection that breaks', () => at(), (req) => req.socket.destroy(), { outcome: 'broken' }],
  ['an unknown name', () => at('/', 'nobody.example'), redirect('/'), { outcome: 'name-unknown' }],
  [
    'a redirect to a private address',
    () => at(),
    redirect('http://inside.example/'),
    { outcome: 'address-refused' },
  ],
])('%s', async (_title, url, listener, found) => {
  answer = listener;
  expect(await look(url())).toMatchObject(found);
});

test.each([
  ['this machine', () => at('/', '127.0.0.1')],
  ['this machine by a name', () => at()],
  ['this machine as a number', () => at('/', '2130706433')],
  ['this machine in IPv6', () => at('/', '[::ffff:127.0.0.1]')],
  ['this machine in IPv6, as it is', () => at('/', '[::1]')],
  ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
  ['the metadata of a cloud by a name', () => at('/', 'metadata.example')],
  ['a network within, by a name', () => at('/', 'inside.example')],
  ['a name of which one address is private', () => at('/', 'half.example')],
])('%s gets no request, and is not told what lies there', async (_title, url) => {
  const stranger = closed.app.client();
  await stranger.signIn(owner);
  expect(await look(url(), stranger)).toMatchObject({
    outcome: 'address-refused',
    status: null,
    final_url: null,
  });
  const id = await made(url());
  expect((await stranger.post<LandingCheck>(pathOf(id), {})).body.result?.outcome).toBe('address-refused');
  await closed.feature.landing.checkLookedAt(id);
  expect(asked).toEqual([]);
});

test.each(['', 'shop', 'ftp://shop.example/', 'javascript:alert(1)', 'http://user:word@shop.example/'])(
  '%s is no address',
  async (url) => {
    expect((await client.post('/api/landing-checks', { url })).status).toBe(422);
    expect(asked).toEqual([]);
  },
);

test('what was found of a campaign is kept with its time, as long as the address stays', async () => {
  const id = await made(at('/a'), 'paused');
  expect((await client.get<LandingCheck>(pathOf(id))).body).toEqual({ result: null, failing_since: null });
  const { body } = await client.post<LandingCheck>(pathOf(id), {});
  expect(landingCheck.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    result: { url: at('/a'), status: 200, checked_at: clock.now().toISOString() },
  });
  expect((await client.get<LandingCheck>(pathOf(id))).body).toEqual(body);
  await test_.db
    .updateTable('campaign')
    .set({ landing_url: at('/b') })
    .where('id', '=', id)
    .execute();
  expect((await client.get<LandingCheck>(pathOf(id))).body.result).toBeNull();
});

test('nobody looks at the page of somebody else’s campaign', async () => {
  const id = await made(at());
  const stranger = open.app.client();
  await stranger.signIn(await makeAdvertiser(test_.db));
  expect((await stranger.get(pathOf(id))).status).toBe(404);
  expect((await stranger.post(pathOf(id), {})).status).toBe(404);
  expect(asked).toEqual([]);
});

test('who asks twice at once makes one request, and both are told what it found', async () => {
  const id = await made(at('/slow'));
  const { landing } = open.feature;
  const held: (() => void)[] = [];
  answer = (_req, res) => void held.push(() => res.end('hello'));
  const twice = Promise.all([
    landing.check(owner.id, publicId('campaign', id)),
    landing.check(owner.id, publicId('campaign', id)),
    landing.checkLookedAt(id),
  ]);
  await until(
    async () => held.length,
    (length) => length > 0,
    'The look at the page',
  );
  // Long enough for the others to have come as far.
  for (let count = 0; count < 20; count += 1) await landing.get(owner.id, publicId('campaign', id));
  for (const end of held) end();
  const [first, second] = await twice;
  expect(asked).toEqual(['/slow']);
  expect(second).toEqual(first);
  expect(first.result?.status).toBe(200);

  held.length = 0;
  const looks = Promise.all([landing.look(at('/new')), landing.look(at('/new'))]);
  await until(
    async () => held.length,
    (length) => length > 0,
    'The look at the address',
  );
  for (const end of held) end();
  const [one, other] = await looks;
  expect(asked).toEqual(['/slow', '/new']);
  expect(other).toEqual(one);
});

test('a failure is looked at again soon, twice makes it known, and a page that is back ends it', async () => {
  const id = await made(at('/shop'));
  const { landing } = open.feature;
  expect(await dueOf(landing)).toContain(id);
  answer = (_req, res) => res.writeHead(404).end();
  await landing.checkLookedAt(id);
  const since = clock.now().toISOString();
  expect(await landing.broken(owner.id)).toEqual([]);
  expect(await dueOf(landing)).not.toContain(id);
  clock.advance(5 * MINUTE_MS);
  expect(await dueOf(landing)).toContain(id);
  await landing.checkLookedAt(id);
  expect(await landing.broken(owner.id)).toEqual([
    { id: publicId('campaign', id), outcome: 'status', status: 404, since: new Date(since) },
  ]);
  expect((await client.get<LandingCheck>(pathOf(id))).body.failing_since).toBe(since);
  const call = advertiserCallOuts(
    [{ ...CAMPAIGN, id: publicId('campaign', id) }],
    {
      availableMicros: 1_000_000,
      daysLeft: null,
      unfunded: { count: 0, name: null, dailyMicros: 0 },
      hasCampaigns: true,
    },
    await findBrokenLandings(test_.db, owner.id),
  );
  expect(call).toEqual([
    {
      code: 'landing-broken',
      tone: 'warn',
      subject: 'Winter shells',
      params: { status: 404 },
      href: `/advertiser/campaigns/${publicId('campaign', id)}?tab=creatives`,
      key: `landing-broken:${publicId('campaign', id)}:${Date.parse(since)}`,
      since,
      at_stake_micros: 50_000_000,
    },
  ]);
  // It goes on running: a call-out, not a stop.
  const row = await test_.db.selectFrom('campaign').select('state').where('id', '=', id).executeTakeFirst();
  expect(row?.state).toBe('approved');
  answer = (_req, res) => res.end('back');
  clock.advance(15 * MINUTE_MS);
  await landing.checkLookedAt(id);
  expect(await landing.broken(owner.id)).toEqual([]);
  clock.advance(DAY_MS - 1);
  expect(await dueOf(landing)).not.toContain(id);
  clock.advance(1);
  expect(await dueOf(landing)).toContain(id);
});

test('campaigns that do not run are not looked at', async () => {
  const id = await made(at(), 'paused');
  expect(await dueOf(open.feature.landing)).not.toContain(id);
  await open.feature.landing.checkLookedAt(id);
  expect(asked).toEqual([]);
});

test('pages of campaigns in review are looked at before all others, for who reviews them; nobody is alarmed', async () => {
  const running = await made(at('/running'));
  const id = await made(at('/gone'), 'in_review');
  answer = (_, res) => void res.writeHead(404).end();
  const { landing } = open.feature;
  expect((await dueOf(landing)).indexOf(id)).toBeLessThan((await dueOf(landing)).indexOf(running));
  for (let look = 0; look < 2; look += 1) await landing.checkLookedAt(id);
  expect(await findLandings(test_.db, [id, running])).toMatchObject([
    { campaign_id: id, outcome: 'status', status: 404, failures: 2 },
  ]);
  expect(await findBrokenLandings(test_.db, owner.id, [id])).toEqual([]);
});

test('the rounds look at what is due, once', async () => {
  const { feature, app, jobs } = await openFeature(['127.0.0.0/8']);
  const id = await made(at('/round'));
  await jobs.start();
  feature.start();
  try {
    const read = async () => (await client.get<LandingCheck>(pathOf(id))).body.result;
    await until(read, (result) => result !== null, 'The look at the page');
    expect(asked.filter((url) => url === '/round')).toHaveLength(1);
  } finally {
    feature.stop();
    await jobs.stop();
    await app.close();
  }
});
