import fc from 'fast-check';
import { BROWSER } from './testRequests';

/** Random bid requests, valid ones and others, for property tests. */

const flag = fc.constantFrom(0, 1);
const list = <T>(each: fc.Arbitrary<T>) => fc.array(each, { maxLength: 4 });
/** Any of the fields may be missing. */
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) =>
  fc.record(fields, { requiredKeys: [] });
/** What keeps most of us from bidding, now and then. */
const rarely = <T>(each: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: each });
const words = fc.constantFrom(
  'shoes',
  'running, tea',
  '',
  'Ü',
  '\u0000',
  '👩‍👩‍👧'.repeat(30),
  ','.repeat(50),
);
const size = fc.constantFrom(300, 250, 728, 90, 640, 360, 1, 32_767);
const sold = { w: 300, h: 250 };
const cpm = fc.constantFrom(0, 0.1, 0.80000001, 1, 2.5, 4, 1e-7, 999_999, 1e300);
const category = fc.constantFrom('IAB1', 'IAB22', 'IAB9-30', '', '1');

const anyBanner = some({
  w: size,
  h: size,
  format: list(some({ w: size, h: size, wratio: fc.integer() })),
  btype: list(fc.integer({ min: 0, max: 600 })),
  mimes: list(fc.constantFrom('image/png', 'text/html', 'x')),
  ext: fc.jsonValue().filter((value) => value !== undefined),
});
const banner = fc.oneof(fc.constant(sold), fc.constant({ ...sold, ext: {} }), anyBanner);
const video = fc.record(
  {
    mimes: fc.array(fc.constantFrom('video/mp4', 'video/webm'), { minLength: 1, maxLength: 3 }),
    w: size,
    h: size,
    minduration: fc.integer({ min: 0, max: 15 }),
    maxduration: fc.integer({ min: 15, max: 60 }),
    protocols: list(fc.integer({ min: 1, max: 16 })),
    delivery: list(fc.integer({ min: 1, max: 3 })),
    mincpmpersec: cpm,
    durfloors: list(some({ mindur: fc.nat(60), maxdur: fc.nat(60), bidfloor: cpm })),
  },
  { requiredKeys: ['mimes'] },
);
const asset = fc.oneof(
  fc.record({ title: fc.record({ len: fc.integer({ min: 1, max: 90 }) }), required: flag }),
  fc.record({
    img: some({ type: fc.constantFrom(1, 3, 500), wmin: fc.nat(1_500), hmin: fc.nat(900) }),
    required: flag,
  }),
  fc.record({ data: fc.record({ type: fc.integer({ min: 1, max: 13 }), len: fc.nat(150) }), required: flag }),
);
const native = fc
  .record(
    {
      assets: fc
        .array(asset, { minLength: 1, maxLength: 5 })
        .map((assets) => assets.map((each, id) => ({ id, ...each }))),
      eventtrackers: list(
        fc.record({ event: fc.integer({ min: 1, max: 5 }), methods: list(fc.constantFrom(1, 2)) }),
      ),
    },
    { requiredKeys: ['assets'] },
  )
  .map((request) => ({ request: JSON.stringify(request), ver: '1.2' }));

const imp = fc
  .record(
    {
      banner,
      video,
      native,
      bidfloor: cpm,
      bidfloorcur: rarely(fc.constantFrom('USD', 'EUR')),
      secure: flag,
      tagid: words,
      pmp: rarely(some({ private_auction: flag, deals: list(fc.record({ id: fc.constant('d') })) })),
      instl: flag,
    },
    { requiredKeys: [] },
  )
  .map((each) => (each.banner || each.video || each.native ? each : { ...each, banner: { w: 300, h: 250 } }));

const brand = fc.record(
  {
    brand: fc.constantFrom('Android', 'Windows', 'Google Chrome', ''),
    version: list(fc.constantFrom('14', 'x', '')),
  },
  { requiredKeys: ['brand'] },
);
const anyDevice = some({
  ua: fc.constantFrom(BROWSER, '', 'Googlebot/2.1', '\u0000', 'x'.repeat(3_000)),
  sua: some({ browsers: list(brand), platform: brand, mobile: flag }),
  ip: fc.ipV4(),
  ipv6: fc.ipV6(),
  geo: some({
    country: fc.constantFrom('DEU', 'USA', 'XXX', 'DE', ''),
    region: fc.constantFrom('BY', 'US-CA', '', 'Ü'),
  }),
  dnt: flag,
  lmt: flag,
  devicetype: fc.integer({ min: 0, max: 9 }),
  language: fc.constantFrom('de', 'en', '', 'xyz'),
  ifa: fc.uuid(),
});
const device = fc.oneof(
  anyDevice,
  anyDevice.map((each) => ({ ...each, ua: BROWSER })),
);
const inventory = some({ keywords: words, kwarray: list(words), content: some({ keywords: words }) });
const place = fc.oneof(
  fc.record({ site: inventory }),
  fc.record({ app: inventory }),
  fc.record({ dooh: inventory }),
  fc.constant({}),
);

/** Valid by OpenRTB 2.6, whatever else may be said of them. */
export const validRequest = fc
  .tuple(
    fc.record(
      {
        id: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
        imp: fc
          .array(imp, { minLength: 1, maxLength: 4 })
          .map((imps) => imps.map((each, index) => ({ ...each, id: String(index) }))),
        device,
        regs: some({
          coppa: flag,
          gdpr: flag,
          us_privacy: words,
          gpc: fc.constantFrom<unknown>(0, 1, '1', 'x', null),
          gpp: words,
        }),
        user: fc.jsonValue(),
        test: flag,
        at: fc.constantFrom(1, 2, 3, 501),
        tmax: fc.constantFrom(1_000, 5_000),
        cur: rarely(list(fc.constantFrom('USD', 'EUR'))),
        wseat: rarely(list(fc.constantFrom('77', '78'))),
        bcat: rarely(list(category)),
        acat: rarely(list(category)),
        cattax: rarely(fc.constantFrom(1, 2, 7)),
        badv: rarely(list(fc.constantFrom('shop.example', 'example', 'x.test', ''))),
      },
      { requiredKeys: ['id', 'imp'] },
    ),
    place,
  )
  .map(([request, where]) => ({ ...request, ...where }));

const wrongValue = fc.constantFrom<unknown>(null, true, 'x', -1, 0.5, [[]], { a: 1 });
/** Each makes any valid request invalid, and says where. */
const faults: readonly ((
  request: Record<string, unknown>,
  wrong: unknown,
) => [Record<string, unknown>, string])[] = [
  ({ id: _, ...request }) => [request, 'id'],
  (request, wrong) => [{ ...request, id: wrong === 'x' ? '' : wrong }, 'id'],
  ({ imp: _, ...request }) => [request, 'imp'],
  (request) => [{ ...request, imp: [] }, 'imp'],
  (request, wrong) => [{ ...request, imp: wrong === undefined || Array.isArray(wrong) ? {} : wrong }, 'imp'],
  (request) => [{ ...request, imp: [{ banner: {} }] }, 'imp.0.id'],
  (request) => [{ ...request, imp: new Array(101).fill({ id: '1' }) }, 'imp'],
  (request) => [{ ...request, bcat: new Array(10_001).fill('1') }, 'bcat'],
  (request) => [
    { ...request, imp: [{ id: '1', banner: { btype: new Array(101).fill(1) } }] },
    'imp.0.banner',
  ],
];

/** Requests with one fault each, and the path that an answer must name. */
export const faultyRequest = fc
  .tuple(validRequest, fc.constantFrom(...faults), wrongValue)
  .map(([request, fault, wrong]) => fault(request, wrong));
