import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { LocalDays } from '../figures';
import { actionRatePpm, expectedCtrPpm, meanClickRate, readActionCounts } from '../serving';
import { isWithin } from './fates.repo';

const PER_MILLE = 1_000;
const NEW = { impressions: 0, clicks: 0 };

/**
 * What a thousand impressions of a campaign are worth at its bid of now, in micros: what auctions compare. By its own rates,
 * clicks by those of a period; as the ad server does, drawn towards those of a campaign that nobody has seen yet.
 */
export async function readOwnEcpm(db: Db, campaignId: number, period: LocalDays): Promise<number> {
  const { rows } = await sql<{ pricing: string; bid_micros: bigint; impressions: number; clicks: number }>`
    SELECT c.pricing, c.bid_micros, shown.impressions, shown.clicks FROM campaign c CROSS JOIN LATERAL (
      SELECT coalesce(sum(impressions), 0)::float8 AS impressions, coalesce(sum(clicks), 0)::float8 AS clicks
      FROM rollup_hourly r WHERE c.pricing = 'CPC' AND r.advertiser_id = c.advertiser_id AND r.campaign_id = c.id
        AND ${isWithin(period)}) shown
    WHERE c.id = ${campaignId}`.execute(db);
  const [row] = rows;
  if (!row) return 0;
  const bidMicros = toNumber(row.bid_micros);
  if (row.pricing === 'CPM') return bidMicros;
  if (row.pricing === 'CPC') return (bidMicros * expectedCtrPpm(row, meanClickRate(NEW))) / PER_MILLE;
  const counts = (await readActionCounts(db, [campaignId])).get(campaignId);
  return (
    (bidMicros * actionRatePpm(bidMicros, counts?.conversions ?? 0, counts?.impressions ?? 0)) / PER_MILLE
  );
}
