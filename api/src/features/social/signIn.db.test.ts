import type { ErrorBody, SessionAnswer, SocialProviderList, User } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { makeAdvertiser, makeUser } from '../../testing';
import { tokenSha256 } from '../proofs/oneTimeTokens';
import { type Browser, openSocial, type SocialWorld } from './testSocial';

const START = '/auth/social/acme/start';
const PASSWORD = 'a long enough phrase for Ines 7!';
const people = [
  { sub: 'ines', email: 'Ines@people.test', name: 'Ines Vidal' },
  { sub: 'taken', email: 'taken@people.test' },
  { sub: 'twice', email: 'twice@people.test' },
  { sub: 'second', email: 'second@people.test' },
  { sub: 'susi', email: 'susi@people.test' },
  { sub: 'loose', email: 'loose@people.test', emailVerified: false },
  { sub: 'loose-taken', email: 'loose-taken@people.test', emailVerified: false },
  { sub: 'mallory', email: 'wanted@people.test', emailVerified: false },
  { sub: 'open', email: 'open@people.test' },
  { sub: 'nobody', email: 'nobody' },
  { sub: 'german', email: 'german@people.test' },
  { sub: 'no', email: 'no@people.test' },
];
let world: SocialWorld;
/** What the app's clock is ahead of the provider's by. */
let aheadMs = 0;
const withFactors = new Set<number>();
beforeAll(async () => {
  world = await openSocial({
    people,
    clock: { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs },
    secondFactorsOf: async (userId) => (withFactors.has(userId) ? ['totp'] : []),
  });
});
afterAll(() => world.close());

const me = async ({ client }: Browser) => (await client.get<SessionAnswer>('/api/auth/me')).body.user;
const usersOf = (email: string) =>
  world.test.db.selectFrom('app_user').selectAll().where('email', '=', email).execute();

it('names the providers to everybody', async () => {
  const { status, body } = await world.app.client().get<SocialProviderList>('/api/auth/social');
  expect([status, body]).toEqual([200, { providers: [{ id: 'acme', name: 'Acme' }] }]);
});

it('makes an account, completes it, and signs in to it the second time', async () => {
  const first = world.browser();
  expect(await first.go(`${START}?next=/reports`, { as: 'ines@people.test' })).toBe(
    '/auth/complete-registration?next=%2Freports',
  );
  const made = await me(first);
  expect(made).toMatchObject({ email: 'ines@people.test', username: 'Ines Vidal', verified: true });
  expect(made).toMatchObject({ status: 'pending', role: 'advertiser' });
  expect(made?.standing).toMatchObject({ registration_complete: false, has_password: false });
  const [row] = await usersOf('ines@people.test');
  expect(row).toMatchObject({
    password_hash: null,
    terms_version: null,
    email_verified_at: expect.any(Date),
  });

  const answers = { role: 'publisher', company_name: 'Fern', country: 'DE', terms_version: TERMS_VERSION };
  const completed = await first.client.post<User>('/api/auth/complete-registration', answers);
  expect([completed.status, completed.body.status, completed.body.role]).toEqual([
    200,
    'active',
    'publisher',
  ]);
  expect((await first.client.post('/api/settings/set-password', { password: PASSWORD })).status).toBe(200);

  const second = world.browser();
  expect(await second.go(START, { as: 'ines@people.test' })).toBe('/auth/login');
  expect((await me(second))?.id).toBe(made?.id);
  expect(await second.go(`${START}?next=/reports%3Fa=1`, { as: 'ines@people.test' })).toBe(
    '/auth/login?next=%2Freports%3Fa%3D1',
  );
  expect(await usersOf('ines@people.test')).toHaveLength(1);
});

it('begins by a press on our own pages, never by a link or a picture of somebody else’s', async () => {
  const browser = world.browser();
  browser.client.setHeader('Sec-Fetch-Site', 'cross-site');
  expect(await browser.open(`${START}?next=/reports`)).toBe('/auth/login?next=%2Freports');
});

it('leads to no other site afterwards', async () => {
  const browser = world.browser();
  const to = await browser.go(`${START}?next=//evil.test`, { as: 'ines@people.test' });
  expect(to).toBe('/auth/login');
});

it('never links an address that has an account', async () => {
  const user = await makeAdvertiser(world.test.db, { email: 'taken@people.test' });
  const browser = world.browser();
  expect(await browser.go(`${START}?next=/reports`, { as: 'taken@people.test' })).toBe(
    '/auth/login?social=email_taken&provider=acme&next=%2Freports',
  );
  expect(await me(browser)).toBeNull();
  expect(await world.social.service.connectionsOf(user.id)).toBe(0);
});

it('makes one account of two visits that come back at once', async () => {
  const browsers = Array.from({ length: 4 }, () => world.browser());
  const callbacks: string[] = [];
  for (const browser of browsers) callbacks.push(await browser.visit(START, { as: 'twice@people.test' }));
  const ends = await Promise.all(browsers.map((browser, index) => browser.open(callbacks[index] ?? '')));
  expect(new Set(ends)).toEqual(new Set(['/auth/complete-registration']));
  expect(await usersOf('twice@people.test')).toHaveLength(1);
  expect(new Set(await Promise.all(browsers.map(async (browser) => (await me(browser))?.id))).size).toBe(1);
});

