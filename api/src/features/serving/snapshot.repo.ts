import { CREATIVE_EXTENSIONS, type CreativeContentType } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import type { BudgetFacts } from './hot/budgets';
import type { CampaignInput, CreativeInput, SnapshotInput, ZoneInput } from './hot/snapshotInput';

const DAY_MS = 86_400_000;
/** A new CPC campaign is taken for one of 5 clicks in 1,000 impressions until its own figures outweigh that. */
const PRIOR = { clicks: 5, impressions: 1_000 };
const MILLION = 1_000_000;

/** Clicks per million impressions by CPC campaign. */
export type ClickRates = ReadonlyMap<number, number>;

export function smoothedCtrPpm(clicks: number, impressions: number): number {
  return Math.round(((clicks + PRIOR.clicks) * MILLION) / (impressions + PRIOR.impressions));
}

/** Smoothed over the last 30 days. */
export async function readClickRates(db: Db, nowMs: number): Promise<ClickRates> {
  const { rows } = await sql<{ campaign_id: number; clicks: bigint; impressions: bigint }>`
    SELECT campaign_id, sum(r.clicks)::int8 AS clicks, sum(r.impressions)::int8 AS impressions
    FROM rollup_hourly r JOIN campaign c ON c.id = r.campaign_id
    WHERE c.pricing = 'CPC' AND c.state = 'approved' AND r.hour >= ${new Date(nowMs - 30 * DAY_MS)}
    GROUP BY campaign_id`.execute(db);
  return new Map(
    rows.map((row) => [row.campaign_id, smoothedCtrPpm(toNumber(row.clicks), toNumber(row.impressions))]),
  );
}

async function readCampaigns(db: Db, rates: ClickRates): Promise<CampaignInput[]> {
  const rows = await db
    .selectFrom('campaign as c')
    .innerJoin('app_user as u', 'u.id', 'c.advertiser_id')
    .select([
      'c.id',
      'c.advertiser_id',
      'c.pricing',
      'c.bid_micros',
      'c.daily_budget_micros',
      'c.total_budget_micros',
      'c.pacing',
      'c.approved_landing_url',
      'c.starts_at',
      'c.ends_at',
      'c.reviewed_at',
      'c.created_at',
      'c.countries',
      'c.devices',
      'c.cap_impressions',
      'c.cap_window_seconds',
      'c.state',
      'u.status',
      'u.deletes_at',
    ])
    .where('c.state', '<>', 'draft')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    advertiserId: row.advertiser_id,
    pricing: row.pricing === 'CPC' ? 'CPC' : 'CPM',
    bidMicros: toNumber(row.bid_micros),
    dailyBudgetMicros: toNumber(row.daily_budget_micros),
    totalBudgetMicros: row.total_budget_micros === null ? null : toNumber(row.total_budget_micros),
    pacing: row.pacing === 'asap' ? 'asap' : 'even',
    // Empty leads nowhere: nobody has approved an address, or its owner is stopped.
    landingUrl: (row.status === 'active' ? row.approved_landing_url : null) ?? '',
    startsAtMs: row.starts_at?.getTime() ?? null,
    endsAtMs: row.ends_at?.getTime() ?? null,
    activeFromMs: (row.reviewed_at ?? row.created_at).getTime(),
    countries: row.countries,
    devices: row.devices,
    cap:
      row.cap_impressions === null || row.cap_window_seconds === null
        ? null
        : { count: row.cap_impressions, seconds: row.cap_window_seconds },
    ctrPpm: rates.get(row.id) ?? smoothedCtrPpm(0, 0),
    // Whoever is about to go is served no more; what was shown before still leads somewhere.
    running: row.state === 'approved' && row.status === 'active' && row.deletes_at === null,
  }));
}

const isImageType = (type: string): type is CreativeContentType => Object.hasOwn(CREATIVE_EXTENSIONS, type);

