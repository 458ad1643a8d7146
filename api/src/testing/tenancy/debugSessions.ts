import { randomBytes } from 'node:crypto';
import { makeAdmin } from '../factories';
import type { World } from './world';

const AN_HOUR_MS = 3_600_000;

/** A live debug session of an admin who is none of the visitors. */
export async function debugSession({ app: { test } }: World): Promise<string> {
  const admin = await makeAdmin(test.db);
  const { id } = await test.db
    .insertInto('debug_session')
    .values({
      admin_id: admin.id,
      token_sha256: randomBytes(32).toString('hex'),
      cookie_sha256: randomBytes(32).toString('hex'),
      expires_at: new Date(Date.now() + AN_HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
