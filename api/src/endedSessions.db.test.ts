import type { OwnSessionList, PasskeyOptions, SessionAnswer } from '@ezdash/contracts';
import { resetFactors, signOut } from './cli/adminAccounts';
import { createTestAuthenticator } from './features/factors/testAuthenticator';
import { createBrowser } from './features/social/testSocial';
import { enterCommandLine, type MadeUser, makeAdvertiser, type TestClient, until } from './testing';
import { startOidcProvider, type TestOidcProvider } from './testing/oidcProvider';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';

/** What was ended stays ended, whatever proof is on its way: every way of ending × every proof, in both orders. */

const APP_URL = 'http://localhost:8080';
const CLIENT = { clientId: 'ads', clientSecret: 'a secret of the tests' };
const SUBJECT = 'ines';

let app: WholeApp;
let provider: TestOidcProvider;
let leaveCommandLine: () => void;

beforeAll(async () => {
  provider = await startOidcProvider({
    ...CLIENT,
    people: [{ sub: SUBJECT, email: 'ines@people.test' }],
    redirectUris: [`${APP_URL}/auth/social/acme/callback`],
  });
  const { clientId: client_id, clientSecret: client_secret } = CLIENT;
  const acme = { id: 'acme', name: 'Acme', issuer: provider.issuer, client_id, client_secret };
  app = await startWholeApp({ APP_URL, OIDC_PROVIDERS: JSON.stringify([acme]) });
  leaveCommandLine = enterCommandLine(app.test.connection);
});
afterAll(async () => {
  leaveCommandLine();
  await app.close();
  await provider.stop();
});

let addresses = 0;
function guest(): TestClient {
  const client = app.client();
  client.setHeader('X-Forwarded-For', `198.51.100.${++addresses % 250}`);
  return client;
}
async function signedIn(user: MadeUser): Promise<TestClient> {
  const client = guest();
  await client.signIn(user);
  // The pages have their token before anything is pressed.
  await client.get('/api/auth/me');
  return client;
}
const isIn = async (client: TestClient) =>
  (await client.get<SessionAnswer>('/api/auth/me')).body.user !== null;
/** Somebody with the cookie that the browser has now. */
function copyOf(client: TestClient): TestClient {
  const copy = guest();
  copy.cookies.set('ez.sid', client.cookies.get('ez.sid') ?? '');
  return copy;
}
const ownId = async (client: TestClient): Promise<string> => {
  const { sessions } = (await client.get<OwnSessionList>('/api/settings/sessions')).body;
  return sessions.find(({ current }) => current)?.id ?? '';
};

/** What is pressed; it sends one call. → its status. */
type Press = () => Promise<number>;
/** Everything up to the press is done beforehand. */
type Prepare<Who> = (who: Who) => Promise<Press>;

const options = async (client: TestClient, at: string) =>
  (await client.post<PasskeyOptions>(at)).body.options;

const PROOFS: Readonly<Record<string, Prepare<{ user: MadeUser; browser: TestClient }>>> = {
  password:
    async ({ user, browser }) =>
    async () =>
      (await browser.post('/api/auth/confirm-password', { password: user.password })).status,
  passkey: async ({ browser }) => {
    const key = createTestAuthenticator({ origin: APP_URL });
    const response = key.create(await options(browser, '/api/settings/passkeys/options'));
    expect((await browser.post('/api/settings/passkeys', { name: 'Desk', response })).status).toBe(201);
    const proof = key.get(await options(browser, '/api/auth/passkey/options'));
    return async () => (await browser.post('/api/auth/confirm-passkey', { response: proof })).status;
  },
  provider: async ({ user, browser }) => {
    await app.test.pool.query(
      `INSERT INTO social_identity (user_id, provider, subject, linked_at) VALUES ($1, 'acme', $2, now())
       ON CONFLICT (provider, subject) DO UPDATE SET user_id = excluded.user_id`,
      [user.id, SUBJECT],
    );
    const back = await createBrowser(browser, APP_URL).visit('/auth/social/acme/start?intent=confirm', {
      as: 'ines@people.test',
    });
    // Anything but a way back to the log-in page is a proof.
    return async () => {
      const { headers } = await browser.get(back);
      return headers.get('Location')?.startsWith('/auth/login') ? 401 : 200;
    };
  },
};

