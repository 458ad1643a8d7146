import { type ErrorBody, type NoticePage, noticePage, publicId } from '@ezdash/contracts';
import { inTransaction } from '../../../platform/db';
import {
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makePublisher,
  type TestClient,
} from '../../../testing';
import { type AlertsWorld, LATER, openAlerts } from '../testAlerts';
import { tidyNotices } from './notices.repo';

const PATH = '/api/notices';
const DAY_MS = 86_400_000;
let world: AlertsWorld;

beforeAll(async () => {
  world = await openAlerts({ startsAt: LATER });
  await world.startJobs();
});
afterAll(() => world.close());

async function signedIn(user: MadeUser): Promise<TestClient> {
  const client = world.app.client();
  await client.signIn(user);
  return client;
}
const tellOf = (user: MadeUser, name: string) =>
  inTransaction(world.test.db, (trx) =>
    world.alerts.service.tell(trx, {
      userId: user.id,
      event: 'token_expiring',
      data: { token: name, expires_at: LATER },
      occurrence: name,
    }),
  );
const pageOf = async (client: TestClient, query = '') =>
  noticePage.parse((await client.get<NoticePage>(`${PATH}${query}`)).body);
const sentTo = ({ id }: MadeUser) =>
  world.publisher.sent
    .filter(({ to }) => to === `account:${id}`)
    .map(({ event, payload }) => ({ event, payload }));

test('what happened stands in the bell with its figures, and open windows hear of it', async () => {
  const owner = await makeAdvertiser(world.test.db);
  const operator = await signedIn(await makeAdmin(world.test.db));
  const campaign = await makeCampaign(world.test.db, {
    advertiser_id: owner.id,
    name: 'Spring sale',
    state: 'in_review',
    submitted_at: new Date(),
  });
  const id = publicId('campaign', campaign.id);
  const decision = { decision: 'reject', reasons: ['quality'], message: 'Too small' };
  expect((await operator.post(`/api/operator/reviews/${id}`, decision)).status).toBe(200);
  expect((await operator.post(`/api/operator/reviews/${id}`, decision)).status).toBe(409);
  expect(await pageOf(await signedIn(owner))).toEqual({
    notices: [
      {
        id: expect.stringMatching(/^n_/),
        event: 'campaign_rejected',
        data: { campaign_id: id, campaign: 'Spring sale', reasons: ['quality'], message: 'Too small' },
        href: `/advertiser/campaigns/${id}`,
        created_at: world.clock.now().toISOString(),
        read: false,
      },
    ],
    unread: 1,
    next: null,
  });
  expect(sentTo(owner)).toEqual([{ event: 'notice.changed', payload: { unread: 1 } }]);
});

test('the same occurrence is told once by every way, also in parallel and in one call', async () => {
  const user = await makePublisher(world.test.db);
  await Promise.all([tellOf(user, 'Nightly'), tellOf(user, 'Nightly'), tellOf(user, 'Nightly')]);
  const alert = {
    userId: user.id,
    event: 'token_expiring',
    data: { token: 'Daily', expires_at: LATER },
    occurrence: 'Daily',
  } as const;
  await inTransaction(world.test.db, (trx) => world.alerts.service.tellAll(trx, [alert, alert]));
  const { notices, unread } = await pageOf(await signedIn(user));
  expect(notices.map(({ data }) => data.token)).toEqual(['Daily', 'Nightly']);
  expect(unread).toBe(2);
  expect(await world.mailsTo(user.email)).toHaveLength(2);
  expect(sentTo(user)).toHaveLength(2);
});

test('what rolls back was never told', async () => {
  const user = await makePublisher(world.test.db);
  const undone = inTransaction(world.test.db, async (trx) => {
    await world.alerts.service.tell(trx, {
      userId: user.id,
      event: 'token_expiring',
      data: { token: 'Gone', expires_at: LATER },
      occurrence: 'Gone',
    });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await pageOf(await signedIn(user))).notices).toEqual([]);
  await tellOf(user, 'Gone');
  expect((await pageOf(await signedIn(user))).notices).toHaveLength(1);
});

test('pages go back to the first, without gaps while new ones come', async () => {
  const user = await makePublisher(world.test.db);
  const client = await signedIn(user);
  const names = Array.from({ length: 7 }, (_, index) => `Token ${index}`);
  for (const name of names) await tellOf(user, name);
  const seen: unknown[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: NoticePage = await pageOf(client, `?limit=3${next && `&before=${next}`}`);
    seen.push(...page.notices.map(({ data }) => data.token));
    expect(page.unread).toBe(7 + (next === '' ? 0 : 1));
    if (next === '') await tellOf(user, 'New');
    next = page.next;
  }
  expect(seen).toEqual(names.toReversed());
});

test('what is read stays read: those that are named, or all that were seen', async () => {
  const user = await makePublisher(world.test.db);
  const client = await signedIn(user);
  for (const name of ['a', 'b', 'c', 'd']) await tellOf(user, name);
  const [d, c, b] = (await pageOf(client)).notices.map(({ id }) => id);
  world.publisher.sent.length = 0;
  expect((await client.post(`${PATH}/read`, { ids: [b, d] })).body).toEqual({ unread: 2 });
  expect((await client.post(`${PATH}/read`, { ids: [b] })).body).toEqual({ unread: 2 });
  expect(sentTo(user)).toEqual([{ event: 'notice.changed', payload: { unread: 2 } }]);
  await tellOf(user, 'e');
  expect((await client.post(`${PATH}/read`, { until: c })).body).toEqual({ unread: 1 });
  const { notices, unread } = await pageOf(await signedIn(user));
  expect(notices.map(({ read }) => read)).toEqual([false, true, true, true, true]);
  expect(unread).toBe(1);
});

