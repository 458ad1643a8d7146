import {
  CAMPAIGN_GROUP_STATES,
  CAMPAIGN_STATES,
  type CampaignFilter,
  type CampaignSort,
  LEAST_IMPRESSIONS,
  LOWEST_EVENT_MICROS,
} from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { dayOf, type Period, publicRowId } from '../../figures';

/** Whose list, of which days, and what of the account every campaign's state depends on. Amounts are micros. */
export interface ListScope {
  advertiserId: number;
  period: Pick<Period, 'start' | 'end'>;
  now: Date;
  balanceMicros: number;
  /** Nothing of the account is shown now. */
  halted: boolean;
}

/** The state a campaign shows, as `deriveState` tells it; a test holds the two together. */
function stateSql({ now, balanceMicros, halted }: ListScope): RawBuilder<string> {
  return sql`CASE c.state
    WHEN 'draft' THEN 'draft' WHEN 'in_review' THEN 'inReview' WHEN 'rejected' THEN 'rejected'
    WHEN 'archived' THEN 'archived' WHEN 'stopped' THEN 'stopped'
    WHEN 'paused' THEN CASE WHEN c.ends_at <= ${now}::timestamptz THEN 'completed' ELSE 'pausedByUser' END
    ELSE CASE
      WHEN c.ends_at <= ${now}::timestamptz THEN 'completed'
      WHEN coalesce(s.total_micros, 0) >= c.total_budget_micros THEN 'completed'
      WHEN coalesce(l.impressions, 0) >= c.impression_limit THEN 'completed'
      WHEN coalesce(l.clicks, 0) >= c.click_limit THEN 'completed'
      WHEN ${halted}::boolean OR (c.pricing = 'CPA' AND c.priority <> 'house' AND NOT EXISTS (
        SELECT FROM conversion_goal g WHERE g.id = ANY(c.goal_ids) AND g.state = 'active')) THEN 'pausedBySystem'
      WHEN c.starts_at > ${now}::timestamptz THEN 'scheduled'
      WHEN c.priority = 'house' THEN 'running'
      WHEN ${balanceMicros}::int8 < u.lowest_micros THEN 'unfunded'
      WHEN c.total_budget_micros - coalesce(s.total_micros, 0) < u.lowest_micros THEN 'budgetReached'
      WHEN c.daily_budget_micros - coalesce(s.today_micros, 0) < u.lowest_micros THEN 'budgetReached'
      ELSE 'running' END END`;
}

/** `listed`: one row for each campaign of the advertiser with all that the list filters, orders and adds up. */
export function listedSql(scope: ListScope): RawBuilder<unknown> {
  const { advertiserId, period, now } = scope;
  return sql`
    own AS (SELECT id, total_budget_micros FROM campaign WHERE advertiser_id = ${advertiserId}),
    delivered AS (
      SELECT campaign_id, sum(impressions)::int8 AS impressions, sum(viewables)::int8 AS viewables,
        sum(clicks)::int8 AS clicks, sum(conversions)::int8 AS conversions, sum(spend_micros)::int8 AS spend_micros
      FROM rollup_hourly WHERE advertiser_id = ${advertiserId} AND hour >= ${period.start} AND hour < ${period.end}
      GROUP BY campaign_id),
    spent AS (
      SELECT campaign_id, sum(spend_micros)::int8 AS total_micros,
        coalesce(sum(spend_micros) FILTER (WHERE day = ${dayOf(now)}::date), 0)::int8 AS today_micros
      FROM campaign_spend
      WHERE campaign_id IN (SELECT id FROM own WHERE total_budget_micros IS NOT NULL) GROUP BY campaign_id
      UNION ALL SELECT campaign_id, NULL, spend_micros FROM campaign_spend
      WHERE campaign_id IN (SELECT id FROM own WHERE total_budget_micros IS NULL) AND day = ${dayOf(now)}::date),
    life AS (
      SELECT campaign_id, sum(impressions)::int8 AS impressions, sum(clicks)::int8 AS clicks FROM rollup_hourly
      WHERE campaign_id IN (SELECT id FROM campaign WHERE advertiser_id = ${advertiserId}
        AND (impression_limit IS NOT NULL OR click_limit IS NOT NULL))
      GROUP BY campaign_id),
    listed AS MATERIALIZED (
      SELECT c.id, c.name, c.pricing, c.bid_micros, c.daily_budget_micros, ${stateSql(scope)} AS state,
        coalesce(c.total_budget_micros - coalesce(s.total_micros, 0) < u.lowest_micros, false) AS total_is_out,
        coalesce(s.today_micros, 0) AS today_micros, coalesce(d.impressions, 0) AS impressions,
        coalesce(d.viewables, 0) AS viewables, coalesce(d.clicks, 0) AS clicks,
        coalesce(d.conversions, 0) AS conversions, coalesce(d.spend_micros, 0) AS spend_micros
      FROM campaign c
      CROSS JOIN LATERAL (SELECT CASE c.pricing WHEN 'CPM' THEN c.bid_micros / 1000 ELSE c.bid_micros END
        AS micros) event
      CROSS JOIN LATERAL (SELECT CASE WHEN c.priority <> 'auction' THEN event.micros ELSE least(event.micros,
        CASE c.pricing WHEN 'CPM' THEN ${LOWEST_EVENT_MICROS.CPM}::int8 WHEN 'CPC' THEN ${LOWEST_EVENT_MICROS.CPC}::int8
          ELSE ${LOWEST_EVENT_MICROS.CPA}::int8 END) END AS lowest_micros) u
      LEFT JOIN delivered d ON d.campaign_id = c.id LEFT JOIN spent s ON s.campaign_id = c.id
      LEFT JOIN life l ON l.campaign_id = c.id
      WHERE c.advertiser_id = ${advertiserId})`;
}

