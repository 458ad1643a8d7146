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

/** What zones ask of the tag beside one ad: another one after a time, an end for one person, the publisher's own code. */

beforeEach(openTestPage);
afterEach(closeTestPage);

const PASSBACK = '/passback/z_1';
const SECOND_MS = 1_000;
let isVisible = true;
beforeEach(() => {
  isVisible = true;
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isVisible ? 'visible' : 'hidden'),
  });
});

async function shown(element: HTMLElement) {
  await settle();
  load(element);
  await settle();
}
const frameIn = (element: HTMLElement) => element.querySelector('iframe');

describe('another ad after a time in view', () => {
  const refreshed = async () => {
    page.network = { z_1: anAd({ refresh: 30 }) };
    const element = slot('z_1');
    openTag();
    await shown(element);
    return element;
  };

  test('is a decision and an impression of its own', async () => {
    const element = await refreshed();
    page.watched.get(element)?.(1);
    page.network = { z_1: anAd({ refresh: 30, candidates: [candidate({ impression: '/e/i/second' })] }) };
    await settle(28 * SECOND_MS);
    expect(requests()).toHaveLength(1);
    await settle(3 * SECOND_MS);
    expect(requests()).toHaveLength(2);
    load(element);
    await settle();
    expect(events()).toContain('/e/i/second');
    // And so on, from the next one's beginning.
    page.watched.get(element)?.(1);
    await settle(31 * SECOND_MS);
    expect(requests()).toHaveLength(3);
  });

  test('waits while the slot is out of view or the page hidden; time before and after counts together', async () => {
    const element = await refreshed();
    page.watched.get(element)?.(1);
    await settle(20 * SECOND_MS);
    page.watched.get(element)?.(0.4);
    await settle(60 * SECOND_MS);
    page.watched.get(element)?.(1);
    isVisible = false;
    await settle(60 * SECOND_MS);
    expect(requests()).toHaveLength(1);
    isVisible = true;
    await settle(12 * SECOND_MS);
    expect(requests()).toHaveLength(2);
  });

  test('never comes for a slot that left the page or got another zone', async () => {
    page.network.z_2 = anAd();
    const element = await refreshed();
    page.watched.get(element)?.(1);
    element.dataset.zone = 'z_2';
    page.network.z_2 = anAd();
    await shown(element);
    page.watched.get(element)?.(1);
    const asked = requests().length;
    await settle(90 * SECOND_MS);
    expect(requests()).toHaveLength(asked);
  });
});

describe('the most ads for one person', () => {
  const limit = { count: 2, seconds: 3_600 };

  test('is counted over page views; who has seen so many sees nobody’s', async () => {
    page.network = { z_1: anAd({ limit, passback: PASSBACK }) };
    for (const state of ['filled', 'filled', 'empty']) {
      nextPage();
      const element = slot('z_1');
      openTag();
      await shown(element);
      expect(element.dataset.ezState).toBe(state);
      if (state === 'empty') {
        expect(element.dataset.ezReason).toBe('zone-cap');
        expect(frameIn(element)).toBeNull();
      }
    }
  });

  test('counts what is on its way into another slot of the zone', async () => {
    page.network = {
      z_11: anAd({ limit: { count: 1, seconds: 3_600 }, candidates: [candidate(), candidate()] }),
    };
    const first = slot('z_11');
    const second = slot('z_11');
    openTag();
    await settle();
    expect([imageOf(first), imageOf(second)].filter(Boolean)).toHaveLength(1);
    expect(second.dataset.ezReason).toBe('zone-cap');
  });

  test('of one zone is not that of another, and ends with its time', async () => {
    page.network = { z_21: anAd({ limit: { count: 1, seconds: 60 } }), z_22: anAd({ limit }) };
    const tag = openTag();
    const one = slot('z_21');
    const two = slot('z_22');
    await settle();
    await shown(one);
    await shown(two);
    expect(two.dataset.ezState).toBe('filled');
    tag.refresh(one);
    await settle();
    expect(one.dataset.ezReason).toBe('zone-cap');
    await settle(61 * SECOND_MS);
    tag.refresh(one);
    await shown(one);
    expect(one.dataset.ezState).toBe('filled');
  });
});

describe('the publisher’s own code', () => {
  test('comes in a frame without an origin when there is no ad, once somebody is near', async () => {
    page.network = { z_1: anAd({ candidates: [], reason: 'below-floor', passback: PASSBACK }) };
    const element = slot('z_1');
    page.far.add(element);
    openTag();
    await settle();
    expect(frameIn(element)).toBeNull();
    page.approach.get(element)?.();
    const frame = frameIn(element);
    expect(frame?.src).toBe('https://ads.example/passback/z_1');
    expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-popups-to-escape-sandbox');
    expect(frame?.title).toBe('Ad');
    expect([frame?.width, frame?.height]).toEqual(['300', '250']);
    expect(element.dataset).toMatchObject({ ezState: 'passback', ezReason: 'below-floor' });
    expect(events()).toEqual([]);
  });

  test('is shown by an isolated page too, without credentials', async () => {
    Object.defineProperty(window, 'crossOriginIsolated', { configurable: true, value: true });
    page.network = { z_1: anAd({ candidates: [], reason: 'below-floor', passback: PASSBACK }) };
    const element = slot('z_1');
    openTag();
    await settle();
    Object.defineProperty(window, 'crossOriginIsolated', { configurable: true, value: false });
    expect(frameIn(element)).toMatchObject({ credentialless: true });
  });

  test('comes too when no candidate could be shown, and is as wide as its place where the zone is', async () => {
    page.network = { z_1: anAd({ width: 0, height: 120, passback: PASSBACK }) };
    const element = slot('z_1');
    openTag();
    await settle();
    imageOf(element)?.dispatchEvent(new Event('error'));
    await settle();
    expect(frameIn(element)?.width).toBe('100%');
    expect(element.dataset.ezReason).toBe('error');
  });
});

test('a script that is a try makes tries of all slots', async () => {
  page.network = { z_1: anAd() };
  slot('z_1');
  openTag({ test: '' });
  await settle();
  expect(requests()[0]?.url.searchParams.get('test')).toBe('1');
});
