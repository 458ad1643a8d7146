import type { AdminInvitation, ErrorBody, OperatorStaff } from '@ezdash/contracts';
import { operatorStaff } from '@ezdash/contracts';
import { z } from 'zod';
import { inTransaction } from '../../platform/db';
import { ForbiddenError } from '../../platform/errors';
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
import { createDebugToolFeature } from '../debug-tool';
import { createStaffFeature } from '.';
import type { StaffService } from './invitations.service';

let app: AppWorld;
let clock: FakeClock;
let admin: MadeUser;
let client: TestClient;
let service: StaffService;
let proven = true;
const withToken = z.object({ token: z.string() });
/** Tokens of the mails, by address. */
const mailed = new Map<string, string>();

beforeEach(async () => {
  clock = fakeClock();
  proven = true;
  mailed.clear();
  app = await openApp(({ db }) => {
    const { audit } = createDebugToolFeature({ db, clock, secret: 'a secret', secure: false }).service;
    const feature = createStaffFeature({
      audit,
      db,
      clock,
      log,
      appName: 'Ads',
      mail: {
        send: async (_db, { to, template, data }) => {
          expect(template).toBe('admin-invitation');
          mailed.set(to, withToken.parse(data).token);
          return { id: '1', isNew: true };
        },
      },
      checkProof: () => {
        if (!proven) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
      },
    });
    service = feature.service;
    return { clock, mounts: feature.mounts };
  });
  admin = await makeAdmin(app.db, { first_name: 'Mara', last_name: 'Okafor', company_name: null });
  client = await app.clientOf(admin);
});
afterEach(() => app.close());

const ADMINS = '/api/operator/admins';
const COLLEAGUE = 'joao@colleagues.test';
const PASSWORD = 'a long enough phrase of words';
const DAY_MS = 86_400_000;

const list = async () => operatorStaff.parse((await client.get<OperatorStaff>(ADMINS)).body);
const invite = (email: string) => client.post<AdminInvitation & ErrorBody>(ADMINS, { email });
const withdraw = (id: number | string) => client.post<ErrorBody>(`${ADMINS}/invitations/${id}/withdraw`);
const accept = (token: string, password = PASSWORD) =>
  app.client().post<ErrorBody>('/api/auth/accept-invitation', { token, password });
const tokenOf = (email: string) => {
  const token = mailed.get(email);
  if (!token) throw new Error(`No invitation was mailed to ${email}`);
  return token;
};
const accountOf = (email: string) =>
  app.db
    .selectFrom('app_user')
    .select(['id', 'role', 'verified', 'status', 'terms_version', 'terms_agreed_at'])
    .where('email', '=', email)
    .executeTakeFirst();
const codeOf = async (answer: ReturnType<typeof accept>) => {
  const { status, body } = await answer;
  return [status, body?.code ?? null];
};

it('an invited colleague is an admin from the moment the password is chosen, and not before', async () => {
  const { status, body } = await invite(' Joao@Colleagues.test ');
  expect([status, body.email, body.invited_by]).toEqual([201, COLLEAGUE, admin.email]);
  expect(await accountOf(COLLEAGUE)).toBeUndefined();
  expect((await list()).invitations).toMatchObject([{ id: body.id, email: COLLEAGUE }]);
  const stored = await app.db.selectFrom('admin_invitation').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(tokenOf(COLLEAGUE));
  expect((await accept(tokenOf(COLLEAGUE))).status).toBe(204);
  expect(await accountOf(COLLEAGUE)).toMatchObject({
    role: 'admin',
    verified: true,
    status: 'active',
    terms_version: expect.any(String),
    terms_agreed_at: clock.now(),
  });
  const made = await accountOf(COLLEAGUE);
  const chain = await app.db
    .selectFrom('debug_audit')
    .select(['admin_id', 'path', 'status', 'detail'])
    .execute();
  expect(chain).toEqual([
    {
      admin_id: made?.id,
      path: '/api/auth/accept-invitation',
      status: 204,
      detail: { invitation_id: body.id },
    },
  ]);
  const { admins, invitations } = await list();
  expect(admins.map(({ email }) => email)).toEqual([admin.email, COLLEAGUE]);
  expect(admins[0]).toMatchObject({ name: 'Mara Okafor', second_step: false });
  expect(invitations).toEqual([]);
  const theirs = app.client();
  await theirs.signIn({ email: COLLEAGUE, password: PASSWORD });
  expect((await theirs.get(ADMINS)).status).toBe(200);
});

