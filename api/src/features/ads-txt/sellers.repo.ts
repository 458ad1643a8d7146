import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

/** A publisher as sellers.json may name it. */
export interface SellerRow {
  id: number;
  company_name: string | null;
  first_name: string | null;
  last_name: string | null;
  is_confidential: boolean;
  /** Whether any property is approved. */
  is_listed: boolean;
  /** Of approved properties, those that are shown to be theirs before others; none that is shown to be another's. */
  domains: string[];
}

/** A property that stands for an exchange is nobody's site: there the exchange says who sells. */
const isSite = sql`NOT EXISTS (SELECT FROM rtb_seat seat WHERE seat.property_id = site.id)`;
/** Of each publisher the approved sites that may name it, the best first. */
const namingSites = (ofWhom: RawBuilder<unknown>) => sql`
  SELECT site.publisher_id, array_agg(site.domain ORDER BY holder.property_id IS NULL, site.id)
    FILTER (WHERE holder.property_id IS NULL OR holder.property_id = site.id) AS domains
  FROM property site
    LEFT JOIN property_verification holder ON holder.domain = site.domain AND holder.verified_at IS NOT NULL
  WHERE site.state = 'approved' AND ${isSite} AND ${ofWhom} GROUP BY site.publisher_id`;
const columns = sql`u.id, u.company_name, u.first_name, u.last_name, coalesce(s.is_confidential, true) AS is_confidential,
  p.publisher_id IS NOT NULL AS is_listed, coalesce(p.domains, '{}') AS domains`;

/** By domain the publisher who has shown that it is theirs; of others nothing. */
export async function findHolders(db: Db, domains: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ domain: string; publisher_id: number }>`
    SELECT v.domain, p.publisher_id FROM property_verification v JOIN property p ON p.id = v.property_id
    WHERE v.verified_at IS NOT NULL AND v.domain = ANY (${domains})`.execute(db);
  return new Map(rows.map(({ domain, publisher_id }) => [domain, publisher_id]));
}

/** Every publisher that may sell: an account in use with a property that was approved. */
export async function findListed(db: Db): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    SELECT ${columns} FROM app_user u LEFT JOIN seller_entry s ON s.publisher_id = u.id
      JOIN (${namingSites(sql`true`)}) p ON p.publisher_id = u.id
    WHERE u.role = 'publisher' AND u.status = 'active' AND u.deletes_at IS NULL ORDER BY u.id`.execute(db);
  return rows;
}

export async function findSeller(db: Db, publisherId: number): Promise<SellerRow | undefined> {
  const { rows } = await sql<SellerRow>`
    SELECT ${columns} FROM app_user u LEFT JOIN seller_entry s ON s.publisher_id = u.id
      LEFT JOIN (${namingSites(sql`site.publisher_id = ${publisherId}`)}) p ON p.publisher_id = u.id
    WHERE u.id = ${publisherId}`.execute(db);
  return rows[0];
}

export async function keepEntry(
  db: Db,
  publisherId: number,
  isConfidential: boolean,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO seller_entry (publisher_id, is_confidential, changed_at)
    VALUES (${publisherId}, ${isConfidential}, ${now})
    ON CONFLICT (publisher_id) DO UPDATE SET is_confidential = excluded.is_confidential,
      changed_at = excluded.changed_at`.execute(db);
}

export async function findChoice(
  db: Db,
  publisherId: number,
): Promise<{ is_confidential: boolean; changed_at: Date } | undefined> {
  const { rows } = await sql<{ is_confidential: boolean; changed_at: Date }>`
    SELECT is_confidential, changed_at FROM seller_entry WHERE publisher_id = ${publisherId}`.execute(db);
  return rows[0];
}

export async function forgetEntry(trx: Trx, publisherId: number): Promise<void> {
  await sql`DELETE FROM seller_entry WHERE publisher_id = ${publisherId}`.execute(trx);
}
