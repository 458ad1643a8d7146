import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { publicId } from '@ezdash/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { silentLog } from '../../platform/log';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { testAddresses } from '../../testing/testAddresses';
import { balances, verify } from '../ledger';
import { createServing, type Serving } from '../serving';
import { listen, makeWorld, storedEvents, temporaryDir, type World } from '../serving/testWorld';
import { createOpenRtbFeature, insertSeat, type OpenRtbFeature, reportSeats, revokeSeat } from '.';
import { type Bid, bidResponse } from './bidResponse';
import { faultyRequest, validRequest } from './testArbitraries';
import { exchangeClient, type Sent } from './testExchange';
import { request } from './testRequests';

const ORIGIN = 'https://ads.example';
const publisher = { name: 'EzDash', origin: ORIGIN };

let test_: TestDb;
let serving: Serving;
let openRtb: OpenRtbFeature;
let web: Awaited<ReturnType<typeof listen>>;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;
let key: string;
let seatId: number;
const registry = new Registry();

beforeAll(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
  serving = createServing({
    db: test_.db,
    connection: test_.connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret: randomBytes(32) }],
    tagSource: '"tag"',
    publisher,
    addresses: testAddresses(),
  });
  openRtb = createOpenRtbFeature({
    db: test_.db,
    log: silentLog,
    serving,
    publisher,
    secret: 'a secret of the tests, long enough for anybody',
    rawEventDays: 93,
    metrics: registry,
  });
  web = await listen((req, res) => serving.handle(req, res) || openRtb.handle(req, res));
  world = await makeWorld(test_.db);
  ({ id: seatId, key } = await insertSeat(test_.db, {
    propertyId: world.propertyId,
    name: 'The exchange',
    buyerSeat: '77',
    clickMacro: null,
    requestsPerSecond: 100_000,
  }));
  await serving.start();
  await openRtb.start();
});
afterAll(async () => {
  await web.close();
  await openRtb.stop();
  await serving.stop();
  await test_.drop();
  await data.remove();
});

