import { createHash, randomBytes } from 'node:crypto';
import type { LoginAnswer, RecoveryCodes, SessionAnswer, TotpSetup } from '@ezdash/contracts';
import { generateSync } from 'otplib';
import { createAccountsFeature } from './features/accounts';
import { createFactorsFeature } from './features/factors';
import { createMail } from './features/mail';
import { createProofsFeature } from './features/proofs';
import { createJobs, type Jobs } from './platform/jobs';
import { silentLog as log } from './platform/log';
import { buildApp, createTestDb, fakeClock, makeAdvertiser, type TestApp, type TestDb } from './testing';

/** No way around the second factor: what features make of it together. */

const clock = fakeClock();
const secret = 'a secret of the tests';
let test: TestDb;
let jobs: Jobs;
let app: TestApp;

beforeAll(async () => {
  test = await createTestDb();
  const { db, connection } = test;
  const appName = 'Ads';
  const appUrl = 'https://ads.test';
  jobs = createJobs({ connection, log });
  const mail = createMail({ db, jobs, log, appName, appUrl, production: false });
  const accounts = createAccountsFeature({ db, clock }).service;
  const factors = createFactorsFeature({ db, clock, mail, accounts, appUrl, appName, secret });
  const proofs = createProofsFeature({
    ...{ db, clock, jobs, mail, log, appName, accounts, secret },
    signupBonusMicros: 0n,
  });
  app = await buildApp({
    test,
    clock,
    mounts: [...factors.mounts, ...proofs.mounts],
    accounts: { secondFactorsOf: factors.service.secondFactorsOf },
  });
});
afterAll(async () => {
  await app.close();
  await jobs.stop();
  await test.drop();
});

const codeOf = (totp: string) => generateSync({ secret: totp, epoch: Math.floor(clock.nowMs() / 1000) });

/** An account with two-step verification, and where it was turned on. */
async function withTotp() {
  const user = await makeAdvertiser(test.db);
  const client = app.client();
  await client.signIn(user);
  const { secret: totp } = (await client.post<TotpSetup>('/api/settings/factors/totp')).body;
  const confirmed = await client.post<RecoveryCodes>('/api/settings/factors/totp/confirm', {
    code: codeOf(totp),
  });
  expect(confirmed.status).toBe(200);
  clock.advance(30_000);
  return { user, client, totp };
}

/** A link for a new password, as the mail would have it. */
async function resetLink({ id, email }: { id: number; email: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await test.db
    .insertInto('one_time_token')
    .values({
      purpose: 'reset-password',
      user_id: id,
      email,
      token_sha256: createHash('sha256').update(token).digest('hex'),
      created_at: clock.now(),
      expires_at: new Date(clock.nowMs() + 3_600_000),
    })
    .execute();
  return token;
}

it('a new password by mail signs nobody in, and the second factor is asked for as before', async () => {
  const { user, client, totp } = await withTotp();
  const password = 'marmalade on the ninth bus';
  const guest = app.client();
  const reset = await guest.post('/api/auth/reset-password', { token: await resetLink(user), password });
  expect(reset.status).toBe(200);
  for (const each of [guest, client])
    expect((await each.get<SessionAnswer>('/api/auth/me')).body.user).toBeNull();
  const held = await guest.post<LoginAnswer>('/api/auth/login', { email: user.email, password });
  expect([held.body.user, held.body.second_factor]).toEqual([null, ['totp', 'recovery']]);
  const body = { method: 'totp', code: codeOf(totp) };
  expect((await guest.post<SessionAnswer>('/api/auth/second-factor', body)).body.user?.id).toBe(user.id);
});

it('a log-in that waits for it opens nothing: neither proofs, nor settings, nor the second factor itself', async () => {
  const { user } = await withTotp();
  const waiting = app.client();
  await waiting.post('/api/auth/login', { email: user.email, password: user.password });
  const answers = [
    await waiting.post('/api/auth/confirm-password', { password: user.password }),
    await waiting.get('/api/settings/factors'),
    await waiting.delete('/api/settings/factors/totp'),
    await waiting.post('/api/settings/factors/totp'),
    await waiting.put('/api/settings/password', {
      current_password: user.password,
      password: 'x'.repeat(12),
    }),
    await waiting.get('/api/settings/sessions'),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
});
