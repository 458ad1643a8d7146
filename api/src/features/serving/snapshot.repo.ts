import { BIDDINGS, PRIORITIES, type Targeting, ZONE_KINDS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, inTransaction, isKept, toNumber } from '../../platform/db';
import { CREATIVES_PATH, type CreativeAddresses, contentOf, creativeFile, pictureFile } from '../creatives';
import { actionRatePpm, readActionCounts } from './actionRates';
import type { Learning } from './createLearner';
import type { BudgetFacts } from './hot/budgets';
import type { Blocks, CampaignInput, CreativeInput, SnapshotInput, ZoneInput } from './hot/snapshotInput';
import { mapPages, PAGE } from './mapPages';

const DAY_MS = 86_400_000;

/** Approved, of an active advertiser; whoever is about to go is served no more. */
const RUNS = sql<boolean>`c.state = 'approved' AND u.status = 'active' AND u.deletes_at IS NULL`;
const STOPPED = sql<boolean>`c.id IN (SELECT target_id FROM open_stop WHERE kind = 'campaign')`;

/** Without `ids` all of them. */
function readCampaigns(db: Db, learning: Learning, ids?: readonly number[]): Promise<CampaignInput[]> {
  const query = db
    .selectFrom('campaign as c')
    .innerJoin('app_user as u', 'u.id', 'c.advertiser_id')
    .select([
      'c.id',
      'c.advertiser_id',
      'c.pricing',
      'c.bid_micros',
      'c.bidding',
      'c.priority',
      'c.daily_budget_micros',
      'c.total_budget_micros',
      'c.impression_limit',
      'c.click_limit',
      'c.measured_only',
      'c.pacing',
      'c.approved_landing_url',
      'c.starts_at',
      'c.ends_at',
      'c.reviewed_at',
      'c.created_at',
      'c.targeting',
      'c.category',
      'c.cap_impressions',
      'c.cap_window_seconds',
      'u.status',
      RUNS.as('runs'),
      STOPPED.as('stopped'),
      // Nobody could report a conversion of a campaign that pays for them.
      sql<boolean>`c.pricing = 'CPA' AND c.priority <> 'house' AND NOT EXISTS (
        SELECT FROM conversion_goal g WHERE g.id = ANY (c.goal_ids) AND g.state = 'active')`.as('lacks_goal'),
    ])
    .where('c.state', '<>', 'draft')
    .where(isKept('c'))
    .$if(ids !== undefined, (named) => named.where('c.id', 'in', ids ?? []))
    .orderBy('c.id')
    .limit(PAGE);
  const read = (after: number) => query.where('c.id', '>', after).execute();
  type Row = Awaited<ReturnType<typeof read>>[number];
  const make = (row: Row, ctrPpm: number): CampaignInput => ({
    id: row.id,
    advertiserId: row.advertiser_id,
    pricing: row.pricing,
    bidMicros: toNumber(row.bid_micros),
    bidding: BIDDINGS.find((name) => name === row.bidding) ?? 'max',
    priority: PRIORITIES.find((name) => name === row.priority) ?? 'auction',
    dailyBudgetMicros: toNumber(row.daily_budget_micros),
    totalBudgetMicros: row.total_budget_micros === null ? null : toNumber(row.total_budget_micros),
    impressionLimit: row.impression_limit,
    clickLimit: row.click_limit,
    measuredOnly: row.measured_only,
    pacing: row.pacing === 'asap' ? 'asap' : 'even',
    // Empty leads nowhere: nobody has approved an address, or its owner is stopped.
    landingUrl: (row.status === 'active' ? row.approved_landing_url : null) ?? '',
    startsAtMs: row.starts_at?.getTime() ?? null,
    endsAtMs: row.ends_at?.getTime() ?? null,
    activeFromMs: (row.reviewed_at ?? row.created_at).getTime(),
    // Checked on its way in; the database holds no other.
    targeting: row.targeting as Partial<Targeting>,
    category: row.category,
    cap:
      row.cap_impressions === null || row.cap_window_seconds === null
        ? null
        : { count: row.cap_impressions, seconds: row.cap_window_seconds },
    ctrPpm,
    // What was shown before still leads somewhere.
    running: row.runs && !row.lacks_goal,
    stopped: row.stopped,
  });
  return mapPages(read, async (rows) => {
    const actions = await readActionCounts(
      db,
      rows.filter(({ pricing }) => pricing === 'CPA').map(({ id }) => id),
    );
    const ratePpm = (row: Row) => {
      if (row.pricing !== 'CPA') return learning.ctrPpm(row.id);
      const { conversions = 0, impressions = 0 } = actions.get(row.id) ?? {};
      return actionRatePpm(toNumber(row.bid_micros), conversions, impressions);
    };
    return rows.map((row) => make(row, ratePpm(row)));
  });
}

