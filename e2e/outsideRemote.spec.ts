import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Registry } from '@ezdash/contracts';
import type { Browser, Page } from '@playwright/test';
import { DEMO, type DemoRole, signIn } from './support/account';
import { freePort, type RunningApp, root, startApp } from './support/app';
import { copyCheckout } from './support/buildCopy';
import { documentedCommands } from './support/documentedCommands';
import { Terminal } from './support/terminal';
import { test as base, expect, type Network } from './support/test';
import { useRelease } from './support/tryRelease';

const DOCUMENT = 'docs/remotes.md';
const PAGE = '/weather';

/** A network of its own with a checkout of its own, and a folder beside it where the team begins with nothing. */
interface House {
  network: Network;
  app: RunningApp;
  terminals: Record<'team' | 'operators', Terminal>;
}

const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-outside-'));
      const checkout = path.join(folder, 'ezdash');
      mkdirSync(checkout);
      copyCheckout(checkout);
      const env = {
        DATA_DIR: path.join(folder, 'data'),
        PORT: String(await freePort()),
        DEMO_PORT: String(await freePort(24_000)),
        DEMO_DAYS: '1',
      };
      const app = await startApp(env, checkout);
      const devPort = String(await freePort(27_000));
      await use({
        app,
        network: { url: app.url, demoUrl: app.demoUrl, dataDir: env.DATA_DIR },
        terminals: {
          team: new Terminal(folder, { DEV_PORT: String(await freePort(26_000)) }),
          operators: new Terminal(checkout, { ...env, DEV_PORT: devPort }),
        },
      });
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ house }, use) => use(house.network),
});

const releaseOf = async ({ url }: Network, remote = 'mf-weather') => {
  const registry = (await (await fetch(`${url}/remotes/registry.json`)).json()) as Record<
    string,
    { version: string } | undefined
  >;
  return registry[remote]?.version ?? null;
};

/** What a person sees who opens the remote's page. */
async function expectPage(page: Page, version: string) {
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Weather');
  await expect(page.getByText('You are signed in as advertiser@demo.test.')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Weather' }),
  ).toBeVisible();
  await expect(page.locator('[data-mf-remote="mf-weather"]')).toHaveAttribute('data-mf-version', version);
}

/** What is so after a command, beside its exit code. */
type Afterwards = (after: { page: Page; network: Network; said: string }) => Promise<void>;

const AFTERWARDS: Record<string, Afterwards> = {
  'npm run deploy -- --no-activate --why "The first release"': async ({ network, said }) => {
    expect(said).toContain('The gate lets it pass');
    expect(await releaseOf(network)).toBeNull();
  },
  'npx ezdash-remote activate mf-weather 1.0.0 --why "The first release"': ({ page }) =>
    expectPage(page, '1.0.0'),
  'npm run deploy -- --canary 5 --why "Wind in knots"': async ({ said }) => {
    expect(said).toContain('5 % of the visitors get 1.0.1');
    expect(said).toContain('Everybody gets mf-weather 1.0.0');
  },
  'npx ezdash-remote activate mf-weather 1.0.1': ({ page }) => expectPage(page, '1.0.1'),
  'npx ezdash-remote rollback mf-weather --why "Knots are too fast"': ({ page }) => expectPage(page, '1.0.0'),
  'npx ezdash-remote link mf-weather 1.0.1': async ({ page, network, said }) => {
    const context = await page.context().browser()?.newContext({ baseURL: network.url });
    if (!context) throw new Error('There is no other browser to open the link in');
    await signIn(context.request, DEMO.admin);
    const operator = await context.newPage();
    await useRelease(operator, /https?:\S+/.exec(said)?.[0] ?? '');
    const registry = await operator.evaluate(async () => (await fetch('/remotes/registry.json')).json());
    expect(registry['mf-weather'].version).toBe('1.0.1');
    await context.close();
  },
  'npm run deploy -w mf-publisher -- --why "Earnings by month"': async ({ network }) => {
    expect(await releaseOf(network, 'mf-publisher')).toBe('1.1.0');
  },
  'npm run remotes -- list': async ({ said }) => {
    expect(said).toMatch(/^mf-weather +weather +1\.0\.0 /m);
    expect(said).toMatch(/^mf-advertiser +advertisers /m);
  },
  'npm run remotes -- pin mf-weather 1.0.1 --user advertiser@demo.test --until +7d --why "Asked for it"': ({
    page,
  }) => expectPage(page, '1.0.1'),
  'npm run remotes -- unpin mf-weather --user advertiser@demo.test': ({ page }) => expectPage(page, '1.0.0'),
  'npm run remotes -- plans mf-weather': async ({ said }) => {
    expect(said).toContain('After the conference');
  },
  'npm run remotes -- plans cancel mf-weather 1 --why "Postponed"': async ({ said, network }) => {
    expect(said).not.toContain('Plan 1');
    expect(await releaseOf(network)).toBe('1.0.0');
  },
  'npm run remotes -- rollback mf-weather --to 1.0.0 --why "Postponed after all"': ({ page }) =>
    expectPage(page, '1.0.0'),
};

