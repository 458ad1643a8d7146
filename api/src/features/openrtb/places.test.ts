import { buildSnapshot } from '../serving/hot/index/buildSnapshot';
import { zoneInput } from '../serving/hot/testFixtures';
import { bidRequest } from './bidRequest';
import { placesOf } from './places';
import { nativeImp, request, videoImp } from './testRequests';

/** 20 banner sizes, a video and a native ad. */
const { zones } = buildSnapshot({
  campaigns: [],
  creatives: [],
  zones: [
    ...Array.from({ length: 20 }, (_, index) =>
      zoneInput({ id: 401 + index, width: 100 + index, height: 50 }),
    ),
    zoneInput({ id: 501, kind: 'video', width: 640, height: 360 }),
    zoneInput({ id: 502, kind: 'native', width: 0, height: 120 }),
  ],
});
const sizes = (widths: readonly number[]) => widths.map((w) => ({ w, h: 50 }));
function places(fields: object) {
  const [imp] = bidRequest.parse(request({ imp: [{ id: '1', ...fields }] })).imp;
  if (!imp) throw new Error('there is no impression');
  return placesOf({ imp, zones: [...zones.byId.values()], hasClickMacro: false });
}
const widths = (fields: object) => places(fields).map(({ zone }) => zone.width);

describe('the places of an impression', () => {
  test('are its sizes in order, each once however often it is named', () => {
    expect(widths({ banner: { format: sizes([103, 101, 103, 101, 101, 102, 999, 103]) } })).toEqual([
      103, 101, 102,
    ]);
    expect(widths({ banner: { format: sizes(new Array<number>(100).fill(101)) } })).toEqual([101]);
  });

  test('are ten at most, the video and the native ad among them', () => {
    const all = Array.from({ length: 20 }, (_, index) => 100 + index);
    expect(widths({ banner: { format: sizes(all) } })).toEqual(all.slice(0, 10));
    const { video } = videoImp();
    const { native } = nativeImp();
    expect(places({ banner: { format: sizes(all) }, video, native }).map(({ format }) => format)).toEqual([
      ...new Array<string>(8).fill('banner'),
      'video',
      'native',
    ]);
  });
});