/** Signs that LIKE reads as patterns are meant as they stand. */
const literally = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Every word of the text stands in the name, or the text is the id. */
function textSql(text: string): RawBuilder<unknown> {
  const id = publicRowId('campaign', text.toLowerCase());
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0) return sql`true`;
  const inName = sql.join(
    words.map((word) => sql`name ILIKE ${literally(word)}`),
    sql` AND `,
  );
  return sql`(${inName} OR id = ${id}::int)`;
}

/** A creative that was not put away is of this format. */
const formatSql = (format: CampaignFilter['format']): RawBuilder<unknown> =>
  format === undefined
    ? sql`true`
    : sql`EXISTS (SELECT FROM creative k JOIN creative_asset a ON a.id = k.asset_id
        WHERE k.campaign_id = listed.id AND k.state <> 'archived' AND a.format = ${format})`;

/** Without a segment archived campaigns are found too. */
export type ListFilter = Omit<CampaignFilter, 'group'> & Partial<Pick<CampaignFilter, 'group'>>;

function groupSql(group: ListFilter['group']): RawBuilder<unknown> {
  if (group === undefined) return sql`true`;
  return group === 'all'
    ? sql`state <> 'archived'`
    : sql`state = ANY(${[...CAMPAIGN_GROUP_STATES[group]]}::text[])`;
}

/** What of `listed` is asked for. */
export function filterSql({ group, pricing, state, format, q }: ListFilter): RawBuilder<unknown> {
  const ofPricing = pricing === undefined ? sql`true` : sql`pricing = ${pricing}`;
  const inState = state === undefined ? sql`true` : sql`state = ${state}`;
  return sql`${groupSql(group)} AND ${ofPricing} AND ${inState} AND ${formatSql(format)} AND ${textSql(q)}`;
}

/** What each column shows: where it shows nothing it is null, and null comes last either way. */
const SORTS: Readonly<Record<CampaignSort, RawBuilder<unknown>>> = {
  name: sql`name COLLATE campaign_names`,
  id: sql`id`,
  pricing: sql`pricing`,
  state: sql`array_position(${[...CAMPAIGN_STATES]}::text[], state)`,
  bid: sql`bid_micros`,
  daily: sql`daily_budget_micros`,
  today: sql`today_micros`,
  spend: sql`spend_micros`,
  impressions: sql`impressions`,
  ctr: sql`CASE WHEN impressions >= ${LEAST_IMPRESSIONS}::int8 THEN clicks::numeric / impressions END`,
  clicks: sql`clicks`,
  conversions: sql`conversions`,
  perConversion: sql`CASE WHEN conversions > 0 THEN spend_micros::numeric / conversions END`,
  ecpm: sql`CASE WHEN impressions >= ${LEAST_IMPRESSIONS}::int8 THEN spend_micros::numeric / impressions END`,
};

/** Equal rows stand newest first, so that no row is on two pages or on none. */
export function orderSql(sort: CampaignSort, direction: 'ascending' | 'descending'): RawBuilder<unknown> {
  return sql`${SORTS[sort]} ${direction === 'ascending' ? sql`ASC` : sql`DESC`} NULLS LAST, id DESC`;
}
