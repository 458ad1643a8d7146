import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  type ApiTokenList,
  type LoginAnswer,
  type PasswordChanged,
  type ResetPasswordAnswer,
  resetPasswordAnswer,
  type SessionAnswer,
  type TotpSetup,
} from '@ezdash/contracts';
import { generateSync } from 'otplib';
import { type MadeUser, makeAdvertiser } from './testing';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';

/** What a new password makes of everything else that opens the account. */

const PASSWORD = 'marmalade on the ninth bus';
const DAY_MS = 86_400_000;
const PROVIDERS = ['acme', 'globex'].map((id) => ({
  id,
  name: id === 'acme' ? 'Acme' : 'Globex',
  // Nobody visits it here.
  issuer: 'http://127.0.0.1:9',
  client_id: 'ads',
}));
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ OIDC_PROVIDERS: JSON.stringify(PROVIDERS) });
});
afterAll(() => app.close());

let addresses = 0;
function guest() {
  const client = app.client();
  client.setHeader('X-Forwarded-For', `198.51.100.${++addresses}`);
  return client;
}
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const link = (user: MadeUser, provider: string, linkedAt: Date) =>
  app.test.db
    .insertInto('social_identity')
    .values({ user_id: user.id, provider, subject: `${provider} ${user.id}`, linked_at: linkedAt })
    .execute();
const addPasskey = (user: MadeUser, name: string, addedAt: Date) =>
  app.test.db
    .insertInto('passkey')
    .values({
      user_id: user.id,
      credential_id: randomUUID(),
      public_key: Buffer.alloc(77),
      user_handle: randomBytes(64),
      counter: 0n,
      name,
      synced: true,
      created_at: addedAt,
    })
    .execute();
const madeAt = (user: MadeUser, at: Date) =>
  app.test.db.updateTable('app_user').set({ created_at: at }).where('id', '=', user.id).execute();

async function reset({ id, email }: MadeUser, password = PASSWORD) {
  const token = randomBytes(32).toString('base64url');
  await app.test.db
    .insertInto('one_time_token')
    .values({
      purpose: 'reset-password',
      user_id: id,
      email,
      token_sha256: createHash('sha256').update(token).digest('hex'),
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  const { status, body } = await guest().post<ResetPasswordAnswer>('/api/auth/reset-password', {
    token,
    password,
  });
  expect(status).toBe(200);
  return resetPasswordAnswer.parse(body);
}
const named = (ways: ResetPasswordAnswer['removed']) => ways.map(({ kind, name }) => [kind, name]);

it('takes away passkeys and linked accounts of the last seven days, and names what went and what stays', async () => {
  const user = await makeAdvertiser(app.test.db);
  await madeAt(user, ago(400));
  await link(user, 'acme', ago(6));
  await link(user, 'globex', ago(8));
  await addPasskey(user, 'Thief', ago(1));
  await addPasskey(user, 'Desk', ago(300));
  const answer = await reset(user);
  expect(named(answer.removed)).toEqual([
    ['passkey', 'Thief'],
    ['social', 'Acme'],
  ]);
  expect(named(answer.remaining)).toEqual([
    ['passkey', 'Desk'],
    ['social', 'Globex'],
  ]);
  const { data } = await app.test.db
    .selectFrom('mail')
    .select('data')
    .where('recipient', '=', user.email)
    .where('template', '=', 'password-changed')
    .executeTakeFirstOrThrow();
  expect(data).toMatchObject({ ...answer });
  const stands = await app.test.db
    .selectFrom('social_identity')
    .select('provider')
    .where('user_id', '=', user.id)
    .execute();
  expect(stands).toEqual([{ provider: 'globex' }]);
});

it('leaves what the account was made with: it proved the address too', async () => {
  const user = await makeAdvertiser(app.test.db);
  const [at] = [ago(1)];
  await madeAt(user, at);
  await link(user, 'acme', at);
  expect(named((await reset(user)).remaining)).toEqual([['social', 'Acme']]);
});

it('leaves the second factor, which a mailbox alone must not take away, and forgets guesses of its codes', async () => {
  const user = await makeAdvertiser(app.test.db);
  const client = guest();
  await client.signIn(user);
  const { secret } = (await client.post<TotpSetup>('/api/settings/factors/totp')).body;
  const code = (steps: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
  expect((await client.post('/api/settings/factors/totp/confirm', { code: code(-1) })).status).toBe(200);

  const thief = guest();
  await thief.post<LoginAnswer>('/api/auth/login', { email: user.email, password: user.password });
  const guess = () => thief.post('/api/auth/second-factor', { method: 'recovery', code: 'AAAAA-AAAAA' });
  for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(422);
  expect((await guess()).status).toBe(429);

  const answer = await reset(user);
  expect([answer.removed, named(answer.remaining)]).toEqual([[], [['totp', null]]]);
  const owner = guest();
  const held = await owner.post<LoginAnswer>('/api/auth/login', { email: user.email, password: PASSWORD });
  expect(held.body.second_factor).toEqual(['totp', 'recovery']);
  const done = await owner.post<SessionAnswer>('/api/auth/second-factor', { method: 'totp', code: code(1) });
  expect([done.status, done.body.user?.id]).toEqual([200, user.id]);
});

describe('API tokens', () => {
  const FREE_CHOICE = { name: 'Report', scopes: ['read'], expires_in_days: 90, addresses: [] };
  const PREMIUM = 2;
  async function withToken() {
    const user = await makeAdvertiser(app.test.db, { account_type_id: PREMIUM });
    const client = guest();
    await client.signIn(user);
    expect((await client.post('/api/settings/api-tokens', FREE_CHOICE)).status).toBe(201);
    return { user, client };
  }
  const mailed = async ({ email }: MadeUser) =>
    (
      await app.test.db
        .selectFrom('mail')
        .select('data')
        .where('recipient', '=', email)
        .where('template', '=', 'password-changed')
        .executeTakeFirstOrThrow()
    ).data;

  it.each([
    ['live on after a change, and the mail counts them', undefined, 1],
    ['are revoked with the old password where that is asked for', true, 0],
  ])('%s', async (_name, revoke_api_tokens, left) => {
    const { user, client } = await withToken();
    const { status, body } = await client.put<PasswordChanged>('/api/settings/password', {
      current_password: user.password,
      password: PASSWORD,
      revoke_api_tokens,
    });
    expect([status, body]).toEqual([200, { ended: 0, revoked_tokens: 1 - left }]);
    const { tokens } = (await client.get<ApiTokenList>('/api/settings/api-tokens')).body;
    expect(tokens).toHaveLength(left);
    expect(await mailed(user)).toMatchObject({ liveTokens: left });
  });

  it('are revoked by a reset', async () => {
    const { user } = await withToken();
    await reset(user);
    expect(await mailed(user)).toMatchObject({ liveTokens: 0 });
    const live = await app.test.db
      .selectFrom('api_token')
      .select('id')
      .where('owner_id', '=', user.id)
      .where('revoked_at', 'is', null)
      .execute();
    expect(live).toEqual([]);
  });
});
