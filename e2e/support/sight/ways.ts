import type { SightReason } from '@ezdash/contracts';

/** A page around a unit of 300 × 250: the slot itself, or the frame that the slot is in. */
export interface Layout {
  name: string;
  /** The body of the page. */
  body: (unit: string) => string;
  /** Out of the window: not viewed, and in a frame of another origin not even asked for. */
  isFar?: true;
  /** What happens in the page some time after it has loaded. */
  later?: { ms: number; script: string };
  /** Of hidden ads: as the network names it when the tag is in the page itself; null where the ad is not even asked for. */
  reason?: SightReason | null;
  /** The same with the slot in a frame of the page's own origin, where that is another one. */
  frame?: SightReason | null;
  /** In a frame of another origin, where little more is known than the browser's word: `not-visible` unless named. */
  foreign?: SightReason | null | 'paid';
}

const box = (style: string) => (unit: string) => `<div style="${style}">${unit}</div>`;
/** The unit with something beside it in the same place. */
const beside =
  (other: string, style = '') =>
  (unit: string) =>
    `<div style="position:relative;width:300px;height:250px;${style}">${unit}${other}</div>`;
const OVER = 'position:absolute;left:0;top:0;width:300px;height:250px';
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * Ways to be paid for what nobody sees: the MRC's and the IAB's lists of hidden, stacked, covered and clipped ads, the
 * geometry reasons of Open Measurement, and what papers on ad fraud describe.
 */
