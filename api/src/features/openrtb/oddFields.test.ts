import { type BidderWorld, openBidder } from '../../testing/bidder';
import { native, video } from '../../testing/exchangeCreatives';
import { creativeInput, zoneInput } from '../serving/hot/testFixtures';
import { bidRequest } from './bidRequest';
import { Faults } from './leniently';
import { nativeRequest } from './nativeRequest';
import { nativeRequestFields, request } from './testRequests';

/**
 * Each optional field that is read, with each odd value. Which fields are read the parser says itself: one that it reads
 * and that is missing below fails the first test of its kind.
 */

type Json = Record<string, unknown>;
const INVENTORY = { keywords: 'shoes', kwarray: ['tea'], content: { keywords: 'a', kwarray: ['b'] } };
const BRAND = { brand: 'Windows', version: ['10', '0'] };
const TRACKER = { event: 1, methods: [1] };
const ASSET = {
  id: 1,
  required: 0,
  title: { len: 90 },
  img: { type: 3, w: 1_200, wmin: 300, h: 627, hmin: 150, mimes: ['image/png'] },
  data: { type: 2, len: 140 },
};
const NATIVE: Json = { ver: '1.2', assets: [ASSET], eventtrackers: [TRACKER] };
const IMP = {
  id: '1',
  banner: {
    format: [{ w: 300, h: 250 }],
    w: 300,
    h: 250,
    btype: [1],
    battr: [1],
    mimes: ['text/html'],
  },
  video: {
    mimes: ['video/mp4'],
    minduration: 5,
    maxduration: 30,
    rqddurs: [15],
    protocols: [2, 3, 5, 6],
    w: 640,
    h: 360,
    linearity: 1,
    delivery: [2],
    minbitrate: 300,
    maxbitrate: 1_500,
    boxingallowed: 1,
    battr: [1],
    poddur: 60,
    mincpmpersec: 0.01,
    durfloors: [{ mindur: 1, maxdur: 15, bidfloor: 0.1 }],
  },
  native: { request: JSON.stringify(nativeRequestFields), ver: '1.2', battr: [1] },
  pmp: { private_auction: 0, deals: [{ id: 'deal-1' }] },
  tagid: 'header',
  bidfloor: 0.5,
  bidfloorcur: 'USD',
  secure: 1,
  exp: 300,
};
const FULL: Json = {
  ...request(),
  imp: [IMP],
  site: INVENTORY,
  app: INVENTORY,
  dooh: INVENTORY,
  device: {
    ...request().device,
    sua: { browsers: [BRAND], platform: BRAND, mobile: 0 },
    ipv6: '2001:db8::1',
    geo: { country: 'DEU', region: 'BY' },
    dnt: 0,
    lmt: 0,
    devicetype: 2,
    langb: 'de-DE',
  },
  regs: { coppa: 0, gdpr: 0, us_privacy: '1---', gpp: 'DBAA', gpc: 0, ext: { gpc: '0' } },
  test: 0,
  tmax: 60_000,
  wseat: ['77'],
  bseat: ['78'],
  wlang: [],
  wlangb: [],
  acat: ['IAB22'],
  bcat: ['IAB25'],
  cattax: 1,
  badv: ['rival.example'],
};
const NEEDED = ['id', 'imp', 'imp.0', 'imp.0.id'];

/** As a request leaves a field open. */
const OPEN: readonly unknown[] = [null, '', ' ', [], [null], ['']];
const ODD: readonly unknown[] = [
  ...OPEN,
  'unknown',
  '1',
  'usd',
  '2001:db8::1',
  '203.0.113.7',
  'Ü\u0000\ud800',
  true,
  false,
  0,
  -1,
  0.5,
  1e300,
  {},
  [[]],
  [{}],
  ['x', 7],
  { a: { b: [] } },
];

/** The paths that a parser reads of an example, as `imp.0.banner.w`. */
function pathsRead(example: Json, parse: (value: unknown) => void): string[] {
  const read = new Set<string>();
  const watched = (value: object, before: string): object =>
    new Proxy(value, {
      get(target, key) {
        const field: unknown = Reflect.get(target, key);
        if (typeof key === 'symbol' || (Array.isArray(target) && !/^\d+$/.test(key))) return field;
        const path = `${before}${key}`;
        read.add(path);
        return typeof field === 'object' && field !== null ? watched(field, `${path}.`) : field;
      },
    });
  parse(watched(example, ''));
  return [...read];
}

function parentOf(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inside, key) => (inside as Json | undefined)?.[key], value);
}
/** The example with another value at a path; undefined takes the field away. */
function withValue(example: Json, path: string, value: unknown): Json {
  const changed = structuredClone(example);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = parentOf(changed, keys);
  if (Array.isArray(parent)) parent.splice(Number(last), 1, ...(value === undefined ? [] : [value]));
  else (parent as Json)[last] = value;
  return changed;
}

let world: BidderWorld;
beforeAll(async () => {
  world = await openBidder([
    zoneInput({ id: 401 }),
    zoneInput({ id: 402, kind: 'video', width: 640, height: 360 }),
    zoneInput({ id: 403, kind: 'native', width: 0, height: 120 }),
  ]);
});
afterAll(() => world.close());

/** Who gets the request, of somebody with a picture alone, with a video and with a native ad. */
function reasons(value: Json): string[] {
  const creatives = [creativeInput({ id: 1_001, campaignId: 1 }), video(1), native(1)];
  return creatives.map((creative) => {
    world.use([{ id: 1, category: 'shopping' }], [creative]);
    return world.reason(value);
  });
}

describe.each<[string, Json, readonly string[], string[], (example: Json) => Json]>([
  ['a request', FULL, NEEDED, pathsRead(FULL, (value) => bidRequest.parse(value)), (example) => example],
  [
    'a native request',
    NATIVE,
    ['assets', 'assets.0', 'assets.0.id', 'native'],
    pathsRead(NATIVE, (value) => nativeRequest(value, new Faults())),
    (example) => ({ ...FULL, imp: [{ ...IMP, native: { request: JSON.stringify(example) } }] }),
  ],
])('an odd field of %s', (_, example, needed, paths, toRequest) => {
  const optional = paths.filter((path) => !needed.includes(path));

  test('is tried: the example has every field that is read', () => {
    expect(optional.length).toBeGreaterThan(10);
    const isMissing = (path: string) => parentOf(example, path.split('.')) === undefined;
    expect(optional.filter(isMissing)).toEqual([]);
    expect(reasons(toRequest(example))).toEqual(['bid', 'bid', 'bid']);
  });

  test.each(optional)('%s refuses nothing, and left open is as if it were missing', (path) => {
    for (const value of ODD) {
      const odd = toRequest(withValue(example, path, value));
      const { success } = bidRequest.safeParse(odd);
      expect([path, value, success]).toEqual([path, value, true]);
      expect(world.reason(odd)).toMatch(/^[a-z-]+$/);
    }
    const missing = reasons(toRequest(withValue(example, path, undefined)));
    for (const value of OPEN)
      expect([path, value, reasons(toRequest(withValue(example, path, value)))]).toEqual([
        path,
        value,
        missing,
      ]);
  });
});
