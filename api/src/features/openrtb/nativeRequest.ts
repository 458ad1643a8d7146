import { z } from 'zod';
import { limitedList } from './limitedList';

/** A native markup request (Dynamic Native Ads API 1.2, section 4), as far as it is looked at. */

const MOST = 100;
const positive = z.int().min(1);
const most = z.int().min(0);
const asset = z
  .object({
    id: z.int(),
    required: z.literal([0, 1], { error: 'Must be 0 or 1' }).default(0),
    title: z.object({ len: positive }).optional(),
    img: z
      .object({
        /** 1 icon, 3 main image. */
        type: z.int().optional(),
        w: most.optional(),
        wmin: most.optional(),
        h: most.optional(),
        hmin: most.optional(),
        mimes: limitedList(z.string(), MOST).optional(),
      })
      .optional(),
    video: z.object({}).optional(),
    data: z.object({ type: z.int(), len: most.optional() }).optional(),
  })
  .superRefine(({ title, img, video, data }, check) => {
    const named = [title, img, video, data].filter((each) => each !== undefined);
    if (named.length !== 1)
      check.addIssue({ code: 'custom', message: 'An asset is one of title, img, video and data' });
  });
export type NativeAsset = z.output<typeof asset>;

const root = z
  .object({
    ver: z.string().optional(),
    assets: limitedList(asset, MOST, 'Ask for at least one asset'),
    eventtrackers: limitedList(
      z.object({ event: z.int(), methods: limitedList(z.int(), MOST) }),
      MOST,
    ).optional(),
  })
  .superRefine(({ assets }, check) => {
    const ids = new Set(assets.map(({ id }) => id));
    if (ids.size < assets.length)
      check.addIssue({ code: 'custom', path: ['assets'], message: 'Two assets have the same id' });
  });

/** Up to 1.0 the request hung under a root node of its own. */
export const nativeRequest = z.preprocess((value) => {
  const wrapped = value !== null && typeof value === 'object' && !('assets' in value) && 'native' in value;
  return wrapped ? value.native : value;
}, root);
export type NativeRequest = z.output<typeof root>;
