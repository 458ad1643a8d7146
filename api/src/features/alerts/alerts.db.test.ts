import {
  ALERT_EVENTS,
  ALERT_ROLES,
  type AlertSettings,
  alertSettings,
  type ErrorBody,
  publicId,
} from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { ForbiddenError } from '../../platform/errors';
import {
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeProperty,
  makePublisher,
  makeUser,
  type TestClient,
} from '../../testing';
import { type AlertsWorld, openAlerts } from './testAlerts';

const PATH = '/api/settings/alerts';
let world: AlertsWorld;
let operator: TestClient;
let isProven = true;

beforeEach(() => {
  isProven = true;
});
beforeAll(async () => {
  world = await openAlerts({
    checkProof: () => {
      if (!isProven) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
    },
  });
  operator = world.app.client();
  await operator.signIn(await makeAdmin(world.test.db));
});
afterAll(() => world.close());

async function signedIn(user: MadeUser): Promise<TestClient> {
  const client = world.app.client();
  await client.signIn(user);
  return client;
}
const turn = (event: string, mail: boolean) => ({ alerts: [{ event, channels: { mail } }] });
const templatesTo = async (email: string) => (await world.mailsTo(email)).map(({ template }) => template);

describe('the settings', () => {
  it.each(['advertiser', 'publisher', 'admin'] as const)('of an %s are those of the role', async (role) => {
    const user = await makeUser(world.test.db, { role });
    const { body } = await (await signedIn(user)).get<AlertSettings>(PATH);
    expect(alertSettings.parse(body)).toEqual(body);
    expect(body.email).toBe(user.email);
    expect(body.alerts.map(({ event }) => event)).toEqual(
      ALERT_EVENTS.filter((event) => ALERT_ROLES[event].includes(role)),
    );
    for (const { event, channels } of body.alerts)
      expect(channels).toEqual({ app: true, mail: event !== 'news_published', webhook: true });
  });

  it('change what is named and leave the rest; only what is off is stored', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    const stored = () =>
      world.test.db
        .selectFrom('alert_opt_out')
        .select(['event', 'channel'])
        .where('user_id', '=', user.id)
        .orderBy('event')
        .execute();
    await client.put(PATH, turn('funds_low', true));
    expect(await stored()).toEqual([]);
    await client.put(PATH, turn('funds_low', false));
    const { body } = await client.put<AlertSettings>(PATH, turn('new_login', false));
    const off = body.alerts.filter(({ channels }) => !channels.mail).map(({ event }) => event);
    expect(off).toEqual(['funds_low', 'new_login', 'news_published']);
    expect(await stored()).toEqual([
      { event: 'funds_low', channel: 'mail' },
      { event: 'new_login', channel: 'mail' },
    ]);
    expect(await world.alerts.service.exportOf(user.id)).toMatchObject({
      turned_off: await stored(),
      turned_on: [],
    });
    const { wants } = world.alerts.service;
    expect(await wants(world.test.db, user.id, 'new_login', 'mail')).toBe(false);
    await client.put(PATH, turn('new_login', true));
    expect(await wants(world.test.db, user.id, 'new_login', 'mail')).toBe(true);
    await inTransaction(world.test.db, (trx) => world.alerts.service.forget(trx, user.id));
    expect(await stored()).toEqual([]);
  });

  it('of news by mail are off until they are asked for', async () => {
    const user = await makePublisher(world.test.db);
    const client = await signedIn(user);
    const wants = () => world.alerts.service.wants(world.test.db, user.id, 'news_published', 'mail');
    expect(await wants()).toBe(false);
    await client.put(PATH, turn('news_published', true));
    const { body } = await client.put<AlertSettings>(PATH, turn('news_published', true));
    expect(body.alerts.find(({ event }) => event === 'news_published')?.channels.mail).toBe(true);
    expect(await wants()).toBe(true);
    const news = [{ event: 'news_published', channel: 'mail' }];
    expect(await world.alerts.service.exportOf(user.id)).toMatchObject({ turned_off: [], turned_on: news });
    await client.put(PATH, turn('news_published', false));
    expect(await wants()).toBe(false);
    expect(await world.alerts.service.exportOf(user.id)).toMatchObject({ turned_off: [], turned_on: [] });
  });

  it('are of each channel alone', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    const change = { alerts: [{ event: 'funds_out', channels: { app: false, webhook: false } }] };
    const { body } = await client.put<AlertSettings>(PATH, change);
    expect(body.alerts.find(({ event }) => event === 'funds_out')?.channels).toEqual({
      app: false,
      mail: true,
      webhook: false,
    });
  });

  it('keep telling of new sign-ins unless their owner has just shown who they are; all else needs no proof', async () => {
    const user = await makeAdvertiser(world.test.db);
    const client = await signedIn(user);
    isProven = false;
    const both = { alerts: [...turn('funds_low', false).alerts, ...turn('new_login', false).alerts] };
    for (const change of [turn('new_login', false), both])
      expect(await client.put<ErrorBody>(PATH, change)).toMatchObject({
        status: 403,
        body: { code: 'REAUTH_REQUIRED' },
      });
    expect(await world.alerts.service.exportOf(user.id)).toMatchObject({ turned_off: [] });
    expect(await templatesTo(user.email)).toEqual([]);
    for (const change of [turn('funds_low', false), turn('new_login', true)])
      expect((await client.put(PATH, change)).status).toBe(200);
  });

  it('send one last notice when those of new sign-ins are turned off, once for each time', async () => {
    const user = await makeAdvertiser(world.test.db, { locale: 'de', timezone: 'Europe/Berlin' });
    const client = await signedIn(user);
    await client.put(PATH, turn('funds_low', false));
    await client.put(PATH, turn('new_login', false));
    await client.put(PATH, turn('new_login', false));
    const mails = await world.mailsTo(user.email);
    expect(mails).toEqual([
      expect.objectContaining({
        template: 'security-changed',
        locale: 'de',
        data: {
          what: 'new-login-alerts-off',
          device: expect.any(String),
          changedAt: world.clock.now().toISOString(),
          timeZone: 'Europe/Berlin',
        },
      }),
    ]);
    world.clock.advance(1_000);
    await client.put(PATH, turn('new_login', true));
    await client.put(PATH, turn('new_login', false));
    expect(await templatesTo(user.email)).toHaveLength(2);
  });

  it('refuse alerts of another role, naming each, and change nothing', async () => {
    const user = await makePublisher(world.test.db);
    const client = await signedIn(user);
    const { status, body } = await client.put<ErrorBody>(PATH, {
      alerts: [...turn('new_login', false).alerts, ...turn('funds_low', false).alerts],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {})).toEqual(['alerts.1.event']);
    expect(await world.alerts.service.wants(world.test.db, user.id, 'new_login', 'mail')).toBe(true);
  });

  it.each([
    {},
    { alerts: [] },
    { alerts: [{ event: 'nothing', channels: { mail: true } }] },
    { alerts: [{ event: 'new_login', channels: { pigeon: true } }] },
    { alerts: [...turn('new_login', true).alerts, ...turn('new_login', false).alerts] },
  ])('refuse %j', async (given) => {
    const client = await signedIn(await makeAdvertiser(world.test.db));
    expect((await client.put(PATH, given)).status).toBe(422);
  });

  it('are nobody else’s, and those of a suspended account do not change', async () => {
    expect((await world.app.client().get(PATH)).status).toBe(401);
    const client = await signedIn(await makeAdvertiser(world.test.db, { status: 'suspended' }));
    expect((await client.get(PATH)).status).toBe(200);
    expect(await client.put<ErrorBody>(PATH, turn('new_login', false))).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_NOT_ACTIVE' },
    });
  });
});

