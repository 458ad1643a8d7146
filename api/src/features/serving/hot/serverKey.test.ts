import { randomBytes } from 'node:crypto';
import { INVALID_REASONS, publicId } from '@ezdash/contracts';
import { createClientReader } from '../../../platform/http';
import { listen } from '../testWorld';
import { createFastPath } from './fastPath';
import { countryNumber } from './index/country';
import { originOf, regionNumber } from './index/region';
import { decodeRecord } from './records';
import { serverKeyHash } from './serverKey';
import { makeTestEngine, type TestEngine } from './testEngine';
import { only, snapshotInput, zoneInput } from './testFixtures';
import { refusalCounts } from './traffic/refusals';
import { createUserAgents } from './userAgent';

const NOW_MS = 1_800_000_000_000;
const KEY = `sk_${randomBytes(32).toString('base64url')}`;
const OTHER_KEY = `sk_${randomBytes(32).toString('base64url')}`;
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36';
const VISITOR = '203.0.113.9';
const zone = (id: number) => publicId('zone', id);

let world: TestEngine;
let web: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  const input = snapshotInput(
    [
      {
        id: 1,
        landingUrl: 'https://shop.example/?c={click_id}&d={device}&o={os}&l={language}&at={country}-{region}',
        targeting: { countries: only('DE'), devices: only('phone' as const), languages: only('pl') },
      },
    ],
    {
      zones: [
        zoneInput({ id: 401, serverKey: serverKeyHash(KEY) }),
        zoneInput({ id: 402, serverKey: serverKeyHash(KEY) }),
        zoneInput({ id: 403, propertyId: 202, serverKey: serverKeyHash(OTHER_KEY) }),
        zoneInput({ id: 404, propertyId: 203 }),
      ],
    },
  );
  world = await makeTestEngine(input, NOW_MS);
  const handle = createFastPath({
    engine: world.engine,
    geo: (address) =>
      address === VISITOR ? originOf(countryNumber('DE'), regionNumber('DE-BY')) : countryNumber('US'),
    userAgents: createUserAgents(),
    clients: createClientReader(['loopback']),
    // A publisher's server stands where servers do.
    networks: { of: (address) => (address === '198.51.100.4' ? 1 : 0) },
    tagFile: (_, res) => res.end(),
    ready: () => true,
    now: () => NOW_MS,
  });
  web = await listen(handle);
});
afterAll(async () => {
  await web.close();
  await world.close();
});

const server = { 'user-agent': 'okhttp/4.12', 'x-forwarded-for': '198.51.100.4' };
const device = {
  'x-device-ip': VISITOR,
  'x-device-user-agent': PHONE,
  'x-device-accept-language': 'pl-PL,pl;q=0.9',
};
const named = { ...server, ...device, 'x-server-key': KEY };
const codeOf = (text: string) => (JSON.parse(text) as { code: string }).code;
const refused = (code: string) => refusalCounts().get(code) ?? 0;

test('with the key of the property, the visitor is the one who is named', async () => {
  const [ad] = await web.serve(`zones=${zone(401)},${zone(402)}`, named);
  expect(ad?.candidates.map(({ campaign }) => campaign)).toEqual([publicId('campaign', 1)]);
  const click = await web.ask(ad?.candidates[0]?.click ?? '', { headers: named });
  expect(click.status).toBe(302);
  expect(click.headers.location).toMatch(
    /^https:\/\/shop\.example\/\?c=[0-9a-f-]{36}&d=phone&o=android&l=pl&at=DE-DE-BY$/,
  );
});

test('without a key nobody is named', async () => {
  const [ad] = await web.serve(`zones=${zone(401)}`, { ...server, ...device });
  expect(ad).toMatchObject({ candidates: [], reason: 'bot' });
});

test.each([
  ['one that nobody has', { 'x-server-key': `${KEY}x` }, [401]],
  ['one that is far too long', { 'x-server-key': 'k'.repeat(4_000) }, [401]],
  ['none at all in its header', { 'x-server-key': '' }, [401]],
  ['one of another property', { 'x-server-key': OTHER_KEY }, [401]],
  ['one of some of the zones alone', {}, [401, 403]],
  ['one for a property without a key', {}, [404]],
  ['one for a zone that nobody knows', {}, [401, 499]],
])('a wrong key, %s, is told so and serves nothing', async (_, headers, zones) => {
  const before = refused('SERVER_KEY_WRONG');
  const answer = await web.ask(`/serve?zones=${zones.map(zone).join()}`, {
    headers: { ...named, ...headers },
  });
  expect([answer.status, codeOf(answer.text)]).toEqual([403, 'SERVER_KEY_WRONG']);
  expect(refused('SERVER_KEY_WRONG')).toBe(before + 1);
});

