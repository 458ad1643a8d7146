import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type APIRequestContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../lib/chromium.mjs';

export type Who = 'guest' | 'advertiser' | 'publisher';

export interface SignedInBrowser {
  /** Where Lighthouse reaches it. */
  port: number;
  /** Calls with the cookies of whoever is signed in. */
  request: APIRequestContext;
  /** As if nothing had been loaded before: Lighthouse, told to leave the sign-in alone, leaves the cache too. */
  forgetFiles: () => Promise<void>;
  close: () => Promise<void>;
}

const START_MS = 20_000;
/** A browser without a window calls itself a robot, to which pages may answer differently. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Playwright's own start would set its view of sizes and names on Lighthouse's tabs too. */
async function start(port: number, profile: string): Promise<ChildProcess> {
  const executable = await findChromium();
  if (!executable) throw new Error('No Chromium was found: name one with CHROMIUM_PATH.');
  const child = spawn(
    executable,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-extensions',
      '--no-first-run',
      `--user-agent=${userAgent}`,
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/json/version`)).ok) return child;
    } catch {
      if (Date.now() > until) {
        child.kill();
        throw new Error('The browser did not start.');
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function signIn(page: Page, url: string, who: Who, password: string): Promise<void> {
  await page.goto(`${url}/auth/login`);
  await page.getByLabel('E-mail').fill(`${who}@demo.test`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => !at.pathname.startsWith('/auth/'));
}

/** A browser of its own for a person, who is signed in when their pages are opened. */
export async function openBrowser(url: string, who: Who, password: string): Promise<SignedInBrowser> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'lighthouse-'));
  const port = await freePort();
  const child = await start(port, profile);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  if (who !== 'guest') await signIn(page, url, who, password);
  const state = await context.storageState();
  // An open tab keeps a live connection and takes processor time from the measured one.
  await page.close();
  await browser.close();
  const { request } = await import('@playwright/test');
  const calls = await request.newContext({ baseURL: url, storageState: state, userAgent });
  return {
    port,
    request: calls,
    async forgetFiles() {
      const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const session = await connected.newBrowserCDPSession();
      const { targetId } = await session.send('Target.createTarget', { url: 'about:blank' });
      const tab = connected.contexts()[0]?.pages().at(-1);
      if (tab) await (await tab.context().newCDPSession(tab)).send('Network.clearBrowserCache');
      await session.send('Target.closeTarget', { targetId });
      await connected.close();
    },
    async close() {
      await calls.dispose();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      // Its helpers write for a moment longer.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
