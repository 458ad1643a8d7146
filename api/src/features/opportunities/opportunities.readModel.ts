import { OPPORTUNITIES } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { findHalts, listedSql, readCampaigns } from '../campaigns';
import { balanceOf, dayOf, spendableOf } from '../figures';
import type { FateCount } from '../troubleshoot';
import type { LookedAt, ZoneFigures } from './LookedAt';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Whole hours, the end not included. */
interface Span {
  start: Date;
  end: Date;
}

/** Which campaigns are looked at: row numbers by spend, and when each was changed last. */
export interface Chosen {
  running: number;
  campaigns: { id: number; updatedAt: Date }[];
}

/** The last whole hours, so many days of them. */
export function lastDays(now: Date, days: number): Span {
  const end = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return { start: new Date(end - days * DAY_MS), end: new Date(end) };
}

/** Of the running campaigns in the auction those that spent most, in one statement, however many there are. */
export async function chooseCampaigns(db: Db, advertiserId: number, now: Date): Promise<Chosen> {
  const balanceMicros = spendableOf(await balanceOf(db, advertiserId));
  const halted = (await findHalts(db, [advertiserId])).size > 0;
  const period = lastDays(now, OPPORTUNITIES.days);
  const { rows } = await sql<{ id: number; updated_at: Date; running: number }>`
    WITH ${listedSql({ advertiserId, now, balanceMicros, halted, period })}
    SELECT l.id, c.updated_at, count(*) OVER ()::int4 AS running FROM listed l JOIN campaign c ON c.id = l.id
    WHERE c.priority = 'auction' AND (l.state = 'running' OR l.state = 'budgetReached' AND NOT l.total_is_out)
    ORDER BY l.spend_micros DESC, l.id DESC LIMIT ${OPPORTUNITIES.mostCampaigns}`.execute(db);
  return {
    running: rows[0]?.running ?? 0,
    campaigns: rows.map(({ id, updated_at }) => ({ id, updatedAt: updated_at })),
  };
}

/** A campaign from the hour on in which what is known of it counts. */
interface Asked {
  id: number;
  since: Date;
}

const askedSql = (asked: readonly Asked[]) =>
  sql`unnest(${asked.map(({ id }) => id)}::int[], ${asked.map(({ since }) => since)}::timestamptz[]) AS a (id, since)`;

async function readFates(db: Db, asked: readonly Asked[], end: Date): Promise<Map<number, FateCount[]>> {
  const { rows } = await sql<{
    id: number;
    fate: number;
    gap: number;
    decisions: bigint;
    missing_micros: bigint;
  }>`
    SELECT a.id, f.fate, f.gap, sum(f.decisions)::int8 AS decisions, sum(f.missing_micros)::int8 AS missing_micros
    FROM ${askedSql(asked)} JOIN campaign_fate_hourly f ON f.campaign_id = a.id AND f.hour >= a.since AND f.hour < ${end}
    GROUP BY 1, 2, 3`.execute(db);
  const found = new Map<number, FateCount[]>();
  for (const { id, fate, gap, decisions, missing_micros } of rows) {
    const counts = found.get(id) ?? [];
    counts.push({ fate, gap, decisions: toNumber(decisions), missingMicros: toNumber(missing_micros) });
    found.set(id, counts);
  }
  return found;
}

interface Sampled {
  firstHour: Date;
  effective: number;
}

/** Of the hours in which each campaign was among those that could be shown: the first, and Kish's size of the sample. */
async function readSamples(db: Db, asked: readonly Asked[], end: Date): Promise<Map<number, Sampled>> {
  const { rows } = await sql<{ id: number; first_hour: Date; effective: number }>`
    WITH met AS MATERIALIZED (SELECT DISTINCT a.id, f.hour FROM ${askedSql(asked)}
      JOIN campaign_fate_hourly f ON f.campaign_id = a.id AND f.hour >= a.since AND f.hour < ${end})
    SELECT m.id, min(m.hour) AS first_hour,
      coalesce(sum(t.decisions)::float8 ^ 2 / nullif(sum(t.decisions::float8 ^ 2 / t.traces), 0), 0) AS effective
    FROM met m LEFT JOIN traced_hourly t ON t.hour = m.hour AND t.traces > 0
    GROUP BY 1`.execute(db);
  return new Map(
    rows.map(({ id, first_hour, effective }) => [
      id,
      { firstHour: first_hour, effective: Math.floor(effective) },
    ]),
  );
}

interface Delivered {
  impressions: number;
  spendMicros: number;
  zones: ZoneFigures[];
  zoneSince: Date;
}

interface ZoneRow {
  id: number;
  zone_id: number;
  property_id: number;
  name: string;
  domain: string;
  impressions: bigint;
  clicks: bigint;
  conversions: bigint;
  spend_micros: bigint;
  recent_impressions: bigint;
  recent_micros: bigint;
  first_hour: Date;
}

