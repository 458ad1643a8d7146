import type {
  DebugAccountTypes,
  DebugFeatures,
  DebugFoundUsers,
  DebugPropertyAnswer,
  DebugPropertyChanges,
  DebugSession,
  DebugUserAnswer,
  ErrorBody,
} from '@ezdash/contracts';
import { debugPropertyAnswer, debugUserAnswer } from '@ezdash/contracts';
import { silentLog as log } from '../../platform/log';
import {
  type AppWorld,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  openApp,
  type TestClient,
} from '../../testing';
import { type AccountsService, createAccountsFeature } from '../accounts';
import { createDebugToolFeature } from '../debug-tool';
import { createStandingService, type StandingService } from '../standing';
import { addDebugUser } from '.';

let app: AppWorld;
let clock: FakeClock;
let accounts: AccountsService;
let standing: StandingService;
const sent: string[] = [];
const MINUTE_MS = 60_000;

beforeEach(async () => {
  clock = fakeClock();
  sent.length = 0;
  app = await openApp(({ db }) => {
    const debugTool = createDebugToolFeature({ db, clock, secret: 'a secret', secure: false });
    accounts = createAccountsFeature({ db, clock, secret: 'a secret' }).service;
    standing = createStandingService({
      db,
      clock,
      log,
      mail: {
        send: async (_db, { template }) => {
          sent.push(template);
          return { id: '1', isNew: true };
        },
      },
    });
    addDebugUser({ db, clock, accounts, standing, debugTool });
    return { clock, mounts: debugTool.mounts };
  });
});
afterEach(() => app.close());

/** A browser of the person's, in which an admin debugs. */
async function browserOf(person: MadeUser | null): Promise<{ client: TestClient; admin: MadeUser }> {
  const admin = await makeAdmin(app.db);
  const client = app.client();
  if (person) await client.signIn(person);
  const { body } = await client.post<DebugSession>('/debug-tool/activate', {
    admin_email: admin.email,
    admin_password: admin.password,
  });
  client.setHeader('X-Debug-Token', body.session_token);
  return { client, admin };
}

const UPDATE = '/debug-tool/user/update-property';
const update = (client: TestClient, body: object) =>
  client.post<DebugPropertyAnswer & ErrorBody>(UPDATE, body);
const undo = (client: TestClient, changeId: number) =>
  client.post<DebugPropertyAnswer & ErrorBody>('/debug-tool/user/undo', { change_id: changeId });
const changesOf = async (client: TestClient) =>
  (await client.get<DebugPropertyChanges>('/debug-tool/user/changes')).body.changes;
const lastAudit = async () => {
  const last = app.db.selectFrom('debug_audit').select(['path', 'status', 'detail']).orderBy('id', 'desc');
  return last.executeTakeFirstOrThrow();
};

it("shows the page's user in the specification's fields", async () => {
  const person = await makeAdvertiser(app.db, { first_name: 'Ines', account_type_id: 2 });
  const { client } = await browserOf(person);
  const { body } = await client.get<DebugUserAnswer>('/debug-tool/user/current');
  expect(debugUserAnswer.parse(body)).toEqual(body);
  expect(body.user).toMatchObject({
    id: person.id,
    role: 'advertiser',
    account_type: { id: 2, name: 'Premium' },
    profile: { first_name: 'Ines' },
    balance: { balance: 100_000_000 },
  });
});

it('shows no user for a guest, and changes none', async () => {
  const { client } = await browserOf(null);
  expect((await client.get('/debug-tool/user/current')).body).toEqual({ user: null });
  expect((await client.get('/debug-tool/user/features')).body).toEqual({ features: {} });
  expect(await changesOf(client)).toEqual([]);
  for (const { status, body } of [
    await update(client, { property: 'status', value: 'pending' }),
    await undo(client, 1),
  ])
    expect([status, body.code]).toEqual([409, 'NO_USER']);
});

it('names the five account types by id, and the features of one after it was changed', async () => {
  const { client } = await browserOf(await makeAdvertiser(app.db));
  const { body } = await client.get<DebugAccountTypes>('/debug-tool/account-types');
  expect(body.account_types.map(({ id, name }) => `${id} ${name}`)).toEqual([
    '1 Regular',
    '2 Premium',
    '3 VIP1',
    '4 VIP2',
    '5 VIP3',
  ]);
  const features = async () => (await client.get<DebugFeatures>('/debug-tool/user/features')).body.features;
  const before = await features();
  const changed = await update(client, { property: 'account_type', value: 4 });
  expect(debugPropertyAnswer.parse(changed.body).user.account_type).toEqual({ id: 4, name: 'VIP2' });
  expect(await features()).not.toEqual(before);
  expect((await features()).credit_line).toBe(true);
});

it.each(['pending', 'active', 'suspended', 'ADK rejected'])('sets any status at once: %s', async (value) => {
  const from = value === 'active' ? 'pending' : 'active';
  const person = await makeAdvertiser(app.db, { status: from });
  const { client } = await browserOf(person);
  const { status, body } = await update(client, { property: 'status', value });
  expect([status, body.user.status]).toEqual([200, value]);
  expect(body.change).toMatchObject({
    user: { id: person.id, email: person.email },
    property: 'status',
    from,
    to: value,
    can_undo: true,
  });
  expect(sent).toEqual([]);
  expect(await lastAudit()).toEqual({
    path: UPDATE,
    status: 200,
    detail: { user_id: person.id, property: 'status', from, to: value },
  });
  expect((await update(client, { property: 'status', value })).body.change).toBeNull();
});

