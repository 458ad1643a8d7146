import { bidRequest } from './bidRequest';
import { bannerImp, nativeImp, nativeRequestFields, request, videoImp } from './testRequests';

const paths = (value: unknown) =>
  bidRequest.safeParse(value).error?.issues.map((issue) => issue.path.map(String).join('.')) ?? [];

describe('a bid request', () => {
  test.each([
    ['as it is', request()],
    ['with a video', request({ imp: [videoImp()] })],
    ['with a native ad', request({ imp: [nativeImp()] })],
    ['with a native ad as up to 1.0', request({ imp: [nativeImp({}, { native: nativeRequestFields })] })],
    ['with all of them in one', request({ imp: [{ ...bannerImp(), ...videoImp(), ...nativeImp() }] })],
    ['without a device', request({ device: undefined })],
    ['with fields nobody knows', request({ ext: { a: 1 }, future: [1], imp: [bannerImp({ later: {} })] })],
    ['with a banner of no size', request({ imp: [{ id: '1', banner: {} }] })],
    [
      'with values of lists nobody knows',
      request({ at: 507, imp: [bannerImp({ banner: { btype: [99] } })] }),
    ],
    ['with a size of nothing', request({ imp: [bannerImp({ banner: { w: 0, h: 0 } })] })],
    ['with no time at all', request({ tmax: 0 })],
    [
      'with many impressions',
      request({ imp: Array.from({ length: 100 }, (_, id) => bannerImp({ id: String(id) })) }),
    ],
    ['with a floor nobody reaches', request({ imp: [bannerImp({ bidfloor: 1e300 })] })],
    ['with a deal', request({ imp: [bannerImp({ pmp: { deals: [{ id: 'd' }] } })] })],
  ])('%s is taken', (_, value) => {
    expect(paths(value)).toEqual([]);
  });

  test.each([
    ['without an id', request({ id: undefined }), 'id'],
    ['with an empty id', request({ id: '' }), 'id'],
    ['with a number for an id', request({ id: 7 }), 'id'],
    ['without impressions', request({ imp: undefined }), 'imp'],
    ['with none', request({ imp: [] }), 'imp'],
    ['with an object for a list', request({ imp: bannerImp() }), 'imp'],
    ['with an impression without an id', request({ imp: [{ banner: {} }] }), 'imp.0.id'],
    ['with an id twice', request({ imp: [bannerImp(), bannerImp()] }), 'imp.1.id'],
    ['with an impression of nothing', request({ imp: [{ id: '1' }] }), 'imp.0'],
    ['with a floor below nothing', request({ imp: [bannerImp({ bidfloor: -1 })] }), 'imp.0.bidfloor'],
    ['with a floor in a text', request({ imp: [bannerImp({ bidfloor: '1' })] }), 'imp.0.bidfloor'],
    [
      'with a currency that is none',
      request({ imp: [bannerImp({ bidfloorcur: 'usd' })] }),
      'imp.0.bidfloorcur',
    ],
    ['with a flag of 2', request({ imp: [bannerImp({ secure: 2 })] }), 'imp.0.secure'],
    [
      'with a size below nothing',
      request({ imp: [bannerImp({ banner: { w: -1, h: 1 } })] }),
      'imp.0.banner.w',
    ],
    ['with a video without types', request({ imp: [videoImp({}, { mimes: [] })] }), 'imp.0.video.mimes'],
    [
      'with durations that exclude one another',
      request({ imp: [videoImp({}, { rqddurs: [15], minduration: 5 })] }),
      'imp.0.video.rqddurs',
    ],
    [
      'with a least duration above the longest',
      request({ imp: [videoImp({}, { minduration: 30, maxduration: 15 })] }),
      'imp.0.video.minduration',
    ],
    [
      'with a native request that is no text',
      request({ imp: [{ id: '1', native: { request: {} } }] }),
      'imp.0.native.request',
    ],
    [
      'with a native request that is no JSON',
      request({ imp: [{ id: '1', native: { request: '{' } }] }),
      'imp.0.native.request',
    ],
    [
      'with a native request without assets',
      request({ imp: [nativeImp({}, { assets: [] })] }),
      'imp.0.native.request',
    ],
    [
      'with two native assets of one id',
      request({
        imp: [
          nativeImp(
            {},
            {
              assets: [
                { id: 1, title: { len: 9 } },
                { id: 1, data: { type: 1 } },
              ],
            },
          ),
        ],
      }),
      'imp.0.native.request',
    ],
    ['with site and app', request({ app: {} }), 'app'],
    ['with app and dooh', request({ site: undefined, app: {}, dooh: {} }), 'dooh'],
    ['with less than no time', request({ tmax: -1 }), 'tmax'],
    ['with half a millisecond', request({ tmax: 0.5 }), 'tmax'],
    ['with a test of yes', request({ test: true }), 'test'],
    ['with an address that is none', request({ device: { ip: '203.0.113.700' } }), 'device.ip'],
    ['with an IPv4 address as IPv6', request({ device: { ipv6: '203.0.113.7' } }), 'device.ipv6'],
    [
      'with more impressions than a page has',
      request({ imp: Array.from({ length: 101 }, () => ({})) }),
      'imp',
    ],
    ['with null', null, ''],
    ['with a list', [], ''],
    ['with a text', 'x', ''],
  ])('%s is refused', (_, value, path) => {
    expect(paths(value)).toContain(path);
  });

  describe('that is made to be long', () => {
    const many = (each: unknown, length = 20_000) => Array.from({ length }, () => each);
    const inImp = (fields: object) => request({ imp: [bannerImp(fields)] });
    const inNative = (fields: object) =>
      request({ imp: [nativeImp({}, { ...nativeRequestFields, ...fields })] });

    test.each([
      ['imp', { imp: many({}) }],
      ['cur', { cur: many('USD') }],
      ['wseat', { wseat: many('1') }],
      ['bseat', { bseat: many('1') }],
      ['wlang', { wlang: many('de') }],
      ['wlangb', { wlangb: many('de') }],
      ['acat', { acat: many('IAB1') }],
      ['bcat', { bcat: many('IAB1') }],
      ['badv', { badv: many('a.example') }],
      ['site.kwarray', { site: { kwarray: many('a') } }],
      ['site.content.kwarray', { site: { content: { kwarray: many('a') } } }],
      ['device.sua.browsers', { device: { sua: { browsers: many({ brand: 'a' }) } } }],
      ['device.sua.platform.version', { device: { sua: { platform: { brand: 'a', version: many('1') } } } }],
      ['imp.0.banner.format', inImp({ banner: { format: many({ w: 300, h: 250 }) } })],
      ['imp.0.banner.btype', inImp({ banner: { btype: many(1) } })],
      ['imp.0.banner.battr', inImp({ banner: { battr: many(1) } })],
      ['imp.0.banner.mimes', inImp({ banner: { mimes: many('image/png') } })],
      ['imp.0.video.mimes', request({ imp: [videoImp({}, { mimes: many('video/mp4') })] })],
      ['imp.0.video.rqddurs', request({ imp: [videoImp({}, { rqddurs: many(15) })] })],
      ['imp.0.video.protocols', request({ imp: [videoImp({}, { protocols: many(13) })] })],
      ['imp.0.video.delivery', request({ imp: [videoImp({}, { delivery: many(2) })] })],
      ['imp.0.video.battr', request({ imp: [videoImp({}, { battr: many(1) })] })],
      ['imp.0.video.durfloors', request({ imp: [videoImp({}, { durfloors: many({}) })] })],
      ['imp.0.pmp.deals', inImp({ pmp: { deals: many({ id: 'a' }) } })],
      ['imp.0.native.battr', inImp({ native: { ...nativeImp().native, battr: many(1) } })],
      ['imp.0.native.request', inNative({ assets: many({ id: 1, title: { len: 9 } }) })],
      ['imp.0.native.request', inNative({ assets: [{ id: 1, img: { mimes: many('image/png') } }] })],
      ['imp.0.native.request', inNative({ eventtrackers: many({ event: 1, methods: [1] }) })],
      ['imp.0.native.request', inNative({ eventtrackers: [{ event: 1, methods: many(1) }] })],
    ])('by %s is refused for that alone', (path, fields) => {
      expect(paths({ ...request(), ...fields })).toEqual([path]);
    });

    test('and wrong all over is looked at no further than its first faults', () => {
      expect(paths(request({ imp: many({}, 100) }))).toHaveLength(20);
      expect(paths(request({ badv: many(1, 5_000) }))).toHaveLength(20);
      const imp = { ...videoImp({}, { protocols: many('x', 100) }), pmp: { deals: many({}, 100) } };
      expect(paths(request({ imp: many(imp, 100) })).length).toBe(20);
    });

    test('is not looked at behind them', () => {
      const looked = jest.fn();
      const imp = Array.from({ length: 100 }, (_, index) =>
        Object.defineProperty({}, 'id', { enumerable: true, get: () => looked(index) }),
      );
      paths(request({ imp }));
      expect(Math.max(...looked.mock.calls.map(([index]) => Number(index)))).toBeLessThan(20);
    });
  });

  test('what is personal does not get through the parser', () => {
    const parsed = bidRequest.parse(
      request({
        user: { id: 'u', buyeruid: 'b', yob: 1990, eids: [{}] },
        device: { ifa: 'x', didsha1: 'y', geo: { lat: 48.1, lon: 11.5, zip: '80331', country: 'DEU' } },
      }),
    );
    expect(parsed).not.toHaveProperty('user');
    expect(parsed.device).toEqual({ geo: { country: 'DEU' } });
  });
});
