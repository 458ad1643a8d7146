import type { DocumentLink, TransactionFilter } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db';
import type { EventSum } from './mergeSums';

/** A line with what its first transaction says of itself. */
export interface StoredLine {
  seq: bigint;
  kind: string;
  transaction_id: bigint;
  first_posting_id: bigint;
  last_posting_id: bigint;
  transactions: number;
  started_at: Date;
  occurred_at: Date;
  amount_micros: bigint;
  bonus_micros: bigint;
  balance_micros: bigint;
  events: EventSum[] | null;
  description: string;
  meta: Readonly<Record<string, unknown>>;
  idempotency_key: string;
  reverses_id: bigint | null;
}

const LINE = sql`l.seq, l.kind, l.transaction_id, l.first_posting_id, l.last_posting_id, l.transactions, l.started_at,
  l.occurred_at, l.amount_micros, l.bonus_micros, l.balance_micros, l.events, t.description, t.meta, t.idempotency_key, t.reverses_id`;

const onShelf = (filter: TransactionFilter): RawBuilder<unknown> =>
  filter === 'all' ? sql`true` : sql`l.shelf = ${filter}`;

/** Lines of an advertiser, newest first, older than `beforeSeq`. */
export async function findLines(
  db: Db,
  advertiserId: number,
  { filter, beforeSeq, limit }: { filter: TransactionFilter; beforeSeq: bigint | null; limit: number },
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    SELECT ${LINE} FROM funds_line l JOIN ledger_transaction t ON t.id = l.transaction_id
    WHERE l.advertiser_id = ${advertiserId} AND ${onShelf(filter)}
      AND ${beforeSeq === null ? sql`true` : sql`l.seq < ${beforeSeq}`}
    ORDER BY l.seq DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** From a moment on, to before another. */
export interface Span {
  from: Date;
  to: Date;
}

/** Lines of a span of time, oldest first, behind `afterSeq`. */
export async function findLinesFrom(
  db: Db,
  advertiserId: number,
  { from, to, afterSeq, limit }: Span & { afterSeq: bigint; limit: number },
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    SELECT ${LINE} FROM funds_line l JOIN ledger_transaction t ON t.id = l.transaction_id
    WHERE l.advertiser_id = ${advertiserId} AND l.seq > ${afterSeq}
      AND l.occurred_at >= ${from} AND l.occurred_at < ${to}
    ORDER BY l.seq LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countLinesOf(db: Db, advertiserId: number, { from, to }: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM funds_line
    WHERE advertiser_id = ${advertiserId} AND occurred_at >= ${from} AND occurred_at < ${to}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What cash and bonus held at these moments, in their order. */
export async function balancesAt(db: Db, advertiserId: number, times: readonly Date[]): Promise<bigint[]> {
  if (times.length === 0) return [];
  const { rows } = await sql<{ micros: bigint }>`
    SELECT coalesce(l.balance_micros, 0)::int8 AS micros
    FROM unnest(${[...times]}::timestamptz[]) WITH ORDINALITY AS asked (at, rank)
    LEFT JOIN LATERAL (SELECT balance_micros FROM funds_line
      WHERE advertiser_id = ${advertiserId} AND occurred_at <= asked.at
      ORDER BY occurred_at DESC, seq DESC LIMIT 1) l ON true
    ORDER BY rank`.execute(db);
  return rows.map(({ micros }) => micros);
}

export async function countLines(db: Db, advertiserId: number, filter: TransactionFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM funds_line l WHERE l.advertiser_id = ${advertiserId} AND ${onShelf(filter)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The line that a transaction of the advertiser's is part of; lists name its first, which is found at once. */
export async function findLineOf(
  db: Db,
  advertiserId: number,
  transactionId: bigint,
): Promise<StoredLine | null> {
  const named = await sql<StoredLine>`
    SELECT ${LINE} FROM funds_line l JOIN ledger_transaction t ON t.id = l.transaction_id
    WHERE l.advertiser_id = ${advertiserId} AND l.transaction_id = ${transactionId}`.execute(db);
  if (named.rows[0]) return named.rows[0];
  const { rows } = await sql<StoredLine>`
    SELECT ${LINE} FROM ledger_transaction own
    JOIN ledger_posting p ON p.transaction_id = own.id
    JOIN ledger_account a ON a.id = p.account_id AND a.owner_id = ${advertiserId} AND a.kind LIKE 'advertiser%'
    JOIN funds_line l ON l.advertiser_id = ${advertiserId} AND l.kind = own.kind
      AND p.id BETWEEN l.first_posting_id AND l.last_posting_id
    JOIN ledger_transaction t ON t.id = l.transaction_id
    WHERE own.id = ${transactionId} LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** What a line moved where: its own accounts by kind; what others hold of it is theirs to see, and is told together. */
export async function postingsOf(
  db: Db,
  advertiserId: number,
  line: StoredLine,
): Promise<{ account: string; micros: bigint }[]> {
  const { rows } = await sql<{ account: string; micros: bigint }>`
    WITH part AS (
      SELECT DISTINCT p.transaction_id AS id FROM ledger_account a
      JOIN ledger_posting p ON p.account_id = a.id AND p.id BETWEEN ${line.first_posting_id} AND ${line.last_posting_id}
      JOIN ledger_transaction t ON t.id = p.transaction_id AND t.kind = ${line.kind}
      WHERE a.owner_id = ${advertiserId} AND a.kind LIKE 'advertiser%'
    )
    SELECT CASE WHEN a.kind LIKE 'publisher%' OR a.kind = 'network_revenue'
        OR (a.owner_id IS NOT NULL AND a.owner_id <> ${advertiserId}) THEN 'others' ELSE a.kind END AS account,
      sum(p.amount_micros)::int8 AS micros
    FROM part JOIN ledger_posting p ON p.transaction_id = part.id JOIN ledger_account a ON a.id = p.account_id
    GROUP BY 1 HAVING sum(p.amount_micros) <> 0
    ORDER BY min(CASE WHEN a.owner_id = ${advertiserId} THEN 0 ELSE 1 END), 1`.execute(db);
  return rows;
}

/** Of lines whose transactions do not say what events they are of: what the figures of their hours say. */
export async function rolledUpOf(db: Db, advertiserId: number, line: StoredLine): Promise<EventSum[]> {
  const { rows } = await sql<{ campaign: number; kind: number; count: bigint; micros: bigint }>`
    WITH hours AS (
      SELECT DISTINCT coalesce((t.meta ->> 'hour')::timestamptz, date_trunc('hour', t.occurred_at, 'UTC')) AS hour
      FROM ledger_account a
      JOIN ledger_posting p ON p.account_id = a.id AND p.id BETWEEN ${line.first_posting_id} AND ${line.last_posting_id}
      JOIN ledger_transaction t ON t.id = p.transaction_id AND t.kind = ${line.kind}
      WHERE a.owner_id = ${advertiserId} AND a.kind IN ('advertiser_cash', 'advertiser_bonus')
    )
    SELECT r.campaign_id AS campaign, CASE c.pricing WHEN 'CPM' THEN 1 WHEN 'CPC' THEN 3 ELSE 4 END AS kind,
      sum(CASE c.pricing WHEN 'CPM' THEN r.impressions WHEN 'CPC' THEN r.clicks ELSE r.conversions END)::int8 AS count,
      sum(r.spend_micros)::int8 AS micros
    FROM rollup_hourly r JOIN campaign c ON c.id = r.campaign_id
    WHERE r.advertiser_id = ${advertiserId} AND r.hour IN (SELECT hour FROM hours)
    GROUP BY 1, 2 HAVING sum(r.spend_micros) <> 0 ORDER BY 1, 2`.execute(db);
  return rows.map((row) => [row.campaign, row.kind, Number(row.count), Number(row.micros)]);
}

export async function campaignNames(
  db: Db,
  advertiserId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('campaign')
    .select(['id', 'name'])
    .where('advertiser_id', '=', advertiserId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A payment as lines name it. */
export interface LinePayment {
  id: number;
  /** What it moved; null until it is completed. */
  transaction_id: bigint | null;
  parent_id: number | null;
  state: 'created' | 'pending' | 'completed' | 'failed' | 'cancelled';
  gateway: string;
  method_label: string | null;
  fee_micros: bigint;
  reference: string | null;
  promo_code: string | null;
}

/** What incidents credits were given for, by their transactions; only such as the advertiser can read of now. */
export async function incidentsOf(
  db: Db,
  advertiserId: number,
  transactionIds: readonly bigint[],
): Promise<Map<bigint, { articleId: number; title: string }>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('incident_credit as c')
    .innerJoin('news_article as a', 'a.id', 'c.article_id')
    .select(['c.transaction_id', 'a.id', 'a.title'])
    .where('c.advertiser_id', '=', advertiserId)
    .where('c.transaction_id', 'in', [...transactionIds])
    .where('a.published_at', 'is not', null)
    .where(sql<boolean>`'advertiser' = ANY (a.audiences)`)
    .execute();
  return new Map(rows.map(({ transaction_id, id, title }) => [transaction_id, { articleId: id, title }]));
}

/** Payments of the advertiser by their ids, and those that moved what these transactions did. */
export async function paymentsOf(
  db: Db,
  advertiserId: number,
  { ids, transactionIds }: { ids: readonly number[]; transactionIds: readonly bigint[] },
): Promise<LinePayment[]> {
  if (ids.length + transactionIds.length === 0) return [];
  const { rows } = await sql<LinePayment>`
    SELECT id, transaction_id, parent_id, state, gateway, method_label, fee_micros, reference, promo_code
    FROM payment WHERE user_id = ${advertiserId}
      AND (id = ANY (${[...ids]}::int4[]) OR transaction_id = ANY (${transactionIds.map(String)}::int8[]))`.execute(
    db,
  );
  return rows;
}

/** Use of a promo code → its code and the payment it was of. */
export async function promoUsesById(
  db: Db,
  advertiserId: number,
  ids: readonly number[],
): Promise<Map<number, { code: string; paymentId: number | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('promo_use as u')
    .innerJoin('promo_code as c', 'c.id', 'u.promo_code_id')
    .select(['u.id', 'c.code', 'u.payment_id'])
    .where('u.user_id', '=', advertiserId)
    .where('u.id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, code, payment_id }) => [id, { code, paymentId: payment_id }]));
}

/** What ad servers that are alive have reserved for bids that run. */
export async function heldOf(db: Db, advertiserId: number): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    SELECT coalesce(sum(l.micros), 0)::int8 AS micros
    FROM budget_lease l JOIN serving_node n ON n.number = l.node
    WHERE l.advertiser_id = ${advertiserId} AND n.expires_at > clock_timestamp()`.execute(db);
  return rows[0]?.micros ?? 0n;
}

export async function countUnmoved(db: Db, advertiserId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM payment
    WHERE user_id = ${advertiserId} AND type = 'deposit' AND state <> 'completed'`.execute(db);
  return rows[0]?.count ?? 0;
}

export type Documents = ReadonlyMap<number, DocumentLink[]>;
