import { NO_FILL_REASONS, publicId } from '@ezdash/contracts';
import { createClientReader } from '../../../../platform/http';
import { listen } from '../../testWorld';
import { createFastPath } from '../fastPath';
import { countryNumber } from '../index/country';
import type { SnapshotInput } from '../snapshotInput';
import { makeTestEngine, type TestEngine } from '../testEngine';
import { campaignInput, creativeInput, only, zoneInput } from '../testFixtures';
import { createUserAgents } from '../userAgent';
import { createVast } from './createVast';
import { VideoTally } from './VideoTally';
import { VIDEO_EVENTS } from './videoEvents';

const NOW_MS = Date.UTC(2027, 0, 14, 13, 20);
const ORIGIN = 'https://ads.example';
const ZONE = publicId('zone', 401);

const video = (campaignId: number) =>
  creativeInput({
    id: campaignId + 1_000,
    campaignId,
    width: 640,
    height: 360,
    address: `https://files.example/creatives/${'d'.repeat(64)}.mp4`,
    content: { format: 'video', contentType: 'video/mp4', parts: { duration_ms: 15_000, bitrate_kbps: 900 } },
  });
const market = (campaigns: SnapshotInput['campaigns']): SnapshotInput => ({
  campaigns,
  creatives: campaigns.map(({ id }) => video(id)),
  zones: [
    zoneInput({ id: 401, kind: 'video', width: 640, height: 360 }),
    zoneInput({ id: 402 }),
    zoneInput({ id: 403, kind: 'video', width: 640, height: 360, refusal: 'zone-paused' }),
  ],
});
const shop = campaignInput({ id: 1 });

let test_: TestEngine;
let tally: VideoTally;
let web: Awaited<ReturnType<typeof listen>>;
let ready = true;

beforeAll(async () => {
  test_ = await makeTestEngine(market([shop]), NOW_MS);
});
afterAll(() => test_.close());
beforeEach(async () => {
  const { engine } = test_;
  ready = true;
  tally = new VideoTally();
  test_.setNow(NOW_MS);
  test_.use(market([shop]));
  const publisher = { name: 'EzDash', origin: ORIGIN };
  const isReady = () => ready;
  const nowhere = () => {
    throw new Error('not asked for here');
  };
  web = await listen(
    createFastPath({
      engine,
      geo: () => countryNumber('DE'),
      userAgents: createUserAgents(),
      clients: createClientReader(['loopback']),
      tagFile: nowhere,
      vast: createVast({ engine, publisher, tally, ready: isReady, now: () => NOW_MS }),
      ready: isReady,
      now: () => NOW_MS,
    }),
  );
});
afterEach(() => web.close());

/** Addresses of a document by what they are for, without the host. */
function addresses(document: string) {
  const found = new Map<string, string>();
  for (const [, name = '', event, address = ''] of document.matchAll(
    /<(\w+)(?: (?:event|id)="([^"]*)")?><!\[CDATA\[([^\]]*)\]\]>/g,
  ))
    found.set(name === 'Tracking' ? (event ?? '') : name, address.replace(ORIGIN, ''));
  return found;
}
async function ad(query = '') {
  const answer = await web.ask(`/vast/${ZONE}${query}`);
  return { ...answer, at: addresses(answer.text) };
}
const counted = () =>
  tally.take().map(({ event, times, campaignId, creativeId, zoneId }) => ({
    event,
    times,
    campaignId,
    creativeId,
    zoneId,
  }));

