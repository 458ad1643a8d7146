import { type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { type Account, DEMO, type DemoRole, signIn } from './account';
import { startApp } from './app';
import { pauseApproved } from './campaign';
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
  /** That of the half of the run. A file that harms it starts its own and puts it in this place. */
  network: Network;
  /** What went wrong in the pages of `open`, as the browser tells it. */
  trouble: Trouble;
  /**
   * A page in a browser of its own: of a guest, of a demo person, or of an account. The demo's admin is signed in to the
   * console, too; `DEMO.admin`, as an account, is not.
   */
  open: (who?: DemoRole | Account, options?: BrowserContextOptions) => Promise<Page>;
}

interface HalfFixtures {
  /** One network for the journeys of a half that do not harm it, from the first that asks for it. */
  home: Network;
}

/** While journeys are written, one that runs already may be named. */
function namedNetwork(): Network | null {
  const { E2E_URL: url, E2E_DEMO_URL: demoUrl, E2E_DATA_DIR: dataDir } = process.env;
  if (!url) return null;
  if (!demoUrl || !dataDir) throw new Error('E2E_URL needs E2E_DEMO_URL and E2E_DATA_DIR beside it');
  return { url, demoUrl, dataDir };
}

export const test = base.extend<Fixtures, HalfFixtures>({
  home: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const named = namedNetwork();
      if (named) return use(named);
      const { url, demoUrl, dataDir, stop } = await startApp();
      await use({ url, demoUrl, dataDir });
      await stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ home }, use) => use(home),
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
    await pauseApproved();
    for (const each of close) await each();
  },
});

export { expect } from '@playwright/test';
