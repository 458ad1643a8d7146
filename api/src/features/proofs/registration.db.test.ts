import type { ErrorBody, SessionAnswer, VerifyEmailAnswer } from '@ezdash/contracts';
import { user as userSchema, verifyEmailAnswer } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { makeAdvertiser, makePublisher, makeUser, type TestClient } from '../../testing';
import { verify as verifyLedger } from '../ledger';
import { tokenSha256 } from './oneTimeTokens';
import { openProofs, type ProofsWorld } from './testProofs';

const HOUR_MS = 3_600_000;
const PASSWORD = 'a good long phrase';
const BONUS_MICROS = 50_000_000;
let world: ProofsWorld;
let addresses = 0;
beforeAll(async () => {
  world = await openProofs({ signupBonusMicros: BigInt(BONUS_MICROS) });
});
afterAll(() => world.close());

/** A browser, from an address of its own, so that no limit on one stops the next. */
function browser(address = `198.51.100.${++addresses}`): TestClient {
  const made = world.app.client();
  made.setHeader('X-Forwarded-For', address);
  return made;
}
const newcomer = (email: string, changes: object = {}) => ({
  email,
  password: PASSWORD,
  role: 'advertiser',
  company_name: 'Fern & Field',
  country: 'DE',
  terms_version: TERMS_VERSION,
  ...changes,
});
const register = (from: TestClient, email: string, changes: object = {}) =>
  from.post<ErrorBody>('/api/auth/register', newcomer(email, changes));
const resend = (from: TestClient, email: string) =>
  from.post<ErrorBody>('/api/auth/register/resend', { email });
const open = (from: TestClient, token: string, password?: string) =>
  from.post<VerifyEmailAnswer & ErrorBody>('/api/auth/verify-email', { token, password });
const me = async (who: TestClient) => (await who.get<SessionAnswer>('/api/auth/me')).body.user;
const waiting = (email: string) =>
  world.test.db.selectFrom('pending_registration').selectAll().where('email', '=', email).execute();
const accountOf = (email: string) =>
  world.test.db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirst();

/** Registers, and the secret of the mail. */
async function begin(from: TestClient, email: string, changes: object = {}): Promise<string> {
  const { status, body } = await register(from, email, changes);
  expect([status, body]).toEqual([202, { accepted: true }]);
  await world.settled();
  return world.newestToken(email.toLowerCase());
}

