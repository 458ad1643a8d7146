import { type CampaignPriority, namesClick, type Pricing } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import type { GoalHalt } from './campaignState';

/** The part of a campaign's row that says what it pays for. */
export interface PaidGoals {
  id: number;
  pricing: Pricing;
  priority: CampaignPriority;
  goal_ids: readonly number[];
}

export const NO_GOAL = 'Choose at least one goal that you pay for';
export const NO_PROOF = 'A report of this goal costs money, so it has to need the key: turn requires_key on';
export const NO_CLICK_ID =
  'Conversions are reported with the click id: put the macro click_id into the address';

/** Of these goals, those that take reports; with an owner, of that owner's alone. */
async function activeGoals(db: Db, ids: readonly number[], ownerId?: number): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM conversion_goal WHERE id = ANY(${[...ids]}::int[]) AND state = 'active'
      AND ${ownerId === undefined ? sql`true` : sql`advertiser_id = ${ownerId}`}`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/**
 * The rows of the goals that a form names. Refuses (422, by index) what is not an active goal of the advertiser's own;
 * those that the campaign had before stay, whatever has become of them.
 */
export async function resolveGoals(
  db: Db,
  advertiserId: number,
  goalIds: readonly string[],
  before: readonly number[] = [],
): Promise<number[]> {
  const rows = goalIds.map((id) => publicRowId('conversionGoal', id));
  const wanted = rows.filter((row) => row !== null && !before.includes(row));
  const active = await activeGoals(
    db,
    wanted.filter((row) => row !== null),
    advertiserId,
  );
  const errors: Record<string, string[]> = {};
  rows.forEach((row, index) => {
    if (row === null || !(before.includes(row) || active.has(row)))
      errors[`goal_ids.${index}`] = ['You have no active goal with this id'];
  });
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return [...new Set(rows.filter((row) => row !== null))];
}

/**
 * Refuses (422, by index) goals to pay for that anybody may report: without the key, or by a pixel. Holds them until the
 * transaction ends, so that none is opened behind its back. Of drafts too: what is named cannot be opened any more.
 */
export async function refuseUnproven(trx: Db, goalIds: readonly number[]): Promise<void> {
  if (goalIds.length === 0) return;
  const { rows } = await sql<{ id: number; is_open: boolean }>`
    SELECT id, NOT requires_key OR pixel AS is_open FROM conversion_goal
    WHERE id = ANY(${[...goalIds]}::int[]) ORDER BY id FOR SHARE`.execute(trx);
  const open = new Set(rows.filter((row) => row.is_open).map((row) => row.id));
  const errors = Object.fromEntries(
    goalIds.flatMap((id, index) => (open.has(id) ? [[`goal_ids.${index}`, [NO_PROOF]]] : [])),
  );
  if (open.size > 0) throw new ValidationError(errors);
}

/** Campaigns that pay for conversions and have no goal left that takes reports: nobody could report one. */
export async function findGoalHalts(db: Db, campaigns: readonly PaidGoals[]): Promise<Map<number, GoalHalt>> {
  const paying = campaigns.filter(({ pricing, priority }) => pricing === 'CPA' && priority !== 'house');
  const active = await activeGoals(
    db,
    paying.flatMap(({ goal_ids }) => goal_ids),
  );
  return new Map(
    paying.filter(({ goal_ids }) => !goal_ids.some((id) => active.has(id))).map(({ id }) => [id, 'no-goal']),
  );
}

/** The part of a campaign that decides whether its conversions can be reported. */
export type Payable = Omit<PaidGoals, 'id'> & { landing_url: string };

/** Whether it pays for conversions, and its landing page is not told the click they are reported by. */
export const lacksClickId = ({
  pricing,
  priority,
  landing_url,
}: Pick<Payable, 'pricing' | 'priority' | 'landing_url'>) =>
  pricing === 'CPA' && priority !== 'house' && !namesClick(landing_url);

/**
 * Refuses (422) a campaign that pays for conversions which nobody could report: it names no active goal, or its landing
 * page is not told the click. A draft may be so: it is not finished. `changed` is what is asked for anew; what stood so
 * before hinders no other change.
 */
export async function refuseUnpayable(
  db: Db,
  campaign: Payable,
  changed: { goals: boolean; landing: boolean },
): Promise<void> {
  const halts = changed.goals ? await findGoalHalts(db, [{ ...campaign, id: 0 }]) : null;
  const errors = {
    ...(halts?.size && { goal_ids: [NO_GOAL] }),
    ...(changed.landing && lacksClickId(campaign) && { landing_url: [NO_CLICK_ID] }),
  };
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}
