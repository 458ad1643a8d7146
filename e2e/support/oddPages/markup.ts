import { filled, html, type OddPage, type Place, plain, SLOT_STYLE, viewed } from './oddPage';

const template = (content: string) => `<script type="text/plain" id="content">${content}</script>`;
const inShadow = (mode: 'open' | 'closed', after = '') =>
  `<div id="host"></div><script>
const shadow = host.attachShadow({ mode: '${mode}' });
shadow.innerHTML = document.getElementById('content').textContent;
${after}
</script>`;
const inFrame = (place: Place, attributes: string) =>
  html(
    '',
    `<iframe ${attributes} srcdoc='<style>body{margin:0}</style>${place.script}${place.slot()}' width="300" height="250" title="Frame" style="border:0;display:block"></iframe>`,
  );
/** As a tag manager puts its HTML into a page: scripts are made anew, of what it keeps of them. */
export const injected = (code: string) => `<script>
addEventListener('load', () => {
  const box = document.createElement('div');
  box.innerHTML = ${JSON.stringify(code).replaceAll('</', '<\\/')};
  for (const old of box.querySelectorAll('script')) {
    const made = document.createElement('script');
    made.type = 'text/javascript';
    if (old.src) { made.src = old.src; made.async = true; } else made.text = old.text;
    old.replaceWith(made);
  }
  box.style.display = 'none';
  document.body.append(box);
});
</script>`;

