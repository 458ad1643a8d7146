import type { DeliveryFigures } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { Period } from './period';

interface SumRow {
  impressions: bigint;
  viewables: bigint;
  clicks: bigint;
  conversions: bigint;
  spend_micros: bigint;
}

export const NO_DELIVERY: Readonly<DeliveryFigures> = {
  impressions: 0,
  viewables: 0,
  clicks: 0,
  conversions: 0,
  spend_micros: 0,
};

const sums = sql`
  coalesce(sum(impressions), 0)::int8 AS impressions,
  coalesce(sum(viewables), 0)::int8 AS viewables,
  coalesce(sum(clicks), 0)::int8 AS clicks,
  coalesce(sum(conversions), 0)::int8 AS conversions,
  coalesce(sum(spend_micros), 0)::int8 AS spend_micros`;

function present(row: SumRow): DeliveryFigures {
  return {
    impressions: toNumber(row.impressions),
    viewables: toNumber(row.viewables),
    clicks: toNumber(row.clicks),
    conversions: toNumber(row.conversions),
    spend_micros: toNumber(row.spend_micros),
  };
}

/** Sum of several figures. */
export function addDelivery(all: Iterable<DeliveryFigures>): DeliveryFigures {
  const total = { ...NO_DELIVERY };
  for (const figures of all) {
    total.impressions += figures.impressions;
    total.viewables += figures.viewables;
    total.clicks += figures.clicks;
    total.conversions += figures.conversions;
    total.spend_micros += figures.spend_micros;
  }
  return total;
}

/** Figures of the advertisers' campaigns over the period: campaign id → sums; silent campaigns are absent. */
export async function deliveryByCampaign(
  db: Db,
  advertiserIds: readonly number[],
  period: Period,
): Promise<Map<number, DeliveryFigures>> {
  const { rows } = await sql<SumRow & { campaign_id: number }>`
    SELECT campaign_id, ${sums} FROM rollup_hourly
    WHERE advertiser_id = ANY(${[...advertiserIds]}::int[]) AND hour >= ${period.start} AND hour < ${period.end}
    GROUP BY campaign_id`.execute(db);
  return new Map(rows.map((row) => [row.campaign_id, present(row)]));
}

/** Figures of one advertiser by UTC day of the period; days without delivery are absent. */
export async function deliveryByDay(
  db: Db,
  advertiserId: number,
  period: Pick<Period, 'start' | 'end'>,
): Promise<Map<string, DeliveryFigures>> {
  const { rows } = await sql<SumRow & { day: string }>`
    SELECT (hour AT TIME ZONE 'UTC')::date AS day, ${sums} FROM rollup_hourly
    WHERE advertiser_id = ${advertiserId} AND hour >= ${period.start} AND hour < ${period.end}
    GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.day, present(row)]));
}

/** Spend and impressions of one advertiser by country, most spend first. */
export async function deliveryByCountry(
  db: Db,
  advertiserId: number,
  period: Period,
  limit: number,
): Promise<{ country: string; spend_micros: number; impressions: number }[]> {
  const { rows } = await sql<SumRow & { country: string }>`
    SELECT country, ${sums} FROM rollup_hourly
    WHERE advertiser_id = ${advertiserId} AND hour >= ${period.start} AND hour < ${period.end}
    GROUP BY country HAVING sum(impressions) > 0 OR sum(spend_micros) > 0
    ORDER BY sum(spend_micros) DESC, sum(impressions) DESC, country LIMIT ${limit}`.execute(db);
  return rows.map((row) => {
    const { spend_micros, impressions } = present(row);
    return { country: row.country, spend_micros, impressions };
  });
}

/** Whether anything of the advertiser was counted before a moment. */
export async function deliveredBefore(db: Db, advertiserId: number, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM rollup_hourly WHERE advertiser_id = ${advertiserId} AND hour < ${moment}
    ) AS found`.execute(db);
  return rows[0]?.found ?? false;
}

/** What one advertiser spent from `since` on, and the first hour with spend in it, for the pace of the balance. */
export async function spendSince(
  db: Db,
  advertiserId: number,
  since: Date,
): Promise<{ spendMicros: number; firstHour: Date | null }> {
  const { rows } = await sql<{ spend_micros: bigint; first_hour: Date | null }>`
    SELECT coalesce(sum(spend_micros), 0)::int8 AS spend_micros, min(hour) FILTER (WHERE spend_micros > 0) AS first_hour
    FROM rollup_hourly WHERE advertiser_id = ${advertiserId} AND hour >= ${since}`.execute(db);
  const [row] = rows;
  return { spendMicros: toNumber(row?.spend_micros ?? 0n), firstHour: row?.first_hour ?? null };
}

/** Spend by the guard's own table: campaign id → today (UTC) and ever. */
export async function spendOf(
  db: Db,
  campaignIds: readonly number[],
  today: string,
): Promise<Map<number, { todayMicros: number; totalMicros: number }>> {
  const { rows } = await sql<{ campaign_id: number; today: bigint; total: bigint }>`
    SELECT campaign_id, coalesce(sum(spend_micros) FILTER (WHERE day = ${today}::date), 0)::int8 AS today,
      sum(spend_micros)::int8 AS total
    FROM campaign_spend WHERE campaign_id = ANY(${[...campaignIds]}::int[]) GROUP BY campaign_id`.execute(db);
  return new Map(
    rows.map((row) => [
      row.campaign_id,
      { todayMicros: toNumber(row.today), totalMicros: toNumber(row.total) },
    ]),
  );
}
