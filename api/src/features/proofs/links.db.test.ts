import type { ErrorBody, SessionAnswer } from '@ezdash/contracts';
import { makeAdmin, makeAdvertiser, makePublisher, makeUser } from '../../testing';
import { tokenSha256 } from './oneTimeTokens';
import { openProofs, type ProofsWorld, tokenOf } from './testProofs';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'a wholly new password';
let world: ProofsWorld;
let addresses = 0;
beforeAll(async () => {
  world = await openProofs();
});
afterAll(() => world.close());

/** Each from an address of its own, so that no limit on one stops the next. */
function client(address = `198.51.100.${++addresses}`) {
  const made = world.app.client();
  made.setHeader('X-Forwarded-For', address);
  return made;
}
const row = (id: number) =>
  world.test.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** An account whose address is not proved, such as one made before links were asked for, and its sign-in. */
async function unverified(changes: object = {}) {
  const user = await makeUser(world.test.db, { verified: false, ...changes });
  const person = client();
  await person.signIn(user);
  return { user, person };
}
const resendTo = (person: ReturnType<typeof client>) =>
  person.post<ErrorBody>('/api/auth/verify-email/resend');
const verify = (token: string) => client().post<ErrorBody>('/api/auth/verify-email', { token });
const reset = (token: string, password = NEW_PASSWORD) =>
  client().post<ErrorBody>('/api/auth/reset-password', { token, password });

async function forgot(email: string): Promise<string> {
  const before = (await world.mailsTo(email.toLowerCase())).length;
  expect((await client().post('/api/auth/forgot-password', { email })).status).toBe(202);
  const mails = await world.waitForMails(email.toLowerCase(), before + 1);
  return tokenOf(mails[before] ?? { data: null });
}

