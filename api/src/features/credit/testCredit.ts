import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { balances } from '../ledger';

export type CreditState = 'open' | 'overdue' | 'paused' | 'closed';

/** Gives an advertiser a type with a credit line, and a line. */
export async function openLine(
  db: Db,
  advertiserId: number,
  {
    limitMicros,
    state = 'open',
    termsDays = 30,
  }: { limitMicros: bigint; state?: CreditState; termsDays?: number },
): Promise<void> {
  await sql`UPDATE app_user SET account_type_id = (SELECT id FROM account_type WHERE name = 'VIP2')
    WHERE id = ${advertiserId}`.execute(db);
  await db
    .insertInto('credit_line')
    .values({
      advertiser_id: advertiserId,
      limit_micros: limitMicros,
      terms_days: termsDays,
      state,
      agreed_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
}

export async function changeLine(
  db: Db,
  advertiserId: number,
  change: { limit_micros?: bigint; state?: CreditState },
): Promise<void> {
  await db.updateTable('credit_line').set(change).where('advertiser_id', '=', advertiserId).execute();
}

export async function fundsOf(db: Db, advertiserId: number) {
  const { advertiser_cash, advertiser_bonus, advertiser_credit } = await balances(db, advertiserId);
  return { cash: advertiser_cash, bonus: advertiser_bonus, owed: -advertiser_credit };
}
