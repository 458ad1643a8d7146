import {
  anAd,
  candidate,
  closeTestPage,
  events,
  html5,
  imageOf,
  load,
  native,
  openTag,
  openTestPage,
  page,
  requests,
  settle,
  slot,
  text,
} from '../src/testing/tagPage';

beforeEach(openTestPage);
afterEach(closeTestPage);

async function show(ad: ReturnType<typeof anAd>, attributes: Record<string, string> = {}) {
  page.network = { z_1: ad };
  const element = slot('z_1', attributes);
  openTag();
  await settle();
  return element;
}
const rootOf = (element: HTMLElement) => element.querySelector('div')?.shadowRoot ?? null;
/** What a frame without an origin says, to whomever its page is in. */
const tell = (source: Window | null | undefined, data: unknown) =>
  window.dispatchEvent(new MessageEvent('message', { source: source ?? null, origin: 'null', data }));
const tellReady = (frame: HTMLIFrameElement | null) => tell(frame?.contentWindow, { ezdash: 'ready' });
const fluid = { width: 0, height: 120 };

describe('HTML5', () => {
  test('runs in a frame without an origin that may open the click and nothing else', async () => {
    const element = await show(anAd({ candidates: [html5()] }));
    const frame = element.querySelector('iframe');
    expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-popups-to-escape-sandbox');
    expect(frame?.src).toBe(
      'https://ads.example/creatives/abc/index.html?clickTag=https%3A%2F%2Fads.example%2Fe%2Fc%2Fx',
    );
    expect([frame?.width, frame?.height, frame?.title]).toEqual(['300', '250', 'Shoes']);
  });

  test('is an impression once, however often the frame loads', async () => {
    const element = await show(anAd({ candidates: [html5()] }));
    const frame = element.querySelector('iframe');
    expect(events()).toEqual([]);
    for (let time = 0; time < 3; time += 1) {
      tellReady(frame);
      frame?.dispatchEvent(new Event('load'));
      await settle();
    }
    expect(events()).toHaveLength(1);
    expect(element.dataset.ezState).toBe('filled');
    if (frame) page.watched.get(frame)?.(0.6);
    await settle(1_000);
    expect(events()).toHaveLength(2);
    await settle(10_000);
    expect([element.dataset.ezState, element.querySelector('iframe')]).toEqual(['filled', frame]);
  });

  test('a frame that loads something else (an error page, nothing at all) shows no ad and counts none', async () => {
    const element = await show(anAd({ candidates: [html5()], fallback: 'keep' }));
    element.querySelector('iframe')?.dispatchEvent(new Event('load'));
    await settle(10_000);
    expect(events()).toEqual([]);
    expect(element.dataset).toMatchObject({ ezState: 'error', ezReason: 'error' });
    expect(element.querySelector('iframe')).toBeNull();
  });

  test('the next candidate has its chance then, and the last one’s failure leaves the slot empty', async () => {
    const broken = html5();
    const element = await show(anAd({ candidates: [broken, candidate({ impression: '/e/i/next' })] }));
    expect(imageOf(element)).toBeNull();
    await settle(6_000);
    load(element);
    await settle();
    expect(events()).toEqual(['/e/i/next']);
    expect(element.dataset.ezState).toBe('filled');
    const other = await show(anAd({ candidates: [html5(), candidate()] }));
    await settle(6_000);
    imageOf(other)?.dispatchEvent(new Event('error'));
    await settle();
    expect(other.dataset.ezState).toBe('error');
    expect(events()).toHaveLength(1);
  });

  test.each<[string, (frame: HTMLIFrameElement | null) => void]>([
    ['the page itself', () => tell(window, { ezdash: 'ready' })],
    ['something else in the frame', (frame) => tell(frame?.contentWindow, 'ready')],
    ['nobody', () => tell(null, { ezdash: 'ready' })],
  ])('only the frame’s own word counts, not that of %s', async (_, say) => {
    const element = await show(anAd({ candidates: [html5()] }));
    say(element.querySelector('iframe'));
    await settle();
    expect(events()).toEqual([]);
    tellReady(element.querySelector('iframe'));
    await settle();
    expect(events()).toHaveLength(1);
  });

  test('a slot that is asked for anew in the meantime waits for the old frame no more', async () => {
    page.network = { z_1: anAd({ candidates: [html5()] }) };
    const element = slot('z_1');
    const tag = openTag();
    await settle();
    const old = element.querySelector('iframe');
    page.network = { z_1: anAd() };
    tag.refresh();
    await settle();
    tellReady(old);
    load(element);
    await settle(10_000);
    expect(events()).toHaveLength(1);
    expect(element.dataset.ezState).toBe('filled');
  });
});

