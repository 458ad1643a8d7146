import {
  anAd,
  closeTestPage,
  imageOf,
  openTestPage,
  page,
  requests,
  settle,
  slot,
} from '../src/testing/tagPage';

/** The script as a page loads it: what its address and the page's say. */

const HALF_HOUR_S = 1_800;

beforeEach(() => {
  openTestPage();
  delete window.ezAdTag;
  delete window.ezAdTags;
  page.network = { z_1: anAd() };
});
afterEach(() => {
  closeTestPage();
  delete (document as { currentScript?: unknown }).currentScript;
  for (const script of document.querySelectorAll('script')) script.remove();
  window.history.replaceState(null, '', '/');
});

/** Loads the tag into a page of this address, as often as the page names it. */
async function open(search: string, times = 1) {
  window.history.replaceState(null, '', `/${search}`);
  const element = slot('z_1');
  for (let time = 0; time < times; time += 1) {
    const script = document.createElement('script');
    Object.defineProperty(script, 'src', { value: 'https://ads.example/tag.js' });
    Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
    jest.isolateModules(() => {
      require('./index');
    });
  }
  await settle();
  return element;
}
const isTry = () => requests()[0]?.url.searchParams.has('test');
const debuggers = () => document.querySelectorAll('script[src="https://ads.example/tag-debug.js"]').length;
const token = (untilSeconds: number) => `p_0b5k.${Math.floor(untilSeconds)}.${'x'.repeat(43)}`;
const nowSeconds = () => Date.now() / 1_000;

test('a page that names the script twice asks once', async () => {
  const element = await open('', 2);
  expect(requests()).toHaveLength(1);
  expect(element.querySelectorAll('img')).toHaveLength(1);
  expect(debuggers()).toBe(0);
});

/** The script's code, run as a page does: `current` is the script element it runs in. */
async function run(current: HTMLScriptElement | null) {
  Object.defineProperty(document, 'currentScript', { configurable: true, value: current });
  jest.isolateModules(() => {
    require('./index');
  });
  await settle();
}
function scriptOf(src: string): HTMLScriptElement {
  const script = document.createElement('script');
  // Not to be loaded.
  script.type = 'module';
  script.src = src;
  document.head.append(script);
  return script;
}

test('a module has no current script: the page’s own element says whose it is', async () => {
  const element = slot('z_1');
  scriptOf('https://ads.example/tag.js');
  await run(null);
  expect(imageOf(element)).not.toBeNull();
});

test('in a file of the publisher’s own nothing is asked of the publisher’s host', async () => {
  slot('z_1');
  await run(scriptOf('https://blog.example/everything.js'));
  // Only where it is served it knows its network's address.
  expect(page.calls).toEqual([]);
  expect(window.ezAdTag).toBeUndefined();
});

test('two networks of this kind share a page: each has the slots that name it, the first all others', async () => {
  page.network = { z_1: anAd(), z_2: anAd(), z_3: anAd() };
  slot('z_1');
  slot('z_2', { 'data-network': 'https://other.example' });
  slot('z_3', { 'data-network': 'https://ads.example' });
  await run(scriptOf('https://ads.example/tag.js'));
  await run(scriptOf('https://other.example/tag.js'));
  expect(requests().map(({ url }) => url.origin + url.search)).toEqual([
    'https://ads.example?zones=z_1,z_3&m=1',
    'https://other.example?zones=z_2&m=1',
  ]);
  expect(Object.keys(window.ezAdTags ?? {})).toEqual(['https://ads.example', 'https://other.example']);
});

test('the debugger comes to whoever asks for it; what it looks at is billed as any visitor’s', async () => {
  await open('?a=b&ez-debug=1');
  expect(debuggers()).toBe(1);
  expect(isTry()).toBe(false);
});

test('a token that is good makes tries of the page’s requests', async () => {
  await open(`?ez-debug=${token(nowSeconds() + HALF_HOUR_S)}&a=b`);
  expect(debuggers()).toBe(1);
  expect(isTry()).toBe(true);
});

test.each([
  ['none', '?ez-debug=free'],
  ['an old one', `?ez-debug=${token(1_700_000_000)}`],
  ['another parameter', `?ez-debugged=${token(9_999_999_999)}`],
])('no link takes a publisher’s earnings away: %s', async (_, search) => {
  await open(search);
  expect(isTry()).toBe(false);
});

test('a browser that knows nothing newer than ES2020 is served', async () => {
  const names = ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with'] as const;
  const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(Array.prototype, name)] as const);
  for (const name of names) Reflect.deleteProperty(Array.prototype, name);
  try {
    const element = await open('');
    page.watched.get(element)?.(1);
    expect(imageOf(element)).not.toBeNull();
  } finally {
    for (const [name, descriptor] of kept)
      if (descriptor) Object.defineProperty(Array.prototype, name, descriptor);
  }
});
