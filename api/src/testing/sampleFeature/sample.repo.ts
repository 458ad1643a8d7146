import type { Db } from '../../platform/db';

export async function getCreatedAt(db: Db, userId: number): Promise<Date> {
  const { created_at } = await db
    .selectFrom('app_user')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return created_at;
}