describe('a registration', () => {
  it('makes the account when its link is opened, signs in there, and gives the bonus of a demo network', async () => {
    const person = browser();
    const token = await begin(person, 'New@Example.test');
    expect([await accountOf('new@example.test'), await me(person)]).toEqual([undefined, null]);
    const [mail] = await world.mailsTo('new@example.test');
    expect(mail).toMatchObject({ template: 'verify-email', locale: 'en', data: { expiresInMinutes: 1440 } });

    const { status, body } = await open(person, token);
    expect(status).toBe(200);
    expect(verifyEmailAnswer.parse(body).session?.user).toMatchObject({
      email: 'new@example.test',
      role: 'advertiser',
      status: 'active',
      verified: true,
      account_type: { id: 1, name: 'Regular' },
      last_login_at: world.clock.now().toISOString(),
      balance: {
        balance: BONUS_MICROS,
        available_balance: BONUS_MICROS,
        bonus: BONUS_MICROS,
        total_spent: 0,
      },
      preferences: { theme: 'system', locale: 'en', timezone: 'UTC' },
      standing: { registration_complete: true, profile_complete: false, has_password: true },
    });
    expect(userSchema.parse(await me(person)).email).toBe('new@example.test');
    expect((await accountOf('new@example.test'))?.email_verified_at).toEqual(world.clock.now());
    expect((await verifyLedger(world.test.db)).ok).toBe(true);
    expect(person.cookies.has('ez.reg')).toBe(false);
    // The token of the answer is the new sign-in's.
    expect((await person.post('/api/auth/logout')).status).toBe(200);
    await browser().signIn({ email: 'new@example.test', password: PASSWORD });
  });

  it('gives publishers no bonus, and speaks the language of the page', async () => {
    const person = browser();
    person.setHeader('Accept-Language', 'de');
    const token = await begin(person, 'pub@example.test', { role: 'publisher' });
    expect((await world.mailsTo('pub@example.test'))[0]?.locale).toBe('de');
    const user = (await open(person, token)).body.session?.user;
    expect([user?.role, user?.balance.balance]).toEqual(['publisher', 0]);
    expect(user?.preferences.locale).toBe('de');
  });

  it('lists every wrong field at once', async () => {
    const wrong = {
      email: 'nobody',
      password: 'short',
      role: 'admin',
      company_name: ' ',
      country: 'XX',
      terms_version: '',
    };
    const { status, body } = await browser().post<ErrorBody>('/api/auth/register', wrong);
    expect([status, body.code]).toEqual([422, 'INVALID_INPUT']);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(Object.keys(wrong).sort());
    expect(body.requestId).toMatch(/^[\w-]{8,}$/);
  });

  it('wants the terms of today, and a password that is neither common nor who registers', async () => {
    const old = { terms_version: '2020-01', password: 'fernfield2026' };
    const { status, body } = await register(browser(), 'weak@example.test', old);
    expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, ['password', 'terms_version']]);
    for (const password of ['password123', 'weakling@example.test', 'adsadsadsads'])
      expect((await register(browser(), 'weakling@example.test', { password })).status).toBe(422);
    expect([...(await waiting('weak@example.test')), ...(await waiting('weakling@example.test'))]).toEqual(
      [],
    );
  });
});

describe('an address that has an account', () => {
  it('is answered like any other; its owner gets another mail, in their language', async () => {
    const owner = await makeAdvertiser(world.test.db, { locale: 'de' });
    const answers = [];
    for (const email of [owner.email.toUpperCase(), 'nobody-yet@example.test']) {
      const { status, text, headers } = await register(browser(), email);
      const [name] = headers.getSetCookie().map((cookie) => cookie.replace(/=[\w.-]{87};/, '=…;'));
      answers.push([status, text, [...headers.keys()].sort(), name?.replace(/Expires=[^;]+/, '')]);
    }
    expect(answers[0]?.slice(0, 2)).toEqual([202, '{"accepted":true}']);
    expect(answers[1]).toEqual(answers[0]);
    await world.settled();
    const [mail, ...more] = await world.mailsTo(owner.email);
    expect([mail?.template, mail?.locale, mail?.data, more]).toEqual(['already-registered', 'de', {}, []]);
    expect(await waiting(owner.email)).toEqual([]);
  });

  it('keeps its account when it got one after the mail', async () => {
    const person = browser();
    const token = await begin(person, 'meanwhile@example.test');
    const user = await makeUser(world.test.db, { email: 'meanwhile@example.test' });
    const { status, body } = await open(person, token);
    expect([status, body.code]).toEqual([422, 'LINK_EXPIRED']);
    expect((await accountOf('meanwhile@example.test'))?.id).toBe(user.id);
    expect([await me(person), await waiting('meanwhile@example.test')]).toEqual([null, []]);
  });
});

