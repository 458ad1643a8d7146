import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import type { EventSum } from './mergeSums';

/** An account of the advertiser's with the stretch of its postings that is to be taken in. */
export interface Reach {
  id: number;
  kind: string;
  /** Taken in before. */
  after: bigint;
  /** Everything up to here is committed. */
  until: bigint;
}

/** Transactions of one kind that belong together, in the order of their postings. */
export interface Group {
  number: number;
  stretch: string;
  kind: string;
  transaction_id: bigint;
  first_posting_id: bigint;
  last_posting_id: bigint;
  transactions: number;
  started_at: Date;
  occurred_at: Date;
  amount_micros: bigint;
  bonus_micros: bigint;
  events: EventSum[] | null;
}

const accountsOf = (advertiserId: number): RawBuilder<unknown> => sql`
  FROM ledger_account WHERE owner_id = ${advertiserId} AND currency = 'USD'
    AND kind IN ('advertiser_cash', 'advertiser_bonus', 'advertiser_hold', 'advertiser_credit')`;

/** Whether there are postings that no line has yet, as far as a look can tell. */
export async function hasNews(db: Db, advertiserId: number): Promise<boolean> {
  const { rows } = await sql<{ news: boolean }>`
    SELECT EXISTS (
      SELECT FROM (SELECT id ${accountsOf(advertiserId)}) a
      LEFT JOIN funds_line_mark m ON m.account_id = a.id
      CROSS JOIN LATERAL (SELECT max(id) AS newest FROM ledger_posting WHERE account_id = a.id) p
      WHERE p.newest > coalesce(m.posting_id, 0)) AS news`.execute(db);
  return rows[0]?.news ?? false;
}

