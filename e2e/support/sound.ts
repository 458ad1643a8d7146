import path from 'node:path';
import { type CDPSession, expect, type Page } from '@playwright/test';
import { bareKeys, knownKeys, overflow, smallTargets, violations } from './looks';
import { atRest } from './motion';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

/** One for each page: every new one costs a round of its own. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

async function show(page: Page, size: typeof WIDE, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(size);
  // On a phone the pointer is a finger, and places to press are larger for it.
  const cdp = await sessionOf(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: size === NARROW });
  await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(size === NARROW);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  // What measures its place draws itself anew a frame after it has another.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await atRest(page);
}

/** A picture for people to look at, where `E2E_SHOTS` names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

/** The other way round: nothing may stick out when the language is written from right to left. */
async function overflowFromRight(page: Page): Promise<string[]> {
  const setDirection = (to: 'ltr' | 'rtl') =>
    page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, to);
  await setDirection('rtl');
  const wrong = await overflow(page);
  await setDirection('ltr');
  return wrong;
}

/**
 * Everything that is wrong with what is shown at this moment, in words: wide and on a phone, light and dark, from left to
 * right and the other way. Rules of accessibility, what sticks out, what is too small for a finger, keys without a text.
 * Leaves the page wide and light.
 */
export async function wrongInEveryLook(
  page: Page,
  name: string,
  keys: ReadonlySet<string>,
): Promise<string[]> {
  const wrong: string[] = [];
  const note = (how: string, lines: readonly string[]) =>
    wrong.push(...lines.map((line) => `${name}, ${how}: ${line}`));
  for (const [width, size] of [
    ['wide', WIDE],
    ['narrow', NARROW],
  ] as const)
    for (const scheme of ['light', 'dark'] as const) {
      const how = `${width} ${scheme}`;
      await show(page, size, scheme);
      await shoot(page, `${name}-${width}-${scheme}`);
      // Colours do not hang on the width, and places not on the colours: two of four show both.
      if ((width === 'wide') === (scheme === 'light')) note(how, await violations(page));
      note(how, await overflow(page));
      if (scheme === 'light') note(`${width}, rtl`, await overflowFromRight(page));
      if (size === NARROW)
        note(
          how,
          (await smallTargets(page)).map((each) => `small: ${each}`),
        );
    }
  note(
    'text',
    (await bareKeys(page, keys)).map((key) => `not translated: ${key}`),
  );
  await show(page, WIDE, 'light');
  return wrong;
}

/** What a journey shows at this moment, for states that no address leads to; fails at the end of the test. */
export async function expectSound(page: Page, name: string): Promise<void> {
  // Under a dialog it is hidden from screen readers, so it is asked for by its element.
  await expect(page.locator('h1').first()).toBeVisible();
  expect.soft(await wrongInEveryLook(page, name, await knownKeys(page.request))).toEqual([]);
}