describe('a player', () => {
  test('gets a document that any page may read and nobody keeps', async () => {
    const { status, headers, text, at } = await ad();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/xml; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
    expect(text).toContain('<VAST version="4.2" xmlns="http://www.iab.com/VAST"><Ad id="c_');
    expect(at.get('ClickThrough')).toMatch(/^\/e\/c\/[\w-]{84}$/);
    expect((await web.ask(`/vast/${ZONE}`, { method: 'OPTIONS' })).status).toBe(204);
  });

  test('tells the sub id with every event, unless its visitor asks not to be followed', async () => {
    const events = ['Impression', 'Viewable', 'ClickThrough'];
    const { at } = await ad('?sub=mail-7');
    for (const event of events) expect(at.get(event)).toMatch(/^\/e\/[ivc]\/[\w-]{84}\?sub=mail-7$/);
    const answer = await web.ask(`/vast/${ZONE}?sub=mail-7`, { headers: { 'sec-gpc': '1' } });
    expect(answer.text).not.toContain('mail-7');
  });

  test('reports what everybody reports to the same addresses: one token for all', async () => {
    const { at } = await ad();
    const before = test_.engine.counts.events.slice();
    expect((await web.ask(at.get('Impression') ?? '')).status).toBe(204);
    expect((await web.ask(at.get('Viewable') ?? '')).status).toBe(204);
    const click = await web.ask(at.get('ClickThrough') ?? '');
    expect([click.status, click.headers.location?.slice(0, 27)]).toEqual([
      302,
      'https://shop.example/?click',
    ]);
    const after = test_.engine.counts.events.map((count, kind) => count - (before[kind] ?? 0));
    expect(after.slice(1, 4)).toEqual([1, 1, 1]);
  });

  test('reports how far it played: once each, however often it says so', async () => {
    const { at } = await ad();
    for (const event of [
      'start',
      'firstQuartile',
      'midpoint',
      'thirdQuartile',
      'complete',
      'start',
      'pause',
      'pause',
    ])
      expect((await web.ask(at.get(event) ?? '')).status).toBe(204);
    expect(
      (await web.ask(at.get('NotViewable') ?? '', { headers: { accept: 'image/avif,*/*' } })).headers[
        'content-type'
      ],
    ).toBe('image/gif');
    const place = { times: 1, campaignId: 1, creativeId: 1_001, zoneId: 401 };
    expect(counted()).toEqual(
      [1, 2, 3, 4, 5, VIDEO_EVENTS.pause, VIDEO_EVENTS.notViewable].map((event) => ({ event, ...place })),
    );
    expect(counted()).toEqual([]);
  });

  test('that is a robot, tests, or comes a day later counts nothing', async () => {
    const { at } = await ad();
    const address = at.get('start') ?? '';
    expect((await web.ask(address, { headers: { 'user-agent': 'Googlebot/2.1' } })).status).toBe(204);
    expect((await web.ask(address, { method: 'HEAD' })).status).toBe(204);
    expect((await web.ask((await ad('?test=1')).at.get('start') ?? '')).status).toBe(204);
    expect(counted()).toEqual([]);
    test_.setNow(NOW_MS + 25 * 3_600_000);
    expect((await web.ask(address)).status).toBe(400);
  });

  test('tells of an error, which is undefined without a code', async () => {
    const { text } = await ad();
    const addressOf = (document: string) => /vast\/e\/error\/[\w-]{84}/.exec(document)?.[0] ?? '';
    await web.ask(`/${addressOf(text)}?code=402`);
    // As it stands in the document.
    await web.ask(`/${addressOf((await ad()).text)}`);
    await web.ask(`/${addressOf((await ad()).text)}?code=[ERRORCODE]`);
    await web.ask('/vast/none?zone=z_1&reason=budget&code=303');
    expect([...tally.counts.errors]).toEqual([
      [402, 1],
      [900, 2],
      [303, 1],
    ]);
    expect(counted()).toMatchObject([{ event: VIDEO_EVENTS.error, times: 3 }]);
  });

  test('gets no ad that is capped: it cannot count', async () => {
    const cap = { count: 1, seconds: 60 };
    test_.use(
      market([{ ...shop, cap }, campaignInput({ id: 2, advertiserId: 1_002, bidMicros: 1_000_000 })]),
    );
    expect((await ad()).text).toContain(`<Ad id="${publicId('campaign', 2)}"`);
    test_.use(market([{ ...shop, cap }]));
    expect((await ad()).text).toContain('reason=unsupported');
  });

  test('asks with the words of its page and without what it shows', async () => {
    test_.use(market([{ ...shop, targeting: { keywords: only('tea') } }]));
    expect((await ad()).text).toContain('reason=no-keyword');
    expect((await ad('?kw=Tea&cb=123&w=[PLAYERSIZE]')).status).toBe(200);
    expect((await ad('?kw=Tea')).text).toContain('<InLine>');
    expect((await ad(`?kw=tea&except=${publicId('creative', 1_001)}`)).text).toContain(
      'reason=duplicate-creative',
    );
  });
});

describe('the version of a document', () => {
  test.each([
    ['', '4.2'],
    ['?v=2', '2.0'],
    ['?v=3', '3.0'],
    ['?v=4', '4.2'],
    ['?v=4.0', '4.0'],
    ['?v=4.1', '4.1'],
    ['?v=4.3', '4.2'],
    ['?vast=2.0.1', '2.0'],
    ['?vast_version=3.0', '3.0'],
    ['?output=xml_vast3', '3.0'],
    ['?output=vast', '4.2'],
    ['?output=vast&v=2', '2.0'],
    ['?v=1', '4.2'],
    ['?v=[VASTVERSION]', '4.2'],
    ['?v=%20', '4.2'],
  ])('asked for by "%s" is %s, with an ad and without', async (query, version) => {
    expect((await ad(query)).text).toContain(`<VAST version="${version}"`);
    test_.use(market([]));
    expect((await ad(query)).text).toContain(`<VAST version="${version}"`);
    expect((await web.ask(`/vast/z_999${query}`)).text).toContain(`<VAST version="${version}"`);
  });

  test('VAST 3 and up ask for the code of an error, which counts by it and as unknown where it is no number', async () => {
    for (const code of ['402', '[ERRORCODE]', '%5BERRORCODE%5D', 'x', '', '-1', '4020']) {
      const path = /\/vast\/e\/error\/[^\]]*\[ERRORCODE\]/.exec((await ad('?v=3')).text)?.[0] ?? '';
      expect((await web.ask(path.replace('[ERRORCODE]', code))).status).toBe(204);
    }
    expect([...tally.counts.errors]).toEqual([
      [402, 1],
      [900, 6],
    ]);
  });
});

