import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { publicId, serveAnswer } from '@ezdash/contracts';
import { createClientReader } from '../../../platform/http';
import { listen, temporaryDir } from '../testWorld';
import { Engine } from './engine';
import { createFastPath } from './fastPath';
import { buildSnapshot } from './index/buildSnapshot';
import { countryNumber } from './index/country';
import { Journal } from './journal/Journal';
import { readJournal } from './journal/readJournal';
import { decodeRecord } from './records';
import { createTagFile } from './staticFiles';
import { campaignInput, creativeInput, only, zoneInput } from './testFixtures';
import { createTokenSigner } from './token';
import { createUserAgents } from './userAgent';
import { createRandomPool, cryptoRandom } from './uuidV7';

const NOW_MS = 1_800_000_000_000;
const ZONE = publicId('zone', 401);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const IMAGE = `${'a'.repeat(64)}.png`;

let web: Awaited<ReturnType<typeof listen>>;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let journal: Journal;
let engine: Engine;
let nowMs = NOW_MS;
let healthy = true;

beforeAll(async () => {
  data = await temporaryDir();
  await mkdir(join(data.dir, 'creatives'));
  await writeFile(join(data.dir, 'creatives', IMAGE), GIF);
  await writeFile(
    join(data.dir, 'creatives', `${'b'.repeat(64)}.svg`),
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  );
  journal = await Journal.open({ dir: join(data.dir, 'journal'), log: { info: () => {}, error: () => {} } });
  const shim = new Proxy(journal, {
    get: (target, key) =>
      key === 'healthy'
        ? healthy
        : key === 'append' && !healthy
          ? (_: Buffer, done: (error: Error) => void) => done(new Error('full'))
          : (Reflect.get(target, key).bind?.(target) ?? Reflect.get(target, key)),
  });
  const signer = createTokenSigner([{ id: 1, secret: randomBytes(32) }], createRandomPool(cryptoRandom));
  engine = new Engine({ signer, journal: shim, now: () => nowMs });
  engine.budgets.tick(nowMs);
  engine.swap(
    buildSnapshot({
      campaigns: [
        campaignInput({
          id: 1,
          bidMicros: 4_000_000,
          cap: { count: 2, seconds: 3_600 },
          landingUrl:
            'https://shop.example/{country}/?c={click_id}&k={campaign}&s={site}&d={device}&x=ü&o={os}-{browser}-{language}&$={cost}&u={sub_id}&r={random}',
        }),
        campaignInput({ id: 2, advertiserId: 1002, bidMicros: 3_000_000 }),
        campaignInput({ id: 3, bidMicros: 2_000_000, targeting: { countries: only('US') } }),
      ],
      creatives: [1, 2, 3].map((id) =>
        creativeInput({ id: id + 1_000, campaignId: id, alt: `“Schuhe” №${id}` }),
      ),
      zones: [
        zoneInput({ id: 401 }),
        zoneInput({ id: 402, refusal: 'zone-paused' }),
        zoneInput({ id: 403, width: 728, height: 90, fallback: 'keep' }),
      ],
    }),
  );
  engine.budgets.load(
    {
      dayStartMs: 0,
      campaigns: [],
      advertisers: [1001, 1002].map((id) => ({ id, balanceMicros: 1e12 })),
    },
    nowMs,
  );
  const handle = createFastPath({
    engine,
    geo: (address) =>
      countryNumber(address === '85.214.132.117' ? 'DE' : address.startsWith('198.51.100.') ? 'US' : 'ZZ'),
    userAgents: createUserAgents(),
    clients: createClientReader(['loopback']),
    creativesOrigin: 'https://files.example',
    tagFile: createTagFile('tag()'),
    ready: () => true,
    now: () => nowMs,
  });
  web = await listen(handle);
});
afterAll(async () => {
  await web.close();
  await journal.close();
  await data.remove();
});
beforeEach(() => {
  nowMs = NOW_MS;
  healthy = true;
});

const candidate = async () => {
  const [ad] = await web.serve(`zones=${ZONE}`);
  const [first] = ad?.candidates ?? [];
  if (!first) throw new Error('no candidate');
  return first;
};
async function recorded() {
  await journal.flush();
  const { records } = await readJournal({
    dir: join(data.dir, 'journal'),
    from: { segment: 0, offset: 0 },
    until: journal.durable,
    maxRecords: 100_000,
  });
  return records.map(decodeRecord).filter((record) => record?.type === 'event');
}
const codeOf = (text: string) => (JSON.parse(text) as { code: string }).code;

