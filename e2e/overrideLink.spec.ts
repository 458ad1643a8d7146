import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort, root } from './support/app';
import { houseTest as test } from './support/house';
import { openReleaseHouse } from './support/releaseHouse';
import { expect } from './support/test';
import { expectMark, expectNoMark, takeBack, useRelease } from './support/tryRelease';

const REMOTE = 'mf-auth';
const LOG_IN = '/auth/login';

/** `npm run dev -w mf-auth -- --override` against a running network; resolves when it has its link. */
async function startDev(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; output: () => string }> {
  const args = ['--import', 'tsx', path.join(root, 'scripts/dev.ts'), REMOTE, '--override'];
  const child = spawn(process.execPath, args, {
    cwd: path.join(root, REMOTE),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  await expect.poll(() => text, { timeout: 60_000 }).toMatch(/0\.0\.0-dev\.1 is at |No link: |is production/);
  return { child, output: () => text };
}

async function stopDev(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** What the browser refuses to load, or to run. */
function watchRefusals(page: Page): string[] {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(message.text());
  });
  page.on('pageerror', (error) => refusals.push(error.message));
  return refusals;
}

const elementOf = (page: Page) => page.locator(`[data-mf-remote="${REMOTE}"]`).first();

test('a build of one’s own machine runs in the network that gave a link to it, and in that browser alone', async ({
  page,
  network,
  browser,
}) => {
  const releases = await openReleaseHouse(network);
  const port = await freePort();
  const { child, output } = await startDev({
    TARGET: network.url,
    REMOTES_TOKEN: releases.token,
    DEV_PORT: String(port),
  });
  try {
    expect(output()).toContain(`0.0.0-dev.1 is at http://localhost:${port}/`);
    const refusals = watchRefusals(page);
    const loaded: string[] = [];
    page.on('response', (answer) => {
      if (answer.url().startsWith(`http://localhost:${port}/remotes/`))
        loaded.push(path.extname(answer.url()));
    });
    await test.step('When I open the address that the command prints, and say yes', () =>
      useRelease(page, `http://localhost:${port}/`));
    await test.step('Then I am in the network, which says what I use', async () => {
      expect(new URL(page.url()).origin).toBe(new URL(network.url).origin);
      await expectMark(page, '0.0.0-dev.1');
    });
    await test.step('And its pages run from my machine, sheets included, and the browser refuses nothing', async () => {
      await page.goto(new URL(LOG_IN, network.url).href);
      await expect(elementOf(page)).toHaveAttribute('data-mf-version', '0.0.0-dev.1');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect([...new Set(loaded)].sort()).toEqual(['.css', '.js']);
      expect(refusals).toEqual([]);
    });
    await test.step('And nobody else has it', async () => {
      const other = await browser.newPage({ baseURL: network.url });
      await other.goto(new URL(LOG_IN, network.url).href);
      await expect(elementOf(other)).toHaveAttribute('data-mf-version', '1.0.0');
      await expectNoMark(other);
      await other.close();
    });
    await test.step('When I take it back in the mark, I have what everybody has', async () => {
      await takeBack(page);
      await page.goto(new URL(LOG_IN, network.url).href);
      await expect(elementOf(page)).toHaveAttribute('data-mf-version', '1.0.0');
    });
  } finally {
    await stopDev(child);
    await releases.close();
  }
});

test('a build that has gone from one’s machine leaves what everybody has in its place', async ({
  page,
  network,
}) => {
  const releases = await openReleaseHouse(network);
  const port = await freePort();
  const { child } = await startDev({
    TARGET: network.url,
    REMOTES_TOKEN: releases.token,
    DEV_PORT: String(port),
  });
  await useRelease(page, `http://localhost:${port}/`);
  await stopDev(child);
  await releases.close();
  await page.goto(new URL(LOG_IN, network.url).href);
  await expect(elementOf(page)).toHaveAttribute('data-mf-version', '1.0.0');
});
