import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { buildSnapshot } from './index/buildSnapshot';
import { createTagPages } from './tagPages';
import { snapshotInput, zoneInput } from './testFixtures';

const CODE = '<script src="https://other.example/tag.js"></script>';
const snapshot = buildSnapshot(
  snapshotInput([{ id: 1 }], {
    zones: [
      zoneInput({ id: 401, hasPassback: true, refreshSeconds: 45, personCap: { count: 3, seconds: 3_600 } }),
      zoneInput({ id: 402, width: 0, height: 120, kind: 'native' }),
      zoneInput({ id: 403, hasPassback: true, refusal: 'zone-paused' }),
      zoneInput({ id: 404, hasPassback: true, refusal: 'property-not-approved', houseOnly: true }),
      zoneInput({ id: 405, refusal: 'property-not-approved' }),
      zoneInput({ id: 406, kind: 'video', refusal: 'property-not-approved', houseOnly: true }),
    ],
  }),
);
const idOf = (id: number) => snapshot.zones.byId.get(id)?.publicId ?? '';
let isReady = true;
let isStalled = false;
const handle = createTagPages({
  engine: { snapshot },
  readPassback: () => (isStalled ? Promise.reject(new Error('stalled')) : Promise.resolve(CODE)),
  scripts: new Map([['/tag-debug.js', (_req, res) => void res.end('debug')]]),
  creativesOrigin: 'https://files.example',
  network: { name: 'Ads & "Co"', origin: 'https://ads.example' },
  ready: () => isReady,
});

/** The publisher's code comes when it has been read. */
async function askLater(...asked: Parameters<typeof ask>) {
  const answer = ask(...asked);
  await setImmediate();
  return answer;
}

function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = { status: 200, headers: {} as Record<string, string>, body: '', handled: false };
  const res = {
    req: { rawHeaders: [] },
    writeHead(status: number, list: string[]) {
      answer.status = status;
      for (let at = 0; at < list.length; at += 2) answer.headers[list[at] ?? ''] = list[at + 1] ?? '';
    },
    end(body?: Buffer | string) {
      answer.body = String(body ?? '');
    },
  };
  answer.handled = handle(
    { method, headers, url } as unknown as IncomingMessage,
    res as unknown as ServerResponse,
    url,
  );
  return answer;
}

test('the answer of a zone says what the tag does beside one ad, and nothing where there is nothing', () => {
  const head = (id: number) => JSON.parse(`${snapshot.zones.byId.get(id)?.jsonHead ?? ''}"end":0}`);
  expect(head(401)).toMatchObject({
    refresh: 45,
    limit: { count: 3, seconds: 3_600 },
    passback: `/passback/${idOf(401)}`,
  });
  expect(Object.keys(head(402))).toEqual(['zone', 'kind', 'width', 'height', 'fallback', 'end']);
  expect(head(403)).not.toHaveProperty('passback');
});

