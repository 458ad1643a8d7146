import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { type DemoRole, HOME, register } from '../support/account';
import { debugButton, openDebugTool } from '../support/debugTool';
import { addressOf, isOpenTo, type KnownPage, knownPages } from '../support/pages';
import { expect, test } from '../support/test';

test.use({ trace: 'off' });
test.setTimeout(240_000);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Least height of what a finger presses, in pixels; half a pixel is rounding. */
const TOUCH_PX = 39.5;

type Scheme = 'light' | 'dark';
const MODES: readonly [Scheme, number][] = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
];
const optionsOf = (scheme: Scheme, width: number) => ({
  colorScheme: scheme,
  reducedMotion: 'reduce' as const,
  viewport: { width, height: width < 500 ? 844 : 900 },
  hasTouch: width < 500,
  isMobile: width < 500,
});

/** Rules of the accessibility standards that the page breaks, each with where. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (rules) => {
    const runner = (
      window as typeof window & { axe: { run: (where: Document, how: object) => Promise<Result> } }
    ).axe;
    interface Result {
      violations: { id: string; nodes: { target: string[]; html: string; any: { message: string }[] }[] }[];
    }
    const { violations: found } = await runner.run(document, { runOnly: rules });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, html, any }) =>
          `${id}: ${target.join(' ')} ${any[0]?.message ?? ''} ${html.slice(0, 300)}`,
      ),
    );
  }, RULES);
}

/** How much wider the page is than its window, and what sticks out. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const rtl = getComputedStyle(root).direction === 'rtl';
    const out = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && (rtl ? box.left < -0.5 : box.right > root.clientWidth + 0.5);
    });
    const name = (element: HTMLElement) => `${element.tagName}.${element.className}`;
    return [`${root.scrollWidth - root.clientWidth} px too wide: ${out.slice(0, 5).map(name).join(' | ')}`];
  });
}

/** What is to be pressed and is too low for a finger; words inside a sentence and labelled boxes apart. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((leastPx) => {
    const targets = [...document.querySelectorAll<HTMLElement>('a, button, input, select, [role=tab]')];
    const small = targets.filter((element) => {
      // The frame of a field is pressed as the field itself.
      const box = (element.closest('.mantine-Input-wrapper') ?? element).getBoundingClientRect();
      const style = getComputedStyle(element);
      if (box.width === 0 || box.height === 0 || style.visibility === 'hidden' || style.display === 'inline')
        return false;
      // A larger place to press is laid over it.
      if (getComputedStyle(element, '::after').position === 'absolute') return false;
      if (element.closest('label') || element.matches('[type=checkbox], [type=radio], .ez-skip'))
        return false;
      return box.height < leastPx;
    });
    const name = (element: HTMLElement) =>
      `${element.tagName}.${element.className} "${(element.textContent ?? '').slice(0, 30)}" ${Math.round(element.getBoundingClientRect().height)} px`;
    return [...new Set(small.map(name))];
  }, TOUCH_PX);
}

async function settle(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Everything that is wrong with what is shown, in words. */
async function wrongWith(page: Page, where: string): Promise<string[]> {
  const wrong = [...(await violations(page)), ...(await overflow(page))];
  if ((page.viewportSize()?.width ?? 0) < 500)
    wrong.push(...(await smallTargets(page)).map((each) => `small: ${each}`));
  const headings = await page.locator('h1').count();
  if (headings !== 1) wrong.push(`${headings} first headings`);
  return wrong.map((each) => `${where}: ${each}`);
}

/** The other way round: nothing may stick out when the language is written from right to left. */
async function wrongFromRight(page: Page, where: string): Promise<string[]> {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const wrong = await overflow(page);
  await page.evaluate(() => {
    document.documentElement.dir = 'ltr';
  });
  return wrong.map((each) => `${where} rtl: ${each}`);
}

/** What a role looks at here; pages that everybody signed in has are looked at once, with the advertiser. */
function looksAt(page: KnownPage, who: DemoRole | 'guest'): boolean {
  if (!page.built || page.path === '/settings' || !isOpenTo(page, who)) return false;
  if (page.access === 'public') return who === 'guest';
  return page.access !== 'signed-in' || who === 'advertiser';
}

