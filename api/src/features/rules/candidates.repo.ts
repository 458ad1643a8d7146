import type { Targeting } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { RuleDefinition } from './ruleRow';

/** A campaign that a rule may look at. */
export interface Candidate {
  id: number;
  name: string;
  bidMicros: number;
  dailyBudgetMicros: number;
  targeting: Partial<Targeting>;
}

interface CandidateRow {
  id: number;
  name: string;
  bid_micros: bigint;
  daily_budget_micros: bigint;
  targeting: Partial<Targeting>;
}

const candidateOf = (row: CandidateRow): Candidate => ({
  id: row.id,
  name: row.name,
  bidMicros: toNumber(row.bid_micros),
  dailyBudgetMicros: toNumber(row.daily_budget_micros),
  targeting: row.targeting,
});
const COLUMNS = sql`id, name, bid_micros, daily_budget_micros, targeting`;

/** Of the campaigns that the rule names (or all of the advertiser's) those in one of these states. */
export async function findCandidates(
  db: Db,
  advertiserId: number,
  { campaigns }: Pick<RuleDefinition, 'campaigns'>,
  states: readonly string[],
): Promise<Candidate[]> {
  const named = campaigns.length === 0 ? sql`true` : sql`id = ANY(${[...campaigns]}::int[])`;
  const { rows } = await sql<CandidateRow>`
    SELECT ${COLUMNS} FROM campaign
    WHERE advertiser_id = ${advertiserId} AND ${named} AND state = ANY(${[...states]}) ORDER BY id`.execute(
    db,
  );
  return rows.map(candidateOf);
}

/**
 * One of them as it is now, held until the transaction ends; null when it is not shown any more. What it spends
 * meanwhile is still counted.
 */
export async function lockCandidate(trx: Db, id: number): Promise<Candidate | null> {
  const { rows } = await sql<CandidateRow>`
    SELECT ${COLUMNS} FROM campaign WHERE id = ${id} AND state = 'approved' FOR NO KEY UPDATE`.execute(trx);
  return rows[0] ? candidateOf(rows[0]) : null;
}

/** Approved creatives of campaigns: what is shown, and may be taken out. */
export async function findShownCreatives(
  db: Db,
  campaignIds: readonly number[],
): Promise<{ id: number; campaignId: number }[]> {
  const { rows } = await sql<{ id: number; campaign_id: number }>`
    SELECT id, campaign_id FROM creative
    WHERE campaign_id = ANY(${[...campaignIds]}::int[]) AND state = 'approved' ORDER BY id`.execute(db);
  return rows.map(({ id, campaign_id }) => ({ id, campaignId: campaign_id }));
}

/** A creative as its owner's form has it; those of one place share it out among themselves. */
export interface FormCreative {
  id: number;
  asset_id: number;
  name: string;
  alt: string;
  share: number | null;
  place: string;
}

/** A campaign's creatives, archived ones left out. */
export async function findFormCreatives(db: Db, campaignId: number): Promise<FormCreative[]> {
  const { rows } = await sql<FormCreative>`
    SELECT c.id, c.asset_id, c.name, c.alt, c.share,
      CASE WHEN a.format IN ('native', 'text', 'video') THEN a.format ELSE a.width || 'x' || a.height END AS place
    FROM creative c JOIN creative_asset a ON a.id = c.asset_id
    WHERE c.campaign_id = ${campaignId} AND c.state <> 'archived' ORDER BY c.id`.execute(db);
  return rows;
}