it('is a verdict with its mail when it has a reason', async () => {
  const person = await makeAdvertiser(app.db);
  const { client } = await browserOf(person);
  await update(client, { property: 'status', value: 'suspended', reason: 'Two chargebacks' });
  expect((await accounts.user(person.id)).standing?.status_reason).toBe('Two chargebacks');
  expect(sent).toEqual(['account-suspended']);
});

it.each([
  { property: 'status', value: 'closed' },
  { property: 'role', value: 'admin' },
  { property: 'account_type', value: 'VIP3' },
  { property: 'account_type', value: 6 },
  { property: 'account_type', value: 3_000_000_000 },
])('refuses %j', async (body) => {
  const { client } = await browserOf(await makeAdvertiser(app.db));
  expect((await update(client, body)).status).toBe(422);
});

it('asks for a proof after five minutes, also to put back', async () => {
  const person = await makeAdvertiser(app.db);
  const { client } = await browserOf(person);
  const { body } = await update(client, { property: 'status', value: 'pending' });
  clock.advance(6 * MINUTE_MS);
  for (const answer of [
    await update(client, { property: 'status', value: 'active' }),
    await undo(client, body.change?.id ?? 0),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect(answer.text).not.toMatch(/session|valid/i);
  }
  expect((await accounts.user(person.id)).status).toBe('pending');
});

it('never shuts out the last admin', async () => {
  const { client, admin } = await browserOf(null);
  await client.signIn(admin);
  const { status, body } = await update(client, { property: 'status', value: 'suspended' });
  expect([status, body.code]).toEqual([409, 'LAST_ADMIN']);
});

it('lists what was changed, newest first, and puts back what nobody changed since', async () => {
  const person = await makeAdvertiser(app.db);
  const { client } = await browserOf(person);
  await update(client, { property: 'status', value: 'suspended' });
  await update(client, { property: 'account_type', value: 3 });
  const [typed, status] = await changesOf(client);
  expect([typed, status]).toMatchObject([
    { property: 'account_type', from: '1', to: '3', can_undo: true, undone_at: null },
    { property: 'status', from: 'active', to: 'suspended', can_undo: true, undone_at: null },
  ]);
  const undone = await undo(client, status?.id ?? 0);
  expect(debugPropertyAnswer.parse(undone.body)).toMatchObject({
    user: { status: 'active', account_type: { id: 3 } },
    change: { can_undo: false, undone_at: clock.now().toISOString() },
  });
  expect((await lastAudit()).detail).toMatchObject({
    user_id: person.id,
    property: 'status',
    from: 'suspended',
    to: 'active',
  });
  const again = await undo(client, status?.id ?? 0);
  expect([again.status, again.body.code]).toEqual([409, 'CHANGED_SINCE']);
  await standing.setAccountType(person.id, 5, {
    adminId: (await makeAdmin(app.db)).id,
    debugSessionId: null,
  });
  const late = await undo(client, typed?.id ?? 0);
  expect([late.status, late.body.code]).toEqual([409, 'CHANGED_SINCE']);
  expect((await undo(client, 999_999)).status).toBe(404);
  expect((await undo(client, 1e12)).status).toBe(422);
});

describe('looking for people', () => {
  const found = async (client: TestClient, search: string) => {
    const path = `/debug-tool/users?search=${encodeURIComponent(search)}`;
    return (await client.get<DebugFoundUsers>(path)).body.users;
  };

  it('finds by number, address, name and company, whatever the letters', async () => {
    const person = await makeAdvertiser(app.db, {
      email: 'ines@halden.test',
      first_name: 'Ines',
      last_name: 'Halden',
      company_name: 'Nord 100% Media',
      username: 'ines_h',
    });
    await makePublisher(app.db, { company_name: 'Nord 1000 Media', username: 'inesXh' });
    const { client } = await browserOf(null);
    for (const search of [String(person.id), 'INES@halden', 'ines_h', '100% m', 'ines hal', ' halden '])
      expect((await found(client, search)).map(({ id }) => id)).toEqual([person.id]);
    expect(await found(client, '%_%')).toEqual([]);
    expect(await found(client, 'halden')).toEqual([
      {
        id: person.id,
        email: 'ines@halden.test',
        role: 'advertiser',
        status: 'active',
        name: 'Nord 100% Media',
      },
    ]);
  });

  it('names ten at most, no admins and nobody who was deleted', async () => {
    const gone = { status: 'suspended', password_hash: null, deleted_at: new Date() } as const;
    await makeAdvertiser(app.db, { ...gone, company_name: 'Gone Ltd' });
    for (let count = 0; count < 11; count++) await makePublisher(app.db, { company_name: 'Many Ltd' });
    const { client, admin } = await browserOf(null);
    expect(await found(client, 'Many Ltd')).toHaveLength(10);
    expect(await found(client, '')).toHaveLength(10);
    expect(await found(client, 'Gone')).toEqual([]);
    expect(await found(client, admin.email)).toEqual([]);
    expect((await client.get(`/debug-tool/users?search=${'x'.repeat(201)}`)).status).toBe(422);
  });
});