type Ender = Prepare<{ user: MadeUser; browser: TestClient; other: TestClient }>;
const ENDINGS: Readonly<Record<string, Ender>> = {
  'its own sign-out':
    async ({ browser }) =>
    async () =>
      (await browser.post('/api/auth/logout')).status,
  'ending it from its own list': async ({ browser }) => {
    const id = await ownId(browser);
    return async () => (await browser.delete(`/api/settings/sessions/${id}`)).status;
  },
  'ending it from another device': async ({ browser, other }) => {
    const id = await ownId(browser);
    return async () => (await other.delete(`/api/settings/sessions/${id}`)).status;
  },
  'ending all others': async ({ other }) => {
    return async () => (await other.delete('/api/settings/sessions')).status;
  },
  'another password':
    async ({ user, other }) =>
    async () => {
      const body = { current_password: user.password, password: 'marmalade on the ninth bus' };
      return (await other.put('/api/settings/password', body)).status;
    },
  'the deletion of the account':
    async ({ user, other }) =>
    async () =>
      (await other.post('/api/settings/privacy/deletion', { email: user.email, give_up_balance: true }))
        .status,
  'the operator’s sign-out':
    async ({ user }) =>
    () =>
      signOut(user.email),
  'the operator’s sign-out of everybody': async () => () => signOut(undefined),
  'the operator’s reset of factors':
    async ({ user }) =>
    () =>
      resetFactors(user.email),
};

/** Calls that wait for a row or a table of the database. */
const waiting = async () => {
  const { rows } = await app.test.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
};

/** Both at once, in this order: the database is held until both stand in line. */
async function inLine(presses: readonly [Press, Press], userId: number): Promise<[number, number]> {
  const holder = await app.test.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM session WHERE user_id = $1 FOR UPDATE', [userId]);
  const answers: Promise<number>[] = [];
  try {
    for (const press of presses) {
      answers.push(press());
      await until(waiting, (count) => count >= answers.length, `Call ${answers.length} in line`);
    }
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
  const [first = 0, second = 0] = await Promise.all(answers);
  return [first, second];
}

async function scene(proof: string, ending: string) {
  const user = await makeAdvertiser(app.test.db);
  const [browser, other] = [await signedIn(user), await signedIn(user)];
  const prove = await PROOFS[proof]?.({ user, browser });
  const end = await ENDINGS[ending]?.({ user, browser, other });
  if (!prove || !end) throw new Error('There is no such scene');
  return { user, browser, before: copyOf(browser), prove, end };
}

const DONE = [0, 200, 204];
const SCENES = Object.keys(ENDINGS).flatMap((ending) =>
  Object.keys(PROOFS).map((proof) => [ending, proof] as const),
);

describe.each(SCENES)('after %s, while a proof by %s is on its way,', (ending, proof) => {
  it('the proof comes too late: nobody is signed in', async () => {
    const { user, browser, before, prove, end } = await scene(proof, ending);
    const [ended, proven] = await inLine([end, prove], user.id);
    expect(DONE).toContain(ended);
    // The reset takes the passkey too: its proof then fails for want of the key, which is said first.
    const keyGone = proof === 'passkey' && ending === 'the operator’s reset of factors';
    expect(proven).toBe(keyGone ? 409 : 401);
    expect(browser.cookies.has('ez.sid')).toBe(keyGone);
    expect([await isIn(browser), await isIn(before)]).toEqual([false, false]);
  });

  it('what was proven just before ends with it, under both names', async () => {
    const { user, browser, before, prove, end } = await scene(proof, ending);
    let after = browser;
    const proveFirst = async () => {
      const status = await prove();
      after = copyOf(browser);
      return status;
    };
    const [proven, ended] = await inLine([proveFirst, end], user.id);
    expect(proven).toBe(200);
    expect(DONE).toContain(ended);
    expect([await isIn(after), await isIn(browser), await isIn(before)]).toEqual([false, false, false]);
  });
});

it.each(Object.keys(ENDINGS))(
  'by the old name %s ends the new one too, within its ten seconds',
  async (ending) => {
    const { browser, before, prove, end } = await scene('password', ending);
    expect(await prove()).toBe(200);
    const after = copyOf(browser);
    // As if the answer with the new name had not come yet.
    browser.cookies.set('ez.sid', before.cookies.get('ez.sid') ?? '');
    expect(DONE).toContain(await end());
    expect([await isIn(after), await isIn(before)]).toEqual([false, false]);
  },
);
