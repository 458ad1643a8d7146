import { type TestFile, zipOf } from './testZip';

/** A bundle as a tool of the trade exports it. */
export interface TradeBundle {
  title: string;
  zip: Buffer;
}

const SIZE = '<meta name="ad.size" content="width=300,height=250">';
const FILL = 'position:absolute;left:0;top:0;width:300px;height:250px;background:#0b5345;color:#fff';
const page = (head: string, body: string) =>
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">${head}</head>\n<body style="margin:0">${body}</body></html>`;
const bundle = (title: string, body: string, ...more: TestFile[]): TradeBundle => ({
  title,
  zip: zipOf([{ name: 'index.html', text: page(SIZE, `${body}<!-- ${title} -->`) }, ...more]),
});

/** Google Web Designer: a tap area that sends `action`, a component that leaves the ad, an address of the template's own. */
const GWD = `<gwd-page style="${FILL}"><gwd-taparea id="gwd-taparea_1" style="${FILL}"></gwd-taparea></gwd-page>
<script data-source="gwdtaparea_min.js" data-exports-type="gwd-taparea">
customElements.define('gwd-taparea', class extends HTMLElement {
  connectedCallback() { this.addEventListener('click', () => this.dispatchEvent(new CustomEvent('action'))); }
});</script>
<script data-source="gwdgenericad_min.js" data-exports-type="gwd-genericad">
var gwd = { actions: { gwdGenericad: { exit: function (id, url) { window.open(url, '_newtab'); } } } };</script>
<script gwd-events="handlers">gwd.auto_Tap = function () { gwd.actions.gwdGenericad.exit('gwd-ad', 'https://advertiser.example', true); };</script>
<script gwd-events="registration">document.getElementById('gwd-taparea_1').addEventListener('action', gwd.auto_Tap, false);</script>
<script>var clickTag = 'https://advertiser.example';</script>`;

const STUDIO = `<div id="bg-exit" style="${FILL}">Studio</div><script>
function preInit() { if (Enabler.isInitialized()) init(); else Enabler.addEventListener(studio.events.StudioEvent.INIT, init); }
function init() { if (Enabler.isPageLoaded()) show(); else Enabler.addEventListener(studio.events.StudioEvent.PAGE_LOADED, show); }
function show() { Enabler.counter('shown'); document.getElementById('bg-exit').addEventListener('click', function () { Enabler.exit('Background Exit'); }); }
window.addEventListener('load', preInit);</script>`;

/** Animate: no size in a meta, the page named after the film, addresses with a number behind. */
const ANIMATE = page(
  '<meta name="authoring-tool" content="Adobe_Animate_CC"><title>Night Lines</title>',
  `<script>var clickTag = "https://advertiser.example";</script><script src="Night Lines.js?1700000000000"></script>
<div id="animation_container" style="width:300px; height:250px"><canvas id="canvas" width="300" height="250" style="display: block;"></canvas></div>
<script>AdobeAn.start(document.getElementById("canvas"));</script>`,
);
const ANIMATE_SCRIPT = `(function () {
  var stage = { on: {}, addEventListener: function (type, f) { this.on[type] = f.bind(this); } };
  window.AdobeAn = { start: function (canvas) {
    stage.addEventListener("click", function () { window.open(clickTag, "_blank"); });
    canvas.addEventListener("mouseup", function () { stage.on.click(); });
    canvas.getContext("2d").fillRect(0, 0, 300, 250);
  } };
})();`;