test('notices are nobody else’s: not seen, not counted, not marked', async () => {
  const owner = await makePublisher(world.test.db);
  await tellOf(owner, 'Mine');
  const [notice] = (await pageOf(await signedIn(owner))).notices;
  const stranger = await signedIn(await makePublisher(world.test.db));
  expect(await pageOf(stranger)).toEqual({ notices: [], unread: 0, next: null });
  for (const which of [{ ids: [notice?.id] }, { until: notice?.id }])
    expect((await stranger.post(`${PATH}/read`, which)).body).toEqual({ unread: 0 });
  expect((await pageOf(await signedIn(owner))).unread).toBe(1);
  expect((await world.app.client().get(PATH)).status).toBe(401);
});

test('who is suspended reads why, and may put it away', async () => {
  const user = await makePublisher(world.test.db);
  await tellOf(user, 'Before');
  await world.test.db
    .updateTable('app_user')
    .set({ status: 'suspended' })
    .where('id', '=', user.id)
    .execute();
  const client = await signedIn(user);
  const [notice] = (await pageOf(client)).notices;
  expect((await client.post(`${PATH}/read`, { until: notice?.id })).body).toEqual({ unread: 0 });
});

test.each([
  ['/read', {}],
  ['/read', { ids: [] }],
  ['/read', { ids: ['n_1000', 7] }],
  ['/read', { ids: ['c_1000'] }],
  ['/read', { ids: ['n_1000'], until: 'n_1000' }],
  ['/read', { until: 'n_' }],
  ['?before=nonsense', null],
  ['?limit=0', null],
  ['?limit=101', null],
])('%s refuses %j', async (path, body) => {
  const client = await signedIn(await makePublisher(world.test.db));
  const call = body ? client.post<ErrorBody>(PATH + path, body) : client.get<ErrorBody>(PATH + path);
  expect(await call).toMatchObject({ status: 422, body: { errors: expect.any(Object) } });
});

test('who wants none in the app is told by the other ways alone', async () => {
  const user = await makePublisher(world.test.db);
  const client = await signedIn(user);
  await client.put('/api/settings/alerts', {
    alerts: [{ event: 'token_expiring', channels: { app: false } }],
  });
  await tellOf(user, 'Quiet');
  await tellOf(user, 'Quiet');
  expect(await pageOf(client)).toEqual({ notices: [], unread: 0, next: null });
  expect(await world.mailsTo(user.email)).toHaveLength(1);
  expect(sentTo(user)).toEqual([]);
});

test('a sign-in elsewhere is told in the app, whatever state the account is in', async () => {
  const user = await makeAdvertiser(world.test.db, { status: 'pending' });
  const login = { userId: user.id, device: 'Chrome 142, Windows', country: 'DE', at: world.clock.now() };
  await inTransaction(world.test.db, (trx) => world.alerts.service.newLogin(trx, login));
  const [notice] = (await pageOf(await signedIn(user))).notices;
  expect(notice).toMatchObject({
    event: 'new_login',
    data: { device: 'Chrome 142, Windows', country: 'DE', signed_in_at: world.clock.now().toISOString() },
    href: '/settings/password',
  });
  expect(await world.mailsTo(user.email)).toEqual([]);
});

test('old ones are forgotten, and the oldest beyond the limit; never one that is still on its way', async () => {
  const user = await makePublisher(world.test.db);
  const client = await signedIn(user);
  const hold = { digest: 'daily', digest_at: '08:00', quiet_hours: null };
  await tellOf(user, 'old');
  expect((await client.put('/api/settings/alerts/delivery', hold)).status).toBe(200);
  await tellOf(user, 'old, with the next digest');
  world.clock.advance(DAY_MS);
  await client.put('/api/settings/alerts', {
    alerts: [{ event: 'token_expiring', channels: { mail: false } }],
  });
  for (const name of ['a', 'b', 'c', 'd']) await tellOf(user, name);
  const left = async () => (await pageOf(client)).notices.map(({ data }) => data.token);
  await tidyNotices(world.test.db, new Date(world.clock.nowMs() - 1_000), 1_000);
  expect(await left()).toEqual(['d', 'c', 'b', 'a', 'old, with the next digest']);
  await tidyNotices(world.test.db, new Date(0), 2);
  expect(await left()).toEqual(['d', 'c', 'old, with the next digest']);
});

test('an account gets all of it in its archive, and nothing is left when it goes', async () => {
  const user = await makePublisher(world.test.db);
  const client = await signedIn(user);
  await tellOf(user, 'Mine');
  const quiet = { digest: 'daily', digest_at: '06:30', quiet_hours: { from: '22:00', to: '07:00' } };
  await client.put('/api/settings/alerts/delivery', quiet);
  await tellOf(user, 'Waiting');
  const { service } = world.alerts;
  expect(await service.exportOf(user.id)).toEqual({
    turned_off: [],
    turned_on: [],
    delivery: quiet,
    webhook: null,
    notices: ['Mine', 'Waiting'].map((token) => ({
      event: 'token_expiring',
      data: { token, expires_at: LATER },
      href: '/settings/api',
      created_at: world.clock.now().toISOString(),
      read_at: null,
    })),
  });
  await inTransaction(world.test.db, (trx) => service.forget(trx, user.id));
  expect(await service.exportOf(user.id)).toMatchObject({ notices: [], delivery: { digest: 'off' } });
});