describe('verdicts', () => {
  async function decided(owner: MadeUser, decision: object): Promise<void> {
    const campaign = await makeCampaign(world.test.db, {
      advertiser_id: owner.id,
      name: 'Spring sale',
      state: 'in_review',
      submitted_at: new Date(),
    });
    const path = `/api/operator/reviews/${publicId('campaign', campaign.id)}`;
    expect((await operator.post(path, decision)).status).toBe(200);
    expect((await operator.post(path, decision)).status).toBe(409);
  }
  const approve = { decision: 'approve', reasons: [], message: '' };
  const reject = { decision: 'reject', reasons: ['quality'], message: 'Too small to read' };

  it('on campaigns are told once, with the reasons', async () => {
    const owner = await makeAdvertiser(world.test.db, { locale: 'de', timezone: 'Europe/Berlin' });
    await decided(owner, approve);
    await decided(owner, reject);
    const mails = await world.mailsTo(owner.email);
    expect(mails.map(({ template }) => template)).toEqual(['campaign-approved', 'campaign-rejected']);
    expect(mails[0]).toMatchObject({
      locale: 'de',
      data: { campaign: 'Spring sale', dailyBudgetMicros: 50_000_000, timeZone: 'Europe/Berlin' },
    });
    expect(mails[1]?.data).toMatchObject({ reasons: ['quality'], message: 'Too small to read' });
  });

  it('are told to a suspended account, but not to who has turned them off', async () => {
    const suspended = await makeAdvertiser(world.test.db, { status: 'suspended' });
    await decided(suspended, reject);
    expect(await templatesTo(suspended.email)).toEqual(['campaign-rejected']);
    const owner = await makeAdvertiser(world.test.db);
    await (await signedIn(owner)).put(PATH, turn('campaign_rejected', false));
    await decided(owner, reject);
    await decided(owner, approve);
    expect(await templatesTo(owner.email)).toEqual(['campaign-approved']);
  });

  it('on properties are told once, with the reason', async () => {
    const owner = await makePublisher(world.test.db);
    const property = await makeProperty(world.test.db, { publisher_id: owner.id, state: 'pending' });
    const path = `/api/operator/properties/${publicId('property', property.id)}`;
    for (const body of [
      { decision: 'reject', message: 'Nothing to read there' },
      { decision: 'reject', message: 'Nothing to read there' },
      { decision: 'approve' },
    ])
      expect((await operator.post(path, body)).status).toBe(200);
    const mails = await world.mailsTo(owner.email);
    expect(mails.map(({ template }) => template).sort()).toEqual(['property-approved', 'property-rejected']);
    expect(mails.find(({ template }) => template === 'property-rejected')?.data).toMatchObject({
      property: property.name,
      domain: property.domain,
      reason: 'Nothing to read there',
    });
  });

  it('that roll back are not told', async () => {
    const owner = await makePublisher(world.test.db);
    const { id } = await makeProperty(world.test.db, { publisher_id: owner.id });
    const undone = inTransaction(world.test.db, async (trx) => {
      await world.alerts.service.propertyDecided(trx, {
        propertyId: id,
        reason: null,
        decidedAt: new Date(),
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await templatesTo(owner.email)).toEqual([]);
  });
});

describe('tokens that end', () => {
  const DAY_MS = 86_400_000;
  const token = (
    owner_id: number,
    name: string,
    days: number,
    { livedDays = 30, ...given }: { livedDays?: number; revoked_at?: Date } = {},
  ) =>
    world.test.db
      .insertInto('api_token')
      .values({
        owner_id,
        name,
        token_sha256: `${name}-${owner_id}`.padEnd(64, '0'),
        hint: 'abcd',
        scopes: ['read'],
        created_at: new Date(world.clock.nowMs() - livedDays * DAY_MS),
        expires_at: new Date(world.clock.nowMs() + days * DAY_MS),
        ...given,
      })
      .execute();

  it('are announced once: a week before, or in the second half of a short life', async () => {
    const owner = await makePublisher(world.test.db);
    const resting = await makePublisher(world.test.db, { status: 'suspended' });
    await token(owner.id, 'Nightly', 10);
    await token(owner.id, 'Short', 4, { livedDays: 0 });
    await token(owner.id, 'Later', 40);
    await token(owner.id, 'Revoked', 10, { revoked_at: new Date() });
    await token(resting.id, 'Resting', 10);
    await world.announce();
    expect(await templatesTo(owner.email)).toEqual([]);
    world.clock.advance(3.5 * DAY_MS);
    await Promise.all([world.announce(), world.announce()]);
    await world.announce();
    const mails = await world.mailsTo(owner.email);
    expect(mails.map(({ data }) => (data as { tokenName: string }).tokenName).sort()).toEqual([
      'Nightly',
      'Short',
    ]);
    expect(mails[0]?.template).toBe('api-token-expiring');
    expect(await templatesTo(resting.email)).toEqual([]);
  });
});
