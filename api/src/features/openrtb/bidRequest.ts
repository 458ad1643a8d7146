import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { isAddress } from '../../platform/address';
import { limitedList } from './limitedList';
import { nativeRequest } from './nativeRequest';

/**
 * An OpenRTB 2.6 bid request (section 3.2), as far as it is looked at. What is not named here is passed over, as the
 * specification asks (2.6): new fields come every month. Personal data (user, device identifiers, coordinates) is not
 * named and goes no further than the parser.
 */

/** No page has more places, and no player or place takes more of a kind. */
const MOST = 100;
const MOST_TEXTS = 10_000;
const MOST_DEALS = 1_000;

const flag = z.literal([0, 1], { error: 'Must be 0 or 1' });
const text = z.string();
const wanted = z.string().min(1, { error: 'Must not be empty' });
const count = z.int().min(0);
/** Kinds of a list; unknown ones are taken, since lists grow. */
const kinds = limitedList(z.int(), MOST);
const types = limitedList(text, MOST);
/** Blocked domains and categories, seats, keywords. */
const texts = limitedList(text, MOST_TEXTS);
const currency = z.string().regex(/^[A-Z]{3}$/, { error: 'Must be an ISO 4217 code, as USD' });
/** Dollars and the like per thousand impressions. */
const cpm = z.number().min(0);

const banner = z.object({
  format: limitedList(z.object({ w: count.optional(), h: count.optional() }), MOST).optional(),
  w: count.optional(),
  h: count.optional(),
  btype: kinds.optional(),
  battr: kinds.optional(),
  mimes: types.optional(),
});
export type Banner = z.output<typeof banner>;

const durationFloor = z.object({
  mindur: count.optional(),
  maxdur: count.optional(),
  bidfloor: cpm.default(0),
});

const video = z
  .object({
    mimes: limitedList(text, MOST, 'Name the types the player takes'),
    minduration: count.optional(),
    maxduration: count.optional(),
    rqddurs: limitedList(count, MOST).optional(),
    protocols: kinds.optional(),
    w: count.optional(),
    h: count.optional(),
    linearity: z.int().optional(),
    delivery: kinds.optional(),
    minbitrate: count.optional(),
    maxbitrate: count.optional(),
    boxingallowed: flag.optional(),
    battr: kinds.optional(),
    poddur: count.optional(),
    mincpmpersec: cpm.optional(),
    durfloors: limitedList(durationFloor, MOST).optional(),
  })
  .superRefine(({ rqddurs, minduration, maxduration }, check) => {
    if (rqddurs !== undefined && (minduration !== undefined || maxduration !== undefined))
      check.addIssue({ code: 'custom', path: ['rqddurs'], message: 'Excludes minduration and maxduration' });
    if (minduration !== undefined && maxduration !== undefined && minduration > maxduration)
      check.addIssue({ code: 'custom', path: ['minduration'], message: 'Is above maxduration' });
  });
export type Video = z.output<typeof video>;

/** The request inside is JSON in a text, with a root node `native` up to version 1.0. */
const native = z.object({
  request: z.string().transform((json, check) => {
    const parsed = nativeRequest.safeParse(parseJson(json));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const at = issue && issue.path.length > 0 ? ` (${issue.path.join('.')})` : '';
    check.addIssue({ code: 'custom', message: `Is no native request: ${issue?.message ?? 'not JSON'}${at}` });
    return z.NEVER;
  }),
  ver: text.optional(),
  battr: kinds.optional(),
});
export type Native = z.output<typeof native>;

/** Undefined when it is no JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const FORMATS = ['banner', 'video', 'native', 'audio'] as const;

const imp = z
  .object({
    id: wanted,
    banner: banner.optional(),
    video: video.optional(),
    native: native.optional(),
    audio: z.object({}).optional(),
    pmp: z
      .object({
        private_auction: flag.default(0),
        deals: limitedList(z.object({ id: wanted }), MOST_DEALS).optional(),
      })
      .optional(),
    tagid: text.optional(),
    bidfloor: cpm.default(0),
    bidfloorcur: currency.default('USD'),
    secure: flag.optional(),
    exp: count.optional(),
  })
  .superRefine((each, check) => {
    if (FORMATS.every((format) => each[format] === undefined))
      check.addIssue({ code: 'custom', message: 'Offer a banner, a video or a native ad' });
  });
export type Imp = z.output<typeof imp>;

const inventory = z.object({
  keywords: text.optional(),
  kwarray: texts.optional(),
  content: z.object({ keywords: text.optional(), kwarray: texts.optional() }).optional(),
});

const brandVersion = z.object({ brand: text, version: types.optional() });
const device = z.object({
  ua: text.optional(),
  sua: z
    .object({
      browsers: limitedList(brandVersion, MOST).optional(),
      platform: brandVersion.optional(),
      mobile: flag.optional(),
    })
    .optional(),
  ip: z.string().refine(isIPv4, { error: 'Must be an IPv4 address' }).optional(),
  ipv6: z
    .string()
    .refine((text) => text.includes(':') && isAddress(text), { error: 'Must be an IPv6 address' })
    .optional(),
  geo: z.object({ country: text.optional(), region: text.optional() }).optional(),
  dnt: flag.optional(),
  lmt: flag.optional(),
  devicetype: z.int().optional(),
  language: text.optional(),
  langb: text.optional(),
});
export type Device = z.output<typeof device>;

const regs = z.object({
  coppa: flag.optional(),
  gdpr: flag.optional(),
  us_privacy: text.optional(),
  gpp: text.optional(),
  /** No field of the specification yet: a number or a text, here or in `ext`. */
  gpc: z.unknown().optional(),
  ext: z.object({ gpc: z.unknown().optional() }).optional(),
});
export type Regs = z.output<typeof regs>;

const INVENTORIES = ['site', 'app', 'dooh'] as const;

export const bidRequest = z
  .object({
    id: wanted,
    imp: limitedList(imp, MOST, 'Offer at least one impression'),
    site: inventory.optional(),
    app: inventory.optional(),
    dooh: inventory.optional(),
    device: device.optional(),
    regs: regs.optional(),
    test: flag.default(0),
    /** 1 first price, 2 second price, 3 a deal's, from 500 on an exchange's own. */
    at: z.int().min(1).default(2),
    tmax: count.optional(),
    wseat: texts.optional(),
    bseat: texts.optional(),
    cur: limitedList(currency, MOST_TEXTS).optional(),
    wlang: texts.optional(),
    wlangb: texts.optional(),
    acat: texts.optional(),
    bcat: texts.optional(),
    cattax: z.int().default(1),
    badv: texts.optional(),
  })
  .superRefine((request, check) => {
    const known = new Set<string>();
    request.imp.forEach(({ id }, index) => {
      if (known.has(id))
        check.addIssue({ code: 'custom', path: ['imp', index, 'id'], message: 'Comes twice' });
      known.add(id);
    });
    const named = INVENTORIES.filter((inventoryName) => request[inventoryName] !== undefined);
    if (named.length > 1)
      check.addIssue({ code: 'custom', path: [named[1] ?? ''], message: `Excludes ${named[0]}` });
  });
export type BidRequest = z.output<typeof bidRequest>;