describe('the frame of a zone', () => {
  test('is the tag and a slot of its size, and lets nothing of elsewhere in', () => {
    const { status, headers, body } = ask(`/frame/${idOf(401)}`);
    expect(status).toBe(200);
    expect(body).toContain(`data-zone="${idOf(401)}"`);
    expect(body).toContain('width:300px;height:250px');
    expect(body).toContain('<script async src="/tag.js"></script>');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("img-src 'self' https://files.example data:;");
    expect(policy).toContain("frame-src 'self' https://files.example;");
    expect(headers['cache-control']).toContain('max-age');
    expect(ask(`/frame/${idOf(402)}`).body).toContain('width:100%;height:120px');
  });

  test('is shown by isolated pages, unless a publisher’s own code may come', async () => {
    expect(ask(`/frame/${idOf(402)}`).headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(ask(`/frame/${idOf(401)}`).headers).not.toHaveProperty('cross-origin-embedder-policy');
    for (const path of [`/frame/${idOf(402)}`, `/passback/${idOf(401)}`, `/house/${idOf(404)}`])
      expect((await askLater(path)).headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(ask(`/house/${idOf(404)}`).headers['cross-origin-embedder-policy']).toBe('require-corp');
  });

  test('hands on what it is about, as text and nothing else', () => {
    const { body } = ask(`/frame/${idOf(401)}?kw=${encodeURIComponent('a"><script>x</script>')}&sub=mail-7`);
    expect(body).toContain('data-keywords="a&quot;&gt;&lt;script&gt;x&lt;/script&gt;"');
    expect(body).toContain('data-sub="mail-7"');
    expect(ask(`/frame/${idOf(401)}?sub=%22onload`).body).not.toContain('data-sub');
  });
});

describe('a publisher’s own code', () => {
  test('has no origin and stands in frames alone', async () => {
    const framed = await askLater(`/passback/${idOf(401)}`, { 'sec-fetch-dest': 'iframe' });
    expect(framed.body).toContain(`<body>${CODE}</body>`);
    const policy = framed.headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/^sandbox /);
    expect(policy).not.toMatch(/allow-same-origin|allow-forms|allow-top-navigation|allow-modals/);
    expect((await askLater(`/passback/${idOf(401)}`, { 'sec-fetch-dest': 'document' })).status).toBe(403);
    // A browser that does not say where it stands decides before anything of the code runs.
    const { status, body } = await askLater(`/passback/${idOf(401)}`);
    expect(status).toBe(200);
    expect(body).toMatch(/^<!doctype html><script>if\(self===top\)\{stop\(\);[^<]*<\/script>/);
  });

  test('is asked for again where the database does not answer', async () => {
    isStalled = true;
    expect(await askLater(`/passback/${idOf(401)}`)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
    });
    isStalled = false;
    expect((await askLater(`/passback/${idOf(401)}`)).status).toBe(200);
  });

  test('is not there for a zone that has none, that rests, or that is unknown', async () => {
    for (const zone of [idOf(402), idOf(403), 'z_nobody'])
      expect((await askLater(`/passback/${zone}`)).status).toBe(404);
  });
});

describe('the network’s own ad', () => {
  const head = (id: number) => JSON.parse(`${snapshot.zones.byId.get(id)?.jsonHead ?? ''}"end":0}`);

  test('stands where a property waits for its approval, in place of the own code, and nowhere else', () => {
    expect(head(404).passback).toBe(`/house/${idOf(404)}`);
    for (const id of [402, 403, 405, 406]) expect(head(id)).not.toHaveProperty('passback');
    expect(ask(`/house/${idOf(404)}`).status).toBe(200);
    expect(ask(`/passback/${idOf(404)}`).status).toBe(404);
    for (const zone of [idOf(401), idOf(403), idOf(405), idOf(406), 'z_nobody'])
      expect(ask(`/house/${zone}`).status).toBe(404);
  });

  test('is one link to the network’s start page, without a script and without a counter', () => {
    const { body, headers } = ask(`/house/${idOf(404)}`, { 'sec-fetch-dest': 'iframe' });
    expect(body.match(/<a /g)).toHaveLength(1);
    expect(body).toContain('<a href="https://ads.example/" target="_blank" rel="noopener sponsored">');
    expect(body).toContain('<b>Your ad could be here</b><small>Ad · Ads &amp; &quot;Co&quot;</small>');
    expect(body).not.toMatch(/<script|<img|\/e\/|https?:\/\/(?!ads\.example)/);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
  });

  test('speaks the browser’s language, and a cache knows', () => {
    const { body, headers } = ask(`/house/${idOf(404)}`, { 'accept-language': 'de-AT,de;q=0.9' });
    expect(body).toContain('<html lang="de">');
    expect(body).toContain('Hier könnte Ihre Anzeige stehen');
    expect(headers.vary).toContain('accept-language');
    for (const language of ['en-GB,de;q=0.5', 'fr', 'den'])
      expect(ask(`/house/${idOf(404)}`, { 'accept-language': language }).body).toContain('lang="en"');
  });
});

test('takes its own addresses alone, to be read, once the ad server stands', () => {
  expect(ask('/tag-debug.js').body).toBe('debug');
  expect(ask('/frames').handled).toBe(false);
  expect(ask('/').handled).toBe(false);
  expect(ask(`/frame/${idOf(401)}`, {}, 'POST').status).toBe(405);
  expect(ask(`/frame/${idOf(401)}`, {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  expect(ask('/frame/z_nobody').status).toBe(404);
  isReady = false;
  expect(ask(`/frame/${idOf(401)}`).status).toBe(503);
  isReady = true;
});
