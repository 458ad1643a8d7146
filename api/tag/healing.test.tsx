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

beforeEach(openTestPage);
afterEach(closeTestPage);

/** A page with one slot, whose ad is shown. */
async function openShown(): Promise<HTMLElement> {
  page.network = { z_1: anAd({ candidates: [candidate({ impression: '/e/i/x' })] }) };
  const element = slot('z_1');
  openTag();
  await settle();
  load(element);
  await settle();
  return element;
}
const once = () => expect([requests().length, events()]).toEqual([1, ['/e/i/x']]);

describe('what pages do to slots', () => {
  test('an ad that the page takes out of its slot is put back before anybody sees it, and shown once', async () => {
    const element = await openShown();
    const image = imageOf(element);
    element.replaceChildren();
    element.removeAttribute('style');
    // No timer has run.
    await Promise.resolve();
    expect(imageOf(element)).toBe(image);
    expect(element.style.height).toBe('250px');
    await settle();
    once();
  });

  test.each([
    ['every 1.5 seconds, as a page does that is refreshed', 1_500, 30, true],
    ['a few times in a row', 20, 8, true],
    ['again and again, as a page does that is against it', 20, 20, false],
    ['again and again, slowly', 500, 30, false],
  ])('taken out %s', async (_, everyMs, times, stays) => {
    const element = await openShown();
    for (let time = 0; time < times; time += 1) {
      element.replaceChildren();
      await jest.advanceTimersByTimeAsync(everyMs);
    }
    expect(imageOf(element) !== null).toBe(stays);
    once();
  });

  test.each([
    ['in the same moment', 0],
    ['a moment later', 500],
    ['seconds later', 4_000],
  ])('a framework that draws the page anew %s gets the same ad in its new slot', async (_, ms) => {
    const element = await openShown();
    const image = imageOf(element);
    element.remove();
    if (ms) await settle(ms);
    const anew = slot('z_1');
    await settle();
    expect(imageOf(anew)).toBe(image);
    once();
  });

  test('another slot with the zone, long after, has an ad of its own; so has one of another page', async () => {
    const element = await openShown();
    element.remove();
    await settle(6_000);
    slot('z_1');
    await settle();
    expect(requests()).toHaveLength(2);
    nextPage();
    slot('z_1');
    await settle();
    expect(requests()).toHaveLength(3);
  });

  test('the very same slot has its ad however long it was away', async () => {
    const element = await openShown();
    const image = imageOf(element);
    for (const ms of [0, 500, 60_000]) {
      element.remove();
      await settle(ms);
      document.body.append(element);
      await settle();
      expect(imageOf(element)).toBe(image);
    }
    once();
  });

  test('a page that ends all timers is filled at its next change', async () => {
    page.network = { z_1: anAd(), z_2: anAd() };
    openTag();
    await settle();
    slot('z_1');
    await Promise.resolve();
    const last = window.setTimeout(() => {});
    for (let timer = last; timer > last - 100; timer -= 1) clearTimeout(timer);
    await settle();
    expect(requests()).toHaveLength(0);
    slot('z_2');
    await settle();
    expect(requests()).toHaveLength(1);
  });

  test('what the page has thrown away is not looked at for ever', async () => {
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    document.body.append(host);
    openTag();
    await settle();
    const looks = jest.spyOn(root, 'querySelectorAll');
    const change = async () => {
      document.body.append(document.createElement('p'));
      await settle();
    };
    await change();
    expect(looks).toHaveBeenCalledTimes(1);
    host.remove();
    await change();
    await change();
    expect(looks).toHaveBeenCalledTimes(1);
    // Its element comes back.
    document.body.append(host);
    await settle();
    expect(looks.mock.calls.length).toBeGreaterThan(1);
  });

  test('of slots that the page has thrown away only so many are kept', async () => {
    const most = 200;
    const names = Array.from({ length: most + 20 }, (_, index) => `z_${index}`);
    page.network = Object.fromEntries(names.map((name) => [name, anAd()]));
    const elements = names.map((name) => slot(name));
    const { places } = openTag();
    await settle();
    for (const element of elements) load(element);
    await settle();
    expect(places.size).toBe(names.length);
    for (const element of elements) element.remove();
    await settle();
    expect(places.size).toBeLessThan(most);
    expect([...places.keys()].at(-1)).toBe(elements.at(-1));
  });
});