/** By zone, and in all since each campaign's own hour. */
async function readDelivered(
  db: Db,
  advertiserId: number,
  asked: readonly Asked[],
  { start, end }: Span,
): Promise<Map<number, Delivered>> {
  const { rows } = await sql<ZoneRow>`
    SELECT d.*, z.name, p.domain FROM (
      SELECT a.id, r.zone_id, r.property_id, sum(r.impressions)::int8 AS impressions, sum(r.clicks)::int8 AS clicks,
        sum(r.conversions)::int8 AS conversions, sum(r.spend_micros)::int8 AS spend_micros,
        coalesce(sum(r.impressions) FILTER (WHERE r.hour >= a.since), 0)::int8 AS recent_impressions,
        coalesce(sum(r.spend_micros) FILTER (WHERE r.hour >= a.since), 0)::int8 AS recent_micros,
        min(r.hour) AS first_hour
      FROM rollup_hourly r JOIN ${askedSql(asked)} ON a.id = r.campaign_id
      WHERE r.advertiser_id = ${advertiserId} AND r.hour >= ${start} AND r.hour < ${end}
      GROUP BY 1, 2, 3) d
    JOIN zone z ON z.id = d.zone_id JOIN property p ON p.id = d.property_id`.execute(db);
  const found = new Map<number, Delivered>();
  for (const row of rows) {
    const { id, first_hour } = row;
    const known = found.get(id) ?? { impressions: 0, spendMicros: 0, zones: [], zoneSince: first_hour };
    known.impressions += toNumber(row.recent_impressions);
    known.spendMicros += toNumber(row.recent_micros);
    if (first_hour < known.zoneSince) known.zoneSince = first_hour;
    known.zones.push({
      zoneId: row.zone_id,
      propertyId: row.property_id,
      name: row.name,
      domain: row.domain,
      impressions: toNumber(row.impressions),
      clicks: toNumber(row.clicks),
      conversions: toNumber(row.conversions),
      spendMicros: toNumber(row.spend_micros),
    });
    found.set(id, known);
  }
  return found;
}

type Day = LookedAt['wholeDays'][number];

/** Campaign → what it was shown and spent on each of the days before today (UTC); silent days are absent. */
async function readDays(
  db: Db,
  ids: readonly number[],
  from: string,
  today: string,
): Promise<Map<number, Map<string, Day>>> {
  const { rows } = await sql<{
    campaign_id: number;
    day: string;
    impressions: bigint;
    spend_micros: bigint;
  }>`
    SELECT campaign_id, day, impressions, spend_micros FROM campaign_spend
    WHERE campaign_id = ANY(${[...ids]}::int[]) AND day >= ${from}::date AND day < ${today}::date`.execute(
    db,
  );
  const found = new Map<number, Map<string, Day>>();
  for (const { campaign_id, day, impressions, spend_micros } of rows) {
    const days = found.get(campaign_id) ?? new Map<string, Day>();
    const figures = { impressions: toNumber(impressions), spendMicros: toNumber(spend_micros) };
    found.set(campaign_id, days.set(day, figures));
  }
  return found;
}

/** The first moment of its kind that is not before another one. */
const upTo = (moment: Date, stepMs: number) => new Date(Math.ceil(moment.getTime() / stepMs) * stepMs);

/** Whole days between two moments, as YYYY-MM-DD; the last one is not begun. */
function wholeDays(since: Date, end: Date): string[] {
  const days: string[] = [];
  for (let at = upTo(since, DAY_MS).getTime(); at + DAY_MS <= end.getTime(); at += DAY_MS)
    days.push(dayOf(new Date(at)));
  return days;
}

/**
 * The chosen campaigns with what was recorded of each since its last change: some set-based queries over one snapshot. A
 * campaign that ran under another bid or budget says nothing of the one of now.
 */
export function readLookedAt(db: Db, advertiserId: number, chosen: Chosen, now: Date): Promise<LookedAt[]> {
  const span = lastDays(now, OPPORTUNITIES.days);
  const { start, end } = span;
  const ids = chosen.campaigns.map(({ id }) => id);
  const asked = chosen.campaigns.map(({ id, updatedAt }) => ({
    id,
    since: updatedAt > start ? upTo(updatedAt, HOUR_MS) : start,
  }));
  return inTransaction(
    db,
    async (trx) => {
      const views = await readCampaigns(trx, { advertiserId, ids }, null, now);
      const fates = await readFates(trx, asked, end);
      const samples = await readSamples(trx, asked, end);
      const zoneSpan = lastDays(now, OPPORTUNITIES.zoneDays);
      const delivered = await readDelivered(trx, advertiserId, asked, zoneSpan);
      const days = await readDays(trx, ids, dayOf(start), dayOf(now));
      const byId = new Map(views.map((view) => [view.id, view.campaign]));
      return asked.flatMap(({ id, since }): LookedAt[] => {
        const campaign = byId.get(id);
        if (!campaign) return [];
        const sample = samples.get(id);
        const brought = delivered.get(id);
        const counted = wholeDays(sample && sample.firstHour > since ? sample.firstHour : since, end);
        const hoursSince = (from: Date) => (end.getTime() - from.getTime()) / HOUR_MS;
        return [
          {
            campaign,
            hours: sample ? hoursSince(sample.firstHour) : 0,
            counts: fates.get(id) ?? [],
            effective: sample?.effective ?? 0,
            impressions: brought?.impressions ?? 0,
            spendMicros: brought?.spendMicros ?? 0,
            wholeDays: counted.map((day) => days.get(id)?.get(day) ?? { impressions: 0, spendMicros: 0 }),
            zones: brought?.zones ?? [],
            zoneHours: brought ? hoursSince(brought.zoneSince) : 0,
          },
        ];
      });
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
