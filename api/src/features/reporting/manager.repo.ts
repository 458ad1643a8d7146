import type { AccountManager } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';

interface ManagerRow {
  name: string | null;
  language: string | null;
  timezone: string | null;
}

/**
 * Who looks after an account: null while nobody does, undefined when its type has no managed campaigns. An operator who
 * is not active any more looks after nobody.
 */
export async function findManager(db: Db, userId: number): Promise<AccountManager | null | undefined> {
  const { rows } = await sql<ManagerRow>`
    SELECT coalesce(nullif(concat_ws(' ', m.first_name, m.last_name), ''), m.username) AS name,
      m.locale AS language, m.timezone
    FROM app_user u JOIN account_type t ON t.id = u.account_type_id
      LEFT JOIN app_user m ON m.id = u.manager_id AND m.role = 'admin' AND m.status = 'active'
    WHERE u.id = ${userId} AND (t.features ->> 'managed_campaigns')::boolean`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { name, language, timezone } = row;
  return name === null || timezone === null ? null : { name, language, timezone };
}
