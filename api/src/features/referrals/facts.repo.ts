import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { Facts } from './rules';

interface FactRow {
  email: string;
  linked: string[];
  phone: string | null;
  company: string | null;
  tax_id: string | null;
  domains: string[];
  instruments: string[];
}

/**
 * What the rules compare. Of a card or a bank account only its name and last characters are known here, and of a card the
 * month it ends: that is its key.
 */
export async function findFacts(db: Db, userId: number): Promise<Facts | null> {
  const { rows } = await sql<FactRow>`
    SELECT u.email, u.phone_number AS phone, u.company_name AS company, u.tax_id,
      ARRAY(SELECT email FROM social_identity WHERE user_id = u.id AND email IS NOT NULL) AS linked,
      ARRAY(SELECT domain FROM property WHERE publisher_id = u.id AND state IN ('verified', 'approved')) AS domains,
      ARRAY(SELECT concat_ws('|', kind, lower(brand), last4, expires) FROM payment_method
        WHERE user_id = u.id AND removed_at IS NULL) AS instruments
    FROM app_user u WHERE u.id = ${userId} AND u.deleted_at IS NULL`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    email: row.email,
    linkedEmails: row.linked,
    phone: row.phone,
    company: row.company,
    taxId: row.tax_id,
    domains: row.domains,
    instruments: row.instruments,
  };
}