describe('native and text', () => {
  test('words are words: nothing of them becomes markup', async () => {
    const title = '<img src=x onerror=alert(1)>';
    const element = await show(anAd({ ...fluid, kind: 'native', candidates: [native({ title })] }));
    const root = rootOf(element);
    expect(root?.querySelector('b')?.textContent).toBe(title);
    expect(root?.querySelectorAll('img')).toHaveLength(2);
    expect(root?.querySelectorAll('script')).toHaveLength(0);
  });

  test('one link, marked as an ad, in the language of the page or the words of the slot', async () => {
    const element = await show(anAd({ ...fluid, kind: 'native', candidates: [native({ click: '/e/c/x' })] }));
    const links = rootOf(element)?.querySelectorAll('a');
    expect(links).toHaveLength(1);
    expect(links?.[0]).toMatchObject({
      href: 'https://ads.example/e/c/x',
      target: '_blank',
      rel: 'noopener sponsored',
      textContent: 'Shoes that fitMade to measure in a day.AdRivetTry them',
    });
    document.documentElement.lang = 'de-AT';
    const german = await show(anAd({ ...fluid, kind: 'text', candidates: [text()] }));
    document.documentElement.lang = '';
    expect(rootOf(german)?.querySelector('i')?.textContent).toBe('Anzeige');
    const own = await show(anAd({ ...fluid, kind: 'text', candidates: [text()] }), {
      'data-label': 'Reklame',
    });
    expect(rootOf(own)?.querySelector('i')?.textContent).toBe('Reklame');
  });

  test('words of any direction are read in their own', async () => {
    const element = await show(anAd({ ...fluid, kind: 'text', candidates: [text({ headline: 'أحذية' })] }));
    expect(rootOf(element)?.querySelector('b')).toMatchObject({ dir: 'auto', textContent: 'أحذية' });
  });

  test('a call in another direction stands at the end of the ad, and is cut at its own', async () => {
    const ad = native({ call_to_action: 'לחנות' });
    const element = await show(anAd({ ...fluid, kind: 'native', candidates: [ad] }));
    const call = rootOf(element)?.querySelector('u');
    expect(call?.hasAttribute('dir')).toBe(false);
    expect(call?.firstElementChild).toMatchObject({ dir: 'auto', textContent: 'לחנות' });
  });

  test('is shown when its picture is, or without it when that is broken', async () => {
    const element = await show(anAd({ ...fluid, kind: 'native', candidates: [native()] }));
    expect(events()).toEqual([]);
    rootOf(element)?.querySelector('.p')?.dispatchEvent(new Event('error'));
    await settle();
    expect(rootOf(element)?.querySelector('.p')).toBeNull();
    expect(element.dataset.ezState).toBe('filled');
    expect(events()).toHaveLength(1);
  });

  test('words alone are there at once', async () => {
    await show(anAd({ ...fluid, kind: 'text', candidates: [text()] }));
    expect(events()).toHaveLength(1);
  });

  test('takes exactly what is reserved: as wide as its place, as high as the zone', async () => {
    page.network = { z_1: anAd({ ...fluid, kind: 'text', candidates: [text()] }) };
    const element = slot('z_1', { 'data-size': 'fluidx120' });
    openTag();
    const { width, height } = element.style;
    expect([width, height]).toEqual(['100%', '120px']);
    await settle();
    expect([element.style.width, element.style.height]).toEqual([width, height]);
  });

  test.each([
    ['{click_url}', 'https%3A%2F%2Fads.example%2Fe%2Fc%2Fx'],
    ['{click_url:esc2}', 'https%253A%252F%252Fads.example%252Fe%252Fc%252Fx'],
    ['{click_url:raw}', 'https://ads.example/e/c/x'],
  ])('a click chain is told where to lead on: %s', async (macro, expected) => {
    const chain = `https://count.example/c?to=${macro}`;
    const element = await show(
      anAd({ ...fluid, kind: 'text', candidates: [text({ click: '/e/c/x', chain })] }),
    );
    expect(rootOf(element)?.querySelector('a')?.href).toBe(`https://count.example/c?to=${expected}`);
  });
});

