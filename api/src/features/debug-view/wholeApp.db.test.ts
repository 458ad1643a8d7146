import { CHANNELS, type DebugViewAnswer, type ErrorBody, publicId } from '@ezdash/contracts';
import { enterConsole, type MadeUser, makeAdmin, type TestClient } from '../../testing';
import { routesOf } from '../../testing/routesOf';
import { startWholeApp, type WholeApp } from '../../testing/startWholeApp';
import { makeCall } from '../../testing/tenancy/calls';
import { makeHoldings } from '../../testing/tenancy/holdings';
import { makeVisitors, type Visitors } from '../../testing/tenancy/visitors';

jest.setTimeout(120_000);

let app: WholeApp;
let visitors: Visitors;
let admin: MadeUser;
/** A browser in which the admin sees the pages as the advertiser. */
let client: TestClient;

beforeAll(async () => {
  app = await startWholeApp();
  visitors = await makeVisitors(app);
  admin = await makeAdmin(app.test.db);
  client = app.client();
  client.setHeader('X-Forwarded-For', '198.51.100.200');
  client.setHeader('Accept', 'text/html, application/json');
  await client.signIn(admin);
  await enterConsole(client, admin);
  const { status } = await client.post('/debug-tool/view', { user_id: visitors.advertiser.id });
  expect(status).toBe(200);
});
afterAll(() => app.close());

/** Reads that a view is refused: the owner's alone, and visits elsewhere that end in somebody's being signed in. */
const CLOSED = [
  '/api/settings/sessions',
  '/api/settings/factors',
  '/api/settings/social-connections',
  '/api/settings/api-tokens',
  '/api/settings/alerts/webhook',
  '/api/settings/privacy/exports/:id/archive',
  '/api/conversion-goals/:id/key',
  '/api/postbacks/outgoing',
  '/auth/social/:provider/start',
  '/auth/social/:provider/callback',
];

/** Below these no account's session is read, so that there is nobody a view could show. */
const WITHOUT_ACCOUNT = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/dev/outbox',
  '/api/v1',
  '/api/auth/social',
  '/api/config',
  '/api/releases',
  '/api/translations',
  '/assets/shell',
  '/gateway/sandbox',
  '/pixel',
  '/postback',
  '/r',
  '/tag-debug',
  '/remotes',
  '/sellers.json',
  '/webhooks',
];
const isBelow = (path: string) => (base: string) => path === base || path.startsWith(`${base}/`);
const hasAccount = ({ path }: { path: string }) => !WITHOUT_ACCOUNT.some(isBelow(path));

/** Of the staff, who see them as themselves: a view ends first. By the role of the account it shows. */
const OF_STAFF = '/api/operator';
/** The debug tool goes on, for the account that is shown. */
const OF_TOOL = '/debug-tool';

/** What the advertiser's eyes see. A new read has to be put here or above. */
const OPEN = [
  '/',
  '/api/advertiser/credit',
  '/api/advertiser/dashboard',
  '/api/advertiser/funds',
  '/api/advertiser/promo-codes',
  '/api/advertiser/transactions',
  '/api/advertiser/transactions.csv',
  '/api/advertiser/transactions/:id',
  '/api/assets/:id/file',
  '/api/assets/uploads',
  '/api/assets/uploads/:id',
  '/api/auth/me',
  '/api/campaign-drafts',
  '/api/campaign-drafts/:id',
  '/api/campaign-places',
  '/api/campaigns',
  '/api/campaigns/:id',
  '/api/campaigns/:id/history',
  '/api/campaigns/:id/landing-check',
  '/api/campaigns/:id/reasons',
  '/api/campaigns/:id/troubleshoot',
  '/api/campaigns/export.csv',
  '/api/campaigns/ids',
  '/api/campaigns/page',
  '/api/campaigns/views',
  '/api/conversion-goals',
  '/api/conversion-goals/:id',
  '/api/conversion-goals/:id/conversions',
  '/api/decisions/:id',
  '/api/documents',
  '/api/documents/:id.pdf',
  '/api/help/articles',
  '/api/help/articles/:slug',
  '/api/metrics',
  '/api/metrics-reports',
  '/api/metrics/export',
  '/api/network/summary',
  '/api/news',
  '/api/news/:id',
  '/api/notices',
  '/api/opportunities',
  '/api/payment-test/:id',
  '/api/payments',
  '/api/payments/:id',
  '/api/postbacks/calls',
  '/api/postbacks/log',
  '/api/referrals',
  '/api/referrals/earnings',
  '/api/referrals/funnel',
  '/api/referrals/links/:id/banners',
  '/api/release-overrides',
  '/api/rules',
  '/api/rules/:id',
  '/api/rules/:id/log',
  '/api/settings/alerts',
  '/api/settings/alerts/delivery',
  '/api/settings/appearance',
  '/api/settings/payment-methods',
  '/api/settings/privacy',
  '/api/support/attachments/:id',
  '/api/support/conversations',
  '/api/support/conversations/:id',
];
/** The same for a publisher, whom the test does not look at; and of nobody's account. */
const OPEN_TO_OTHERS = [
  '/api/properties',
  '/api/properties/:id',
  '/api/properties/:id/blocks',
  '/api/properties/:id/verification',
  '/api/publisher/ads',
  '/api/properties/:id/ads-txt',
  '/api/publisher/ads-txt',
  '/api/publisher/dashboard',
  '/api/publisher/deductions',
  '/api/publisher/earnings',
  '/api/publisher/no-fill',
  '/api/publisher/no-fill/export',
  '/api/publisher/payouts',
  '/api/publisher/seller',
  '/api/zones/:id/decisions',
  '/api/zones/:id/floor-advice',
  '/api/zones/:id/no-fill',
  '/xero/auth/authorize',
  '/xero/auth/callback',
];