describe('/serve', () => {
  test('answers candidates, their cap and a successor, for any page', async () => {
    const answer = await web.ask(`/serve?zones=${ZONE}`, {
      headers: { origin: 'https://news.example', cookie: 'a=b' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const [ad] = serveAnswer.parse(JSON.parse(answer.text)).ads;
    expect(ad).toMatchObject({ zone: ZONE, width: 300, height: 250, fallback: 'collapse' });
    expect(ad?.candidates.map(({ campaign, cap, alt }) => ({ campaign, cap, alt }))).toEqual([
      { campaign: publicId('campaign', 1), cap: { count: 2, seconds: 3_600 }, alt: '“Schuhe” №1' },
      { campaign: publicId('campaign', 2), cap: null, alt: '“Schuhe” №2' },
    ]);
    expect(ad?.reason).toBeUndefined();
  });

  test('never shows a creative twice on a page, also over several requests', async () => {
    const ads = await web.serve(`zones=${ZONE},${ZONE},${ZONE}`);
    expect(ads.map((ad) => ad.candidates.length)).toEqual([2, 0, 0]);
    expect(ads[1]?.reason).toBe('duplicate-creative');
    const [later] = await web.serve(
      `zones=${ZONE}&except=${publicId('creative', 1_001)},${publicId('creative', 1_002)}`,
    );
    expect(later?.reason).toBe('duplicate-creative');
  });

  test.each([
    ['an unknown zone', `zones=z_nothing`, 'unknown-zone'],
    ['a paused zone', `zones=${publicId('zone', 402)}`, 'zone-paused'],
    ['a size without creatives', `zones=${publicId('zone', 403)}`, 'no-size'],
  ])('%s gets a reason', async (_, query, reason) => {
    const [ad] = await web.serve(query);
    expect(ad).toMatchObject({ reason, candidates: [] });
  });

  test.each(['%7B%7Bzone%7D%7D', 'z_10by%3C', '', '%22'])(
    'what cannot be a zone (%s) harms none beside it, and is not repeated',
    async (odd) => {
      const { text } = await web.ask(`/serve?zones=${odd},%20${ZONE}%20`);
      const { ads } = serveAnswer.parse(JSON.parse(text));
      expect(ads[0]).toMatchObject({ zone: '', reason: 'unknown-zone', candidates: [] });
      expect(ads[1]?.candidates).not.toEqual([]);
    },
  );

  test('robots and prefetches get no ad', async () => {
    expect(
      (await web.serve(`zones=${ZONE}`, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }))[0]
        ?.reason,
    ).toBe('bot');
    expect((await web.serve(`zones=${ZONE}`, { 'sec-purpose': 'prefetch;prerender' }))[0]?.reason).toBe(
      'prefetch',
    );
  });

  test('the country comes from the visitor’s address behind a trusted proxy', async () => {
    const [ad] = await web.serve(
      `zones=${ZONE}&except=${publicId('creative', 1_001)},${publicId('creative', 1_002)}`,
      { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' },
    );
    expect(ad?.candidates[0]?.campaign).toBe(publicId('campaign', 3));
  });

  test.each([
    ['no zones', '/serve', 'ZONES_MISSING'],
    ['empty zones', '/serve?zones=', 'ZONES_MISSING'],
    ['none that can be a zone', '/serve?zones=%7B%7Bzone%7D%7D,,%20', 'ZONES_MALFORMED'],
    ['markup as a zone', '/serve?zones=%3Cscript%3E', 'ZONES_MALFORMED'],
    ['a zone far too long', `/serve?zones=${'z'.repeat(41)}`, 'ZONES_MALFORMED'],
    ['broken percent-encoding', '/serve?zones=%FF', 'QUERY_MALFORMED'],
    ['too many zones', `/serve?zones=${Array.from({ length: 21 }, () => ZONE).join()}`, 'TOO_MANY_ZONES'],
  ])('%s: 400 with a code', async (_, path, code) => {
    const answer = await web.ask(path);
    expect(answer.status).toBe(400);
    expect(codeOf(answer.text)).toBe(code);
    expect(JSON.parse(answer.text)).toEqual({ code, message: expect.any(String) });
  });

  test('an address longer than 2,048 characters: 414; a megabyte of it: refused by the parser, the server lives on', async () => {
    const long = await web.ask(`/serve?zones=${ZONE}&x=${'y'.repeat(2_048)}`);
    expect(long.status).toBe(414);
    const huge = await web.ask(`/serve?zones=${ZONE}&x=${'y'.repeat(1_048_576)}`).then(
      ({ status }) => status,
      () => 431,
    );
    expect(huge).toBe(431);
    expect((await web.ask(`/serve?zones=${ZONE}`)).status).toBe(200);
  });

  test('headers that are no UTF-8 are no obstacle', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(web.port, '127.0.0.1');
      socket.on('error', reject);
      let answer = '';
      socket.on('data', (part) => {
        answer += part.toString('latin1');
      });
      socket.on('close', () => resolve(answer));
      socket.write(
        Buffer.concat([
          Buffer.from(`GET /serve?zones=${ZONE} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: `),
          Buffer.from([0xff, 0xfe, 0x80, 0xc3]),
          Buffer.from('\r\nX-Forwarded-For: \u00ff\r\n\r\n', 'latin1'),
        ]),
      );
    });
    expect(text).toMatch(/^HTTP\/1.1 200 /);
  });

  test('other methods are told so, a preflight is answered', async () => {
    const refused = await web.ask(`/serve?zones=${ZONE}`, { method: 'DELETE' });
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const preflight = await web.ask(`/serve?zones=${ZONE}`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
    ]);
  });

  test('what is not the ad server’s is left to others', async () => {
    for (const path of ['/', '/served', '/api/x', '/tag.json', '/serve.php'])
      expect((await web.ask(path)).headers['x-fell-through']).toBe('1');
  });

  test('without a journal nothing is served and nothing acknowledged', async () => {
    const { impression, click } = await candidate();
    healthy = false;
    for (const path of [`/serve?zones=${ZONE}`, impression, click])
      expect((await web.ask(path)).status).toBe(503);
    healthy = true;
    expect((await web.ask(impression)).status).toBe(204);
  });
});