type ToPublic = CreativeAddresses['toPublic'];
/** Of a past that is only made, and of tests: nobody loads what they name. */
export const byPath: ToPublic = (file) => (file === '' ? '' : `${CREATIVES_PATH}${file}`);

/** What it shows, with the pictures of a native ad by their addresses for visitors. */
function contentFor(
  row: Parameters<typeof contentOf>[0],
  toPublic: ToPublic,
): { content: CreativeInput['content']; pictures: string[] } {
  const content = contentOf(row);
  if (content?.format !== 'native') return { content, pictures: [] };
  const { image, icon } = content.parts;
  const shown = (picture: typeof image) => picture && { ...picture, url: toPublic(pictureFile(picture)) };
  const parts = { ...content.parts, image: shown(image), icon: shown(icon) };
  return {
    content: { ...content, parts },
    pictures: [image, icon].flatMap((picture) => (picture ? pictureFile(picture) : [])),
  };
}

const HASH_LENGTH = 64;

/** Without `ids` of campaigns all of them. */
function readCreatives(
  db: Db,
  learning: Learning,
  toPublic: ToPublic,
  ids?: readonly number[],
): Promise<CreativeInput[]> {
  const query = db
    .selectFrom('creative as cr')
    .innerJoin('creative_asset as a', 'a.id', 'cr.asset_id')
    .innerJoin('campaign as c', 'c.id', 'cr.campaign_id')
    .where('c.state', '<>', 'draft')
    .where(isKept('c'))
    .where(isKept('cr'))
    .select([
      'cr.id',
      'cr.campaign_id',
      'cr.alt',
      'cr.state',
      'cr.share',
      'cr.public_since',
      'a.sha256',
      'a.content_type',
      'a.format',
      'a.parts',
      'a.width',
      'a.height',
      sql<boolean>`a.sha256 IN (SELECT sha256 FROM open_stop WHERE kind = 'creative')`.as('stopped'),
    ])
    .$if(ids !== undefined, (named) => named.where('cr.campaign_id', 'in', ids ?? []))
    .orderBy('cr.id')
    .limit(PAGE);
  const read = (after: number) => query.where('cr.id', '>', after).execute();
  const make = (row: Awaited<ReturnType<typeof read>>[number]): CreativeInput => {
    const file = creativeFile(row);
    const { content, pictures } = contentFor(row, toPublic);
    const files = file === '' ? pictures : [file];
    return {
      id: row.id,
      campaignId: row.campaign_id,
      width: row.width,
      height: row.height,
      address: toPublic(file),
      publicFiles: row.public_since === null ? undefined : files.map((each) => each.slice(0, HASH_LENGTH)),
      alt: row.alt,
      approved: row.state === 'approved',
      stopped: row.stopped,
      content,
      learned: learning.creatives.get(row.id),
      share: row.share,
    };
  };
  return mapPages(read, (rows) => rows.map(make));
}

/** Null when nothing is blocked. */
function blocksOf(stored: unknown): Blocks | null {
  const {
    advertisers = [],
    creatives = [],
    categories = [],
    domains = [],
  } = (stored ?? {}) as Partial<Blocks>;
  return advertisers.length + creatives.length + categories.length + domains.length === 0
    ? null
    : { advertisers, creatives, categories, domains };
}

