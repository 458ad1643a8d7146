import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

/** What campaigns keep of a person beside the campaigns themselves: drafts that were not sent, and the history. */
export const campaignData = {
  /** For the person's archive. */
  async exportOf(userId: number, db: Db) {
    const { rows: drafts } = await sql`
      SELECT name, step, form, created_at, updated_at FROM campaign_draft WHERE advertiser_id = ${userId}
      ORDER BY id`.execute(db);
    const { rows: changes } = await sql`
      SELECT h.campaign_id, h.at, h.kind, h.actor, h.changes FROM campaign_change h JOIN campaign c ON c.id = h.campaign_id
      WHERE c.advertiser_id = ${userId} ORDER BY h.id`.execute(db);
    return { drafts, changes };
  },

  /** What was changed of a campaign says what its owner once wrote; the campaign itself stays with its bookings. */
  async forget(trx: Trx, userId: number): Promise<void> {
    await sql`DELETE FROM campaign_draft WHERE advertiser_id = ${userId}`.execute(trx);
    await sql`DELETE FROM campaign_change h USING campaign c
      WHERE c.id = h.campaign_id AND c.advertiser_id = ${userId}`.execute(trx);
  },
};
