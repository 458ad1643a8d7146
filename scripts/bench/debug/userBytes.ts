import type { Browser } from '@playwright/test';

/** What a visit brings over the line, headers included. */
export interface UserBytes {
  page: number;
  texts: number;
  /** Scripts, sheets and fonts. */
  files: number;
  /** Of `files` and `texts`: whatever belongs to the debug tool's remote. */
  ofTool: number;
  requestsOfTool: number;
}

const SETTLE_MS = 800;
const PAGE = '[data-mf-remote] h1';

/** One cold visit of an ordinary user. */
export async function measureUserBytes(browser: Browser, url: string): Promise<UserBytes> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const addresses = new Map<string, string>();
    const found: UserBytes = { page: 0, texts: 0, files: 0, ofTool: 0, requestsOfTool: 0 };
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) =>
      addresses.set(requestId, new URL(request.url).pathname),
    );
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const pathname = addresses.get(requestId) ?? '';
      const isTools = pathname.startsWith('/remotes/mf-debug/') || pathname.startsWith('/debug-tool');
      if (pathname.startsWith('/assets/') || pathname.startsWith('/remotes/'))
        found.files += encodedDataLength;
      else if (pathname.startsWith('/api/translations/')) found.texts += encodedDataLength;
      else if (!pathname.startsWith('/api/')) found.page += encodedDataLength;
      if (!isTools) return;
      found.ofTool += encodedDataLength;
      found.requestsOfTool += 1;
    });
    await page.goto(url);
    await page.waitForSelector(PAGE, { state: 'attached' });
    await page.waitForTimeout(SETTLE_MS);
    return found;
  } finally {
    await context.close();
  }
}
