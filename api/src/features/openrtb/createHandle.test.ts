import { gzipSync } from 'node:zlib';
import { Registry } from 'prom-client';
import { silentLog } from '../../platform/log';
import { bidderOf, MACS, NOW_MS, SEAT } from '../../testing/bidder';
import { makeTestEngine, type TestEngine } from '../serving/hot/testEngine';
import { campaignInput, creativeInput, zoneInput } from '../serving/hot/testFixtures';
import { listen } from '../serving/testWorld';
import { createHandle } from './createHandle';
import { createOpenRtbMetrics } from './metrics';
import { exchangeClient } from './testExchange';
import { bannerImp, request } from './testRequests';

const KEY = 'rtb_test';
const PACKED = { 'content-encoding': 'gzip' };
/** No answer to what is wrong is longer, however wrong it is. */
const MOST_ANSWER_BYTES = 4_096;

let test_: TestEngine;
let web: Awaited<ReturnType<typeof listen>>;
let isReady = true;
const registry = new Registry();

beforeAll(async () => {
  test_ = await makeTestEngine(
    {
      campaigns: [campaignInput({ id: 1, bidMicros: 5_000_000 })],
      creatives: [creativeInput({ id: 1_001, campaignId: 1 })],
      zones: [zoneInput({ id: 401 })],
    },
    NOW_MS,
  );
  const { engine } = test_;
  const bidder = bidderOf(engine);
  const nothing = async () => {};
  const handle = createHandle({
    seats: {
      start: nothing,
      stop: nothing,
      refresh: nothing,
      find: (key) => (key === KEY ? SEAT : null),
      admit: () => true,
      sells: () => true,
    },
    notices: { add: () => true, start() {}, stop: nothing, flush: nothing },
    macs: MACS,
    metrics: createOpenRtbMetrics(registry),
    log: silentLog,
    bidder: () => bidder,
    engine: () => engine,
    ready: () => isReady,
    now: () => NOW_MS,
  });
  web = await listen((req, res) => handle(req, res));
});
afterAll(async () => {
  await web.close();
  await test_.close();
});

const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  exchangeClient(web.port, KEY).post({ body, headers });
/** Without a key. */
const postAsNobody = (body: string | Buffer, headers: Record<string, string> = {}) =>
  exchangeClient(web.port, null).post({ body, headers });
const bytes = (length: number) => JSON.stringify(request({ ext: 'x'.repeat(length) }));
const impressions = (count: number) => `{"id":"1","imp":[${'{},'.repeat(count - 1)}{}]}`;

/** How often a refusal was counted. */
async function refusals(code: string): Promise<number> {
  const text = await registry.metrics();
  return Number(
    new RegExp(`^ezdash_openrtb_requests_total\\{outcome="${code}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
  );
}

describe('what is refused below /openrtb2/', () => {
  afterEach(() => {
    isReady = true;
  });

  test.each([
    ['GET', '/openrtb2/other', true, 404, 'NOT_FOUND'],
    ['POST', '/openrtb2/', true, 404, 'NOT_FOUND'],
    ['DELETE', '/openrtb2/win/x', true, 405, 'METHOD_NOT_ALLOWED'],
    ['GET', `/openrtb2/win/${'x'.repeat(2_048)}`, true, 414, 'URL_TOO_LONG'],
    ['GET', '/openrtb2/win/x', true, 400, 'NO_SUCH_BID'],
    ['GET', '/openrtb2/bill/x', false, 503, 'NOT_READY'],
    ['POST', '/openrtb2/auction', false, 503, 'NOT_READY'],
    ['GET', '/openrtb2/auction', true, 405, 'METHOD_NOT_ALLOWED'],
  ])('%s %s while ready is %p: %i %s, and counted', async (method, path, ready, status, code) => {
    isReady = ready;
    const before = await refusals(code);
    const got = await exchangeClient(web.port, KEY).post({ method, path });
    expect([got.status, got.json.code]).toEqual([status, code]);
    expect(await refusals(code)).toBe(before + 1);
  });
});

describe('a request of nobody we know', () => {
  test('is read up to 16 kB, as it comes and unpacked', async () => {
    expect((await postAsNobody(bytes(12_000))).status).toBe(204);
    const answers = [
      await postAsNobody(bytes(16_384)),
      await postAsNobody(gzipSync(bytes(16_384)), PACKED),
      await postAsNobody(gzipSync(impressions(330_000)), PACKED),
    ];
    for (const { status, json, bytes: answer } of answers) {
      expect([status, json.code]).toEqual([413, 'TOO_LARGE']);
      expect(answer.length).toBeLessThan(200);
    }
  });

  test('with as many impressions as fit is answered by one fault', async () => {
    const { status, json } = await postAsNobody(impressions(5_000));
    expect([status, json.errors]).toEqual([400, { imp: ['Must be a list of at most 100'] }]);
  });
});

describe('a request of an exchange', () => {
  test('is read up to 256 kB, as it comes and unpacked', async () => {
    expect((await post(bytes(250_000))).status).toBe(200);
    expect((await post(gzipSync(bytes(250_000)), PACKED)).status).toBe(200);
    for (const got of [
      await post(bytes(262_144)),
      await post(gzipSync(bytes(262_144)), PACKED),
      await post(gzipSync(impressions(330_000)), PACKED),
    ])
      expect([got.status, got.json.code]).toEqual([413, 'TOO_LARGE']);
  });

  test.each([
    ['in every impression', impressions(100)],
    ['in more impressions than there may be', impressions(80_000)],
    [
      'in lists of lists',
      JSON.stringify(
        request({
          imp: Array.from({ length: 100 }, () => ({ banner: { btype: new Array(101).fill('x') } })),
        }),
      ),
    ],
    [
      'in a native request',
      JSON.stringify(
        request({
          imp: [{ id: '1', native: { request: JSON.stringify({ assets: new Array(9_000).fill({}) }) } }],
        }),
      ),
    ],
  ])('that is wrong %s is answered shortly, with twenty faults at most', async (_, body) => {
    const got = await post(body);
    expect([got.status, got.json.code]).toEqual([400, 'INVALID_REQUEST']);
    const faults = Object.values(got.json.errors as Record<string, string[]>).flat();
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(20);
    expect(got.bytes.length).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  test('with one size again and again is decided once', async () => {
    const before = test_.engine.counts.decisions.reduce((sum, count) => sum + count, 0);
    const format = new Array(100).fill({ w: 300, h: 250 });
    // Nobody reaches the floor: every place there is would be asked.
    const got = await post(
      JSON.stringify(request({ imp: [bannerImp({ bidfloor: 900, banner: { format } })] })),
    );
    expect(got.headers['x-no-bid-reason']).toBe('below-floor');
    expect(test_.engine.counts.decisions.reduce((sum, count) => sum + count, 0)).toBe(before + 1);
  });
});
