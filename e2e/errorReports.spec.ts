import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type EnvelopeSink, startEnvelopeSink } from '../api/src/testing/envelopeSink';
import { creativesUrl, root, startApp } from './support/app';
import { test as base, expect } from './support/test';

const SHELL = 1;
const ADVERTISERS = 2;
const SERVER = 3;
const DASHBOARD = '/advertiser/dashboard';

interface Watched {
  sink: EnvelopeSink;
}

/** A network that reports its errors: to one project of the shell, one of a remote's team, one of the server. */
const test = base.extend<object, { reporting: Watched & { url: string; demoUrl: string; dataDir: string } }>({
  reporting: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const sink = await startEnvelopeSink();
      const app = await startApp({
        DEMO_DAYS: '1',
        SENTRY_DSN: sink.dsn(SHELL),
        SENTRY_DSN_MF_ADVERTISER: sink.dsn(ADVERTISERS),
        SENTRY_DSN_API: sink.dsn(SERVER),
        SENTRY_ENVIRONMENT: 'trial',
      });
      await use({ sink, url: app.url, demoUrl: app.demoUrl, dataDir: app.dataDir });
      await app.stop();
      await sink.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ reporting }, use) => use(reporting),
});

/** The built scripts of the SDK: the one that speaks to Sentry, and its recorder. */
const sdkScripts = () =>
  readdirSync(path.join(root, 'shell/dist')).filter(
    (name) =>
      name.endsWith('.js') &&
      /sentry_key|rrweb/.test(readFileSync(path.join(root, 'shell/dist', name), 'utf8')),
  );

/** Scripts of the SDK that the page has loaded, and calls to other hosts. */
function watchRequests(page: Page, own: string) {
  const origins = [own, creativesUrl(own)].map((url) => new URL(url).origin);
  const seen = { sdk: [] as string[], foreign: [] as string[] };
  const names = sdkScripts();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (names.some((name) => url.pathname.endsWith(`/${name}`))) seen.sdk.push(url.pathname);
    if (/^https?:$/.test(url.protocol) && !origins.includes(url.origin)) seen.foreign.push(url.href);
  });
  return seen;
}

/** An error that nobody catches; with `at`, its innermost frame is in that script. */
const throwOnPage = (page: Page, message: string, at?: string) =>
  page.evaluate(
    ([text, script]) => {
      const error = new Error(text);
      if (script)
        error.stack = `Error: ${text}\n    at save (${script}:1:400)\n    at main (${location.origin}/x.js:1:1)`;
      setTimeout(() => {
        throw error;
      });
    },
    [message, at] as const,
  );

const eventOf = (sink: EnvelopeSink, text: string) =>
  sink.events().find(({ event }) => event.exception?.values.some(({ value }) => value?.includes(text)));

/** Waits until the SDK listens itself: an error of before would take the other way. */
const sdkIsThere = (page: Page) =>
  page.waitForFunction(() => '__SENTRY__' in globalThis, undefined, { timeout: 15_000 });

base('without a DSN nothing is sent and nothing of the SDK is loaded', async ({ browser, home }) => {
  const page = await browser.newPage({ baseURL: home.url });
  const seen = watchRequests(page, home.url);
  await page.goto('/');
  await throwOnPage(page, 'a bug on the page');
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  // All that runs when the page has nothing better to do has had its turn.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 6_000 })));
  await page.waitForLoadState('networkidle');
  expect(seen).toEqual({ sdk: [], foreign: [] });
  expect(sdkScripts().length).toBeGreaterThan(0);
  await page.close();
});

test('a remote that throws while it renders is reported to its own team, and its place says so', async ({
  open,
  reporting: { sink },
}) => {
  const page = await open('advertiser');
  await test.step('When the dashboard gets an answer it cannot show', async () => {
    await page.route('**/api/advertiser/dashboard**', (route) => route.fulfill({ json: { today: 7 } }));
    await page.goto(DASHBOARD);
  });
  const place = page.getByRole('alert');
  await test.step('Then its place names part, team and report', async () => {
    await expect(place.getByRole('heading')).toHaveText('Something went wrong');
    await expect(place).toContainText('mf-advertiser 1.0.0, of the advertisers team');
    await expect(place.locator('code')).toHaveText(/^[0-9a-f]{32}$/);
  });
  await test.step('And the report lies in the project of that team, and nowhere else', async () => {
    const id = await place.locator('code').textContent();
    await sink.until(() => sink.events().some(({ event }) => event.event_id === id));
    const found = sink.events().filter(({ event }) => event.event_id === id);
    expect(found.map(({ project }) => project)).toEqual([String(ADVERTISERS)]);
    expect(found[0]?.event).toMatchObject({
      release: 'mf-advertiser@1.0.0',
      environment: 'trial',
      tags: {
        remote: 'mf-advertiser',
        version: '1.0.0',
        team: 'advertisers',
        module: 'App',
        phase: 'render',
      },
      user: { id: expect.stringMatching(/^u_/) },
    });
  });
  await test.step('And nothing in it says who it happened to', () => {
    const sent = sink.envelopes.map(({ text }) => text).join('\n');
    for (const personal of ['advertiser@demo.test', 'Ines', 'Vidal', 'Halden'])
      expect(sent).not.toContain(personal);
  });
});

