import type { ReferralOverview } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';

/** What is on hold, was paid and was taken back of an account, and what is paid next. */
export async function findTotals(
  db: Db,
  referrerId: number,
): Promise<Pick<ReferralOverview, 'held_micros' | 'released_micros' | 'returned_micros' | 'next_release'>> {
  const { rows } = await sql<{ held: bigint; released: bigint; returned: bigint }>`
    SELECT coalesce(sum(amount_micros - returned_micros) FILTER (WHERE settled_as IS NULL), 0)::int8 AS held,
      coalesce(sum(amount_micros - returned_micros) FILTER (WHERE settled_as = 'released'), 0)::int8 AS released,
      coalesce(sum(returned_micros), 0)::int8 AS returned
    FROM referral_earning WHERE referrer_id = ${referrerId}`.execute(db);
  const { rows: next } = await sql<{ at: string; micros: bigint }>`
    SELECT release_on::text AS at, sum(amount_micros - returned_micros)::int8 AS micros FROM referral_earning
    WHERE referrer_id = ${referrerId} AND settled_as IS NULL GROUP BY release_on ORDER BY release_on LIMIT 1`.execute(
    db,
  );
  const [totals] = rows;
  const [release] = next;
  return {
    held_micros: toNumber(totals?.held ?? 0n),
    released_micros: toNumber(totals?.released ?? 0n),
    returned_micros: toNumber(totals?.returned ?? 0n),
    next_release: release ? { at: release.at, micros: toNumber(release.micros) } : null,
  };
}

export interface EarningRow {
  id: number;
  referral_id: number;
  day: string;
  amount_micros: bigint;
  returned_micros: bigint;
  state: 'held' | 'released' | 'returned';
  settles_on: string;
  role: 'advertiser' | 'publisher';
  link_id: number;
  label: string | null;
}

/** Newest first, behind `before`. What a closed account gave up is nobody's to read. */
export async function findEarnings(
  db: Db,
  referrerId: number,
  { before, state, limit }: { before: number | null; state: EarningRow['state'] | null; limit: number },
): Promise<EarningRow[]> {
  const { rows } = await sql<EarningRow>`
    SELECT e.id, e.referral_id, e.day::text AS day, e.amount_micros, e.returned_micros,
      coalesce(e.settled_as, 'held') AS state,
      coalesce((e.settled_at AT TIME ZONE 'UTC')::date, e.release_on)::text AS settles_on,
      u.role, r.link_id, l.label
    FROM referral_earning e JOIN referral r ON r.id = e.referral_id JOIN referral_link l ON l.id = r.link_id
    JOIN app_user u ON u.id = r.referred_id
    WHERE e.referrer_id = ${referrerId} AND e.settled_as IS DISTINCT FROM 'given_up'
      AND ${before === null ? sql`true` : sql`e.id < ${before}`}
      AND ${state === null ? sql`true` : sql`coalesce(e.settled_as, 'held') = ${state}`}
    ORDER BY e.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
