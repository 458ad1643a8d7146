import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ConversionGoalTable, Db } from '../../platform/db';

export type GoalRow = Selectable<ConversionGoalTable>;
export type GoalView = GoalRow & { last_received_at: Date | null };

export async function countGoals(db: Db, ownerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('conversion_goal')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('advertiser_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertGoal(db: Db, row: Insertable<ConversionGoalTable>): Promise<GoalRow> {
  return db.insertInto('conversion_goal').values(row).returningAll().executeTakeFirstOrThrow();
}

const views = (db: Db, ownerId: number) =>
  db
    .selectFrom('conversion_goal as g')
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom('conversion')
          .select('received_at as last_received_at')
          .whereRef('goal_id', '=', 'g.id')
          .orderBy('id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('g')
    .select('last.last_received_at')
    .where('g.advertiser_id', '=', ownerId);

/** The owner's goals, newest first; archived ones too. */
export async function findGoals(db: Db, ownerId: number): Promise<GoalView[]> {
  return views(db, ownerId).orderBy('g.id', 'desc').execute();
}

export async function findOwnGoal(db: Db, ownerId: number, id: number): Promise<GoalView | undefined> {
  return views(db, ownerId).where('g.id', '=', id).executeTakeFirst();
}

/** Whoever's it is. */
export async function findGoal(db: Db, id: number): Promise<GoalRow | undefined> {
  return db.selectFrom('conversion_goal').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The owner's goal, held until the transaction ends. */
export async function lockOwnGoal(trx: Db, ownerId: number, id: number): Promise<GoalRow | undefined> {
  return trx
    .selectFrom('conversion_goal')
    .selectAll()
    .where('id', '=', id)
    .where('advertiser_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Whether a campaign that is not archived pays for conversions of this goal. Its goals are held while it is given one. */
export async function isPaidFor(trx: Db, ownerId: number, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('campaign')
    .select('id')
    .where('advertiser_id', '=', ownerId)
    .where('pricing', '=', 'CPA')
    .where('state', '<>', 'archived')
    .where(sql<boolean>`${id} = ANY (goal_ids)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateGoal(db: Db, id: number, set: Updateable<ConversionGoalTable>): Promise<void> {
  await db.updateTable('conversion_goal').set(set).where('id', '=', id).execute();
}

/** For an account that is deleted: its goals take nothing more, and tell nothing. Bears being run again. */
export async function forgetGoals(trx: Db, ownerId: number, now: Date): Promise<void> {
  const goals = trx.selectFrom('conversion_goal').select('id').where('advertiser_id', '=', ownerId);
  // The key goes with the text: it may be the same one.
  await trx
    .updateTable('conversion')
    .set({ tx: null, dedupe_key: null })
    .where('goal_id', 'in', goals)
    .where((where) => where.or([where('tx', 'is not', null), where('dedupe_key', 'is not', null)]))
    .execute();
  await trx
    .updateTable('conversion_goal')
    .set({
      name: 'Deleted goal',
      key_sealed: null,
      old_key_sealed: null,
      old_key_until: null,
      allowed_addresses: [],
      state: 'archived',
      pixel: false,
      updated_at: now,
    })
    .where('advertiser_id', '=', ownerId)
    .execute();
}
