import type { Registry, TranslationsAnswer } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts';
import {
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../../testing';
import { sessionHash } from '../../realtime';
import { createTranslationsFeature } from '../../translations';
import { createWebFeature, keepShell } from '../../web';
import { publicSessionOf } from '../activation/subjects';
import { createTestRemotes, type TestRemotes } from '../testRemotes';

const NAME = 'mf-advertiser';
const HOUR_MS = 3_600_000;
const by = { actor: { kind: 'command' }, why: '' } as const;

let test: TestDb;
let clock: FakeClock;
let remotes: TestRemotes;
let app: TestApp;

beforeEach(async () => {
  test = await createTestDb();
  clock = fakeClock();
  remotes = createTestRemotes(test, { clock });
  const { scratch, shellDist } = remotes;
  for (const [version, title] of [
    ['1.0.0', 'One'],
    ['1.1.0', 'Two'],
    ['1.2.0', 'Three'],
  ] as const)
    await remotes.publish(version, { locales: { en: { title }, de: { title } } });
  await activate('1.0.0');
  const web = createWebFeature({
    kept: keepShell(shellDist, `${scratch}/kept`),
    getReleases: remotes.releasesOf,
    getBootstrap: () => ({
      config: { app_name: 'EzDash', locales: [], broadcaster: null, demo: false, demo_property_url: null },
      user: null,
      locale: 'en',
    }),
    csrfToken: () => 'token',
  });
  const translations = createTranslationsFeature({ sources: remotes.releasesOf });
  const mounts = [remotes, translations, web].flatMap((feature) => feature.mounts);
  app = await buildApp({ test, clock, mounts });
});
afterEach(async () => {
  await app.close();
  await remotes.close();
  await test.drop();
});

const activate = (version: string) => remotes.activation.activate(NAME, { version, why: '' }, by);
const canary = (version: string, percent: number) => remotes.activation.canary(NAME, version, percent, by);

const registryOf = async (client: TestClient) => (await client.get<Registry>('/remotes/registry.json')).body;
const versionOf = async (client: TestClient) => (await registryOf(client))[NAME]?.version;
async function pageOf(client: TestClient) {
  const { text, headers } = await client.request('/advertiser/campaigns/7', {
    headers: { Accept: 'text/html' },
  });
  const registry = JSON.parse(/id="registry"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? '{}') as Registry;
  return { text, headers, entry: registry[NAME] };
}
const titleOf = async (client: TestClient, query = '') => {
  const { body } = await client.get<TranslationsAnswer>(`/api/translations/en${query}`);
  return body.translations.advertiser?.title;
};
const TITLES: Readonly<Record<string, string>> = { '1.0.0': 'One', '1.1.0': 'Two', '1.2.0': 'Three' };

describe('a visitor', () => {
  it('is given no cookie while no release is being tried', async () => {
    const client = app.client();
    const { headers } = await pageOf(client);
    expect(headers.getSetCookie().join()).not.toContain('ez.variant');
    await registryOf(client);
    expect([...client.cookies.keys()].filter((name) => name.includes('variant'))).toEqual([]);
  });

  it('keeps what the first page gave: registry, texts and files are of one release', async () => {
    await canary('1.1.0', 50);
    const seen = new Set<string>();
    for (let visitor = 0; visitor < 30; visitor += 1) {
      const client = app.client();
      const { text, entry, headers } = await pageOf(client);
      expect(headers.getSetCookie().join()).toMatch(/ez\.variant=[\w-]{22}; .*HttpOnly; SameSite=Lax/);
      const version = entry?.version ?? '';
      seen.add(version);
      const addresses = [...text.matchAll(/\/remotes\/mf-advertiser\/([^/"]+)\/App\.js/g)].map(
        ([, of]) => of,
      );
      expect(new Set(addresses)).toEqual(new Set([version]));
      expect(entry?.previous?.version).toBe(version === '1.1.0' ? '1.0.0' : undefined);
      for (let call = 0; call < 2; call += 1) {
        expect(await versionOf(client)).toBe(version);
        expect(await titleOf(client)).toBe(TITLES[version]);
      }
    }
    expect([...seen].sort()).toEqual(['1.0.0', '1.1.0']);
  });

  it('of a share is given the canary, the others are not; stopped, nobody is', async () => {
    await canary('1.1.0', 99.9);
    const client = app.client();
    const { entry } = await pageOf(client);
    const given = entry?.version;
    await canary('1.1.0', 0.1);
    expect(given === '1.1.0' ? ['1.0.0', '1.1.0'] : ['1.0.0']).toContain(await versionOf(client));
    await remotes.activation.stopCanary(NAME, by);
    expect(await versionOf(client)).toBe('1.0.0');
  });

  it('has the same objects as all who get the same, also when they were gone for a while', async () => {
    const req = () =>
      ({ cookies: {}, authUser: null }) as unknown as Parameters<typeof remotes.releasesOf>[0];
    const first = await remotes.releasesOf(req());
    await activate('1.1.0');
    const second = await remotes.releasesOf(req());
    await remotes.activation.rollback(NAME, undefined, by);
    expect(await remotes.releasesOf(req())).toBe(first);
    expect(second).not.toBe(first);
  });

  it('has one release in one call, whatever becomes active meanwhile', async () => {
    const req = { cookies: {}, authUser: null } as unknown as Parameters<typeof remotes.releasesOf>[0];
    const before = await remotes.releasesOf(req);
    await activate('1.1.0');
    expect(await remotes.releasesOf(req)).toBe(before);
  });
});

describe('texts', () => {
  it('are of the releases that the page runs, also after others became active', async () => {
    const client = app.client();
    const { entry } = await pageOf(client);
    await activate('1.1.0');
    expect(await titleOf(client)).toBe('Two');
    expect(await titleOf(client, `?releases=${NAME}@${entry?.version}`)).toBe('One');
    expect(await titleOf(client, `?releases=mf-auth@3.0.0,${NAME}@1.2.0`)).toBe('Three');
  });

  it.each(['', 'nonsense', `${NAME}@9.9.9`, `${NAME}@../..`, '@,@', `${NAME}@1.0.0`.repeat(500)])(
    'of %s are those of what is given',
    async (sent) => {
      expect(await titleOf(app.client(), `?releases=${encodeURIComponent(sent)}`)).toBe('One');
    },
  );
});

describe('a pin', () => {
  const pin = (version: string, subject: { user: string } | { session: string }, until: Date | null = null) =>
    remotes.activation.pin(NAME, { version, subject, until }, by);
  async function signedIn() {
    const user = await makeAdvertiser(test.db);
    const client = app.client();
    await client.signIn(user);
    const { sid } = await test.db
      .selectFrom('session')
      .select('sid')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    return { user, client, session: publicSessionOf(sessionHash(sid)) };
  }

  it('is for one account before canary and active, and is taken away', async () => {
    const { user, client } = await signedIn();
    await canary('1.1.0', 99.9);
    const { state } = await pin('1.2.0', { user: user.email.toUpperCase() });
    expect(state.pins).toEqual([
      {
        subject: { kind: 'user', user_id: publicId('user', user.id), email: user.email },
        version: '1.2.0',
        until: null,
      },
    ]);
    expect(await registryOf(client)).toMatchObject({
      [NAME]: { version: '1.2.0', previous: { version: '1.0.0' } },
    });
    expect(await titleOf(client)).toBe('Three');
    expect((await pageOf(client)).entry?.version).toBe('1.2.0');
    expect(await versionOf(app.client())).not.toBe('1.2.0');
    const again = await remotes.activation.unpin(NAME, { user: publicId('user', user.id) }, by);
    expect(again.state.pins).toEqual([]);
    expect(await versionOf(client)).not.toBe('1.2.0');
    await expect(remotes.activation.unpin(NAME, { user: user.email }, by)).rejects.toMatchObject({
      status: 404,
      code: 'NO_SUCH_PIN',
    });
  });

  it('is for one session by the id that its owner sees, before one for the account', async () => {
    const { user, client, session } = await signedIn();
    const other = app.client();
    await other.signIn(user);
    await pin('1.1.0', { user: user.email });
    const { state } = await pin('1.2.0', { session });
    expect(state.pins.map(({ subject }) => subject)).toContainEqual({ kind: 'session', session });
    expect([await versionOf(client), await versionOf(other)]).toEqual(['1.2.0', '1.1.0']);
    const { events } = await remotes.activation.history(NAME, undefined);
    expect(events.slice(0, 2).map(({ subject }) => subject)).toEqual([session, publicId('user', user.id)]);
    await client.post('/api/auth/logout');
    await remotes.activation.unpin(NAME, { session }, by);
    expect(await versionOf(client)).toBe('1.0.0');
  });

  it('ends by itself at its time', async () => {
    const { user, client } = await signedIn();
    await pin('1.2.0', { user: user.email }, new Date(clock.nowMs() + HOUR_MS));
    expect(await versionOf(client)).toBe('1.2.0');
    clock.advance(HOUR_MS);
    expect(await versionOf(client)).toBe('1.0.0');
    expect((await remotes.activation.state(NAME)).pins).toEqual([]);
    await expect(pin('1.2.0', { user: user.email }, clock.now())).rejects.toMatchObject({ status: 422 });
  });

  it('is for nobody who is not there', async () => {
    for (const user of ['nobody@nowhere.test', publicId('user', 999_999)])
      await expect(pin('1.1.0', { user })).rejects.toMatchObject({ status: 404, code: 'NO_SUCH_ACCOUNT' });
    for (const session of ['nonsense', publicSessionOf(sessionHash('nobody'))])
      await expect(pin('1.1.0', { session })).rejects.toMatchObject({ status: 404, code: 'NO_SUCH_LOG_IN' });
  });

  it('ends with its account, which has it in its archive until then', async () => {
    const { user, client } = await signedIn();
    await pin('1.2.0', { user: user.email });
    expect((await remotes.activation.exportOf(user.id)).pins).toMatchObject([
      { remote: NAME, version: '1.2.0', event: 'pinned', until: null },
    ]);
    await test.db.transaction().execute((trx) => remotes.activation.forget(trx, user.id));
    await remotes.activation.refresh();
    expect(await versionOf(client)).toBe('1.0.0');
    const [last] = (await remotes.activation.history(NAME, undefined)).events;
    expect(last).toMatchObject({ event: 'unpinned', by: 'network', subject: publicId('user', user.id) });
  });
});

describe('a remote that nobody is given yet', () => {
  it('is given to whoever it is pinned for', async () => {
    await remotes.publish('1.0.0', {
      name: 'mf-weather',
      manifest: { name: 'mf-weather', namespace: 'weather', contractVersion: 1, pages: [], navigation: [] },
    });
    const user = await makeAdvertiser(test.db);
    const client = app.client();
    await client.signIn(user);
    const pin = { version: '1.0.0', subject: { user: user.email }, until: null };
    const { state } = await remotes.activation.pin('mf-weather', pin, by);
    expect([state.active, state.previous]).toEqual([null, null]);
    expect(Object.keys(await registryOf(client)).sort()).toEqual([NAME, 'mf-weather']);
    expect(Object.keys(await registryOf(app.client()))).toEqual([NAME]);
  });
});
