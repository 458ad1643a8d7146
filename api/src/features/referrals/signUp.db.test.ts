import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { type Insertable, sql } from 'kysely';
import { type AppUserTable, inTransaction } from '../../platform/db';
import { makeProperty, makeUser, type TestClient } from '../../testing';
import { openReferrals, type ReferralsWorld } from './testReferrals';

let world: ReferralsWorld;
beforeAll(async () => {
  world = await openReferrals();
});
afterAll(() => world.close());

const user = (given: Partial<Insertable<AppUserTable>> = {}) => makeUser(world.test.db, given);
const referralOf = async (email: string) => {
  const { rows } = await sql<{ state: string; reason: string | null; code: string; referrer_id: number }>`
    SELECT r.state, r.reason, l.code, r.referrer_id FROM referral r JOIN referral_link l ON l.id = r.link_id
    JOIN app_user u ON u.id = r.referred_id WHERE u.email = ${email}`.execute(world.test.db);
  return rows[0] ?? null;
};
const follow = (browser: TestClient, code: string) => browser.get(`/r/${code}`);
const tracesOf = async (code: string) => {
  const { rows } = await sql<{ traces: number; clicks: number }>`
    SELECT (SELECT count(*)::int4 FROM referral_trace t WHERE t.link_id = l.id) AS traces,
      coalesce((SELECT sum(clicks)::int4 FROM referral_day d WHERE d.link_id = l.id), 0)::int4 AS clicks
    FROM referral_link l WHERE l.code = ${code}`.execute(world.test.db);
  return [rows[0]?.traces, rows[0]?.clicks];
};

let people = 0;
/** Registers and opens the mailed link in the same browser; the new account's address. */
async function signUp(browser: TestClient, given: object = {}): Promise<string> {
  const email = `new-person-${++people}@arrivals.test`;
  const answer = await browser.post('/api/auth/register', {
    email,
    password: 'a good long phrase',
    role: 'advertiser',
    company_name: `Arrival ${people}`,
    country: 'DE',
    terms_version: TERMS_VERSION,
    ...given,
  });
  expect(answer.status).toBe(202);
  await world.settled();
  const opened = await browser.post('/api/auth/verify-email', { token: await world.newestToken(email) });
  expect(opened.status).toBe(200);
  return email;
}

