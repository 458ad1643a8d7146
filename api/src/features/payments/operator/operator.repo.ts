import type { PaymentState, PaymentType } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db';
import type { PaymentRow } from '../payments.repo';

export type WithOwner = PaymentRow & {
  email: string;
  company_name: string | null;
  owner_deleted_at: Date | null;
};

export interface PaymentFilter {
  state?: PaymentState;
  type?: PaymentType;
  gateway?: string;
  beforeId?: number | null;
  ids?: readonly number[];
  search?: { text: string; id: number | null; reference: string } | null;
}

/** In a LIKE pattern the text stands for itself. */
const literal = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Newest first. */
export function findPayments(db: Db, filter: PaymentFilter, limit: number): Promise<WithOwner[]> {
  const { state, type, gateway, beforeId, ids, search } = filter;
  let query = db
    .selectFrom('payment as p')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .select(['u.email', 'u.company_name', 'u.deleted_at as owner_deleted_at'])
    .orderBy('p.id', 'desc')
    .limit(limit);
  if (state) query = query.where('p.state', '=', state);
  if (type) query = query.where('p.type', '=', type);
  if (gateway) query = query.where('p.gateway', '=', gateway);
  if (beforeId) query = query.where('p.id', '<', beforeId);
  if (ids) query = query.where('p.id', 'in', [...ids]);
  if (search)
    query = query.where((where) =>
      where.or([
        where('p.reference', '=', search.reference),
        where('u.email', 'ilike', `%${literal(search.text)}%`),
        where('p.external_id', '=', search.text),
        where('p.external_transaction_id', '=', search.text),
        ...(search.id === null ? [] : [where('p.id', '=', search.id)]),
      ]),
    );
  return query.execute();
}

/** Transfers that are waited for, with their fees. */
export async function countAwaited(db: Db): Promise<{ count: number; micros: bigint }> {
  const { rows } = await sql<{ count: number; micros: bigint }>`
    SELECT count(*)::int4 AS count, coalesce(sum(amount_micros + fee_micros), 0)::int8 AS micros
    FROM payment WHERE state = 'pending' AND reference IS NOT NULL`.execute(db);
  return rows[0] ?? { count: 0, micros: 0n };
}