export const HIDDEN: readonly Layout[] = [
  {
    name: 'a wrapper of one pixel',
    body: box('width:1px;height:1px;overflow:hidden'),
    reason: 'too-small',
    frame: 'clipped',
  },
  {
    name: 'a wrapper of ten pixels',
    body: box('width:10px;height:10px;overflow:hidden'),
    reason: 'too-small',
    frame: 'clipped',
  },
  {
    name: 'a wrapper without height',
    body: box('height:0;overflow:hidden'),
    reason: 'clipped',
    frame: 'clipped',
    foreign: null,
  },
  { name: 'a slit', body: box('width:300px;height:40px;overflow:hidden'), reason: 'clipped' },
  {
    name: 'a slit across',
    body: box('width:60px;height:250px;overflow:clip'),
    reason: 'too-small',
    frame: 'clipped',
  },
  { name: 'a scroller of two pixels', body: box('width:300px;height:2px;overflow:auto'), reason: 'clipped' },
  {
    name: 'paint containment',
    body: box('width:20px;height:20px;contain:paint'),
    reason: 'too-small',
    frame: 'clipped',
  },
  { name: 'clip-path inset', body: box('clip-path:inset(0 0 90% 0)'), reason: 'clipped' },
  { name: 'clip-path circle', body: box('width:300px;clip-path:circle(20px)'), reason: 'clipped' },
  { name: 'the old clip', body: box('position:absolute;clip:rect(0,4px,4px,0)'), reason: 'clipped' },
  { name: 'opacity 0', body: box('opacity:0'), reason: 'transparent' },
  { name: 'opacity next to 0', body: box('opacity:0.01'), reason: 'transparent' },
  {
    name: 'opacity in three layers',
    body: (unit) =>
      `<div style="opacity:.6"><div style="opacity:.6"><div style="opacity:.9">${unit}</div></div></div>`,
    reason: 'transparent',
  },
  { name: 'filter opacity', body: box('filter:opacity(0)'), reason: 'transparent' },
  { name: 'filter opacity in percent', body: box('filter:opacity(10%)'), reason: 'transparent' },
  { name: 'as dark as night', body: box('filter:brightness(0)'), reason: 'transparent' },
  { name: 'blurred', body: box('filter:blur(40px)'), reason: 'transparent' },
  {
    name: 'an empty mask',
    body: box('mask-image:linear-gradient(transparent,transparent)'),
    reason: 'transparent',
    // The browser's word does not know of masks.
    foreign: 'paid',
  },
  { name: 'visibility hidden', body: box('visibility:hidden'), reason: 'hidden' },
  { name: 'visibility collapse', body: box('visibility:collapse'), reason: 'hidden' },
  { name: 'display none', body: box('display:none'), reason: null },
  {
    name: 'closed details',
    body: (unit) => `<details><summary>More</summary>${unit}</details>`,
    reason: null,
  },
  { name: 'content-visibility hidden', body: box('content-visibility:hidden;height:250px'), reason: null },
  { name: 'shrunk', body: box('transform:scale(0.05);transform-origin:0 0'), reason: 'too-small' },
  {
    name: 'half its width and height',
    body: box('transform:scale(0.5);transform-origin:0 0'),
    reason: 'too-small',
  },
  { name: 'zoomed away', body: box('zoom:0.1'), reason: 'too-small', foreign: 'too-small' },
  { name: 'turned on its edge', body: box('transform:rotateY(89deg)'), reason: 'too-small' },
  {
    name: 'far away',
    body: (unit) =>
      `<div style="perspective:100px"><div style="transform:translateZ(-900px)">${unit}</div></div>`,
    reason: 'too-small',
  },
  {
    name: 'a column of thirty pixels',
    body: box('width:30px;overflow:hidden'),
    reason: 'too-small',
    frame: 'clipped',
  },
  { name: 'moved out to the left', body: box('transform:translateX(-2000px)'), reason: null },
  {
    name: 'fixed above the window',
    body: box('position:fixed;top:-300px;left:0'),
    reason: 'hidden',
    foreign: null,
  },
  {
    name: 'below a page that cannot be scrolled',
    body: (unit) =>
      `<style>html,body{height:100%;margin:0;overflow:hidden}</style><div style="height:110vh"></div>${unit}`,
    reason: null,
    foreign: null,
  },
  { name: 'under a block', body: beside(`<div style="${OVER};background:#fff"></div>`), reason: 'covered' },
  {
    name: 'under a veil',
    body: beside(`<div style="${OVER};background:rgba(255,255,255,.8)"></div>`),
    reason: 'covered',
  },
  { name: 'under a picture', body: beside(`<img alt="" src="${PIXEL}" style="${OVER}">`), reason: 'covered' },
  {
    name: 'under a picture that lets the pointer through',
    body: beside(`<img alt="" src="${PIXEL}" style="${OVER};pointer-events:none">`),
    reason: 'covered',
  },
  {
    name: 'under a block that lets the pointer through',
    body: beside(`<div style="${OVER};background:#fff;pointer-events:none"></div>`),
    reason: 'covered',
  },
  {
    name: 'under a frame',
    body: beside(
      `<iframe title="" srcdoc="<body style='background:#fff'>" style="${OVER};border:0"></iframe>`,
    ),
    reason: 'covered',
  },
  {
    name: 'under a painted canvas',
    body: (unit) =>
      `${beside(`<canvas id="c" style="${OVER};pointer-events:none"></canvas>`)(unit)}<script>const g=c.getContext('2d');g.fillStyle='#fff';g.fillRect(0,0,300,150)</script>`,
    reason: 'covered',
  },
  {
    name: 'under a layer of its wrapper',
    body: (unit) =>
      `<style>#w{position:relative;width:300px;height:250px}#w::after{content:'';position:absolute;inset:0;background:#fff}</style><div id="w">${unit}</div>`,
    reason: 'covered',
  },
  {
    name: 'behind the background of the page',
    body: (unit) =>
      `<div style="position:relative;isolation:isolate"><div style="background:#fff;width:300px;height:250px"><div style="position:relative;z-index:-1">${unit}</div></div></div>`,
    reason: 'covered',
  },
  {
    name: 'behind frosted glass',
    body: beside(`<div style="${OVER};backdrop-filter:blur(30px)"></div>`),
    reason: 'covered',
  },
  {
    name: 'below a wall before the whole page',
    body: (unit) => `${unit}<div style="position:fixed;inset:0;background:#fff"></div>`,
    reason: 'covered',
  },
  {
    name: 'below a dialogue',
    body: (unit) =>
      `<style>dialog::backdrop{background:#fff}</style>${unit}<dialog id="d">Read this</dialog><script>d.showModal()</script>`,
    reason: 'covered',
  },
  {
    name: 'under what came over it with a margin',
    body: (unit) =>
      `${unit}<img alt="" src="${PIXEL}" style="display:block;width:300px;height:250px;margin-top:-250px">`,
    reason: 'covered',
  },
  {
    name: 'under a tile of two thirds',
    body: beside(`<div style="${OVER};height:170px;background:#222"></div>`),
    reason: 'covered',
  },
];

