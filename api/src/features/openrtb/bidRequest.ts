import { z } from 'zod';
import {
  anything,
  count,
  cpm,
  currency,
  Faults,
  flag,
  ipv4,
  ipv6,
  type Known,
  list,
  MOST_FAULTS,
  orElse,
  type Reader,
  record,
  text,
  whole,
} from './leniently';
import { nativeRequest } from './nativeRequest';

/**
 * An OpenRTB 2.6 bid request (section 3.2), as far as it is looked at. What is not named here is passed over, as the
 * specification asks (2.6): new fields come every month. Personal data (user, device identifiers, coordinates) is not
 * named and goes no further than the parser. Refused is what nobody can answer: no id, no impression, or lists that are
 * made to be long.
 */

/** No page has more places, and no player or place takes more of a kind. */
const MOST = 100;
const MOST_TEXTS = 10_000;
const MOST_DEALS = 1_000;

/** Kinds of a list; unknown ones are taken, since lists grow. */
const kinds = list(whole, MOST);
const types = list(text, MOST);
/** Blocked domains and categories, seats, keywords. */
const texts = list(text, MOST_TEXTS);

const banner = record({
  format: list(record({ w: count, h: count }), MOST),
  w: count,
  h: count,
  btype: kinds,
  battr: kinds,
  mimes: types,
});
export type Banner = Known<typeof banner>;

const durationFloor = record({
  mindur: count,
  maxdur: count,
  bidfloor: orElse(cpm, 0),
});

const video = record({
  mimes: types,
  minduration: count,
  maxduration: count,
  rqddurs: list(count, MOST),
  protocols: kinds,
  w: count,
  h: count,
  linearity: whole,
  delivery: kinds,
  minbitrate: count,
  maxbitrate: count,
  boxingallowed: flag,
  battr: kinds,
  poddur: count,
  mincpmpersec: cpm,
  durfloors: list(durationFloor, MOST),
});
export type Video = Known<typeof video>;

/** Undefined when it is no JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const native = record({
  /** JSON in a text, with a root node `native` up to version 1.0; some send the object itself. */
  request(value: unknown, faults: Faults) {
    const inside = new Faults();
    const found = nativeRequest(typeof value === 'string' ? parseJson(value) : value, inside);
    const [fault] = inside.found;
    if (fault) faults.add(fault.message);
    return found;
  },
  ver: text,
  battr: kinds,
});
export type Native = Known<typeof native>;

const imp = record({
  id: anything,
  banner,
  video,
  native,
  pmp: record({
    private_auction: orElse(flag, 0),
    deals: list(record({ id: text }), MOST_DEALS),
  }),
  tagid: text,
  bidfloor: orElse(cpm, 0),
  bidfloorcur: orElse(currency, 'USD'),
  secure: flag,
  exp: count,
});
export type Imp = Omit<Known<typeof imp>, 'id'> & { id: string };

const inventory = record({
  keywords: text,
  kwarray: texts,
  content: record({ keywords: text, kwarray: texts }),
});

const anyBrand = record({ brand: text, version: types });
/** Unknown without its name. */
const brandVersion = (value: unknown, faults: Faults) => {
  const found = anyBrand(value, faults);
  return found?.brand === undefined ? undefined : { ...found, brand: found.brand };
};
const device = record({
  ua: text,
  sua: record({
    browsers: list(brandVersion, MOST),
    platform: brandVersion,
    mobile: flag,
  }),
  ip: ipv4,
  ipv6,
  geo: record({ country: text, region: text }),
  dnt: flag,
  lmt: flag,
  devicetype: whole,
  language: text,
  langb: text,
});
export type Device = Known<typeof device>;

const regs = record({
  coppa: flag,
  gdpr: flag,
  us_privacy: text,
  gpp: text,
  /** No field of the specification yet: a number or a text, here or in `ext`. */
  gpc: anything,
  ext: record({ gpc: anything }),
});
export type Regs = Known<typeof regs>;

/** Impressions that can be answered: with an id of their own, the first of each. */
const imps: Reader<Imp[]> = (value, faults) => {
  const before = faults.found.length;
  const offered = list(imp, MOST)(value, faults) ?? [];
  const named = new Map<string, Imp>();
  for (const each of offered) {
    const { id } = each;
    if (typeof id === 'string' && id !== '' && !named.has(id)) named.set(id, { ...each, id });
  }
  if (named.size > 0 || faults.found.length > before) return [...named.values()];
  faults.add('Offer at least one impression, with an id', ...(offered.length > 0 ? [0, 'id'] : []));
  return [];
};

const request = record({
  id(value: unknown, faults: Faults) {
    if (typeof value === 'string' && value !== '') return value;
    faults.add('Must be a text that is not empty');
    return '';
  },
  imp: imps,
  site: inventory,
  app: inventory,
  dooh: inventory,
  device,
  regs,
  test: orElse(flag, 0),
  tmax: count,
  wseat: texts,
  bseat: texts,
  cur: list(currency, MOST_TEXTS),
  wlang: texts,
  wlangb: texts,
  acat: texts,
  bcat: texts,
  cattax: orElse(whole, 1),
  badv: texts,
});
export type BidRequest = Known<typeof request>;

export const bidRequest = z.unknown().transform((value, check): BidRequest => {
  const faults = new Faults();
  const found = request(value, faults);
  if (found === undefined) faults.add('Must be an object');
  for (const { path, message } of faults.found.slice(0, MOST_FAULTS))
    check.addIssue({ code: 'custom', path, message });
  return found ?? z.NEVER;
});
