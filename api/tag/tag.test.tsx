import type { ServedAd } from '@ezdash/contracts';
import {
  anAd,
  candidate,
  closeTestPage,
  events,
  imageOf,
  load,
  nextPage,
  openTag,
  openTestPage,
  page,
  requests,
  settle,
  slot,
} from '../src/testing/tagPage';
import { confirmSize, leaveEmpty } from './slot';
import type { Ad } from './types';

beforeEach(openTestPage);
afterEach(closeTestPage);

/** A page with one slot, its ad answered. */
async function openPage(): Promise<HTMLElement> {
  const element = slot('z_1');
  openTag();
  await settle();
  return element;
}

describe('the tag', () => {
  test('one request for all zones of the page, sent without credentials to where the script came from', async () => {
    page.network = { z_1: anAd(), z_2: anAd({ width: 728, height: 90 }) };
    const [first, second] = [slot('z_1'), slot('z_2')];
    openTag();
    await settle();
    expect(requests()).toHaveLength(1);
    expect(String(requests()[0]?.url)).toBe('https://ads.example/serve?zones=z_1,z_2&m=1');
    expect(requests()[0]?.credentials).toBe('omit');
    expect([imageOf(first)?.width, imageOf(second)?.width]).toEqual([300, 728]);
  });

  test('the ad is a link of its own window around an image, and says what it shows', async () => {
    page.network = {
      z_1: anAd({
        candidates: [candidate({ alt: 'A "fine" shop', click: '/e/c/x', image: '/creatives/x.png' })],
      }),
    };
    const element = await openPage();
    const link = element.querySelector('a');
    expect(link).toMatchObject({
      href: 'https://ads.example/e/c/x',
      target: '_blank',
      rel: 'noopener sponsored',
    });
    expect(imageOf(element)).toMatchObject({
      src: 'https://ads.example/creatives/x.png',
      alt: 'A "fine" shop',
    });
  });

  test('space is taken before the ad comes: from data-size, or from what the zone was last time', async () => {
    page.network = { z_1: anAd(), z_2: anAd() };
    const sized = slot('z_1', { 'data-size': '300x250' });
    openTag();
    expect([sized.style.width, sized.style.height]).toEqual(['300px', '250px']);
    await settle();
    const again = slot('z_1');
    openTag();
    expect([again.style.width, again.style.height]).toEqual(['300px', '250px']);
  });

  test('the impression is told after the image is on the screen, once, and outlives the page', async () => {
    page.network = { z_1: anAd({ candidates: [candidate({ impression: '/e/i/x' })] }) };
    const element = await openPage();
    expect(events()).toEqual([]);
    load(element);
    await settle();
    expect(events()).toEqual(['/e/i/x']);
    expect(page.calls.at(-1)).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' });
    expect(element.dataset.ezState).toBe('filled');
  });

  test('an ad taken away before its image came was not seen', async () => {
    page.network = { z_1: anAd() };
    const element = await openPage();
    const image = imageOf(element);
    element.remove();
    image?.dispatchEvent(new Event('load'));
    await settle();
    expect(events()).toEqual([]);
  });

  test('the first candidate under its cap is shown, and the cap is the person’s own', async () => {
    const capped = { campaign: 'c_1', cap: { count: 2, seconds: 3_600 } };
    for (const expected of ['c_1', 'c_1', 'c_2']) {
      page.network = {
        z_1: anAd({
          candidates: [candidate({ ...capped, alt: 'c_1' }), candidate({ campaign: 'c_2', alt: 'c_2' })],
        }),
      };
      nextPage();
      const element = await openPage();
      expect(imageOf(element)?.alt).toBe(expected);
      load(element);
      await settle();
    }
    // After the window the person may see it again.
    await jest.advanceTimersByTimeAsync(3_600_000);
    nextPage();
    const element = await openPage();
    expect(imageOf(element)?.alt).toBe('c_1');
  });

  test('nobody left under a cap: an empty slot with the reason', async () => {
    localStorage.setItem('ez-ad-seen', JSON.stringify({ c_1: [Math.floor(Date.now() / 1_000)] }));
    page.network = { z_1: anAd({ candidates: [candidate({ cap: { count: 1, seconds: 60 } })] }) };
    const element = await openPage();
    expect(element.dataset).toMatchObject({ ezState: 'empty', ezReason: 'frequency-cap' });
  });

  test('somebody who asks not to be followed leaves no trace in the browser', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
    page.network = { z_1: anAd({ candidates: [candidate({ cap: { count: 1, seconds: 60 } })] }) };
    const element = await openPage();
    load(element);
    await settle();
    expect(localStorage).toHaveLength(0);
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: undefined, configurable: true });
  });

  test('no ad: the zone’s way, or the slot’s own', async () => {
    page.network = {
      z_1: { width: 300, height: 250, fallback: 'collapse', reason: 'budget' },
      z_2: { width: 300, height: 250, fallback: 'keep', reason: 'budget' },
    };
    const [collapsed, kept, keptHere] = [slot('z_1'), slot('z_2'), slot('z_1', { 'data-fallback': 'keep' })];
    openTag();
    await settle();
    expect([collapsed, kept, keptHere].map(({ style }) => style.display === 'none')).toEqual([
      true,
      false,
      false,
    ]);
    expect(kept.dataset).toMatchObject({ ezState: 'empty', ezReason: 'budget' });
  });

  test('later slots share a request that names what the page shows already', async () => {
    page.network = { z_1: anAd({ candidates: [candidate({ creative: 'cr_9' })] }), z_2: anAd(), z_3: anAd() };
    slot('z_1');
    openTag();
    await settle();
    slot('z_2');
    await Promise.resolve();
    slot('z_3');
    await settle();
    expect(requests().map(({ url }) => url.search)).toEqual([
      '?zones=z_1&m=1',
      '?zones=z_2,z_3&except=cr_9&m=1',
    ]);
  });

  test('a page that changes without loading: what is gone is forgotten, a changed slot is filled anew', async () => {
    page.network = { z_1: anAd({ candidates: [candidate({ creative: 'cr_9' })] }), z_2: anAd() };
    slot('z_1');
    openTag();
    await settle();
    document.body.replaceChildren();
    const element = slot('z_2');
    await settle();
    expect(requests().at(-1)?.url.search).toBe('?zones=z_2&m=1');
    element.dataset.zone = 'z_1';
    await settle();
    expect(requests().at(-1)?.url.search).toContain('zones=z_1');
    expect(imageOf(element)).not.toBeNull();
  });

  test('data-test asks for a test ad', async () => {
    page.network = { z_1: anAd({ candidates: [candidate({ creative: 'cr_9' })] }), z_2: anAd() };
    slot('z_1');
    slot('z_2', { 'data-test': '' });
    openTag();
    await settle();
    expect(requests().map(({ url }) => url.search)).toEqual([
      '?zones=z_1&m=1',
      '?zones=z_2&except=cr_9&test=1&m=1',
    ]);
  });

  test('data-keywords says what the page is about, a slot’s own what it is about', async () => {
    page.network = {
      z_1: anAd({ candidates: [candidate({ creative: 'cr_8' })] }),
      z_2: anAd(),
      z_3: anAd({ candidates: [candidate({ creative: 'cr_9' })] }),
    };
    slot('z_1');
    slot('z_2', { 'data-keywords': 'tea' });
    slot('z_3');
    openTag({ keywords: 'shoes, running & more' });
    await settle();
    expect(requests().map(({ url }) => url.search)).toEqual([
      '?zones=z_1,z_3&kw=shoes%2Crunning%20%26%20more&m=1',
      '?zones=z_2&except=cr_8,cr_9&kw=tea&m=1',
    ]);
  });

  test('data-sub is the publisher’s own word, a slot’s own its place’s; one that is too long stays at home', async () => {
    page.network = { z_1: anAd(), z_2: anAd(), z_3: anAd() };
    slot('z_1');
    slot('z_2', { 'data-sub': 'footer' });
    slot('z_3', { 'data-sub': 'x'.repeat(65) });
    openTag({ sub: 'mail-7' });
    await settle();
    expect(requests().map(({ url }) => url.search.replace(/&except=[\w,]+/, ''))).toEqual([
      '?zones=z_1&sub=mail-7&m=1',
      '?zones=z_2&sub=footer&m=1',
      '?zones=z_3&m=1',
    ]);
  });

  test('a slot that cannot be asked for leaves the others theirs', async () => {
    page.network = { z_1: anAd(), z_2: anAd() };
    const broken = slot('z_1', { 'data-keywords': `tea,${'a'.repeat(295)}\ud83d` });
    const other = slot('z_2');
    openTag();
    await settle();
    expect([imageOf(broken), imageOf(other)].map(Boolean)).toEqual([true, true]);
    const encode = jest.spyOn(globalThis, 'encodeURIComponent').mockImplementationOnce(() => {
      throw new URIError('URI malformed');
    });
    page.network = { z_3: anAd(), z_4: anAd() };
    const unasked = slot('z_3', { 'data-keywords': 'coffee' });
    const later = slot('z_4');
    await settle();
    encode.mockRestore();
    expect(unasked.dataset.ezState).toBe('error');
    expect(imageOf(later)).not.toBeNull();
    expect(requests()).toHaveLength(3);
  });

  test.each([['offline' as const], [503], [400]])(
    'a network that answers %s breaks nothing',
    async (state) => {
      page.failure = state;
      const element = slot('z_1', { 'data-fallback': 'collapse' });
      expect(() => openTag()).not.toThrow();
      await settle(60_000);
      expect(element.dataset.ezState).toBe('error');
      expect(element.style.display).toBe('none');
    },
  );

  test('a request that nobody answered is asked again, later each time; its slot keeps its space', async () => {
    page.network = { z_1: anAd(), z_2: anAd() };
    page.failure = 503;
    const element = slot('z_1', { 'data-fallback': 'collapse', 'data-size': '300x250' });
    openTag();
    await settle();
    expect([element.dataset.ezState, element.style.display]).toEqual(['error', '']);
    // Whatever the page does meanwhile asks nobody.
    slot('z_2');
    await settle(1_000);
    expect(requests()).toHaveLength(1);
    page.failure = 'offline';
    await settle(2_000);
    expect(requests()).toHaveLength(2);
    page.failure = null;
    await settle(6_000);
    expect(requests()).toHaveLength(2);
    await settle(2_000);
    expect(requests().at(-1)?.url.search).toBe('?zones=z_1,z_2&m=1');
    expect(imageOf(element)).not.toBeNull();
  });

  test('it is asked again at once when the browser is online again', async () => {
    page.network = { z_1: anAd() };
    page.failure = 'offline';
    const element = slot('z_1');
    openTag();
    await settle(60_000);
    const asked = requests().length;
    page.failure = null;
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(requests()).toHaveLength(asked + 1);
    expect(imageOf(element)).not.toBeNull();
  });

  test.each(['{{zone}}', 'z 1', '', '<b>', 'x'.repeat(41)])(
    'a slot of the zone %j harms itself alone',
    async (zone) => {
      page.network = { z_1: anAd() };
      const bad = slot(zone);
      const good = slot(' z_1\n');
      openTag();
      await settle();
      expect(bad.dataset).toMatchObject({ ezState: 'error', ezReason: 'malformed-zone' });
      expect(imageOf(good)).not.toBeNull();
      expect(requests().map(({ url }) => url.search)).toEqual(['?zones=z_1&m=1']);
    },
  );

  test('a slot in an open shadow root is filled, also in one that comes later or inside another', async () => {
    page.network = { z_1: anAd(), z_2: anAd(), z_3: anAd() };
    const rootOf = (parent: ParentNode) => {
      const host = document.createElement('div');
      parent.append(host);
      return host.attachShadow({ mode: 'open' });
    };
    const slotIn = (root: ShadowRoot, zone: string) => {
      const element = slot(zone);
      root.append(element);
      return element;
    };
    const outer = rootOf(document.body);
    const early = slotIn(outer, 'z_1');
    const nested = slotIn(rootOf(outer), 'z_2');
    openTag();
    await settle();
    const late = slotIn(rootOf(document.body), 'z_3');
    await settle();
    expect([early, nested, late].map((element) => imageOf(element) !== null)).toEqual([true, true, true]);
  });

  test('a page shows the tag a slot that it cannot find', async () => {
    page.network = { z_1: anAd() };
    const tag = openTag();
    const host = document.createElement('div');
    document.body.append(host);
    const element = slot('z_1');
    host.attachShadow({ mode: 'closed' }).append(element);
    await settle();
    expect(imageOf(element)).toBeNull();
    tag.show(element);
    await settle();
    expect(imageOf(element)).not.toBeNull();
  });

  test('a slot that gets its class later is found', async () => {
    page.network = { z_1: anAd() };
    const element = slot('z_1');
    element.className = '';
    openTag();
    await settle();
    expect(requests()).toHaveLength(0);
    element.className = 'ez-ad';
    await settle();
    expect(imageOf(element)).not.toBeNull();
  });

  test('a slot that names another network is left to it', async () => {
    page.network = { z_1: anAd(), z_2: anAd() };
    const foreign = slot('z_1', { 'data-network': 'https://other.example' });
    const odd = slot('z_1', { 'data-network': 'https://[{{network}}' });
    const own = slot('z_2', { 'data-network': 'https://ads.example' });
    openTag();
    await settle();
    expect([foreign, odd, own].map((element) => imageOf(element) !== null)).toEqual([false, false, true]);
  });

  test('what the page hides is not shown by the tag', async () => {
    page.network = { z_1: anAd() };
    const element = slot('z_1', { style: 'display: none' });
    openTag();
    await settle();
    expect(element.style.display).toBe('none');
  });

  test.each([
    ['a time to come', { c_1: [9_999_999_999, 9_999_999_999] }],
    ['words', { c_1: ['often', 'often'] }],
    ['no list', { c_1: 7 }],
  ])('%s in the storage is no impression that was seen', async (_, seen) => {
    localStorage.setItem('ez-ad-seen', JSON.stringify(seen));
    page.network = {
      z_1: anAd({ candidates: [candidate({ campaign: 'c_1', cap: { count: 1, seconds: 3_600 } })] }),
    };
    expect(imageOf(await openPage())).not.toBeNull();
  });

  test.each([[[1e9, 1e9]], [['a', 'b']], [[-5, -5]], [7], [null]])(
    'a size of %j in the storage is none',
    async (size) => {
      localStorage.setItem('ez-ad-sizes', JSON.stringify({ z_1: size }));
      const element = slot('z_1');
      openTag();
      expect(element.style.height).toBe('');
    },
  );

  test('an event that the network could not take is sent again', async () => {
    page.network = { z_1: anAd({ candidates: [candidate({ impression: '/e/i/x' })] }) };
    const element = await openPage();
    page.failure = 503;
    load(element);
    await settle();
    page.failure = null;
    await settle(10_000);
    expect(events()).toEqual(['/e/i/x', '/e/i/x']);
  });

  test('a broken image is no impression', async () => {
    page.network = { z_1: anAd() };
    const element = await openPage();
    imageOf(element)?.dispatchEvent(new Event('error'));
    await settle();
    expect(events()).toEqual([]);
    expect(element.dataset.ezState).toBe('error');
  });

  test('storage that is broken or forbidden breaks nothing', async () => {
    localStorage.setItem('ez-ad-seen', '{"c_1":"nonsense"}');
    localStorage.setItem('ez-ad-sizes', '[[[');
    page.network = { z_1: anAd({ candidates: [candidate({ cap: { count: 1, seconds: 60 } })] }) };
    const element = slot('z_1');
    const get = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('QuotaExceededError');
    });
    openTag();
    await settle();
    expect(imageOf(element)).not.toBeNull();
    load(element);
    await settle();
    get.mockRestore();
    expect(element.dataset.ezState).toBe('filled');
  });

  test('what the tag reads of an answer is what the network promises', () => {
    const promised: ServedAd = {
      zone: 'z_1',
      kind: 'banner',
      width: 1,
      height: 1,
      fallback: 'keep',
      candidates: [candidate()],
    };
    const read: Ad = promised;
    expect(read.candidates).toHaveLength(1);
  });
});

test('a block stays a block: its neighbours do not move when the ad comes', async () => {
  const slot = document.createElement('ins');
  slot.style.cssText = 'display:block;width:300px;height:250px';
  document.body.append(slot);
  confirmSize(slot, { zone: 'z_1', width: 300, height: 250, fallback: 'collapse', candidates: [] });
  expect(slot.style.display).toBe('block');
  leaveEmpty(slot, 'collapse', 'budget');
  expect(slot.style.display).toBe('none');
  confirmSize(slot, { zone: 'z_1', width: 300, height: 250, fallback: 'collapse', candidates: [] });
  expect(slot.style.display).toBe('block');
});