/** What the zones of a property have of it; without `ids` of all. */
async function readProperties(db: Db, ids?: readonly number[]) {
  const query = db
    .selectFrom('property as p')
    .innerJoin('app_user as u', 'u.id', 'p.publisher_id')
    .select([
      'p.id',
      'p.publisher_id',
      'p.domain',
      'p.category',
      'p.blocks',
      'p.server_key_sha256',
      (eb) => eb.fn.coalesce('p.revenue_share_bps', 'u.revenue_share_bps').as('revenue_share_bps'),
      'p.state',
      'u.status',
      'u.deletes_at',
    ])
    .where(isKept('p'))
    .$if(ids !== undefined, (named) => named.where(sql<boolean>`p.id = ANY(${ids ?? []}::int[])`))
    .orderBy('p.id')
    .limit(PAGE);
  const properties = await mapPages(
    (after) => query.where('p.id', '>', after).execute(),
    (rows) => rows.map((row) => ({ ...row, blocks: blocksOf(row.blocks) })),
  );
  return new Map(properties.map((property) => [property.id, property]));
}

type Properties = Awaited<ReturnType<typeof readProperties>>;

export interface NamedZones {
  zones: readonly number[];
  /** All of theirs. */
  properties: readonly number[];
}

/** Without `named` all of them. Their own code stays in the database: it is large, and few of it is shown (`Passbacks`). */
export async function readZones(db: Db, named?: NamedZones): Promise<ZoneInput[]> {
  const query = db
    .selectFrom('zone as z')
    .select([
      'z.id',
      'z.property_id',
      'z.kind',
      'z.width',
      'z.height',
      'z.floor_micros',
      'z.fallback',
      'z.refresh_seconds',
      'z.person_cap_count',
      'z.person_cap_seconds',
      sql<boolean>`z.passback_html IS NOT NULL`.as('has_passback'),
      'z.state',
    ])
    .where(isKept('z'))
    .$if(named !== undefined, (some) =>
      some.where(
        sql<boolean>`(z.id = ANY(${named?.zones ?? []}::int[]) OR z.property_id = ANY(${named?.properties ?? []}::int[]))`,
      ),
    )
    .orderBy('z.id')
    .limit(PAGE);
  const read = (after: number) => query.where('z.id', '>', after).execute();
  const all = named ? null : await readProperties(db);
  const make = (row: Awaited<ReturnType<typeof read>>[number], properties: Properties): ZoneInput[] => {
    const property = properties.get(row.property_id);
    if (property === undefined) return [];
    const zone: ZoneInput = {
      id: row.id,
      propertyId: row.property_id,
      publisherId: property.publisher_id,
      domain: property.domain,
      category: property.category,
      blocks: property.blocks,
      kind: ZONE_KINDS.find((name) => name === row.kind) ?? 'banner',
      width: row.width,
      height: row.height,
      floorMicros: toNumber(row.floor_micros),
      revenueShareBps: property.revenue_share_bps,
      fallback: row.fallback === 'keep' ? 'keep' : 'collapse',
      refreshSeconds: row.refresh_seconds,
      personCap:
        row.person_cap_count === null || row.person_cap_seconds === null
          ? null
          : { count: row.person_cap_count, seconds: row.person_cap_seconds },
      hasPassback: row.has_passback,
      serverKey: property.server_key_sha256,
      refusal: zoneRefusal(
        property.deletes_at === null ? row.state : 'paused',
        property.state,
        property.status,
      ),
      houseOnly:
        row.state === 'active' &&
        property.status === 'active' &&
        property.deletes_at === null &&
        (property.state === 'pending' || property.state === 'verified'),
    };
    return [zone];
  };
  return mapPages(read, async (rows) => {
    const properties = all ?? (await readProperties(db, [...new Set(rows.map((row) => row.property_id))]));
    return rows.flatMap((row) => make(row, properties));
  });
}

