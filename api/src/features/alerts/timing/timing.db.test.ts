import { type AlertDelivery, alertDeliveryAnswer, type ErrorBody } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../../platform/db';
import { type MadeUser, makeAdmin, makeAdvertiser, makePublisher, type TestClient } from '../../../testing';
import { until } from '../../../testing/until';
import { type AlertsWorld, LATER, openAlerts } from '../testAlerts';

const PATH = '/api/settings/alerts/delivery';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AT_ONCE: AlertDelivery = { digest: 'off', digest_at: '08:00', quiet_hours: null };
const DAILY: AlertDelivery = { ...AT_ONCE, digest: 'daily' };
const NIGHT: AlertDelivery = { ...AT_ONCE, quiet_hours: { from: '22:00', to: '07:00' } };
let world: AlertsWorld;

beforeAll(async () => {
  world = await openAlerts({ startsAt: LATER });
  await world.startJobs();
});
beforeEach(() => world.clock.set(LATER));
afterAll(() => world.close());

async function signedIn(user: MadeUser): Promise<TestClient> {
  const client = world.app.client();
  await client.signIn(user);
  return client;
}
async function customer(delivery: AlertDelivery, timezone = 'UTC') {
  const user = await makePublisher(world.test.db, { timezone });
  const client = await signedIn(user);
  expect((await client.put(PATH, delivery)).status).toBe(200);
  return { user, client };
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
const templatesTo = async ({ email }: MadeUser) =>
  (await world.mailsTo(email)).map(({ template }) => template);
const digestsTo = async ({ email }: MadeUser) =>
  (await world.mailsTo(email))
    .filter(({ template }) => template === 'alert-digest')
    .map(({ data }) =>
      (data as { items: { data: { token: string } }[] }).items.map((each) => each.data.token),
    );

/** A promise, and what keeps it. */
function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

describe('the settings', () => {
  it('begin with mails at once, and are kept', async () => {
    const user = await makeAdvertiser(world.test.db, { timezone: 'Europe/Berlin' });
    const client = await signedIn(user);
    expect((await client.get(PATH)).body).toEqual({ delivery: AT_ONCE, timezone: 'Europe/Berlin' });
    const chosen = { digest: 'daily', digest_at: '17:45', quiet_hours: { from: '23:00', to: '06:30' } };
    expect((await client.put(PATH, chosen)).body).toEqual({ delivery: chosen, timezone: 'Europe/Berlin' });
    const { body } = await client.get(PATH);
    expect(alertDeliveryAnswer.parse(body)).toEqual({ delivery: chosen, timezone: 'Europe/Berlin' });
  });

  it.each([
    {},
    { ...AT_ONCE, digest: 'weekly' },
    { ...AT_ONCE, digest_at: '24:00' },
    { ...AT_ONCE, digest_at: '8:00' },
    { ...AT_ONCE, quiet_hours: { from: '22:00' } },
    { ...AT_ONCE, quiet_hours: { from: '22:00', to: '22:00' } },
  ])('refuse %j', async (given) => {
    const client = await signedIn(await makeAdvertiser(world.test.db));
    expect(await client.put<ErrorBody>(PATH, given)).toMatchObject({ status: 422 });
    expect((await client.get(PATH)).body).toMatchObject({ delivery: AT_ONCE });
  });
});

describe('quiet hours', () => {
  it('hold mails back to their end, once; the bell knows at once', async () => {
    const { user, client } = await customer(NIGHT, 'Europe/Berlin');
    world.clock.set('2036-11-17T21:30:00Z');
    await tellOf(user, 'Night');
    await world.runDue();
    expect(await templatesTo(user)).toEqual([]);
    expect((await client.get<{ unread: number }>('/api/notices')).body.unread).toBe(1);
    world.clock.set('2036-11-18T05:59:59Z');
    await world.runDue();
    expect(await templatesTo(user)).toEqual([]);
    world.clock.set('2036-11-18T06:00:00Z');
    await world.runDue();
    await world.runDue();
    expect(await templatesTo(user)).toEqual(['api-token-expiring']);
    await tellOf(user, 'Day');
    expect(await templatesTo(user)).toHaveLength(2);
  });

  it('that were made longer hold for longer; what was turned off meanwhile does not come', async () => {
    const { user, client } = await customer(NIGHT);
    const other = await customer(NIGHT);
    world.clock.set('2036-11-17T23:00:00Z');
    await tellOf(user, 'Night');
    await tellOf(other.user, 'Night');
    await client.put(PATH, { ...NIGHT, quiet_hours: { from: '22:00', to: '09:00' } });
    await other.client.put('/api/settings/alerts', {
      alerts: [{ event: 'token_expiring', channels: { mail: false } }],
    });
    world.clock.set('2036-11-18T07:00:00Z');
    await world.runDue();
    expect(await templatesTo(user)).toEqual([]);
    world.clock.set('2036-11-18T09:00:00Z');
    await world.runDue();
    expect(await templatesTo(user)).toEqual(['api-token-expiring']);
    expect(await templatesTo(other.user)).toEqual([]);
  });

  it('what they hold goes with the digest when its reader has chosen that meanwhile', async () => {
    const { user, client } = await customer(NIGHT);
    world.clock.set('2036-11-17T23:00:00Z');
    await tellOf(user, 'Night');
    await client.put(PATH, DAILY);
    world.clock.set('2036-11-18T07:00:00Z');
    await world.runDue();
    await world.digests();
    expect(await templatesTo(user)).toEqual([]);
    world.clock.set('2036-11-18T08:00:00Z');
    await world.digests();
    expect(await digestsTo(user)).toEqual([['Night']]);
  });
});

describe('quiet hours that end sooner', () => {
  it('let go at once what they held', async () => {
    const { user, client } = await customer(NIGHT);
    world.clock.set('2036-11-17T23:00:00Z');
    await tellOf(user, 'Night');
    await client.put(PATH, { ...NIGHT, quiet_hours: { from: '22:00', to: '01:00' } });
    await world.runDue();
    expect(await templatesTo(user)).toEqual([]);
    world.clock.set('2036-11-18T01:00:00Z');
    await world.runDue();
    expect(await templatesTo(user)).toEqual(['api-token-expiring']);
    world.clock.set('2036-11-18T23:00:00Z');
    await tellOf(user, 'Another night');
    await client.put(PATH, AT_ONCE);
    await world.runDue();
    expect(await templatesTo(user)).toHaveLength(2);
    world.clock.set('2036-11-19T07:00:00Z');
    await world.runDue();
    expect(await templatesTo(user)).toHaveLength(2);
  });

  it('leave the wait of a mail that its reader may need no more', async () => {
    const operator = await makeAdmin(world.test.db, { timezone: 'UTC' });
    const client = await signedIn(operator);
    await client.put(PATH, NIGHT);
    world.clock.set('2036-11-17T23:00:00Z');
    await inTransaction(world.test.db, (trx) =>
      world.alerts.service.supportAsked(trx, {
        conversationId: 9,
        waitingSince: world.clock.now(),
      }),
    );
    await client.put(PATH, AT_ONCE);
    await world.runDue();
    expect(await templatesTo(operator)).toEqual([]);
    world.clock.advance(5 * 60_000);
    await world.runDue();
    expect(await templatesTo(operator)).toEqual(['support-asked']);
  });

  it('let go the digest whose hour lay in them, once that day', async () => {
    const { user, client } = await customer({ ...DAILY, digest_at: '02:00', quiet_hours: NIGHT.quiet_hours });
    await tellOf(user, 'Day');
    world.clock.set('2036-11-18T03:00:00Z');
    await world.digests();
    expect(await digestsTo(user)).toEqual([]);
    await client.put(PATH, { ...DAILY, digest_at: '02:00' });
    await world.digests();
    expect(await digestsTo(user)).toEqual([['Day']]);
    await tellOf(user, 'Morning');
    world.clock.set('2036-11-18T08:00:00Z');
    await world.digests();
    expect(await digestsTo(user)).toHaveLength(1);
  });
});

describe('a digest', () => {
  it('is one mail of all of the day, at the hour of its reader, however often it is looked for', async () => {
    const { user } = await customer(DAILY, 'Europe/Berlin');
    for (const name of ['a', 'b', 'c']) await tellOf(user, name);
    await world.digests();
    expect(await templatesTo(user)).toEqual([]);
    world.clock.set('2036-11-18T06:59:00Z');
    await world.digests();
    expect(await templatesTo(user)).toEqual([]);
    world.clock.set('2036-11-18T07:00:30Z');
    await Promise.all([world.digests(), world.digests(), world.digests()]);
    await world.digests();
    expect(await digestsTo(user)).toEqual([['a', 'b', 'c']]);
    await tellOf(user, 'd');
    world.clock.advance(12 * HOUR_MS);
    await world.digests();
    expect(await digestsTo(user)).toHaveLength(1);
    world.clock.advance(12 * HOUR_MS);
    await world.digests();
    expect(await digestsTo(user)).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('is never empty', async () => {
    const { user } = await customer(DAILY);
    for (let day = 0; day < 3; day++) {
      world.clock.advance(DAY_MS);
      await world.digests();
    }
    expect(await templatesTo(user)).toEqual([]);
  });

  it('comes once a day over the night in which an hour comes twice', async () => {
    const { user } = await customer({ ...DAILY, digest_at: '02:30' }, 'Europe/Berlin');
    // The clocks go back at 01:00 UTC on 26 October 2036.
    world.clock.set('2036-10-25T12:00:00Z');
    await (await signedIn(user)).put(PATH, { ...DAILY, digest_at: '02:30' });
    for (let step = 0; step < 48; step++) {
      await tellOf(user, `Hour ${step}`);
      world.clock.advance(HOUR_MS / 2);
      await world.digests();
    }
    expect(await digestsTo(user)).toHaveLength(1);
    for (let step = 0; step < 48; step++) {
      world.clock.advance(HOUR_MS / 2);
      await world.digests();
    }
    const digests = await digestsTo(user);
    expect(digests).toHaveLength(2);
    expect(digests.flat()).toEqual(Array.from({ length: 48 }, (_, step) => `Hour ${step}`));
  });

  it('whose hour is moved behind itself does not come a second time that day', async () => {
    const { user, client } = await customer(DAILY);
    await tellOf(user, 'a');
    world.clock.set('2036-11-18T08:00:00Z');
    await world.digests();
    await client.put(PATH, { ...DAILY, digest_at: '18:00' });
    await tellOf(user, 'b');
    world.clock.set('2036-11-18T18:00:00Z');
    await world.digests();
    expect(await digestsTo(user)).toEqual([['a']]);
    world.clock.set('2036-11-19T18:00:00Z');
    await world.digests();
    expect(await digestsTo(user)).toEqual([['a'], ['b']]);
  });

  it('that was missed for days is one', async () => {
    const { user } = await customer(DAILY);
    await tellOf(user, 'Before');
    world.clock.advance(3 * DAY_MS);
    await tellOf(user, 'After');
    await world.digests();
    expect(await digestsTo(user)).toEqual([['Before', 'After']]);
    world.clock.advance(HOUR_MS);
    await tellOf(user, 'Next');
    await world.digests();
    expect(await digestsTo(user)).toHaveLength(1);
  });

  it('follows its reader into another time zone', async () => {
    const { user } = await customer(DAILY, 'Europe/Berlin');
    await tellOf(user, 'a');
    await world.test.db
      .updateTable('app_user')
      .set({ timezone: 'America/New_York' })
      .where('id', '=', user.id)
      .execute();
    world.clock.set('2036-11-18T07:30:00Z');
    await world.digests();
    expect(await templatesTo(user)).toEqual([]);
    world.clock.set('2036-11-18T13:00:00Z');
    await world.digests();
    expect(await digestsTo(user)).toEqual([['a']]);
  });

  it('leaves out what its reader does not want any more', async () => {
    const { user, client } = await customer(DAILY);
    await tellOf(user, 'a');
    await client.put('/api/settings/alerts', {
      alerts: [{ event: 'token_expiring', channels: { mail: false } }],
    });
    world.clock.advance(DAY_MS);
    await world.digests();
    expect(await templatesTo(user)).toEqual([]);
  });

  it('that is turned off leaves nothing behind: a last one goes at once, and mails after that', async () => {
    const { user, client } = await customer(DAILY);
    await tellOf(user, 'a');
    await client.put(PATH, AT_ONCE);
    await world.digests();
    await world.digests();
    expect(await digestsTo(user)).toEqual([['a']]);
    await tellOf(user, 'b');
    expect(await templatesTo(user)).toEqual(['alert-digest', 'api-token-expiring']);
  });

  it('loses nothing that is told while it is turned off and on', async () => {
    const { user, client } = await customer(DAILY);
    const names = Array.from({ length: 20 }, (_, index) => `t${index}`);
    const turns = names.map((_, index) => client.put(PATH, index % 2 === 0 ? AT_ONCE : DAILY));
    await Promise.all([...turns, ...names.map((name) => tellOf(user, name))]);
    await client.put(PATH, AT_ONCE);
    await world.digests();
    const mails = await world.mailsTo(user.email);
    const told = mails.flatMap(({ template, data }) =>
      template === 'alert-digest'
        ? (data as { items: { data: { token: string } }[] }).items.map((each) => each.data.token)
        : [(data as { tokenName: string }).tokenName],
    );
    expect(told.toSorted()).toEqual(names.toSorted());
  });

  it('that is turned off in the very moment of an alert takes it along', async () => {
    const { user, client } = await customer(DAILY);
    const held = signal();
    const isTold = signal();
    const alert = {
      userId: user.id,
      event: 'token_expiring',
      data: { token: 'a', expires_at: LATER },
      occurrence: 'a',
    } as const;
    const telling = inTransaction(world.test.db, async (trx) => {
      await world.alerts.service.tell(trx, alert);
      isTold.resolve();
      await held.promise;
    });
    await isTold.promise;
    const saving = client.put(PATH, AT_ONCE);
    const waiters = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int4 AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(world.test.db);
      return rows[0]?.count ?? 0;
    };
    // It waits for the alert; who does not wait is through.
    await Promise.race([until(waiters, (count) => count > 0, 'The wait'), saving]);
    held.resolve();
    await Promise.all([telling, saving]);
    await world.digests();
    expect(await digestsTo(user)).toEqual([['a']]);
  });

  it('of somebody whose mail cannot be made holds up nobody else', async () => {
    const { user: broken } = await customer(DAILY);
    const { user } = await customer(DAILY);
    await tellOf(broken, 'a');
    await tellOf(user, 'a');
    await world.test.db
      .updateTable('app_user')
      .set({ email: 'no address' })
      .where('id', '=', broken.id)
      .execute();
    world.clock.advance(DAY_MS);
    await world.digests();
    expect(await digestsTo(user)).toEqual([['a']]);
    await world.test.db
      .updateTable('app_user')
      .set({ email: broken.email })
      .where('id', '=', broken.id)
      .execute();
    await world.digests();
    expect(await digestsTo(broken)).toEqual([['a']]);
  });
});