/** Advertisers of whom postings are to be taken in, those that moved. */
export async function findBehind(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT a.owner_id AS id
    FROM ledger_account a
    LEFT JOIN funds_line_mark m ON m.account_id = a.id
    CROSS JOIN LATERAL (SELECT max(id) AS newest FROM ledger_posting WHERE account_id = a.id) p
    WHERE a.kind IN ('advertiser_cash', 'advertiser_bonus') AND p.newest > coalesce(m.posting_id, 0)
    LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whoever posts holds the accounts for a fraction of that. */
const WAIT_MS = 2_000;

/**
 * How far each account can be taken in. Whoever posts to an account holds it until the commit, so once it could be held for
 * a moment, nothing with a smaller number can come any more. An account that was made meanwhile is looked for again: what
 * moved it moved one of the others too. Throws `lock_not_available` when somebody holds them for long.
 */
export function reachOf(db: Db, advertiserId: number): Promise<Reach[]> {
  return inTransaction(db, async (trx) => {
    await sql`SELECT set_config('lock_timeout', ${`${WAIT_MS}ms`}, true)`.execute(trx);
    for (let known = -1; ; ) {
      const held = await sql`SELECT id ${accountsOf(advertiserId)} ORDER BY id FOR SHARE`.execute(trx);
      if (held.rows.length === known) break;
      known = held.rows.length;
    }
    const { rows } = await sql<Reach>`
      SELECT a.id, a.kind, coalesce(m.posting_id, 0)::int8 AS after, p.newest AS until
      FROM (SELECT id, kind ${accountsOf(advertiserId)}) a
      LEFT JOIN funds_line_mark m ON m.account_id = a.id
      CROSS JOIN LATERAL (SELECT max(id) AS newest FROM ledger_posting WHERE account_id = a.id) p
      WHERE p.newest > coalesce(m.posting_id, 0) ORDER BY a.id`.execute(trx);
    return rows;
  });
}

/** One at a time makes the lines of an advertiser; the others find them made. */
export async function lockLines(trx: Trx, advertiserId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('funds_line'), ${advertiserId}::int)`.execute(trx);
}

/** Marks as they are under the lock; an account without one has none taken in. */
export async function marksOf(trx: Trx, accountIds: readonly number[]): Promise<Map<number, bigint>> {
  const rows = await trx
    .selectFrom('funds_line_mark')
    .selectAll()
    .where('account_id', 'in', [...accountIds])
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.posting_id]));
}

export async function saveMarks(trx: Trx, reaches: readonly Reach[]): Promise<void> {
  await trx
    .insertInto('funds_line_mark')
    .values(reaches.map(({ id, until }) => ({ account_id: id, posting_id: until })))
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((set) => ({ posting_id: set.ref('excluded.posting_id') })),
    )
    .execute();
}

/**
 * Where to stop so that about `most` postings are taken in: behind the last posting of a transaction, which is never
 * taken apart. Null when there are no more than that.
 */
export async function cutOf(trx: Trx, reaches: readonly Reach[], most: number): Promise<bigint | null> {
  const { rows } = await sql<{ cut: bigint | null }>`
    WITH reach AS (
      SELECT * FROM unnest(${reaches.map(({ id }) => id)}::int4[], ${reaches.map(({ after }) => after)}::int8[],
        ${reaches.map(({ until }) => until)}::int8[]) AS a (id, after, until)
    ), enough AS (
      SELECT p.id, p.transaction_id FROM reach a
      CROSS JOIN LATERAL (SELECT id, transaction_id FROM ledger_posting
        WHERE account_id = a.id AND id > a.after AND id <= a.until ORDER BY id LIMIT ${most + 1}) p
      ORDER BY p.id OFFSET ${most - 1} LIMIT 2
    ), last AS (SELECT transaction_id FROM enough ORDER BY id LIMIT 1)
    SELECT max(p.id)::int8 AS cut FROM last JOIN ledger_posting p USING (transaction_id) JOIN reach a ON a.id = p.account_id
    WHERE (SELECT count(*) FROM enough) = 2`.execute(trx);
  return rows[0]?.cut ?? null;
}

/**
 * The transactions behind these postings, grouped. What events caused belongs together by the hour in which they happened,
 * as long as nothing else comes between: spend with what was lent for it, invalid traffic by its reversal. All else stands
 * alone.
 */
export async function groupPostings(trx: Trx, reaches: readonly Reach[]): Promise<Group[]> {
  const { rows } = await sql<Group>`
    WITH moved AS (
      SELECT p.transaction_id, min(p.id) AS first_posting, max(p.id) AS last_posting,
        coalesce(sum(p.amount_micros) FILTER (WHERE a.kind IN ('advertiser_cash', 'advertiser_bonus')), 0)::int8 AS amount,
        coalesce(sum(p.amount_micros) FILTER (WHERE a.kind = 'advertiser_bonus'), 0)::int8 AS bonus
      FROM unnest(${reaches.map(({ id }) => id)}::int4[], ${reaches.map(({ kind }) => kind)}::text[],
        ${reaches.map(({ after }) => after)}::int8[], ${reaches.map(({ until }) => until)}::int8[])
        AS a (id, kind, after, until)
      CROSS JOIN LATERAL (SELECT * FROM ledger_posting
        WHERE account_id = a.id AND id > a.after AND id <= a.until OFFSET 0) p
      GROUP BY p.transaction_id
    ), entry AS (
      SELECT m.*, t.kind, t.occurred_at, t.meta -> 'events' AS events,
        CASE WHEN t.kind IN ('ad_spend', 'credit_draw') THEN 'spend ' || h.hour
          WHEN t.kind = 'invalid_traffic' THEN concat_ws(' ', 'invalid', t.meta ->> 'reversal', h.hour)
          ELSE 'alone ' || t.id END AS stretch
      FROM moved m JOIN ledger_transaction t ON t.id = m.transaction_id
      CROSS JOIN LATERAL (SELECT to_char(t.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24') AS hour) h
    ), turned AS (
      SELECT *, (stretch IS DISTINCT FROM lag(stretch) OVER (ORDER BY last_posting))::int AS turn FROM entry
    ), numbered AS MATERIALIZED (
      SELECT *, sum(turn) OVER (ORDER BY last_posting)::int AS number FROM turned
    ), summed AS (
      SELECT number, kind, e ->> 0 AS campaign, e ->> 1 AS event, sum((e ->> 2)::int8) AS count, sum((e ->> 3)::int8) AS micros
      FROM numbered CROSS JOIN LATERAL jsonb_array_elements(events) e
      WHERE jsonb_typeof(events) = 'array' GROUP BY 1, 2, 3, 4
    ), told AS (
      SELECT number, kind, jsonb_agg(jsonb_build_array(campaign::int, event::int, count, micros)
        ORDER BY campaign::int, event::int) AS events
      FROM summed GROUP BY 1, 2
    )
    SELECT n.number, min(n.stretch) AS stretch, n.kind, min(n.transaction_id) AS transaction_id,
      min(n.first_posting) AS first_posting_id, max(n.last_posting) AS last_posting_id, count(*)::int4 AS transactions,
      min(n.occurred_at) AS started_at, max(n.occurred_at) AS occurred_at, sum(n.amount)::int8 AS amount_micros, sum(n.bonus)::int8 AS bonus_micros,
      CASE WHEN bool_and(n.events IS NOT NULL) THEN (array_agg(told.events))[1] END AS events
    FROM numbered n LEFT JOIN told ON told.number = n.number AND told.kind = n.kind
    GROUP BY n.number, n.kind ORDER BY n.number, n.kind = 'ad_spend'`.execute(trx);
  return rows;
}

export interface LineRow {
  seq: bigint;
  kind: string;
  shelf: string;
  stretch: string;
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
}

/** The last stretch's lines, the oldest first. */
export async function findLast(trx: Trx, advertiserId: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT * FROM funds_line WHERE advertiser_id = ${advertiserId} AND seq >= (
      SELECT max(seq) / 2 * 2 FROM funds_line WHERE advertiser_id = ${advertiserId})
    ORDER BY seq`.execute(trx);
  return rows;
}

const AT_ONCE = 1_000;

export async function saveLines(trx: Trx, advertiserId: number, lines: readonly LineRow[]): Promise<void> {
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const values = lines.slice(from, from + AT_ONCE).map(({ shelf, events, ...line }) => ({
      ...line,
      advertiser_id: advertiserId,
      shelf: shelf as 'deposits',
      events: events === null ? null : JSON.stringify(events),
    }));
    await trx
      .insertInto('funds_line')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['advertiser_id', 'seq']).doUpdateSet((set) => ({
          transaction_id: set.ref('excluded.transaction_id'),
          first_posting_id: set.ref('excluded.first_posting_id'),
          last_posting_id: set.ref('excluded.last_posting_id'),
          transactions: set.ref('excluded.transactions'),
          started_at: set.ref('excluded.started_at'),
          occurred_at: set.ref('excluded.occurred_at'),
          amount_micros: set.ref('excluded.amount_micros'),
          bonus_micros: set.ref('excluded.bonus_micros'),
          balance_micros: set.ref('excluded.balance_micros'),
          events: set.ref('excluded.events'),
        })),
      )
      .execute();
  }
}
