import { OPPORTUNITIES } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { findHalts, listedSql, readCampaigns } from '../campaigns';
import { balanceOf, dayOf, spendableOf } from '../figures';
import { EFFECTIVE_SQL, type FateCount } from '../troubleshoot';
import { type LookedAt, perDay } from './LookedAt';
import { leftOf, readLives } from './left.repo';
import { type Asked, askedSql, readZones, type Span } from './zones.repo';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

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

/** Whether none of these campaigns was changed in any way since they were chosen. */
export async function areUnchanged(db: Db, { campaigns }: Chosen): Promise<boolean> {
  const ids = campaigns.map(({ id }) => id);
  const { rows } = await sql<{ id: number; updated_at: Date }>`
    SELECT id, updated_at FROM campaign WHERE id = ANY(${ids}::int[])`.execute(db);
  const now = new Map(rows.map(({ id, updated_at }) => [id, updated_at.getTime()]));
  return campaigns.every(({ id, updatedAt }) => now.get(id) === updatedAt.getTime());
}

/** Campaign → when anything but its name was changed last, by its history; absent where that does not say. */
async function readChanges(db: Db, ids: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; at: Date }>`
    SELECT a.id, h.at FROM unnest(${[...ids]}::int[]) AS a (id) CROSS JOIN LATERAL (
      SELECT at FROM campaign_change WHERE campaign_id = a.id AND changes - 'name' <> '{}'::jsonb
      ORDER BY id DESC LIMIT 1) h`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

async function readFates(db: Db, asked: readonly Asked[], end: Date): Promise<Map<number, FateCount[]>> {
  const { rows } = await sql<{
    id: number;
    fate: number;
    gap: number;
    decisions: bigint;
    rivals: number;
  }>`
    SELECT a.id, f.fate, f.gap, sum(f.decisions)::int8 AS decisions, bit_or(f.rivals) AS rivals
    FROM ${askedSql(asked)} JOIN campaign_fate_hourly f ON f.campaign_id = a.id AND f.hour >= a.since AND f.hour < ${end}
    GROUP BY 1, 2, 3`.execute(db);
  const found = new Map<number, FateCount[]>();
  for (const { id, fate, gap, decisions, rivals } of rows) {
    const counts = found.get(id) ?? [];
    counts.push({ fate, gap, decisions: toNumber(decisions), rivals });
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
    SELECT m.id, min(m.hour) AS first_hour, ${EFFECTIVE_SQL} AS effective
    FROM met m LEFT JOIN traced_hourly t ON t.hour = m.hour AND t.traces > 0
    GROUP BY 1`.execute(db);
  return new Map(
    rows.map(({ id, first_hour, effective }) => [
      id,
      { firstHour: first_hour, effective: Math.floor(effective) },
    ]),
  );
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
  return inTransaction(
    db,
    async (trx) => {
      const changes = await readChanges(trx, ids);
      const asked = chosen.campaigns.map(({ id, updatedAt }): Asked => {
        const changedAt = changes.get(id) ?? updatedAt;
        return { id, since: changedAt > start ? upTo(changedAt, HOUR_MS) : start };
      });
      const views = await readCampaigns(trx, { advertiserId, ids }, null, now);
      const fates = await readFates(trx, asked, end);
      const samples = await readSamples(trx, asked, end);
      const zoneSpan = lastDays(now, OPPORTUNITIES.zoneDays);
      const delivered = await readZones(trx, advertiserId, asked, zoneSpan);
      const days = await readDays(trx, ids, dayOf(start), dayOf(now));
      const lives = await readLives(trx, views, now);
      const balanceMicros = spendableOf(await balanceOf(trx, advertiserId));
      const hoursSince = (from: Date) => (end.getTime() - from.getTime()) / HOUR_MS;
      const hoursOf = (id: number) => {
        const sample = samples.get(id);
        return sample ? hoursSince(sample.firstHour) : 0;
      };
      const spendMicros = ids.reduce((sum, id) => {
        const hours = hoursOf(id);
        return sum + (hours > 0 ? perDay(delivered.get(id)?.spendMicros ?? 0, hours) : 0);
      }, 0);
      const byId = new Map(views.map((view) => [view.id, view.campaign]));
      return asked.flatMap(({ id, since }): LookedAt[] => {
        const campaign = byId.get(id);
        if (!campaign) return [];
        const sample = samples.get(id);
        const brought = delivered.get(id);
        const counted = wholeDays(sample && sample.firstHour > since ? sample.firstHour : since, end);
        return [
          {
            campaign,
            hours: hoursOf(id),
            counts: fates.get(id) ?? [],
            effective: sample?.effective ?? 0,
            impressions: brought?.impressions ?? 0,
            clicks: brought?.clicks ?? 0,
            spendMicros: brought?.spendMicros ?? 0,
            wholeDays: counted.map((day) => days.get(id)?.get(day) ?? { impressions: 0, spendMicros: 0 }),
            zones: brought?.zones ?? [],
            zoneHours: brought ? hoursSince(brought.zoneSince) : 0,
            left: leftOf(campaign, lives.get(id), balanceMicros - spendMicros, now),
          },
        ];
      });
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
