import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';
import type { RuleReason } from './rules';
import type { Held } from './share';

export interface ReferralRow {
  id: number;
  link_id: number;
  referrer_id: number;
  referred_id: number;
  role: 'advertiser' | 'publisher';
  /** Either account was deleted. */
  is_gone: boolean;
  state: 'pending' | 'active' | 'refused';
  reason: RuleReason | 'operator' | null;
  active_at: Date | null;
  share_bps: number;
  minimum_micros: bigint;
  hold_days: number;
  ends_on: string;
  same_device: boolean;
  rules_waived: boolean;
  base_micros: bigint;
  spent_micros: bigint;
  spent_posting_id: bigint;
  booked_on: string | null;
}

const COLUMNS = sql`r.id, r.link_id, r.referrer_id, r.referred_id, u.role, r.state, r.reason, r.active_at, r.share_bps,
  r.minimum_micros, r.hold_days, r.ends_on::text AS ends_on, r.same_device, r.rules_waived, r.base_micros, r.spent_micros,
  r.spent_posting_id, r.booked_on::text AS booked_on,
  u.deleted_at IS NOT NULL OR (SELECT deleted_at FROM app_user WHERE id = r.referrer_id) IS NOT NULL AS is_gone`;

/** Earnings of a publisher are validated months after they were made, and taken back later still. */
const AFTER_END_DAYS = 240;

/** Referrals that a day is to be booked of, with who brought them. */
export async function findDue(
  db: Db,
  day: string,
  afterId: number,
  limit: number,
): Promise<{ id: number; referrerId: number }[]> {
  const { rows } = await sql<{ id: number; referrerId: number }>`
    SELECT r.id, r.referrer_id AS "referrerId" FROM referral r
    JOIN app_user u ON u.id = r.referred_id JOIN app_user o ON o.id = r.referrer_id
    WHERE r.state <> 'refused' AND r.id > ${afterId} AND (r.booked_on IS NULL OR r.booked_on < ${day}::date)
      AND r.signed_up_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC' AND u.deleted_at IS NULL AND o.deleted_at IS NULL
      AND r.ends_on + ${AFTER_END_DAYS}::int > ${day}::date
    ORDER BY r.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Held until the transaction ends. The accounts of who brought it are held before: every writer keeps to that. */
export async function lockReferral(trx: Trx, id: number): Promise<ReferralRow | null> {
  const { rows } = await sql<ReferralRow>`
    SELECT ${COLUMNS} FROM referral r JOIN app_user u ON u.id = r.referred_id
    WHERE r.id = ${id} FOR UPDATE OF r`.execute(trx);
  return rows[0] ?? null;
}

export async function findReferrer(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ referrer_id: number }>`
    SELECT referrer_id FROM referral WHERE id = ${id}`.execute(db);
  return rows[0]?.referrer_id ?? null;
}

/** Newest first. */
export async function findHeld(trx: Trx, referralId: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
    SELECT id, day::text AS day, amount_micros AS "amountMicros", returned_micros AS "returnedMicros"
    FROM referral_earning WHERE referral_id = ${referralId} AND settled_as IS NULL ORDER BY day DESC FOR UPDATE`.execute(
    trx,
  );
  return rows;
}

/** What was earned so far, less what was taken back. */
export async function sumBooked(trx: Trx, referralId: number): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    SELECT coalesce(sum(amount_micros - returned_micros), 0)::int8 AS micros
    FROM referral_earning WHERE referral_id = ${referralId}`.execute(trx);
  return rows[0]?.micros ?? 0n;
}

/**
 * Spend from cash that was the advertiser's own, behind the postings that were summed up before: what was lent for it counts
 * when it is repaid, a bonus never, and what came back for invalid traffic is taken off. Spend from the end on does not count,
 * nor does its way back.
 */
export async function sumSpent(
  db: Db,
  advertiserId: number,
  endsOn: string,
  afterPostingId: bigint,
): Promise<{ micros: bigint; lastPostingId: bigint }> {
  const { rows } = await sql<{ micros: bigint; last: bigint }>`
    SELECT coalesce(-sum(p.amount_micros) FILTER (
        WHERE t.kind IN ('ad_spend', 'invalid_traffic', 'credit_draw', 'credit_repayment')
          AND coalesce((t.meta ->> 'last_event_at')::timestamptz, t.occurred_at) < ${endsOn}::date::timestamp AT TIME ZONE 'UTC'
      ), 0)::int8 AS micros,
      coalesce(max(p.id), ${afterPostingId}::int8)::int8 AS last
    FROM ledger_account a JOIN ledger_posting p ON p.account_id = a.id AND p.id > ${afterPostingId}
    JOIN ledger_transaction t ON t.id = p.transaction_id
    WHERE a.owner_id = ${advertiserId} AND a.kind = 'advertiser_cash'`.execute(db);
  return { micros: rows[0]?.micros ?? 0n, lastPostingId: rows[0]?.last ?? afterPostingId };
}

/** Earnings that became payable of months that began before the end. */
export async function sumValidated(db: Db, publisherId: number, endsOn: string): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    SELECT coalesce(sum(released_micros), 0)::int8 AS micros FROM earnings_release
    WHERE publisher_id = ${publisherId} AND period < ${endsOn}::date`.execute(db);
  return rows[0]?.micros ?? 0n;
}

