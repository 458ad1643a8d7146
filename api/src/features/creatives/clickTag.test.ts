import { createContext, runInContext, runInNewContext } from 'node:vm';
import { renewClickTag, withClickTag } from './clickTag';

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
    parent: {},
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
  // Another host's click is none to the server that answers the page (serving/hot/creativeFiles.test.ts).
  ['?clickTag=ftp%3A%2F%2Fads.example%2Fe%2Fc%2Fx', 'no page'],
  ['?clickTag=https%3A%2F%2Fads.example%2Flogin', 'another place of ours'],
  ['?clickTag=javascript:alert(1)', 'a script'],
])('%s leads nowhere: %s', (query) => {
  expect(clickTagOf(query)).toBe('');
});

/** What a page tells the one around it: as it begins, and once all of it is there. */
function toldBy(page: string): unknown[][] {
  const listeners: [string, () => void][] = [];
  const told: unknown[] = [];
  const around = { postMessage: (...message: unknown[]) => told.push(message) };
  const window = createContext({
    window: {},
    location: { origin: 'https://ads.example', search: '' },
    URL,
    URLSearchParams,
    addEventListener: (name: string, run: () => void) => listeners.push([name, run]),
    parent: around,
  });
  for (const [, code = ''] of page.matchAll(/<script>(.*?)<\/script>/gs)) runInContext(code, window);
  const before = [...told];
  listeners.find(([name]) => name === 'DOMContentLoaded')?.[1]();
  return [before, told];
}
// Its frame has no origin, and does not know that of the page around it.
const READY = [[], [[{ ezdash: 'ready' }, '*']]];

test('the page tells the one around it that it is there, once all of it is', () => {
  expect(toldBy(withClickTag('<html></html>', null))).toEqual(READY);
});

test.each([
  '<head></head><script>var parent = document = {};</script>',
  '<script>var parent = null;</script><html><head></head></html>',
  '<!doctype html><script>parent = "mine"</script><head></head>',
])('also where the ad has a variable of that name: %s', (page) => {
  expect(toldBy(withClickTag(page, null))).toEqual(READY);
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
  ['<!doctype html><html lang="en"><head><title>x</title></head>', '<!doctype html><script>'],
  ['<!doctype html><title>x</title>', '<!doctype html><script>'],
  ['<p>x</p>', '<script>'],
  ['\uFEFF <!-- mine --> <!DOCTYPE html><p>', '\uFEFF <!-- mine --> <!DOCTYPE html><script>'],
  ['<!-- <head> --><script>run()</script>', '<script>'],
  ['<!doctype html><!-- <head> --><script>run()</script>', '<!doctype html><script>'],
  ['<script>run()</script><head data-a=">"></head>', '<script>'],
  ['<!--><script>run()</script>--><!doctype html>', '<script>'],
  ['<?xml version="1.0"?><!doctype html><html>', '<?xml version="1.0"?><!doctype html><script>'],
  ['<!-- without end', '<script>'],
  ['<!doctype without end', '<script>'],
])('comes first of all in %s', (page, start) => {
  expect(withClickTag(page, null).startsWith(start)).toBe(true);
});

test('many comments take no longer than they are long', () => {
  const page = `${'<!-- a -->'.repeat(100_000)}<p>`;
  expect(withClickTag(page, null).startsWith('<script>')).toBe(true);
});

describe('a page that was stored with a script of before', () => {
  const chain = 'https://count.example/c?to={click_url}';
  const rest =
    'if(u&&k){for(var i=0;i<k.fold;i++)u=encodeURIComponent(u);u=k.before+u+k.after}["clickTag","clickTAG","clicktag"].forEach(function(n){Object.defineProperty(window,n,{configurable:true,get:function(){return u},set:function(){}})});addEventListener("DOMContentLoaded",function(){';
  const tried =
    'try{var c=new URL(new URLSearchParams(location.search).get("clickTag")||"");if(c.origin===location.origin&&c.pathname.indexOf("/e/c/")===0)u=c.href}catch(e){}';
  const scripts = [
    `var u="";${tried}${rest}parent.postMessage({ezdash:"ready"},"*")})`,
    `var p=parent,u="";${tried}${rest}p.postMessage({ezdash:"ready"},"*")})`,
    `var p=parent,u="";${tried.replace('c.origin===location.origin', '/^https?:$/.test(c.protocol)')}${rest}p.postMessage({ezdash:"ready"},"*")})`,
  ];
  const before = (page: string, at: string, script: string, parts: string) =>
    page.replace(at, `${at}<script>(function(k){${script}})(${parts})</script>`);
  const page = '<!doctype html><html><head><title>x</title></head><script>var parent</script></html>';

  test.each([
    [null, 'null'],
    [chain, '{"before":"https://count.example/c?to=","after":"","fold":1}'],
  ])('is as one that is stored today, with the chain %p', (chain_, parts) => {
    for (const script of scripts)
      expect(renewClickTag(before(page, '<head>', script, parts))).toBe(withClickTag(page, chain_));
  });

  test('one of today needs nothing', () => {
    expect(renewClickTag(withClickTag(page, chain))).toBeNull();
    expect(renewClickTag(page)).toBeNull();
  });
});

test('no chain ends the script', () => {
  const page = withClickTag('', 'https://count.example/</script><script>alert(1)//{click_url}');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
});
