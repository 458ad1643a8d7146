import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { type AdNetwork, listen, startAdNetwork, type Told } from './support/sight/adNetwork';
import { HIDDEN, HONEST, type Layout } from './support/sight/ways';

/**
 * What the tag measures, in the browser that people have: ads that nobody can see are not paid, each with its reason;
 * honest pages are. With the slot in the page, in a frame of the same origin, and in the network's own frame.
 */

const AT_ONCE = 12;
/** What is never told is waited for so long. */
const NEVER_MS = 2_500;

type Mode = 'page' | 'frame' | 'foreign';

interface Site {
  url: string;
  network: AdNetwork;
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
      frame: frame(`/inner/${zone}`),
      foreign: frame(`${network.url}/frame/${zone}`),
    };
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    if (mode === 'inner') res.end(pageOf(`<style>body{margin:0}</style>${script}`, slotOf(list)));
    else res.end(layout ? pageOf(mode === 'page' ? script : '', layout.body(unit[mode] ?? '')) : '');
  });
  const url = await listen(server);
  return {
    url,
    network,
    async close() {
      server.closeAllConnections();
      server.close();
      await network.close();
    },
  };
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
  const word = { page: reason, frame, foreign }[mode];
  const isPaid =
    word === 'paid' || (list === 'honest' && word === null && !(mode === 'foreign' && layout.isFar));
  return {
    paid: Number(isPaid),
    views: Number(isPaid && !layout.isFar),
    reasons: word === null || word === 'paid' ? [] : [word],
  };
}

const MODES: readonly Mode[] = ['page', 'frame', 'foreign'];
const LISTS = { hidden: HIDDEN, honest: HONEST } as const;

for (const mode of MODES)
  for (const list of ['hidden', 'honest'] as const)
    test(`${list} ads, the slot in ${mode === 'page' ? 'the page' : `a frame (${mode})`}`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } });
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