describe('/e', () => {
  test('an impression is recorded before it is answered', async () => {
    const { impression } = await candidate();
    const before = (await recorded()).length;
    const answer = await web.ask(impression, { method: 'POST', body: 'beacon' });
    expect(answer.status).toBe(204);
    const events = await recorded();
    expect(events).toHaveLength(before + 1);
    expect(events.at(-1)).toMatchObject({
      type: 'event',
      kind: 1,
      invalidReason: 0,
      campaignId: 1,
      zoneId: 401,
      country: 'DE',
      device: 1,
      priceMicros: 3_001,
      payoutMicros: 2_400,
      claimed: true,
    });
  });

  test('a tag that can only ask for an image gets one', async () => {
    const { impression } = await candidate();
    const answer = await web.ask(impression, { headers: { accept: 'image/avif,image/webp,*/*' } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/gif']);
  });

  test('a click leads to the landing page, macros filled in and escaped', async () => {
    const { click } = await candidate();
    const answer = await web.ask(click);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toMatch(
      new RegExp(
        `^https://shop\\.example/DE/\\?c=[0-9a-f-]{36}&k=${publicId('campaign', 1)}&s=news\\.example&d=desktop&x=%C3%BC&o=windows-chrome-(de|en|)&\\$=0\\.003001&u=&r=\\d+$`,
      ),
    );
  });

  test('a publisher’s own word for where the visitor came from goes along with every event', async () => {
    const [ad] = await web.serve(`zones=${ZONE}&sub=mail-7.b_2`);
    const { impression = '', view = '', click = '' } = ad?.candidates[0] ?? {};
    const before = (await recorded()).length;
    for (const address of [impression, view, click]) expect(address).toMatch(/\?sub=mail-7\.b_2$/);
    await web.ask(impression, { method: 'POST' });
    await web.ask(view);
    expect((await web.ask(click)).headers.location).toContain('&u=mail-7.b_2&');
    expect((await recorded()).slice(before)).toMatchObject(
      [1, 2, 3].map((kind) => ({ kind, sub: 'mail-7.b_2', zoneId: 401 })),
    );
  });

  test.each([
    ['of an odd character', { query: 'a%22b', serve: {}, click: 'a%22b' }],
    ['that is too long', { query: 'x'.repeat(65), serve: {}, click: 'x'.repeat(65) }],
    ['of somebody who asks not to be followed', { query: 'mail', serve: { dnt: '1' }, click: 'mail' }],
  ])('one %s is neither handed on nor taken', async (_, { query, serve, click }) => {
    const [ad] = await web.serve(`zones=${ZONE}&sub=${query}`, serve);
    const first = ad?.candidates[0];
    expect([first?.impression, first?.view, first?.click]).toEqual(
      ['i', 'v', 'c'].map((letter) => `/e/${letter}/${first?.token}`),
    );
    expect((await web.ask(`${first?.click}?sub=${click}`)).headers.location).toContain('&u=&');
    expect((await recorded()).at(-1)).toMatchObject({ kind: 3, sub: '' });
  });

  test.each([
    ['at the decision', { 'sec-gpc': '1' }, {}],
    ['at the click', {}, { dnt: '1' }],
    ['at both', { dnt: '1' }, { 'sec-gpc': '1' }],
  ])('who asks %s not to be followed brings no click id', async (_, atServe, atClick) => {
    const [ad] = await web.serve(`zones=${ZONE}`, atServe);
    const answer = await web.ask(ad?.candidates[0]?.click ?? '', { headers: atClick });
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toContain('?c=&k=');
  });

  test.each([
    ['forged', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['cut', (token: string) => token.slice(0, -4)],
    ['empty', () => ''],
    ['binary', () => '%00%ff%fe'],
  ])('a %s token is refused and recorded nowhere', async (_, change) => {
    const { token } = await candidate();
    const before = (await recorded()).length;
    const answer = await web.ask(`/e/i/${change(token)}`);
    expect([answer.status, codeOf(answer.text)]).toEqual([400, 'TOKEN_FORGED']);
    expect(await recorded()).toHaveLength(before);
  });

  test('an expired impression is kept with its reason; so is an expired click, which leads nowhere', async () => {
    const { impression, click } = await candidate();
    nowMs += 25 * 3_600_000;
    expect((await web.ask(impression)).status).toBe(204);
    const answer = await web.ask(click);
    expect([answer.status, codeOf(answer.text)]).toEqual([410, 'CLICK_EXPIRED']);
    expect(answer.headers.location).toBeUndefined();
    expect((await recorded()).slice(-2)).toMatchObject([
      { kind: 1, invalidReason: 4, claimed: false },
      { kind: 3, invalidReason: 4, claimed: false },
    ]);
  });

  test('only the first of several is counted against the budget', async () => {
    const { impression } = await candidate();
    for (let time = 0; time < 3; time += 1) await web.ask(impression);
    expect((await recorded()).slice(-3)).toMatchObject([
      { claimed: true },
      { claimed: false },
      { claimed: false },
    ]);
  });

  test('HEAD, prefetch and robots are recorded as what they are', async () => {
    const { impression, click } = await candidate();
    await web.ask(impression, { method: 'HEAD' });
    await web.ask(impression, { headers: { 'sec-purpose': 'prefetch' } });
    await web.ask(impression, { headers: { 'user-agent': 'curl/8.0' } });
    expect((await web.ask(click, { headers: { purpose: 'prefetch' } })).status).toBe(503);
    expect((await recorded()).slice(-4)).toMatchObject([
      { invalidReason: 2 },
      { invalidReason: 2 },
      { invalidReason: 1 },
      { invalidReason: 2 },
    ]);
  });

  test('there are no other events', async () => {
    for (const path of ['/e/', '/e/x/token', '/e/i']) expect((await web.ask(path)).status).toBe(404);
    expect((await web.ask('/e/i/token', { method: 'PUT' })).status).toBe(405);
  });
});

test('polite crawlers follow no address that counts as a visitor, and every page', async () => {
  const { status, headers, text } = await web.ask('/robots.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
  expect(text).toMatch(/^User-agent: \*\n/);
  expect(closed).toEqual(['/e/', '/serve', '/vast/', '/frame/', '/passback/', '/house/']);
  expect((await web.ask('/robots.txt', { method: 'HEAD' })).text).toBe('');
  expect((await web.ask('/robots.txt', { method: 'POST' })).status).toBe(405);
  expect((await web.ask('/robots.txt.bak')).status).toBe(404);
});

describe('files', () => {
  test('no creative is on the app’s own host: addresses of before lead on, for some minutes', async () => {
    for (const file of [`${'a'.repeat(64)}.png`, `${'b'.repeat(64)}/index.html?clickTag=https%3A%2F%2Fx`]) {
      const answer = await web.ask(`/creatives/${file}`);
      expect([answer.status, answer.text]).toEqual([308, '']);
      expect(answer.headers).toMatchObject({
        location: `https://files.example/creatives/${file}`,
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      });
    }
  });

  test.each([
    `/creatives/${'c'.repeat(64)}.exe`,
    '/creatives/../secrets.json',
    '/creatives/%2e%2e/secrets.json',
    '/creatives/',
  ])('%s is not there', async (path) => {
    expect((await web.ask(path)).status).toBe(404);
  });

  test('the tag comes compressed and is asked for again by its mark', async () => {
    const tag = await web.ask('/tag.js?v=1', { headers: { 'accept-encoding': 'gzip' } });
    expect(tag.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    expect(
      (
        await web.ask('/tag.js', {
          headers: { 'accept-encoding': 'gzip', 'if-none-match': String(tag.headers.etag) },
        })
      ).status,
    ).toBe(304);
    const plain = await web.ask('/tag.js');
    expect(plain.text).toBe('tag()');
  });
});
