import {
  AD_SIZES,
  CREATIVE_FORMATS,
  FLUID_SIZES,
  VIDEO_SIZES,
  ZONE_FORMATS,
  ZONE_KINDS,
} from '@ezdash/contracts';
import { creativeKey, placeKey } from './entries';

const SIZES = [...AD_SIZES, ...FLUID_SIZES, ...VIDEO_SIZES];

test('a creative fits the zones of its kind: a banner by its size, anything else at any', () => {
  for (const format of CREATIVE_FORMATS)
    for (const kind of ZONE_KINDS)
      for (const own of SIZES)
        for (const zone of SIZES) {
          const isSame = own.width === zone.width && own.height === zone.height;
          const fits = ZONE_FORMATS[kind].includes(format) && (kind !== 'banner' || isSame);
          const isFound =
            creativeKey(format, own.width, own.height) === placeKey(kind, zone.width, zone.height);
          // A banner of no size is none.
          if (kind === 'banner' && (own.width === 0 || zone.width === 0)) continue;
          expect([format, kind, own, zone, isFound]).toEqual([format, kind, own, zone, fits]);
        }
});
