import { createMail } from '../features/mail';
import { createJobs } from '../platform/jobs';
import { silentLog as log } from '../platform/log';
import {
  type AppWorld,
  enterCommandLine,
  makeAdmin,
  makeAdvertiser,
  openApp,
  type TestClient,
} from '../testing';
import { decideStatus, resetFactors, signOut } from './adminAccounts';

let app: AppWorld;
let leaveCommandLine: () => void;

beforeAll(async () => {
  app = await openApp(() => ({}));
  leaveCommandLine = enterCommandLine(app.test.connection);
});
afterAll(async () => {
  leaveCommandLine();
  await app.close();
});

async function signedIn() {
  const user = await makeAdvertiser(app.db);
  const client = await app.clientOf(user);
  await app.db
    .insertInto('api_token')
    .values({
      owner_id: user.id,
      name: 'Reports',
      token_sha256: String(user.id).padEnd(64, '.'),
      hint: 'abcd',
      scopes: ['read'],
      expires_at: '2099-01-01T00:00:00Z',
    })
    .execute();
  return { user, client };
}
const liveTokens = async (ownerId: number) =>
  (
    await app.db
      .selectFrom('api_token')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('revoked_at', 'is', null)
      .execute()
  ).length;
const isIn = async (client: TestClient) =>
  (await client.get<{ user: unknown }>('/api/auth/me')).body.user !== null;

/** As the running app has made them; it takes nothing from them here. */
async function startQueues(): Promise<void> {
  const jobs = createJobs({ connection: app.test.connection, log });
  createMail({ db: app.db, jobs, log, appName: 'Ads', appUrl: 'http://ads.test', production: false });
  await jobs.start();
  await jobs.stop();
}
const mailsTo = async (email: string) =>
  (await app.db.selectFrom('mail').select('template').where('recipient', '=', email).execute()).map(
    ({ template }) => template,
  );

/** An admin with a debug session; how many of it are left. */
async function debugging() {
  const { id: admin_id, email } = await makeAdmin(app.db);
  const halves = { token_sha256: `token ${admin_id}`, cookie_sha256: 'cookie' };
  await app.db
    .insertInto('debug_session')
    .values({ admin_id, ...halves, expires_at: '2099-01-01T00:00:00Z' })
    .execute();
  const open = app.db
    .selectFrom('debug_session')
    .select('id')
    .where('admin_id', '=', admin_id)
    .where('revoked_at', 'is', null);
  return { email, left: async () => (await open.execute()).length };
}

describe('an operator signs out', () => {
  it('one account, and that one alone', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect(await signOut(one.user.email)).toBe(0);
    expect([await isIn(one.client), await isIn(other.client)]).toEqual([false, true]);
    expect([await liveTokens(one.user.id), await liveTokens(other.user.id)]).toEqual([0, 1]);
    expect(console.log).toHaveBeenLastCalledWith(
      `Ended 1 sign-in of ${one.user.email} and revoked 1 of its API tokens.`,
    );
  });

  it('everybody', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect(await signOut(undefined)).toBe(0);
    expect([await isIn(one.client), await isIn(other.client)]).toEqual([false, false]);
    expect([await liveTokens(one.user.id), await liveTokens(other.user.id)]).toEqual([0, 0]);
    expect(console.log).toHaveBeenLastCalledWith(
      expect.stringMatching(/^Ended \d+ sign-ins and revoked \d+ API tokens\.$/),
    );
  });

  it('an admin of the debug tool too, and with their second step as well', async () => {
    await startQueues();
    const [one, other, last] = [await debugging(), await debugging(), await debugging()];
    await signOut(one.email);
    await resetFactors(other.email);
    expect([await one.left(), await other.left(), await last.left()]).toEqual([0, 0, 1]);
    await signOut(undefined);
    expect(await last.left()).toBe(0);
  });

  it('nobody whom there is not', async () => {
    await expect(signOut('nobody@example.test')).rejects.toThrow('There is no account');
  });
});

describe('an operator decides', () => {
  it('about an account: its owner reads why, and a mail waits for the running app', async () => {
    await startQueues();
    const { user, client } = await signedIn();
    expect(await decideStatus({ email: user.email, status: 'suspended', reason: 'Two chargebacks' })).toBe(0);
    const { body } = await client.get<{ user: { status: string; standing: { status_reason: string } } }>(
      '/api/auth/me',
    );
    expect([body.user.status, body.user.standing.status_reason]).toEqual(['suspended', 'Two chargebacks']);
    expect(await mailsTo(user.email)).toEqual(['account-suspended']);
  });

  it('to take away a lost second step, which ends every sign-in', async () => {
    await startQueues();
    const { user, client } = await signedIn();
    expect(await resetFactors(user.email)).toBe(0);
    expect(await isIn(client)).toBe(false);
    expect(await mailsTo(user.email)).toEqual(['security-changed']);
  });

  it.each([
    [{ email: 'nobody@example.test', status: 'active' }, /no account/],
    [{ email: '', status: 'gone' }, /--status: one of pending/],
    [{ email: '', status: 'suspended' }, /Say why/],
  ])('nothing for %j', async (args, sentence) => {
    const { user } = await signedIn();
    await expect(decideStatus({ ...args, email: args.email || user.email })).rejects.toThrow(sentence);
  });
});
