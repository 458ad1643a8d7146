import type { Warning } from '../config';
import type { PrivilegeGap } from '../platform/db';

/** Of a role that may do more than the app uses: it owns the tables, or is a superuser. */
export function databaseRoleWarning(role: string, gaps: readonly PrivilegeGap[]): Warning | null {
  const wide = gaps.find(({ extra }) => extra.length > 0);
  if (!wide) return null;
  return {
    name: 'database_role',
    sentence: `The role ${role} of DATABASE_URL can do more than the app needs (${wide.extra[0]} on ${wide.name}). Set MIGRATIONS_DATABASE_URL to the owner of the tables and DATABASE_URL to a second role (docs/operations.md, "Database roles").`,
  };
}