test('an error outside of rendering finds its team by its stack', async ({ open, reporting: { sink } }) => {
  const page = await open('advertiser');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/\/remotes\/mf-advertiser\/.*\/App\.\w+\.js$/.test(request.url())) scripts.push(request.url());
  });
  await page.goto(`${DASHBOARD}?from=mail#token=hush`);
  await expect(page.getByRole('region', { name: 'Today so far' })).toBeVisible();
  await sdkIsThere(page);
  expect(scripts).toHaveLength(1);

  await test.step('When code of a remote throws, the event goes to its team, with its release', async () => {
    await throwOnPage(page, 'no such campaign of ines@demo.test', scripts[0]);
    await sink.until(() => eventOf(sink, 'no such campaign') !== undefined);
    const { project, event } = eventOf(sink, 'no such campaign') ?? {};
    expect(project).toBe(String(ADVERTISERS));
    expect(event).toMatchObject({
      release: 'mf-advertiser@1.0.0',
      transaction: DASHBOARD,
      tags: { remote: 'mf-advertiser', version: '1.0.0', team: 'advertisers' },
    });
    expect(event?.exception?.values[0]?.value).toBe('no such campaign of [email]');
    const sent = JSON.stringify(event);
    expect(sent).not.toContain('hush');
    expect(sent).not.toContain('module_metadata');
  });
  await test.step("When the shell's own code throws, it goes to the shell's", async () => {
    await throwOnPage(page, 'no such page');
    await sink.until(() => eventOf(sink, 'no such page') !== undefined);
    const { project, event } = eventOf(sink, 'no such page') ?? {};
    expect(project).toBe(String(SHELL));
    expect(event?.release).toBe('shell@1.0.0');
    expect(event?.tags?.remote).toBeUndefined();
  });
  await test.step('When the message contains "Network", nothing is sent', async () => {
    await throwOnPage(page, 'Network Error', scripts[0]);
    await page.evaluate(() => void Promise.reject({ message: 'Network request failed' }));
    await throwOnPage(page, 'the last of them');
    await sink.until(() => eventOf(sink, 'the last of them') !== undefined);
    expect(eventOf(sink, 'Network')).toBeUndefined();
  });
});

test('with an error goes what was seen of the page, masked', async ({ open, reporting: { sink } }) => {
  const page = await open('publisher');
  const recorder = page.waitForResponse((answer) => sdkScripts().some((name) => answer.url().endsWith(name)));
  await page.goto('/publisher/dashboard?search=hush#token=hush');
  await recorder;
  await sdkIsThere(page);
  await page.waitForLoadState('networkidle');
  await throwOnPage(page, 'worth a look');
  const recordings = () =>
    sink.envelopes.filter(({ items }) => items.some(({ type }) => type === 'replay_recording'));
  await sink.until(() => recordings().some(({ text }) => text.includes('/publisher/dashboard')));
  const texts = recordings().map(({ text }) => text);
  expect(recordings().map(({ project }) => project)).toContain(String(SHELL));
  // The heading of the page, as one sees it and as it is recorded.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  expect(texts.join()).toContain('*********');
  for (const seen of ['hush', '>Dashboard<', 'publisher@demo.test']) expect(texts.join()).not.toContain(seen);
});

test('an error from before the SDK is there is reported once it is', async ({
  open,
  reporting: { sink },
}) => {
  const page = await open();
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      setTimeout(() => {
        throw new Error('too early for anybody');
      });
    });
  });
  await page.goto('/auth/login');
  await sink.until(() => eventOf(sink, 'too early for anybody') !== undefined);
  expect(eventOf(sink, 'too early for anybody')?.project).toBe(String(SHELL));
});

/** What the server wrote into the page lacks a part, as its reader sees it. */
const spoilBootstrap = (page: Page, spoilt: { part: 'config' | 'user'; field: string }) =>
  page.addInitScript(({ part, field }) => {
    const { parse } = JSON;
    JSON.parse = (text, reviver) => {
      const read = parse(text, reviver);
      if (read?.config?.app_name && read[part]) read[part][field] = null;
      return read;
    };
  }, spoilt);

for (const { crash, part, field, who, at } of [
  { crash: 'start', part: 'config', field: 'locales', who: undefined, at: '/' },
  { crash: 'app', part: 'user', field: 'balance', who: 'publisher', at: '/publisher/dashboard' },
] as const)
  test(`when the whole page crashes (${crash}), its screen names the report`, async ({
    open,
    reporting: { sink },
  }) => {
    const page = await open(who);
    await spoilBootstrap(page, { part, field });
    await page.goto(at);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
    const id = await page.getByRole('alert').locator('code').textContent();
    await sink.until(() => sink.events().some(({ event }) => event.event_id === id));
    const found = sink.events().find(({ event }) => event.event_id === id);
    expect(found?.project).toBe(String(SHELL));
    expect(found?.event.tags?.crash).toBe(crash);
  });

test('the policy lets a page reach these projects and no other address of their host', async ({
  open,
  reporting: { sink },
}) => {
  const page = await open();
  const answer = await page.goto('/');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  const { origin } = new URL(sink.dsn(SHELL));
  expect(policy).toContain(`connect-src 'self' ${origin}/api/1/envelope/ ${origin}/api/2/envelope/;`);
  const reached = await page.evaluate(
    (address) =>
      fetch(address, { method: 'POST', body: '{}' }).then(
        () => true,
        () => false,
      ),
    `${origin}/api/99/envelope/`,
  );
  expect(reached).toBe(false);
});

test('traces are sent with the route and without what stands behind it; on the pages of signing in nothing is recorded', async ({
  open,
  network,
  reporting: { sink },
}) => {
  const page = await open();
  const seen = watchRequests(page, network.url);
  await page.goto('/auth/login?next=%2Fadvertiser%2Fcampaigns%2Fc_1k7');
  await sdkIsThere(page);
  const spans = () =>
    sink.envelopes.flatMap(({ items }) =>
      items.filter(({ type }) => type === 'span' || type === 'transaction'),
    );
  await sink.until(() => JSON.stringify(spans()).includes('/auth/login'));
  expect(JSON.stringify(spans())).not.toContain('c_1k7');
  expect(seen.sdk).toHaveLength(1);
});
