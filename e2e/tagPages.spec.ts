import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PropertyDetail, PropertyList, TagDebugger, Zone } from '@ezdash/contracts';
import type { APIRequestContext, Page } from '@playwright/test';
import { register, send } from './support/account';
import { creativesUrl } from './support/app';
import { approveCampaign, storeAsset } from './support/campaign';
import { makePng } from './support/png';
import { expect, test } from './support/test';
import { decided } from './support/visit';

/** The tag on the kinds of page there are, as its drawer says to put it in: nothing moves, one request a page view. */

test.setTimeout(180_000);

const DELIVERS_WITHIN_MS = 60_000;
const HIGH_BID_MICROS = 95_000_000;
/** A slow connection of a phone: bytes a second, and how long each answer takes to begin. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 25_000 };
/** An answer that comes when the page has long been read. */
const LATE_MS = 1_500;
const WIDTH = 300;
const HEIGHT = 250;
const BELOW = '<p id="below">What is read below the ad, and stays where it is.</p>';

interface Site {
  url: string;
  server: Server;
}

/** What a publisher writes: the pages as the tag's drawer gives their code. */
function pagesOf(
  ads: string,
  zone: string,
  other: string,
): Record<string, { html: string; policy?: string }> {
  const script = `<script async src="${ads}/tag.js"></script>`;
  const slot = (id: string) =>
    `<ins class="ez-ad" data-zone="${id}" style="display:block; width:${WIDTH}px; height:${HEIGHT}px"></ins>`;
  const page = (head: string, body: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${ads}`,
    `connect-src ${ads}`,
    `img-src 'self' data: ${creativesUrl(ads)}`,
    `frame-src ${ads} ${creativesUrl(ads)}`,
    "style-src 'self'",
  ].join('; ');
  return {
    '/plain': { html: page(script, slot(zone) + slot(other) + BELOW) },
    '/app': {
      html: page(
        script,
        `<button id="go">Next</button><button id="same">Other page, same slot</button><button id="push">Push down</button><main>${slot(zone)}</main>${BELOW}
<script>
go.onclick = () => { history.pushState({}, '', '/app/next'); document.querySelector('main').innerHTML = ${JSON.stringify(slot(other))}; };
same.onclick = () => { history.pushState({}, '', '/app/same'); window.ezAdTag?.refresh(); };
push.onclick = () => document.body.prepend(Object.assign(document.createElement('p'), { textContent: 'Pushed' }));
</script>`,
      ),
    },
    '/strict': {
      html: page(
        `<link rel="stylesheet" href="/ads.css">${script}`,
        `<ins class="ez-ad ad-place" data-zone="${zone}"></ins>${BELOW}`,
      ),
      policy,
    },
    '/framed': {
      html: page(
        '',
        `<iframe src="${ads}/frame/${zone}" width="${WIDTH}" height="${HEIGHT}" title="Advertisement" loading="lazy" scrolling="no" style="border:0" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>${BELOW}`,
      ),
    },
    '/careless': {
      html: page(
        script,
        `<ins class="ez-ad" data-zone="${zone}"></ins>${script}<ins class="ez-ad" data-zone="z_nobody"></ins>${BELOW}`,
      ),
    },
  };
}

async function openSite(ads: string, zone: string, other: string): Promise<Site> {
  const pages = pagesOf(ads, zone, other);
  const server = createServer((req, res) => {
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const page = pages[path];
    if (path === '/ads.css') {
      res.writeHead(200, { 'content-type': 'text/css' });
      res.end(`.ad-place{display:block;width:${WIDTH}px;max-width:100%;height:${HEIGHT}px}`);
    } else if (page) {
      res.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...(page.policy && { 'content-security-policy': page.policy }),
      });
      res.end(page.html);
    } else {
      res.writeHead(404);
      res.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

interface Told {
  shifts: number;
  forbidden: string[];
  /** Counts what the browser has seen and not said yet. */
  settle: () => void;
}
declare global {
  interface Window {
    told?: Told;
  }
}

/**
 * Counts what moved and what a policy forbade, in every frame, from the first moment on; opens closed roots to look into.
 * Whatever moves counts, also right after a click, which the browser would excuse.
 */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const count = (entries: PerformanceEntryList) => {
      for (const entry of entries) told.shifts += (entry as PerformanceEntry & { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => count(list.getEntries()));
    const told: Told = { shifts: 0, forbidden: [], settle: () => count(observer.takeRecords()) };
    window.told = told;
    observer.observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
      told.forbidden.push(`${effectiveDirective} ${blockedURI}`),
    );
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function open(init) {
      return attachShadow.call(this, { ...init, mode: 'open' });
    };
  });
  const asked: URL[] = [];
  const impressions: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/serve') asked.push(url);
    if (url.pathname.startsWith('/e/i/')) impressions.push(url.pathname);
  });
  return {
    asked,
    impressions,
    moved: async () => {
      const sums = await Promise.all(page.frames().map((frame) => frame.evaluate(shiftsUntilNow)));
      return sums.reduce((sum, each) => sum + each, 0);
    },
    forbidden: () => page.evaluate(() => window.told?.forbidden ?? []),
  };
}

/** Of one frame: what was painted until now is told by the frame after the next. */
async function shiftsUntilNow(): Promise<number> {
  const painted = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await painted();
  await painted();
  window.told?.settle();
  return window.told?.shifts ?? 0;
}

async function makeZones(publisher: APIRequestContext): Promise<{ property: string; zones: [Zone, Zone] }> {
  const { properties } = (await (await publisher.get('/api/properties')).json()) as PropertyList;
  const approved = properties.find(({ state }) => state === 'approved');
  if (!approved) throw new Error('The demo publisher has no approved property');
  const make = async () => {
    const made = await send(publisher, 'POST', `/api/properties/${approved.id}/zones`, {
      name: `Tag page ${randomInt(1e6)}`,
      kind: 'banner',
      size: { width: WIDTH, height: HEIGHT },
      floor_micros: 0,
      fallback: 'keep',
    });
    if (!made.ok()) throw new Error(`The zone was refused: ${await made.text()}`);
    return (await made.json()) as Zone;
  };
  return { property: approved.id, zones: [await make(), await make()] };
}

test('five kinds of page: none is moved, each asks once a page view, and tells its impressions', async ({
  open,
  network,
}) => {
  const publisher = (await open('publisher')).request;
  const advertiser = (await open()).request;
  const admin = await open('admin');
  await register(advertiser, 'advertiser');
  const { property, zones } = await makeZones(publisher);
  const [zone, other] = zones;
  const site = await openSite(network.url, zone.id, other.id);
  const filled = (page: Page) => page.locator('ins.ez-ad[data-ez-state=filled]');
  /** A page view in a browser of its own. */
  const view = async (path: string, prepare?: (page: Page) => Promise<void>) => {
    const page = await open(undefined, { baseURL: site.url });
    const tag = await watch(page);
    await prepare?.(page);
    await page.goto(path);
    return { page, ...tag };
  };

  try {
    await test.step('Given a campaign that pays more than all others', async () => {
      const image = async () => ({
        asset_id: await storeAsset(advertiser, makePng(WIDTH, HEIGHT, randomInt(0xffffff)), 'image/png'),
        name: 'Image',
        alt: 'Tried on many pages',
      });
      await approveCampaign(advertiser, admin.request, {
        name: 'Many pages',
        bid_micros: HIGH_BID_MICROS,
        creatives: [await image(), await image(), await image()],
      });
      await expect(async () => {
        const answer = await publisher.get(`/serve?zones=${zone.id}&test=1`);
        expect(await answer.text()).toContain('Tried on many pages');
      }).toPass({ timeout: DELIVERS_WITHIN_MS, intervals: [300] });
    });

    await test.step('Then a plain page shows two ads for one request', async () => {
      const { page, asked, impressions, moved } = await view('/plain');
      await expect(filled(page)).toHaveCount(2);
      await expect.poll(() => impressions.length).toBe(2);
      expect(asked).toHaveLength(1);
      expect(await moved()).toBe(0);
    });

    await test.step('And an app with routes asks once for each, whether its slots change or stay', async () => {
      const { page, asked, impressions, moved } = await view('/app');
      await expect(filled(page)).toHaveCount(1);
      await expect.poll(() => impressions.length).toBe(1);
      await page.locator('#go').click();
      await expect(page.locator(`ins[data-zone="${other.id}"][data-ez-state=filled]`)).toHaveCount(1);
      await expect.poll(() => impressions.length).toBe(2);
      expect(asked).toHaveLength(2);
      await page.locator('#same').click();
      await expect.poll(() => impressions.length).toBe(3);
      expect(asked).toHaveLength(3);
      expect(await moved()).toBe(0);
      // The measure sees what does move, a click before it or not.
      await page.locator('#push').click();
      await expect.poll(moved).toBeGreaterThan(0);
    });

    await test.step('And a page under a strict policy forbids nothing of it', async () => {
      const { page, asked, impressions, moved, forbidden } = await view('/strict');
      await expect(filled(page)).toHaveCount(1);
      await expect.poll(() => impressions.length).toBe(1);
      expect(await forbidden()).toEqual([]);
      expect(asked).toHaveLength(1);
      expect(await moved()).toBe(0);
    });

    await test.step('And a frame holds it without a script on the page', async () => {
      const { page, asked, impressions, moved } = await view('/framed');
      const inFrame = page.frameLocator('iframe').locator('ins.ez-ad[data-ez-state=filled]');
      await expect(inFrame).toHaveCount(1);
      await expect.poll(() => impressions.length).toBe(1);
      expect(asked).toHaveLength(1);
      expect(await moved()).toBe(0);
      const popup = page.waitForEvent('popup');
      await inFrame.locator('a').click();
      await (await popup).close();
    });

    await test.step('And over a slow connection nothing moves when it comes at last', async () => {
      const { page, asked, impressions, moved } = await view('/plain', async (slow) => {
        const session = await slow.context().newCDPSession(slow);
        await session.send('Network.emulateNetworkConditions', SLOW);
      });
      await expect(filled(page)).toHaveCount(2, { timeout: 30_000 });
      await expect.poll(() => impressions.length).toBe(2);
      expect(asked).toHaveLength(1);
      expect(await moved()).toBe(0);
    });

    await test.step('And the debugger says what anybody can see, and what is wrong with a careless page', async () => {
      const { page, asked, moved } = await view('/careless?ez-debug=1', async (late) => {
        // After the page was painted: what has reserved no room moves it then.
        await late.route('**/serve?*', async (route) => {
          await late.waitForTimeout(LATE_MS);
          await route.continue();
        });
      });
      const panel = page.getByRole('region', { name: 'Ad tag debugger' });
      await expect(panel.getByText('filled', { exact: true })).toBeVisible();
      await expect(panel.getByText(/tag.js is on the page 2 times/)).toBeVisible();
      await expect(panel.getByText(/z_nobody is no zone of this network/)).toBeVisible();
      await expect(panel.getByText(/had no room reserved and grew by/)).toBeVisible();
      await expect.poll(moved).toBeGreaterThan(0);
      await expect(panel.getByText('You get per 1,000').filter({ visible: true })).toHaveCount(0);
      expect(asked[0]?.searchParams.has('test')).toBe(false);
      await panel.getByRole('button', { name: 'Fold', exact: true }).click();
      await expect(panel.getByText(/tag.js is on the page/)).toBeHidden();
      await panel.getByRole('button', { name: 'Close' }).click();
      await expect(panel).toHaveCount(0);
    });

    await test.step('And with the publisher’s token prices and reasons too, of tries that nobody pays for', async () => {
      const made = await send(publisher, 'POST', `/api/properties/${property}/tag-debugger`, {});
      expect(made.status()).toBe(201);
      const { token } = (await made.json()) as TagDebugger;
      const { page, asked } = await view(`/plain?ez-debug=${token}`);
      const panel = page.getByRole('region', { name: 'Ad tag debugger' });
      await expect(panel.getByText('You get per 1,000', { exact: true }).first()).toBeVisible();
      await expect(panel.getByText(/\$\d+\.\d\d – \$\d+\.\d\d|from \$\d/i).first()).toBeVisible();
      await expect(panel.getByText(/example\.com/).first()).toBeVisible();
      await expect(panel.getByText(/This page is on 127\.0\.0\.1/)).toBeVisible();
      await expect(
        panel.getByText('can be seen: 100 % of its size, 100 % opaque, 0 % covered').first(),
      ).toBeVisible();
      expect(asked.map((url) => url.searchParams.get('test'))).toEqual(['1']);
      const { property: same } = (await (
        await publisher.get(`/api/properties/${property}`)
      ).json()) as PropertyDetail;
      expect(same.id).toBe(property);
    });

    await test.step('And a zone’s own code comes for want of an ad, without an origin', async () => {
      const changed = await send(publisher, 'PATCH', `/api/zones/${zone.id}`, {
        floor_micros: 999_000_000,
        passback_html:
          '<p id="own">Ours</p><script>try { document.cookie; own.textContent = "reach"; } catch { own.textContent = "Ours, alone"; }</script>',
      });
      expect(changed.ok()).toBe(true);
      await expect(async () => {
        const { page } = await view('/strict');
        await decided(page);
        await expect(page.locator('ins[data-ez-state=passback]')).toHaveCount(1, { timeout: 1_000 });
        await expect(page.frameLocator('ins iframe').getByText('Ours, alone')).toBeVisible();
      }).toPass({ timeout: DELIVERS_WITHIN_MS });
    });
  } finally {
    site.server.close();
  }
});