describe('below the fold', () => {
  test('decided with the page, fetched and counted when somebody comes near', async () => {
    page.network = { z_1: anAd(), z_2: anAd() };
    const [near, away] = [slot('z_1'), slot('z_2')];
    page.far.add(away);
    openTag();
    await settle();
    expect(requests()).toHaveLength(1);
    expect([imageOf(near), imageOf(away)].map(Boolean)).toEqual([true, false]);
    load(near);
    await settle();
    expect(events()).toHaveLength(1);
    page.approach.get(away)?.();
    await settle();
    load(away);
    await settle();
    expect(requests()).toHaveLength(1);
    expect(events()).toHaveLength(2);
  });

  test('a cap that was used up meanwhile is kept', async () => {
    const capped = { campaign: 'c_1', cap: { count: 1, seconds: 3_600 } };
    page.network = {
      z_1: anAd({ candidates: [candidate(capped)] }),
      z_2: anAd({ candidates: [candidate(capped), candidate({ campaign: 'c_2', alt: 'the next' })] }),
    };
    const [near, away] = [slot('z_1'), slot('z_2')];
    page.far.add(away);
    openTag();
    await settle();
    load(near);
    await settle();
    page.approach.get(away)?.();
    await settle();
    expect(imageOf(away)?.alt).toBe('the next');
  });

  test('a slot that left the page is waited for no more', async () => {
    page.network = { z_1: anAd() };
    const element = slot('z_1');
    page.far.add(element);
    openTag();
    await settle();
    element.remove();
    await settle();
    expect(page.approach.size).toBe(0);
  });
});

test('an empty slot gives its space back when nobody sees it', async () => {
  page.network = { z_1: anAd({ candidates: [], reason: 'budget' }) };
  const element = slot('z_1');
  Object.defineProperty(element, 'offsetHeight', { value: 250 });
  page.far.add(element);
  openTag();
  await settle();
  expect(element.dataset.ezState).toBe('empty');
  expect(element.style.display).not.toBe('none');
  page.leave.get(element)?.();
  expect(element.style.display).toBe('none');
});

test('an app that shows another page in the same slots asks anew, and nothing is counted twice', async () => {
  page.network = { z_1: anAd(), z_2: anAd() };
  const [first, second] = [slot('z_1'), slot('z_2')];
  const tag = openTag();
  await settle();
  load(first);
  load(second);
  await settle();
  const image = imageOf(first);
  tag.refresh(first);
  await settle();
  expect(requests().at(-1)?.url.searchParams.get('zones')).toBe('z_1');
  image?.dispatchEvent(new Event('load'));
  await settle();
  expect(events()).toHaveLength(2);
  load(first);
  await settle();
  expect(events()).toHaveLength(3);
  tag.refresh();
  await settle();
  expect(requests()).toHaveLength(3);
});
