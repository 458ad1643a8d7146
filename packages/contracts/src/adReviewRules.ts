import { normalDomain } from './propertyRules';

/** What a publisher can keep off a property. Stored: only add. */
export const BLOCK_KINDS = ['advertiser', 'creative', 'category', 'domain'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export const BLOCKS = {
  /** Of one kind on one property. */
  mostOfKind: 500,
  /** Properties in one call. */
  mostProperties: 200,
  /** Entries of the history that are listed. */
  history: 50,
  /** Whole days before today, UTC, whose earnings say what a block costs. */
  days: 30,
  /** Days back in which an ad must have run for its creative or advertiser to be blocked. */
  knownDays: 400,
} as const;

export const AD_REVIEW_SORTS = ['earnings', 'impressions', 'last_shown'] as const;
export type AdReviewSort = (typeof AD_REVIEW_SORTS)[number];
/** Ads of one page. */
export const AD_REVIEW_PAGE = { usual: 25, most: 100 } as const;

/** The domain to block that a text names (`*.shop.example`, a whole address), without a port; null when it names none. */
export function blockDomainOf(text: string): string | null {
  const domain = normalDomain(text.trim().replace(/^\*?\./, ''));
  return domain === null ? null : domain.replace(/:\d+$/, '');
}
