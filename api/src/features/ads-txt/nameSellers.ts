import type { Db } from '../../platform/db';
import { rootDomain } from '../../platform/rootDomain';
import { findHolders, type SellerRow } from './sellers.repo';

/** A publisher and the root domain by which it is known; null: none that may name it. */
export type NamedSeller = Omit<SellerRow, 'domains'> & { domain: string | null };

/** A port, as sites that are tried out have it, is no part of a domain. */
const rootOf = (domain: string) => rootDomain(domain).replace(/:\d+$/, '');

/** Names each by the root domain of its best site; never by one that another publisher has shown to be theirs. */
export async function nameSellers(db: Db, rows: readonly SellerRow[]): Promise<NamedSeller[]> {
  const roots = rows.map(({ domains }) => [...new Set(domains.map(rootOf))]);
  const holders = await findHolders(db, [...new Set(roots.flat())]);
  return rows.map(({ domains: _, ...row }, index) => {
    const isOwn = (root: string) => (holders.get(root) ?? row.id) === row.id;
    return { ...row, domain: roots[index]?.find(isOwn) ?? null };
  });
}
