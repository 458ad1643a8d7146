import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, Request } from '@playwright/test';
import { freePort, type RunningApp, startApp } from './app';
import { copyBuild } from './buildCopy';
import { expect, type Network, test } from './test';

/** A network of its own, made from a copy of the build: releases are broken and added here. */
export interface House {
  folder: string;
  network: Network;
  app: RunningApp;
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/** @param more of its server's environment */
export async function openHouse(more: NodeJS.ProcessEnv = {}): Promise<House> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-federation-'));
  copyBuild(folder);
  const dataDir = path.join(folder, 'data');
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DEMO_PORT: String(await freePort(24_000)),
    DEMO_DAYS: '1',
    ...more,
  };
  const app = await startApp(env, folder);
  const house: House = {
    folder,
    app,
    network: { url: app.url, demoUrl: app.demoUrl, dataDir },
    async restart() {
      await house.app.stop();
      house.app = await startApp(env, folder);
    },
    async close() {
      await house.app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return house;
}

/** `test` of journeys that harm their network: all of a file share one house. */
export const houseTest = test.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const house = await openHouse();
      await use(house);
      await house.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ house }, use) => use(house.network),
});

/** Reports of failures that the page sends, with the server's word on each. */
export function watchReports(page: Page) {
  const reports: { body: Record<string, unknown>; status: Promise<number | undefined> }[] = [];
  page.on('request', (request: Request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/remotes/failures')) return;
    reports.push({
      body: request.postDataJSON() as Record<string, unknown>,
      status: request.response().then((answer) => answer?.status()),
    });
  });
  return reports;
}

/** On a page of the demo's advertiser: another remote opens, and the frame answers. */
export async function expectOthersToWork(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await expect(page.locator('[data-mf-remote="mf-settings"]')).toBeAttached();
  await page.getByRole('button', { name: /Ines Vidal/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
}