it('a link works once, also when it is opened twice at once', async () => {
  await invite(COLLEAGUE);
  const answers = await Promise.all([accept(tokenOf(COLLEAGUE)), accept(tokenOf(COLLEAGUE))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  expect(await codeOf(accept(tokenOf(COLLEAGUE)))).toEqual([422, 'INVITATION_USED']);
  const accounts = await app.db.selectFrom('app_user').select('id').where('email', '=', COLLEAGUE).execute();
  expect(accounts).toHaveLength(1);
});

it('a withdrawn link says so, and is withdrawn once', async () => {
  const { body } = await invite(COLLEAGUE);
  expect((await withdraw(body.id)).status).toBe(204);
  expect(await codeOf(accept(tokenOf(COLLEAGUE)))).toEqual([422, 'INVITATION_WITHDRAWN']);
  expect((await withdraw(body.id)).status).toBe(404);
  expect((await list()).invitations).toEqual([]);
  expect(await accountOf(COLLEAGUE)).toBeUndefined();
});

it('a used invitation cannot be withdrawn', async () => {
  const { body } = await invite(COLLEAGUE);
  await accept(tokenOf(COLLEAGUE));
  expect((await withdraw(body.id)).status).toBe(404);
  expect(await accountOf(COLLEAGUE)).toBeDefined();
});

it.each(['999999', 'x', '0', '-1', '99999999999'])('there is no invitation %s to withdraw', async (id) => {
  expect((await withdraw(id)).status).toBe(404);
});

it('a newer invitation takes the place of the one before', async () => {
  await invite(COLLEAGUE);
  const first = tokenOf(COLLEAGUE);
  await invite(COLLEAGUE);
  expect(await codeOf(accept(first))).toEqual([422, 'INVITATION_WITHDRAWN']);
  expect((await list()).invitations).toHaveLength(1);
  expect((await accept(tokenOf(COLLEAGUE))).status).toBe(204);
});

it('two invitations at once leave one that works', async () => {
  const answers = await Promise.all([invite(COLLEAGUE), invite(COLLEAGUE)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await list()).invitations).toHaveLength(1);
});

it('a link ends after a day, and its row after a month', async () => {
  await invite(COLLEAGUE);
  clock.advance(DAY_MS);
  expect(await codeOf(accept(tokenOf(COLLEAGUE)))).toEqual([422, 'LINK_EXPIRED']);
  clock.advance(31 * DAY_MS);
  const sitsAgain = app.client();
  await sitsAgain.signIn(admin);
  await sitsAgain.post(ADMINS, { email: 'other@colleagues.test' });
  const rows = await app.db.selectFrom('admin_invitation').select('email').execute();
  expect(rows.map(({ email }) => email)).toEqual(['other@colleagues.test']);
});

it('nobody is promoted: an address with an account is refused, also one that got it meanwhile', async () => {
  const customer = await makeAdvertiser(app.db);
  const refused = await invite(customer.email.toUpperCase());
  expect([refused.status, refused.body.code]).toEqual([409, 'ADDRESS_TAKEN']);
  await invite(COLLEAGUE);
  await makeAdvertiser(app.db, { email: COLLEAGUE });
  expect(await codeOf(accept(tokenOf(COLLEAGUE)))).toEqual([409, 'ADDRESS_TAKEN']);
  expect(await accountOf(COLLEAGUE)).toMatchObject({ role: 'advertiser' });
});

it('invitations of who is no active admin any more open nothing', async () => {
  const other = await makeAdmin(app.db);
  const theirs = await app.clientOf(other);
  await theirs.post(ADMINS, { email: COLLEAGUE });
  await app.db.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', other.id).execute();
  expect(await codeOf(accept(tokenOf(COLLEAGUE)))).toEqual([422, 'INVITATION_WITHDRAWN']);
  expect((await list()).invitations).toEqual([]);
});

it('a weak password leaves the link as it is', async () => {
  await invite(COLLEAGUE);
  for (const password of ['short', 'password123', COLLEAGUE]) {
    const { status, body } = await accept(tokenOf(COLLEAGUE), password);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['password']]);
  }
  expect((await accept(tokenOf(COLLEAGUE))).status).toBe(204);
});

it('a link that nobody sent works no more than a broken one', async () => {
  expect(await codeOf(accept('a'.repeat(43)))).toEqual([422, 'LINK_EXPIRED']);
  const { status, body } = await accept('broken');
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['token']]);
});

it('is for admins with a fresh proof, and not without end', async () => {
  const theirs = await app.clientOf(await makeAdvertiser(app.db));
  expect((await theirs.get(ADMINS)).status).toBe(403);
  expect((await theirs.post(ADMINS, { email: COLLEAGUE })).status).toBe(403);
  expect((await app.client().get(ADMINS)).status).toBe(401);
  const { body } = await invite(COLLEAGUE);
  proven = false;
  for (const answer of [await invite('other@colleagues.test'), await withdraw(body.id)])
    expect([answer.status, answer.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  expect(mailed.has('other@colleagues.test')).toBe(false);
  proven = true;
  expect((await invite('no address')).status).toBe(422);
  for (let count = 2; count <= 10; count++)
    expect((await invite(`colleague${count}@colleagues.test`)).status).toBe(201);
  expect((await invite('eleventh@colleagues.test')).status).toBe(429);
});

it('an account that is deleted takes its invitations along', async () => {
  await invite(COLLEAGUE);
  await accept(tokenOf(COLLEAGUE));
  await invite('other@colleagues.test');
  const made = await accountOf(COLLEAGUE);
  await inTransaction(app.db, (trx) => service.forget(trx, made?.id ?? 0));
  await inTransaction(app.db, (trx) => service.forget(trx, admin.id));
  expect(await app.db.selectFrom('admin_invitation').select('email').execute()).toEqual([]);
});
