import { expect } from '@playwright/test';
import { zonesOf } from '../sight/adNetwork';
import { filled, forgotten, html, type OddPage, type Place, plain, SLOT_STYLE, viewed } from './oddPage';

const wrecked = (code: string) => (place: Place) => plain(place, `<script>${code}</script>`);
const asked = async ({ network, zone }: Place, name = 'a'): Promise<void> => {
  while (!network.asked.some((url) => zonesOf(url).includes(zone(name)))) await network.whenTold();
};

/** What goes wrong in browsers and networks, and what others do to the page. */
export const TROUBLES: readonly OddPage[] = [
  {
    name: 'a storage that throws',
    answer: wrecked(
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('No', 'SecurityError'); } })",
    ),
  },
  {
    name: 'no storage at all',
    answer: wrecked("Object.defineProperty(window, 'localStorage', { value: null })"),
  },
  {
    name: 'a storage that is full',
    answer: wrecked(
      "Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError'); }",
    ),
  },
  {
    name: 'a storage of somebody’s odd values',
    answer: (place) =>
      wrecked(
        `localStorage['ez-ad-seen'] = '[{"x":NaN}'; localStorage['ez-ad-sizes'] = '{"${place.zone('a')}":[970,600],"toString":1}'`,
      )(place),
  },
  {
    name: 'a slow script that holds up the page',
    answer: async (place, path) => {
      if (path === '') return plain(place, '', `<script src="slow.js"></script>${place.slot('b')}`);
      // It comes when the slot before it has been asked for: a tag that waits for the page waits for ever.
      await asked(place);
      return { body: '', type: 'text/javascript' };
    },
    impressions: { a: 1, b: 1 },
  },
  {
    name: 'no connection, and then one again',
    answer: (place) => html(place.script, `<div id="box" style="${SLOT_STYLE}"></div>`),
    act: async (page, place) => {
      await page.waitForFunction('window.ezAdTag');
      await page.context().setOffline(true);
      await page.evaluate(`box.innerHTML = ${JSON.stringify(place.slot())}`);
      await expect(page.locator('ins')).toHaveAttribute('data-ez-reason', 'unanswered');
      await page.context().setOffline(false);
    },
  },
  {
    name: 'a network that cannot just now',
    prepare: (_, { network, zone }) => void network.failures.set(zone('a'), [503]),
    answer: (place) => plain(place),
    asked: { a: 2 },
  },
  {
    name: 'a network that hangs up',
    prepare: (_, { network, zone }) => void network.failures.set(zone('a'), ['hang-up']),
    answer: (place) => plain(place),
    asked: { a: 2 },
  },
  {
    name: 'a page that is written anew',
    answer: (place) => plain(place),
    act: async (page, place) => {
      await viewed(place);
      await page.evaluate(
        `document.open(); document.write(${JSON.stringify(html('', place.slot()))}); document.close()`,
      );
    },
  },
  {
    name: 'a page that writes its slot as it is parsed',
    answer: (place) =>
      html(
        place.script,
        `<script>document.write(${JSON.stringify(place.slot()).replaceAll('</', '<\\/')})</script>`,
      ),
  },
  {
    name: 'a body in the place of the other',
    answer: (place) => plain(place),
    act: async (page, place) => {
      await viewed(place);
      await page.evaluate(`
const body = document.createElement('body');
body.innerHTML = ${JSON.stringify(place.slot())};
document.body = body;`);
    },
  },
  {
    name: 'a slot that is taken out, and the same one put back later',
    answer: (place) => html(place.script, `<div id="box" style="min-height:250px">${place.slot()}</div>`),
    act: async (page, place) => {
      await viewed(place);
      await page.evaluate("window.kept = document.querySelector('#box > ins'); kept.remove()");
      await forgotten(page);
      await page.evaluate('box.append(kept)');
    },
  },
  {
    name: 'a tab that is opened, closed and opened',
    answer: (place) =>
      html(
        place.script,
        `<div style="min-height:250px"><div id="tab" style="display:none">${place.slot()}</div></div>`,
      ),
    act: async (page, place) => {
      await asked(place);
      await page.evaluate("tab.style.display = ''");
      await viewed(place);
      await page.evaluate("tab.style.display = 'none'");
      await page.evaluate("new Promise(requestAnimationFrame).then(() => { tab.style.display = ''; })");
    },
  },
  {
    name: 'more in every list than there was',
    answer: wrecked(
      'Array.prototype.last = function () { return this[this.length - 1]; }; Object.prototype.extend = function () {}; String.prototype.blank = () => false',
    ),
  },
  {
    name: 'Prototype.js of before',
    answer: wrecked(`
for (const each of [Array, String, Number]) each.prototype.toJSON = function () { return '"' + this + '"'; };
Array.from = (some) => { const all = []; for (let index = 0; index < (some.length || 0); index += 1) all.push(some[index]); return all; };
Array.prototype.entries = function () { return this.slice(); };
Function.prototype.bind = function (to, ...first) { const run = this; return function (...rest) { return run.apply(to, first.concat(rest)); }; };`),
  },
  {
    name: 'a fetch that expects texts',
    answer: wrecked(`
const real = window.fetch;
window.fetch = (input, init) => { if (input.indexOf('telemetry') >= 0) return Promise.reject(); return real(input, init); };`),
  },
  {
    name: 'promises and JSON of somebody else’s',
    answer: wrecked(`
const Real = Promise;
window.Promise = function (run) { return new Real(run); };
Promise.resolve = (value) => Real.resolve(value);
Promise.prototype = Real.prototype;
const { parse, stringify } = JSON;
window.JSON = { parse: (text) => parse(text), stringify: (value) => stringify(value) };`),
  },
  {
    name: 'a page that is printed',
    answer: (place) => plain(place),
    act: async (page, place) => {
      await filled(page, place);
      await page.emulateMedia({ media: 'print' });
      await page.evaluate("dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('afterprint'))");
      await page.emulateMedia({ media: 'screen' });
    },
  },
  {
    name: 'another ad in a slot that was drawn anew',
    answer: (place) =>
      html(place.script, `<div id="box" style="min-height:250px">${place.slot('a-refresh')}</div>`),
    act: async (page, place) => {
      await filled(page, place, 'a-refresh');
      await page.evaluate(
        'box.innerHTML = box.innerHTML.replace(/ data-ez-\\w+="\\w*"/g, "").replace(/<a.*<\\/a>/, "")',
      );
      await viewed(place, 2, 'a-refresh');
      await page.evaluate("document.querySelector('ins').remove()");
    },
    impressions: { 'a-refresh': 2 },
  },
  {
    // Browsers that are driven prepare no pages: what the tag sees of it is said by hand.
    name: 'a page that is prepared in the background',
    answer: wrecked(`
Object.defineProperty(document, 'prerendering', { value: true, writable: true });
const real = window.fetch;
window.fetch = (...all) => { if (document.prerendering) throw new Error('Asked early'); return real(...all); };
addEventListener('load', () => setTimeout(() => {
  document.prerendering = false;
  document.dispatchEvent(new Event('prerenderingchange'));
}, 500));`),
  },
];

/** In a browser that keeps pages which people may come back to. */
export const REMEMBERED: readonly OddPage[] = [
  {
    name: 'there and back',
    answer: (place, path) =>
      path
        ? html('', 'Elsewhere')
        : plain(
            place,
            "<script>addEventListener('pageshow', ({ persisted }) => { window.isBack = persisted; })</script>",
          ),
    act: async (page, place) => {
      await viewed(place);
      await page.goto(`${place.url}elsewhere`);
      await page.goBack({ waitUntil: 'commit' });
      expect(await page.evaluate('isBack')).toBe(true);
    },
  },
];
