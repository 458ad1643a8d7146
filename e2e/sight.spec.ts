import { createServer } from 'node:http';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type AdNetwork, listen, startAdNetwork, type Told } from './support/sight/adNetwork';
import { HIDDEN, HONEST, type Layout } from './support/sight/ways';

/**
 * What the tag measures, in the browser that people have: ads that nobody can see are not paid, each with its reason;
 * honest pages are. With the slot in the page, in a frame of the same origin, and in the network's own frame.
 */

const AT_ONCE = 12;
/** What is never told is waited for so long. */
const NEVER_MS = 2_500;

/** Where the slot is: in the page, also in a browser that does not tell what is visible; in a frame; in the network's frame. */
type Mode = 'page' | 'silent' | 'frame' | 'foreign';

interface Site {
  url: string;
  network: AdNetwork;
  /** What `/own` shows. */
  own: string;
  close(): Promise<void>;
}

const slotOf = (zone: string) =>
  `<ins class="ez-ad" data-zone="${zone}" style="display:block;width:300px;height:250px"></ins>`;
const pageOf = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

/** `/{mode}/{list}/{index}` is a page of its own; `/inner/{zone}` what a frame of the same origin shows. */
async function openSite(): Promise<Site> {
  const network = await startAdNetwork();
  const script = `<script async src="${network.url}/tag.js"></script>`;
  const lists = { hidden: HIDDEN, honest: HONEST };
  const server = createServer((req, res) => {
    const [, mode = '', list = '', index = ''] = (req.url ?? '').split('/');
    const layout = lists[list as keyof typeof lists]?.[Number(index)];
    const zone = `${mode}-${list}-${index}`;
    const frame = (src: string) =>
      `<iframe src="${src}" width="300" height="250" title="Advertisement" scrolling="no" style="border:0;display:block"></iframe>`;
    const unit: Record<string, string> = {
      page: slotOf(zone),
      silent: slotOf(zone),
      frame: frame(`/inner/${zone}`),
      foreign: frame(`${network.url}/frame/${zone}`),
    };
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    if (mode === 'own') return void res.end(pageOf(script, opened.own));
    if (mode === 'inner') res.end(pageOf(`<style>body{margin:0}</style>${script}`, slotOf(list)));
    else
      res.end(
        layout ? pageOf(unit[mode]?.startsWith('<ins') ? script : '', layout.body(unit[mode] ?? '')) : '',
      );
  });
  const opened: Site = {
    url: await listen(server),
    network,
    own: '',
    async close() {
      server.closeAllConnections();
      server.close();
      await network.close();
    },
  };
  return opened;
}

let site: Site;
test.beforeAll(async () => {
  site = await openSite();
});
test.afterAll(() => site.close());
test.setTimeout(240_000);

interface Outcome {
  paid: number;
  views: number;
  /** Why it was not paid, each once. */
  reasons: string[];
}

function outcomeOf(told: readonly Told[]): Outcome {
  const impressions = told.filter(({ kind }) => kind === 'impression');
  return {
    paid: impressions.filter(({ reason }) => reason === null).length,
    views: told.filter(({ kind, reason }) => kind === 'view' && reason === null).length,
    reasons: [...new Set(impressions.flatMap(({ reason }) => reason ?? []))],
  };
}

/** What the list says of a layout in this mode. */
function expectedOf(layout: Layout, list: 'hidden' | 'honest', mode: Mode): Outcome {
  const {
    reason = null,
    frame = reason,
    foreign = list === 'honest' || frame === null ? frame : 'not-visible',
  } = layout;
  const word = { page: reason, silent: reason, frame, foreign }[mode];
  const isPaid =
    word === 'paid' || (list === 'honest' && word === null && !(mode === 'foreign' && layout.isFar));
  return {
    paid: Number(isPaid),
    views: Number(isPaid && !layout.isFar),
    reasons: word === null || word === 'paid' ? [] : [word],
  };
}

const MODES = {
  page: 'the page',
  silent: 'the page, in a browser that does not tell what is visible',
  frame: 'a frame of its origin',
  foreign: 'a frame of another origin',
} as const;

/** As browsers without IntersectionObserver v2. */
const SILENCE = () => Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible');
const LISTS = { hidden: HIDDEN, honest: HONEST } as const;