describe('a visitor of a link', () => {
  it('is led to the registration, counted once a day, and known again when signing up', async () => {
    const referrer = await user();
    const code = await world.join(referrer);
    const browser = world.visitor();
    const answer = await follow(browser, code);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/auth/register?ref=${code}`]);
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^ez\.ref=[a-z0-9]{8}\.[\w-]{22}; Max-Age=2592000; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/,
    );
    await follow(browser, code);
    expect(await tracesOf(code)).toEqual([1, 1]);
    const email = await signUp(browser);
    expect(await referralOf(email)).toEqual({
      state: 'pending',
      reason: null,
      code,
      referrer_id: referrer.id,
    });
  });

  it('who asks not to be followed leaves nothing but the count, loses what was there, and the address says who it was', async () => {
    const code = await world.join(await user());
    for (const header of ['DNT', 'Sec-GPC']) {
      const browser = world.visitor();
      await follow(browser, code);
      browser.setHeader(header, '1');
      const answer = await follow(browser, code);
      expect(answer.headers.get('location')).toBe(`/auth/register?ref=${code}`);
      expect(browser.cookies.has('ez.ref')).toBe(false);
    }
    expect(await tracesOf(code)).toEqual([2, 4]);
    expect(await referralOf(await signUp(world.visitor(), { referral_code: code }))).toMatchObject({ code });
  });

  it('that is a robot, looks ahead or asks for the head alone is led on and counts nothing', async () => {
    const code = await world.join(await user());
    const robot = world.visitor();
    robot.setHeader('User-Agent', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
    const early = world.visitor();
    early.setHeader('Sec-Purpose', 'prefetch;prerender');
    for (const browser of [robot, early]) {
      expect((await follow(browser, code)).headers.get('location')).toBe(`/auth/register?ref=${code}`);
      expect(browser.cookies.size).toBe(0);
    }
    expect((await world.visitor().request(`/r/${code}`, { method: 'HEAD' })).status).toBe(302);
    expect(await tracesOf(code)).toEqual([0, 0]);
  });

  it('of a link that is archived, or none, comes to the welcome page', async () => {
    const referrer = await user();
    await world.join(referrer);
    const link = await world.referrals.links.create(referrer.id, 'Old');
    await world.referrals.links.archive(referrer.id, link.id);
    const suspended = await user();
    const ofSuspended = await world.join(suspended);
    await sql`UPDATE app_user SET status = 'suspended' WHERE id = ${suspended.id}`.execute(world.test.db);
    for (const code of [link.code, ofSuspended, 'zzzzzzz9', 'nonsense-code']) {
      const answer = await follow(world.visitor(), code);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await referralOf(await signUp(world.visitor(), { referral_code: link.code }))).toBeNull();
  });

  it('sees a banner in their language, also on other sites', async () => {
    const code = await world.join(await user());
    const answer = await world.visitor().get(`/r/${code}/300x250.svg?lang=de`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(answer.text).toContain('Registrieren');
    expect((await world.visitor().get(`/r/${code}/1x1.svg`)).status).toBe(404);
  });
});

describe('whose the sign-up is', () => {
  it('is who was clicked last', async () => {
    const [first, second] = [await world.join(await user()), await world.join(await user())];
    const browser = world.visitor();
    await follow(browser, first);
    await follow(browser, second);
    expect(await referralOf(await signUp(browser))).toMatchObject({ code: second });
    const other = world.visitor();
    await follow(other, second);
    expect(await referralOf(await signUp(other, { referral_code: first }))).toMatchObject({ code: first });
  });

  it('is nobody’s without a link, and never changes after it', async () => {
    const code = await world.join(await user());
    const browser = world.visitor();
    const email = await signUp(browser);
    expect(await referralOf(email)).toBeNull();
    await follow(browser, code);
    await browser.post('/api/auth/complete-registration', {
      role: 'advertiser',
      company_name: 'Again',
      country: 'DE',
      terms_version: TERMS_VERSION,
      referral_code: code,
    });
    expect(await referralOf(email)).toBeNull();
  });

  it('is known also of who came in with an account elsewhere, when the registration is complete', async () => {
    const code = await world.join(await user());
    const person = await user({ terms_version: null, status: 'pending' });
    const browser = await world.signedIn(person);
    const complete = () =>
      browser.post('/api/auth/complete-registration', {
        role: 'publisher',
        company_name: 'Came from elsewhere',
        country: 'DE',
        terms_version: TERMS_VERSION,
        referral_code: code,
      });
    expect((await complete()).status).toBe(200);
    expect(await referralOf(person.email)).toMatchObject({ state: 'pending', code });
    expect((await complete()).status).toBe(409);
  });

  it('is noted once, however often it is tried', async () => {
    const { referrer, referred, referralId } = await world.bring();
    expect((await world.bring({ referrer, referred })).referralId).toBe(referralId);
    const { rows } = await sql<{ sign_ups: number }>`
      SELECT sum(d.sign_ups)::int4 AS sign_ups FROM referral_day d JOIN referral_link l ON l.id = d.link_id
      WHERE l.owner_id = ${referrer.id}`.execute(world.test.db);
    expect(rows).toEqual([{ sign_ups: 1 }]);
  });
});

describe('nobody brings themselves', () => {
  const card = (userId: number) =>
    sql`INSERT INTO payment_method (user_id, kind, gateway, token_sealed, brand, last4, is_default, created_at)
      VALUES (${userId}, 'bank_account', 'sandbox', 'x', 'Test bank', '3000', true, now())`.execute(
      world.test.db,
    );
  const link = (userId: number, email: string) =>
    sql`INSERT INTO social_identity (user_id, provider, subject, email, linked_at)
      VALUES (${userId}, 'acme', ${email}, ${email}, now())`.execute(world.test.db);
  const site = (userId: number, domain: string) =>
    makeProperty(world.test.db, { publisher_id: userId, domain, state: 'verified' });
  type Person = Awaited<ReturnType<typeof user>>;

  it.each<[string, () => Promise<{ referrer: Person; referred: Person; sameDevice?: boolean }>]>([
    [
      'same-account',
      async () => {
        const [referrer, referred] = [await user(), await user()];
        await link(referrer.id, referred.email);
        return { referrer, referred };
      },
    ],
    [
      'same-email',
      async () => ({
        referrer: await user({ email: 'some.body@gmail.com' }),
        referred: await user({ email: 'somebody+ads@googlemail.com' }),
      }),
    ],
    [
      'same-domain',
      async () => {
        const referrer = await user({ role: 'publisher' });
        await site(referrer.id, 'www.own-site.test');
        return { referrer, referred: await user({ email: 'me@own-site.test' }) };
      },
    ],
    [
      'same-payment',
      async () => {
        const [referrer, referred] = [await user({ role: 'publisher' }), await user({ role: 'publisher' })];
        await card(referrer.id);
        await card(referred.id);
        return { referrer, referred };
      },
    ],
    [
      'same-company',
      async () => ({
        referrer: await user({ tax_id: 'DE 123 456 789' }),
        referred: await user({ tax_id: 'DE123456789' }),
      }),
    ],
    ['same-device', async () => ({ referrer: await user(), referred: await user(), sameDevice: true })],
  ])('%s', async (reason, make) => {
    const { referralId } = await world.bring(await make());
    expect(await world.rowOf(referralId)).toEqual({ state: 'refused', reason, rules_met: [reason] });
  });

  it('a site that is not shown to be somebody’s says nothing', async () => {
    const referrer = await user({ role: 'publisher' });
    await makeProperty(world.test.db, {
      publisher_id: referrer.id,
      domain: 'claimed.test',
      state: 'pending',
    });
    const { referralId } = await world.bring({ referrer, referred: await user({ email: 'a@claimed.test' }) });
    expect(await world.rowOf(referralId)).toMatchObject({ state: 'pending' });
  });

  it('the browser that shared the link is known again, signed out or not, and in no answer', async () => {
    const referrer = await user();
    const code = await world.join(referrer);
    const browser = await world.signedIn(referrer);
    await browser.get('/api/referrals');
    await browser.post('/api/auth/logout');
    const email = await signUp(browser, { referral_code: code });
    expect(await referralOf(email)).toMatchObject({ state: 'refused', reason: 'same-device' });
    const me = await browser.get('/api/auth/me');
    expect(me.text).not.toMatch(/same-device|refused/);
  });

  it('a cookie that somebody wrote themselves names no account', async () => {
    const referrer = await user();
    const code = await world.join(referrer);
    const browser = world.visitor();
    browser.cookies.set('ez.ref-own', `${referrer.id}.${'x'.repeat(43)}`);
    const email = await signUp(browser, { referral_code: code });
    expect(await referralOf(email)).toMatchObject({ state: 'pending' });
  });

  it('an account that is gone brings nobody, also of those who registered before', async () => {
    const referrer = await user();
    const code = await world.join(referrer);
    const { rows } = await sql<{ id: number }>`SELECT id FROM referral_link WHERE code = ${code}`.execute(
      world.test.db,
    );
    await sql`UPDATE app_user SET deleted_at = now(), status = 'suspended', password_hash = NULL
      WHERE id = ${referrer.id}`.execute(world.test.db);
    const late = await user();
    await inTransaction(world.test.db, (trx) =>
      world.referrals.signUps.note(trx, { linkId: rows[0]?.id ?? 0, sameDevice: false }, late),
    );
    expect(await referralOf(late.email)).toBeNull();
  });
});
