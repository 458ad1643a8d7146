import { rmSync } from 'node:fs';
import path from 'node:path';
import {
  type ErrorBody,
  type OverrideLink,
  type OverrideLinkRequest,
  overrideLink,
  type Registry,
  type TranslationsAnswer,
} from '@ezdash/contracts';
import { ForbiddenError } from '../../../platform/errors';
import { silentLog as log } from '../../../platform/log';
import {
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../../testing';
import { createTranslationsFeature } from '../../translations';
import { createWebFeature, keepShell } from '../../web';
import { makeRelease } from '../testReleases';
import { createTestRemotes, type TestRemotes } from '../testRemotes';
import { createTokensService } from '../tokens/tokens.service';

const NAME = 'mf-advertiser';
const HOUR_MS = 3_600_000;
const APP_URL = 'http://localhost:8080';
let test: TestDb;
let clock: FakeClock;

/** One environment: the server, and what its people hold. */
interface House {
  remotes: TestRemotes;
  app: TestApp;
  team: TestClient;
  otherTeam: TestClient;
}
let house: House;
const houses: House[] = [];

async function openHouse(change: Parameters<typeof createTestRemotes>[1] = {}): Promise<House> {
  const remotes = createTestRemotes(test, { clock, ...change });
  await remotes.activation.publishBuilds([remotes.dist()]);
  const web = createWebFeature({
    kept: keepShell(remotes.shellDist, remotes.scratch),
    getReleases: remotes.releasesOf,
    getBootstrap: () => ({
      config: { app_name: 'EzDash', locales: [], broadcaster: null, demo: false, demo_property_url: null },
      user: null,
      locale: 'en',
    }),
    csrfToken: () => 'token',
  });
  const translations = createTranslationsFeature({ sources: remotes.releasesOf });
  const mounts = [remotes.debugTool, remotes, translations, web].flatMap((feature) => feature.mounts);
  const app = await buildApp({ test, clock, mounts });
  const tokens = createTokensService({ db: test.db, clock, log });
  const clientOf = async (remote: string) => {
    const input = { remote, label: remote, days: 7 };
    const { secret } = await tokens.make(input, { kind: 'command' });
    const client = app.client();
    client.setHeader('Authorization', `Bearer ${secret}`);
    return client;
  };
  const made = { remotes, app, team: await clientOf(NAME), otherTeam: await clientOf('mf-auth') };
  houses.push(made);
  return made;
}

beforeEach(async () => {
  test = await createTestDb();
  clock = fakeClock();
  house = await openHouse();
  await house.remotes.publish('1.1.0', { locales: { en: { title: 'Second' }, de: { title: 'Zweite' } } });
});
afterEach(async () => {
  for (const { app, remotes } of houses.splice(0)) {
    await app.close();
    await remotes.close();
  }
  await test.drop();
});

const ask = (client: TestClient, body: OverrideLinkRequest, remote = NAME) =>
  client.post<OverrideLink & ErrorBody>(`/api/releases/${remote}/override-links`, body);
async function linkTo(body: OverrideLinkRequest): Promise<string> {
  const { status, body: answer } = await ask(house.team, body);
  expect(status).toBe(201);
  return overrideLink.parse(answer).url;
}
const pathOf = (url: string) => url.slice(APP_URL.length);
const registryOf = async (client: TestClient) =>
  (await client.get<Registry>('/remotes/registry.json')).body as Required<Registry>;
const versionOf = async (client: TestClient) => (await registryOf(client))[NAME]?.version;
const localBuild = (change: Parameters<typeof makeRelease>[0] = {}) => ({
  origin: 'http://localhost:8090',
  release: JSON.parse(JSON.stringify(makeRelease({ version: '0.0.0-dev.1', ...change }))) as unknown,
});

describe('a link to a published release', () => {
  it('gives it to the browser that opens it: page, registry and texts, and to nobody else', async () => {
    const browser = house.app.client();
    const { status, headers } = await browser.request(pathOf(await linkTo({ version: '1.1.0' })));
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([303, '/', 'no-store']);
    expect((await registryOf(browser))[NAME]).toMatchObject({
      version: '1.1.0',
      entry: `/remotes/${NAME}/1.1.0/remoteEntry.js`,
      override: true,
      previous: { version: '1.0.0' },
    });
    const texts = await browser.get<TranslationsAnswer>('/api/translations/de');
    expect(texts.body.translations.advertiser).toEqual({ title: 'Zweite' });
    const { text } = await browser.request('/', { headers: { Accept: 'text/html' } });
    expect(text).toContain('"version":"1.1.0"');
    const other = (await registryOf(house.app.client()))[NAME];
    expect([other?.version, other?.override]).toEqual(['1.0.0', undefined]);
  });

  it('leads to its first page that the person may open', async () => {
    const access = { roles: ['advertiser' as const] };
    const page = { id: 'plan', path: '/advertiser/plan', titleKey: 'advertiser:plan', access, built: true };
    const manifest = { ...makeRelease().manifest, pages: [page] };
    await house.remotes.publish('1.2.0', { manifest });
    const link = pathOf(await linkTo({ version: '1.2.0' }));
    const leadsTo = async (client: TestClient) => (await client.request(link)).headers.get('location');
    const visitor = house.app.client();
    expect(await leadsTo(visitor)).toBe('/');
    await visitor.signIn(await makePublisher(test.db));
    expect(await leadsTo(visitor)).toBe('/');
    const advertiser = house.app.client();
    await advertiser.signIn(await makeAdvertiser(test.db));
    expect(await leadsTo(advertiser)).toBe('/advertiser/plan');
  });

  it('is good for as long as it says, then everybody’s release is back', async () => {
    const browser = house.app.client();
    const { body } = await ask(house.team, { version: '1.1.0', minutes: 120 });
    expect(body.ends_at).toBe(new Date(clock.nowMs() + 2 * HOUR_MS).toISOString());
    await browser.request(pathOf(body.url));
    clock.advance(2 * HOUR_MS - 1);
    expect(await versionOf(browser)).toBe('1.1.0');
    clock.advance(1);
    expect(await versionOf(browser)).toBe('1.0.0');
    const late = await browser.request(pathOf(body.url), { headers: { 'Accept-Language': 'de' } });
    expect(late.status).toBe(410);
    expect(late.text).toContain('Dieser Link bewirkt nichts');
    expect(late.text).toContain('Seine Zeit ist abgelaufen');
  });

  it('can be ended in the browser', async () => {
    const browser = house.app.client();
    await browser.request(pathOf(await linkTo({ version: '1.1.0' })));
    const { status, headers } = await browser.request('/remotes/override?off');
    expect([status, headers.get('location')]).toEqual([303, '/']);
    expect(await versionOf(browser)).toBe('1.0.0');
  });

  it('does nothing in another environment, and says so', async () => {
    const url = await linkTo({ version: '1.1.0' });
    const elsewhere = await openHouse({ appUrl: 'https://ads.test' });
    const browser = elsewhere.app.client();
    const answer = await browser.request(pathOf(url));
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
    expect(answer.text).toContain('It was made for another environment');
    expect(await versionOf(browser)).toBe('1.0.0');
  });

  it.each([
    ['changed', (url: string) => `${url.slice(0, -2)}${url.endsWith('AA') ? 'BB' : 'AA'}`],
    ['cut', (url: string) => url.slice(0, -5)],
    ['without what it opens', () => `${APP_URL}/remotes/override`],
  ])('does nothing when it was %s, and says so', async (_name, change) => {
    const browser = house.app.client();
    const { status, text } = await browser.request(pathOf(change(await linkTo({ version: '1.1.0' }))));
    expect(status).toBe(400);
    expect(text).toContain('It is incomplete or was not made here');
    expect(await versionOf(browser)).toBe('1.0.0');
  });

  it('is only one of the list that fits, and only of the token’s own remote', async () => {
    await house.remotes.publish('2.0.0', { pluginVersion: '3.0.0' });
    const answers = await Promise.all([
      ask(house.team, { version: '9.9.9' }),
      ask(house.team, { version: '2.0.0' }),
      ask(house.otherTeam, { version: '1.1.0' }),
      ask(house.app.client(), { version: '1.1.0' }),
      ask(house.team, { version: '../../secrets' }),
      ask(house.team, {}),
      ask(house.team, { version: '1.1.0', local: localBuild() }),
      ask(house.team, { version: '1.1.0', minutes: 100_000 }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'NO_SUCH_RELEASE'],
      [409, 'RELEASE_DOES_NOT_FIT'],
      [404, 'NO_SUCH_REMOTE'],
      [401, 'TOKEN_REQUIRED'],
      ...Array(4).fill([422, 'INVALID_INPUT']),
    ]);
  });

  it('is none of a release that shows the shell’s pages, or another remote’s: a link gives no more than a deploy', async () => {
    const { manifest } = makeRelease();
    const pages = manifest.pages.map((page, index) => (index === 0 ? { ...page, path: '/help' } : page));
    await house.remotes.publish('3.0.0', { manifest: { ...manifest, pages } });
    const local = localBuild({ manifest: { ...manifest, pages } });
    for (const body of [{ version: '3.0.0' }, { local }])
      expect(await ask(house.team, body)).toMatchObject({
        status: 409,
        body: {
          code: 'RELEASE_DOES_NOT_FIT',
          message: 'This release cannot run: /help is an address of the shell: /help',
        },
      });
  });

  it('leaves the active release in place when it has gone since', async () => {
    const browser = house.app.client();
    await browser.request(pathOf(await linkTo({ version: '1.1.0' })));
    rmSync(path.join(house.remotes.scratch, 'remotes', NAME, '1.1.0'), { recursive: true });
    expect(await versionOf(browser)).toBe('1.0.0');
  });
});

describe('a link to a build on somebody’s own machine', () => {
  it('gives it by its hashes from there, with a policy that lets its sheets in', async () => {
    const browser = house.app.client();
    await browser.request(pathOf(await linkTo({ local: localBuild() })));
    const entry = (await registryOf(browser))[NAME];
    const address = `http://localhost:8090/remotes/${NAME}/0.0.0-dev.1`;
    expect(entry).toMatchObject({
      version: '0.0.0-dev.1',
      entry: `${address}/remoteEntry.js`,
      integrity: makeRelease().files['remoteEntry.js']?.integrity,
      override: true,
      previous: { version: '1.0.0', entry: `/remotes/${NAME}/1.0.0/remoteEntry.js` },
    });
    expect(entry?.preload.App?.map(({ href }) => href)).toEqual([
      `${address}/remoteEntry.js`,
      `${address}/App.js`,
      `${address}/App.css`,
      '/assets/shell/data.js',
    ]);
    const policyOf = async (client: TestClient) =>
      (await client.request('/', { headers: { Accept: 'text/html' } })).headers.get(
        'content-security-policy',
      );
    expect(await policyOf(browser)).toMatch(/style-src 'self' 'nonce-[^']+' http:\/\/localhost:8090;/);
    expect(await policyOf(house.app.client())).not.toContain('8090');
  });

  it.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via', 'CF-Ray'])(
    'S3: is neither made nor given behind an intermediary that sends %s',
    async (name) => {
      const browser = house.app.client();
      await browser.request(pathOf(await linkTo({ local: localBuild() })));
      expect(await versionOf(browser)).toBe('0.0.0-dev.1');
      browser.setHeader(name, '127.0.0.1');
      expect(await versionOf(browser)).toBe('1.0.0');
      house.team.setHeader(name, '127.0.0.1');
      const { status, body } = await ask(house.team, { local: localBuild() });
      expect([status, body.code]).toEqual([409, 'NO_LOCAL_BUILDS']);
      expect((await ask(house.team, { version: '1.1.0' })).status).toBe(201);
    },
  );

  it('takes the texts of a grown remote, and no more than a release may weigh', async () => {
    const textsOf = (bytes: number) => ({ en: { title: 'x'.repeat(bytes) } });
    await linkTo({ local: localBuild({ locales: textsOf(500_000) }) });
    const { status, body } = await ask(house.team, { local: localBuild({ locales: textsOf(2_100_000) }) });
    expect([status, body.code]).toEqual([413, 'TOO_LARGE']);
  });

  it('goes on with the build it was made for; a newer build has a link of its own', async () => {
    const browser = house.app.client();
    await browser.request(pathOf(await linkTo({ local: localBuild() })));
    const newer = localBuild({ version: '0.0.0-dev.2', buildId: 'fedcba987654' });
    const url = await linkTo({ local: newer });
    expect(await versionOf(browser)).toBe('0.0.0-dev.1');
    await browser.request(pathOf(url));
    expect(await versionOf(browser)).toBe('0.0.0-dev.2');
  });

  it('is refused in production, where one from before does nothing either', async () => {
    const url = await linkTo({ local: localBuild() });
    const browser = house.app.client();
    await browser.request(pathOf(url));
    const production = await openHouse({ production: true });
    const { status, body } = await ask(production.team, { local: localBuild() });
    expect([status, body.code]).toEqual([409, 'NO_LOCAL_BUILDS']);
    const same = production.app.client();
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    expect(await versionOf(same)).toBe('1.0.0');
    expect((await same.request(pathOf(url))).status).toBe(410);
    expect(await versionOf(same)).toBe('1.0.0');
  });

  it.each([
    ['an address elsewhere', { ...localBuild(), origin: 'https://evil.test' }, 422],
    [
      'an address that begins like one of its own',
      { ...localBuild(), origin: 'http://localhost:80@evil.test' },
      422,
    ],
    ['a release of another remote', localBuild({ name: 'mf-auth' }), 422],
    ['what is none', { origin: 'http://localhost:8090', release: { name: NAME } }, 422],
    ['one that the shell cannot run', localBuild({ pluginVersion: '3.0.0' }), 409],
  ])('is refused for %s', async (_name, local, expected) => {
    expect((await ask(house.team, { local })).status).toBe(expected);
    expect(await test.db.selectFrom('remote_local_build').selectAll().execute()).toEqual([]);
  });

  it('is forgotten when its time is over and another is made', async () => {
    await linkTo({ local: localBuild(), minutes: 5 });
    clock.advance(HOUR_MS);
    await linkTo({ local: localBuild({ version: '0.0.0-dev.2' }) });
    const rows = await test.db.selectFrom('remote_local_build').select('release').execute();
    expect(rows.map(({ release }) => (release as { version: string }).version)).toEqual(['0.0.0-dev.2']);
  });
});

it('in the console it asks for a recent proof', async () => {
  let hasProof = true;
  const { app } = await openHouse({
    checkProof: () => {
      if (!hasProof) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
    },
  });
  const admin = app.client();
  await admin.signIn(await makeAdmin(test.db));
  const make = () =>
    admin.post<OverrideLink & ErrorBody>(`/api/operator/releases/${NAME}/override-links`, {
      version: '1.0.0',
    });
  const made = await make();
  expect([made.status, new URL(made.body.url).pathname]).toEqual([201, '/remotes/override']);
  hasProof = false;
  const refused = await make();
  expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
});
