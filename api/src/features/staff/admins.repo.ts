import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { NameParts } from '../operator-users';

export interface AdminRow extends NameParts {
  id: number;
  email: string;
  status: string;
  second_step: boolean;
  last_login_at: Date | null;
}

/** Those who work for the network, in the order they came. */
export async function findAdmins(db: Db): Promise<AdminRow[]> {
  const { rows } = await sql<AdminRow>`
    SELECT u.id, u.email, u.status, u.first_name, u.last_name, u.company_name, u.username, u.last_login_at,
      EXISTS (SELECT FROM totp_factor t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL) AS second_step
    FROM app_user u WHERE u.role = 'admin' AND u.deleted_at IS NULL ORDER BY u.id`.execute(db);
  return rows;
}
