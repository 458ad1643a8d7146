import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from './support/app';
import { copyCheckout } from './support/buildCopy';
import { Terminal } from './support/terminal';
import { test as base, expect } from './support/test';

/** `npm run dev` in a checkout of its own, which its developer edits. */
interface Workshop {
  url: string;
  /** Changes a file; answers how to take the change back. */
  edit(file: string, from: string, to: string): () => void;
}

const test = base.extend<object, { workshop: Workshop }>({
  workshop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-workshop-'));
      const checkout = path.join(folder, 'ezdash');
      mkdirSync(checkout);
      copyCheckout(checkout);
      const port = await freePort();
      const terminal = new Terminal(checkout, {
        ...{ DATA_DIR: path.join(folder, 'data'), PORT: String(port), DEMO: '0', SANDBOX_GATEWAY: '0' },
      });
      const { stop } = await terminal.runUntil('npm run dev', /is running at/);
      await use({
        url: `http://localhost:${port}`,
        edit(file, from, to) {
          const whole = path.join(checkout, file);
          const before = readFileSync(whole, 'utf8');
          if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
          writeFileSync(whole, before.replace(from, to));
          return () => writeFileSync(whole, before);
        },
      });
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
test.use({ baseURL: async ({ workshop }, use) => use(workshop.url) });

const ADDRESS = 'somebody@example.com';

/** The sign-in page with a word typed into it, and a mark that no reload leaves. */
async function begin(page: Page): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('E-mail').fill(ADDRESS);
  await page.evaluate(() => Object.assign(window, { mark: true }));
}

async function expectKept(page: Page): Promise<void> {
  await expect(page.getByLabel('E-mail')).toHaveValue(ADDRESS);
  expect(await page.evaluate(() => 'mark' in window)).toBe(true);
}

const LOGIN = 'mf-auth/src/components/LoginForm.tsx';

for (const [what, file, from, to, seen] of [
  ['a component of a remote', LOGIN, "title={t('login.title')}", 'title="Changed here"', 'Changed here'],
  [
    'a text of a remote',
    'mf-auth/src/locales/en.json',
    '"New here?"',
    '"New over there?"',
    'New over there?',
  ],
  [
    'a component of the design system',
    'packages/ui/src/parts/PasswordInput.tsx',
    '      {...props}\n',
    '      {...props}\n      description="Said by the field"\n',
    'Said by the field',
  ],
] as const)
  test(`${what} is on the screen when it is saved, and what was typed stays`, async ({ page, workshop }) => {
    await begin(page);
    const undo = workshop.edit(file, from, to);
    await expect(page.getByText(seen).first()).toBeVisible();
    await expectKept(page);
    undo();
    await expect(page.getByText(seen)).toHaveCount(0);
    await expectKept(page);
  });

test('a style is applied when it is saved', async ({ page, workshop }) => {
  await begin(page);
  const undo = workshop.edit('shell/src/app/shell.css', '', ':root { --changed: here; }\n');
  const value = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--changed'));
  await expect.poll(value).toBe('here');
  undo();
  await expect.poll(value).toBe('');
  await expectKept(page);
});

test('what does not compile stands over the page, of a remote and of the api, until it does', async ({
  page,
  workshop,
}) => {
  await begin(page);
  const errors = page.frameLocator('#rspack-dev-server-client-overlay');
  for (const [file, from] of [
    [LOGIN, 'return ('],
    ['api/src/app.ts', 'const router = Router();'],
  ] as const) {
    const undo = workshop.edit(file, from, `const = ; ${from}`);
    await expect(errors.getByText(path.basename(file)).first()).toBeVisible();
    undo();
    await expect(page.locator('#rspack-dev-server-client-overlay')).toHaveCount(0);
  }
  await expectKept(page);
});

test('a changed route of the api answers, with the database and the guest of before', async ({
  page,
  workshop,
}) => {
  await begin(page);
  const guest = (await page.context().cookies()).find(({ name }) => name === 'ez.guest')?.value;
  const undo = workshop.edit('api/src/app.ts', "status: 'ok'", "status: 'changed'");
  await expect.poll(async () => (await page.request.get('/healthz')).text()).toContain('changed');
  undo();
  await page.reload();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect((await page.context().cookies()).find(({ name }) => name === 'ez.guest')?.value).toBe(guest);
});

test('a page that is added to a manifest is in the app after it is saved', async ({ page, workshop }) => {
  await begin(page);
  const undo = workshop.edit(
    'mf-auth/remote.manifest.ts',
    'pages: [',
    "pages: [page('added', 'added', 'public'),",
  );
  await expect.poll(async () => (await page.request.get('/auth/added')).status()).toBe(200);
  undo();
});