const reads = () =>
  routesOf(app.mounts)
    .filter((route) => route.method === 'GET' && hasAccount(route))
    .filter(({ path }) => !isBelow(path)(OF_STAFF) && !isBelow(path)(OF_TOOL));

it('of every read it is decided whether a view may do it', () => {
  const known = [...CLOSED, ...OPEN, ...OPEN_TO_OTHERS];
  expect(
    reads()
      .map(({ path }) => path)
      .sort(),
  ).toEqual(known.sort());
});

it('sees what the owner sees, but what is the owner’s alone', async () => {
  const answers = new Map<string, number>();
  const refused: string[] = [];
  for (const route of reads()) {
    const { address } = await makeCall({ app, visitors }, route);
    const { status, body } = await client.get<ErrorBody>(address);
    answers.set(route.path, status);
    if (body?.code === 'VIEW_ONLY') refused.push(route.path);
  }
  expect(refused.sort()).toEqual([...CLOSED].sort());
  for (const path of CLOSED) expect([path, answers.get(path)]).toEqual([path, 403]);
  // The owner of a file is led on to where it lies; a developers' door is closed to calls by an intermediary.
  const statuses = new Map([
    ['/api/assets/:id/file', 302],
    ['/api/payment-test/:id', 404],
  ]);
  for (const path of OPEN) expect([path, answers.get(path)]).toEqual([path, statuses.get(path) ?? 200]);
});

it('changes nothing by any call', async () => {
  const STAYS_OPEN = [
    'POST /api/remotes/failures',
    'POST /broadcasting/auth',
    'POST /broadcasting/user-auth',
  ];
  // Doors for developers are closed to calls by an intermediary, as those of this client are.
  const changes = routesOf(app.mounts.filter(({ developers }) => developers === undefined))
    .filter(({ method, ...route }) => method !== 'GET' && hasAccount(route))
    .filter(({ path }) => !isBelow(path)(OF_TOOL));
  expect(changes.length).toBeGreaterThan(80);
  const calls = [];
  for (const route of changes) {
    const isStaffs = isBelow(route.path)(OF_STAFF);
    const call = isStaffs ? { address: route.path, body: {} } : await makeCall({ app, visitors }, route);
    calls.push({ route, ...call });
  }
  const holdings = await makeHoldings(app.test.db, [visitors.advertiser.id, visitors.publisher.id]);
  const before = await holdings();
  const open: string[] = [];
  for (const { route, address, body } of calls) {
    const { method, name } = route;
    const send = { POST: client.post, PUT: client.put, PATCH: client.patch, DELETE: client.delete }[method];
    const answer = await send?.<ErrorBody>(address, body);
    if (answer?.status !== 403 || answer.body.code !== 'VIEW_ONLY') open.push(name);
  }
  expect(open.sort()).toEqual(STAYS_OPEN);
  expect(await holdings()).toEqual(before);
});

it('tells the page, and nobody else’s', async () => {
  const bootstrapOf = async (browser: TestClient) => {
    const { text } = await browser.get('/');
    const json = /<script type="application\/json" id="bootstrap">(.+?)<\/script>/.exec(text)?.[1] ?? '';
    return JSON.parse(json) as { view?: unknown; user: { id: number } | null };
  };
  const page = await bootstrapOf(client);
  expect(page.user?.id).toBe(visitors.advertiser.id);
  expect(page.view).toMatchObject({
    user: { id: visitors.advertiser.id, email: visitors.advertiser.email },
    admin: { email: admin.email },
  });
  expect((await bootstrapOf(visitors.client('advertiser who owns it'))).view).toBeNull();
});

it('hears of the account, unseen by the others in a conversation', async () => {
  const listen = (channel_name: string) =>
    client.post<ErrorBody>('/broadcasting/auth', { socket_id: '1.2', channel_name });
  const { advertiser, publisher } = visitors;
  expect((await listen(CHANNELS.account(publicId('user', advertiser.id)))).status).toBe(200);
  expect((await listen(CHANNELS.account(publicId('user', publisher.id)))).status).toBe(403);
  const conversation = await listen(CHANNELS.conversation(publicId('conversation', 1)));
  expect([conversation.status, conversation.body.code]).toEqual([403, 'VIEW_ONLY']);
});

it('leaves the console until it is stopped, and then is the admin’s own browser again', async () => {
  expect((await client.get('/api/operator/users')).status).toBe(403);
  expect((await client.get('/debug-tool/user/current')).body).toMatchObject({
    user: { id: visitors.advertiser.id },
  });
  const { body } = await client.post<DebugViewAnswer>('/debug-tool/view/stop');
  expect(body).toEqual({ view: null });
  expect((await client.get('/api/operator/users')).status).toBe(200);
  expect((await client.get('/api/settings/sessions')).status).toBe(200);
  expect((await client.patch('/api/settings/appearance', { theme: 'dark' })).status).toBe(200);
});
