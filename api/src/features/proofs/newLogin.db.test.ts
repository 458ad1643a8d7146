import { makeAdvertiser } from '../../testing';
import { openProofs, type ProofsWorld } from './testProofs';

const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
let world: ProofsWorld;
let unwanted: number | null = null;
const told: unknown[] = [];
beforeAll(async () => {
  world = await openProofs({
    wantsNotice: async (_db, userId) => userId !== unwanted,
    onNewLogin: async (trx, login) => {
      expect(trx.isTransaction).toBe(true);
      told.push(login);
    },
  });
});
afterAll(() => world.close());

async function signIn(
  user: { email: string; password: string },
  userAgent: string,
  address = '198.51.100.1',
): Promise<void> {
  const client = world.app.client();
  client.setHeader('User-Agent', userAgent);
  client.setHeader('X-Forwarded-For', address);
  await client.signIn(user);
}
const notices = async (email: string) =>
  (await world.mailsTo(email)).filter(({ template }) => template === 'new-login');

it('tells the owner of another browser, not of the first, nor of a newer version, nor twice', async () => {
  const user = await makeAdvertiser(world.test.db, { locale: 'de', timezone: 'Europe/Berlin' });
  await signIn(user, firefox(145));
  await signIn(user, firefox(146));
  expect(await notices(user.email)).toEqual([]);
  await signIn(user, CHROME);
  await signIn(user, CHROME);
  const [notice, ...more] = await notices(user.email);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    locale: 'de',
    data: {
      device: 'Chrome 142, Windows',
      place: null,
      signedInAt: world.clock.now().toISOString(),
      timeZone: 'Europe/Berlin',
    },
  });
});

it('tells of another country, in the reader’s words', async () => {
  const user = await makeAdvertiser(world.test.db, { locale: 'de' });
  await signIn(user, CHROME);
  await signIn(user, CHROME, '192.0.2.9');
  expect((await notices(user.email))[0]?.data).toMatchObject({ place: 'Deutschland' });
});

it('says nothing to whoever does not want it, and knows the browser from then on', async () => {
  const user = await makeAdvertiser(world.test.db);
  await signIn(user, firefox(145));
  unwanted = user.id;
  told.length = 0;
  await signIn(user, CHROME);
  unwanted = null;
  await signIn(user, CHROME);
  expect(await notices(user.email)).toEqual([]);
  // There are other ways to be told.
  expect(told).toEqual([
    { userId: user.id, device: 'Chrome 142, Windows', country: null, at: world.clock.now() },
  ]);
});

it('notes when the account was last signed in to', async () => {
  const user = await makeAdvertiser(world.test.db);
  const last = async () =>
    await world.test.db
      .selectFrom('app_user')
      .select(['last_login_at', 'updated_at'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
  expect((await last()).last_login_at).toBeNull();
  await signIn(user, CHROME);
  world.clock.advance(60_000);
  await signIn(user, CHROME);
  expect(await last()).toEqual({ last_login_at: world.clock.now(), updated_at: user.updated_at });
});

it('keeps no address', async () => {
  const rows = await world.test.db.selectFrom('known_visitor').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/198\.51|192\.0/);
});
