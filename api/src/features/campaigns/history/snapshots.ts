import { sql } from 'kysely';
import type { Db } from '../../../platform/db';

/** Field → value, as the history keeps it. */
export type Snapshot = Record<string, unknown>;

/**
 * Columns of `campaign` that say nothing of their own: keys, and times that follow from the rest. Every other column is
 * kept, those that do not exist yet too: a new one cannot be forgotten here.
 */
const NOT_KEPT_OF_CAMPAIGN = [
  'id',
  'advertiser_id',
  'created_at',
  'updated_at',
  'submitted_at',
  'reviewed_at',
  'targeting',
];
const NOT_KEPT_OF_CREATIVE = [
  'campaign_id',
  'created_at',
  'updated_at',
  'reviewed_by',
  'reviewed_at',
  // Told apart, as `reviews`.
  'state',
  'state_reason',
  'review_note',
];

interface Row {
  id: number;
  fields: Snapshot;
  targeting: Snapshot;
  creatives: Snapshot[] | null;
  reviews: Snapshot[] | null;
}

/** The cap's two columns are one thing. */
function withCap({ cap_impressions: count, cap_window_seconds: seconds, ...fields }: Snapshot): Snapshot {
  return { ...fields, frequency_cap: count === null || seconds === null ? null : { count, seconds } };
}

const byDimension = (targeting: Snapshot): Snapshot =>
  Object.fromEntries(
    Object.entries(targeting).map(([dimension, value]) => [`targeting.${dimension}`, value]),
  );

/**
 * What is to be known of these campaigns to tell later what was changed. Holds them until the transaction ends unless
 * told not to.
 */
export async function takeSnapshots(
  trx: Db,
  campaignIds: readonly number[],
  { hold = true }: { hold?: boolean } = {},
): Promise<Map<number, Snapshot>> {
  if (campaignIds.length === 0) return new Map();
  // Money is far below 2^53 micros (MOST.budgetMicros), so that a JSON number holds it.
  const { rows } = await sql<Row>`
    SELECT c.id, to_jsonb(c) - ${NOT_KEPT_OF_CAMPAIGN}::text[] AS fields, c.targeting, k.creatives, k.reviews
    FROM campaign c LEFT JOIN LATERAL (
      SELECT jsonb_agg(to_jsonb(k) - ${NOT_KEPT_OF_CREATIVE}::text[] ORDER BY k.id) AS creatives,
        jsonb_agg(jsonb_build_object('id', k.id, 'state', k.state, 'reason', k.state_reason) ORDER BY k.id) AS reviews
      FROM creative k WHERE k.campaign_id = c.id AND k.state <> 'archived'
    ) AS k ON true
    WHERE c.id = ANY(${[...campaignIds]}::int[]) ORDER BY c.id ${hold ? sql`FOR NO KEY UPDATE OF c` : sql``}`.execute(
    trx,
  );
  return new Map(
    rows.map(({ id, fields, targeting, creatives, reviews }) => [
      id,
      { ...withCap(fields), ...byDimension(targeting), creatives: creatives ?? [], reviews: reviews ?? [] },
    ]),
  );
}
