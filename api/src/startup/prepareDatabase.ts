import type { Warning } from '../config';
import {
  type Connection,
  createClient,
  findPrivilegeGaps,
  grantPrivileges,
  migrate,
  type PrivilegeGap,
} from '../platform/db';
import { installQueues } from '../platform/jobs';
import type { Log } from '../platform/log';
import { databaseRoleWarning } from './databaseRoleWarning';
import { StartError } from './StartError';

export interface DatabaseRoles {
  /** As the app's role. */
  connection: Connection;
  /** As the role that owns the tables; the same connection where there is one role for everything. */
  owner: Connection;
}

async function readPrivileges(connection: Connection): Promise<{ role: string; gaps: PrivilegeGap[] }> {
  const client = createClient(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
    const role = rows[0]?.role ?? '';
    return { role, gaps: await findPrivilegeGaps(client, role) };
  } finally {
    await client.end();
  }
}

/**
 * Migrations and queues as the owner, then the app's privileges as `privileges.ts` declares them. With one role, or
 * without the owner's, it only checks that nothing is missing. Answers what the operator should know of the role.
 */
export async function prepareDatabase(
  { connection, owner }: DatabaseRoles,
  log: Log,
): Promise<Warning | null> {
  await migrate(owner, { log });
  await installQueues(owner);
  const before = await readPrivileges(connection);
  const { role, gaps } =
    owner !== connection && before.gaps.length > 0
      ? await grantPrivileges(owner, before.role).then(() => readPrivileges(connection))
      : before;
  const lacking = gaps.find(({ missing }) => missing.length > 0);
  if (lacking)
    throw new StartError(
      `The role ${role} of DATABASE_URL has no ${lacking.missing[0]} privilege on ${lacking.name}: start once with MIGRATIONS_DATABASE_URL set to the owner of the tables (docs/operations.md, "Database roles").`,
    );
  return databaseRoleWarning(role, gaps);
}