async function readCreatives(db: Db): Promise<CreativeInput[]> {
  const rows = await db
    .selectFrom('creative as cr')
    .innerJoin('creative_asset as a', 'a.id', 'cr.asset_id')
    .select([
      'cr.id',
      'cr.campaign_id',
      'cr.alt',
      'cr.state',
      'a.sha256',
      'a.content_type',
      'a.width',
      'a.height',
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    campaignId: row.campaign_id,
    width: row.width,
    height: row.height,
    file: `${row.sha256}.${isImageType(row.content_type) ? CREATIVE_EXTENSIONS[row.content_type] : 'bin'}`,
    alt: row.alt,
    approved: row.state === 'approved',
  }));
}

async function readZones(db: Db): Promise<ZoneInput[]> {
  const rows = await db
    .selectFrom('zone as z')
    .innerJoin('property as p', 'p.id', 'z.property_id')
    .innerJoin('app_user as u', 'u.id', 'p.publisher_id')
    .select([
      'z.id',
      'z.property_id',
      'p.publisher_id',
      'p.domain',
      'z.width',
      'z.height',
      'z.floor_micros',
      'p.revenue_share_bps',
      'z.fallback',
      'z.state',
      'p.state as property_state',
      'u.status',
      'u.deletes_at',
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    propertyId: row.property_id,
    publisherId: row.publisher_id,
    domain: row.domain,
    width: row.width,
    height: row.height,
    floorMicros: toNumber(row.floor_micros),
    revenueShareBps: row.revenue_share_bps,
    fallback: row.fallback === 'keep' ? 'keep' : 'collapse',
    refusal: zoneRefusal(row.deletes_at === null ? row.state : 'paused', row.property_state, row.status),
  }));
}

function zoneRefusal(zone: string, property: string, publisher: string): ZoneInput['refusal'] {
  if (property !== 'approved' || publisher !== 'active') return 'property-not-approved';
  return zone === 'active' ? null : 'zone-paused';
}

/** Bonus and cash of every advertiser. */
export async function readBalances(db: Db): Promise<BudgetFacts['advertisers']> {
  const { rows } = await sql<{ owner_id: number; balance: bigint }>`
    SELECT owner_id, sum(balance_micros)::int8 AS balance FROM ledger_account
    WHERE kind IN ('advertiser_cash', 'advertiser_bonus') AND owner_id IS NOT NULL AND currency = 'USD'
    GROUP BY owner_id`.execute(db);
  return rows.map((row) => ({ id: row.owner_id, balanceMicros: toNumber(row.balance) }));
}

async function readBudgets(db: Db, nowMs: number): Promise<BudgetFacts> {
  const dayStartMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const day = new Date(dayStartMs).toISOString().slice(0, 10);
  const { rows } = await sql<{ campaign_id: number; today: bigint; total: bigint }>`
    SELECT s.campaign_id, coalesce(sum(s.spend_micros) FILTER (WHERE s.day = ${day}::date), 0)::int8 AS today,
      sum(s.spend_micros)::int8 AS total
    FROM campaign_spend s JOIN campaign c ON c.id = s.campaign_id
    WHERE c.state = 'approved' GROUP BY s.campaign_id`.execute(db);
  return {
    dayStartMs,
    campaigns: rows.map((row) => ({
      id: row.campaign_id,
      todayMicros: toNumber(row.today),
      totalMicros: toNumber(row.total),
    })),
    advertisers: await readBalances(db),
  };
}

export interface ServingState {
  input: SnapshotInput;
  budgets: BudgetFacts;
}

/** Everything the engine knows, as of one moment. */
export function readServingState(db: Db, rates: ClickRates, nowMs: number): Promise<ServingState> {
  return inTransaction(
    db,
    async (trx) => ({
      input: {
        campaigns: await readCampaigns(trx, rates),
        creatives: await readCreatives(trx),
        zones: await readZones(trx),
      },
      budgets: await readBudgets(trx, nowMs),
    }),
    { isolation: 'repeatable read', readOnly: true },
  );
}
