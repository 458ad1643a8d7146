import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, OutgoingPostbackTable } from '../../../platform/db';

export type OutgoingRow = Selectable<OutgoingPostbackTable>;
export type OutgoingView = OutgoingRow & { waiting: number; dead: number };

const views = (db: Db, ownerId: number) =>
  db
    .selectFrom('outgoing_postback as o')
    .selectAll('o')
    .select([
      sql<number>`(SELECT count(*)::int FROM postback_call c WHERE c.outgoing_id = o.id AND c.advertiser_id = o.advertiser_id AND c.state = 'waiting')`.as(
        'waiting',
      ),
      sql<number>`(SELECT count(*)::int FROM postback_call c WHERE c.outgoing_id = o.id AND c.advertiser_id = o.advertiser_id AND c.state = 'dead')`.as(
        'dead',
      ),
    ])
    .where('o.advertiser_id', '=', ownerId);

/** The owner's, newest first. */
export const findOutgoing = (db: Db, ownerId: number): Promise<OutgoingView[]> =>
  views(db, ownerId).orderBy('o.id', 'desc').execute();

export const findOneOutgoing = (db: Db, ownerId: number, id: number): Promise<OutgoingView | undefined> =>
  views(db, ownerId).where('o.id', '=', id).executeTakeFirst();

/** The owner's, held until the transaction ends. */
export const lockOutgoing = (trx: Db, ownerId: number, id: number): Promise<OutgoingRow | undefined> =>
  trx
    .selectFrom('outgoing_postback')
    .selectAll()
    .where('id', '=', id)
    .where('advertiser_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const insertOutgoing = (trx: Db, row: Insertable<OutgoingPostbackTable>): Promise<OutgoingRow> =>
  trx.insertInto('outgoing_postback').values(row).returningAll().executeTakeFirstOrThrow();

export async function updateOutgoing(
  trx: Db,
  id: number,
  set: Updateable<OutgoingPostbackTable>,
): Promise<void> {
  await trx.updateTable('outgoing_postback').set(set).where('id', '=', id).execute();
}

/** From then on nothing new is told there; → whether there is one. */
export async function closeOutgoing(db: Db, ownerId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outgoing_postback')
    .set({ state: 'paused' })
    .where('id', '=', id)
    .where('advertiser_id', '=', ownerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Drops so many of its calls; answers how many there were. */
export async function deleteCallsOf(db: Db, outgoingId: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM postback_call WHERE id IN (
    SELECT id FROM postback_call WHERE outgoing_id = ${outgoingId} LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows);
}

/** With the calls that are left; → whether there was one. */
export async function deleteOutgoing(trx: Db, ownerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('outgoing_postback')
    .where('id', '=', id)
    .where('advertiser_id', '=', ownerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countOutgoing(trx: Db, ownerId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('outgoing_postback')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('advertiser_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether the owner has a goal of this number. */
export async function ownsGoal(db: Db, ownerId: number, goalId: number): Promise<boolean> {
  const row = await db
    .selectFrom('conversion_goal')
    .select('id')
    .where('id', '=', goalId)
    .where('advertiser_id', '=', ownerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** For an account that is deleted: addresses, secrets and calls. */
export async function forgetOutgoing(trx: Db, ownerId: number): Promise<void> {
  await trx.deleteFrom('postback_call').where('advertiser_id', '=', ownerId).execute();
  await trx.deleteFrom('outgoing_postback').where('advertiser_id', '=', ownerId).execute();
}
