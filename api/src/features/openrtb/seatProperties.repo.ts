import { sql } from 'kysely';
import type { Db } from '../../platform/db';

interface FoundProperty {
  id: number;
  name: string;
  domain: string;
}

/** One that is not archived: any of them may stand for an exchange. */
export async function findProperty(db: Db, id: number): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('property')
    .select('id')
    .where('id', '=', id)
    .where('state', '<>', 'archived')
    .executeTakeFirst();
}

/** Approved ones with the text in name or domain, or with this number; newest first. */
export async function findSeatProperties(
  db: Db,
  search: string,
  id: number | null,
  limit: number,
): Promise<FoundProperty[]> {
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const { rows } = await sql<FoundProperty>`
    SELECT id, name, domain FROM property
    WHERE state = 'approved' AND (id = ${id} OR name ILIKE ${pattern} OR domain ILIKE ${pattern})
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
