import { type BrowserContext, expect, type Page } from '@playwright/test';
import { zonesOf } from '../sight/adNetwork';
import type { Place } from './oddPage';

declare global {
  interface Window {
    odd?: { shift: number; settle: () => void; roots: ShadowRoot[] };
  }
}

/** Collects what fails or is forbidden in the pages of a context, and counts in each what moves. */
export async function watch(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|hydrat|mismatch|Vue warn/i.test(message.text()))
      problems.push(message.text());
  });
  await context.addInitScript(() => {
    const odd = {
      shift: 0,
      roots: [] as ShadowRoot[],
      settle: () => count(observer.takeRecords()),
    };
    const count = (entries: PerformanceEntryList) => {
      for (const entry of entries) odd.shift += (entry as PerformanceEntry & { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => count(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function attach(init) {
      const root = attachShadow.call(this, init);
      odd.roots.push(root);
      return root;
    };
    window.odd = odd;
  });
  return problems;
}

/** In a page: what is in its slots, what has moved and what is stored. */
async function lookInside() {
  const painted = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await painted();
  await painted();
  window.odd?.settle();
  const slots = [document, ...(window.odd?.roots ?? [])].flatMap((root) => [
    ...root.querySelectorAll<HTMLElement>('ins.ez-ad'),
  ]);
  const isBlank = (slot: HTMLElement) => {
    const [content] = slot.children;
    const drawn = content?.querySelector('img') ?? content;
    const box = drawn?.getBoundingClientRect();
    const around = slot.getBoundingClientRect();
    if (!drawn || !box || (drawn instanceof HTMLImageElement && drawn.naturalWidth === 0)) return true;
    return (
      Math.abs(box.top - around.top) > 1 ||
      Math.abs(box.left - around.left) > 1 ||
      Math.abs(box.bottom - around.bottom) > 1
    );
  };
  let isStored = false;
  try {
    isStored = localStorage['ez-ad-sizes'] !== undefined;
  } catch {
    // There is none.
  }
  return {
    blank: slots.flatMap((slot) =>
      slot.isConnected && slot.dataset.ezReason !== 'malformed-zone' && isBlank(slot)
        ? [`${slot.dataset.zone?.trim()}: ${slot.dataset.ezState} ${slot.dataset.ezReason ?? ''}`]
        : [],
    ),
    shift: window.odd?.shift ?? 0,
    isStored,
    hasTag: 'ezAdTag' in window,
  };
}

/** What is inside an ad has no slots, and may come and go. */
const framesOf = (page: Page) =>
  page.frames().filter((frame) => !/^(about:blank)?$|\/bundle\.html/.test(frame.url()));

/** Asks for one more slot: what the tag had to ask for before it has been asked for by then. */
async function flush(page: Page, { network, zone }: Place): Promise<void> {
  const last = `${zone('')}last`.replace('page', 'last');
  for (const frame of framesOf(page))
    if (await frame.evaluate(() => 'ezAdTag' in window))
      await frame.evaluate((id) => {
        const slot = document.createElement('ins');
        slot.className = 'ez-ad';
        slot.dataset.zone = id;
        slot.style.cssText = 'display:block;position:fixed;bottom:0;right:0;width:300px;height:250px';
        document.body.append(slot);
      }, last);
  await expect.poll(() => network.asked.flatMap(zonesOf).includes(last), { timeout: 10_000 }).toBe(true);
}

export async function lookAt(page: Page, place: Place) {
  await flush(page, place);
  const inside = await Promise.all(framesOf(page).map((frame) => frame.evaluate(lookInside)));
  return {
    blank: inside.flatMap(({ blank }) => blank),
    shift: inside.reduce((sum, { shift }) => sum + shift, 0),
    isStored: inside.some(({ isStored, hasTag }) => hasTag && isStored),
  };
}
