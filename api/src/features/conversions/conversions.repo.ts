import { type ConversionVerdict, EVENT_KINDS } from '@ezdash/contracts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ConversionTable, Db } from '../../platform/db';
import { claimFrom } from '../events';
import type { Click } from './attribute';

export type ConversionRow = Selectable<ConversionTable>;
/** A click with its place in the rollups. */
export interface StoredClick extends Click {
  campaignId: number;
  creativeId: number;
  publisherId: number;
  propertyId: number;
  zoneId: number;
  country: string;
  device: number;
  os: number;
  browser: number;
  language: string;
  subId: number;
  /** Who named its visitor; 0 is nobody. */
  claim: number;
}

/** The click of a decision, whatever became of it; null while it is not in the database. */
export async function findClick(db: Db, clickId: string, decidedAt: Date): Promise<StoredClick | null> {
  const row = await db
    .selectFrom('ad_event')
    .leftJoin('earnings_hold as h', 'h.id', 'ad_event.hold_id')
    .select([
      'happened_at',
      'invalid_reason',
      'advertiser_id',
      'campaign_id',
      'creative_id',
      'ad_event.publisher_id',
      'ad_event.property_id',
      'zone_id',
      'country',
      'device',
      'os',
      'browser',
      'language',
      'sub_id',
      'h.source',
      'h.confirmed',
    ])
    .where('decision_id', '=', clickId)
    .where('kind', '=', EVENT_KINDS.click)
    .where('decided_at', '=', decidedAt)
    .executeTakeFirst();
  if (!row) return null;
  return {
    advertiserId: row.advertiser_id,
    clickedAtMs: row.happened_at.getTime(),
    invalidReason: row.invalid_reason,
    campaignId: row.campaign_id,
    creativeId: row.creative_id,
    publisherId: row.publisher_id,
    propertyId: row.property_id,
    zoneId: row.zone_id,
    country: row.country,
    device: row.device,
    os: row.os,
    browser: row.browser,
    // A char(2) that is not known comes with blanks.
    language: row.language.trim(),
    subId: row.sub_id,
    claim: row.source === null ? 0 : claimFrom(row.source, row.confirmed === true),
  };
}

/** Whether the row of a conversion names its click: one's own was found, whatever it was worth. */
export const showsClick = (verdict: ConversionVerdict): boolean =>
  verdict === 'attributed' || verdict === 'late' || verdict === 'invalid-click' || verdict === 'over-budget';

const NO_PLACE = {
  clicked_at: null,
  advertiser_id: null,
  campaign_id: null,
  creative_id: null,
  publisher_id: null,
  property_id: null,
  zone_id: null,
  country: null,
  device: null,
  os: 0,
  browser: 0,
  language: '',
  sub_id: 0,
};

/** What a conversion cost, as columns. */
export interface PaidAmounts {
  price_micros: bigint;
  payout_micros: bigint;
  bonus_micros: bigint;
}
export const NOTHING_PAID: PaidAmounts = { price_micros: 0n, payout_micros: 0n, bonus_micros: 0n };

/** The columns that say which click it was. */
export function placeOf(click: StoredClick | null) {
  if (click === null) return NO_PLACE;
  return {
    clicked_at: new Date(click.clickedAtMs),
    advertiser_id: click.advertiserId,
    campaign_id: click.campaignId,
    creative_id: click.creativeId,
    publisher_id: click.publisherId,
    property_id: click.propertyId,
    zone_id: click.zoneId,
    country: click.country,
    device: click.device,
    os: click.os,
    browser: click.browser,
    language: click.language,
    sub_id: click.subId,
  };
}

/**
 * The new row's number; null for one that would be counted while another one with the same key is. An equal one in
 * another transaction is waited for.
 */
