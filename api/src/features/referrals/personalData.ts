import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

interface OwnLink {
  id: number;
  code: string;
  label: string | null;
  created_at: Date;
  archived_at: Date | null;
}
interface OwnReferral {
  id: number;
  link_id: number;
  signed_up_at: Date;
  counts: boolean;
}
interface OwnEarning {
  referral_id: number;
  day: string;
  amount_micros: string;
  returned_micros: string;
  release_on: string;
  settled_as: string | null;
}

/**
 * For the archive of a person's data: their links with the sums of days, that somebody signed up by one (never who), what
 * each earned, and whether they were brought by somebody themselves (never by whom).
 */
export async function exportReferrals(db: Db, userId: number): Promise<object> {
  const { rows: links } = await sql<OwnLink>`
    SELECT id, code, label, created_at, archived_at FROM referral_link WHERE owner_id = ${userId} ORDER BY id`.execute(
    db,
  );
  const { rows: days } = await sql<{ link_id: number; day: string }>`
    SELECT d.link_id, d.day::text AS day, d.clicks, d.sign_ups, d.active, d.earned_micros::text AS earned_micros
    FROM referral_day d JOIN referral_link l ON l.id = d.link_id WHERE l.owner_id = ${userId}
    ORDER BY d.day, d.link_id`.execute(db);
  const { rows: referrals } = await sql<OwnReferral>`
    SELECT id, link_id, signed_up_at, state = 'active' AS counts FROM referral
    WHERE referrer_id = ${userId} ORDER BY id`.execute(db);
  const { rows: earnings } = await sql<OwnEarning>`
    SELECT referral_id, day::text AS day, amount_micros::text AS amount_micros, returned_micros::text AS returned_micros,
      release_on::text AS release_on, settled_as FROM referral_earning WHERE referrer_id = ${userId} ORDER BY id`.execute(
    db,
  );
  const { rows: brought } = await sql<{ signed_up_at: Date }>`
    SELECT signed_up_at FROM referral WHERE referred_id = ${userId}`.execute(db);
  const linkId = (id: number) => publicId('referralLink', id);
  return {
    links: links.map(({ id, ...link }) => ({ id: linkId(id), ...link })),
    days: days.map(({ link_id, ...day }) => ({ link: linkId(link_id), ...day })),
    sign_ups: referrals.map(({ id, link_id, ...referral }) => ({
      id: publicId('referral', id),
      link: linkId(link_id),
      ...referral,
    })),
    earnings: earnings.map(({ referral_id, settled_as, ...earning }) => ({
      referral: publicId('referral', referral_id),
      ...earning,
      state: settled_as ?? 'held',
    })),
    was_brought: brought.map(({ signed_up_at }) => ({ signed_up_at }))[0] ?? null,
  };
}

/**
 * Nobody is brought by the account's links any more, and what they were called goes; earnings and sums stay with the books.
 * What was on hold was given up with the account. What staff wrote about either side goes, too.
 */
export async function forgetReferrals(trx: Trx, userId: number): Promise<void> {
  await sql`UPDATE referral_earning SET settled_as = 'given_up', settled_at = now()
    WHERE referrer_id = ${userId} AND settled_as IS NULL`.execute(trx);
  await sql`DELETE FROM referral_trace t USING referral_link l WHERE l.id = t.link_id AND l.owner_id = ${userId}`.execute(
    trx,
  );
  await sql`UPDATE referral_link SET archived_at = coalesce(archived_at, now()),
      label = CASE WHEN label IS NOT NULL THEN id::text END WHERE owner_id = ${userId}`.execute(trx);
  await sql`UPDATE referral_decision d SET note = '' FROM referral r
    WHERE r.id = d.referral_id AND ${userId} IN (r.referrer_id, r.referred_id)`.execute(trx);
  await sql`UPDATE referral SET same_device = false, rules_met = '{}'
    WHERE ${userId} IN (referrer_id, referred_id)`.execute(trx);
  // A registration that came by a link of theirs goes on without it.
  await sql`UPDATE pending_registration p SET referral_link_id = NULL, referral_same_device = false
    FROM referral_link l WHERE l.id = p.referral_link_id AND l.owner_id = ${userId}`.execute(trx);
}
