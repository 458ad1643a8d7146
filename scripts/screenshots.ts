// npm run screenshots: the README's pictures, taken from the running app (`URL`, `DEMO_URL`, `DEMO_PASSWORD`).
import { mkdirSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from './lib/chromium.mjs';

const url = process.env.URL ?? 'http://localhost:8080';
const demoUrl = process.env.DEMO_URL ?? 'http://localhost:8081';
const password = process.env.DEMO_PASSWORD;
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const folder = 'docs/images';

if (!password) {
  console.error('Set DEMO_PASSWORD to the password that npm start printed.');
  process.exit(2);
}

interface Picture {
  name: string;
  as?: 'advertiser' | 'publisher' | 'admin';
  scheme?: 'light' | 'dark';
  address: string;
  prepare?: (page: Page) => Promise<void>;
}

async function openTag(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'The Valley Post' }).click();
  const zones = page.getByRole('table', { name: /zone/i });
  await zones
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Get the tag' }).click();
  await page.getByRole('dialog').waitFor();
}

const pictures: Picture[] = [
  { name: 'welcome', address: `${url}/` },
  { name: 'advertiser-dashboard', as: 'advertiser', address: `${url}/advertiser/dashboard` },
  { name: 'campaigns', as: 'advertiser', address: `${url}/advertiser/campaigns` },
  { name: 'property-tag', as: 'publisher', address: `${url}/publisher/properties`, prepare: openTag },
  { name: 'review-dark', as: 'admin', scheme: 'dark', address: `${url}/admin/review` },
  { name: 'demo-property', address: `${demoUrl}/` },
];

async function signIn(page: Page, as: string): Promise<void> {
  await page.goto(`${url}/auth/login`);
  await page.getByLabel('E-mail').fill(`${as}@demo.test`);
  await page.getByLabel('Password', { exact: true }).fill(password ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => !at.pathname.startsWith('/auth/'));
  if (as !== 'admin') return;
  // Where an admin starts, the console asks for a sign-in of its own.
  await page.getByLabel('Password', { exact: true }).fill(password ?? '');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

async function take(
  browser: Browser,
  { name, as, scheme = 'light', address, prepare }: Picture,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    userAgent,
  });
  const page = await context.newPage();
  if (as) await signIn(page, as);
  await page.goto(address);
  await page.waitForLoadState('networkidle').catch(() => {});
  await prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(700);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
  console.log(`${folder}/${name}.png`);
}

mkdirSync(folder, { recursive: true });
const executablePath = await findChromium();
const browser = await chromium.launch({
  executablePath: executablePath ?? undefined,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
for (const picture of pictures) await take(browser, picture);
await browser.close();
