import {
  API_TOKENS,
  type ApiTokenList,
  type CreatedApiToken,
  createdApiToken,
  type ErrorBody,
} from '@ezdash/contracts';
import { translateMessage } from '../../locales';
import { inTransaction } from '../../platform/db';
import { ForbiddenError } from '../../platform/errors';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog as log } from '../../platform/log';
import {
  buildApp,
  createTestDb,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createMail } from '../mail';
import { type ApiTokenService, createApiTokensFeature, revokeTokensOf } from '.';
import { hashSecret } from './tokenSecret';

const PATH = '/api/settings/api-tokens';
const PREMIUM = 2;
const clock = fakeClock('2026-11-21T12:00:00.000Z');
let test_: TestDb;
let app: TestApp;
let jobs: Jobs;
let service: ApiTokenService;
let owner: MadeUser;
let client: TestClient;
let hasProof = true;

beforeAll(async () => {
  test_ = await createTestDb();
  const { db } = test_;
  jobs = createJobs({ connection: test_.connection, log });
  const mail = createMail({ db, jobs, log, appName: 'Ads', appUrl: 'http://ads.test', production: false });
  const tokens = createApiTokensFeature({
    db,
    clock,
    mail,
    checkProof: () => {
      if (!hasProof) throw new ForbiddenError('Confirm your password to go on', 'REAUTH_REQUIRED');
    },
  });
  service = tokens.service;
  app = await buildApp({ test: test_, mounts: tokens.mounts, translate: translateMessage });
});
beforeEach(async () => {
  hasProof = true;
  clock.set('2026-11-21T12:00:00.000Z');
  owner = await makeAdvertiser(test_.db, { account_type_id: PREMIUM });
  client = app.client();
  await client.signIn(owner);
});
afterAll(async () => {
  await app.close();
  await jobs.stop();
  await test_.drop();
});

const input = (changes: object = {}) => ({
  name: 'Nightly report',
  scopes: ['read', 'finance'],
  expires_in_days: 90,
  addresses: ['203.0.113.0/24'],
  ...changes,
});
const make = async (changes: object = {}) => {
  const { status, body } = await client.post<CreatedApiToken>(PATH, input(changes));
  expect(status).toBe(201);
  return body;
};
const mailsTo = (email: string) =>
  test_.db.selectFrom('mail').select(['template', 'locale', 'data']).where('recipient', '=', email).execute();
const list = async (of = client) => (await of.get<ApiTokenList>(PATH)).body.tokens;

it('shows the token once and keeps its hash alone', async () => {
  const created = createdApiToken.parse(await make());
  expect(created.token).toMatchObject({
    name: 'Nightly report',
    hint: created.secret.slice(-4),
    scopes: ['read', 'finance'],
    addresses: ['203.0.113.0/24'],
    created_at: '2026-11-21T12:00:00.000Z',
    expires_at: '2027-02-19T12:00:00.000Z',
    expired: false,
    last_used_at: null,
  });
  const listed = await client.get(PATH);
  expect(listed.text).not.toContain(created.secret);
  expect(listed.body).toEqual({ tokens: [created.token] });
  const rows = await test_.db.selectFrom('api_token').selectAll().where('owner_id', '=', owner.id).execute();
  expect(rows.map((row) => row.token_sha256)).toEqual([hashSecret(created.secret)]);
  expect(JSON.stringify(rows)).not.toContain(created.secret.slice(4, 30));
});

it('lists every wrong field at once', async () => {
  const wrong = { name: ' ', scopes: [], expires_in_days: 0, addresses: ['office', '10.0.0.0/40'] };
  const { status, body } = await client.post<ErrorBody>(PATH, wrong);
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    name: ['Give the token a name'],
    scopes: ['Choose what the token may do'],
    expires_in_days: ['Enter 1 or more'],
    'addresses.0': ['Enter an address or a network such as 203.0.113.0/24'],
    'addresses.1': ['Enter an address or a network such as 203.0.113.0/24'],
  });
  const more = await client.post<ErrorBody>(
    PATH,
    input({ scopes: ['read', 'root'], expires_in_days: 366, addresses: Array(21).fill('192.0.2.1') }),
  );
  expect(Object.keys(more.body.errors ?? {}).sort()).toEqual(['addresses', 'expires_in_days', 'scopes.1']);
  expect(await list()).toEqual([]);
});

it('does not sell what the account type does not open', async () => {
  const regular = await makePublisher(test_.db);
  const theirs = app.client();
  await theirs.signIn(regular);
  const { status, body } = await theirs.post<ErrorBody>(PATH, input({ scopes: ['read', 'write'] }));
  expect([status, body.errors]).toEqual([
    422,
    { scopes: ['Your account type does not open this over the API'] },
  ]);
  expect((await theirs.post(PATH, input({ scopes: ['read'] }))).status).toBe(201);
});

