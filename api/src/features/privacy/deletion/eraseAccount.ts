import { sql } from 'kysely';
import type { Trx } from '../../../platform/db';
import { forgetJobs } from '../../../platform/jobs';
import type { Mail } from '../../mail';
import { endSessions } from '../../proofs';
import { closeBooks } from './closeBooks';
import { type AccountRow, hasPostings, revokeTokens } from './deletion.repo';

/** What another feature erases of a person, in the deletion's transaction: with it or not at all. */
export type Eraser = (trx: Trx, userId: number) => Promise<void>;

export interface EraseDeps {
  mail: Pick<Mail, 'forget'>;
  erasers: readonly Eraser[];
}

/** Nobody's: `.invalid` is reserved (RFC 2606), so no mail ever reaches it. */
export const deletedEmail = (userId: number): string => `deleted-${userId}@deleted.invalid`;
const NOBODY = 'Deleted account';
const NAMELESS = '–';

/** Signs the account out everywhere and takes what was known of its visits, links, tokens and archives. */
async function eraseAccess(trx: Trx, { id, email }: AccountRow, now: Date): Promise<void> {
  await endSessions(trx, id);
  await revokeTokens(trx, id, now);
  // A revoked token is a record of what was opened; how its owner called it and where from is no part of that;
  // nor is what a debug session was begun from.
  await trx
    .updateTable('api_token')
    .set({ name: NAMELESS, addresses: [] })
    .where('owner_id', '=', id)
    .execute();
  await trx.updateTable('debug_session').set({ device: '' }).where('admin_id', '=', id).execute();
  await trx.deleteFrom('known_visitor').where('user_id', '=', id).execute();
  await trx.deleteFrom('one_time_token').where('user_id', '=', id).execute();
  await trx.deleteFrom('pending_registration').where('email', '=', email.toLowerCase()).execute();
  await trx.deleteFrom('data_export').where('user_id', '=', id).execute();
  // Mails to write that were asked for with the address, by whomever.
  await forgetJobs(trx, 'email', email);
}

/**
 * Everything that was offered or shown stands still for good. Names, addresses of landing pages and domains stay with
 * the bookings and figures that name them; what nobody was ever shown goes. A native ad that was shown keeps its pictures.
 */
async function closeBusiness(trx: Trx, { id }: AccountRow, now: Date): Promise<void> {
  await sql`UPDATE campaign SET state = 'archived', state_reason = NULL, updated_at = ${now}
    WHERE advertiser_id = ${id}`.execute(trx);
  // Files that never arrived whole; their bytes go with the next sweep.
  await trx.deleteFrom('asset_upload').where('owner_id', '=', id).execute();
  await sql`DELETE FROM creative cr USING campaign c WHERE c.id = cr.campaign_id AND c.advertiser_id = ${id}
    AND cr.id NOT IN (SELECT creative_id FROM rollup_hourly WHERE advertiser_id = ${id})
    AND cr.id NOT IN (SELECT creative_id FROM invalid_hourly WHERE advertiser_id = ${id})`.execute(trx);
  await sql`UPDATE creative cr SET state = 'archived', state_reason = NULL, public_since = NULL, updated_at = ${now}
    FROM campaign c WHERE c.id = cr.campaign_id AND c.advertiser_id = ${id}`.execute(trx);
  await sql`WITH gone AS (
      DELETE FROM creative_asset a WHERE a.owner_id = ${id}
        AND NOT EXISTS (SELECT FROM creative cr WHERE cr.asset_id = a.id)
        AND NOT EXISTS (SELECT FROM creative cr JOIN creative_asset n ON n.id = cr.asset_id
          WHERE n.owner_id = ${id} AND n.format = 'native' AND a.sha256::text IN (
            substring(n.parts #>> '{image,url}' FROM '[0-9a-f]{64}'),
            substring(n.parts #>> '{icon,url}' FROM '[0-9a-f]{64}')))
      RETURNING sha256, content_type)
    INSERT INTO erased_image (sha256, content_type, erased_at) SELECT DISTINCT sha256, content_type, ${now}::timestamptz
    FROM gone ON CONFLICT DO NOTHING`.execute(trx);
  await sql`UPDATE zone z SET state = 'archived', updated_at = ${now} FROM property p
    WHERE p.id = z.property_id AND p.publisher_id = ${id}`.execute(trx);
  await sql`UPDATE property SET state = 'archived', state_reason = NULL, server_key_sha256 = NULL, updated_at = ${now}
    WHERE publisher_id = ${id}`.execute(trx);
}

/** The row that bookings and events name stays; nothing in it says who it was. */
async function eraseFields(trx: Trx, { id }: AccountRow, now: Date): Promise<void> {
  const keepsCountry = await hasPostings(trx, id);
  await trx
    .updateTable('app_user')
    .set({
      email: deletedEmail(id),
      username: NOBODY,
      first_name: null,
      last_name: null,
      company_name: null,
      phone_number: null,
      tax_id: null,
      ...(!keepsCountry && { country: null }),
      password_hash: null,
      // Whatever sign-in is on its way was begun under another password, and so opens nothing.
      password_changed_at: now,
      verified: false,
      email_verified_at: null,
      profile_completed_at: null,
      last_login_at: null,
      status: 'suspended',
      status_reason: null,
      theme: 'system',
      locale: null,
      timezone: 'UTC',
      deletion_requested_at: null,
      deletes_at: null,
      gives_up_micros: null,
      manager_id: null,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** All of it in the caller's transaction, which holds the account: done, or as if it had never begun. */
export async function eraseAccount(
  trx: Trx,
  account: AccountRow,
  { mail, erasers }: EraseDeps,
  now: Date,
): Promise<void> {
  await closeBooks(trx, account.id, now);
  for (const erase of erasers) await erase(trx, account.id);
  await eraseAccess(trx, account, now);
  await closeBusiness(trx, account, now);
  await mail.forget(trx, account.email);
  await eraseFields(trx, account, now);
}
