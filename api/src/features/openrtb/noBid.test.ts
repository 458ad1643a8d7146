import { type BidderWorld, bidderOf, openBidder, SEAT } from '../../testing/bidder';
import { only, zoneInput } from '../serving/hot/testFixtures';
import { bidRequest } from './bidRequest';
import { bannerImp, request } from './testRequests';
import { keywordsOf } from './visitorOf';

const zones = [
  zoneInput({ id: 401, floorMicros: 1_000_000 }),
  zoneInput({ id: 404, width: 728, height: 90 }),
  zoneInput({ id: 405, propertyId: 202, width: 160, height: 600 }),
];

let world: BidderWorld;

beforeAll(async () => {
  world = await openBidder(zones);
});
afterAll(() => world.close());
beforeEach(() => world.use([{ id: 1, category: 'shopping' }]));

describe('there is no bid', () => {
  test.each([
    ['in another currency', { cur: ['EUR', 'JPY'] }, 'not-usd'],
    ['to a floor in another currency', { imp: [bannerImp({ bidfloor: 1, bidfloorcur: 'EUR' })] }, 'not-usd'],
    ['for other seats', { wseat: ['78'] }, 'other-seat'],
    ['for a seat that is kept out', { bseat: ['77'] }, 'other-seat'],
    ['for deals alone', { imp: [bannerImp({ pmp: { private_auction: 1 } })] }, 'deals-only'],
    ['for a size nobody sells', { imp: [bannerImp({ banner: { w: 1, h: 1 } })] }, 'no-place'],
    ['for a banner of no size', { imp: [bannerImp({ banner: {} })] }, 'no-place'],
    ['for sound', { imp: [{ id: '1', audio: { mimes: ['audio/mp4'] } }] }, 'no-place'],
    ['for another property’s place', { imp: [bannerImp({ banner: { w: 160, h: 600 } })] }, 'no-place'],
    ['to a robot', { device: { ua: 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }, 'bot'],
    ['to nobody knows what', { device: { ip: '203.0.113.7' } }, 'unknown-device'],
    ['for a size nobody advertises in', { imp: [bannerImp({ banner: { w: 728, h: 90 } })] }, 'no-size'],
    ['for a blocked advertiser', { badv: ['WWW.shop.example'] }, 'blocked'],
    ['for a blocked category', { bcat: ['IAB22'] }, 'blocked'],
    ['for what is not among the categories', { acat: ['IAB17'] }, 'blocked'],
    ['in a taxonomy we do not speak', { bcat: ['1'], cattax: 2 }, 'blocked'],
    ['in a language', { wlang: ['de'] }, 'blocked'],
  ])('%s', (_, fields, expected) => {
    expect(world.reason(fields)).toBe(expected);
  });

  test.each([
    'SHOP.Example',
    'www.shop.example',
    'https://shop.example/shoes?a=b#c',
    'HTTP://www.shop.example:8080',
    '//shop.example',
    'shop.example/path',
    'shop.example.',
    '*.shop.example',
    '.shop.example',
    ' shop.example\n',
    '*.WWW.shop.example./',
    'ｓｈｏｐ。ｅｘａｍｐｌｅ',
    'example',
  ])('for an advertiser blocked as %j', (domain) => {
    expect(world.reason({ badv: [domain] })).toBe('blocked');
  });

  test.each(['schöner.example', 'SCHÖNER.example.', 'xn--schner-yxa.example', 'XN--SCHNER-YXA.EXAMPLE'])(
    'for an advertiser of other letters blocked as %j',
    (domain) => {
      world.use([{ id: 1, landingUrl: 'https://www.schöner.example/' }]);
      expect(world.reason({ badv: [domain] })).toBe('blocked');
    },
  );

  test('for nobody who is called otherwise', () => {
    const badv = [
      '',
      ' ',
      '.',
      '*',
      '*.',
      'https://',
      'op.example',
      'www.example',
      'x.shop.example',
      null,
      7,
    ];
    expect(world.reason({ badv: [...badv, 'x'.repeat(20_000), `x${'.'.repeat(100_000)}x`] })).toBe('bid');
    expect(world.reason({ badv: 'shop.example' })).toBe('bid');
  });

  test('for what pays by the click, is capped or is the house’s own', () => {
    for (const fields of [
      { pricing: 'CPC' },
      { cap: { count: 1, seconds: 60 } },
      { priority: 'house' },
    ] as const) {
      world.use([{ id: 1, ...fields }]);
      expect(world.reason()).toBe('unsupported');
    }
  });

  test('for what the property itself blocks, whatever the request says', async () => {
    const NOTHING = { advertisers: [], creatives: [], categories: [], domains: [] };
    const lists = [
      { ...NOTHING, advertisers: [1001] },
      { ...NOTHING, creatives: [1001] },
      { ...NOTHING, categories: ['shopping'] },
      { ...NOTHING, domains: ['shop.example'] },
    ];
    for (const blocks of lists) {
      const own = await openBidder([zoneInput({ id: 401, blocks })]);
      own.use([{ id: 1, category: 'shopping' }]);
      expect(own.reason()).toBe('blocked');
      const other = { advertiserId: 1002, category: 'food', landingUrl: 'https://other.example/' };
      own.use([{ id: 2, ...other }]);
      expect(own.reason()).toBe('bid');
      await own.close();
    }
  });

  test('without https where it is wanted', () => {
    const plain = bidderOf(world.test.engine, {
      publisher: { name: 'EzDash', origin: 'http://ads.example' },
    });
    const at = (secure: number) =>
      plain.answer(bidRequest.parse(request({ imp: [bannerImp({ secure })] })), SEAT);
    expect(at(1)).toEqual({ response: null, reason: 'not-secure' });
    expect(at(0).response).not.toBeNull();
    expect(world.reason({ imp: [bannerImp({ secure: 1 })] })).toBe('bid');
  });

  test('for somebody in a data centre', () => {
    const watched = bidderOf(world.test.engine, {
      networks: { of: (address) => (address === '203.0.113.7' ? 1 : 0) },
    });
    expect(watched.answer(bidRequest.parse(request()), SEAT)).toEqual({
      response: null,
      reason: 'data-centre',
    });
  });

  test('and a category that is part of a blocked one is blocked, the other way round not', () => {
    world.use([{ id: 1, category: 'games' }]);
    expect(['IAB9', 'IAB9-30', 'IAB9-5'].map((category) => world.reason({ bcat: [category] }))).toEqual([
      'blocked',
      'blocked',
      'bid',
    ]);
    world.use([{ id: 1, category: null }]);
    expect([world.reason({ bcat: ['IAB26'] }), world.reason()]).toEqual(['blocked', 'bid']);
  });
});

describe('targeting', () => {
  test('is by the device’s place, words and language', () => {
    world.use([
      {
        id: 1,
        targeting: {
          countries: only('DE'),
          keywords: only('running'),
          languages: only('de'),
          browsers: only('chrome' as const),
        },
      },
    ]);
    expect(world.reason()).toBe('bid');
    const device = (fields: object) => ({ device: { ...request().device, ...fields } });
    expect(world.reason(device({ geo: { country: 'FRA' } }))).toBe('no-country');
    expect(world.reason(device({ language: 'fr' }))).toBe('no-language');
    expect(world.reason({ site: { keywords: 'tea' } })).toBe('no-keyword');
    const odd = { keywords: 'a\u0000b,Running,\ud83d', kwarray: ['a\u0007', '\udf75', ' tea\n', 'grün 🍵'] };
    expect(keywordsOf(bidRequest.parse(request({ site: odd })))).toEqual(['running', 'tea', 'grün 🍵']);
    expect(world.reason({ site: undefined, app: { content: { kwarray: ['Running'] } } })).toBe('bid');
  });

  test('by region or address stops where somebody asks not to be followed', () => {
    world.use([{ id: 1, targeting: { ip_ranges: only('203.0.113.0/24') } }]);
    const asks = [
      { regs: { gpc: 1 } },
      { regs: { ext: { gpc: '1' } } },
      { regs: { coppa: 1 } },
      { regs: { gdpr: 1 } },
      { regs: { gpp: 'DBAA', gpp_sid: [7] } },
      { regs: { us_privacy: '1YYN' } },
      { device: { ...request().device, dnt: 1 } },
      { device: { ...request().device, lmt: 1 } },
    ];
    expect(world.reason()).toBe('bid');
    expect(asks.map((fields) => world.reason(fields))).toEqual(asks.map(() => 'no-ip'));
    world.use([{ id: 1, targeting: { regions: only('DE-BY') } }]);
    const inBavaria = { ...request().device, geo: { country: 'DEU', region: 'BY' } };
    expect(world.reason({ device: inBavaria })).toBe('bid');
    expect(world.reason({ device: inBavaria, regs: { gpc: 1 } })).toBe('no-region');
  });

  test('client hints go before the header', () => {
    world.use([
      {
        id: 1,
        targeting: {
          devices: only('phone' as const),
          os: { include: [{ name: 'android', min: '14', max: null }], exclude: [] },
        },
      },
    ]);
    const sua = {
      browsers: [{ brand: 'Not A;Brand' }, { brand: 'Google Chrome', version: ['139'] }],
      platform: { brand: 'Android', version: ['14', '0', '1'] },
      mobile: 1,
    };
    expect(world.reason({ device: { ...request().device, sua } })).toBe('bid');
    expect(world.reason({ device: { sua } })).toBe('bid');
    expect(world.reason()).toBe('no-device');
  });
});
