import { type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { type Account, DEMO, type DemoRole, signIn } from './account';
import { halfCredential, withConsole } from './console';
import { keepToken } from './consoleHeaders';
import { watchTraffic } from './settled';
import { type Trouble, watchTrouble } from './trouble';

/** A network that runs, and where. */
export interface Network {
  url: string;
  demoUrl: string;
  dataDir: string;
}

interface Fixtures {
  /** The network of the whole run. A file that harms it starts its own and says so with `test.use`. */
  network: Network;
  /** What went wrong in the pages of `open`, as the browser tells it. */
  trouble: Trouble;
  /**
   * A page in a browser of its own: of a guest, of a demo person, or of an account. The demo's admin is signed in to the
   * console, too; `DEMO.admin`, as an account, is not.
   */
  open: (who?: DemoRole | Account, options?: BrowserContextOptions) => Promise<Page>;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is unset: the network of the tests was not started`);
  return value;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  network: async ({}, use) => {
    await use({
      url: required('E2E_URL'),
      demoUrl: required('E2E_DEMO_URL'),
      dataDir: required('E2E_DATA_DIR'),
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  trouble: async ({}, use) => {
    await use({ lines: [] });
  },
  open: async ({ browser, network, trouble }, use) => {
    const close: (() => Promise<void>)[] = [];
    await use(async (who, options) => {
      const half = who === 'admin' ? await halfCredential(network.url) : null;
      const context = await browser.newContext({
        baseURL: network.url,
        ...(half && withConsole(network.url, half)),
        ...options,
      });
      close.push(() => context.close());
      if (who) await signIn(context.request, typeof who === 'string' ? DEMO[who] : who);
      if (half) keepToken(context.request, half.token);
      watchTraffic(context);
      await watchTrouble(context, trouble);
      return context.newPage();
    });
    for (const each of close) await each();
  },
});

export { expect } from '@playwright/test';