describe('the link of a registration', () => {
  it('works once, when it is opened five times at once too', async () => {
    const person = browser();
    const token = await begin(person, 'race@example.test');
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(person, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect((await open(browser(), token)).body.code).toBe('LINK_EXPIRED');
    expect((await verifyLedger(world.test.db)).ok).toBe(true);
  });

  it('works for a day', async () => {
    const person = browser();
    const token = await begin(person, 'late@example.test');
    world.clock.advance(24 * HOUR_MS);
    expect((await open(person, token)).body.code).toBe('LINK_EXPIRED');
    expect(await accountOf('late@example.test')).toBeUndefined();
  });

  it('asks for the chosen password in another browser', async () => {
    const token = await begin(browser(), 'elsewhere@example.test');
    const other = browser();
    const without = await open(other, token);
    expect([without.status, without.body.code, Object.keys(without.body.errors ?? {})]).toEqual([
      422,
      'PASSWORD_NEEDED',
      ['password'],
    ]);
    expect((await open(other, token, 'not this one')).body.code).toBe('WRONG_PASSWORD');
    expect(await accountOf('elsewhere@example.test')).toBeUndefined();
    const { status, body } = await open(other, token, PASSWORD);
    expect([status, body.session?.user?.email]).toEqual([200, 'elsewhere@example.test']);
    expect((await me(other))?.verified).toBe(true);
  });

  it('takes a cookie with another signature for another browser', async () => {
    const person = browser();
    const token = await begin(person, 'forged@example.test');
    const [value = '', signature = ''] = (person.cookies.get('ez.reg') ?? '').split('.');
    for (const forged of [value, `${value}.${'A'.repeat(43)}`, `${'A'.repeat(43)}.${signature}`, '']) {
      person.cookies.set('ez.reg', forged);
      expect((await open(person, token)).body.code).toBe('PASSWORD_NEEDED');
    }
    person.cookies.set('ez.reg', `${value}.${signature}`);
    expect((await open(person, token)).status).toBe(200);
  });

  it('takes five guesses of the password, from wherever; its own browser is not kept waiting', async () => {
    const own = browser();
    const token = await begin(own, 'guessed@example.test');
    for (let n = 0; n < 5; n++) expect((await open(browser(), token, `guess ${n}`)).status).toBe(422);
    const { status, headers } = await open(browser(), token, PASSWORD);
    expect([status, headers.get('Retry-After')]).toEqual([429, '300']);
    expect((await open(own, token)).status).toBe(200);
  });

  it('does not finish for an owner what a stranger began with their address', async () => {
    const [stranger, owner] = [browser(), browser()];
    const theirs = await begin(stranger, 'wanted@example.test', { password: 'the stranger knows this' });
    const mine = await begin(owner, 'wanted@example.test', { role: 'publisher' });
    expect((await open(owner, theirs)).body.code).toBe('PASSWORD_NEEDED');
    expect((await open(owner, mine)).body.session?.user?.role).toBe('publisher');
    // The first that is opened wins, and the others are gone.
    expect((await open(stranger, theirs)).body.code).toBe('LINK_EXPIRED');
    expect(await waiting('wanted@example.test')).toEqual([]);
  });

  it('makes one account of two that are opened at once', async () => {
    const [one, two] = [browser(), browser()];
    const first = await begin(one, 'both@example.test');
    const second = await begin(two, 'both@example.test');
    const answers = await Promise.all([open(one, first), open(two, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await waiting('both@example.test')).toEqual([]);
  });

  it('takes the place of whoever was signed in there', async () => {
    const person = browser();
    await person.signIn(await makePublisher(world.test.db));
    const token = await begin(person, 'second@example.test');
    await open(person, token);
    expect((await me(person))?.email).toBe('second@example.test');
  });
});

describe('the mail once more', () => {
  it('replaces the link, and still knows the browser', async () => {
    const person = browser();
    const first = await begin(person, 'again@example.test');
    world.clock.advance(23 * HOUR_MS);
    expect((await resend(person, 'Again@example.test')).status).toBe(202);
    await world.settled();
    const second = await world.newestToken('again@example.test');
    expect((await open(person, first)).body.code).toBe('LINK_EXPIRED');
    world.clock.advance(2 * HOUR_MS);
    expect((await open(person, second)).status).toBe(200);
  });

  it('is answered alike whatever there is', async () => {
    const { email } = await makeAdvertiser(world.test.db);
    const answers = [];
    for (const each of [email, 'nothing-waits@example.test']) {
      const { status, text, headers } = await resend(browser(), each);
      answers.push([status, text, [...headers.keys()].sort()]);
    }
    expect(answers[0]?.slice(0, 2)).toEqual([202, '{"accepted":true}']);
    expect(answers[1]).toEqual(answers[0]);
    await world.settled();
    expect((await world.mailsTo(email)).map(({ template }) => template)).toEqual(['already-registered']);
    expect(await world.mailsTo('nothing-waits@example.test')).toEqual([]);
  });

  it('waits longer and longer after three', async () => {
    const person = browser();
    for (let n = 0; n < 3; n++) expect((await resend(person, 'often@example.test')).status).toBe(202);
    const { status, headers } = await resend(person, 'often@example.test');
    expect([status, headers.get('Retry-After')]).toEqual([429, '900']);
  });
});

describe('limits', () => {
  it('stop whoever registers one address again and again, whether or not it has an account', async () => {
    const { email } = await makeAdvertiser(world.test.db);
    const tries = async (target: string) => {
      const from = browser();
      const answers = [];
      for (let n = 0; n < 6; n++) {
        const { status, headers } = await register(from, target);
        answers.push([status, headers.get('Retry-After')]);
      }
      return answers;
    };
    const known = await tries(email);
    expect(known.map(([status]) => status)).toEqual([202, 202, 202, 202, 202, 429]);
    expect(known[5]?.[1]).toBe('900');
    expect(await tries('many@example.test')).toEqual(known);
  });

  it('fill no mailbox: six mails an hour, and the answer stays the same', async () => {
    const { email } = await makeAdvertiser(world.test.db);
    for (const [each, first] of [
      [email, 6],
      ['flooded@example.test', 2],
    ] as const) {
      const from = [browser(), browser()];
      for (let n = 0; n < 8; n++) expect((await register(from[n % 2] ?? browser(), each)).status).toBe(202);
      await world.settled();
      // Beyond it each door gets what is new to it once more; who has an account does not.
      expect(await world.mailsTo(each)).toHaveLength(first === 6 ? 6 : 8);
      for (const who of from) expect((await resend(who, each)).status).toBe(202);
      await world.settled();
      expect(await world.mailsTo(each)).toHaveLength(first === 6 ? 6 : 8);
    }
  });

  it('keep nobody from signing up whose address strangers register again and again', async () => {
    const email = 'kept-out@example.test';
    for (let n = 0; n < 7; n++) expect((await register(browser(), email)).status).toBe(202);
    await world.settled();
    const owner = browser();
    const before = (await world.mailsTo(email)).length;
    const token = await begin(owner, email);
    expect(await world.mailsTo(email)).toHaveLength(before + 1);
    expect((await open(owner, token)).body.session?.user?.email).toBe(email);
  });

  it('are sixty an hour for one address', async () => {
    const from = browser();
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await register(from, `crowd${n}@example.test`)).status);
    expect([statuses.lastIndexOf(202), statuses.at(-1)]).toEqual([59, 429]);
  });
});

it('stores no secret, and clears away what waited in vain', async () => {
  const person = browser();
  const token = await begin(person, 'kept@example.test');
  const rows = JSON.stringify(await waiting('kept@example.test'));
  for (const secret of [token, PASSWORD, person.cookies.get('ez.reg') ?? 'a cookie'])
    expect(rows).not.toContain(secret);
  expect(rows).toContain(tokenSha256(token));
  world.clock.advance(24 * HOUR_MS);
  const due = await world.test.pool.query(
    `UPDATE pgboss.job SET start_after = now() WHERE name = 'proofs.registration-tidy' AND state = 'created'`,
  );
  expect(due.rowCount).toBe(1);
  await world.settled();
  expect(await waiting('kept@example.test')).toEqual([]);
});

it('sets a cookie that no script reads and no other site sends', async () => {
  const { headers } = await register(browser(), 'cookie@example.test');
  const cookie = headers.getSetCookie().find((line) => line.startsWith('ez.reg='));
  expect(cookie).toMatch(
    /^ez\.reg=[\w-]{43}\.[\w-]{43}; Max-Age=86400; Path=\/; .*HttpOnly; SameSite=Strict$/,
  );
});