/** The network's pages stand behind a remote from its sources, which a browser shows without a complaint. */
async function expectInFront(browser: Browser, url: string, remote: string): Promise<void> {
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const [, registry = '{}'] = /id="registry"[^>]*>(.*?)<\/script>/.exec(html) ?? [];
  const { pages } = (JSON.parse(registry) as Registry)[remote]?.manifest ?? { pages: [] };
  const [shown] = pages.filter(({ path: address }) => !address.includes(':'));
  if (!shown) throw new Error(`${remote} has no page at ${url}`);
  const context = await browser.newContext({ baseURL: url });
  const roles = typeof shown.access === 'object' ? shown.access.roles : ['advertiser'];
  await signIn(context.request, DEMO[roles[0] as DemoRole]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  const live = page.waitForEvent('websocket', (socket) => socket.url().includes('/app/'));
  await page.goto(shown.path);
  await expect(page.locator(`[data-mf-remote="${remote}"]`)).toHaveAttribute(
    'data-mf-version',
    '0.0.0-development',
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await (await live).waitForEvent('framereceived');
  expect(complaints).toEqual([]);
  await context.close();
}

/** Serves until it is stopped; ready when it says where to look. */
const GOES_ON = /^(npm run dev |npx ezdash-remote dev$)/;
/** All that a document may ask for beside these is a mistake. */
const KNOWN = /^(npm (init|install|run|pkg|version)|npx ezdash-remote|mkdir)( |$)/;

test('a person of another team follows the document to an activated remote', async ({
  house,
  open,
  network,
  browser,
}) => {
  test.setTimeout(900_000);
  const commands = documentedCommands(readFileSync(path.join(root, DOCUMENT), 'utf8'), ['team', 'operators']);
  expect(commands.length).toBeGreaterThan(30);
  const page = await open('advertiser');
  const left = new Set(Object.keys(AFTERWARDS));
  let secret = '';

  async function carryOut(terminal: Terminal, line: string): Promise<string> {
    const [, variable] = /^export (\w+)=\S+$/.exec(line) ?? [];
    if (variable === 'REMOTES_URL' || variable === 'TARGET') terminal.export(variable, network.url);
    else if (variable === 'REMOTES_TOKEN') terminal.export(variable, secret);
    else if (/^cd [\w-]+$/.test(line)) terminal.enter(line.slice(3));
    else if (GOES_ON.test(line)) {
      const { said, stop } = await terminal.runUntil(line, /(^Open|is at) http:\/\/localhost:\d+/m);
      const [, url] = /^Open (\S+)/m.exec(said) ?? [];
      if (url !== undefined) await expectInFront(browser, url, /mf-\w+/.exec(said)?.[0] ?? '');
      await stop();
      return said;
    } else if (KNOWN.test(line)) return terminal.run(line);
    else throw new Error(`${DOCUMENT} has a command that this test does not know: ${line}`);
    return '';
  }

  for (const { who, line } of commands)
    await test.step(`${who}: ${line}`, async () => {
      const terminal = who === 'team' ? house.terminals.team : house.terminals.operators;
      const said = await carryOut(terminal, line);
      secret = /\brel_[\w-]{43}\b/.exec(said)?.[0] ?? secret;
      await AFTERWARDS[line]?.({ page, network, said });
      left.delete(line);
    });
  expect([...left]).toEqual([]);
  await expectPage(page, '1.0.0');
});