describe('a page that asks with credentials', () => {
  const forged = 'A'.repeat(80);
  const told = (event: string) => async () => (await ad()).at.get(event) ?? '';
  const at = (path: string) => async () => path;
  const ADDRESSES: readonly (readonly [string, number, () => Promise<string>])[] = [
    ['an ad', 200, at(`/vast/${ZONE}`)],
    ['an unknown zone', 404, at(`/vast/${publicId('zone', 999)}`)],
    ['a banner’s zone', 400, at(`/vast/${publicId('zone', 402)}`)],
    ['a long address', 414, at(`/vast/${ZONE}?x=${'a'.repeat(3_000)}`)],
    ['the impression', 204, told('Impression')],
    ['the view', 204, told('Viewable')],
    ['the click', 302, told('ClickThrough')],
    ['a quartile', 204, told('midpoint')],
    ['an error', 204, told('Error')],
    ['an error without an ad', 204, at('/vast/none?zone=z_1&reason=budget&code=303')],
    ['a forged event', 400, at(`/vast/e/start/${forged}`)],
    ['a forged impression', 400, at(`/e/i/${forged}`)],
  ];
  const origin = 'https://player.example';
  const named = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  };

  test.each(ADDRESSES)('may read %s, and no cookie is set', async (_, status, address) => {
    const path = await address();
    const cookie = 'session=x';
    for (const accept of ['*/*', 'image/png']) {
      const answer = await web.ask(path, { headers: { origin, cookie, accept } });
      expect(answer.headers).toMatchObject(named);
      expect(answer.headers).not.toHaveProperty('set-cookie');
      if (accept === '*/*') expect(answer.status).toBe(status);
    }
    expect((await web.ask(path)).headers['access-control-allow-origin']).toBe('*');
  });

  test.each(['/vast/z_1', `/vast/e/start/${forged}`, `/e/i/${forged}`])(
    'is let through to %s by the preflight',
    async (path) => {
      const answer = await web.ask(path, { method: 'OPTIONS', headers: { origin: 'null' } });
      expect([answer.status, answer.headers]).toMatchObject([
        204,
        { ...named, 'access-control-allow-origin': 'null' },
      ]);
    },
  );
});

describe('without an ad', () => {
  test('the document says why, in the address of its error', async () => {
    test_.use(market([]));
    const { status, text } = await ad();
    expect(status).toBe(200);
    expect(text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="4.2" xmlns="http://www.iab.com/VAST">' +
        `<Error><![CDATA[${ORIGIN}/vast/none?zone=${ZONE}&reason=no-campaign&code=303]]></Error></VAST>`,
    );
    expect((await web.ask(`/vast/${publicId('zone', 403)}`)).text).toContain('reason=zone-paused');
    expect((await web.ask(`/vast/${ZONE}`, { headers: { 'user-agent': 'Googlebot/2.1' } })).text).toContain(
      'reason=bot',
    );
  });

  test.each([
    ['an unknown zone', `/vast/${publicId('zone', 999)}`, 404, 'reason=unknown-zone'],
    ['no zone', '/vast/', 404, 'reason=unknown-zone'],
    ['a zone that is none', '/vast/<x>"', 404, 'reason=unknown-zone'],
    ['a banner’s zone', `/vast/${publicId('zone', 402)}`, 400, 'NO_VIDEO_ZONE'],
    ['a broken query', `/vast/${ZONE}?kw=%ff`, 400, 'QUERY_MALFORMED'],
    ['a long address', `/vast/${ZONE}?x=${'a'.repeat(3_000)}`, 414, 'URL_TOO_LONG'],
    ['an event nobody knows', `/vast/e/explode/${'A'.repeat(80)}`, 404, 'NOT_FOUND'],
    ['a forged token', `/vast/e/start/${'A'.repeat(80)}`, 400, 'TOKEN_FORGED'],
    ['a token and more', `/vast/e/start/${'A'.repeat(80)}/x`, 404, 'NOT_FOUND'],
  ])('there is a clear answer to %s', async (_, path, status, text) => {
    const answer = await web.ask(path);
    expect([answer.status, answer.text.includes(text)]).toEqual([status, true]);
    expect(counted()).toEqual([]);
  });

  test('a request for an unknown zone is counted as one', async () => {
    const before = test_.engine.counts.decisions[NO_FILL_REASONS['unknown-zone']] ?? 0;
    await web.ask(`/vast/${publicId('zone', 999)}`);
    expect(test_.engine.counts.decisions[NO_FILL_REASONS['unknown-zone']]).toBe(before + 1);
  });

  test('because the server is not ready, the player may come again', async () => {
    ready = false;
    expect([(await ad()).status, (await web.ask(`/vast/${ZONE}`, { method: 'DELETE' })).status]).toEqual([
      503, 405,
    ]);
    expect((await web.ask(`/vast/e/start/${'A'.repeat(80)}`)).status).toBe(503);
  });
});
