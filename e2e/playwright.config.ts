import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS } from './support/chromiumArgs';
import { keepPasts } from './support/pasts';

keepPasts();

const executablePath =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((place) => existsSync(place));

/** A person's browser: headless Chromium calls itself a bot, and bots are never billed. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/**
 * Runs beside all the other files, which are the first half. What a half does to its network the other never sees, and
 * within it the order is always the same. Most files with networks of their own are here.
 */
const SECOND_HALF = [
  'debugTool/*',
  'access',
  'badReleases',
  'errorReports',
  'federation',
  'figuresAgree',
  'gate',
  'operations',
  'opportunities',
  'outsideRemote',
  'overrideLink',
  'releases',
  'swap',
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  globalTeardown: './support/dropPasts.ts',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: 'first', workers: 1, testIgnore: SECOND_HALF },
    { name: 'second', workers: 1, testMatch: SECOND_HALF },
  ],
  forbidOnly: Boolean(process.env.CI),
  // Machines that run this for others stall for seconds. What passes at its second try is named by `npm test`.
  retries: process.env.CI ? 1 : 0,
  // A run that nobody watches ends with what it knows, before somebody ends it without.
  maxFailures: process.env.CI ? 12 : 0,
  globalTimeout: process.env.CI ? 55 * 60_000 : 0,
  use: {
    browserName: 'chromium',
    userAgent,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A trace of every step costs a quarter of the whole run: `--trace retain-on-failure` makes one when it is needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
  },
});
