import { NO_FILL_REASONS, publicId } from '@ezdash/contracts';
import { type BidderWorld, MACS, ORIGIN, openBidder } from '../../testing/bidder';
import { FILES, native, video } from '../../testing/exchangeCreatives';
import { RESERVATION_MS } from '../serving/hot/Reservations';
import type { ZoneInput } from '../serving/hot/snapshotInput';
import { campaignInput, creativeInput, zoneInput } from '../serving/hot/testFixtures';
import { bidResponse, nativeResponse } from './bidResponse';
import type { Seat } from './seats.repo';
import { bannerImp, nativeImp, nativeRequestFields, videoImp } from './testRequests';

const zones: ZoneInput[] = [
  zoneInput({ id: 401, floorMicros: 1_000_000 }),
  zoneInput({ id: 402, kind: 'video', width: 640, height: 360 }),
  zoneInput({ id: 403, kind: 'native', width: 0, height: 120 }),
  zoneInput({ id: 404, width: 728, height: 90 }),
  zoneInput({ id: 405, propertyId: 202, width: 160, height: 600 }),
];
let world: BidderWorld;

beforeAll(async () => {
  world = await openBidder(zones);
});
afterAll(() => world.close());
beforeEach(() => world.use([{ id: 1, category: 'shopping' }]));

function bidsOf(fields: object = {}, seat: Partial<Seat> = {}) {
  const { response } = world.answer(fields, seat);
  if (response !== null) bidResponse.parse(response);
  return response?.seatbid[0]?.bid ?? [];
}
function onlyBid(fields: object = {}, seat: Partial<Seat> = {}) {
  const [bid, ...more] = bidsOf(fields, seat);
  if (!bid || more.length > 0) throw new Error('there is not one bid');
  return bid;
}