function zoneRefusal(zone: string, property: string, publisher: string): ZoneInput['refusal'] {
  if (zone === 'stopped' || property === 'stopped') return 'stopped';
  if (property !== 'approved' || publisher !== 'active') return 'property-not-approved';
  return zone === 'active' ? null : 'zone-paused';
}

/** What every advertiser, or some, can spend: bonus, cash and what may still be drawn of a credit line. */
export async function readBalances(db: Db, ids?: readonly number[]): Promise<BudgetFacts['advertisers']> {
  const { rows } = await sql<{ owner_id: number; balance: bigint }>`
    SELECT own.owner_id, (own.balance + coalesce(h.headroom_micros, 0))::int8 AS balance
    FROM (
      SELECT owner_id, sum(balance_micros) AS balance FROM ledger_account
      WHERE kind IN ('advertiser_cash', 'advertiser_bonus') AND owner_id IS NOT NULL AND currency = 'USD'
        AND ${ids === undefined ? sql`true` : sql`owner_id = ANY(${ids})`}
      GROUP BY owner_id) own
    LEFT JOIN advertiser_headroom h ON h.advertiser_id = own.owner_id`.execute(db);
  return rows.map((row) => ({ id: row.owner_id, balanceMicros: toNumber(row.balance) }));
}

interface SpendRow {
  campaign_id: number;
  today: bigint;
  total: bigint;
  shown: bigint;
  spent_from: Date | null;
  clicked: bigint | null;
}

/**
 * Spend and counted impressions of running campaigns; those without any are missing. Of a campaign that was approved or
 * begins in the course of the day it is looked up whether it had spent something before, to the hour: approved anew, it
 * goes on where it was.
 */
async function readSpend(
  db: Db,
  nowMs: number,
  ids?: readonly number[],
): Promise<Omit<BudgetFacts, 'advertisers'>> {
  const dayStartMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const day = new Date(dayStartMs).toISOString().slice(0, 10);
  const from = new Date(dayStartMs);
  const { rows } = await sql<SpendRow>`
    WITH spent AS (
      SELECT s.campaign_id, coalesce(sum(s.spend_micros) FILTER (WHERE s.day = ${day}::date), 0)::int8 AS today,
        sum(s.spend_micros)::int8 AS total, sum(s.impressions)::int8 AS shown
      FROM campaign_spend s JOIN campaign c ON c.id = s.campaign_id
      WHERE c.state = 'approved' AND ${ids === undefined ? sql`true` : sql`c.id = ANY(${ids})`}
      GROUP BY s.campaign_id)
    SELECT spent.*, CASE WHEN spent.today > 0 AND begun.at > ${from} THEN (
      SELECT greatest(r.hour, c.created_at) FROM rollup_hourly r
      WHERE r.advertiser_id = c.advertiser_id AND r.campaign_id = c.id AND r.spend_micros > 0
        AND r.hour >= ${from} AND r.hour < date_trunc('hour', begun.at, 'UTC')
      ORDER BY r.hour LIMIT 1) END AS spent_from,
      CASE WHEN c.click_limit IS NOT NULL THEN (
        SELECT sum(r.clicks)::int8 FROM rollup_hourly r
        WHERE r.advertiser_id = c.advertiser_id AND r.campaign_id = c.id) END AS clicked
    FROM spent JOIN campaign c ON c.id = spent.campaign_id
      CROSS JOIN LATERAL (SELECT greatest(c.reviewed_at, c.starts_at) AS at) AS begun`.execute(db);
  return {
    dayStartMs,
    campaigns: rows.map((row) => ({
      id: row.campaign_id,
      todayMicros: toNumber(row.today),
      totalMicros: toNumber(row.total),
      shown: toNumber(row.shown),
      clicked: toNumber(row.clicked ?? 0n),
      spentFromMs: row.spent_from?.getTime() ?? null,
    })),
  };
}

