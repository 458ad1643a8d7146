import { sql } from 'kysely';
import type { Trx } from '../../../platform/db';
import { addHourlyFigures } from '../events.repo';
import { asEvent, withdrawnFigures } from './countedConversion';
import { type CountedRow, conversionOf } from './takeBackConversions';

/**
 * Takes a counted conversion, and repetitions of it that count too, out of the count because their advertiser says that
 * they are none: their verdict and the figures of their hour. Only such as cost nothing: the advertiser's word alone gives no publisher's money back. Inside a
 * transaction that holds the money of everybody concerned. Answers the numbers of those that were taken out.
 */
export async function rejectConversions(
  trx: Trx,
  { goalId, dedupeKey, clickId }: { goalId: number; dedupeKey: string | null; clickId: string },
): Promise<bigint[]> {
  const { rows } = await sql<CountedRow>`
    UPDATE conversion SET verdict = 'rejected'
    WHERE goal_id = ${goalId} AND verdict = 'attributed' AND price_micros = 0
      AND (dedupe_key = ${dedupeKey} OR (dedupe_key IS NULL AND click_id = ${clickId}::uuid AND tx = ${dedupeKey}))
    RETURNING *`.execute(trx);
  if (rows.length === 0) return [];
  await addHourlyFigures(trx, withdrawnFigures(rows.map(conversionOf).map(asEvent)));
  return rows.map(({ id }) => id);
}
