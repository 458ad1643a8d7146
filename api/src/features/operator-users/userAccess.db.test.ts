import type { ErrorBody, OperatorUserDetail } from '@ezdash/contracts';
import { operatorUserDetail, ownSessionList } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { silentLog as log } from '../../platform/log';
import {
  type AppWorld,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  openApp,
  type TestClient,
} from '../../testing';
import { type AccountAccess, createAccountAccess } from '../account-access';
import { createAccountsFeature } from '../accounts';
import { createCampaignsFeature } from '../campaigns';
import { createFactorsService } from '../factors';
import { createStandingService } from '../standing';
import { createOperatorUsersFeature } from '.';

let app: AppWorld;
let clock: FakeClock;
let admin: MadeUser;
let client: TestClient;
let access: AccountAccess;
const sent: { to: string; template: string }[] = [];

beforeEach(async () => {
  clock = fakeClock();
  sent.length = 0;
  app = await openApp(({ db }) => {
    const mail = {
      send: async (_db: unknown, { to, template }: { to: string; template: string }) => {
        sent.push({ to, template });
        return { id: '1', isNew: true };
      },
    };
    const factors = createFactorsService({ db, clock, mail, secret: 'a secret', appName: 'Ads' });
    access = createAccountAccess({ db, clock, log, factors });
    const { mounts } = createOperatorUsersFeature({
      db,
      clock,
      accounts: createAccountsFeature({ db, clock, secret: 'a secret' }).service,
      standing: createStandingService({ db, clock, log, mail }),
      access,
      campaigns: createCampaignsFeature({ db, clock }).list,
      checkProof: () => undefined,
    });
    return { clock, mounts };
  });
  admin = await makeAdmin(app.db);
  client = await app.clientOf(admin);
});
afterEach(() => app.close());

const PATH = '/api/operator/users';
const post = (path: string, body: object) =>
  client.post<OperatorUserDetail & ErrorBody>(`${PATH}${path}`, body);
const detail = async (id: number) =>
  operatorUserDetail.parse((await client.get<OperatorUserDetail>(`${PATH}/${id}`)).body);
const isIn = async (someone: TestClient) =>
  (await someone.get<{ user: unknown }>('/api/auth/me')).body.user !== null;

/** What an account is opened with, beside its password. */
async function addFactors({ id }: MadeUser): Promise<void> {
  const now = clock.now();
  await app.db
    .insertInto('totp_factor')
    .values({ user_id: id, secret: Buffer.from('sealed'), last_step: 1n, confirmed_at: now })
    .execute();
  await app.db
    .insertInto('passkey')
    .values({
      user_id: id,
      credential_id: `credential of ${id}`,
      public_key: Buffer.alloc(77),
      user_handle: Buffer.alloc(64, id % 250),
      counter: 0n,
      name: 'Desk',
      synced: true,
      created_at: now,
      last_used_at: null,
    })
    .execute();
}
async function addToken({ id }: MadeUser): Promise<void> {
  await app.db
    .insertInto('api_token')
    .values({
      owner_id: id,
      name: 'Reports',
      token_sha256: String(id).padEnd(64, '.'),
      hint: 'abcd',
      scopes: ['read'],
      expires_at: '2099-01-01T00:00:00Z',
    })
    .execute();
}

it('says what opens the account: of another there is nothing', async () => {
  const user = await makeAdvertiser(app.db);
  await app.clientOf(user);
  await addFactors(user);
  await addToken(user);
  expect((await detail(user.id)).access).toEqual({
    second_step: true,
    passkeys: 1,
    sign_ins: 1,
    api_tokens: 1,
  });
  const other = await makeAdvertiser(app.db);
  expect((await detail(other.id)).access).toEqual({
    second_step: false,
    passkeys: 0,
    sign_ins: 0,
    api_tokens: 0,
  });
});

it('ends all sign-ins of an account and its API tokens, with why; others stay', async () => {
  const [user, other] = [await makeAdvertiser(app.db), await makeAdvertiser(app.db)];
  const [theirs, others] = [await app.clientOf(user), await app.clientOf(other)];
  await addToken(user);
  await addFactors(user);
  const { status, body } = await post(`/${user.id}/sign-out`, { reason: ' A laptop was stolen ' });
  expect(status).toBe(200);
  expect(operatorUserDetail.parse(body)).toMatchObject({
    access: { second_step: true, passkeys: 1, sign_ins: 0, api_tokens: 0 },
    changes: [{ property: 'sign_ins', from: '1', to: '0', reason: 'A laptop was stolen', by: admin.email }],
  });
  expect([await isIn(theirs), await isIn(others)]).toEqual([false, true]);
  expect(sent).toEqual([]);
});

