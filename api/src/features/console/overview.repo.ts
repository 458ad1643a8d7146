import type { OperatorOverview } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db';

type Waiting = OperatorOverview['campaigns'];
/** What the database itself knows of. */
type Desk = Exclude<keyof OperatorOverview, 'recent' | 'dead_letters'>;

/** Of each desk: the column that says since when a row waits, and the rows; each by an index of such rows alone. */
const DESKS: Readonly<Record<Desk, RawBuilder<unknown>>> = {
  campaigns: sql`submitted_at AS at FROM campaign WHERE state = 'in_review'`,
  properties: sql`created_at AS at FROM property WHERE state IN ('pending', 'verified')`,
  conversations: sql`waiting_since AS at FROM support_conversation WHERE state = 'open'`,
  bank_transfers: sql`created_at AS at FROM payment WHERE state = 'pending' AND reference IS NOT NULL`,
  payouts_requested: sql`requested_at AS at FROM payout WHERE state = 'requested'`,
  payouts_approved: sql`requested_at AS at FROM payout WHERE state = 'approved'`,
  accounts: sql`created_at AS at FROM app_user WHERE status = 'pending'`,
  failed_invoices: sql`wanted_at AS at FROM xero_invoice WHERE state = 'failed'`,
};

async function waitingAt(db: Db, desk: Desk): Promise<Waiting> {
  const { rows } = await sql<{ count: number; oldest_at: Date | null }>`
    SELECT count(*)::int4 AS count, min(w.at) AS oldest_at FROM (SELECT ${DESKS[desk]}) w`.execute(db);
  const { count = 0, oldest_at = null } = rows[0] ?? {};
  return { count, oldest_at: oldest_at?.toISOString() ?? null };
}

export async function findWaiting(db: Db): Promise<Record<Desk, Waiting>> {
  const at = (desk: Desk) => waitingAt(db, desk);
  return {
    campaigns: await at('campaigns'),
    properties: await at('properties'),
    conversations: await at('conversations'),
    bank_transfers: await at('bank_transfers'),
    payouts_requested: await at('payouts_requested'),
    payouts_approved: await at('payouts_approved'),
    accounts: await at('accounts'),
    failed_invoices: await at('failed_invoices'),
  };
}

const MOST_RECENT = 10;
const LEAST_REFUSAL = 400;
/** Coming and going, and the lines of the tool's log: no work. */
const NO_WORK = ['activate', 'deactivate', 'prove', 'log'].map((name) => `/debug-tool/${name}`);

/** What an admin changed since then, newest first. */
export async function findRecent(db: Db, adminId: number, since: Date): Promise<OperatorOverview['recent']> {
  const rows = await db
    .selectFrom('debug_audit')
    .select(['id', 'method', 'path', 'status', 'happened_at'])
    .where('admin_id', '=', adminId)
    .where('happened_at', '>=', since)
    .where('method', '!=', 'GET')
    .where('status', '<', LEAST_REFUSAL)
    .where('path', 'not in', NO_WORK)
    .orderBy('id', 'desc')
    .limit(MOST_RECENT)
    .execute();
  return rows.map(({ id, happened_at, ...row }) => ({
    ...row,
    id: String(id),
    happened_at: happened_at.toISOString(),
  }));
}
