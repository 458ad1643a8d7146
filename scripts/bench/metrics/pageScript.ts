import type { Page } from '@playwright/test';

/** A report that came on screen. */
export interface Shown {
  /** From the step of the history to the frame behind the one that has the rows. */
  ms: number;
  /** Of the call for the rows. */
  serverMs: number;
  /** Rows of the report, of which the page draws those that are seen. */
  rows: number;
}

const TIMEOUT_MS = 30_000;

/** Goes to a report inside the app, as its links do, and waits until its rows are drawn. */
export async function openReport(page: Page, to: string): Promise<Shown> {
  // The compiler wraps functions that have names in a helper, which the page has not.
  await page.evaluate('globalThis.__name ??= (made) => made');
  return page.evaluate(
    async ({ address, timeoutMs }) => {
      const asked = new URL(address, location.href).searchParams;
      const group = asked.get('group') ?? '';
      const dimensions = group.split(',').length;
      const look = {
        frame: () => new Promise<number>((resolve) => requestAnimationFrame(resolve)),
        /** The call for the table's rows, once it is answered. */
        call: () =>
          performance.getEntriesByType('resource').find((entry) => {
            const { pathname, searchParams } = new URL(entry.name);
            return (
              pathname === '/api/metrics' &&
              searchParams.get('group') === group &&
              searchParams.get('limit') === '2000' &&
              searchParams.get('sort') !== 'key'
            );
          }),
        /** How many dimensions the rows on the screen are told apart by; nothing before there are rows. */
        dimensions: () => {
          const table = document.querySelector('main table[aria-rowcount]:has(tbody tr[data-row])');
          return table?.querySelector('thead th')?.textContent?.split(', ').length ?? 0;
        },
      };
      performance.clearResourceTimings();
      const from = performance.now();
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
      for (;;) {
        await look.frame();
        if (performance.now() - from > timeoutMs) throw new Error(`No rows came for ${address}`);
        // What was answered is drawn with the next turn of the page.
        if (
          look.call() &&
          look.dimensions() === dimensions &&
          document.querySelector('main [aria-busy="true"]') === null
        )
          break;
      }
      const drawnAt = await look.frame();
      const call = look.call();
      return {
        ms: drawnAt - from,
        serverMs: call ? call.duration : Number.NaN,
        rows: Number(document.querySelector('main table[aria-rowcount]')?.getAttribute('aria-rowcount')) - 2,
      };
    },
    { address: to, timeoutMs: TIMEOUT_MS },
  );
}
