import { randomInt } from 'node:crypto';
import type { Campaign, ServeAnswer } from '@ezdash/contracts';
import type { APIRequestContext, Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { register } from './support/account';
import { approveCampaign, storeAsset, storeWords } from './support/campaign';
import { makePng } from './support/png';
import { expect, test } from './support/test';
import { visit } from './support/visit';

test.setTimeout(180_000);

const STORY = '/story/night-train-returns';
/** More than everybody else on the demo property bids. */
const HIGH_BID_MICROS = 90_000_000;
const NATIVE = {
  title: 'Sleep through the tunnel',
  sponsored_by: 'Night Lines',
  call_to_action: 'See times',
};
const TEXT = {
  headline: 'Beds on rails',
  description: 'Two cars a night to the sea.',
};
const FRAME_TEXT = 'Wake up at the sea';

function bundle(width: number, height: number): Buffer {
  const page = `<!doctype html><html><head><meta name="ad.size" content="width=${width},height=${height}">
<link rel="stylesheet" href="ad.css"></head><body><button>${FRAME_TEXT}</button><p id="reach"></p><script src="ad.js"></script></body></html>`;
  const script = `document.querySelector('button').onclick = function () { window.open(window.clickTag); };
var reach = []; try { parent.document.title; reach.push('page'); } catch (e) {}
try { localStorage.length; reach.push('storage'); } catch (e) {}
document.getElementById('reach').textContent = 'reach:' + reach.join();`;
  const files = {
    'index.html': page,
    'ad.css': 'body{margin:0;background:#204060;color:#fff}',
    'ad.js': script,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}

const image = (advertiser: APIRequestContext, width: number, height: number) =>
  storeAsset(advertiser, makePng(width, height, randomInt(0xffffff)), 'image/png');

/** What moved without anybody having done anything, from the first moment on, each with how much. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : '?';
          return `${name} ${previousRect.y}→${currentRect.y}, ${previousRect.height}→${currentRect.height}`;
        });
        seen.push(`${value.toFixed(5)}: ${what.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as typeof window & { seenShifts: string[] }).seenShifts);
}

interface Told {
  kind: 'impression' | 'viewable';
  zone: string;
  campaign: string;
  /** By the page's own clock. */
  atMs: number;
}

/** What a page asked the network for, and what it told it, by the tokens of the answers. */
async function watchTag(page: Page) {
  await page.addInitScript(() => {
    const sent: { url: string; atMs: number }[] = [];
    Object.assign(window, { sentEvents: sent });
    const { fetch: real } = window;
    window.fetch = (target, init) => {
      if (String(target).includes('/e/')) sent.push({ url: String(target), atMs: performance.now() });
      return real(target, init);
    };
  });
  const byToken = new Map<string, { zone: string; campaign: string }>();
  let requests: URL[] = [];
  page.on('response', async (response) => {
    const url = new URL(response.url());
    if (url.pathname !== '/serve') return;
    requests.push(url);
    const { ads } = (await response.json()) as ServeAnswer;
    for (const { zone, candidates } of ads)
      for (const { token, campaign } of candidates) byToken.set(token, { zone, campaign });
  });
  const told = async (kind: Told['kind']): Promise<Told[]> => {
    const sent = await page.evaluate(
      () => (window as typeof window & { sentEvents: { url: string; atMs: number }[] }).sentEvents,
    );
    return sent.flatMap(({ url, atMs }) => {
      const [, letter = '', token = ''] = /\/e\/([iv])\/([\w-]+)(?:\?|$)/.exec(url) ?? [];
      const decided = byToken.get(token);
      return decided && (letter === 'i') === (kind === 'impression') ? [{ kind, ...decided, atMs }] : [];
    });
  };
  return {
    forget: () => {
      requests = [];
    },
    requests: () => requests,
    told,
    zones: async (kind: Told['kind']) => [...new Set((await told(kind)).map(({ zone }) => zone))].sort(),
  };
}

/** Zones with an ad of which at least half is in the window. */
const inView = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('ins.ez-ad[data-ez-state=filled]')]
      .filter((slot) => {
        const { top, bottom, height } = slot.getBoundingClientRect();
        return Math.min(bottom, window.innerHeight) - Math.max(top, 0) >= height / 2;
      })
      .map((slot) => slot.dataset.zone ?? '')
      .sort(),
  );