test.each<[Record<string, string>]>([[{}], [{ 'x-device-ip': 'nobody' }]])(
  'a key without an address of the visitor: 400 (%j)',
  async (ip) => {
    const answer = await web.ask(`/serve?zones=${zone(401)}`, {
      headers: { ...server, 'x-server-key': KEY, ...ip },
    });
    expect([answer.status, codeOf(answer.text)]).toEqual([400, 'DEVICE_IP_MALFORMED']);
  },
);

test('robots stay robots, and who asks not to be followed is not, whoever calls the click', async () => {
  const crawler = { 'x-device-user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
  const [bot] = await web.serve(`zones=${zone(401)}`, { ...named, ...crawler });
  expect(bot?.reason).toBe('bot');
  const [ad] = await web.serve(`zones=${zone(401)}`, { ...named, 'sec-gpc': '1' });
  const click = ad?.candidates[0]?.click ?? '';
  expect((await web.ask(click, { headers: named })).headers.location).toContain('?c=&d=phone');
});

test('an event that a server calls is its visitor’s with the key, and the server’s without', async () => {
  const record = jest.spyOn(world.engine, 'record');
  const [ad] = await web.serve(`zones=${zone(401)}`, named);
  const impression = ad?.candidates[0]?.impression ?? '';
  expect((await web.ask(impression, { headers: { ...server, ...device } })).status).toBe(204);
  expect(record.mock.lastCall?.[2]).toMatchObject({ bot: true, network: 1, address: '198.51.100.4' });
  expect((await web.ask(impression, { headers: named })).status).toBe(204);
  expect(record.mock.lastCall?.[2]).toMatchObject({ bot: false, network: 0, address: VISITOR });
  const calls = record.mock.calls.length;
  const wrong = await web.ask(impression, { headers: { ...named, 'x-server-key': OTHER_KEY } });
  expect([wrong.status, codeOf(wrong.text)]).toEqual([403, 'SERVER_KEY_WRONG']);
  expect(record.mock.calls).toHaveLength(calls);
  record.mockRestore();
});

describe('what an event of a named visitor is', () => {
  const claimOf = async (asked: Record<string, string>, told: Record<string, string>) => {
    const append = jest.spyOn(world.journal, 'append');
    const [ad] = await web.serve(`zones=${zone(401)}`, asked);
    await web.ask(ad?.candidates[0]?.impression ?? '', { headers: told });
    const [bytes] = append.mock.lastCall ?? [];
    append.mockRestore();
    const record = decodeRecord(Buffer.from(bytes ?? ''));
    if (record?.type !== 'event') throw new Error('No event was recorded');
    return [record.claim, record.invalidReason];
  };
  const browser = (address: string) => ({ 'user-agent': PHONE, 'x-forwarded-for': address });
  const own = { ...browser(VISITOR), 'accept-language': 'pl-PL' };

  test.each<[string, Record<string, string>, Record<string, string>, number[]]>([
    ['asks and reports', own, own, [0, 0]],
    ['is named and reports', named, browser(VISITOR), [5, 0]],
    ['is named and reported by the key', named, named, [1, 0]],
    ['is named, and another is there', named, browser('203.0.113.10'), [1, INVALID_REASONS['other-address']]],
    ['is named, and came through a proxy of ours', named, browser('10.0.0.7'), [1, 0]],
    ['is named, and has another family', named, browser('2001:db8::7'), [1, 0]],
    ['asks, and is reported by the key', own, named, [1, 0]],
    [
      'is named, and the key reports another',
      named,
      { ...named, 'x-device-ip': '203.0.113.10' },
      [1, INVALID_REASONS['other-address']],
    ],
  ])('%s', async (_, asked, told, expected) => {
    expect(await claimOf(asked, told)).toEqual(expected);
  });
});
