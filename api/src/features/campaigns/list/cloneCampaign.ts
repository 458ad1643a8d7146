import { sql } from 'kysely';
import type { Trx } from '../../../platform/db';

/** Of a campaign's columns, those that a copy takes over as they are: what its owner has set. */
export const COPIED_OF_CAMPAIGN = [
  'advertiser_id',
  'pricing',
  'bid_micros',
  'daily_budget_micros',
  'total_budget_micros',
  'pacing',
  'landing_url',
  'targeting',
  'bidding',
  'impression_limit',
  'click_limit',
  'measured_only',
  'category',
  'goal_ids',
  'cap_impressions',
  'cap_window_seconds',
] as const;
/** Those that a copy begins anew: its own name, a schedule that has not passed, a draft that nobody has judged. */
export const ANEW_OF_CAMPAIGN = [
  'id',
  'name',
  'starts_at',
  'ends_at',
  'state',
  'state_reason',
  'priority',
  'approved_landing_url',
  'submitted_at',
  'reviewed_at',
  'created_at',
  'updated_at',
] as const;
/** The same of its creatives. */
export const COPIED_OF_CREATIVE = ['asset_id', 'name', 'alt', 'share'] as const;
export const ANEW_OF_CREATIVE = [
  'id',
  'campaign_id',
  'state',
  'state_reason',
  'review_note',
  'reviewed_by',
  'reviewed_at',
  'public_since',
  'created_at',
  'updated_at',
] as const;

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/**
 * Makes a draft with everything an advertiser's campaign has but its name; creatives that were put away stay behind. A
 * schedule whose end has passed is left out: nothing could be submitted with it.
 * @returns the row of the draft; undefined when the advertiser has no such campaign
 */
export async function copyCampaign(
  trx: Trx,
  { id, advertiserId, name, now }: { id: number; advertiserId: number; name: string; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO campaign (${columns(COPIED_OF_CAMPAIGN)}, name, starts_at, ends_at, state, created_at, updated_at)
    SELECT ${columns(COPIED_OF_CAMPAIGN)}, ${name}, CASE WHEN ends_at <= ${now} THEN NULL ELSE starts_at END,
      CASE WHEN ends_at <= ${now} THEN NULL ELSE ends_at END, 'draft', ${now}, ${now}
    FROM campaign WHERE id = ${id} AND advertiser_id = ${advertiserId} RETURNING id`.execute(trx);
  const [copy] = rows;
  if (!copy) return undefined;
  await sql`
    INSERT INTO creative (${columns(COPIED_OF_CREATIVE)}, campaign_id, state, state_reason, created_at, updated_at)
    SELECT ${columns(COPIED_OF_CREATIVE)}, ${copy.id}::int, CASE state WHEN 'stopped' THEN state ELSE 'in_review' END,
      CASE state WHEN 'stopped' THEN state_reason END, ${now}, ${now}
    FROM creative WHERE campaign_id = ${id} AND state <> 'archived' ORDER BY id`.execute(trx);
  return copy.id;
}