test('several formats on one page: none moves it, viewed is what was in view for a second, a cap makes room', async ({
  open,
  network,
  trouble,
}) => {
  const advertiser = (await open()).request;
  const admin = await open('admin');
  await register(advertiser, 'advertiser');
  // High enough for the image and the HTML5 ad of the story, and not for what stands in its text.
  const viewport = { width: 1440, height: 1080 };
  const visitor = await open(undefined, { baseURL: network.demoUrl, viewport });
  const shifts = await watchShifts(visitor);
  const tag = await watchTag(visitor);
  const slotOf = (text: string) => visitor.locator('ins.ez-ad').filter({ hasText: text });
  const native = slotOf(NATIVE.title);
  const words = slotOf(TEXT.headline);
  const frame = visitor.locator('ins.ez-ad iframe[src*="/creatives/"]');
  let campaign = '';

  await test.step('Given a campaign of an image, HTML5, a native and a text ad, and one with a cap', async () => {
    const creatives = [
      { asset_id: await image(advertiser, 300, 250), name: 'Image', alt: 'Night Lines' },
      {
        asset_id: await storeAsset(advertiser, bundle(336, 280), 'application/zip'),
        name: 'HTML5',
        alt: FRAME_TEXT,
      },
      {
        asset_id: await storeWords(advertiser, 'native', {
          ...NATIVE,
          body: 'Two sleeping cars, one kitchen, no airport.',
          image_asset_id: await storeAsset(
            advertiser,
            makePng(1200, 628, 0x305070),
            'image/png',
            '?for=native-image',
          ),
          icon_asset_id: null,
        }),
        name: 'Native',
        alt: '',
      },
      {
        asset_id: await storeWords(advertiser, 'text', {
          ...TEXT,
          display_url: new URL(network.demoUrl).host,
        }),
        name: 'Text',
        alt: '',
      },
    ];
    campaign = await approveCampaign(advertiser, admin.request, {
      name: 'Night Lines',
      bid_micros: HIGH_BID_MICROS,
      landing_url: `${network.demoUrl}/landing/shells?click={click_id}`,
      creatives,
    });
    await approveCampaign(advertiser, admin.request, {
      name: 'Once a day',
      bid_micros: HIGH_BID_MICROS,
      frequency_cap: { count: 1, seconds: 86_400 },
      creatives: [{ asset_id: await image(advertiser, 970, 250), name: 'Once', alt: 'Once a day' }],
    });
  });

  await test.step('When a visitor opens a story, all formats are on it, decided at once', async () => {
    await expect(async () => {
      tag.forget();
      await visit(visitor, STORY);
      await expect(frame).toHaveCount(1, { timeout: 1_000 });
      await expect(visitor.getByRole('img', { name: 'Night Lines' })).toHaveCount(1, { timeout: 1_000 });
    }).toPass({ timeout: 60_000, intervals: [250] });
    expect(tag.requests()).toHaveLength(1);
    expect(tag.requests()[0]?.searchParams.get('kw')).toBe('train,travel');
  });

  await test.step('Then what was in view for a second is told as viewed, and nothing else', async () => {
    const filled = visitor.locator('ins.ez-ad[data-ez-state=filled]');
    await expect(filled.filter({ has: visitor.locator('iframe') })).toHaveCount(1);
    await expect(filled.filter({ has: visitor.getByRole('img', { name: 'Night Lines' }) })).toHaveCount(1);
    const expected = await inView(visitor);
    expect(expected.length).toBeGreaterThan(1);
    await expect.poll(() => tag.zones('viewable'), { timeout: 10_000 }).toEqual(expected);
    const impressions = await tag.told('impression');
    for (const view of await tag.told('viewable')) {
      const impression = impressions.find(({ zone }) => zone === view.zone);
      expect(view.atMs - (impression?.atMs ?? 0)).toBeGreaterThanOrEqual(1_000);
    }
    // Longer than it takes to be viewed: what is off-screen is not.
    await visitor.waitForTimeout(1_500);
    expect(await tag.zones('viewable')).toEqual(expected);
  });

  await test.step('And HTML5 runs without reach: neither the page nor a store', async () => {
    await expect(frame).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    );
    await expect(visitor.frameLocator('ins.ez-ad iframe').getByText('reach:', { exact: true })).toBeVisible();
  });

  await test.step('When I scroll to the words, they are there, in the look of the page, and are viewed', async () => {
    await native.scrollIntoViewIfNeeded();
    await expect(native).toHaveAttribute('data-ez-state', 'filled');
    await words.scrollIntoViewIfNeeded();
    await expect(words).toHaveAttribute('data-ez-state', 'filled');
    const zones = await Promise.all([native, words].map((slot) => slot.getAttribute('data-zone')));
    const font = (selector: string) =>
      visitor
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).fontFamily);
    expect(await native.locator('b').evaluate((element) => getComputedStyle(element).fontFamily)).toBe(
      await font('article > p:not([class])'),
    );
    for (const slot of [native, words]) {
      await slot.scrollIntoViewIfNeeded();
      const zone = await slot.getAttribute('data-zone');
      await expect.poll(() => tag.zones('viewable')).toContain(zone);
    }
    const impressions = await tag.told('impression');
    for (const zone of zones)
      expect(impressions.filter((impression) => impression.zone === zone)).toHaveLength(1);
  });

  await test.step('And from top to foot nothing has moved', async () => {
    await visitor.mouse.wheel(0, 10_000);
    await visitor.waitForTimeout(500);
    expect(await shifts()).toEqual([]);
  });

  await test.step('And each is clicked by keyboard or pointer, to the landing page with its click id', async () => {
    const landing = new RegExp(`^${network.demoUrl}/landing/shells\\?click=[\\w-]{16,}$`);
    const press = async (run: () => Promise<void>) => {
      const opened = visitor.context().waitForEvent('page');
      await run();
      const landed = await opened;
      await expect(landed).toHaveURL(landing);
      await landed.close();
    };
    await press(async () => {
      await native.getByRole('link').focus();
      await visitor.keyboard.press('Enter');
    });
    await press(() => words.getByRole('link').click());
    await press(() => visitor.frameLocator('ins.ez-ad iframe').getByRole('button').click());
  });

  await test.step('Then its owner reads what was counted', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const figures = async () => {
      const answer = await advertiser.get(`/api/campaigns/${campaign}?from=${today}&to=${today}`);
      const { impressions, viewables, clicks } = ((await answer.json()) as Campaign).figures;
      return { impressions, viewables, clicks };
    };
    // One of each, at least: the page was opened until the campaign delivered.
    await expect.poll(async () => (await figures()).clicks).toBe(3);
    const { impressions, viewables } = await figures();
    expect(Math.min(impressions, viewables)).toBeGreaterThanOrEqual(4);
  });

  await test.step('When the front page has shown what may be seen once a day, the next in line has its place', async () => {
    const billboard = visitor.locator('ins.ez-ad img[width="970"][height="250"]');
    await visitor.goto('/');
    await expect(billboard).toHaveAttribute('alt', 'Once a day');
    await expect(
      visitor.locator('ins.ez-ad[data-ez-state=filled]', { has: visitor.locator('img[width="970"]') }),
    ).toBeVisible();
    await visitor.goto('/');
    await expect(visitor.locator('ins.ez-ad[data-ez-state=filled]').first()).toBeVisible();
    await expect(visitor.getByRole('img', { name: 'Once a day' })).toHaveCount(0);
    expect(await shifts()).toEqual([]);
  });

  expect(trouble.lines).toEqual([]);
});
