import { connect } from 'node:net';
import {
  type ConversionGoal,
  type ConversionGoalKey,
  type ConversionList,
  type ErrorBody,
  publicId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import { buildApp, type TestClient } from '../../testing';
import { createTraffic } from '../serving';
import { createConversionMetrics } from './metrics';
import { createPostbackRouters } from './postback.routes';
import { type ConversionWorld, openConversions, type Place } from './testConversions';

const GOALS = '/api/conversion-goals';
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const SOME_CLICK = '019aa3b4-2c00-7123-8456-0123456789ab';

let world: ConversionWorld;
let place: Place;
let owner: TestClient;
/** Somebody who never signed in. */
let stranger: TestClient;

const CLOUD = '34.64.77.77';
const OFFICE = '203.0.113.9';

beforeAll(async () => {
  const { networks } = createTraffic({ internalNetworks: ['203.0.113.0/28'], log: silentLog });
  world = await openConversions({ networks });
});
afterAll(() => world.close());
beforeEach(async () => {
  place = await world.place();
  owner = world.app.client();
  await owner.signIn(place.advertiser);
  stranger = world.app.client();
  stranger.setHeader('User-Agent', BROWSER);
});

const makeGoal = async (fields: object = {}) =>
  (await owner.post<ConversionGoal>(GOALS, { name: 'Sale', ...fields })).body.id;
interface Stored {
  source: string;
  verdict: string;
  value: bigint | null;
  tx: string | null;
}
async function stored(): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    SELECT source, verdict, c.value_micros AS value, tx FROM conversion c JOIN conversion_goal g ON g.id = c.goal_id
    WHERE g.advertiser_id = ${place.advertiser.id} ORDER BY c.id`.execute(world.test.db);
  return rows;
}

describe('a postback', () => {
  it('is taken from whoever knows the click, without a cookie or a token', async () => {
    const goal = await makeGoal();
    const clickId = await world.click(place);
    const { status, body, headers } = await stranger.get(
      `/postback?click_id=${clickId}&goal=${goal}&value=12.5&currency=USD&tx=A-1`,
    );
    expect([status, body]).toEqual([200, { status: 'recorded' }]);
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(await stored()).toEqual([
      { source: 'postback', verdict: 'attributed', value: 12_500_000n, tx: 'A-1' },
    ]);
  });

  it.each(['payout={payout}', 'value=0.0000000', 'value=.5', 'value=1e3', 'value=1,5', 'payout=NaN'])(
    'with %s counts, its value unknown',
    async (said) => {
      const goal = await makeGoal({ value_micros: 7_000_000 });
      const clickId = await world.click(place);
      const answer = await stranger.get(`/postback?click_id=${clickId}&goal=${goal}&${said}`);
      expect([answer.status, answer.body]).toEqual([200, { status: 'recorded' }]);
      const { conversions } = (await owner.get<ConversionList>(`${GOALS}/${goal}/conversions`)).body;
      expect(conversions).toMatchObject([{ verdict: 'attributed', value_unknown: true, price_micros: 0 }]);
      expect(await stored()).toMatchObject([{ value: null }]);
    },
  );

  it('with an unreadable value takes the amount of a goal that has a fixed one', async () => {
    const goal = await makeGoal({ value_kind: 'fixed', value_micros: 7_000_000 });
    await stranger.get(`/postback?click_id=${await world.click(place)}&goal=${goal}&payout={payout}`);
    expect(await stored()).toMatchObject([{ verdict: 'attributed', value: 7_000_000n }]);
  });

  it('with an unreadable value leaves the value that was reported before', async () => {
    const goal = await makeGoal({ repeats: 'update' });
    const clickId = await world.click(place);
    for (const value of ['5', '{payout}'])
      await stranger.get(`/postback?click_id=${clickId}&goal=${goal}&value=${value}`);
    expect(await stored()).toMatchObject([
      { verdict: 'attributed', value: 5_000_000n },
      { verdict: 'duplicate', value: null },
    ]);
  });

  it('may be a form, or have its parameters in both places', async () => {
    const goal = await makeGoal();
    const clickId = await world.click(place);
    const post = (path: string, body?: string, type = 'application/x-www-form-urlencoded') =>
      stranger.request<ErrorBody>(path, {
        method: 'POST',
        body,
        ...(body && { headers: { 'Content-Type': type } }),
      });
    const form = await post('/postback', `click_id=${clickId}&goal=${goal}&value=1`);
    expect([form.status, form.body]).toEqual([200, { status: 'recorded' }]);
    const bare = await post(`/postback?click_id=${clickId}&goal=${goal}`);
    expect([bare.status, bare.body]).toEqual([200, { status: 'duplicate' }]);
    const both = await post(`/postback?goal=${goal}`, `click_id=${clickId}&value=1`);
    expect(both.body).toEqual({ status: 'duplicate' });
    const twice = await post(`/postback?goal=${goal}&click_id=${clickId}`, `click_id=${clickId}`);
    expect([twice.status, twice.body.errors]).toEqual([422, { click_id: ['Give this only once'] }]);
    const address = `/postback?goal=${goal}&click_id=${clickId}`;
    const besides = await post(address, '{"event": "order"}', 'application/json');
    expect([besides.status, besides.body]).toEqual([200, { status: 'duplicate' }]);
    const json = await post('/postback', JSON.stringify({ click_id: clickId, goal }), 'application/json');
    expect([json.status, Object.keys(json.body.errors ?? {})]).toEqual([422, ['click_id', 'goal']]);
    const heavy = await post('/postback', `goal=${'x'.repeat(20_000)}`);
    expect([heavy.status, heavy.body.code]).toEqual([413, 'TOO_LARGE']);
    const oddly = await post('/postback', 'goal=a', 'application/x-www-form-urlencoded; charset=utf-7');
    expect([oddly.status, oddly.body.code]).toEqual([415, 'BAD_REQUEST']);
  });

  it('needs the key where the goal asks for it, and never takes a wrong one', async () => {
    const closed = await makeGoal({ requires_key: true });
    const { key } = (await owner.get<ConversionGoalKey>(`${GOALS}/${closed}/key`)).body;
    const open = await makeGoal();
    const clickId = await world.click(place);
    const ask = (goal: string, more: string) =>
      stranger.get<ErrorBody>(`/postback?click_id=${clickId}&goal=${goal}${more}`);
    const refused = [await ask(closed, ''), await ask(closed, '&key='), await ask(closed, `&key=${key}x`)];
    refused.push(await ask(open, `&key=${key}`));
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'KEY_REQUIRED'],
      [403, 'KEY_REQUIRED'],
      [403, 'WRONG_KEY'],
      [403, 'WRONG_KEY'],
    ]);
    for (const { text } of refused) expect(text).not.toMatch(/session|valid/i);
    expect(await stored()).toEqual([]);
    expect((await ask(closed, `&key=${encodeURIComponent(key)}`)).body).toEqual({ status: 'recorded' });
    await owner.post(`${GOALS}/${closed}/key`);
    expect((await ask(closed, `&key=${key}`)).body.code).toBe('WRONG_KEY');
  });

  it('of a goal that is not there, or takes nothing more, is refused', async () => {
    const goal = await makeGoal();
    await owner.patch(`${GOALS}/${goal}`, { state: 'archived' });
    const ask = (id: string) => stranger.get<ErrorBody>(`/postback?click_id=${SOME_CLICK}&goal=${id}`);
    expect((await ask(goal)).body.code).toBe('GOAL_ARCHIVED');
    expect((await ask(goal)).status).toBe(410);
    for (const id of [publicId('conversionGoal', 2_000_000_000), 'g_1', 'c_1000', '%00', 'g_zzzzzzzzz'])
      expect([(await ask(id)).status, (await ask(id)).body.code]).toEqual([404, 'NO_SUCH_GOAL']);
    await owner.patch(`${GOALS}/${goal}`, { state: 'active' });
    expect((await ask(goal)).status).toBe(200);
  });

  it('of a goal that counts every transaction needs its id', async () => {
    const goal = await makeGoal({ duplicates: 'every' });
    const { status, body } = await stranger.get<ErrorBody>(`/postback?click_id=${SOME_CLICK}&goal=${goal}`);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['tx']]);
  });

  it('is never a HEAD', async () => {
    const goal = await makeGoal();
    const clickId = await world.click(place);
    for (const method of ['HEAD', 'PUT', 'DELETE']) {
      const answer = await stranger.request(`/postback?click_id=${clickId}&goal=${goal}`, { method });
      expect([method, answer.status]).toEqual([method, method === 'HEAD' ? 405 : 404]);
    }
    expect(await stored()).toEqual([]);
  });
});

describe('the pixel', () => {
  it('is an image on any page, and sets no cookie', async () => {
    const goal = await makeGoal({ pixel: true });
    const clickId = await world.click(place);
    for (const [name, value] of [
      ['Sec-GPC', '1'],
      ['DNT', '1'],
      ['Cookie', 'sid=abc'],
    ] as const)
      stranger.setHeader(name, value);
    const { status, headers } = await stranger.get(`/pixel/${goal}.gif?click_id=${clickId}&value=3&tx=7`);
    expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
      200,
      'image/gif',
      'no-store',
    ]);
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(headers.getSetCookie()).toEqual([]);
    expect(await stored()).toEqual([{ source: 'pixel', verdict: 'attributed', value: 3_000_000n, tx: '7' }]);
    // Loaded again it is the same image, and counts no more.
    expect((await stranger.get(`/pixel/${goal}.gif?click_id=${clickId}`)).status).toBe(200);
    expect((await stored()).map(({ verdict }) => verdict)).toEqual(['attributed', 'duplicate']);
  });

  it('of a robot does not count, and leaves the place to the person', async () => {
    const goal = await makeGoal({ pixel: true });
    const clickId = await world.click(place);
    for (const userAgent of [ROBOT, 'curl/8.5.0', BROWSER]) {
      stranger.setHeader('User-Agent', userAgent);
      expect((await stranger.get(`/pixel/${goal}.gif?click_id=${clickId}`)).status).toBe(200);
    }
    expect((await stored()).map(({ verdict }) => verdict)).toEqual(['bot', 'bot', 'attributed']);
  });

  it.each<[string, Record<string, string>]>([
    ['prefetch', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['prefetch', { Purpose: 'preview' }],
    ['prefetch', { 'X-Moz': 'prefetch' }],
    ['data-centre', { 'X-Forwarded-For': CLOUD }],
    ['internal', { 'X-Forwarded-For': OFFICE }],
    ['bot', { 'User-Agent': '' }],
  ])('of nobody (%s, %j) does not count, and leaves the place to the person', async (verdict, headers) => {
    const goal = await makeGoal({ pixel: true });
    const path = `/pixel/${goal}.gif?click_id=${await world.click(place)}`;
    const person = { 'User-Agent': BROWSER, 'X-Forwarded-For': '198.51.100.7' };
    for (const sent of [{ ...person, ...headers }, person]) {
      const answer = await world.app.client().request(path, { headers: sent });
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/gif']);
    }
    expect((await stored()).map((row) => row.verdict)).toEqual([verdict, 'attributed']);
    const { conversions } = (
      await owner.get<ConversionList>(`${GOALS}/${goal}/conversions?verdict=${verdict}`)
    ).body;
    expect(conversions).toMatchObject([{ verdict, campaign: null }]);
    const text = await world.metrics.registry.metrics();
    expect(text).toMatch(new RegExp(`^ezdash_conversions_total\\{verdict="${verdict}"\\} [1-9]`, 'm'));
  });

  it('may be a data centre’s when it is a postback: servers stand there', async () => {
    const goal = await makeGoal();
    stranger.setHeader('X-Forwarded-For', CLOUD);
    stranger.setHeader('User-Agent', 'curl/8.5.0');
    await stranger.get(`/postback?goal=${goal}&click_id=${await world.click(place)}`);
    expect((await stored()).map(({ verdict }) => verdict)).toEqual(['attributed']);
  });

  it('has to be turned on', async () => {
    const goal = await makeGoal();
    const off = await stranger.get<ErrorBody>(`/pixel/${goal}.gif?click_id=${SOME_CLICK}`);
    expect([off.status, off.body.code]).toEqual([403, 'PIXEL_OFF']);
    expect(off.text).not.toMatch(/session|valid/i);
    expect((await stranger.get<ErrorBody>(`/pixel/g_1.gif?click_id=${SOME_CLICK}`)).status).toBe(404);
    expect((await stranger.get(`/pixel/${goal}.png?click_id=${SOME_CLICK}`)).status).toBe(404);
    expect(await stored()).toEqual([]);
  });
});

describe('what strangers send', () => {
  it.each([
    ['no click', 'goal=GOAL', 422, 'click_id'],
    ['a wrong click', 'goal=GOAL&click_id=12345', 422, 'click_id'],
    ['a macro that nobody filled in', 'goal=GOAL&click_id={click_id}', 422, 'click_id'],
    ['a random UUID', 'goal=GOAL&click_id=a3bb189e-8bf9-4888-9912-ace4e6543002', 422, 'click_id'],
    ['bytes that are no UTF-8', 'goal=GOAL&click_id=%ff%fe%c3', 422, 'click_id'],
    ['bytes that are no UTF-8 in a text', 'goal=GOAL&click_id=CLICK&tx=%c3%28', 422, 'tx'],
    ['a percent sign alone', 'goal=GOAL&click_id=CLICK&tx=%', 200, null],
    ['a NUL', 'goal=GOAL&click_id=CLICK&tx=a%00b', 422, 'tx'],
    ['a negative value', 'goal=GOAL&click_id=CLICK&value=-4.99', 200, null],
    ['NaN', 'goal=GOAL&click_id=CLICK&value=NaN', 200, null],
    ['infinity', 'goal=GOAL&click_id=CLICK&value=Infinity', 200, null],
    ['an exponent', 'goal=GOAL&click_id=CLICK&value=1e9', 200, null],
    ['a fortune', 'goal=GOAL&click_id=CLICK&value=99999999999999999999', 200, null],
    ['a comma', 'goal=GOAL&click_id=CLICK&value=4,99', 200, null],
    ['another currency', 'goal=GOAL&click_id=CLICK&value=4.99&currency=EUR', 422, 'currency'],
    ['a value twice', 'goal=GOAL&click_id=CLICK&value=1&value=2', 422, 'value'],
    ['a click of another age', 'goal=GOAL&click_id=ffffffff-ffff-7fff-bfff-ffffffffffff', 422, 'click_id'],
    ['a click of the year 1970', 'goal=GOAL&click_id=00000000-0000-7000-8000-000000000000', 200, null],
  ])('%s', async (_title, query, status, field) => {
    const goal = await makeGoal({ pixel: true });
    const filled = query.replace('GOAL', goal).replace('CLICK', SOME_CLICK);
    const before = (await stored()).length;
    const answer = await stranger.get<ErrorBody>(`/postback?${filled}`);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([status, field ? [field] : []]);
    const pixel = await stranger.get<ErrorBody>(`/pixel/${filled.replace(/goal=(g_\w+)&?/, '$1.gif?')}`);
    expect([pixel.status, Object.keys(pixel.body?.errors ?? {})]).toEqual([status, field ? [field] : []]);
    expect((await stored()).length).toBe(status === 200 ? before + 2 : before);
  });

  it('is read by name alone: `__proto__` and a thousand others change nothing', async () => {
    const goal = await makeGoal();
    const many = Array.from({ length: 300 }, (_, number) => `p${number}=1`).join('&');
    const answer = await stranger.get(
      `/postback?__proto__=1&constructor=2&${many}&click_id=${SOME_CLICK}&goal=${goal}`,
    );
    expect([answer.status, answer.body]).toEqual([200, { status: 'recorded' }]);
  });

  it('is not read beyond a length that makes sense', async () => {
    const goal = await makeGoal();
    const long = await stranger.get<ErrorBody>(`/postback?goal=${goal}&tx=${'x'.repeat(5_000)}`);
    expect([long.status, long.body.code]).toEqual([414, 'URL_TOO_LONG']);
  });

  it('of a megabyte, or in bytes that are no header, ends the connection and not the server', async () => {
    const raw = (text: Buffer) =>
      new Promise<string>((resolve) => {
        const socket = connect(world.app.port, '127.0.0.1');
        const parts: Buffer[] = [];
        socket.on('data', (part) => parts.push(part));
        socket.on('error', () => {});
        socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
        socket.end(text);
      });
    const request = (path: Buffer, header = Buffer.from('X-A: b')) =>
      Buffer.concat([
        Buffer.from('GET /postback?'),
        path,
        Buffer.from(' HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'),
        header,
        Buffer.from('\r\n\r\n'),
      ]);
    expect(await raw(request(Buffer.alloc(1_048_576, 'x')))).toMatch(/^(HTTP\/1\.1 431 |$)/);
    expect(await raw(request(Buffer.from([0x74, 0x78, 0x3d, 0xff, 0xfe])))).toMatch(/^HTTP\/1\.1 4\d\d /);
    const header = Buffer.concat([Buffer.from('User-Agent: '), Buffer.from([0xff, 0xfe, 0xc3])]);
    expect(await raw(request(Buffer.from('goal=a'), header))).toMatch(/^HTTP\/1\.1 422 /);
    expect((await stranger.get('/healthz')).status).toBe(200);
  });

  it('is limited by goal and address', async () => {
    const strict = await openConversions({ reportsPerMinute: 3 });
    try {
      const client = strict.app.client();
      const ask = (goal: string) => client.get<ErrorBody>(`/postback?goal=${goal}&click_id=${SOME_CLICK}`);
      const statuses = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await ask('g_1000')).status);
      expect(statuses).toEqual([404, 404, 404, 429]);
      expect(Number((await ask('g_1000')).headers.get('Retry-After'))).toBeGreaterThan(0);
      expect((await ask('g_1001')).status).toBe(404);
    } finally {
      await strict.close();
    }
  });

  it('is not said to be recorded while the database is away', async () => {
    const broken = (code: string) => {
      const { postbackRouter } = createPostbackRouters({
        service: { record: () => Promise.reject(Object.assign(new Error('No way to it'), { code })) },
        metrics: createConversionMetrics(),
      });
      return { path: `/postback/${code}`, router: postbackRouter, csrf: false, session: false } as const;
    };
    const mounts = ['ECONNREFUSED', '57P01', '23514'].map(broken);
    const app = await buildApp({ test: world.test, mounts });
    try {
      const answers = [];
      for (const { path } of mounts) {
        const { status, body } = await app
          .client()
          .get<ErrorBody>(`${path}?goal=g_1000&click_id=${SOME_CLICK}`);
        answers.push([status, body.code]);
      }
      expect(answers).toEqual([
        [503, 'NOT_KEPT'],
        [503, 'NOT_KEPT'],
        [500, 'INTERNAL'],
      ]);
    } finally {
      await app.close();
    }
  });

  it('is counted by what became of it', async () => {
    const goal = await makeGoal();
    await stranger.get(`/postback?goal=${goal}&click_id=${await world.click(place)}`);
    await stranger.get(`/postback?goal=${goal}&click_id=1`);
    const text = await world.metrics.registry.metrics();
    expect(text).toMatch(/^ezdash_conversions_total\{verdict="attributed"\} [1-9]/m);
    expect(text).toMatch(/^ezdash_conversions_refused_total\{code="INVALID_INPUT"\} [1-9]/m);
  });

  it('is answered in the caller’s language', async () => {
    stranger.setHeader('Accept-Language', 'de');
    const { body } = await stranger.get<ErrorBody>(
      '/postback?goal=g_1000&currency=EUR&value=4,99&click_id=x',
    );
    expect(body.errors).toEqual({
      click_id: [
        'Das ist keine Klick-Kennung: Geben Sie weiter, was die Zielseite als {click_id} bekommen hat',
      ],
      currency: ['Beträge gibt es nur in USD'],
    });
  });
});

it('keeps neither the address nor the browser of whoever reports', async () => {
  const goal = await makeGoal({ pixel: true });
  const client = world.app.client();
  client.setHeader('User-Agent', `${BROWSER} Telltale/1`);
  await client.get(`/pixel/${goal}.gif?click_id=${await world.click(place)}`);
  const { rows } = await sql<{ row: string }>`SELECT c::text AS row FROM conversion c`.execute(world.test.db);
  expect(rows.map(({ row }) => row).join()).not.toMatch(/Telltale|127\.0\.0\.1|::1/);
});
