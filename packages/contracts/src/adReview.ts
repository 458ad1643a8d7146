import { z } from 'zod';
import { AD_REVIEW_PAGE, AD_REVIEW_SORTS, BLOCK_KINDS, BLOCKS, blockDomainOf } from './adReviewRules';
import { day, lineText, micros, timestamp } from './common';
import { CATEGORIES } from './constants';
import { asset } from './creatives';

/** What a publisher knows of an advertiser: the company's name, null when it gave none, and nothing else. */
export const adReviewAdvertiser = z.object({ id: z.string(), name: z.string().nullable() });
export type AdReviewAdvertiser = z.infer<typeof adReviewAdvertiser>;

/** By what an ad is kept off a property. */
export const adReviewReason = z.object({
  kind: z.enum(BLOCK_KINDS),
  /** As `blockInput.value`; null when it names no category where categories are blocked. */
  value: z.string().nullable(),
});
export type AdReviewReason = z.infer<typeof adReviewReason>;

/** An ad that ran on a publisher's properties in a period. */
export const adReviewAd = z.object({
  /** The creative's id. */
  id: z.string(),
  asset,
  alt: z.string(),
  advertiser: adReviewAdvertiser,
  /** Where a click leads, without `www.`; null when it leads nowhere any more. */
  domain: z.string().nullable(),
  /** What is advertised; null when nobody said so. */
  category: z.enum(CATEGORIES).nullable(),
  impressions: z.number().int(),
  viewables: z.number().int(),
  clicks: z.number().int(),
  /** The publisher's part. */
  earnings_micros: micros,
  /** The hour in which it was shown last within the period. */
  last_shown_at: timestamp,
  /** Of the properties asked for those that do not show it, and why. */
  blocked_on: z.array(z.object({ property_id: z.string(), reasons: z.array(adReviewReason) })),
});
export type AdReviewAd = z.infer<typeof adReviewAd>;

const MOST_CURSOR = 200;
/** GET /api/publisher/ads */
export const adReviewQuery = z.object({
  /** Days in UTC, both included; without them the last 28 days. */
  from: day.optional(),
  to: day.optional(),
  property: z.string().optional(),
  zone: z.string().optional(),
  advertiser: z.string().optional(),
  category: z.enum([...CATEGORIES, 'none']).optional(),
  /** Of those that one of the properties does not show (`yes`), or that all of them may show (`no`). */
  blocked: z.enum(['yes', 'no']).optional(),
  sort: z.enum(AD_REVIEW_SORTS).optional(),
  /** The `next_cursor` of the page before, of the same question. */
  cursor: z.string().max(MOST_CURSOR).optional(),
  limit: z.coerce.number().int().min(1).max(AD_REVIEW_PAGE.most).optional(),
});
export type AdReviewQuery = z.infer<typeof adReviewQuery>;
export const adReviewList = z.object({
  ads: z.array(adReviewAd),
  /** All that suit the question, on whichever page. */
  count: z.number().int(),
  /** Who ran there in the period, by name, for the filter; the rest of the question left aside. */
  advertisers: z.array(adReviewAdvertiser),
  next_cursor: z.string().nullable(),
});
export type AdReviewList = z.infer<typeof adReviewList>;

const MOST_VALUE = 300;
/** POST /api/property-blocks and /api/property-blocks/remove. Said twice it comes to the same. */
export const blockInput = z.object({
  kind: z.enum(BLOCK_KINDS),
  /** An advertiser's or a creative's id as the list of ads has it, a category, or a domain (with all below it). */
  value: lineText.min(1).max(MOST_VALUE),
  /** Ids; null: all that are not archived. */
  properties: z.array(z.string()).min(1).max(BLOCKS.mostProperties).nullable(),
});
export type BlockInput = z.infer<typeof blockInput>;
/** Whether a value is one of its kind, as far as that can be told by itself: what is wrong with it, or null. */
export function blockValueProblem({ kind, value }: Pick<BlockInput, 'kind' | 'value'>): string | null {
  if (kind === 'domain' && blockDomainOf(value) === null) return 'Enter a domain such as example.com';
  if (kind === 'category' && !CATEGORIES.some((name) => name === value))
    return 'Choose one of the categories';
  return null;
}
export const blockAnswer = z.object({
  /** Where it changed anything: what an undo names. */
  properties: z.array(z.string()),
});
export type BlockAnswer = z.infer<typeof blockAnswer>;

/** One entry of what a property does not show. */
export const propertyBlock = z.object({
  id: z.string(),
  kind: z.enum(BLOCK_KINDS),
  /** As in `blockInput`. */
  value: z.string(),
  /** Of an advertiser or a creative: whose it is. */
  advertiser: adReviewAdvertiser.nullable(),
  /** Of a creative. */
  asset: asset.nullable(),
  alt: z.string().nullable(),
  created_at: timestamp,
  /** The name of who made it; null when the account is gone or it was there before entries were kept. */
  created_by: z.string().nullable(),
  /** Null: in force. */
  removed_at: timestamp.nullable(),
  removed_by: z.string().nullable(),
});
export type PropertyBlock = z.infer<typeof propertyBlock>;

/** GET /api/properties/{id}/blocks */
export const propertyBlocks = z.object({
  /** In force, newest first. */
  blocks: z.array(propertyBlock),
  /** Taken back, latest first. */
  history: z.array(propertyBlock),
  /** What ads of each category earned here in the last 30 whole days, most first; null: of ads that name none. */
  categories: z.array(
    z.object({
      category: z.enum(CATEGORIES).nullable(),
      impressions: z.number().int(),
      earnings_micros: micros,
    }),
  ),
});
export type PropertyBlocks = z.infer<typeof propertyBlocks>;
