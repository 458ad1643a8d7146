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

/**
 * GET /api/campaign-places?kind=&search=&ids=: by name, or those of the ids (commas between). `regions` are found by
 * their names and codes, and have no ids of their own.
 */
export const placeQuery = z.object({
  kind: z.enum(['properties', 'zones', 'regions']),
  search: z.string().max(100).default(''),
  ids: z
    .string()
    .max(PLACES.mostIds * 12)
    .transform((text) => text.split(',').filter(Boolean))
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
