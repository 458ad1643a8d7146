import { z } from 'zod';

/** What is answered to a bid request (OpenRTB 2.6, section 4.2): the schema is what the tests hold answers to. */

const httpUrl = z.string().regex(/^https?:\/\/[^\s"<>]+$/);
const id = z.string().min(1);

const bid = z.strictObject({
  /** The decision's id. */
  id,
  impid: id,
  /** Dollars per thousand impressions, at most three decimals. */
  price: z.number().positive(),
  adid: id,
  nurl: httpUrl,
  burl: httpUrl,
  lurl: httpUrl,
  adm: z.string().min(1),
  adomain: z.array(z.string().min(1)).min(1),
  iurl: httpUrl.optional(),
  cid: id,
  crid: id,
  cat: z.array(z.string().regex(/^IAB\d/)).optional(),
  cattax: z.literal(1),
  attr: z.array(z.int()).optional(),
  /** 1 banner, 2 video, 4 native. */
  mtype: z.literal([1, 2, 4]),
  /** VAST 2.0, 3.0, 4.0, 4.1 and 4.2. */
  protocol: z.literal([2, 3, 7, 11, 13]).optional(),
  w: z.int().positive().optional(),
  h: z.int().positive().optional(),
  /** Seconds an impression may come after the auction. */
  exp: z.int().positive(),
  /** Seconds of a video. */
  dur: z.int().positive().optional(),
});
export type Bid = z.infer<typeof bid>;

export const bidResponse = z.strictObject({
  id,
  seatbid: z
    .array(z.strictObject({ bid: z.array(bid).min(1), seat: id.optional(), group: z.literal(0) }))
    .length(1),
  bidid: id,
  cur: z.literal('USD'),
});
export type BidResponse = z.infer<typeof bidResponse>;

/** Markup of a native bid (Dynamic Native Ads API 1.2, section 5). */
export const nativeResponse = z.strictObject({
  ver: z.literal('1.2'),
  assets: z.array(
    z.strictObject({
      id: z.int(),
      required: z.literal([0, 1]),
      title: z.strictObject({ text: z.string().min(1), len: z.int() }).optional(),
      img: z.strictObject({ type: z.literal([1, 3]), url: httpUrl, w: z.int(), h: z.int() }).optional(),
      data: z.strictObject({ type: z.int(), value: z.string().min(1), len: z.int() }).optional(),
    }),
  ),
  link: z.strictObject({ url: httpUrl }),
  imptrackers: z.array(httpUrl).optional(),
  eventtrackers: z
    .array(z.strictObject({ event: z.literal([1, 2]), method: z.literal(1), url: httpUrl }))
    .optional(),
});
export type NativeResponse = z.infer<typeof nativeResponse>;