it('asks for a fresh proof before a token is made', async () => {
  hasProof = false;
  const { status, body } = await client.post<ErrorBody>(PATH, input());
  expect([status, body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  expect(await list()).toEqual([]);
});

it('revokes a token for good', async () => {
  const { token } = await make();
  const kept = await make({ name: 'Other' });
  expect((await client.delete(`${PATH}/${token.id}`)).status).toBe(204);
  expect(await list()).toEqual([kept.token]);
  expect((await client.delete(`${PATH}/${token.id}`)).status).toBe(404);
});

it('knows nothing of the tokens of others', async () => {
  const { token } = await make();
  const stranger = app.client();
  await stranger.signIn(await makePublisher(test_.db));
  expect(await list(stranger)).toEqual([]);
  const { status, body } = await stranger.delete<ErrorBody>(`${PATH}/${token.id}`);
  expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  for (const id of ['at_zzzzzzzzz', 'c_1001', '1', '%00'])
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(404);
  expect(await list()).toHaveLength(1);
});

it('says when a token has expired', async () => {
  await make({ expires_in_days: 1 });
  clock.advance(86_400_000);
  expect((await list()).map(({ expired }) => expired)).toEqual([true]);
});

it('keeps to the number of tokens an account may have, also when they are made at once', async () => {
  const { id: ownerId } = owner;
  const rows = Array.from({ length: API_TOKENS.most - 1 }, (_, index) => ({
    owner_id: ownerId,
    name: `Token ${index}`,
    token_sha256: hashSecret(`${ownerId} ${index}`),
    hint: 'abcd',
    scopes: ['read'],
    created_at: clock.now(),
    expires_at: new Date(clock.nowMs() + 86_400_000),
  }));
  await test_.db.insertInto('api_token').values(rows).execute();
  const answers = await Promise.all([1, 2, 3].map(() => client.post<ErrorBody>(PATH, input())));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect([refused?.body.code, refused?.body.message]).toEqual([
    'TOO_MANY_TOKENS',
    'You have 20 tokens already. Revoke one first',
  ]);
  clock.advance(2 * 86_400_000);
  await make();
});

it('is closed to guests, to operators and, for changes, to accounts that are not active', async () => {
  const guest = await app.client().post<ErrorBody>(PATH, input());
  expect([guest.status, guest.body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
  const admin = app.client();
  await admin.signIn(await makeAdmin(test_.db));
  expect((await admin.post<ErrorBody>(PATH, input())).body.code).toBe('WRONG_ROLE');
  const suspended = app.client();
  await suspended.signIn(await makeAdvertiser(test_.db, { account_type_id: PREMIUM, status: 'suspended' }));
  expect((await suspended.get(PATH)).status).toBe(200);
  expect((await suspended.post<ErrorBody>(PATH, input())).body.code).toBe('ACCOUNT_NOT_ACTIVE');
});

it('is revoked by its owner although the account is suspended', async () => {
  const { token } = await make();
  await test_.db.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', owner.id).execute();
  expect((await client.delete(`${PATH}/${token.id}`)).status).toBe(204);
  expect(await list()).toEqual([]);
});

it('speaks German', async () => {
  client.setHeader('Accept-Language', 'de');
  const { body } = await client.post<ErrorBody>(PATH, input({ name: '' }));
  expect(body.errors?.name).toEqual(['Geben Sie dem Token einen Namen']);
});

it('tells its owner of a new token by mail; the mail opens nothing', async () => {
  owner = await makeAdvertiser(test_.db, {
    account_type_id: PREMIUM,
    locale: 'de',
    timezone: 'Europe/Berlin',
  });
  client = app.client();
  await client.signIn(owner);
  const { secret } = await make();
  const mails = await mailsTo(owner.email);
  expect(mails).toEqual([
    {
      template: 'security-changed',
      locale: 'de',
      data: {
        what: 'api-token-made',
        tokenName: 'Nightly report',
        device: expect.any(String),
        changedAt: '2026-11-21T12:00:00.000Z',
        timeZone: 'Europe/Berlin',
      },
    },
  ]);
  expect(JSON.stringify(mails)).not.toContain(secret);
  await make({ name: 'Another' });
  expect(await mailsTo(owner.email)).toHaveLength(2);
  await client.post(PATH, input({ scopes: [] }));
  expect(await mailsTo(owner.email)).toHaveLength(2);
});

describe('an account that is taken back', () => {
  const live = (secrets: { secret: string }[]) =>
    Promise.all(secrets.map(async ({ secret }) => (await service.find(secret)) !== null));

  it('loses all its tokens with the transaction, or none', async () => {
    const made = [await make(), await make()];
    const undone = inTransaction(test_.db, async (trx) => {
      expect(await service.revokeAll(trx, owner.id)).toBe(2);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await live(made)).toEqual([true, true]);
    expect(await inTransaction(test_.db, (trx) => service.revokeAll(trx, owner.id))).toBe(2);
    expect(await live(made)).toEqual([false, false]);
    expect(await service.revokeAll(test_.db, owner.id)).toBe(0);
  });

  it('loses them alone, unless everybody does', async () => {
    const theirs = app.client();
    await theirs.signIn(await makePublisher(test_.db));
    const other = (await theirs.post<CreatedApiToken>(PATH, input({ scopes: ['read'] }))).body;
    const made = [await make(), other];
    expect(await revokeTokensOf(test_.db, owner.id, clock.now())).toBe(1);
    expect(await live(made)).toEqual([false, true]);
    expect(await revokeTokensOf(test_.db, 'everybody', clock.now())).toBeGreaterThanOrEqual(1);
    expect(await live(made)).toEqual([false, false]);
  });
});
