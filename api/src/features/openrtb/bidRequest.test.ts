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
    // Shapes that exchanges' adapters send.
    ['with nothing where something may stand', request({ user: null, source: null, ext: null, regs: null })],
    ['with a place of no page', request({ site: null, app: null, dooh: {} })],
    ['with a floor in a text', request({ imp: [bannerImp({ bidfloor: '0.5', bidfloorcur: 'usd' })] })],
    ['with an impression of nothing', request({ imp: [{ id: '1' }] })],
    ['with an impression twice', request({ imp: [bannerImp(), bannerImp()] })],
    ['with a page in an app', request({ app: {} })],
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
    ['with impressions that are none', request({ imp: [null, 7, []] }), 'imp'],
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

    test('all over is looked at no further than its first faults', () => {
      const looked = jest.fn();
      const banner = { btype: many(1) };
      const imp = Array.from({ length: 100 }, (_, index) =>
        Object.defineProperty({ banner }, 'id', { enumerable: true, get: () => looked(index) }),
      );
      expect(paths(request({ imp }))).toHaveLength(20);
      expect(looked).toHaveBeenCalledTimes(20);
    });
  });

  test('is read without the impressions that nobody can answer for', () => {
    const imp = [bannerImp(), { banner: {} }, null, bannerImp({ id: 2 }), videoImp(), bannerImp({ id: '3' })];
    expect(
      bidRequest.parse(request({ imp })).imp.map(({ id, banner }) => [id, banner !== undefined]),
    ).toEqual([
      ['1', true],
      ['3', true],
    ]);
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
