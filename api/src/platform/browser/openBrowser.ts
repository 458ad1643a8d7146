import { tmpdir } from 'node:os';
import type { BrowserContext } from 'playwright-core';

/** Longest wait for a browser to start, and then to end by itself. */
const LAUNCH_MS = 30_000;
const CLOSE_MS = 3_000;

/** It meets code that nobody has seen: it gets to no address, and none of what a browser fetches by itself. */
const ARGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // It says of itself what visitors' browsers say: what knows a trial behaves there as nobody else sees it.
  '--disable-blink-features=AutomationControlled',
];

/** A browser that was started for one trial. */
export interface TrialBrowser {
  newContext(): Promise<BrowserContext>;
  /** Ends it; a page that stands still does not keep it. */
  close(): Promise<void>;
}

/** Of the server's environment it needs to know next to nothing, and may not know the rest. */
const environment = () => ({
  PATH: process.env.PATH ?? '',
  HOME: tmpdir(),
  TMPDIR: tmpdir(),
  LANG: 'C.UTF-8',
});

/**
 * Starts a browser. A process of its own that can be killed, and the library that leads it is only loaded now: most
 * servers never try a release.
 *
 * @throws when it does not start
 */
export async function openBrowser(
  executablePath: string,
  // Chromium has none for root.
  hasSandbox = process.getuid?.() !== 0,
): Promise<TrialBrowser> {
  const { chromium } = await import('playwright-core');
  const server = await chromium.launchServer({
    executablePath,
    args: ARGS,
    // Windows open on a person's click alone, as in everybody's browser.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    env: environment(),
    host: '127.0.0.1',
    timeout: LAUNCH_MS,
    chromiumSandbox: hasSandbox,
    // The server's signals are the server's; it ends its trials when it stops.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  const close = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), CLOSE_MS);
    });
    const ended = await Promise.race([server.close().catch(() => 'late' as const), late]);
    clearTimeout(timer);
    if (ended === 'late') await server.kill();
  };
  try {
    const browser = await chromium.connect(server.wsEndpoint(), { timeout: LAUNCH_MS });
    const [major = ''] = browser.version().split('.');
    return {
      async newContext() {
        const context = await browser.newContext({
          viewport: { width: 1440, height: 900 },
          userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
          locale: 'en-US',
          timezoneId: 'UTC',
          serviceWorkers: 'block',
          acceptDownloads: false,
        });
        // Pages that a trial opens are answered by its site; those that a release opens, by nobody.
        await context.route('**/*', (route) => route.abort('blockedbyclient'));
        return context;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
