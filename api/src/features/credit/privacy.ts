import type { Db, Trx } from '../../platform/db';
import { findStatements } from './statements.repo';

/** What is kept of a person's line, for their archive. */
export async function exportCredit(db: Db, userId: number): Promise<unknown> {
  const line = await db
    .selectFrom('credit_line')
    .select(['limit_micros', 'terms_days', 'state', 'agreed_at', 'updated_at'])
    .where('advertiser_id', '=', userId)
    .executeTakeFirst();
  const statements = await findStatements(db, userId);
  const text = (micros: bigint) => micros.toString();
  return {
    line: line ? { ...line, limit_micros: text(line.limit_micros) } : null,
    statements: statements.map(({ id: _id, ...row }) => ({
      ...row,
      owed_micros: text(row.owed_micros),
      drawn_micros: text(row.drawn_micros),
      repaid_micros: text(row.repaid_micros),
    })),
  };
}

/** The line is closed and what operators wrote about it goes; its terms and statements stay with the books. */
export async function forgetCredit(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('credit_line')
    .set({ state: 'closed', note: '' })
    .where('advertiser_id', '=', userId)
    .execute();
}
