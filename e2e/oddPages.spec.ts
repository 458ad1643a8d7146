import { type Browser, expect, test } from '@playwright/test';
import { FRAMEWORKS } from './support/oddPages/frameworks';
import { GUIDES } from './support/oddPages/guides';
import { MARKUP } from './support/oddPages/markup';
import type { OddPage, Place } from './support/oddPages/oddPage';
import { type OddSite, openOddSite } from './support/oddPages/openOddSite';
import { POLICIES } from './support/oddPages/policies';
import { REMEMBERED, TROUBLES } from './support/oddPages/troubles';
import { lookAt, watch } from './support/oddPages/watch';
import { zonesOf } from './support/sight/adNetwork';

/**
 * The tag on pages that its authors did not think of: each slot that is shown is one impression and one request, none is
 * blank, nothing moves, and nothing of the tag's fails or is forbidden.
 */

const AT_ONCE = 8;
const WAIT_MS = 20_000;
test.setTimeout(240_000);
test.use({ screenshot: 'off' });

const TABLES = {
  guides: GUIDES,
  frameworks: FRAMEWORKS,
  policies: POLICIES,
  markup: MARKUP,
  troubles: TROUBLES,
};
const ALL = [...Object.values(TABLES).flat(), ...REMEMBERED];

let site: OddSite;
test.beforeAll(async () => {
  site = await openOddSite(ALL);
});
test.afterAll(() => site.close());

/** What is counted of a page, at the networks and in it. */
interface Outcome {
  impressions: Record<string, number>;
  unpaid: string[];
  views: string[];
  asked: Record<string, number>;
  blank: string[];
  shift: number;
  problems: string[];
  isStored?: boolean | undefined;
}

const counted = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

function expectedOf({ impressions = { a: 1 }, unviewed = [], asked, isStored }: OddPage): Outcome {
  const sorted = Object.fromEntries(Object.entries(impressions).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    impressions: sorted,
    unpaid: [],
    views: Object.keys(sorted).filter((name) => !unviewed.includes(name)),
    asked: { ...sorted, ...asked },
    blank: [],
    shift: 0,
    problems: [],
    isStored,
  };
}

/** What the networks know of a page's zones. */
function countedAt({ network, other, zone }: Place) {
  const nameOf = (id: string) => (id.startsWith(zone('')) ? [id.slice(zone('').length)] : []);
  const told = [network, other].flatMap((each) =>
    each.told.flatMap((event) => nameOf(event.zone).map((name) => ({ ...event, name }))),
  );
  const paid = told.filter(({ kind, reason }) => kind === 'impression' && reason === null);
  return {
    impressions: counted(paid.map(({ name }) => name)),
    unpaid: told.flatMap(({ name, reason }) => (reason === null ? [] : `${name}: ${reason}`)),
    views: Object.keys(counted(told.flatMap(({ kind, name }) => (kind === 'view' ? [name] : [])))),
    asked: counted([network, other].flatMap((each) => each.asked.flatMap(zonesOf).flatMap(nameOf))),
  };
}

async function outcomeOf(browser: Browser, odd: OddPage, place: Place): Promise<Outcome> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 900 } });
  try {
    const problems = await watch(context);
    await odd.prepare?.(context, place);
    const page = await context.newPage();
    await page.goto(place.url);
    await odd.act?.(page, place);
    const expected = expectedOf(odd);
    await expect
      .poll(() => countedAt(place), { timeout: WAIT_MS })
      .toMatchObject({ impressions: expected.impressions, views: expected.views })
      // What is missing is in the list of all of them.
      .catch(() => {});
    const seen = await lookAt(page, place);
    const counts = countedAt(place);
    return {
      ...counts,
      views: counts.views.filter((name) => !odd.unviewed?.includes(name)),
      ...seen,
      blank: seen.blank.filter((each) => each.startsWith(place.zone(''))),
      problems: problems.filter((problem) => !odd.own?.test(problem)),
      isStored: odd.isStored === undefined ? undefined : seen.isStored,
    };
  } catch (error) {
    return { ...expectedOf(odd), ...countedAt(place), problems: [String(error)] };
  } finally {
    await context.close();
  }
}

async function expectAll(browser: Browser, rows: readonly OddPage[]): Promise<void> {
  const found: [string, Outcome][] = [];
  const waiting = [...rows.entries()];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, odd] = next;
        found[index] = [odd.name, await outcomeOf(browser, odd, site.placeOf(ALL.indexOf(odd)))];
      }
    }),
  );
  expect(found).toEqual(rows.map((odd) => [odd.name, expectedOf(odd)]));
}

for (const [title, rows] of Object.entries(TABLES))
  test(`odd pages: ${title}`, ({ browser }) => expectAll(browser, rows));

test('odd pages: back from the browser’s memory', async ({ playwright, launchOptions }) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  await expectAll(browser, REMEMBERED);
  await browser.close();
});
