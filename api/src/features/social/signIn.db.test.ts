import type { SessionAnswer, SocialProviderList, User } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { makeAdvertiser } from '../../testing';
import { type Browser, openSocial, type SocialWorld } from './testSocial';

jest.setTimeout(60_000);

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
  { sub: 'nobody', email: 'nobody' },
  { sub: 'no', email: 'no@people.test' },
];
let world: SocialWorld;
const withFactors = new Set<number>();
const unverified: number[] = [];
beforeAll(async () => {
  world = await openSocial({
    people,
    secondFactorsOf: async (userId) => (withFactors.has(userId) ? ['totp'] : []),
    onUnverified: async (userId) => unverified.push(userId),
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
  expect(await second.go(START, { as: 'ines@people.test' })).toBe('/publisher/dashboard');
  expect((await me(second))?.id).toBe(made?.id);
  expect(await second.go(`${START}?next=/reports%3Fa=1`, { as: 'ines@people.test' })).toBe('/reports?a=1');
  expect(await usersOf('ines@people.test')).toHaveLength(1);
});

it('leads to no other site afterwards', async () => {
  const browser = world.browser();
  const to = await browser.go(`${START}?next=//evil.test`, { as: 'ines@people.test' });
  expect(to).toBe('/publisher/dashboard');
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

it('believes an address that was not verified only as far as nobody else has it', async () => {
  const browser = world.browser();
  expect(await browser.go(START, { as: 'loose@people.test' })).toBe('/auth/complete-registration');
  const user = await me(browser);
  expect(user?.verified).toBe(false);
  expect(unverified).toEqual([user?.id]);
  const [row] = await usersOf('loose@people.test');
  expect(row?.email_verified_at).toBeNull();

  await makeAdvertiser(world.test.db, { email: 'loose-taken@people.test' });
  const failed = '/auth/login?social=failed&provider=acme';
  expect(await world.browser().go(START, { as: 'loose-taken@people.test' })).toBe(failed);
  expect(await world.browser().go(START, { as: 'nobody' })).toBe(failed);
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
