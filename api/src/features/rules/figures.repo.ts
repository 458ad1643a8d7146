import type { RuleScope } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { Sums } from './conditions';
import { keyOf, type Subject } from './ruleRow';

/** Whose figures, and of which campaigns. */
export interface Reach {
  advertiserId: number;
  scope: RuleScope;
  /** Rows of campaigns. */
  campaigns: readonly number[];
}

/** Beyond this, those that spent least are left out. */
const MOST_SUBJECTS = 50_000;

const THING: Readonly<Record<RuleScope, RawBuilder<unknown>>> = {
  campaign: sql`0`,
  creative: sql`creative_id`,
  zone: sql`zone_id`,
};

const SUMS = sql`sum(impressions)::int8 AS impressions, sum(viewables)::int8 AS viewables,
  sum(clicks)::int8 AS clicks, sum(conversions)::int8 AS conversions, sum(spend_micros)::int8 AS spend`;

interface SumRow {
  campaign_id: number;
  thing_id: number;
  impressions: bigint;
  viewables: bigint;
  clicks: bigint;
  conversions: bigint;
  spend: bigint;
}

const sumsOf = (row: SumRow): Sums => ({
  impressions: toNumber(row.impressions),
  viewables: toNumber(row.viewables),
  clicks: toNumber(row.clicks),
  conversions: toNumber(row.conversions),
  spend: toNumber(row.spend),
});

const within = ({ advertiserId, campaigns }: Reach, from: Date, to: Date) => sql`
  advertiser_id = ${advertiserId} AND hour >= ${from} AND hour < ${to}
    AND campaign_id = ANY(${[...campaigns]}::int[])`;

export interface SubjectSums extends Subject {
  sums: Sums;
}

/** Sums of a time by what the rule looks at; what had no events is absent. */
export async function readSums(
  db: Db,
  reach: Reach,
  from: Date,
  to: Date,
): Promise<Map<string, SubjectSums>> {
  const { rows } = await sql<SumRow>`
    SELECT campaign_id, ${THING[reach.scope]} AS thing_id, ${SUMS} FROM rollup_hourly
    WHERE ${within(reach, from, to)} GROUP BY 1, 2
    ORDER BY sum(spend_micros) DESC, 1, 2 LIMIT ${MOST_SUBJECTS}`.execute(db);
  return new Map(
    rows.map((row) => {
      const subject = { campaignId: row.campaign_id, thingId: row.thing_id };
      return [keyOf(subject), { ...subject, sums: sumsOf(row) }];
    }),
  );
}

export interface HourSums extends SubjectSums {
  hour: Date;
}

/** The same by the hour, of the so many subjects that spent most; says whether those are all. */
export async function readHours(
  db: Db,
  reach: Reach,
  from: Date,
  to: Date,
  mostSubjects: number,
): Promise<{ rows: HourSums[]; whole: boolean }> {
  const thing = THING[reach.scope];
  const top = await sql<{ campaign_id: number; thing_id: number }>`
    SELECT campaign_id, ${thing} AS thing_id FROM rollup_hourly
    WHERE ${within(reach, from, to)} GROUP BY 1, 2
    ORDER BY sum(spend_micros) DESC, 1, 2 LIMIT ${mostSubjects + 1}`.execute(db);
  const kept = top.rows.slice(0, mostSubjects);
  const { rows } = await sql<SumRow & { hour: Date }>`
    SELECT hour, campaign_id, ${thing} AS thing_id, ${SUMS} FROM rollup_hourly
    WHERE ${within(reach, from, to)} AND (campaign_id, ${thing}) IN (
      SELECT * FROM unnest(${kept.map((row) => row.campaign_id)}::int[], ${kept.map((row) => row.thing_id)}::int[]))
    GROUP BY 1, 2, 3`.execute(db);
  return {
    rows: rows.map((row) => ({
      campaignId: row.campaign_id,
      thingId: row.thing_id,
      hour: row.hour,
      sums: sumsOf(row),
    })),
    whole: top.rows.length <= mostSubjects,
  };
}