it('takes away second step and passkeys, tells the owner, and says why', async () => {
  const user = await makeAdvertiser(app.db);
  const theirs = await app.clientOf(user);
  await addFactors(user);
  const { status, body } = await post(`/${user.id}/reset-factors`, { reason: 'Lost phone, passport seen' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    access: { second_step: false, passkeys: 0, sign_ins: 0 },
    changes: [{ property: 'second_step', from: '1', reason: 'Lost phone, passport seen' }],
  });
  expect(await isIn(theirs)).toBe(false);
  expect(sent).toEqual([{ to: user.email, template: 'security-changed' }]);
  const again = await post(`/${user.id}/reset-factors`, { reason: 'Once more' });
  expect([again.status, again.body.code]).toEqual([409, 'NO_FACTORS']);
});

it.each(['sign-out', 'reset-factors'])('%s asks why, in words of some length', async (what) => {
  const user = await makeAdvertiser(app.db);
  for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }])
    expect((await post(`/${user.id}/${what}`, body)).status).toBe(422);
  expect((await detail(user.id)).changes).toEqual([]);
});

it('lets the last admin sign out everywhere, this page too, but not take away the own second step', async () => {
  await addFactors(admin);
  const own = await post(`/${admin.id}/reset-factors`, { reason: 'Mine' });
  expect([own.status, own.body.code]).toEqual([409, 'OWN_FACTORS']);
  expect((await detail(admin.id)).access).toMatchObject({ second_step: true, passkeys: 1 });
  expect((await post(`/${admin.id}/sign-out`, { reason: 'Left it open' })).status).toBe(200);
  expect(await isIn(client)).toBe(false);
  const left = await app.db.selectFrom('session').select('sid').where('user_id', '=', admin.id).execute();
  expect(left).toEqual([]);
});

it('keeps the newest ten changes of both kinds in one order', async () => {
  const user = await makeAdvertiser(app.db);
  for (let count = 0; count < 10; count++) {
    clock.advance(1_000);
    await post(`/${user.id}/sign-out`, { reason: `Time ${count}` });
  }
  clock.advance(1_000);
  await post(`/${user.id}/status`, { status: 'suspended', reason: 'Chargebacks' });
  const { changes } = await detail(user.id);
  expect(changes).toHaveLength(10);
  expect(changes.slice(0, 2)).toMatchObject([
    { property: 'status', reason: null },
    { property: 'sign_ins', reason: 'Time 9' },
  ]);
});

it('gives the owner what was done and why, and forgets the words with the account', async () => {
  const user = await makeAdvertiser(app.db);
  await post(`/${user.id}/sign-out`, { reason: 'Asked by phone' });
  expect(await access.exportOf(user.id)).toMatchObject([
    { action: 'signed_out', reason: 'Asked by phone', sign_ins: 0 },
  ]);
  await inTransaction(app.db, (trx) => access.forget(trx, user.id));
  expect(await access.exportOf(user.id)).toMatchObject([{ action: 'signed_out', reason: null }]);
});

it('lists where an account is signed in, and which of it is the one that asks', async () => {
  const owner = await makeAdvertiser(app.db);
  const theirs = await app.clientOf(owner);
  const sessionsOf = async (id: number) =>
    ownSessionList.parse((await client.get(`${PATH}/${id}/sessions`)).body).sessions;
  const [first, ...others] = await sessionsOf(owner.id);
  expect([first?.current, others]).toEqual([false, []]);
  const other = app.client();
  await other.signIn(owner);
  const two = await sessionsOf(owner.id);
  expect(two).toHaveLength(2);
  expect(two.map(({ id }) => id)).toContain(first?.id);
  expect((await sessionsOf(admin.id)).map(({ current }) => current)).toEqual([true]);
  await theirs.post('/api/auth/logout');
  expect((await sessionsOf(owner.id)).map(({ id }) => id)).not.toContain(first?.id);
  expect((await client.get(`${PATH}/999999/sessions`)).status).toBe(404);
  expect((await client.get(`${PATH}/x/sessions`)).status).toBe(404);
  expect((await other.get(`${PATH}/${admin.id}/sessions`)).status).toBe(403);
});
