import { domainToASCII } from 'node:url';
import { CATEGORIES } from '@ezdash/contracts';
import { type Among, advertiserDomain, type SnapshotCreative } from '../serving';
import type { BidRequest } from './bidRequest';
import { CATEGORY_TAXONOMY, iabCategory, namesCategory } from './iabCategories';

/** What a request takes of whom, beyond its places. */
export interface Wishes {
  among: Among;
  accepts(creative: SnapshotCreative): boolean;
}

const LONGEST_DOMAIN = 253;

/** However an exchange writes it: as an address, with a port, for subdomains, with the root's dot, in letters of its own. */
function plainDomain(text: string): string {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]*:?\/\//, '')
    .replace(/[/?#\\].*$/s, '')
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')
    .replace(/^[\s*.]+|(?<![\s.])[\s.]+$/g, '')
    .replace(/^www\.(?=.*\.)/, '');
  // Longer ones are no domain, and cost to spell.
  if (host.length > LONGEST_DOMAIN) return '';
  return /^[\x21-\x7e]*$/.test(host) ? host : domainToASCII(host);
}

/** `shop.example.com` is blocked by itself, by `example.com` and by `com`. */
function isBlocked(domain: string, blocked: ReadonlySet<string>): boolean {
  for (let rest = domain; rest !== ''; ) {
    if (blocked.has(rest)) return true;
    const dot = rest.indexOf('.');
    rest = dot < 0 ? '' : rest.slice(dot + 1);
  }
  return false;
}

/** Our categories among those allowed and not among those blocked; null when the request names none. */
function categoriesOf({ acat = [], bcat = [], cattax }: BidRequest): readonly string[] | null {
  if (acat.length === 0 && bcat.length === 0) return null;
  // In another taxonomy nothing of ours has a name, so that nothing can be promised.
  if (cattax !== CATEGORY_TAXONOMY) return [];
  return CATEGORIES.filter((category) => {
    const name = iabCategory(category) ?? '';
    return !namesCategory(bcat, name) && (acat.length === 0 || namesCategory(acat, name));
  });
}

/**
 * Null when nobody can meet them. Only those bid in an exchange who pay for impressions: it is paid for each of them,
 * and a click that does not come would be ours to pay. No house ads, which pay nothing. And nobody with a frequency
 * cap, since nobody there counts for us.
 */
export function wishesOf(request: BidRequest): Wishes | null {
  const { badv = [], wlang = [], wlangb = [] } = request;
  const categories = categoriesOf(request);
  // Nobody says in which language an ad is.
  if (wlang.length + wlangb.length > 0 || categories?.length === 0) return null;
  const blocked = new Set(badv.map(plainDomain).filter((domain) => domain !== ''));
  return {
    among: { unmeasured: true, uncapped: true, payPerImpression: true, categories },
    accepts: ({ landing }) => blocked.size === 0 || !isBlocked(advertiserDomain(landing), blocked),
  };
}
