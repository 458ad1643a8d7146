import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { APIRequestContext, Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Least height of what a finger presses, in pixels, which is the house's rule; half a pixel is rounding. */
const TOUCH_HEIGHT_PX = 39.5;
/** Least width, and with it the least of WCAG 2.5.8. */
const TOUCH_WIDTH_PX = 24;

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; html: string; failureSummary?: string }[] }[];
}
type WithAxe = typeof window & { axe: { run: (where: Document, how: object) => Promise<AxeResult> } };

/** Rules of the accessibility standards that the page breaks, each with where. */
export async function violations(page: Page): Promise<string[]> {
  // Half a megabyte: once a page is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (rules) => {
    // `target-size` of WCAG 2.2 is off in the library unless it is asked for by name.
    const { violations: found } = await (window as WithAxe).axe.run(document, {
      runOnly: rules,
      rules: { 'target-size': { enabled: true } },
      resultTypes: ['violations'],
    });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, html, failureSummary }) =>
          `${id}: ${target.join(' ')} ${failureSummary?.replace(/\s+/g, ' ') ?? ''} ${html.slice(0, 300)}`,
      ),
    );
  }, RULES);
}

/** How much wider the page is than its window, and what sticks out. */
export function overflow(page: Page): Promise<string[]> {
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

/** What is to be pressed and is too small for a finger; words inside a sentence and labelled boxes apart. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ heightPx, widthPx }) => {
      const targets = [
        ...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary, [role=tab]'),
      ];
      const small = targets.filter((element) => {
        // The frame of a field is pressed as the field itself.
        const box = (element.closest('.mantine-Input-wrapper') ?? element).getBoundingClientRect();
        const style = getComputedStyle(element);
        if (box.width === 0 || box.height === 0 || style.visibility === 'hidden') return false;
        if (style.display === 'inline' || style.pointerEvents === 'none') return false;
        // A larger place to press is laid over it.
        if (getComputedStyle(element, '::after').position === 'absolute') return false;
        // For password managers alone: nobody sees or reaches it.
        if (element.closest('[aria-hidden=true]') && element.tabIndex < 0) return false;
        if (element.closest('label') || element.matches('[type=checkbox], [type=radio], .ez-skip'))
          return false;
        return box.height < heightPx || box.width < widthPx;
      });
      const name = (element: HTMLElement) => {
        const { width, height } = element.getBoundingClientRect();
        return `${element.tagName}.${element.className} "${(element.textContent ?? '').slice(0, 30)}" ${Math.round(width)}×${Math.round(height)} px`;
      };
      return [...new Set(small.map(name))];
    },
    { heightPx: TOUCH_HEIGHT_PX, widthPx: TOUCH_WIDTH_PX },
  );
}

/**
 * Texts that stick out of the window or of a box that hides what is too much; shortened with dots is cut too.
 * @param within a selector: of these parts of the page alone
 */
export function cutTexts(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate((parts) => {
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !element?.closest(parts)) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest('script, style, noscript, option, .ez-skip, [aria-hidden=true]')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right } = range.getBoundingClientRect();
      let [from, to] = [0, document.documentElement.clientWidth];
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (!/hidden|clip/.test(getComputedStyle(box).overflowX)) continue;
        const edges = box.getBoundingClientRect();
        // For who listens alone: nothing of it is to be seen.
        if (edges.width <= 1) {
          [from, to] = [left, right];
          break;
        }
        [from, to] = [Math.max(from, edges.left), Math.min(to, edges.right)];
      }
      if (left < from - 1 || right > to + 1) cut.push(`cut: ${text.slice(0, 80)}`);
    }
    return [...new Set(cut)];
  }, within);
}

type Texts = { [name: string]: string | Texts };

function keysOf(texts: Texts, before: string): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [before + name] : keysOf(value, `${before}${name}.`),
  );
}

/** Every key of every namespace: what a page shows in the place of a text that it does not find. */
export async function knownKeys(request: APIRequestContext): Promise<Set<string>> {
  const answer = await request.get('/api/translations/en');
  const { translations } = (await answer.json()) as { translations: Record<string, Texts> };
  return new Set(Object.values(translations).flatMap((texts) => keysOf(texts, '')));
}

/** Texts, names and hints that are the key of a text, look like one, or still have a gap to fill. */
export async function bareKeys(page: Page, keys: ReadonlySet<string>): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, noscript, template, code, pre'))
        texts.push(node.textContent ?? '');
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'])
        texts.push(element.getAttribute(name) ?? '');
    return texts.map((text) => text.trim()).filter(Boolean);
  });
  const namespaced = /\b(?:ui|shell|auth|settings|advertiser|publisher|debug):[a-z]\w*(?:\.\w+)*\b/;
  const bare = (text: string) =>
    namespaced.test(text) || text.includes('{{') || (text.includes('.') && keys.has(text));
  return [...new Set(shown.filter(bare))];
}
