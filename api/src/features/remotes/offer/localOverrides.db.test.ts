import { makeAdvertiser, type TestClient } from '../../../testing';
import { makeRelease } from '../testReleases';
import {
  ask,
  clock,
  HOUR_MS,
  house,
  htmlOf,
  linkTo,
  localBuild,
  NAME,
  openHouse,
  openHouseForEach,
  registryOf,
  signedIn,
  take,
  test,
  versionOf,
} from './testOverrides';

openHouseForEach();

describe('a link to a build on somebody’s own machine', () => {
  it('gives it to a guest too, by its hashes from there, with a policy that lets its sheets in', async () => {
    const browser = house.app.client();
    expect((await take(browser, await linkTo({ local: localBuild() }))).status).toBe(201);
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
      (await htmlOf(client)).headers.get('content-security-policy');
    expect(await policyOf(browser)).toMatch(/style-src 'self' 'nonce-[^']+' http:\/\/localhost:8090;/);
    expect(await policyOf(house.app.client())).not.toContain('8090');
  });

  it('ends with the sign-in that it was taken in', async () => {
    const { browser } = await signedIn(makeAdvertiser);
    await take(browser, await linkTo({ local: localBuild() }));
    expect(await versionOf(browser)).toBe('0.0.0-dev.1');
    await browser.post('/test-session/leave');
    expect(await versionOf(browser)).toBe('1.0.0');
  });

  it.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via', 'CF-Ray'])(
    'S3: is neither made, taken nor given behind an intermediary that sends %s',
    async (name) => {
      const browser = house.app.client();
      const url = await linkTo({ local: localBuild() });
      await take(browser, url);
      expect(await versionOf(browser)).toBe('0.0.0-dev.1');
      browser.setHeader(name, '127.0.0.1');
      expect(await versionOf(browser)).toBe('1.0.0');
      expect(await take(browser, url)).toMatchObject({ status: 404, body: { code: 'RELEASE_GONE' } });
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
    await take(browser, await linkTo({ local: localBuild() }));
    const newer = localBuild({ version: '0.0.0-dev.2', buildId: 'fedcba987654' });
    const url = await linkTo({ local: newer });
    expect(await versionOf(browser)).toBe('0.0.0-dev.1');
    await take(browser, url);
    expect(await versionOf(browser)).toBe('0.0.0-dev.2');
  });

  it('is refused in production, where one from before does nothing either', async () => {
    const url = await linkTo({ local: localBuild() });
    const browser = house.app.client();
    await take(browser, url);
    const production = await openHouse({ production: true });
    const { status, body } = await ask(production.team, { local: localBuild() });
    expect([status, body.code]).toEqual([409, 'NO_LOCAL_BUILDS']);
    const same = production.app.client();
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    expect(await versionOf(same)).toBe('1.0.0');
    expect(await take(same, url)).toMatchObject({ status: 410, body: { code: 'LINK_OVER' } });
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