export interface Booked {
  state: ReferralRow['state'];
  reason: ReferralRow['reason'];
  activeAt: Date | null;
  rulesMet: readonly RuleReason[];
  checkedAt: Date;
  baseMicros: bigint;
  spentMicros: bigint;
  spentPostingId: bigint;
  bookedOn: string;
}

export async function saveBooked(trx: Trx, id: number, booked: Booked): Promise<void> {
  await sql`
    UPDATE referral SET state = ${booked.state}, reason = ${booked.reason}, active_at = ${booked.activeAt},
      rules_met = ${[...booked.rulesMet]}::text[], checked_at = ${booked.checkedAt}, base_micros = ${booked.baseMicros},
      spent_micros = ${booked.spentMicros}, spent_posting_id = ${booked.spentPostingId}, booked_on = ${booked.bookedOn}::date
    WHERE id = ${id}`.execute(trx);
}

export async function insertEarning(
  trx: Trx,
  earning: { referralId: number; referrerId: number; day: string; amountMicros: bigint; releaseOn: string },
): Promise<void> {
  await sql`
    INSERT INTO referral_earning (referral_id, referrer_id, day, amount_micros, release_on)
    VALUES (${earning.referralId}, ${earning.referrerId}, ${earning.day}::date, ${earning.amountMicros},
      ${earning.releaseOn}::date)`.execute(trx);
}

export async function noteReturned(
  trx: Trx,
  id: number,
  micros: bigint,
  isAll: boolean,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE referral_earning SET returned_micros = returned_micros + ${micros},
      settled_as = ${isAll ? 'returned' : null}, settled_at = ${isAll ? now : null}
    WHERE id = ${id}`.execute(trx);
}

/** Adds to what a link earned on a day. */
export async function addEarned(trx: Trx, linkId: number, day: string, micros: bigint): Promise<void> {
  await sql`INSERT INTO referral_day AS d (link_id, day, earned_micros) VALUES (${linkId}, ${day}::date, ${micros})
    ON CONFLICT (link_id, day) DO UPDATE SET earned_micros = d.earned_micros + excluded.earned_micros`.execute(
    trx,
  );
}

/** Takes from what a link earned on a day. */
export async function takeEarned(trx: Trx, linkId: number, day: string, micros: bigint): Promise<void> {
  await sql`UPDATE referral_day SET earned_micros = earned_micros - ${micros}
    WHERE link_id = ${linkId} AND day = ${day}::date`.execute(trx);
}

/** Accounts that are active and have earnings whose hold is over. */
export async function findReleasable(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT e.referrer_id AS id FROM referral_earning e JOIN app_user u ON u.id = e.referrer_id
    WHERE e.settled_as IS NULL AND e.release_on <= ${today}::date AND u.status = 'active' AND u.deleted_at IS NULL
      AND u.deletes_at IS NULL
    ORDER BY 1`.execute(db);
  return rows.map(({ id }) => id);
}

export async function lockReleasable(
  trx: Trx,
  referrerId: number,
  today: string,
  limit: number,
): Promise<{ id: number; micros: bigint; role: 'advertiser' | 'publisher' }[]> {
  const { rows } = await sql<{ id: number; micros: bigint; role: 'advertiser' | 'publisher' }>`
    SELECT e.id, e.amount_micros - e.returned_micros AS micros, u.role
    FROM referral_earning e JOIN app_user u ON u.id = e.referrer_id
    WHERE e.referrer_id = ${referrerId} AND e.settled_as IS NULL AND e.release_on <= ${today}::date
      AND u.role IN ('advertiser', 'publisher') AND u.deleted_at IS NULL
    ORDER BY e.id LIMIT ${limit} FOR UPDATE OF e`.execute(trx);
  return rows;
}

export async function noteReleased(trx: Trx, ids: readonly number[], now: Date): Promise<void> {
  await sql`UPDATE referral_earning SET settled_as = 'released', settled_at = ${now}
    WHERE id = ANY(${[...ids]}::int[])`.execute(trx);
}