/** GreenSock by hand, packed by a Mac: a folder with a blank, names as people give them, what editors leave behind. */
const GSAP_FILES: readonly TestFile[] = [
  {
    name: 'index.html',
    text: page(
      `${SIZE}<link rel="stylesheet" href="css/style sheet.css">`,
      `<!-- [if lt IE 9]> old <![endif] --><a id="banner" href="javascript:void(0)"><img src="img/Schuhe%20(rot)%20%26%20gr%C3%BCn.svg" alt=""></a>
<script src="js/gsap.min.js"></script><script src="js/main.js"></script>`,
    ),
  },
  {
    name: 'css/style sheet.css',
    text: `@charset "utf-8";@namespace svg url(http://www.w3.org/2000/svg);#banner{display:block;width:300px;height:250px;cursor:pointer}`,
  },
  { name: 'img/Schuhe (rot) & grün.svg'.normalize('NFD'), text: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  { name: 'js/gsap.min.js', text: 'var gsap={to:function(){}};\n//# sourceMappingURL=gsap.min.js.map' },
  { name: 'js/gsap.min.js.map', text: '{"version":3}' },
  {
    name: 'js/main.js',
    text: `function getParameterByName(name) { var m = RegExp('[?&]' + name + '=([^&]*)').exec(window.location.search); return m && decodeURIComponent(m[1].replace(/\\+/g, ' ')); }
const clickTag = getParameterByName('clickTag') || 'https://advertiser.example';
document.getElementById('banner').addEventListener('click', function () { window.open(clickTag); });`,
  },
];
const MAC: readonly TestFile[] = [
  ...GSAP_FILES.map((file) => ({ ...file, name: `300x250 final v2/${file.name}` })),
  { name: '__MACOSX/300x250 final v2/._index.html', text: 'x' },
  { name: '300x250 final v2/.DS_Store', text: 'x' },
  { name: '300x250 final v2/img/Thumbs.db', text: 'x' },
  { name: '300x250 final v2/README.md', text: 'x' },
];

const SIZMEK = `<div id="ad" style="${FILL}">Sizmek</div><script>
function initEB() { if (!EB.isInitialized()) EB.addEventListener(EBG.EventName.EB_INITIALIZED, startAd); else startAd(); }
function startAd() { document.getElementById("ad").addEventListener("click", function () { EB.clickthrough(); }); }
window.addEventListener("load", initEB);</script>`;

const ADFORM = `<script>document.write('<script src="' + (window.API_URL || 'https://s1.adform.net/banners/scripts/rmb/Adform.DHTML.js?bv=' + Math.random()) + '"><\\/script>');</script>
<div id="ad" style="${FILL}">Adform</div><script>
var clickTAGvalue = dhtml.getVar('clickTAG', 'https://advertiser.example'), target = dhtml.getVar('landingPageTarget', '_blank');
document.getElementById('ad').onclick = function () { window.open(clickTAGvalue, target); };</script>`;

const hosted = (src: string) => `<script type="text/javascript" src="${src}"></script>`;
const link = (href: string) => `<a href="${href}" style="${FILL}">Shoes</a>`;

/** Every one opens its click in a frame without an origin. */
export const TRADE_BUNDLES: readonly TradeBundle[] = [
  bundle(
    'IAB',
    `<script>var clickTag = "https://advertiser.example";</script>${link('javascript:window.open(window.clickTag)')}`,
  ),
  bundle(
    'IAB in a new window',
    `<a target="_blank" ${link('javascript:void(window.open(clickTag))').slice(3)}`,
  ),
  bundle('IAB, encoded', link(' JavaScript&#58;void(window.open(window.clickTAG,%22_blank%22))')),
  bundle(
    'IAB, encoded in part',
    link('javascript:void(0);window.open(window.clickTag)//100% sure%20and%20%22quoted%22'),
  ),
  bundle('IAB, in two lines', link('java&#9;script://go%0Awindow.open(clickTag)')),
  bundle(
    'a drawing with a link',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="250"><a xlink:href="javascript:window.open(clickTag)"><rect width="300" height="250"/></a></svg>',
  ),
  bundle(
    'a form',
    `<form action="javascript:window.open(clickTag)"><button style="${FILL}">Go</button></form>`,
  ),
  bundle(
    'several exits',
    `<script>var clickTag1="https://advertiser.example/a",clickTag2="https://advertiser.example/b"</script><div style="${FILL}" onclick="window.open(clickTag2)">Two</div>`,
  ),
  {
    title: 'Google Web Designer',
    zip: zipOf([
      {
        name: 'night-lines.html',
        text: page(
          `<meta name="generator" content="Google Web Designer 16.4.0.0711"><meta name="template" content="Banner 3.0.0"><meta name="environment" content="gwd-genericad">${SIZE}`,
          GWD,
        ),
      },
    ]),
  },
  bundle('DoubleClick Studio', `${hosted('https://s0.2mdn.net/ads/studio/Enabler.js')}${STUDIO}`),
  {
    title: 'Adobe Animate',
    zip: zipOf([
      { name: 'Night Lines.html', text: ANIMATE },
      { name: 'Night Lines.js', text: ANIMATE_SCRIPT },
    ]),
  },
  { title: 'GreenSock from a Mac', zip: zipOf(MAC) },
  bundle(
    'DoubleClick Studio, with a query',
    `<div id="ad" style="${FILL}" onclick="Enabler.exitQueryString('Exit', 'a=b')">Studio</div>`,
  ),
  bundle('Google Ads', `<div style="${FILL}" onclick="ExitApi.delayedExit()">Ads</div>`),
  bundle(
    'Flashtalking',
    `<div id="ad" style="${FILL}">Flashtalking</div><script>var myFT = new FT();myFT.applyClickTag(document.getElementById('ad'), 1);</script>`,
  ),
  bundle('Sizmek', `${hosted('https://secure-ds.serving-sys.com/BurstingScript/EBLoader.js')}${SIZMEK}`),
  bundle('Adform', ADFORM),
  bundle(
    'Xandr',
    `${hosted('https://acdn.adnxs.com/html5-lib/1.4.1/appnexus-html5-lib.min.js')}<div style="${FILL}" onclick="window.open(APPNEXUS.getClickTag())">Xandr</div>`,
  ),
  bundle(
    'an app',
    `${hosted('mraid.js')}<div style="${FILL}" onclick="mraid.open('https://advertiser.example')">App</div>`,
  ),
];

/** A click on these does nothing that counts, and the sentence says so. */
export const DEAD_BUNDLES: readonly (TradeBundle & { sentence: RegExp })[] = [
  {
    ...bundle('no click', `<div style="${FILL}">clickTag</div>`),
    sentence: /A click on the ad opens nothing/,
  },
  {
    ...bundle('its own frame', `<div style="${FILL}" onclick="location.href=clickTag">Go</div>`),
    sentence: /leads its own frame on/,
  },
  {
    ...bundle(
      'its own frame, unasked',
      `<div style="${FILL}">x</div><script>location.href=clickTag</script>`,
    ),
    sentence: /leads its own frame on/,
  },
  {
    ...bundle(
      'for those who look alone',
      `<div id="ad" style="${FILL}">x</div><script>document.getElementById('ad').onclick=function(){
var looked = navigator.webdriver || /headless/i.test(navigator.userAgent) || /gate|trial|invalid/i.test(document.referrer + location.href);
if (looked) window.open(clickTag);}</script>`,
    ),
    sentence: /opens nothing/,
  },
  {
    ...bundle(
      'two gigabytes first',
      `<div id="ad" style="${FILL}">x</div><script>
var all = [];
try { while (all.length < 2000) all.push(new Uint8Array(1e6).fill(1)); } catch (e) {}
if (all.length === 2000) document.getElementById('ad').onclick = function () { window.open(clickTag); };</script>`,
    ),
    sentence: /opens nothing/,
  },
  {
    ...bundle(
      'a window unasked',
      `<div style="${FILL}">x</div><script>setTimeout(function(){window.open(clickTag)},50)</script>`,
    ),
    sentence: /opens nothing/,
  },
];