/** What honest pages do. */
export const HONEST: readonly Layout[] = [
  { name: 'a plain page', body: (unit) => unit },
  {
    name: 'below the window',
    body: (unit) => `<div style="height:120vh"></div>${unit}<p>The end</p>`,
    isFar: true,
  },
  {
    name: 'a header over its edge',
    body: (unit) =>
      `<div style="position:fixed;top:0;left:0;right:0;height:50px;background:#123"></div><div style="padding-top:10px">${unit}</div>`,
  },
  {
    name: 'a chat in its corner',
    body: (unit) =>
      `${unit}<div style="position:absolute;left:250px;top:200px;width:60px;height:60px;border-radius:30px;background:#08f"></div>`,
  },
  {
    name: 'it fades in',
    body: (unit) =>
      `<style>@keyframes f{from{opacity:0}}#f{animation:f 1.2s}</style><div id="f">${unit}</div>`,
  },
  { name: 'round corners', body: box('width:300px;height:250px;border-radius:16px;overflow:hidden') },
  { name: 'a little transparent', body: box('opacity:.9'), foreign: 'not-visible' },
  { name: 'a little turned', body: box('width:300px;transform:rotate(2deg)'), foreign: 'not-visible' },
  { name: 'a little smaller', body: box('width:300px;transform:scale(.85)'), foreign: 'not-visible' },
  {
    name: 'a carousel',
    body: (unit) =>
      `<div style="width:300px;height:250px;overflow:hidden"><div style="display:flex;width:900px;transform:translateX(-300px)"><div style="width:300px">One</div><div style="width:300px">${unit}</div></div></div>`,
  },
  {
    name: 'a page that scrolls inside',
    body: (unit) =>
      `<style>html,body{height:100%;margin:0;overflow:hidden}</style><div style="height:100%;overflow:auto">${unit}<div style="height:200vh"></div></div>`,
  },
  { name: 'a foot that stays', body: box('position:fixed;bottom:0;left:50px') },
  { name: 'from right to left', body: (unit) => `<div dir="rtl" style="width:600px">${unit}</div>` },
  { name: 'a narrow column', body: box('width:250px') },
  { name: 'dark colours', body: box('filter:invert(1) hue-rotate(180deg)'), foreign: 'not-visible' },
  {
    name: 'a link over the whole card',
    body: beside(`<a href="#x" style="${OVER}"></a>`),
    foreign: 'not-visible',
  },
  {
    name: 'snow',
    body: (unit) =>
      `${unit}<canvas id="c" width="800" height="600" style="position:fixed;inset:0;width:100%;height:100%;pointer-events:none"></canvas><script>const g=c.getContext('2d');g.fillStyle='#fff';for(let i=0;i<40;i++)g.fillRect(i*20,i*13%600,3,3)</script>`,
    foreign: 'not-visible',
  },
  {
    name: 'a tab that is opened',
    body: (unit) => `<div id="t" style="display:none">${unit}</div>`,
    later: { ms: 1_200, script: "t.style.display=''" },
  },
  {
    name: 'details that are opened',
    body: (unit) => `<details id="t"><summary>More</summary>${unit}</details>`,
    later: { ms: 800, script: 't.open=true' },
  },
  {
    name: 'a question that is answered',
    body: (unit) =>
      `${unit}<div id="t" style="position:fixed;inset:0;background:rgba(0,0,0,.7)">Cookies?</div>`,
    later: { ms: 1_500, script: 't.remove()' },
  },
  {
    name: 'a bar about cookies',
    body: (unit) =>
      `<div style="margin-top:calc(100vh - 290px)">${unit}</div><div style="position:fixed;bottom:0;left:0;right:0;height:90px;background:#fff">Cookies</div>`,
  },
  {
    name: 'beside the text',
    body: (unit) =>
      `<div style="display:grid;grid-template-columns:1fr 300px;gap:20px"><p>${'Text and more. '.repeat(80)}</p><aside><div style="position:sticky;top:10px">${unit}</div></aside></div>`,
  },
];