for (const [mode, place] of Object.entries(MODES) as [Mode, string][])
  for (const list of ['hidden', 'honest'] as const)
    test(`${list} ads, the slot in ${place}`, async ({ browser }) => {
      const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } });
      if (mode === 'silent') await context.addInitScript(SILENCE);
      const layouts = LISTS[list];
      const outcomes: Outcome[] = [];
      const look = async (index: number) => {
        const layout = layouts[index] as Layout;
        const page = await context.newPage();
        await page.goto(`${site.url}/${mode}/${list}/${index}`);
        if (layout.later) {
          await page.waitForTimeout(layout.later.ms);
          await page.evaluate(layout.later.script);
        }
        const told = () => site.network.told.filter(({ zone }) => zone === `${mode}-${list}-${index}`);
        const expected = expectedOf(layout, list, mode);
        const isWaited = expected.paid + expected.reasons.length > 0;
        if (isWaited)
          await expect
            .poll(() => outcomeOf(told()), { timeout: 20_000 })
            .toMatchObject({ views: expected.views, paid: expected.paid, reasons: expected.reasons })
            // What is missing is in the list of all of them.
            .catch(() => {});
        else await page.waitForTimeout(NEVER_MS);
        await page.close();
        outcomes[index] = outcomeOf(told());
      };
      const waiting = layouts.map((_, index) => index);
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await look(index);
        }),
      );
      await context.close();
      const named = (outcome: (index: number) => Outcome | undefined) =>
        layouts.map(({ name }, index) => ({ name, ...outcome(index) }));
      expect(named((index) => outcomes[index])).toEqual(
        named((index) => expectedOf(layouts[index] as Layout, list, mode)),
      );
    });

/** A page of this body on another address than the network's. */
async function openPage(browser: Browser, body: string, isSilent = false): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } });
  if (isSilent) await context.addInitScript(SILENCE);
  const page = await context.newPage();
  site.own = body;
  await page.goto(`${site.url}/own`);
  return page;
}
const toldOf = (zone: string) => site.network.told.filter((told) => told.zone === zone);

for (const isSilent of [false, true])
  test(`of ads on one place the one on top is paid${isSilent ? ', whatever the browser tells' : ''}`, async ({
    browser,
  }) => {
    const zones = [1, 2, 3, 4].map((index) => `pile-${isSilent}-${index}`);
    const pile = zones.map((zone) => `<div style="position:absolute;inset:0">${slotOf(zone)}</div>`).join('');
    const page = await openPage(
      browser,
      `<div style="position:relative;width:300px;height:250px">${pile}</div>`,
      isSilent,
    );
    const reasons = () => zones.map((zone) => toldOf(zone).find(({ kind }) => kind === 'impression')?.reason);
    await expect.poll(reasons, { timeout: 20_000 }).toEqual(['stacked', 'stacked', 'stacked', null]);
    await page.context().close();
  });

test('what is covered below the window is not paid before anybody can look, and then not either', async ({
  browser,
}) => {
  const covered = '<div style="position:absolute;inset:0;background:#fff"></div>';
  const page = await openPage(
    browser,
    `<div style="height:120vh"></div><div id="low" style="position:relative;width:300px;height:250px">${slotOf('low')}${covered}</div>`,
  );
  await expect(page.locator('ins')).toHaveAttribute('data-ez-state', 'filled');
  await page.waitForTimeout(NEVER_MS);
  expect(toldOf('low')).toEqual([]);
  await page.locator('#low').scrollIntoViewIfNeeded();
  await expect
    .poll(() => toldOf('low').map(({ reason }) => reason), { timeout: 20_000 })
    .toEqual(['covered']);
  await page.evaluate(() => document.querySelector('#low > div')?.remove());
  await expect
    .poll(() => toldOf('low').map(({ kind, reason }) => [kind, reason]), { timeout: 20_000 })
    .toEqual([
      ['impression', 'covered'],
      ['impression', null],
      ['view', null],
    ]);
  await page.context().close();
});

test('in a frame of another origin a browser that does not tell leaves it unmeasured', async ({
  browser,
}) => {
  const page = await openPage(
    browser,
    `<iframe src="${site.network.url}/frame/unknown" width="300" height="250" title="Advertisement"></iframe>`,
    true,
  );
  await expect
    .poll(() => toldOf('unknown').map(({ kind, reason }) => [kind, reason]), { timeout: 20_000 })
    .toEqual([
      ['impression', 'unmeasured'],
      ['view', 'unmeasured'],
    ]);
  await page.context().close();
});
