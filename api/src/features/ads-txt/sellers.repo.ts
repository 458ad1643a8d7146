import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

/** A publisher as sellers.json may name it. */
export interface SellerRow {
  id: number;
  company_name: string | null;
  first_name: string | null;
  last_name: string | null;
  is_confidential: boolean;
  /** Of the first property that was added of those that are approved; null: none is. */
  domain: string | null;
}

/** A property that stands for an exchange is nobody's site: there the exchange says who sells. */
const isSite = sql`NOT EXISTS (SELECT FROM rtb_seat seat WHERE seat.property_id = site.id)`;
const sellers = sql`SELECT u.id, u.company_name, u.first_name, u.last_name,
    coalesce(s.is_confidential, true) AS is_confidential, p.domain
  FROM app_user u LEFT JOIN seller_entry s ON s.publisher_id = u.id`;

/** Every publisher that may sell: an account in use with a property that was approved. */
export async function findListed(db: Db): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    ${sellers} JOIN (SELECT DISTINCT ON (publisher_id) publisher_id, domain FROM property site WHERE state = 'approved' AND ${isSite}
        ORDER BY publisher_id, id) p ON p.publisher_id = u.id
    WHERE u.role = 'publisher' AND u.status = 'active' AND u.deletes_at IS NULL ORDER BY u.id`.execute(db);
  return rows;
}

export async function findSeller(db: Db, publisherId: number): Promise<SellerRow | undefined> {
  const { rows } = await sql<SellerRow>`
    ${sellers} LEFT JOIN LATERAL (SELECT domain FROM property site WHERE publisher_id = u.id AND state = 'approved'
        AND ${isSite} ORDER BY id LIMIT 1) p ON true
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