for (const [scheme, width] of MODES) {
  for (const who of ['guest', 'advertiser', 'publisher', 'admin'] as const) {
    test(`every page of a ${who} is sound, ${scheme}, ${width} px`, async ({ open, trouble }) => {
      const page = await open(who === 'guest' ? undefined : who, optionsOf(scheme, width));
      const pages = (await knownPages(page.request)).filter((known) => looksAt(known, who));
      const paths = await Promise.all(pages.map((known) => addressOf(known, page.request)));
      if (who === 'guest') paths.push('/no/such/page', '/help');
      if (who === 'advertiser') paths.push('/publisher/dashboard', '/advertiser/funds');
      expect(paths.length).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (const path of paths) {
        await test.step(path, async () => {
          await page.goto(path);
          await settle(page);
          wrong.push(...(await wrongWith(page, path)));
          if (scheme === 'light') wrong.push(...(await wrongFromRight(page, path)));
        });
      }
      expect.soft(wrong).toEqual([]);
      expect(trouble.lines).toEqual([]);
    });
  }
}

for (const [scheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`what opens over a page is sound, ${scheme}, ${width} px`, async ({ open, trouble }) => {
    const wrong: string[] = [];
    const look = async (page: Page, where: string) => {
      await test.step(where, async () => {
        // A menu floats outside the landmarks: it belongs to the button that opened it, not to a part of the page.
        const found = await wrongWith(page, where);
        wrong.push(...found.filter((line) => !/: region: div\[data-portal/.test(line)));
      });
    };
    const advertiser = await open('advertiser', optionsOf(scheme, width));
    await advertiser.goto('/advertiser/campaigns');
    await settle(advertiser);
    await advertiser.keyboard.press('Control+K');
    await expect(advertiser.getByRole('listbox').getByRole('group', { name: 'Campaigns' })).toBeVisible();
    await look(advertiser, 'palette');
    await advertiser.keyboard.press('Escape');
    await advertiser.getByRole('button', { name: /^Bid of Trail season/ }).click();
    await expect(advertiser.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    await look(advertiser, 'inline edit');
    await advertiser.keyboard.press('Escape');
    await advertiser.getByRole('button', { name: 'Actions for Trail season, the Alps' }).click();
    await expect(advertiser.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
    await look(advertiser, 'row menu');
    await advertiser.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(advertiser.getByRole('alertdialog').or(advertiser.getByRole('dialog'))).toBeVisible();
    await look(advertiser, 'confirm');

    await advertiser.goto('/advertiser/dashboard?debug=true');
    await expect(debugButton(advertiser)).toBeVisible();
    await openDebugTool(advertiser);
    await settle(advertiser);
    await look(advertiser, 'debug tool');

    const publisher = await open('publisher', optionsOf(scheme, width));
    const property = (await knownPages(publisher.request)).find(
      ({ path }) => path === '/publisher/properties/:id',
    );
    if (!property) throw new Error('There is no page of a property');
    await publisher.goto(await addressOf(property, publisher.request));
    await settle(publisher);
    await publisher.getByRole('button', { name: 'Create zone' }).click();
    await expect(publisher.getByRole('dialog')).toBeVisible();
    await look(publisher, 'zone form');
    await publisher.keyboard.press('Escape');
    expect.soft(wrong).toEqual([]);
    expect(trouble.lines).toEqual([]);
  });
}

test('a new account has sound empty pages', async ({ open, trouble }) => {
  const wrong: string[] = [];
  for (const role of ['advertiser', 'publisher'] as const) {
    const page = await open(undefined, optionsOf('dark', 390));
    await register(page.request, role);
    for (const path of [
      HOME[role],
      role === 'advertiser' ? '/advertiser/campaigns' : '/publisher/properties',
    ]) {
      await page.goto(path);
      await settle(page);
      wrong.push(...(await wrongWith(page, path)));
    }
  }
  expect.soft(wrong).toEqual([]);
  expect(trouble.lines).toEqual([]);
});
