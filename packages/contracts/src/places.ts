import { z } from 'zod';
import { micros } from './common';
import { CATEGORIES, PLACES } from './constants';
import { ZONE_KINDS } from './formats';

/**
 * A property or a zone that a campaign may be narrowed to, with its traffic of 28 whole days (UTC). What is told: what
 * any bidder learns by bidding there (requests, how many were filled, floor), and the reader's own figures. Not told:
 * what others paid, and who they are.
 */
export const place = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  category: z.enum(CATEGORIES),
  /** Null of a property. */
  zone: z
    .object({
      kind: z.enum(ZONE_KINDS),
      /** 0: as wide as its place. */
      width: z.int(),
      height: z.int(),
      floor_micros: micros,
    })
    .nullable(),
  requests: z.int(),
  filled: z.int(),
  /** Of the reader's own campaigns. */
  own: z.object({ impressions: z.int(), spend_micros: micros }),
});
export type Place = z.infer<typeof place>;

/** A region by its names: the English one, and what people there call it where that is known and something else. */
export const namedRegion = z.object({
  /** ISO 3166-2, as targeting has it. */
  code: z.string(),
  name: z.string(),
  own_name: z.string().nullable(),
});
export type NamedRegion = z.infer<typeof namedRegion>;

/** A kind of zone, of banners with a size: `native`, `banner-300x250`. */
const FITTING = new RegExp(
  `^(?:${ZONE_KINDS.filter((kind) => kind !== 'banner').join('|')}|banner-\\d{1,4}x\\d{1,4})$`,
);

/**
 * GET /api/campaign-places?kind=&search=&ids=&fits=: by name, or those of the ids (commas between). `regions` are found by
 * their names and codes; their codes are their ids. One that has no name is left out: targeting takes it all the same.
 * `fits` (commas between) leaves of what is found by name only zones of these kinds, and properties with such a zone.
 */
export const placeQuery = z.object({
  kind: z.enum(['properties', 'zones', 'regions']),
  search: z.string().max(100).default(''),
  ids: z
    .string()
    .max(PLACES.mostIds * 12)
    .transform((text) => text.split(',').filter(Boolean))
    .optional(),
  fits: z
    .string()
    .max(1_000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.string().regex(FITTING)))
    .optional(),
});
export type PlaceQuery = z.infer<typeof placeQuery>;

/** `more`: there are others behind these; a longer search finds them. `regions` are there when they were asked for. */
export const placeList = z.object({
  places: z.array(place),
  more: z.boolean(),
  regions: z.array(namedRegion).optional(),
});
export type PlaceList = z.infer<typeof placeList>;