it('waits for the second factor', async () => {
  await world.browser().go(START, { as: 'second@people.test' });
  const [user] = await usersOf('second@people.test');
  withFactors.add(user?.id ?? 0);
  const browser = world.browser();
  expect(await browser.go(`${START}?next=/reports`, { as: 'second@people.test' })).toBe(
    '/auth/login?step=second-factor&next=%2Freports',
  );
  expect(await me(browser)).toBeNull();
});

it('lets a suspended account in to see why, as the password does', async () => {
  await world.browser().go(START, { as: 'susi@people.test' });
  await world.test.db
    .updateTable('app_user')
    .set({ status: 'suspended', terms_version: TERMS_VERSION })
    .where('email', '=', 'susi@people.test')
    .execute();
  const browser = world.browser();
  expect(await browser.go(START, { as: 'susi@people.test' })).toBe('/auth/status');
  expect((await me(browser))?.status).toBe('suspended');
});

it('makes no account for an address that was not verified, and does not tell whether there is one', async () => {
  await makeAdvertiser(world.test.db, { email: 'loose-taken@people.test' });
  for (const as of ['loose@people.test', 'loose-taken@people.test']) {
    const browser = world.browser();
    expect(await browser.go(`${START}?next=/reports`, { as })).toBe(
      '/auth/login?social=email_unverified&provider=acme&next=%2Freports',
    );
    expect(await me(browser)).toBeNull();
  }
  expect(await usersOf('loose@people.test')).toEqual([]);
  expect(await world.browser().go(START, { as: 'nobody' })).toBe('/auth/login?social=failed&provider=acme');
});

it('speaks the language of the page that the account was made on', async () => {
  const browser = world.browser();
  browser.client.setHeader('Accept-Language', 'de-AT,de;q=0.9');
  await browser.go(START, { as: 'german@people.test' });
  expect((await usersOf('german@people.test'))[0]?.locale).toBe('de');
});

it('lets nobody stay in an account whose owner shows for the first time that the address is theirs', async () => {
  const { db } = world.test;
  // As one was made when addresses of providers were believed unseen.
  const { id } = await makeUser(db, { email: 'wanted@people.test', verified: false, password_hash: null });
  await db
    .insertInto('social_identity')
    .values({ user_id: id, provider: 'acme', subject: 'mallory', linked_at: new Date() })
    .execute();
  const mallory = world.browser();
  await mallory.go(START, { as: 'wanted@people.test' });
  expect((await me(mallory))?.id).toBe(id);

  const token = 't'.repeat(43);
  const sent = { created_at: new Date(), expires_at: new Date(Date.now() + 3_600_000) };
  await db
    .insertInto('one_time_token')
    .values({
      ...{ purpose: 'reset-password', user_id: id, email: 'wanted@people.test' },
      ...{ token_sha256: tokenSha256(token), ...sent },
    })
    .execute();
  const owner = world.browser().client;
  expect((await owner.post('/api/auth/reset-password', { token, password: PASSWORD })).status).toBe(200);

  expect(await me(mallory)).toBeNull();
  expect(await mallory.go(START, { as: 'wanted@people.test' })).toBe(
    '/auth/login?social=email_unverified&provider=acme',
  );
  expect(await me(mallory)).toBeNull();
  expect(await world.social.service.connectionsOf(id)).toBe(0);
});

it('is a proof only for who has just shown there who they are', async () => {
  const browser = world.browser();
  await browser.go(START, { as: 'open@people.test' });
  const answers = { role: 'advertiser', company_name: 'Open', country: 'DE', terms_version: TERMS_VERSION };
  await browser.client.post('/api/auth/complete-registration', answers);
  // Somebody else at the same computer, later: the provider still knows the person and asks for nothing.
  aheadMs = 10 * 60_000;
  expect(await browser.go(START, { as: 'nobody types anything' })).toBe('/auth/login');
  aheadMs = 0;
  await me(browser);
  const set = () => browser.client.post<ErrorBody>('/api/settings/set-password', { password: PASSWORD });
  const refused = await set();
  expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  const confirm = '/auth/social/acme/start?intent=confirm';
  expect(await browser.go(confirm, { as: 'open@people.test' })).toContain('social=confirmed');
  await me(browser);
  expect((await set()).status).toBe(200);
});

it.each(['login', 'consent'] as const)(
  'comes back without anybody when the %s is cancelled',
  async (cancelAt) => {
    const browser = world.browser();
    expect(await browser.go(`${START}?next=/reports`, { as: 'no@people.test', cancelAt })).toBe(
      '/auth/login?social=cancelled&provider=acme&next=%2Freports',
    );
    expect(await me(browser)).toBeNull();
  },
);

it('leaves other addresses to the pages', async () => {
  const client = world.app.client();
  for (const path of [
    '/auth/social/other/start',
    '/auth/social/other/callback',
    '/auth/social/acme',
    '/auth/login',
  ])
    expect((await client.get(path)).status).toBe(404);
});
