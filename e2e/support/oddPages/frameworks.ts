import { createElement } from 'react';
import { renderToString as reactToString } from 'react-dom/server';
import { createSSRApp, h } from 'vue';
import { renderToString as vueToString } from 'vue/server-renderer';
import { IMPORTS } from './libraries';
import { filled, forgotten, html, type OddPage, type Place, plain, SLOT_STYLE, viewed } from './oddPage';

const style = { display: 'block', width: 300, height: 250 };
/** A component as somebody writes it who has not read the guide. */
const reactProps = ({ zone }: Place) => ({ className: 'ez-ad', 'data-zone': zone('a'), style });
const vueProps = ({ zone }: Place) => ({ class: 'ez-ad', 'data-zone': zone('a'), style: SLOT_STYLE });
const module = (code: string) => `<script type="module">${code}</script>`;
const REACT = `import { createElement as h, StrictMode, useState, useEffect } from 'react'; import { createRoot, hydrateRoot } from 'react-dom/client';`;
const slotCode = (place: Place) => `h('ins', ${JSON.stringify(reactProps(place))})`;

const morphs = (page: string) => `Idiomorph.morph(document.documentElement, ${JSON.stringify(page)})`;
const MANY_MORPHS = 8;

/** What frameworks do to slots that they know nothing of. */
export const FRAMEWORKS: readonly OddPage[] = [
  {
    name: 'React hydrates after the ad, and draws all anew',
    answer: (place) => {
      const props = reactProps(place);
      const body = reactToString(createElement('main', null, createElement('ins', props)));
      return html(
        place.script + IMPORTS,
        `<div id="root">${body}</div>${module(
          `${REACT} window.hydrate = () => hydrateRoot(root, h('main', null, ${slotCode(place)}));`,
        )}`,
      );
    },
    act: async (page, place) => {
      await filled(page, place);
      await page.evaluate('hydrate()');
    },
    own: /hydrat/i,
  },
  {
    name: 'React in strict mode draws in the browser',
    answer: (place) =>
      html(
        place.script + IMPORTS,
        `<div id="root" style="min-height:250px"></div>${module(
          `${REACT} createRoot(root).render(h(StrictMode, null, ${slotCode(place)}));`,
        )}`,
      ),
  },
  {
    name: 'React takes the slot away, and draws another later',
    answer: (place) =>
      html(
        place.script + IMPORTS,
        `<div id="root" style="min-height:250px"></div>${module(
          `${REACT}
function App() {
  const [isOpen, open] = useState(true);
  useEffect(() => { window.open = open; }, []);
  return isOpen && ${slotCode(place)};
}
createRoot(root).render(h(App));`,
        )}`,
      ),
    act: async (page, place) => {
      await viewed(place);
      await page.evaluate('open(false)');
      await page.locator('ins').waitFor({ state: 'detached' });
      await forgotten(page);
      await page.evaluate('open(true)');
    },
  },
  {
    name: 'Vue hydrates after the ad',
    answer: async (place) => {
      const app = createSSRApp({ render: () => h('main', null, [h('ins', vueProps(place))]) });
      return html(
        place.script + IMPORTS,
        `<div id="root">${await vueToString(app)}</div>${module(
          `import { createSSRApp, h } from 'vue';
window.hydrate = () => { createSSRApp({ render: () => h('main', null, [h('ins', ${JSON.stringify(vueProps(place))})]) }).mount('#root'); };`,
        )}`,
      );
    },
    act: async (page, place) => {
      await filled(page, place);
      await page.evaluate('hydrate()');
    },
    own: /hydrat/i,
  },
  {
    name: 'Vue draws anew and moves its slots',
    answer: (place) =>
      html(
        place.script + IMPORTS,
        `<div id="root" style="min-height:500px"></div>${module(
          `import { createApp, h, ref } from 'vue';
const list = ref(['a', 'b']);
const zones = { a: '${place.zone('a')}', b: '${place.zone('b')}' };
window.turn = () => { list.value = [...list.value].reverse(); };
createApp({ render: () => list.value.map((key) => h('ins', { key, class: 'ez-ad', 'data-zone': zones[key], style: '${SLOT_STYLE};position:absolute;left:' + (key === 'a' ? '0' : '320px') })) }).mount('#root');`,
        )}`,
      ),
    act: async (page, place) => {
      await filled(page, place, 'a');
      await filled(page, place, 'b');
      await page.evaluate('turn()');
    },
    impressions: { a: 1, b: 1 },
  },
  {
    name: 'Idiomorph, again and again',
    answer: (place) => plain(place, '<script src="/lib/idiomorph.js"></script>'),
    act: async (page, place) => {
      const same = plain(place, '<script src="/lib/idiomorph.js"></script>');
      for (let index = 0; index < MANY_MORPHS; index += 1) {
        await filled(page, place);
        await page.evaluate(morphs(same));
        // A morph is of a page that people look at meanwhile.
        if (index === 0) await viewed(place);
      }
    },
  },
  {
    name: 'Turbo refreshes by morphing',
    answer: (place) =>
      plain(
        place,
        `<meta name="turbo-refresh-method" content="morph">${IMPORTS}${module("import '@hotwired/turbo'")}`,
      ),
    act: async (page, place) => {
      await filled(page, place);
      for (let index = 0; index < 2; index += 1) {
        await page.evaluate(
          "new Promise((done) => { addEventListener('turbo:render', done, { once: true }); Turbo.visit(location.href, { action: 'replace' }); })",
        );
        await filled(page, place);
      }
    },
  },
  {
    name: 'Turbo goes to another page and back',
    answer: (place, path) => {
      const head = place.script + IMPORTS + module("import '@hotwired/turbo'");
      return path === ''
        ? html(head, `${place.slot()}<a href="${place.url}next">Next</a>`)
        : html(head, place.slot('b'));
    },
    act: async (page, place) => {
      await viewed(place);
      await page.locator('a[href$=next]').click();
      await viewed(place, 1, 'b');
      await page.evaluate('history.back()');
    },
    impressions: { a: 2, b: 1 },
  },
  {
    name: 'htmx draws the part of the page anew',
    answer: (place, path) =>
      path === 'part'
        ? `<div id="part">${place.slot()}</div>`
        : html(
            `${place.script}<script src="/lib/htmx.js"></script>`,
            `<button hx-get="${place.url}part" hx-target="#part" hx-swap="outerHTML">More</button><div id="part">${place.slot()}</div>`,
          ),
    act: async (page, place) => {
      await filled(page, place);
      const old = await page.locator('#part').elementHandle();
      await page.locator('button').click();
      await page.waitForFunction((part) => !part?.isConnected, old);
    },
  },
  {
    name: 'an app with routes in the very same slot',
    answer: (place) => plain(place),
    act: async (page, place) => {
      await viewed(place);
      await page.evaluate("history.pushState({}, '', 'next'); ezAdTag.refresh()");
    },
    impressions: { a: 2 },
  },
];