/** Where slots and scripts are, and what is around them. */
export const MARKUP: readonly OddPage[] = [
  {
    name: 'an open shadow root',
    answer: (place) => html(place.script, template(place.slot()) + inShadow('open')),
  },
  {
    name: 'a closed shadow root that is shown',
    answer: (place) =>
      html(
        place.script,
        template(place.slot()) +
          inShadow('closed', "addEventListener('load', () => ezAdTag.show(shadow.querySelector('ins')));"),
      ),
  },
  {
    name: 'an element that is defined late, and another inside it',
    answer: (place) =>
      html(
        `<style>late-box{${SLOT_STYLE}}</style>${place.script}`,
        `<late-box></late-box>${template(place.slot())}`,
      ),
    act: async (page) => {
      await page.waitForFunction('window.ezAdTag');
      await page.evaluate(`
class Inner extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = document.getElementById('content').textContent; }
}
class Outer extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<late-inner></late-inner>'; }
}
customElements.define('late-inner', Inner);
const made = document.createElement('late-box');
customElements.define('late-box', Outer);
document.querySelector('late-box').replaceWith(made);`);
    },
  },
  {
    name: 'the tag three times: async, as a module and imported',
    answer: (place) =>
      html(
        `${place.script}<script type="module" src="${place.network.url}/tag.js"></script>${place.script}`,
        `${place.slot()}<script type="module">import('${place.network.url}/tag.js?again')</script>`,
      ),
  },
  {
    name: 'the tag imported alone',
    answer: (place) =>
      html('', `${place.slot()}<script type="module">await import('${place.network.url}/tag.js')</script>`),
  },
  {
    name: 'the tag put in by a tag manager',
    answer: (place) => html('', place.slot() + injected(place.script)),
  },
  {
    name: 'the tag as a part of the page’s own file',
    answer: async (place, path) => {
      if (path === '') return html('<script defer src="all.js"></script>', place.slot());
      const tag = await (await fetch(`${place.network.url}/tag.js`)).text();
      return { body: `"use strict";window.before=1;\n${tag};window.after=1;`, type: 'text/javascript' };
    },
  },
  {
    name: 'two networks',
    answer: (place) =>
      html(
        `${place.script.replace('async', '')}<script src="${place.other.url}/tag.js"></script>`,
        place.slot() + place.slot('other', `data-network="${place.other.url}" style="${SLOT_STYLE}"`),
      ),
    impressions: { a: 1, other: 1 },
  },
  {
    name: 'elements whose names are the tag’s',
    answer: (place) =>
      plain(place, '', '<div id="ezAdTag"></div><form id="ezAdTags"></form><img name="ezAdTag" alt="">'),
  },
  {
    name: 'quirks mode',
    answer: (place) => `<title>A page</title>${place.script}<table><tr><td>${place.slot()}</table>`,
  },
  {
    name: 'another base address',
    answer: (place) =>
      html(`<base href="https://elsewhere.invalid/deep/" target="_top">${place.script}`, place.slot()),
  },
  {
    name: 'XHTML',
    answer: (place) => ({
      type: 'application/xhtml+xml',
      body: `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>A page</title>${place.script.replace('async', 'async="async"')}</head><body>${place.slot()}${place.slot('b-native')}<p>Below</p></body></html>`,
    }),
    impressions: { a: 1, 'b-native': 1 },
  },
  {
    name: 'from right to left',
    answer: (place) =>
      html(
        `<script>document.documentElement.dir = 'rtl'</script>${place.script}`,
        place.slot() + place.slot('b-native'),
      ),
    impressions: { a: 1, 'b-native': 1 },
  },
  {
    name: 'zoomed and turned a little',
    answer: (place) =>
      html(
        place.script,
        `<div style="zoom:1.25"><div style="transform:rotate(1deg) scale(.95)">${place.slot()}</div></div>`,
      ),
  },
  {
    name: 'a style sheet that unsets everything',
    answer: (place) =>
      html(
        `<style>*{all:unset}head,script,style{display:none}</style>${place.script}`,
        place.slot() + place.slot('b-html5') + place.slot('c-native'),
      ),
    impressions: { a: 1, 'b-html5': 1, 'c-native': 1 },
  },
  {
    name: 'a theme that dresses links, pictures and frames',
    answer: (place) =>
      html(
        `<style>
img{margin:3em auto 1.5em;padding:5px;border:1px solid;height:auto;max-width:100%;opacity:0;transition:opacity .3s}
img.is-loaded{opacity:1}
a{display:inline-block;padding:4px 24px;text-transform:uppercase;position:relative}
a[target=_blank]::after{content:'(opens a new tab)';display:block}
iframe{aspect-ratio:16/9;width:100%;height:auto;margin:2em 0;opacity:0}
ins{text-decoration:none;background:#ff9}
</style>${place.script}`,
        place.slot() + place.slot('b-html5') + place.slot('c-native'),
      ),
    impressions: { a: 1, 'b-html5': 1, 'c-native': 1 },
  },
  {
    name: 'blanks around the zone, and fields that a template left unfilled',
    answer: (place) =>
      html(
        place.script,
        `<ins class="ez-ad" data-zone="{{ zone }}"></ins>${place.slot().replace(place.zone('a'), `\n ${place.zone('a')}\t`)}<ins class="ez-ad" data-zone=""></ins><ins class="ez-ad" data-zone="<%= zone %>" data-network="{{ host }}"></ins>${place.slot('b')}`,
      ),
    impressions: { a: 1, b: 1 },
  },
  {
    name: 'a frame whose page is an attribute',
    answer: (place) => inFrame(place, ''),
  },
  {
    name: 'a sandboxed frame',
    answer: (place) => inFrame(place, 'sandbox="allow-scripts allow-popups"'),
  },
  {
    name: 'fifty slots',
    answer: (place) =>
      html(place.script, Array.from({ length: 50 }, (_, index) => place.slot(`s${index}`)).join('')),
    act: async (page, place) => {
      for (let index = 0; index < 50; index += 1) {
        await page.evaluate(`document.querySelectorAll('ins')[${index}].scrollIntoView()`);
        await filled(page, place, `s${index}`);
      }
      await page.evaluate('scrollTo(0, 0)');
    },
    impressions: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`s${index}`, 1])),
    unviewed: Array.from({ length: 50 }, (_, index) => `s${index}`),
  },
  {
    name: 'a class that comes late',
    answer: (place) => html(place.script, `<ins data-zone="${place.zone('a')}" style="${SLOT_STYLE}"></ins>`),
    act: async (page) => {
      await page.waitForFunction('window.ezAdTag');
      await page.evaluate("document.querySelector('ins').className = 'ez-ad'");
    },
  },
  {
    name: 'slots that move about in the page',
    answer: (place) =>
      html(
        place.script,
        `<div id="from" style="min-height:500px">${place.slot()}${place.slot('b-html5')}</div><div id="to" style="position:absolute;top:0;left:400px"></div>`,
      ),
    act: async (page, place) => {
      await viewed(place);
      await viewed(place, 1, 'b-html5');
      await page.evaluate('to.append(...from.children)');
    },
    impressions: { a: 1, 'b-html5': 1 },
  },
  {
    name: 'somebody else’s script of the same name, beside a module',
    answer: (place, path) =>
      path
        ? { body: '', type: 'text/javascript' }
        : html(
            `<script src="metrics/tag.js"></script>${place.script.replace('async', 'type="module"')}`,
            place.slot(),
          ),
  },
  {
    name: 'two networks as modules',
    answer: (place) =>
      html(
        `<script type="module" src="${place.network.url}/tag.js"></script><script type="module" src="${place.other.url}/tag.js"></script>`,
        place.slot() + place.slot('other', `data-network="${place.other.url}" style="${SLOT_STYLE}"`),
      ),
    impressions: { a: 1, other: 1 },
  },
  {
    name: 'a copy of the tag on the page’s own host',
    answer: async (place, path) => {
      if (path === '') return html('<script async src="assets/tag.js"></script>', place.slot());
      return { body: await (await fetch(`${place.network.url}/tag.js`)).text(), type: 'text/javascript' };
    },
  },
  {
    name: 'a body that is written to again',
    answer: (place) => html(place.script, place.slot() + place.slot('b-html5')),
    act: async (page, place) => {
      await viewed(place);
      await viewed(place, 1, 'b-html5');
      await page.evaluate("document.body.innerHTML += '<p>More</p>'");
    },
    impressions: { a: 1, 'b-html5': 1 },
  },
  {
    name: 'a page that was saved with its ad',
    answer: (place) =>
      html(
        place.script,
        place
          .slot('a', `data-ez-state="filled" style="${SLOT_STYLE};max-width:100%;overflow:hidden"`)
          .replace(
            '></ins>',
            `><a href="${place.network.url}/e/c/old"><img src="${place.network.url}/picture.png" alt="An ad"></a></ins>`,
          ),
      ),
  },
  {
    name: 'a shadow root of the page’s own text',
    answer: (place) =>
      html(place.script, `<div><template shadowrootmode="open">${place.slot()}</template></div>`),
  },
  {
    name: 'elements that are defined long after the page has loaded',
    answer: (place) =>
      html(
        `<style>late-box{${SLOT_STYLE}}</style>${place.script}`,
        `<late-box></late-box><never-defined></never-defined><font-face></font-face>${template(place.slot())}`,
      ),
    act: async (page) => {
      await page.waitForFunction('window.ezAdTag');
      await page.evaluate(`
customElements.define('late-box', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = document.getElementById('content').textContent; }
});`);
    },
  },
];
