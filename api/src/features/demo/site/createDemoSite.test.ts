import { fakeClock } from '../../../testing/fakeClock';
import { BRANDS } from '../brands';
import { createDemoSite, type DemoSite } from './createDemoSite';
import { DEMO_SLOT_NAMES, DEMO_SLOTS, type DemoZones } from './slots';
import { STORIES } from './stories';

const zones = Object.fromEntries(DEMO_SLOT_NAMES.map((slot) => [slot, `z_${slot}`])) as DemoZones;
let site: DemoSite;
let url: string;

beforeAll(async () => {
  site = createDemoSite({
    appUrl: 'https://ads.example',
    zones,
    adsTxt: 'ads.example, u_1ab2, DIRECT\n',
    port: 0,
    host: '127.0.0.1',
    clock: fakeClock('2026-11-21T12:00:00Z'),
  });
  url = `http://127.0.0.1:${await site.start()}`;
});
afterAll(() => site.stop());

const get = async (path: string, init?: RequestInit) => {
  const answer = await fetch(url + path, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test.each(['/', '/forecast', ...STORIES.map((story) => `/story/${story.slug}`)])(
  '%s is a page with the real tag and its slots',
  async (path) => {
    const { status, text, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<script async src="https://ads.example/tag.js" data-keywords="');
    expect(text).toContain('Saturday, 21 November 2026');
    expect(
      text.match(
        /<ins class="ez-ad" data-zone="z_\w+" data-fallback="(collapse|keep)" style="display:block;width:(\d+px|100%);height:\d+px">/g,
      )?.length,
    ).toBeGreaterThan(3);
    expect(text).not.toMatch(/undefined|\[object/);
  },
);

test('its ads.txt names the network', async () => {
  const { status, headers, text } = await get('/ads.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toBe('ads.example, u_1ab2, DIRECT\n');
});

test.each(['/', '/forecast', `/story/${STORIES[0]?.slug}`, '/nothing', `/landing/${Object.keys(BRANDS)[0]}`])(
  '%s has one first heading, no skipped level, and everything in a landmark',
  async (path) => {
    const { text } = await get(path);
    const body = text.slice(text.indexOf('<body>'));
    const levels = [...body.matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    let deepest = 0;
    for (const level of levels) {
      expect(level).toBeLessThanOrEqual(deepest + 1);
      deepest = level;
    }
    expect(body.match(/<main\b/g)).toHaveLength(1);
    const landmarks = /<(main|header|footer|nav|aside|section)\b[^>]*>.*?<\/\1>/gs;
    // What is left outside of the landmarks is markup alone: no word, no ad.
    const outside = body.replace(/<script>.*?<\/script>/gs, '').replace(landmarks, '');
    expect(outside.replace(/<[^>]*>/g, '').trim()).toBe('');
    expect(outside).not.toContain('<ins');
    const labels = [...body.matchAll(/<aside[^>]*aria-label="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(labels).size).toBe(labels.length);
  },
);

test('links among words look like links', async () => {
  const { text } = await get('/nothing');
  expect(text).toContain('<a href="https://ads.example/">an advertising network</a>');
  expect(text).toMatch(/:is\(article>p,\.missing p,\.more li,footer\) a\{text-decoration:underline/);
});

test('every slot is on some page, in its size', async () => {
  const pages = await Promise.all(['/', '/forecast', `/story/${STORIES[0]?.slug}`].map((path) => get(path)));
  const all = pages.map((page) => page.text).join('');
  for (const slot of DEMO_SLOT_NAMES) {
    const { width, height } = DEMO_SLOTS[slot];
    expect(all).toMatch(
      new RegExp(`data-zone="z_${slot}"[^>]*width:${width > 0 ? `${width}px` : '100%'};height:${height}px`),
    );
  }
});

test.each(Object.values(BRANDS))('the ads of $name lead to $key', async (brand) => {
  const { status, text } = await get(`/landing/${brand.key}?click=${encodeURIComponent('<i>1')}`);
  expect(status).toBe(200);
  expect(text).toContain(brand.pitch.slice(0, 20));
  expect(text).toContain('<code>&lt;i&gt;1</code>');
});

test.each([
  '/nothing',
  '/story/none',
  '/landing/none',
  '/landing/constructor',
  '/story',
  '/forecast/x',
  '//evil.example/',
])('%s is not found, and says so with a way home', async (path) => {
  const { status, text } = await get(path);
  expect(status).toBe(404);
  expect(text).toContain('<a href="/">');
});

test('other methods are refused; HEAD has no body', async () => {
  expect((await get('/', { method: 'POST' })).status).toBe(405);
  const head = await get('/', { method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, text: '' });
});

test('a port in use is said, and the site stops', async () => {
  const second = createDemoSite({
    appUrl: 'x',
    zones,
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    clock: fakeClock(),
  });
  await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.stop();
});
