import { MICROS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';

const MILLION = 1_000_000;
const WINDOW_DAYS = 30;
/** A campaign that pays for conversions is taken for this much a mille until its own figures say otherwise … */
const PRIOR_ECPM_MICROS = MICROS;
/** … which they do as its impressions outweigh these; conversions are rare and late, so it takes more than for clicks. */
const PRIOR_IMPRESSIONS = 20_000;
/** A rate is told in so many digits: not every impression is a change of the campaign. */
const DIGITS = 4;
/** A cheap conversion is no more likely than two in a thousand impressions. */
const PRIOR_MOST_PPM = 2_000;

/**
 * Conversions per million impressions that nobody has seen yet: the dearer a conversion, the rarer it will be. So a new
 * campaign is worth the same to a publisher whatever it bids, and a bid beyond all measure buys no impressions for
 * conversions that never come.
 */
function priorPpm(bidMicros: number): number {
  return Math.min(PRIOR_MOST_PPM, (PRIOR_ECPM_MICROS * 1_000) / Math.max(1, bidMicros));
}

/**
 * Paid conversions per million impressions, drawn towards what a new campaign is taken for. Far less than one in a million
 * when a dear conversion never comes: in whole ones such a campaign would be worth 1.00 a mille for ever.
 */
export function actionRatePpm(bidMicros: number, conversions: number, impressions: number): number {
  const prior = (priorPpm(bidMicros) * PRIOR_IMPRESSIONS) / MILLION;
  const ppm = ((conversions + prior) * MILLION) / (impressions + PRIOR_IMPRESSIONS);
  return Number(ppm.toPrecision(DIGITS));
}

/** What CPA campaigns have shown and what came of it, over the last 30 days; those that were not shown are missing. */
export type ActionCounts = ReadonlyMap<number, { conversions: number; impressions: number }>;

/** From sums by the day and from the paid conversions themselves: a few rows for each of these campaigns. */
export async function readActionCounts(db: Db, campaignIds: readonly number[]): Promise<ActionCounts> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; conversions: bigint; impressions: bigint }>`
    SELECT c.id, shown.impressions,
      (SELECT count(*) FROM conversion v WHERE v.campaign_id = c.id AND v.price_micros > 0
        AND v.received_at >= now() - ${`${WINDOW_DAYS} days`}::interval) AS conversions
    FROM unnest(${[...campaignIds]}::int[]) AS c (id)
    CROSS JOIN LATERAL (
      SELECT sum(impressions)::int8 AS impressions FROM campaign_spend s
      WHERE s.campaign_id = c.id AND s.day >= current_date - ${WINDOW_DAYS}::int
    ) shown
    WHERE shown.impressions IS NOT NULL`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      { conversions: toNumber(row.conversions), impressions: toNumber(row.impressions) },
    ]),
  );
}