/** Where `web.ask` comes from. */
const VISITOR = '85.214.132.117';
const post = (sent: Sent) => exchangeClient(web.port, key).post(sent);
const ask = (fields: object = {}, sent: Sent = {}) => exchangeClient(web.port, key).ask(fields, sent);
async function bid(fields: object = {}): Promise<Bid> {
  const { status, headers, json } = await ask(fields);
  if (status !== 200)
    throw new Error(`no bid: ${String(headers['x-no-bid-reason'] ?? JSON.stringify(json))}`);
  const [first] = bidResponse.parse(json).seatbid[0]?.bid ?? [];
  if (!first) throw new Error('no bid');
  return first;
}
/** What a counter says; 0 before it was first moved. */
async function counted(name: string, labels: string): Promise<number> {
  const text = await registry.metrics();
  return Number(new RegExp(`^${name}\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}
const local = (address: string) => address.replace(ORIGIN, '');
const said = (address: string, price: string) =>
  local(address)
    .replace('${' + 'AUCTION_PRICE}', price)
    .replace('${' + 'AUCTION_MIN_TO_WIN}', price)
    .replace('${' + 'AUCTION_LOSS}', '102');

describe('an exchange', () => {
  test('asks, wins, shows and is paid once, by the impression', async () => {
    const { device } = request();
    const won = await bid({ device: { ...device, ip: VISITOR } });
    expect(won.price).toBe(1.6);
    for (const address of [won.nurl, won.burl, won.burl]) {
      expect((await post({ method: 'GET', path: said(address, '1.50') })).status).toBe(204);
    }
    const pixel = /src="https:\/\/ads\.example(\/e\/i\/[\w-]+)"/.exec(won.adm)?.[1] ?? '';
    for (let time = 0; time < 3; time += 1)
      expect((await web.ask(pixel, { headers: { accept: 'image/avif,*/*' } })).status).toBe(200);
    const click = /href="https:\/\/ads\.example(\/e\/c\/[\w-]+)"/.exec(won.adm)?.[1] ?? '';
    expect((await web.ask(click)).status).toBe(302);
    await serving.drain();
    await openRtb.flush();

    const events = await storedEvents(test_.db, world.campaignId);
    expect(events.filter(({ invalid_reason }) => invalid_reason === 0)).toEqual([
      { kind: 1, invalid_reason: 0, price_micros: 2_000n, payout_micros: 1_600n, bonus_micros: 0n },
      { kind: 3, invalid_reason: 0, price_micros: 0n, payout_micros: 0n, bonus_micros: 0n },
    ]);
    const notices = await test_.db
      .selectFrom('rtb_notice')
      .selectAll()
      .where('decision_id', '=', won.id)
      .orderBy('kind')
      .execute();
    expect(notices).toMatchObject([
      {
        kind: 'bill',
        zone_id: world.zoneId,
        campaign_id: world.campaignId,
        offered_micros: 1_600_000n,
        price_micros: 1_500_000n,
      },
      { kind: 'win', offered_micros: 1_600_000n, price_micros: 1_500_000n, loss_reason: null },
    ]);
    const [report] = await reportSeats(test_.db, new Date(Date.now() - 86_400_000));
    expect(report).toMatchObject({
      id: seatId,
      wins: 1,
      billed: 1,
      losses: 0,
      billedMicros: 1_500n,
      impressions: 1,
      earnedMicros: 1_600n,
    });
    expect((await verify(test_.db)).differences).toEqual([]);
  });

  test('earns on hold, and nothing for who is elsewhere than it said', async () => {
    const { publisher_hold, publisher_pending } = await balances(test_.db, world.publisherId);
    expect([publisher_hold, publisher_pending]).toEqual([1_600n, 0n]);
    const elsewhere = await bid();
    const pixel = /src="https:\/\/ads\.example(\/e\/i\/[\w-]+)"/.exec(elsewhere.adm)?.[1] ?? '';
    expect((await web.ask(pixel)).status).toBe(204);
    await serving.drain();
    expect((await balances(test_.db, world.publisherId)).publisher_hold).toBe(1_600n);
    expect((await verify(test_.db)).differences).toEqual([]);
  });

  test('that loses says so, and why', async () => {
    const lost = await bid();
    expect((await post({ method: 'GET', path: said(lost.lurl, '2.5') })).status).toBe(204);
    await openRtb.flush();
    const [notice] = await test_.db
      .selectFrom('rtb_notice')
      .selectAll()
      .where('decision_id', '=', lost.id)
      .execute();
    expect(notice).toMatchObject({ kind: 'loss', price_micros: 2_500_000n, loss_reason: 102 });
  });

  test('that leaves its macros as they are says nothing of the price', async () => {
    for (const price of ['${' + 'AUCTION_PRICE}', '', 'AUDIT', 'NaN', '-1']) {
      const won = await bid();
      expect(
        (
          await post({
            method: 'GET',
            path: local(won.nurl).replace('${' + 'AUCTION_PRICE}', encodeURIComponent(price)),
          })
        ).status,
      ).toBe(204);
      await openRtb.flush();
      const rows = await test_.db
        .selectFrom('rtb_notice')
        .selectAll()
        .where('decision_id', '=', won.id)
        .execute();
      expect(rows).toMatchObject([{ kind: 'win', price_micros: null }]);
    }
  });

  test('with a test asks for nothing that is kept', async () => {
    const tried = await bid({ test: 1 });
    expect((await post({ method: 'GET', path: said(tried.nurl, '1') })).status).toBe(204);
    await openRtb.flush();
    const rows = await test_.db
      .selectFrom('rtb_notice')
      .selectAll()
      .where('decision_id', '=', tried.id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('is told by nobody else: a token without its proof is refused, counted and kept nowhere', async () => {
    const [ad] = await web.serve(`zones=${publicId('zone', world.zoneId)}`);
    const token = ad?.candidates[0]?.token ?? '';
    const won = await bid();
    const [, mac = '', ours = ''] = /\/bill\/([\w-]{22})\/([\w-]{84})\?/.exec(won.burl) ?? [];
    const before = await counted('ezdash_openrtb_notices_total', 'kind="bill",outcome="refused"');
    const forged = [
      `bill/${token}?price=999999`,
      `bill/${mac}/${token}?price=999999`,
      // The proof of one notice proves no other one.
      `loss/${mac}/${ours}?reason=1`,
      `win/${mac}/${ours}?price=1`,
      `bill/${ours}?price=1`,
      `bill/${mac.slice(1)}/${ours}?price=1`,
      `win/${'A'.repeat(22)}/${'A'.repeat(80)}`,
      'win/',
      'bill/x?price=1',
    ];
    for (const path of forged) {
      const { status, json } = await post({ method: 'GET', path: `/openrtb2/${path}` });
      expect([path, status, json.code]).toEqual([path, 400, 'NO_SUCH_BID']);
    }
    await openRtb.flush();
    const strangers = serving.parts().engine.read(token)?.decisionId ?? '';
    const decisions = [strangers, won.id];
    const rows = await test_.db
      .selectFrom('rtb_notice')
      .select('kind')
      .where('decision_id', 'in', decisions)
      .execute();
    expect(rows).toEqual([]);
    expect(await counted('ezdash_openrtb_notices_total', 'kind="bill",outcome="refused"')).toBe(before + 5);
    expect((await post({ method: 'GET', path: said(won.burl, '1.6') })).status).toBe(204);
  });

  test('is told why there is no bid', async () => {
    const { status, headers, bytes } = await ask({ cur: ['EUR'] });
    expect([
      status,
      bytes.length,
      headers['x-no-bid-reason'],
      headers['x-openrtb-nbr'],
      headers['x-openrtb-version'],
    ]).toEqual([204, 0, 'not-usd', '0', '2.6']);
    const robot = await ask({ device: { ua: 'Googlebot/2.1' } });
    expect([robot.headers['x-no-bid-reason'], robot.headers['x-openrtb-nbr']]).toEqual(['bot', '3']);
  });

  test('that packs its requests is understood, and answered packed when it takes that', async () => {
    const body = gzipSync(JSON.stringify(request()));
    const { status, headers, json } = await post({
      body,
      headers: { 'content-encoding': 'gzip', 'accept-encoding': 'gzip' },
    });
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
    bidResponse.parse(json);
  });

  test('that does not wait any more gets nothing', async () => {
    const body = JSON.stringify(request({ tmax: 20 }));
    const { postSlowly } = exchangeClient(web.port, key);
    const { headers } = await postSlowly(body.slice(0, 10), body.slice(10), 80);
    expect(headers['x-no-bid-reason']).toBe('late');
  });
});

describe('a request that is refused', () => {
  test.each<[string, Sent, number, string]>([
    ['with an empty key', { headers: { authorization: '' } }, 401, 'UNKNOWN_SEAT'],
    [
      'with a key nobody has',
      { headers: { authorization: `Bearer rtb_${'x'.repeat(43)}` } },
      401,
      'UNKNOWN_SEAT',
    ],
    ['by GET', { method: 'GET' }, 405, 'METHOD_NOT_ALLOWED'],
    [
      'as a form',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'UNSUPPORTED_TYPE',
    ],
    ['packed by brotli', { headers: { 'content-encoding': 'br' } }, 415, 'UNSUPPORTED_ENCODING'],
    ['of another protocol', { headers: { 'x-openrtb-version': '3.0' } }, 400, 'INVALID_REQUEST'],
    ['that is empty', { body: '' }, 400, 'INVALID_REQUEST'],
    ['that is cut off', { body: '{"id":"1","imp":[' }, 400, 'INVALID_REQUEST'],
    ['that is not UTF-8', { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }, 400, 'INVALID_REQUEST'],
    ['that says it is packed', { headers: { 'content-encoding': 'gzip' } }, 400, 'INVALID_REQUEST'],
    ['that is too large', { body: `"${'x'.repeat(300_000)}"` }, 413, 'TOO_LARGE'],
    [
      'that swells',
      { body: gzipSync(Buffer.alloc(20_000_000, 32)), headers: { 'content-encoding': 'gzip' } },
      413,
      'TOO_LARGE',
    ],
    ['that is deep', { body: '['.repeat(100_000) }, 400, 'INVALID_REQUEST'],
  ])('%s: why is said', async (_, sent, status, code) => {
    const got = await post(sent);
    expect([got.status, got.json.code]).toEqual([status, code]);
    expect(String(got.json.message)).not.toBe('');
    if (status === 401) expect(String(got.json.message)).not.toMatch(/session|valid/i);
  });

  test('by nobody we know is checked, and gets no bid; of so many a second no more', async () => {
    const web_ = (body: string) =>
      web.ask('/openrtb2/auction', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const answers = [await web_('{"id":"1"}'), await web_(JSON.stringify(request()))];
    expect(answers.map(({ status, headers }) => [status, headers['x-no-bid-reason']])).toEqual([
      [400, undefined],
      [204, 'no-seat'],
    ]);
    const many = await Promise.all(Array.from({ length: 120 }, () => web_('{}')));
    expect(many.some(({ status }) => status === 429)).toBe(true);
  });

  test('names every field that is wrong', async () => {
    const { status, json } = await ask({ id: undefined, imp: [{ banner: {} }], badv: new Array(10_001) });
    expect(status).toBe(400);
    expect(json).toMatchObject({
      code: 'INVALID_REQUEST',
      nbr: 2,
      path: 'id',
      errors: {
        id: [expect.any(String)],
        'imp.0.id': [expect.any(String)],
        badv: [expect.any(String)],
      },
    });
  });

  test('in too many a second', async () => {
    const slow = await insertSeat(test_.db, {
      propertyId: world.propertyId,
      name: 'A slow one',
      buyerSeat: null,
      clickMacro: null,
      requestsPerSecond: 2,
    });
    await openRtb.refresh();
    const headers = { authorization: `Bearer ${slow.key}` };
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await ask({}, { headers })).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(6);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(await revokeSeat(test_.db, slow.id, new Date())).toBe(true);
    expect(await revokeSeat(test_.db, slow.id, new Date())).toBe(false);
    await openRtb.refresh();
    expect((await ask({}, { headers })).status).toBe(401);
  });

  test.each<[string, string | undefined, boolean]>([
    ['a seat’s key', undefined, true],
    ['an invented one', 'Bearer ezs_invented', false],
    ['none', '', false],
  ])('%s makes an exchange of its sender, or not', (_title, authorization, expected) => {
    const headers = { authorization: authorization ?? `Bearer ${key}` };
    expect(openRtb.isExchange({ headers } as IncomingMessage)).toBe(expected);
  });

  test('a body that does not come is not waited for', async () => {
    const started = Date.now();
    const { status } = await exchangeClient(web.port, key).postSlowly('{', null, 0);
    expect(status).toBe(408);
    expect(Date.now() - started).toBeLessThan(8_000);
  });
});

describe('whatever comes', () => {
  test('with one fault is answered 400, and where it lies', async () => {
    await fc.assert(
      fc.asyncProperty(faultyRequest, async ([faulty, path]) => {
        const { status, json } = await post({ body: JSON.stringify(faulty) });
        expect([status, json.code, json.nbr]).toEqual([400, 'INVALID_REQUEST', 2]);
        expect(String(json.message).length).toBeGreaterThan(20);
        const named = Object.keys(json.errors as object);
        expect(named.some((each) => each === path || each.startsWith(`${path}.`))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('that is any JSON or no JSON at all is never answered 5xx', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.string(),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        const { status, json } = await post({ body });
        expect([status, json.code]).toEqual([400, 'INVALID_REQUEST']);
      }),
      { numRuns: 300 },
    );
  });

  test('that is valid is answered by bids as the specification has them, or by none', async () => {
    let bids = 0;
    await fc.assert(
      fc.asyncProperty(validRequest, async (valid) => {
        const { status, headers, json } = await post({ body: JSON.stringify(valid) });
        if (status === 204) {
          expect(String(headers['x-no-bid-reason'])).toMatch(/^[a-z-]+$/);
          return;
        }
        expect({ status, json }).toMatchObject({ status: 200 });
        const response = bidResponse.parse(json);
        expect(response.id).toBe(valid.id);
        const offered = response.seatbid[0]?.bid ?? [];
        bids += offered.length;
        for (const { impid, price } of offered) {
          const imp = valid.imp.find(({ id }) => id === impid);
          expect(price).toBeGreaterThanOrEqual(imp?.bidfloor ?? 0);
        }
        expect(new Set(offered.map(({ impid }) => impid)).size).toBe(offered.length);
      }),
      { numRuns: 500 },
    );
    expect(bids).toBeGreaterThan(10);
  }, 90_000);

  test('is counted', async () => {
    const text = await registry.metrics();
    for (const outcome of ['bid', 'not-usd', 'INVALID_REQUEST', 'UNKNOWN_SEAT', 'TOO_MANY_REQUESTS', 'late'])
      expect(text).toMatch(new RegExp(`ezdash_openrtb_requests_total\\{outcome="${outcome}"\\} [1-9]`));
    expect(text).toMatch(/ezdash_openrtb_bids_total [1-9]/);
    expect(text).toMatch(/ezdash_openrtb_notices_total\{kind="loss",outcome="kept"\} [1-9]/);
    expect(text).not.toMatch(/outcome="INTERNAL"/);
  });

  test('a database that is away costs no bid, and no notice once it is back', async () => {
    const won = await bid();
    await sql`ALTER TABLE rtb_notice RENAME TO rtb_notice_away`.execute(test_.owner);
    expect((await post({ method: 'GET', path: said(won.nurl, '1') })).status).toBe(204);
    await openRtb.flush();
    expect((await ask()).status).toBe(200);
    await sql`ALTER TABLE rtb_notice_away RENAME TO rtb_notice`.execute(test_.owner);
    await pause(10);
    await openRtb.flush();
    const rows = await test_.db
      .selectFrom('rtb_notice')
      .selectAll()
      .where('decision_id', '=', won.id)
      .execute();
    expect(rows).toHaveLength(1);
  });
});
