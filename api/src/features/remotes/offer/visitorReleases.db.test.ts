import { rmSync } from 'node:fs';
import path from 'node:path';
import {
  type DebugRemotes,
  type DebugSession,
  debugRemotes,
  type ErrorBody,
  type Registry,
  type Release,
  type TranslationsAnswer,
} from '@ezdash/contracts';
import {
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  makeAdmin,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../../testing';
import { createTranslationsFeature } from '../../translations';
import { createWebFeature, keepShell } from '../../web';
import { makeRelease, makeShell } from '../testReleases';
import { createTestRemotes, type TestRemotes } from '../testRemotes';

const HOUR_MS = 3_600_000;
let test: TestDb;
let clock: FakeClock;
let remotes: TestRemotes;
let app: TestApp;

/** The remote of staff: a console, and a tool over whatever page is open. */
function staffRelease(change: Partial<Release> = {}): Release {
  const made = makeRelease();
  const file = made.files['App.js'];
  if (!file) throw new Error('A release of the tests has App.js');
  return {
    ...made,
    name: 'mf-debug',
    buildId: 'abcdef012345',
    global: 'mf_debug_abcdef012345',
    manifest: {
      ...made.manifest,
      name: 'mf-debug',
      namespace: 'debug',
      contractVersion: 3,
      pages: [
        {
          id: 'review',
          path: '/admin/review',
          titleKey: 'debug:page.review',
          access: { roles: ['admin'] },
          built: true,
          module: 'Console',
        },
      ],
      navigation: [
        { page: 'review', icon: 'review', group: 1, labelKey: 'debug:page.review', roles: ['admin'] },
      ],
    },
    locales: { en: { review: 'Review' }, de: { review: 'Prüfung' } },
    modules: Object.fromEntries(
      ['Console', 'DebugTool'].map((module) => [
        module,
        { scripts: [`${module}.js`], styles: [], tiers: [] },
      ]),
    ),
    files: { 'remoteEntry.js': file, 'Console.js': file, 'DebugTool.js': file },
    ...change,
  };
}

beforeEach(async () => {
  test = await createTestDb();
  clock = fakeClock();
  remotes = createTestRemotes(test, { clock, shell: makeShell({ contractVersion: 3 }) });
  const { debugTool, shellDist, scratch } = remotes;
  await remotes.activation.publishBuilds([remotes.dist(), remotes.dist(staffRelease())]);
  const web = createWebFeature({
    kept: keepShell(shellDist, path.join(scratch, 'kept')),
    getReleases: remotes.releasesOf,
    getBootstrap: () => ({
      config: { app_name: 'EzDash', locales: [], broadcaster: null, demo: false, demo_property_url: null },
      user: null,
      locale: 'en',
    }),
    csrfToken: () => 'token',
  });
  const translations = createTranslationsFeature({ sources: remotes.releasesOf });
  const mounts = [debugTool, remotes, translations, web].flatMap((feature) => feature.mounts);
  app = await buildApp({ test, clock, mounts });
});
afterEach(async () => {
  await app.close();
  await remotes.close();
  await test.drop();
});

const registryOf = async (client: TestClient) =>
  (await client.get<Registry>('/remotes/registry.json')).body as Required<Registry>;
const textsOf = async (client: TestClient) =>
  (await client.get<TranslationsAnswer>('/api/translations/de')).body.translations;
const pageOf = async (client: TestClient, address = '/') => {
  const { text } = await client.request(address, { headers: { Accept: 'text/html' } });
  const registry = /id="registry"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? '{}';
  return { text, registry: JSON.parse(registry) as Registry };
};

async function debugging(): Promise<TestClient> {
  const admin = await makeAdmin(test.db);
  const client = app.client();
  const { body } = await client.post<DebugSession>('/debug-tool/activate', {
    admin_email: admin.email,
    admin_password: admin.password,
  });
  client.setHeader('X-Debug-Token', body.session_token);
  return client;
}
const override = (client: TestClient, version: string | null, remote = 'mf-advertiser') =>
  client.post<DebugRemotes & ErrorBody>('/debug-tool/remotes/override', { remote, version });

/** A newer release, which nobody is given. */
async function publishSecond({ version = '1.1.0', ...change }: Partial<Release> = {}): Promise<void> {
  await remotes.publish(version, change);
}
const lose = (version: string) =>
  rmSync(path.join(remotes.scratch, 'remotes/mf-advertiser', version), { recursive: true });

describe('what others than staff get', () => {
  it('has no page, no link, no file and no word of staff, only what it takes to load the tool', async () => {
    const guest = app.client();
    const advertiser = app.client();
    await advertiser.signIn(await makeAdvertiser(test.db));
    for (const client of [guest, advertiser]) {
      const registry = await registryOf(client);
      expect(registry['mf-debug']).toMatchObject({
        version: '1.0.0',
        entry: '/remotes/mf-debug/1.0.0/remoteEntry.js',
        manifest: { name: 'mf-debug', pages: [], navigation: [] },
        preload: {},
      });
      expect(registry['mf-advertiser']).toMatchObject({
        version: '1.0.0',
        manifest: { name: 'mf-advertiser' },
      });
      expect(Object.keys(await textsOf(client)).sort()).toEqual(['advertiser', 'shell', 'ui']);
      const { text, registry: inPage } = await pageOf(client, '/advertiser/campaigns/7');
      expect(inPage).toEqual(registry);
      expect(text).not.toContain('/admin');
      expect(text).not.toContain('debug:');
    }
  });

  it('is all of it at an address of staff, so that the shell can lead to the log-in', async () => {
    const { registry, text } = await pageOf(app.client(), '/admin/review');
    expect(registry['mf-debug']?.manifest.pages).toHaveLength(1);
    expect(text).toContain('data-route-remote="mf-debug" data-route-module="Console"');
  });

  it('is the same object for all of them, so that pages are not worked out for each', async () => {
    const seen = new Set<unknown>();
    for (let visit = 0; visit < 3; visit += 1) {
      const req = { cookies: {}, authUser: null } as unknown as Parameters<typeof remotes.releasesOf>[0];
      const { shown, whole } = await remotes.releasesOf(req);
      for (const one of [shown.registry, shown.texts, whole.registry]) seen.add(one);
    }
    expect(seen.size).toBe(3);
  });
});

describe('staff', () => {
  it('gets everything: an admin, and whatever page a browser that debugs opens', async () => {
    const admin = app.client();
    await admin.signIn(await makeAdmin(test.db));
    for (const client of [admin, await debugging()]) {
      const registry = await registryOf(client);
      expect(registry['mf-debug']?.manifest).toEqual(staffRelease().manifest);
      expect(Object.keys(registry['mf-debug']?.preload ?? {})).toEqual(['Console', 'DebugTool']);
      expect(await textsOf(client)).toMatchObject({ debug: { review: 'Prüfung' } });
      expect((await pageOf(client, '/advertiser/campaigns/7')).registry).toEqual(registry);
    }
  });
});

describe('the list of releases', () => {
  it('names what was published, newest first, with what keeps it from running', async () => {
    await publishSecond();
    await publishSecond({ version: '2.0.0', shared: { react: '^20.0.0' } });
    await publishSecond({ version: '1.2.0' });
    lose('1.2.0');
    const { status, body } = await (await debugging()).get<DebugRemotes>('/debug-tool/remotes');
    expect(status).toBe(200);
    const [first, second] = debugRemotes.parse(body).remotes;
    expect([first?.name, first?.active, first?.override]).toEqual(['mf-advertiser', '1.0.0', null]);
    expect(first?.releases.map(({ version, problems }) => [version, problems])).toEqual([
      ['1.2.0', ['its files are not on this server']],
      ['2.0.0', ['needs react ^20.0.0, the shell has 19.3.1']],
      ['1.1.0', []],
      ['1.0.0', []],
    ]);
    expect(second?.name).toBe('mf-debug');
  });

  it('is for those who debug', async () => {
    const { status, body } = await app.client().get<ErrorBody>('/debug-tool/remotes');
    expect([status, body.code]).toEqual([401, 'SESSION_INVALID']);
    expect((await override(app.client(), '1.0.0')).status).toBe(401);
  });
});

describe('another release for one browser', () => {
  beforeEach(() => publishSecond({ locales: { en: { title: 'Second' }, de: { title: 'Zweite' } } }));

  it('is given to its pages and calls, with the active one to fall back to, and to nobody else', async () => {
    const client = await debugging();
    const { status, body } = await override(client, '1.1.0');
    expect(status).toBe(200);
    expect(debugRemotes.parse(body).remotes[0]?.override).toEqual({
      version: '1.1.0',
      ends_at: '2026-11-16T13:00:00.000Z',
    });
    expect((await registryOf(client))['mf-advertiser']).toMatchObject({
      version: '1.1.0',
      entry: '/remotes/mf-advertiser/1.1.0/remoteEntry.js',
      previous: { version: '1.0.0' },
    });
    expect(await textsOf(client)).toMatchObject({ advertiser: { title: 'Zweite' } });
    const { text } = await pageOf(client, '/advertiser/campaigns/7');
    expect(text).toContain('href="/remotes/mf-advertiser/1.1.0/App.js" integrity="sha384-');
    for (const other of [app.client(), await debugging()]) {
      expect((await registryOf(other))['mf-advertiser']?.version).toBe('1.0.0');
      expect((await pageOf(other, '/advertiser/campaigns/7')).text).not.toContain('1.1.0');
    }
  });

  it('ends by itself after an hour, and when it is given back', async () => {
    const client = await debugging();
    await override(client, '1.1.0');
    await override(client, null);
    expect((await registryOf(client))['mf-advertiser']?.version).toBe('1.0.0');
    await override(client, '1.1.0');
    for (let quarter = 0; quarter < 4; quarter += 1) {
      clock.advance(HOUR_MS / 4 - 1_000);
      await client.get('/debug-tool/verify');
    }
    expect((await registryOf(client))['mf-advertiser']?.version).toBe('1.1.0');
    clock.advance(5_000);
    expect((await registryOf(client))['mf-advertiser']?.version).toBe('1.0.0');
    const { body } = await client.get<DebugRemotes>('/debug-tool/remotes');
    expect(body.remotes[0]?.override).toBeNull();
  });

  it('ends with the debug session, whatever the browser still carries', async () => {
    const idle = await debugging();
    await override(idle, '1.1.0');
    clock.advance(16 * 60_000);
    expect((await registryOf(idle))['mf-advertiser']?.version).toBe('1.0.0');
    const ended = await debugging();
    await override(ended, '1.1.0');
    const cookies = new Map(ended.cookies);
    await ended.post('/debug-tool/deactivate');
    for (const [name, value] of cookies) ended.cookies.set(name, value);
    expect((await registryOf(ended))['mf-advertiser']?.version).toBe('1.0.0');
  });

  it('never lasts longer than the session may', async () => {
    const client = await debugging();
    for (let part = 0; part < 9; part += 1) {
      clock.advance(10 * 60_000);
      await client.get('/debug-tool/verify');
    }
    await test.db.updateTable('debug_session').set({ proven_at: clock.now() }).execute();
    const { body } = await override(client, '1.1.0');
    expect(body.remotes[0]?.override?.ends_at).toBe('2026-11-16T14:00:00.000Z');
  });

  it('asks for a fresh proof', async () => {
    const client = await debugging();
    clock.advance(6 * 60_000);
    const { status, body } = await override(client, '1.1.0');
    expect([status, body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect((await registryOf(client))['mf-advertiser']?.version).toBe('1.0.0');
  });

  it('is in the audit also when the release is no text that can be stored', async () => {
    const client = await debugging();
    expect((await override(client, '1.0\0')).status).toBe(422);
    const rows = test.db.selectFrom('debug_audit').select('status').where('path', 'like', '%/override');
    expect(await rows.execute()).toEqual([{ status: 422 }]);
  });

  it('is one of the list that fits, and nothing else', async () => {
    await publishSecond({ version: '2.0.0', pluginVersion: '3.0.0' });
    const client = await debugging();
    const answers = [
      await override(client, '9.9.9'),
      await override(client, '../../secrets'),
      await override(client, 'https://evil.test/remoteEntry.js'),
      await override(client, '1.0.0', 'mf-nobody'),
      await override(client, '2.0.0'),
    ].map(({ status, body }) => [status, body.code]);
    expect(answers).toEqual([
      ...Array(3).fill([404, 'NO_SUCH_RELEASE']),
      [404, 'NO_SUCH_REMOTE'],
      [409, 'RELEASE_DOES_NOT_FIT'],
    ]);
    expect((await registryOf(client))['mf-advertiser']?.version).toBe('1.0.0');
  });

  it('leaves the active one in place when its files are gone', async () => {
    const client = await debugging();
    await override(client, '1.1.0');
    lose('1.1.0');
    expect((await registryOf(client))['mf-advertiser']?.version).toBe('1.0.0');
  });

  it('follows what becomes active meanwhile', async () => {
    const client = await debugging();
    await override(client, '1.1.0');
    await registryOf(client);
    await remotes.activation.publishBuilds([remotes.dist({ version: '1.3.0', buildId: '000000000013' })]);
    expect((await registryOf(client))['mf-advertiser']).toMatchObject({
      version: '1.1.0',
      previous: { version: '1.3.0' },
    });
    expect((await registryOf(app.client()))['mf-advertiser']?.version).toBe('1.3.0');
  });

  it('cannot be named by a cookie that we did not sign', async () => {
    const client = await debugging();
    await override(client, '1.1.0');
    const [name = '', value = ''] = [...client.cookies].find(([one]) => one.includes('debug-page')) ?? [];
    const stranger = app.client();
    stranger.cookies.set(name, `${value.slice(0, -2)}xx`);
    expect((await registryOf(stranger))['mf-advertiser']?.version).toBe('1.0.0');
  });

  it('is in the audit, with remote and release', async () => {
    await override(await debugging(), '1.1.0');
    const row = await test.db
      .selectFrom('debug_audit')
      .select(['status', 'detail'])
      .where('path', '=', '/debug-tool/remotes/override')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 200, detail: { remote: 'mf-advertiser', version: '1.1.0' } });
  });
});