describe('the link to prove an address', () => {
  it('verifies it for whoever opens it, once', async () => {
    const { user, person } = await unverified();
    expect((await resendTo(person)).status).toBe(202);
    const [mail] = await world.mailsTo(user.email);
    expect(mail).toMatchObject({ template: 'verify-email', locale: 'en', data: { expiresInMinutes: 1440 } });
    const me = async () => (await person.get<SessionAnswer>('/api/auth/me')).body.user;
    expect((await me())?.verified).toBe(false);
    const token = await world.newestToken(user.email);
    const first = await verify(token);
    expect([first.status, first.body]).toEqual([200, { verified: true }]);
    expect((await row(user.id)).verified).toBe(true);
    // Where it was not opened, sign-ins of before end: firstVerification.db.test.ts.
    expect(await me()).toBeNull();
    const again = await verify(token);
    expect([again.status, again.body.code, Object.keys(again.body.errors ?? {})]).toEqual([
      422,
      'LINK_EXPIRED',
      ['token'],
    ]);
  });

  it('speaks the language of the page it was asked for on', async () => {
    const { user, person } = await unverified();
    person.setHeader('Accept-Language', 'de');
    await resendTo(person);
    expect((await world.mailsTo(user.email))[0]?.locale).toBe('de');
  });

  it('works for a day, and only the newest', async () => {
    const { user, person } = await unverified();
    await resendTo(person);
    const first = await world.newestToken(user.email);
    await resendTo(person);
    const second = await world.newestToken(user.email);
    expect((await verify(first)).status).toBe(422);
    world.clock.advance(24 * HOUR_MS);
    expect((await verify(second)).status).toBe(422);
    await resendTo(person);
    world.clock.advance(24 * HOUR_MS - 1);
    expect((await verify(await world.newestToken(user.email))).status).toBe(200);
  });

  it('is worth nothing for another purpose, another address, or in another form', async () => {
    const user = await makeUser(world.test.db, { verified: false });
    const token = await forgot(user.email);
    expect((await verify(token)).status).toBe(422);
    for (const bad of ['', 'short', `${token}=`, null, { $ne: '' }, 'A'.repeat(43)])
      expect((await verify(bad as string)).status).toBe(422);
    await world.test.db
      .updateTable('app_user')
      .set({ email: `moved-${user.email}` })
      .where('id', '=', user.id)
      .execute();
    expect((await reset(token)).status).toBe(422);
    expect((await row(user.id)).verified).toBe(false);
  });

  it('opens once when it is opened five times at once', async () => {
    const { user, person } = await unverified();
    await resendTo(person);
    const token = await world.newestToken(user.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });
});

describe('another link', () => {
  it('is for whoever is signed in', async () => {
    const { status, body } = await client().post<ErrorBody>('/api/auth/verify-email/resend');
    expect([status, body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
  });

  it('is not sent to an address that is verified, and the answer is the same', async () => {
    const user = await makePublisher(world.test.db);
    const person = client();
    await person.signIn(user);
    const { status, body } = await person.post('/api/auth/verify-email/resend');
    expect([status, body]).toEqual([202, { accepted: true }]);
    expect(await world.mailsTo(user.email)).toEqual([]);
  });

  it('waits longer and longer after three', async () => {
    const { user, person } = await unverified();
    for (let n = 0; n < 3; n++) expect((await resendTo(person)).status).toBe(202);
    const { status, headers } = await resendTo(person);
    expect([status, headers.get('Retry-After')]).toEqual([429, '900']);
    expect(await world.mailsTo(user.email)).toHaveLength(3);
  });
});

describe('a forgotten password', () => {
  it('is answered alike whether or not there is an account; only an account gets a mail', async () => {
    const known = await makeAdvertiser(world.test.db);
    const social = await makeUser(world.test.db, { password_hash: null });
    const people = [known.email.toUpperCase(), social.email, 'nobody@example.test'];
    const answers = [];
    for (const email of people) {
      const { status, text, headers } = await client().post('/api/auth/forgot-password', { email });
      answers.push([status, text, [...headers.keys()].sort()]);
    }
    expect(answers[0]?.slice(0, 2)).toEqual([202, '{"accepted":true}']);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await world.settled();
    expect((await world.mailsTo(known.email)).map(({ template }) => template)).toEqual(['reset-password']);
    expect(await world.mailsTo(social.email)).toHaveLength(1);
    expect(await world.mailsTo('nobody@example.test')).toEqual([]);
  });

  it('refuses what is no address', async () => {
    const { status, body } = await client().post<ErrorBody>('/api/auth/forgot-password', { email: 'me' });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['email']]);
  });

  it('waits after three tries from one address, for accounts that nobody has too', async () => {
    const { email } = await makeAdvertiser(world.test.db);
    const tries = async (target: string) => {
      const from = client(`203.0.113.${target.length}`);
      const answers = [];
      for (let n = 0; n < 4; n++) {
        const { status, headers } = await from.post('/api/auth/forgot-password', { email: target });
        answers.push([status, headers.get('Retry-After')]);
      }
      return answers;
    };
    const known = await tries(email);
    expect(known.map(([status]) => status)).toEqual([202, 202, 202, 429]);
    expect(await tries('nobody-either@example.test')).toEqual(known);
  });

  it('fills no mailbox, and the last link stays good', async () => {
    const { email } = await makeAdvertiser(world.test.db);
    for (let n = 0; n < 9; n++)
      expect((await client().post('/api/auth/forgot-password', { email })).status).toBe(202);
    await world.settled();
    expect(await world.mailsTo(email)).toHaveLength(6);
    expect((await reset(await world.newestToken(email))).status).toBe(200);
  });
});

describe('a new password by mail', () => {
  it('takes the place of the old one and ends every session', async () => {
    const user = await makeAdvertiser(world.test.db);
    const open = [client(), client()];
    for (const each of open) await each.signIn(user);
    expect((await reset(await forgot(user.email))).status).toBe(200);
    for (const each of open) expect((await each.get<SessionAnswer>('/api/auth/me')).body.user).toBeNull();
    const logIn = (password: string) => client().post('/api/auth/login', { email: user.email, password });
    expect((await logIn(user.password)).status).toBe(422);
    expect((await logIn(NEW_PASSWORD)).status).toBe(200);
    expect((await world.mailsTo(user.email)).map(({ template }) => template)).toContain('password-changed');
  });

  it('is told of in the language of the page, unless the account has one', async () => {
    const user = await makeAdvertiser(world.test.db);
    const token = await forgot(user.email);
    const from = client();
    from.setHeader('Accept-Language', 'de');
    await from.post('/api/auth/reset-password', { token, password: NEW_PASSWORD });
    const notice = (await world.mailsTo(user.email)).find(({ template }) => template === 'password-changed');
    expect(notice).toMatchObject({ locale: 'de', data: { device: 'Computer' } });
  });

  it('lists what is wrong and leaves the link as it is', async () => {
    const user = await makeAdvertiser(world.test.db);
    const token = await forgot(user.email);
    const both = await reset('no token', 'short');
    expect([both.status, Object.keys(both.body.errors ?? {}).sort()]).toEqual([422, ['password', 'token']]);
    expect((await reset(token, 'short')).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token)).body.code).toBe('LINK_EXPIRED');
  });

  it('shows that the address is the account’s, and gives one to an account without', async () => {
    const user = await makeUser(world.test.db, { password_hash: null, verified: false });
    await reset(await forgot(user.email));
    const after = await row(user.id);
    expect([after.verified, after.email_verified_at]).toEqual([true, world.clock.now()]);
    await client().signIn({ email: user.email, password: NEW_PASSWORD });
  });

  it('works for an hour', async () => {
    const user = await makeAdvertiser(world.test.db);
    const token = await forgot(user.email);
    world.clock.advance(HOUR_MS);
    expect((await reset(token)).body.code).toBe('LINK_EXPIRED');
  });

  it('is open to accounts that are not active: who they are is theirs', async () => {
    const user = await makeAdvertiser(world.test.db, { status: 'suspended' });
    expect((await reset(await forgot(user.email))).status).toBe(200);
    expect((await row(user.id)).status).toBe('suspended');
  });

  it('ends an admin’s debug sessions', async () => {
    const admin = await makeAdmin(world.test.db);
    await world.test.db
      .insertInto('debug_session')
      .values({
        admin_id: admin.id,
        token_sha256: tokenSha256('a debug token'),
        cookie_sha256: tokenSha256('a debug cookie'),
        expires_at: new Date(Date.now() + HOUR_MS),
      })
      .execute();
    await reset(await forgot(admin.email));
    const { revoked_at } = await world.test.db
      .selectFrom('debug_session')
      .select('revoked_at')
      .where('admin_id', '=', admin.id)
      .executeTakeFirstOrThrow();
    expect(revoked_at).toEqual(world.clock.now());
  });

  it('lets in one of five that come at once', async () => {
    const user = await makeAdvertiser(world.test.db);
    const token = await forgot(user.email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => reset(token, `${NEW_PASSWORD} ${n}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    const winner = answers.findIndex(({ status }) => status === 200);
    await client().signIn({ email: user.email, password: `${NEW_PASSWORD} ${winner}` });
  });
});

it('stores no secret of a link, and clears away what is long over', async () => {
  const user = await makeAdvertiser(world.test.db);
  const token = await forgot(user.email);
  const tokens = () => world.test.db.selectFrom('one_time_token').selectAll().execute();
  const rows = await tokens();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(rows.map(({ token_sha256 }) => token_sha256)).toContain(tokenSha256(token));
  world.clock.advance(49 * HOUR_MS);
  await forgot((await makeAdvertiser(world.test.db)).email);
  expect((await tokens()).filter(({ user_id }) => user_id === user.id)).toEqual([]);
});
