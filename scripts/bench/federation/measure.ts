import type { Browser } from '@playwright/test';

/** One cold visit. */
export interface Visit {
  /** Milliseconds from the navigation's start to the remote's heading. */
  headingMs: number;
  /** Bytes over the wire, headers included, until everything the page asked for had come. */
  bytes: number;
  requests: number;
}

/** A phone of the middle on a slow line: what the goals are stated for. */
const THROTTLE = { cpu: 4, latencyMs: 40, bitsPerSecond: 10_000_000 };
const HEADING = '[data-mf-remote] h1';
/** After the heading, for what the page still loads; the same for both. */
const SETTLE_MS = 400;

/** Visits an address with an empty cache, in a fresh browser context. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: THROTTLE.latencyMs,
      downloadThroughput: THROTTLE.bitsPerSecond / 8,
      uploadThroughput: THROTTLE.bitsPerSecond / 8,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE.cpu });
    let bytes = 0;
    let requests = 0;
    // Calls to the server are the same for both and fail by design; their retries would only blur the count.
    const calls = new Set<string>();
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (new URL(request.url).pathname.startsWith('/api/')) calls.add(requestId);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (calls.has(requestId)) return;
      bytes += encodedDataLength;
      requests += 1;
    });
    await page.addInitScript((heading) => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector(heading)) return;
        seen.disconnect();
        performance.mark('remote-heading');
      });
      seen.observe(document, { childList: true, subtree: true });
    }, HEADING);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForSelector(HEADING, { state: 'attached', timeout: 60_000 });
    await page.waitForTimeout(SETTLE_MS);
    const headingMs = await page.evaluate(
      () => performance.getEntriesByName('remote-heading')[0]?.startTime ?? 0,
    );
    return { headingMs, bytes, requests };
  } finally {
    await context.close();
  }
}

/** The value below which the share lies, interpolated between neighbours. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(place)] ?? Number.NaN;
  const upper = sorted[Math.ceil(place)] ?? Number.NaN;
  return lower + (upper - lower) * (place - Math.floor(place));
}

/** The middle value; of an even number the mean of the two in the middle. */
export const median = (values: number[]): number => quantile(values, 0.5);