describe('a bid', () => {
  test('offers the publisher’s part of the second price, and all that an exchange asks about it', () => {
    const bid = onlyBid();
    // The zone's floor of $1 is the price, and 80 % of it the exchange's.
    expect(bid.price).toBe(0.8);
    const token = /\/e\/i\/([\w-]{84})/.exec(bid.adm)?.[1] ?? '';
    expect(world.test.engine.read(token)).toMatchObject({
      priceMicros: 1_000,
      payoutMicros: 800,
      decisionId: bid.id,
    });
    expect(bid).toMatchObject({
      impid: '1',
      adomain: ['shop.example'],
      cat: ['IAB22'],
      cattax: 1,
      mtype: 1,
      w: 300,
      h: 250,
      exp: RESERVATION_MS / 1_000,
      cid: publicId('campaign', 1),
      crid: publicId('creative', 1_001),
      nurl: `${ORIGIN}/openrtb2/win/${MACS.of('win', token)}/${token}?price=\${AUCTION_PRICE}`,
      burl: `${ORIGIN}/openrtb2/bill/${MACS.of('bill', token)}/${token}?price=\${AUCTION_PRICE}`,
      lurl: `${ORIGIN}/openrtb2/loss/${MACS.of('loss', token)}/${token}?price=\${AUCTION_MIN_TO_WIN}&reason=\${AUCTION_LOSS}`,
    });
    expect(bid.adm).toBe(
      `<a href="${ORIGIN}/e/c/${token}" target="_blank" rel="noopener sponsored" style="display:block">` +
        `<img src="${FILES}/creatives/${'a'.repeat(64)}.png" width="300" height="250" alt="A fine shop" style="display:block;border:0"></a>` +
        `<img src="${ORIGIN}/e/i/${token}" width="1" height="1" alt="" style="position:absolute;opacity:0;pointer-events:none">`,
    );
    expect(world.answer().response).toMatchObject({
      id: 'req-1',
      cur: 'USD',
      seatbid: [{ seat: '77', group: 0 }],
    });
  });

  test('reaches the exchange’s floor and no more than it must; above what anybody pays there is none', () => {
    expect(onlyBid({ imp: [bannerImp({ bidfloor: 2.0001 })] }).price).toBe(2.001);
    // 5 dollars are bid, 4 of them the exchange's.
    expect(onlyBid({ imp: [bannerImp({ bidfloor: 4 })] }).price).toBe(4);
    expect(world.reason({ imp: [bannerImp({ bidfloor: 4.001 })] })).toBe('below-floor');
    world.use([{ id: 1 }, { id: 2, advertiserId: 1_002, bidMicros: 3_000_000 }]);
    expect(onlyBid().price).toBe(2.4);
  });

  test('never costs more than the advertiser pays, over random shares, floors and bids', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const share = (seed * 613) % 10_001;
      world.test.use({
        campaigns: [
          campaignInput({ id: 1, bidMicros: seed * 31_000 }),
          campaignInput({ id: 2, advertiserId: 1_002, bidMicros: seed * 17_777 }),
        ],
        creatives: [1, 2].map((id) => creativeInput({ id: id + 1_000, campaignId: id })),
        zones: [zoneInput({ id: 401, revenueShareBps: share })],
      });
      const bidfloor = (seed % 40) / 10;
      const [bid] = bidsOf({ imp: [bannerImp({ bidfloor })] });
      if (!bid) continue;
      const token = world.test.engine.read(bid.nurl.split('/').at(-1)?.split('?')[0] ?? '');
      expect(bid.price).toBeGreaterThanOrEqual(bidfloor);
      expect(Math.round(bid.price * 1_000)).toBe(token?.payoutMicros);
      expect(token?.payoutMicros ?? 0).toBeLessThanOrEqual(((token?.priceMicros ?? 0) * share) / 10_000);
    }
  });

  test('a page’s places do not get the same ad', () => {
    world.use([{ id: 1 }, { id: 2, advertiserId: 1_002, bidMicros: 3_000_000 }]);
    const imp = ['1', '2', '3'].map((id) => bannerImp({ id }));
    expect(bidsOf({ imp }).map(({ impid, cid }) => [impid, cid])).toEqual([
      ['1', publicId('campaign', 1)],
      ['2', publicId('campaign', 2)],
    ]);
  });

  test('the exchange’s click macro stands before our escaped address', () => {
    const { adm } = onlyBid({}, { clickMacro: '%%CLICK_URL_UNESC%%' });
    expect(adm).toMatch(/href="%%CLICK_URL_UNESC%%https%3A%2F%2Fads\.example%2Fe%2Fc%2F[\w-]{84}"/);
  });

  test('a bundle runs in a frame of nobody’s origin, and not where clicks go through a macro', () => {
    const bundle = creativeInput({
      id: 1_001,
      campaignId: 1,
      address: `${FILES}/creatives/${'e'.repeat(64)}/index.html`,
      content: { format: 'html5' },
    });
    world.use([{ id: 1 }], [bundle]);
    expect(onlyBid().adm).toMatch(
      /<iframe src="https:\/\/files\.example\/creatives\/e{64}\/index\.html\?clickTag=https%3A%2F%2Fads\.example%2Fe%2Fc%2F[\w-]{84}"[^>]* sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"/,
    );
    expect(world.reason({}, { clickMacro: '%%C%%' })).toBe('blocked');
    expect(world.reason({ imp: [{ id: '1', banner: { w: 300, h: 250, btype: [4] } }] })).toBe('blocked');
  });

  test('a test is answered and marked as one', () => {
    const token = onlyBid({ test: 1 }).nurl.split('/').at(-1)?.split('?')[0] ?? '';
    expect(world.test.engine.read(token)?.test).toBe(true);
  });

  test('a text of the advertiser’s cannot leave its attribute', () => {
    world.use([{ id: 1 }], [creativeInput({ id: 1_001, campaignId: 1, alt: '"><script>alert(1)</script>' })]);
    expect(onlyBid().adm).toContain('alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});

test('an impression is one ad request, however many of its sizes are asked', () => {
  const format = [
    { w: 728, h: 90 },
    { w: 300, h: 250 },
  ];
  const counts = () => world.test.engine.counts.decisions.slice();
  const added = (before: readonly number[]) =>
    Object.entries(NO_FILL_REASONS).flatMap(([name, code]) => {
      const more = (counts()[code] ?? 0) - (before[code] ?? 0);
      return more === 0 ? [] : [[name, more]];
    });
  let before = counts();
  // Nobody advertises in the first size.
  onlyBid({ imp: [bannerImp({ banner: { format } })] });
  expect(added(before)).toEqual([['filled', 1]]);
  before = counts();
  const none = bannerImp({ bidfloor: 900, banner: { format } });
  expect(world.reason({ imp: [none, { ...none, id: '2' }] })).toBe('below-floor');
  expect(added(before)).toEqual([['below-floor', 2]]);
});

describe('a video', () => {
  beforeEach(() => world.use([{ id: 1 }], [video(1)]));

  test('comes as VAST', () => {
    const bid = onlyBid({ imp: [videoImp()] });
    expect(bid).toMatchObject({ mtype: 2, protocol: 13, dur: 15, w: 640, h: 360 });
    expect(bid.adm).toContain('<VAST version="4.2"');
    expect(bid.adm).toContain(`<![CDATA[${FILES}/creatives/${'d'.repeat(64)}.mp4]]>`);
  });

  test.each([
    ['types', { mimes: ['video/webm'] }],
    ['protocols', { protocols: [1, 4, 9, 10] }],
    ['wrappers', { protocols: [5, 6, 8, 12, 14] }],
    ['longest duration', { maxduration: 14 }],
    ['least duration', { minduration: 16 }],
    ['exact durations', { rqddurs: [30, 6] }],
    ['delivery', { delivery: [1] }],
    ['linearity', { linearity: 2 }],
    ['bit rate', { maxbitrate: 500 }],
    ['least bit rate', { minbitrate: 1_000 }],
    ['shape', { boxingallowed: 0, w: 400, h: 400 }],
  ])('that does not fit by its %s is not offered', (_, fields) => {
    expect(world.reason({ imp: [videoImp({}, fields)] })).toBe('blocked');
  });

  test.each([
    [[2, 3, 5, 6], 3, '3.0'],
    [[2, 5], 2, '2.0'],
    [[6, 7, 8], 7, '4.0'],
    [[11, 12, 3], 11, '4.1'],
    [[2, 3, 5, 6, 7, 8, 11, 12, 13, 14], 13, '4.2'],
    [['2', '3'], 3, '3.0'],
    [[], 13, '4.2'],
    [undefined, 13, '4.2'],
    [null, 13, '4.2'],
  ])('for protocols %j is VAST of protocol %i, %s', (protocols, protocol, version) => {
    const bid = onlyBid({ imp: [videoImp({}, { protocols })] });
    expect([bid.protocol, bid.adm.includes(`<VAST version="${version}"`)]).toEqual([protocol, true]);
  });

  test('that fits exactly is', () => {
    for (const fields of [
      { rqddurs: [15] },
      { rqddurs: [null, 'x'], mimes: [''], delivery: [{}] },
      { maxduration: 15, minduration: 15 },
      { delivery: [2, 1] },
      { boxingallowed: 0 },
      { maxduration: 0, maxbitrate: 0 },
    ])
      expect(world.reason({ imp: [videoImp({}, fields)] })).toBe('bid');
  });

  test('reaches floors by second and by duration', () => {
    expect(onlyBid({ imp: [videoImp({}, { mincpmpersec: 0.1, maxduration: 20 })] }).price).toBe(2);
    expect(world.reason({ imp: [videoImp({}, { mincpmpersec: 0.1, maxduration: 0 })] })).toBe('below-floor');
    const durfloors = [
      { mindur: 1, maxdur: 15, bidfloor: 3 },
      { mindur: 16, bidfloor: 1 },
    ];
    expect(onlyBid({ imp: [videoImp({}, { durfloors })] }).price).toBe(3);
  });
});

describe('a native ad', () => {
  beforeEach(() => world.use([{ id: 1 }], [native(1)]));

  test('answers the assets that were asked for, and goes through the advertiser’s counter', () => {
    const bid = onlyBid({ imp: [nativeImp()] });
    expect(bid.mtype).toBe(4);
    const markup = nativeResponse.parse(JSON.parse(bid.adm));
    expect(
      markup.assets.map(({ id, title, img, data }) => [id, title?.text ?? img?.w ?? data?.value]),
    ).toEqual([
      [1, 'Shoes that fit'],
      [2, 1_200],
      [3, 'The shop'],
      [4, 'Made to measure.'],
      [5, 'Try'],
    ]);
    expect(markup.link.url).toMatch(/^https:\/\/count\.example\/\?to=https%3A%2F%2Fads\.example%2Fe%2Fc%2F/);
    expect(markup.eventtrackers?.map(({ event, url }) => [event, url.slice(0, 23)])).toEqual([
      [1, `${ORIGIN}/e/i`],
      [2, `${ORIGIN}/e/v`],
    ]);
  });

  test('tells its impression by a list where events cannot be told', () => {
    const { eventtrackers: _, ...fields } = nativeRequestFields;
    const markup = nativeResponse.parse(JSON.parse(onlyBid({ imp: [nativeImp({}, fields)] }).adm));
    expect(markup.imptrackers?.[0]).toMatch(/\/e\/i\//);
    expect(markup).not.toHaveProperty('eventtrackers');
  });

  test.each([
    ['an icon', { id: 9, required: 1, img: { type: 1, wmin: 50 } }],
    ['a larger picture', { id: 9, required: 1, img: { type: 3, wmin: 1_300 } }],
    ['a shorter title', { id: 9, required: 1, title: { len: 5 } }],
    ['a rating', { id: 9, required: 1, data: { type: 3 } }],
    ['a video', { id: 9, required: 1, video: { mimes: ['video/mp4'] } }],
  ])('that must have %s and has none is not offered', (_, asset) => {
    expect(world.reason({ imp: [nativeImp({}, { ver: '1.2', assets: [asset] })] })).toBe('blocked');
  });
});

test('what was set aside for a bid is free again when it has lost, once', () => {
  world.use([{ id: 1, impressionLimit: 1 }]);
  const first = onlyBid();
  expect(world.reason()).toBe('budget');
  const token = first.nurl.split('/').at(-1)?.split('?')[0] ?? '';
  world.test.engine.release(token);
  const second = onlyBid();
  world.test.engine.release(token);
  expect(world.reason()).toBe('budget');
  expect(second.id).not.toBe(first.id);
  expect(world.test.engine.counts.decisions[NO_FILL_REASONS.budget]).toBeGreaterThan(0);
});
