import type { Insertable, Selectable } from 'kysely';
import type { Db, SandboxSetupTable } from '../../../platform/db';

export type SandboxRow = Selectable<SandboxSetupTable>;

export async function insertSetup(db: Db, row: Insertable<SandboxSetupTable>): Promise<void> {
  await db
    .insertInto('sandbox_setup')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export function findSetup(db: Db, id: string): Promise<SandboxRow | undefined> {
  return db.selectFrom('sandbox_setup').selectAll().where('id', '=', id).executeTakeFirst();
}

/** From now on this form may be sent, and no other. */
export async function noteForm(db: Db, id: string, sha256: string): Promise<void> {
  await db
    .updateTable('sandbox_setup')
    .set({ form_sha256: sha256 })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** Uses up the form: false when it was sent before, or when another one has taken its place. */
export async function takeForm(db: Db, id: string, sha256: string): Promise<boolean> {
  const row = await db
    .updateTable('sandbox_setup')
    .set({ form_sha256: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('form_sha256', '=', sha256)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type Outcome = { state: 'cancelled' | 'declined' } | ({ state: 'done' } & Kept);
export interface Kept {
  token: string;
  brand: string;
  last4: string;
  expires: string | null;
}

/** Ends a visit that is open. */
export async function endSetup(db: Db, id: string, outcome: Outcome): Promise<void> {
  await db
    .updateTable('sandbox_setup')
    .set({ form_sha256: null, ...outcome })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

export async function noteDetached(db: Db, token: string, now: Date): Promise<void> {
  await db
    .updateTable('sandbox_setup')
    .set({ detached_at: now })
    .where('token', '=', token)
    .where('detached_at', 'is', null)
    .execute();
}

/** What a visit left and has not been given back since. */
export function findKept(db: Db, token: string): Promise<SandboxRow | undefined> {
  return db
    .selectFrom('sandbox_setup')
    .selectAll()
    .where('token', '=', token)
    .where('state', '=', 'done')
    .where('detached_at', 'is', null)
    .executeTakeFirst();
}
