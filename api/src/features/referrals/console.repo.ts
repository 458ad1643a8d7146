import type { OperatorReferralQuery, ReferralReason } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db';

export interface ListedRow {
  id: number;
  state: 'pending' | 'active' | 'refused';
  reason: ReferralReason | null;
  code: string;
  label: string | null;
  signed_up_at: Date;
  active_at: Date | null;
  ends_on: string;
  base_micros: bigint;
  rules_met: string[];
  checked_at: Date;
  share_bps: number;
  hold_days: number;
  minimum_micros: bigint;
  referrer_id: number;
  referrer_email: string;
  referrer_role: 'advertiser' | 'publisher';
  referrer_status: string;
  referrer_gone: boolean;
  referred_id: number;
  referred_email: string;
  referred_role: 'advertiser' | 'publisher';
  referred_status: string;
  referred_gone: boolean;
  held: bigint;
  released: bigint;
  returned: bigint;
}

type Filter = Pick<OperatorReferralQuery, 'state' | 'reason' | 'search'>;

const FROM = sql`FROM referral r JOIN referral_link l ON l.id = r.link_id
  JOIN app_user o ON o.id = r.referrer_id JOIN app_user u ON u.id = r.referred_id`;

const SIGNS = /[\\%_]/g;

function matching({ state, reason, search }: Filter): RawBuilder<unknown> {
  const wanted = [sql`true`];
  if (state) wanted.push(sql`r.state = ${state}`);
  if (reason) wanted.push(sql`r.reason = ${reason}`);
  if (search) {
    const like = `%${search.toLowerCase().replace(SIGNS, (sign) => `\\${sign}`)}%`;
    wanted.push(
      sql`(lower(o.email) LIKE ${like} OR lower(u.email) LIKE ${like} OR l.code = ${search.toLowerCase()})`,
    );
  }
  return sql.join(wanted, sql` AND `);
}

async function read(db: Db, where: RawBuilder<unknown>, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    SELECT r.id, r.state, r.reason, l.code, l.label, r.signed_up_at, r.active_at, r.ends_on::text AS ends_on, r.base_micros,
      r.rules_met, r.checked_at, r.share_bps, r.hold_days, r.minimum_micros,
      o.id AS referrer_id, o.email AS referrer_email, o.role AS referrer_role, o.status AS referrer_status,
      o.deleted_at IS NOT NULL AS referrer_gone,
      u.id AS referred_id, u.email AS referred_email, u.role AS referred_role, u.status AS referred_status,
      u.deleted_at IS NOT NULL AS referred_gone, money.*
    ${FROM} CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_micros - returned_micros) FILTER (WHERE settled_as IS NULL), 0)::int8 AS held,
        coalesce(sum(amount_micros - returned_micros) FILTER (WHERE settled_as = 'released'), 0)::int8 AS released,
        coalesce(sum(returned_micros), 0)::int8 AS returned
      FROM referral_earning WHERE referral_id = r.id) money
    WHERE ${where} ORDER BY r.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Newest first, behind `before`. */
export const findListed = (
  db: Db,
  filter: Filter,
  { before, limit }: { before: number | null; limit: number },
): Promise<ListedRow[]> => {
  const behind = before === null ? sql`true` : sql`r.id < ${before}`;
  return read(db, sql`${matching(filter)} AND ${behind}`, limit);
};

export async function findOne(db: Db, id: number): Promise<ListedRow | null> {
  const [row] = await read(db, sql`r.id = ${id}`, 1);
  return row ?? null;
}

export async function countListed(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count ${FROM} WHERE ${matching(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface DecisionRow {
  state: 'pending' | 'active' | 'refused';
  reason: ReferralReason | null;
  note: string;
  by: string | null;
  decided_at: Date;
}

export async function findDecisions(db: Db, referralId: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    SELECT d.state, d.reason, d.note, a.email AS by, d.decided_at
    FROM referral_decision d LEFT JOIN app_user a ON a.id = d.decided_by
    WHERE d.referral_id = ${referralId} ORDER BY d.id DESC`.execute(db);
  return rows;
}
