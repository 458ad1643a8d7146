import type { Locator, Page } from '@playwright/test';
import { expect } from './test';

/** Presses Tab until the focus is where it should be. */
export async function tabTo(page: Page, target: Locator, most = 40) {
  for (let count = 0; count < most; count++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached with ${most} presses of Tab`);
}

/** The same with Shift+Tab, from a place in the page. */
export async function tabBack(page: Page, target: Locator, most = 10) {
  for (let count = 0; count < most; count++) {
    await page.keyboard.press('Shift+Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached with ${most} presses of Shift+Tab`);
}

/** What has the focus shows it: by an outline, a shadow or a border that is not there without it. */
export async function expectVisibleFocus(page: Page) {
  // In one go: a page of forty stops would go to and fro three hundred times.
  const { name, focused, without } = await page.evaluate(async () => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      throw new Error('Nothing has the focus');
    const looks = async () => {
      await new Promise((done) => requestAnimationFrame(done));
      // What fades is led to its end at once: waited for at every stop, it took longer than all the rest.
      for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
      const parts = [
        element,
        element.closest('.mantine-Input-wrapper') ?? element,
        // The frame of a field that has a button in it.
        element.closest('.mantine-Input-input') ?? element,
        element.closest('label') ?? element,
      ];
      return parts
        .map((part) => getComputedStyle(part))
        .map(({ outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor }) =>
          [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor].join(),
        )
        .join();
    };
    const shown = await looks();
    element.blur();
    const bare = await looks();
    element.focus();
    return { name: element.outerHTML.slice(0, 200), focused: shown, without: bare };
  });
  expect(focused, name).not.toBe(without);
}

/** Marks what Tab should stop at in the part of the page that is its own; of a group of radios it stops at one. */
function markStops(page: Page): Promise<number> {
  return page.evaluate(() => {
    const groups = new Set<string>();
    const stops = [
      ...document.querySelectorAll<HTMLElement>(
        'main a[href], main button, main input, main select, main textarea',
      ),
    ].filter((element) => {
      if (element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility()) return false;
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      const checked = document.querySelector(`input[type=radio][name="${element.name}"]:checked`);
      if ((checked ?? element) !== element || groups.has(element.name)) return false;
      groups.add(element.name);
      return true;
    });
    for (const [index, stop] of stops.entries()) stop.setAttribute('data-stop', String(index));
    return stops.length;
  });
}

/** Walks through the page with Tab: it stops at everything that can be pressed or filled, in order, and shows where it is. */
export async function expectEveryStop(page: Page): Promise<void> {
  const count = await markStops(page);
  expect(count).toBeGreaterThan(0);
  const where = () => page.evaluate(() => document.activeElement?.getAttribute('data-stop') ?? null);
  await page.evaluate(() => {
    const main = document.querySelector('main');
    main?.setAttribute('tabindex', '-1');
    main?.focus();
  });
  const seen: (string | null)[] = [];
  // A few stops more: a date or a number has parts.
  for (let press = 0; press < count + 5 && seen.at(-1) !== String(count - 1); press++) {
    await page.keyboard.press('Tab');
    const stop = await where();
    if (stop === null || stop === seen.at(-1)) continue;
    seen.push(stop);
    await expectVisibleFocus(page);
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, index) => String(index)));
}
