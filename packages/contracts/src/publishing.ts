import { z } from 'zod';
import { frequencyCap } from './campaigns';
import { lineText, micros, plainText, timestamp } from './common';
import {
  AD_SIZES,
  CATEGORIES,
  FLUID_SIZES,
  MOST_PASSBACK_BYTES,
  PROPERTY_STATES,
  VIDEO_SIZES,
  ZONE_KINDS,
  ZONE_REFRESH,
  ZONE_STATES,
} from './constants';
import { DOMAIN_PATTERN, normalDomain } from './propertyRules';

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => normalDomain(text) ?? '')
  .pipe(z.string().max(253).regex(DOMAIN_PATTERN, { error: 'Enter a domain such as example.com' }));

/** POST /api/properties */
export const propertyInput = z.object({
  name: lineText.min(1, { error: 'Give the property a name' }).max(120),
  domain,
  category: z.enum(CATEGORIES),
  language: z.string().regex(/^[a-z]{2}$/),
});
export type PropertyInput = z.input<typeof propertyInput>;
/** PATCH /api/properties/{id}; the domain stays as it was approved. */
export const propertyUpdate = propertyInput.omit({ domain: true }).partial();
export type PropertyUpdate = z.infer<typeof propertyUpdate>;

/** Figures of a period as a publisher sees them; `requests` are ad requests, filled or not. */
export const publisherFigures = z.object({
  requests: z.number().int(),
  filled: z.number().int(),
  impressions: z.number().int(),
  viewables: z.number().int(),
  clicks: z.number().int(),
  earnings_micros: micros,
});
export type PublisherFigures = z.infer<typeof publisherFigures>;

interface ZoneSize {
  width: number;
  height: number;
}
const same = (a: ZoneSize) => (b: ZoneSize) => a.width === b.width && a.height === b.height;
const WRONG_SIZE = { error: 'Choose one of the sizes' };
const size = z
  .object({ width: z.number().int(), height: z.number().int() })
  .refine((given) => [...AD_SIZES, ...FLUID_SIZES, ...VIDEO_SIZES].some(same(given)), WRONG_SIZE);
const zoneFields = z.object({
  name: lineText.min(1, { error: 'Give the zone a name' }).max(120),
  kind: z.enum(ZONE_KINDS).default('banner'),
  /** One of `AD_SIZES`, `FLUID_SIZES` or `VIDEO_SIZES`, as the kind wants. */
  size,
  floor_micros: micros.min(0).max(1_000_000_000),
  /** When no ad is found: give the space back, or keep it. */
  fallback: z.enum(['collapse', 'keep']),
  /** Seconds in view after which the tag asks for another ad; 0 or missing is never. */
  refresh_seconds: z
    .number()
    .int()
    .refine((seconds) => seconds === 0 || (seconds >= ZONE_REFRESH.least && seconds <= ZONE_REFRESH.most), {
      error: 'Choose 30 seconds to an hour, or none',
    })
    .optional(),
  /** Most ads that one browser shows here in a time, counted in the browser alone; null or missing is without limit. */
  person_cap: frequencyCap.nullable().optional(),
  /** The publisher's own code for when there is no ad; null or missing is none. */
  passback_html: plainText
    .trim()
    .min(1, { error: 'Enter the code' })
    .refine((code) => new TextEncoder().encode(code).length <= MOST_PASSBACK_BYTES, {
      error: 'This code is longer than 16 kB',
    })
    .nullable()
    .optional(),
});
const sizesOf = (kind: (typeof ZONE_KINDS)[number]): readonly ZoneSize[] =>
  kind === 'banner' ? AD_SIZES : [...FLUID_SIZES, ...VIDEO_SIZES].filter((known) => known.kind === kind);

/** POST /api/properties/{id}/zones. Kind and size are fixed after creation. */
export const zoneInput = zoneFields.refine((zone) => sizesOf(zone.kind).some(same(zone.size)), {
  path: ['size'],
  ...WRONG_SIZE,
});
/** As a form sends it; a zone is one for banners unless it says otherwise. */
export type ZoneInput = z.input<typeof zoneInput>;
/** The same with its kind. */
export type CheckedZoneInput = z.output<typeof zoneInput>;
/** PATCH /api/zones/{id} */
export const zoneUpdate = zoneFields
  .omit({ size: true, kind: true })
  .extend({ state: z.enum(ZONE_STATES).exclude(['stopped']) })
  .partial();
export type ZoneUpdate = z.infer<typeof zoneUpdate>;

export const zone = z.object({
  id: z.string(),
  property_id: z.string(),
  name: z.string(),
  kind: z.enum(ZONE_KINDS),
  /** CSS pixels; 0 is as wide as its place. */
  width: z.number().int(),
  height: z.number().int(),
  floor_micros: micros,
  fallback: z.enum(['collapse', 'keep']),
  /** Seconds in view after which the tag asks for another ad; 0 is never. */
  refresh_seconds: z.number().int().optional(),
  person_cap: frequencyCap.nullable().optional(),
  /** Null of an archived zone, too. */
  passback_html: z.string().nullable().optional(),
  state: z.enum(ZONE_STATES),
  /** Why the network stopped it. */
  state_reason: z.string().nullable().optional(),
  /** Null until the tag has asked for an ad: the page then says "No tag seen". */
  last_request_at: timestamp.nullable(),
  created_at: timestamp,
  figures: publisherFigures,
  /** Earnings a day of the period asked for, oldest first, in micros. */
  daily_earnings_micros: z.array(micros),
});
export type Zone = z.infer<typeof zone>;

export const property = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  category: z.enum(CATEGORIES),
  language: z.string(),
  state: z.enum(PROPERTY_STATES),
  state_reason: z.string().nullable(),
  created_at: timestamp,
  figures: publisherFigures,
  zone_count: z.number().int(),
  /** Whether its publisher has shown that the site is theirs; `lost`: once they had. */
  verification: z.enum(['unverified', 'verified', 'lost']).optional(),
  /** When a tag of any of its zones asked for an ad last; null: none has. */
  last_request_at: timestamp.nullable().optional(),
});
export type Property = z.infer<typeof property>;

/** GET /api/properties?from=&to= */
export const propertyList = z.object({ properties: z.array(property), totals: publisherFigures });
export type PropertyList = z.infer<typeof propertyList>;
/** GET /api/properties/{id}?from=&to= */
export const propertyDetail = z.object({
  property,
  /** Those in use, and of the archived ones with figures of the period the 200 that earned the most. */
  zones: z.array(zone),
  /** The archived zones with figures that are not among `zones`: with these the rows add up to the property's figures. */
  archived_left_out: z
    .object({
      count: z.number().int(),
      figures: publisherFigures,
      /** As of a zone. */
      daily_earnings_micros: z.array(micros),
    })
    .nullable()
    .optional(),
  /** Where the tag script lies. */ tag_url: z.string(),
  /** Whether the publisher's servers have a key to name their visitors with. */
  has_server_key: z.boolean(),
});
export type PropertyDetail = z.infer<typeof propertyDetail>;

/** POST /api/properties/{id}/server-key: the key is said this once; the one before it opens nothing any more. */
export const madeServerKey = z.object({ server_key: z.string() });
export type MadeServerKey = z.infer<typeof madeServerKey>;
