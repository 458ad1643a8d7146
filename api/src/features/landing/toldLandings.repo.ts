import type { LandingOutcome } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db';

export interface LandingToTell {
  campaign_id: number;
  advertiser_id: number;
  name: string;
  url: string;
  outcome: LandingOutcome;
  status: number | null;
  checked_at: Date;
  /** Null: a page that its owner was told of as broken answers again. */
  failing_since: Date | null;
}

/** Looks one after the other that find no page before its owner is told: one alone may be a moment. */
export const LOOKS_TO_TELL = 2;

/**
 * Pages that broke and whose owners were not told yet, and pages that answer again after they were. Notes that they are
 * told, in the caller's transaction: each once, whoever asks. Accounts that are not active are left for later.
 */
export async function takeToTell(trx: Trx, now: Date, limit: number): Promise<LandingToTell[]> {
  const { rows } = await sql<LandingToTell>`
    WITH due AS (
      SELECT l.campaign_id FROM landing_check l
        JOIN campaign c ON c.id = l.campaign_id AND c.landing_url = l.url
        JOIN app_user u ON u.id = c.advertiser_id
      WHERE ((l.told_at IS NULL AND l.failures >= ${LOOKS_TO_TELL}) OR (l.told_at IS NOT NULL AND l.failures = 0))
        AND c.state = 'approved' AND u.status = 'active' AND u.deletes_at IS NULL
      ORDER BY l.campaign_id LIMIT ${limit} FOR UPDATE OF l SKIP LOCKED
    )
    UPDATE landing_check l SET told_at = CASE WHEN l.failures = 0 THEN NULL ELSE ${now}::timestamptz END
    FROM due JOIN campaign c ON c.id = due.campaign_id
    WHERE l.campaign_id = due.campaign_id
    RETURNING l.campaign_id, c.advertiser_id, c.name, l.url, l.outcome, l.status, l.checked_at, l.failing_since`.execute(
    trx,
  );
  return rows;
}
