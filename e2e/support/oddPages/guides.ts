import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToString as reactToString } from 'react-dom/server';
import { createSSRApp } from 'vue';
import { renderToString as vueToString } from 'vue/server-renderer';
import { documentedCode } from '../documentedCode';
import { forPages, fromVue, IMPORTS, onServer } from './libraries';
import { injected } from './markup';
import { type Answer, filled, html, type OddPage, type Place, viewed } from './oddPage';

const doc = readFileSync(fileURLToPath(new URL('../../../docs/tag.md', import.meta.url)), 'utf8');

/** A block of a guide as somebody takes it: with their network and their zone. */
const codeOf = (place: Place, guide: string, language: string, index = 0, zone = 'a'): string =>
  (documentedCode(doc, `### ${guide}`, language)[index] ?? '')
    .replaceAll('https://ads.example', place.network.url)
    .replaceAll('z_0b5k', place.zone(zone));

const script = (body: string): Answer => ({ body, type: 'text/javascript' });
const module = (code: string) => `<script type="module">${code}</script>`;
const hydrateLate = async (page: Parameters<NonNullable<OddPage['act']>>[0], place: Place) => {
  await filled(page, place);
  await page.evaluate('hydrate()');
};
const REACT =
  "import { createElement as h, StrictMode } from 'react'; import { createRoot, hydrateRoot } from 'react-dom/client';";

/** What `next/script` does with `afterInteractive`: nothing on the server, and the script once the page is hydrated. */
const NEXT_SCRIPT = `import { useEffect } from 'react';
export default function Script({ src }) {
  useEffect(() => {
    document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  }, [src]);
  return null;
}`;
const NEXT_ON_SERVER = { 'next/script': { __esModule: true, default: () => null } };
const NEXT_IMPORTS = IMPORTS.replace('{"imports":{', '{"imports":{"next/script":"./script.mjs",');

/** What WordPress prints for a call of `wp_enqueue_script` without a version, with the strategy `async`. */
function printed(php: string): string {
  const [, handle, url] =
    /wp_enqueue_script\('([\w-]+)', '([^']+)', \[\], null, \['strategy' => 'async'\]\)/.exec(php) ?? [];
  if (!handle) throw new Error(`The test does not know what this prints:\n${php}`);
  return `<script src="${url}" id="${handle}-js" async data-wp-strategy="async"></script>`;
}

/** The code of docs/tag.md, run from the document. */
export const GUIDES: readonly OddPage[] = [
  {
    name: 'React in the browser',
    answer: (place, path) =>
      path === 'Ad.mjs'
        ? script(forPages(codeOf(place, 'React', 'tsx')))
        : html(
            IMPORTS,
            `<div id="root" style="min-height:250px"></div>${module(
              `import { Ad } from './Ad.mjs'; ${REACT} createRoot(root).render(h(StrictMode, null, h(Ad)));`,
            )}`,
          ),
  },
  {
    name: 'React on a server, hydrated after the ad',
    answer: (place, path) => {
      const code = codeOf(place, 'React', 'tsx');
      if (path === 'Ad.mjs') return script(forPages(code));
      return html(
        place.script + IMPORTS,
        `<div id="root">${reactToString(createElement(onServer(code).Ad as never))}</div>${module(
          `import { Ad } from './Ad.mjs'; ${REACT} window.hydrate = () => { hydrateRoot(root, h(Ad)); };`,
        )}`,
      );
    },
    act: hydrateLate,
  },
  {
    name: 'Next.js, with what stands in for its script',
    answer: (place, path) => {
      const layout = codeOf(place, 'Next.js', 'tsx');
      const slot = codeOf(place, 'Next.js', 'tsx', 1);
      if (path === 'script.mjs') return script(NEXT_SCRIPT);
      if (path === 'layout.mjs') return script(forPages(layout));
      if (path === 'Ad.mjs') return script(forPages(slot));
      const ad = createElement(onServer(slot).Ad as never);
      const page = reactToString(createElement(onServer(layout, NEXT_ON_SERVER).default as never, null, ad));
      return `<!doctype html>${page.replace(
        '<body>',
        `<head><link rel="icon" href="data:,"/>${NEXT_IMPORTS}${module(
          `import Layout from './layout.mjs'; import { Ad } from './Ad.mjs'; ${REACT}
const app = () => h(Layout, null, h(Ad));
const root = hydrateRoot(document, app());
window.again = () => root.render(app());`,
        )}</head><body>`,
      )}`;
    },
    act: async (page, place) => {
      await filled(page, place);
      await page.evaluate('again()');
    },
  },
  {
    name: 'Vue in the browser',
    answer: (place, path) =>
      path === 'Ad.mjs'
        ? script(fromVue(codeOf(place, 'Vue', 'vue')))
        : html(
            place.script + IMPORTS,
            `<div id="root" style="min-height:250px"></div>${module(
              "import Ad from './Ad.mjs'; import { createApp } from 'vue'; createApp(Ad).mount('#root');",
            )}`,
          ),
  },
  {
    name: 'Vue on a server, hydrated after the ad',
    answer: async (place, path) => {
      const code = fromVue(codeOf(place, 'Vue', 'vue'));
      if (path === 'Ad.mjs') return script(code);
      return html(
        place.script + IMPORTS,
        `<div id="root">${await vueToString(createSSRApp(onServer(code).default as never))}</div>${module(
          "import Ad from './Ad.mjs'; import { createSSRApp } from 'vue'; window.hydrate = () => { createSSRApp(Ad).mount('#root'); };",
        )}`,
      );
    },
    act: hydrateLate,
  },
  {
    name: 'Turbo, there and back',
    answer: (place, path) => {
      const head = codeOf(place, 'Turbo', 'html').replace(
        '</head>',
        `<title>A page</title><link rel="icon" href="data:,">${IMPORTS}${module("import '@hotwired/turbo'")}</head>`,
      );
      const other = path === '' ? 'next' : './';
      return `<!doctype html><html lang="en">${head}<body>${place.slot(path || 'a')}<a href="${other}">Other</a></body></html>`;
    },
    act: async (page, place) => {
      await viewed(place);
      await page.locator('a[href=next]').click();
      await viewed(place, 1, 'next');
      await page.locator('a[href="./"]').click();
    },
    impressions: { a: 2, next: 1 },
  },
  {
    name: 'WordPress, a block of HTML',
    answer: (place) => html('', codeOf(place, 'WordPress', 'html')),
  },
  {
    name: 'WordPress, a theme',
    answer: (place) =>
      html(
        printed(codeOf(place, 'WordPress', 'php')),
        codeOf(place, 'WordPress', 'html').replace(/<script.*<\/script>/, ''),
      ),
  },
  {
    name: 'Google Tag Manager',
    answer: (place) => html('', place.slot() + injected(codeOf(place, 'Google Tag Manager', 'html'))),
    act: async (_, place) => {
      await viewed(place);
      const keywords = place.network.asked.flatMap((url) =>
        (url.searchParams.get('zones') ?? '') === place.zone('a') ? url.searchParams.getAll('kw') : [],
      );
      if (`${keywords}` !== 'shoes,running') throw new Error(`The keywords were ${keywords}`);
    },
  },
];