const asOfOneMoment = { isolation: 'repeatable read', readOnly: true } as const;

/** What the index is built from, as of one moment. */
export function readInput(db: Db, learning: Learning, toPublic = byPath): Promise<SnapshotInput> {
  return inTransaction(
    db,
    async (trx) => ({
      campaigns: await readCampaigns(trx, learning),
      creatives: await readCreatives(trx, learning, toPublic),
      zones: await readZones(trx),
    }),
    asOfOneMoment,
  );
}

/** What has been spent and shown and what is left, as of one moment. */
export function readBudgets(db: Db, nowMs: number): Promise<BudgetFacts> {
  return inTransaction(
    db,
    async (trx) => ({ ...(await readSpend(trx, nowMs)), advertisers: await readBalances(trx) }),
    asOfOneMoment,
  );
}

/** What some campaigns have spent, and what their advertisers have left, as of one moment. */
export function readSpending(db: Db, ids: readonly number[], nowMs: number): Promise<BudgetFacts> {
  return inTransaction(
    db,
    async (trx) => {
      const rows = await trx
        .selectFrom('campaign')
        .select('advertiser_id')
        .distinct()
        .where('id', 'in', [...ids])
        .execute();
      const advertisers = rows.map((row) => row.advertiser_id);
      return { ...(await readSpend(trx, nowMs, ids)), advertisers: await readBalances(trx, advertisers) };
    },
    asOfOneMoment,
  );
}

export interface ChangedCampaigns {
  campaigns: CampaignInput[];
  creatives: CreativeInput[];
  budgets: BudgetFacts;
}

/** All that the engine knows of some campaigns, as of one moment. */
export function readChanged(
  db: Db,
  ids: readonly number[],
  learning: Learning,
  nowMs: number,
  toPublic = byPath,
): Promise<ChangedCampaigns> {
  return inTransaction(
    db,
    async (trx) => {
      const campaigns = await readCampaigns(trx, learning, ids);
      const advertisers = [...new Set(campaigns.map((campaign) => campaign.advertiserId))];
      return {
        campaigns,
        creatives: await readCreatives(trx, learning, toPublic, ids),
        budgets: {
          ...(await readSpend(trx, nowMs, ids)),
          advertisers: await readBalances(trx, advertisers),
        },
      };
    },
    asOfOneMoment,
  );
}

/** Which of these campaigns are in the index or may come into it: drafts are nobody's business yet. */
export async function readSubmitted(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM campaign WHERE id = ANY(${[...ids]}::int[]) AND state <> 'draft'`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of these campaigns, those that are not to be shown, and which of them the network has stopped. */
export async function readHalted(
  db: Db,
  ids: readonly number[],
): Promise<{ halted: number[]; stopped: Set<number> }> {
  const { rows } = await sql<{ id: number; runs: boolean; stopped: boolean }>`
    SELECT c.id, ${RUNS} AS runs, ${STOPPED} AS stopped FROM campaign c JOIN app_user u ON u.id = c.advertiser_id
    WHERE c.id = ANY(${[...ids]}::int[])`.execute(db);
  const running = new Set(rows.flatMap(({ id, runs }) => (runs ? id : [])));
  return {
    halted: ids.filter((id) => !running.has(id)),
    stopped: new Set(rows.flatMap(({ id, stopped }) => (stopped ? id : []))),
  };
}

/** The campaigns that accounts have in the index, and their properties. */
export async function readOwned(
  db: Db,
  accountIds: readonly number[],
): Promise<{ campaigns: number[]; properties: number[] }> {
  const campaigns = await db
    .selectFrom('campaign')
    .select('id')
    .where('advertiser_id', 'in', [...accountIds])
    .where('state', '<>', 'draft')
    .where(isKept('campaign'))
    .execute();
  const properties = await db
    .selectFrom('property')
    .select('id')
    .where('publisher_id', 'in', [...accountIds])
    .execute();
  return { campaigns: campaigns.map(({ id }) => id), properties: properties.map(({ id }) => id) };
}
