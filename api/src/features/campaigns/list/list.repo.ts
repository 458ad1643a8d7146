import type { CampaignSetQuery, CampaignState, Pricing } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db';
import { filterSql, type ListFilter, type ListScope, listedSql, orderSql } from './listSql';

export type Order = Pick<CampaignSetQuery, 'sort' | 'direction'>;

/** Sums of all that match; amounts are micros, far below what a number holds exactly. */
export interface ListTotals {
  total: number;
  impressions: number;
  viewables: number;
  clicks: number;
  conversions: number;
  spend_micros: number;
  converting_spend_micros: number;
  converting_conversions: number;
  pricings: Pricing[] | null;
  /** Of all archived ones that spent something, whether they match or not. */
  archived_count: number;
  archived_spend_micros: number;
}

interface FoundPage {
  ids: number[];
  states: Partial<Record<CampaignState, number>> | null;
  totals: ListTotals;
}

const CONVERTING = sql`(pricing = 'CPA' OR conversions > 0)`;

/** Put away, and part of what the account spent. */
const ARCHIVED = sql`state = 'archived' AND spend_micros > 0`;

/** Rows of a page in their order, how many campaigns are in each state, and the sums of all that match: one statement. */
export async function findPage(
  db: Db,
  scope: ListScope,
  filter: ListFilter,
  { sort, direction, offset, limit }: Order & { offset: number; limit: number },
): Promise<FoundPage> {
  const { rows } = await sql<FoundPage>`
    WITH ${listedSql(scope)}, matching AS MATERIALIZED (SELECT * FROM listed WHERE ${filterSql(filter)})
    SELECT ARRAY(SELECT id FROM matching ORDER BY ${orderSql(sort, direction)} LIMIT ${limit} OFFSET ${offset}) AS ids,
      (SELECT jsonb_object_agg(state, n) FROM (SELECT state, count(*) AS n FROM listed GROUP BY state) s) AS states,
      (SELECT to_jsonb(t) FROM (
        SELECT count(*) AS total, coalesce(sum(impressions), 0) AS impressions,
          coalesce(sum(viewables), 0) AS viewables, coalesce(sum(clicks), 0) AS clicks,
          coalesce(sum(conversions), 0) AS conversions, coalesce(sum(spend_micros), 0) AS spend_micros,
          coalesce(sum(spend_micros) FILTER (WHERE ${CONVERTING}), 0) AS converting_spend_micros,
          coalesce(sum(conversions) FILTER (WHERE ${CONVERTING}), 0) AS converting_conversions,
          array_agg(DISTINCT pricing) AS pricings,
          (SELECT count(*) FROM listed WHERE ${ARCHIVED}) AS archived_count,
          (SELECT coalesce(sum(spend_micros), 0) FROM listed WHERE ${ARCHIVED}) AS archived_spend_micros
        FROM matching) t) AS totals`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A list always answers');
  return found;
}

/** Below a row, null for any, and how many. */
interface Place {
  below?: number | null;
  most: number;
}

const belowSql = ({ below }: Place): RawBuilder<unknown> => (below == null ? sql`true` : sql`id < ${below}`);

/** Those that match, in their order. */
export async function findIds(
  db: Db,
  scope: ListScope,
  filter: ListFilter,
  { sort, direction }: Order,
  place: Place,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH ${listedSql(scope)} SELECT id FROM listed WHERE ${filterSql(filter)} AND ${belowSql(place)}
    ORDER BY ${orderSql(sort, direction)} LIMIT ${place.most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The same without a filter, newest first. */
export async function findIdsBelow(db: Db, advertiserId: number, place: Place): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM campaign WHERE advertiser_id = ${advertiserId} AND ${belowSql(place)}
    ORDER BY id DESC LIMIT ${place.most}`.execute(db);
  return rows.map(({ id }) => id);
}
