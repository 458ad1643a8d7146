import {
  type DEDUCTION_CAUSES,
  type EarningsDeduction,
  type EarningsDeductionList,
  INVALID_REASONS,
  LATER_REASONS,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import { ValidationError } from '../../platform/errors';

const PAGE = 25;

interface DeductionRow {
  cause: (typeof DEDUCTION_CAUSES)[number];
  reversal_id: number | null;
  reason: number | null;
  booked_from: string;
  booked_to: string;
  traffic_from: string | null;
  traffic_to: string | null;
  events: bigint;
  micros: bigint;
}

/** One row for each reversal of traffic, and one a month for what has none; newest first. */
async function findDeductions(db: Db, publisherId: number): Promise<DeductionRow[]> {
  const { rows } = await sql<DeductionRow>`
    WITH sums AS (
      SELECT cause, reversal_id, CASE WHEN reversal_id IS NULL THEN date_trunc('month', day)::date END AS month,
        min(day) AS booked_from, max(day) AS booked_to, sum(micros)::int8 AS micros
      FROM publisher_deduction WHERE publisher_id = ${publisherId} GROUP BY 1, 2, 3
    )
    SELECT s.cause, s.reversal_id, r.reason, s.booked_from::text, s.booked_to::text, s.micros,
      traffic.first::text AS traffic_from, traffic.last::text AS traffic_to, coalesce(traffic.events, 0)::int8 AS events
    FROM sums s LEFT JOIN traffic_reversal r ON r.id = s.reversal_id
    LEFT JOIN LATERAL (
      SELECT min(day) AS first, max(day) AS last, sum(counted) AS events FROM traffic_reversal_sum t
      WHERE t.reversal_id = s.reversal_id AND t.publisher_id = ${publisherId}
    ) traffic ON true
    ORDER BY s.booked_to DESC, s.reversal_id DESC NULLS LAST, s.cause`.execute(db);
  return rows;
}

const laterReason = (code: number | null) =>
  LATER_REASONS.find((reason) => INVALID_REASONS[reason] === code) ?? null;

/** Stays the same while more is booked of it. */
const idOf = ({ cause, reversal_id, booked_from }: DeductionRow): string =>
  reversal_id === null ? `${cause}-${booked_from.slice(0, 7)}` : `traffic-${reversal_id}`;

const present = (row: DeductionRow): EarningsDeduction => ({
  id: idOf(row),
  cause: row.cause,
  reason: laterReason(row.reason),
  booked_from: row.booked_from,
  booked_to: row.booked_to,
  traffic:
    row.traffic_from === null || row.traffic_to === null
      ? null
      : { from: row.traffic_from, to: row.traffic_to, events: toNumber(row.events) },
  amount_micros: toNumber(row.micros),
});

/** Why earnings were taken back. There is one for each time that staff did so, so all of them are read at once. */
export async function readDeductions(
  db: Db,
  publisherId: number,
  before: string | undefined,
): Promise<EarningsDeductionList> {
  const all = (await findDeductions(db, publisherId)).map(present);
  const start = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
  if (before !== undefined && start === 0)
    throw new ValidationError({ before: ['This is not what belongs here'] });
  const deductions = all.slice(start, start + PAGE);
  const last = deductions.at(-1);
  return {
    deductions,
    next: last && start + PAGE < all.length ? last.id : null,
    total_micros: all.reduce((sum, { amount_micros: micros }) => sum + micros, 0),
  };
}