export async function insertConversion(trx: Db, row: Insertable<ConversionTable>): Promise<bigint | null> {
  const made = await trx
    .insertInto('conversion')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Whether a conversion with this key is counted. */
export async function isCounted(trx: Db, goalId: number, dedupeKey: string | null): Promise<boolean> {
  const row = await trx
    .selectFrom('conversion')
    .select('id')
    .where('goal_id', '=', goalId)
    .where('dedupe_key', '=', dedupeKey)
    .where('verdict', '=', 'attributed')
    .executeTakeFirst();
  return row !== undefined;
}

export type AwaitedKey = Pick<Insertable<ConversionTable>, 'goal_id' | 'dedupe_key' | 'click_id' | 'proven'>;

/**
 * Whether one with this key waits for the same click, and would be worth as much: one that waits for another click may
 * name what nobody made, and one without the goal's key stands behind one that has it.
 */
export async function isAwaited(
  trx: Db,
  { goal_id, dedupe_key, click_id, proven }: AwaitedKey,
): Promise<boolean> {
  const row = await trx
    .selectFrom('conversion')
    .select('id')
    .where('goal_id', '=', goal_id)
    .where('dedupe_key', '=', dedupe_key ?? null)
    .where('click_id', '=', click_id)
    .where('proven', 'in', proven ? [true] : [true, false])
    .where('verdict', '=', 'waiting')
    .executeTakeFirst();
  return row !== undefined;
}

type Repeated = Required<Pick<Insertable<ConversionTable>, 'goal_id' | 'value_micros' | 'proven'>> & {
  dedupe_key: string | null;
};

/** Gives the counted conversion that a report repeats its value; one with the goal's key takes none from one without. */
export async function replaceValue(trx: Db, { goal_id, dedupe_key, value_micros, proven }: Repeated) {
  await trx
    .updateTable('conversion')
    .set({ value_micros })
    .where('goal_id', '=', goal_id)
    .where('dedupe_key', '=', dedupe_key)
    .where('verdict', '=', 'attributed')
    .$if(!proven, (query) => query.where('proven', '=', false))
    .execute();
}

type RejectedKey = Pick<AwaitedKey, 'goal_id' | 'dedupe_key' | 'click_id'>;

/**
 * What waits for its click, or was given up and would be woken by it (`wakeConversions`), does not count when it comes. The
 * key is left to the report that rejects it.
 */
export async function rejectWaiting(trx: Db, { goal_id, dedupe_key, click_id }: RejectedKey): Promise<void> {
  await trx
    .updateTable('conversion')
    .set({ verdict: 'rejected', dedupe_key: null })
    .where('goal_id', '=', goal_id)
    .where('dedupe_key', '=', dedupe_key ?? null)
    .where('click_id', '=', click_id)
    .where('verdict', 'in', ['waiting', 'no-click', 'invalid-click'])
    .execute();
}

/** One that is to be taken out of the count is the rejected one from then on, and has the key of those before it. */
export async function releaseRejected(trx: Db, { goal_id, dedupe_key }: RejectedKey): Promise<void> {
  await sql`UPDATE conversion c SET dedupe_key = NULL
    WHERE c.goal_id = ${goal_id} AND c.dedupe_key = ${dedupe_key ?? null} AND c.verdict = 'rejected'
      AND EXISTS (SELECT FROM conversion counted WHERE counted.goal_id = c.goal_id
        AND counted.dedupe_key = c.dedupe_key AND counted.click_id = c.click_id
        AND counted.verdict = 'attributed' AND counted.price_micros = 0)`.execute(trx);
}

export interface HeldConversion {
  id: bigint;
  goal_id: number;
  click_id: string;
  dedupe_key: string | null;
  decided_at: Date;
  received_at: Date;
  proven: boolean;
  goal_owner_id: number;
  window_days: number;
}

/**
 * Conversions that can be settled, in the order in which equal ones count: their click came in and counts or never will,
 * or they have waited long enough.
 */
export async function findSettleable(db: Db, waitedSince: Date, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT c.id FROM conversion c
    LEFT JOIN LATERAL (
      SELECT e.invalid_reason FROM ad_event e
      WHERE e.decision_id = c.click_id AND e.kind = ${EVENT_KINDS.click} AND e.decided_at = c.decided_at
      OFFSET 0
    ) click ON true
    LEFT JOIN waiting_event w ON w.decision_id = c.click_id AND w.kind = ${EVENT_KINDS.click}
    WHERE c.verdict = 'waiting'
      AND (c.received_at <= ${waitedSince} OR (click.invalid_reason IS NOT NULL AND w.decision_id IS NULL))
    ORDER BY c.proven DESC, c.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Where a walk through counted conversions stands: behind this one. Text, for a Date has no microseconds. */
export interface Walk {
  receivedAt: string;
  id: bigint;
}

/**
 * Of the next counted conversions, by when they were received, those whose click does not count any more: found to be
 * invalid traffic, weeks later perhaps. `next` is null at the end.
 */
export async function findUnfounded(
  db: Db,
  after: Walk,
  limit: number,
): Promise<{ ids: bigint[]; next: Walk | null }> {
  const { rows } = await sql<{ id: bigint; received_at: string; unfounded: boolean }>`
    SELECT c.id, c.received_at::text AS received_at, EXISTS (
      SELECT FROM ad_event e
      WHERE e.decision_id = c.click_id AND e.kind = ${EVENT_KINDS.click} AND e.decided_at = c.decided_at
        AND e.invalid_reason <> 0
    ) AS unfounded
    FROM (
      SELECT id, click_id, decided_at, received_at FROM conversion
      WHERE verdict = 'attributed' AND (received_at, id) > (${after.receivedAt}::timestamptz, ${after.id}::int8)
      ORDER BY received_at, id LIMIT ${limit}
    ) c
    ORDER BY c.received_at, c.id`.execute(db);
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    ids: rows.filter(({ unfounded }) => unfounded).map(({ id }) => id),
    next: last ? { receivedAt: last.received_at, id: last.id } : null,
  };
}

const held = (db: Db, id: bigint, verdict: ConversionVerdict) =>
  db
    .selectFrom('conversion as c')
    .innerJoin('conversion_goal as g', 'g.id', 'c.goal_id')
    .select(['c.id', 'c.goal_id', 'c.click_id', 'c.decided_at', 'c.received_at', 'c.proven', 'c.dedupe_key'])
    .select(['g.advertiser_id as goal_owner_id', 'g.window_days'])
    .where('c.id', '=', id)
    .where('c.verdict', '=', verdict);

/** Which goals' these conversions are. */
export async function findGoalsOf(
  db: Db,
  ids: readonly bigint[],
): Promise<{ id: bigint; goalId: number; ownerId: number }[]> {
  return db
    .selectFrom('conversion as c')
    .innerJoin('conversion_goal as g', 'g.id', 'c.goal_id')
    .select(['c.id', 'c.goal_id as goalId', 'g.advertiser_id as ownerId'])
    .where('c.id', 'in', ids)
    .orderBy('c.id')
    .execute();
}

/** A conversion as long as it has this verdict, without a lock: money is held before it is. */
export async function findConversion(
  db: Db,
  id: bigint,
  verdict: ConversionVerdict,
): Promise<HeldConversion | undefined> {
  return held(db, id, verdict).executeTakeFirst();
}

/** Holds a conversion that still has this verdict; undefined when another node was faster, or is at it. */
export async function lockConversion(
  trx: Db,
  id: bigint,
  verdict: ConversionVerdict,
): Promise<HeldConversion | undefined> {
  return held(trx, id, verdict).forUpdate('c').skipLocked().executeTakeFirst();
}

export async function settleConversion(
  trx: Db,
  id: bigint,
  verdict: ConversionVerdict,
  click: StoredClick | null,
  paid: PaidAmounts = NOTHING_PAID,
): Promise<void> {
  await trx
    .updateTable('conversion')
    .set({ verdict, ...placeOf(click), ...paid })
    .where('id', '=', id)
    .execute();
}

export type ListedConversion = ConversionRow & { campaign_name: string | null };

export interface ListQuery {
  verdict?: ConversionVerdict;
  /** Only what was reported before this row. */
  before?: number;
  limit: number;
}

/** What was reported of a goal, newest first. */
export async function listConversions(
  db: Db,
  goalId: number,
  { verdict, before, limit }: ListQuery,
): Promise<ListedConversion[]> {
  return db
    .selectFrom('conversion as c')
    .leftJoin('campaign', 'campaign.id', 'c.campaign_id')
    .selectAll('c')
    .select('campaign.name as campaign_name')
    .where('c.goal_id', '=', goalId)
    .$if(verdict !== undefined, (query) => query.where('c.verdict', '=', verdict ?? 'attributed'))
    .$if(before !== undefined, (query) => query.where('c.id', '<', BigInt(before ?? 0)))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
}

/** Drops what was reported before a moment and never counted; answers how many there were. */
export async function forgetNotCounted(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM conversion WHERE id IN (
      SELECT id FROM conversion WHERE verdict NOT IN ('attributed', 'waiting') AND received_at < ${before}
      ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows);
}
