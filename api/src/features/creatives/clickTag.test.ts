import { runInNewContext } from 'node:vm';
import { withClickTag } from './clickTag';

/** What the ad reads as its click, on a page opened with this query. */
function clickTagOf(query: string, chain: string | null = null): unknown {
  const page = withClickTag('<html><head></head></html>', chain);
  const code = /<script>(.*)<\/script>/s.exec(page)?.[1] ?? '';
  const window: Record<string, unknown> = {};
  const location = { origin: 'https://ads.example', search: query };
  runInNewContext(`${code};try{window.clickTag='https://evil.example/'}catch(e){}`, {
    window,
    location,
    URL,
    URLSearchParams,
    encodeURIComponent,
    Object,
    addEventListener: () => {},
  });
  return window.clickTag;
}
const CLICK = '?clickTag=https%3A%2F%2Fads.example%2Fe%2Fc%2Ftoken';

test('the click’s address is taken from the query and cannot be changed', () => {
  expect(clickTagOf(CLICK)).toBe('https://ads.example/e/c/token');
});

test.each([
  ['', 'nothing'],
  ['?clickTag=https%3A%2F%2Fevil.example%2Fe%2Fc%2Fx', 'another host'],
  ['?clickTag=https%3A%2F%2Fads.example%2Flogin', 'another place of ours'],
  ['?clickTag=javascript:alert(1)', 'a script'],
])('%s leads nowhere: %s', (query) => {
  expect(clickTagOf(query)).toBe('');
});

test('the page tells the one around it that it is there, once all of it is', () => {
  const code = /<script>(.*)<\/script>/s.exec(withClickTag('<html></html>', null))?.[1] ?? '';
  const listeners: [string, () => void][] = [];
  const told: unknown[] = [];
  runInNewContext(code, {
    window: {},
    location: { origin: 'https://ads.example', search: '' },
    addEventListener: (name: string, run: () => void) => listeners.push([name, run]),
    parent: { postMessage: (...message: unknown[]) => told.push(message) },
  });
  expect(listeners.map(([name]) => name)).toEqual(['DOMContentLoaded']);
  expect(told).toEqual([]);
  listeners[0]?.[1]();
  // Its frame has no origin, and does not know that of the page around it.
  expect(told).toEqual([[{ ezdash: 'ready' }, '*']]);
});

test.each([
  ['https://count.example/c?to={click_url:raw}', 'https://count.example/c?to=https://ads.example/e/c/token'],
  [
    'https://count.example/c?to={click_url}&x=1',
    'https://count.example/c?to=https%3A%2F%2Fads.example%2Fe%2Fc%2Ftoken&x=1',
  ],
  [
    'https://count.example/c?to={click_url:esc2}',
    'https://count.example/c?to=https%253A%252F%252Fads.example%252Fe%252Fc%252Ftoken',
  ],
])('a chain is told where to lead on: %s', (chain, expected) => {
  expect(clickTagOf(CLICK, chain)).toBe(expected);
});

test.each([
  [
    '<!doctype html><html lang="en"><head><title>x</title></head>',
    '<!doctype html><html lang="en"><head><script>',
  ],
  ['<!doctype html><title>x</title>', '<!doctype html><script>'],
  ['<p>x</p>', '<script>'],
])('comes first of all in %s', (page, start) => {
  expect(withClickTag(page, null).startsWith(start)).toBe(true);
});

test('no chain ends the script', () => {
  const page = withClickTag('', 'https://count.example/</script><script>alert(1)//{click_url}');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
});
