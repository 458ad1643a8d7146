import { type AdReviewReason, publicId } from '@ezdash/contracts';
import { domainAndParents } from '../serving';
import type { Subject } from './blocks.repo';

/** What of an ad can be blocked. */
export interface Blockable {
  creativeId: number;
  advertiserId: number;
  category: string | null;
  /** Of its landing page; empty when it leads nowhere. */
  domain: string;
}

/** What one property does not show, to be asked for each ad. */
export interface BlockList {
  advertisers: Set<number>;
  creatives: Set<number>;
  categories: Set<string>;
  domains: Set<string>;
}

export function blockList(entries: readonly Subject[]): BlockList {
  const list: BlockList = {
    advertisers: new Set(),
    creatives: new Set(),
    categories: new Set(),
    domains: new Set(),
  };
  for (const { advertiserId, creativeId, category, domain } of entries) {
    if (advertiserId !== null) list.advertisers.add(advertiserId);
    if (creativeId !== null) list.creatives.add(creativeId);
    if (category !== null) list.categories.add(category);
    if (domain !== null) list.domains.add(domain);
  }
  return list;
}

/** By what the ad server keeps an ad off the property: its own rules, told for people. Empty when it may run. */
export function blockedBy(list: BlockList, ad: Blockable): AdReviewReason[] {
  const reasons: AdReviewReason[] = [];
  const { creativeId, advertiserId, category } = ad;
  if (list.creatives.has(creativeId))
    reasons.push({ kind: 'creative', value: publicId('creative', creativeId) });
  if (list.advertisers.has(advertiserId))
    reasons.push({ kind: 'advertiser', value: publicId('advertiser', advertiserId) });
  for (const domain of domainAndParents(ad.domain))
    if (list.domains.has(domain)) reasons.push({ kind: 'domain', value: domain });
  if (list.categories.size > 0 && (category === null || list.categories.has(category)))
    reasons.push({ kind: 'category', value: category });
  return reasons;
}
