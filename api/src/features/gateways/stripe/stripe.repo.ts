import type { Db, Trx } from '../../../platform/db';

export async function findCustomer(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('stripe_customer')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.customer_id;
}

/** → the one that is kept: the first of those who come at once. */
export async function keepCustomer(db: Db, userId: number, customerId: string, now: Date): Promise<string> {
  await db
    .insertInto('stripe_customer')
    .values({ user_id: userId, customer_id: customerId, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return (await findCustomer(db, userId)) ?? customerId;
}

export async function dropCustomer(trx: Trx, userId: number): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('stripe_customer')
    .where('user_id', '=', userId)
    .returning('customer_id')
    .executeTakeFirst();
  return row?.customer_id;
}

export async function forgetCustomer(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom('stripe_customer').where('customer_id', '=', customerId).execute();
}

export async function keepSetup(db: Db, setupId: string, sessionId: string, now: Date): Promise<void> {
  await db
    .insertInto('stripe_setup')
    .values({ setup_id: setupId, session_id: sessionId, created_at: now })
    .onConflict((conflict) => conflict.column('setup_id').doNothing())
    .execute();
}

export async function findSetup(db: Db, setupId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('stripe_setup')
    .select('session_id')
    .where('setup_id', '=', setupId)
    .executeTakeFirst();
  return row?.session_id;
}

export async function dropOldSetups(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('stripe_setup').where('created_at', '<', before).execute();
}

export async function keepIntent(db: Db, intentId: string, externalId: string): Promise<void> {
  await db
    .insertInto('stripe_intent')
    .values({ intent_id: intentId, external_id: externalId })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .execute();
}

export async function findByIntent(db: Db, intentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('stripe_intent')
    .select('external_id')
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  return row?.external_id ?? null;
}
