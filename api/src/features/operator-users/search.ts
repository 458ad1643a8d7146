import { MAX_ROW } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';

/** In a LIKE pattern the text stands for itself. */
const literal = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** The number of an account, when the text is one. */
export function userIdOf(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : null;
  return id !== null && id <= MAX_ROW ? id : null;
}

/** Of `app_user u`: accounts with this number, or with the text in address, name or company. */
export function matchesSearch(text: string): RawBuilder<boolean> {
  const pattern = `%${literal(text)}%`;
  return sql`(u.id = ${userIdOf(text) ?? -1} OR u.email ILIKE ${pattern} OR u.username ILIKE ${pattern}
    OR u.company_name ILIKE ${pattern} OR concat_ws(' ', u.first_name, u.last_name) ILIKE ${pattern})`;
}
