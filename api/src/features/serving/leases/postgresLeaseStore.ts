import { sql } from 'kysely';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import {
  type Beat,
  type GrantedLease,
  LeaseLost,
  type LeaseRequest,
  type LeaseStore,
  type LiveNode,
} from './LeaseStore';
import { type Balance, type Share, type Standing, shareOut } from './shareOut';

/** First half of the advisory locks' keys. */
const LOCKS = 0x6c_65_61_73;
/** Second half for joining; those of advertisers are 0 to 63. */
const JOINING = -1;
/** Who shares out budgets holds its advertisers' locks, taken in their order. */
const ADVERTISER_LOCKS = 64;
/** As the check of `serving_node.number`. */
const MOST_NODES = 4_095;
/** A number is used again when no event of its last owner's decisions can come any more but very late ones. */
const REST_DAYS = 2;
const MOST_RECALLED = 1_000;
const STATEMENT_MS = 2_000;

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1_000}::float8)`;
const isAlive = sql`expires_at > clock_timestamp()`;

/** A number that nobody has had lately. */
async function freeNumber(trx: Trx): Promise<number> {
  await sql`DELETE FROM serving_node WHERE expires_at < clock_timestamp() - make_interval(days => ${REST_DAYS}::int)`.execute(
    trx,
  );
  await sql`DELETE FROM budget_lease l USING serving_node n WHERE n.number = l.node AND NOT ${isAlive}`.execute(
    trx,
  );
  const { rows } = await sql<{ number: number }>`
    SELECT n AS number FROM generate_series(1, ${MOST_NODES}::int) n,
      (SELECT coalesce((SELECT number FROM serving_node ORDER BY joined_at DESC LIMIT 1), 0) AS last) newest
    WHERE NOT EXISTS (SELECT FROM serving_node WHERE number = n)
    ORDER BY (n - last - 1 + ${MOST_NODES}::int) % ${MOST_NODES}::int LIMIT 1`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('Every number of an ad server is in use');
  return row.number;
}

const othersOf = (node: number, name: string) => sql<LiveNode>`
  SELECT number, name, leasing FROM serving_node
  WHERE ${isAlive} AND number <> ${node} AND name <> ${name} ORDER BY number`;

async function lockAdvertisers(trx: Trx, campaignIds: readonly number[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCKS}::int, bucket) FROM (
      SELECT DISTINCT advertiser_id % ${ADVERTISER_LOCKS}::int AS bucket FROM campaign
      WHERE id = ANY(${[...campaignIds]}::int[]) ORDER BY 1) buckets`.execute(trx);
}

/** Locks the process' own leases, so that no batch changes them before they are written. */
async function lockOwn(trx: Trx, node: number, day: string, campaignIds: readonly number[]) {
  const alive = await sql`SELECT FROM serving_node WHERE number = ${node} AND ${isAlive}`.execute(trx);
  if (alive.rows.length === 0) throw new LeaseLost('This ad server was taken for dead');
  const { rows } = await sql<{ campaign_id: number; micros: bigint; places: number }>`
    SELECT campaign_id, micros, places FROM budget_lease
    WHERE node = ${node} AND day = ${day}::date AND campaign_id = ANY(${[...campaignIds]}::int[])
    ORDER BY campaign_id FOR UPDATE`.execute(trx);
  return new Map(rows.map((row) => [row.campaign_id, row]));
}

/** One statement: what was spent and what is out are of the same moment, between which a batch moves money. */
async function readStandings(
  trx: Trx,
  { node, day, asks }: LeaseRequest,
): Promise<ReadonlyMap<number, Standing>> {
  const ids = asks.map(({ campaignId }) => campaignId);
  const own = await lockOwn(trx, node, day, ids);
  const { rows } = await sql<Omit<Standing, 'ownMicros' | 'ownPlaces'>>`
    SELECT c.id AS "campaignId", c.advertiser_id AS "advertiserId",
      c.daily_budget_micros - spent.today AS "dailyLeft", c.total_budget_micros - spent.in_all AS "totalLeft",
      c.impression_limit - spent.shown AS "placesLeft",
      held.today AS "heldToday", held.in_all AS "heldInAll", held.places AS "heldPlaces"
    FROM campaign c
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(spend_micros) FILTER (WHERE day = ${day}::date), 0)::int8 AS today,
        coalesce(sum(spend_micros), 0)::int8 AS in_all, coalesce(sum(impressions), 0)::int8 AS shown
      FROM campaign_spend WHERE campaign_id = c.id) spent
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.micros) FILTER (WHERE l.day = ${day}::date), 0)::int8 AS today,
        coalesce(sum(l.micros), 0)::int8 AS in_all, coalesce(sum(l.places), 0)::int8 AS places
      FROM budget_lease l JOIN serving_node n ON n.number = l.node
      WHERE l.campaign_id = c.id AND n.${isAlive}) held
    WHERE c.id = ANY(${ids}::int[]) AND c.state = 'approved'`.execute(trx);
  return new Map(
    rows.map((row) => {
      const { micros = 0n, places = 0 } = own.get(row.campaignId) ?? {};
      return [row.campaignId, { ...row, ownMicros: micros, ownPlaces: BigInt(places) }];
    }),
  );
}

/** By advertiser, with what may be drawn of a credit line; of one moment too. */
async function readBalances(trx: Trx, advertiserIds: readonly number[]): Promise<Map<number, Balance>> {
  const { rows } = await sql<Balance & { id: number }>`
    SELECT asked.id, (balance.micros + coalesce(h.headroom_micros, 0))::int8 AS balance, held.micros AS held
    FROM unnest(${[...new Set(advertiserIds)]}::int[]) AS asked (id)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(balance_micros), 0)::int8 AS micros FROM ledger_account
      WHERE kind IN ('advertiser_cash', 'advertiser_bonus') AND owner_id = asked.id AND currency = 'USD') balance
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.micros), 0)::int8 AS micros
      FROM budget_lease l JOIN serving_node n ON n.number = l.node
      WHERE l.advertiser_id = asked.id AND n.${isAlive}) held
    LEFT JOIN advertiser_headroom h ON h.advertiser_id = asked.id`.execute(trx);
  return new Map(rows.map(({ id, balance, held }) => [id, { balance, held }]));
}

async function writeShares(
  trx: Trx,
  node: number,
  day: string,
  shares: readonly Share[],
): Promise<GrantedLease[]> {
  const column = <Value>(value: (share: Share) => Value) => shares.map(value);
  const { rows } = await sql<{
    campaign_id: number;
    micros: bigint;
    places: number;
    revision: bigint;
    elsewhere_micros: bigint;
    elsewhere_places: number;
  }>`
    INSERT INTO budget_lease AS l (node, day, campaign_id, advertiser_id, micros, places)
    SELECT ${node}, ${day}::date, * FROM unnest(${column(({ campaignId }) => campaignId)}::int[],
      ${column(({ advertiserId }) => advertiserId)}::int[], ${column(({ micros }) => micros)}::int8[],
      ${column(({ places }) => places)}::int4[]) AS s (campaign_id, advertiser_id, micros, places)
    ORDER BY campaign_id
    ON CONFLICT (node, campaign_id, day) DO UPDATE
      SET micros = excluded.micros, places = excluded.places, revision = l.revision + 1, recalled = false
    RETURNING campaign_id, micros, places, revision, elsewhere_micros, elsewhere_places`.execute(trx);
  const scarce = new Set(shares.filter((share) => share.scarce).map(({ campaignId }) => campaignId));
  return rows.map((row) => ({
    campaignId: row.campaign_id,
    micros: Number(row.micros),
    places: row.places,
    revision: Number(row.revision),
    elsewhereMicros: Number(row.elsewhere_micros),
    elsewherePlaces: row.elsewhere_places,
    scarce: scarce.has(row.campaign_id),
  }));
}

async function leaseIn(trx: Trx, request: LeaseRequest): Promise<GrantedLease[]> {
  const { node, day, nodes, asks } = request;
  // Whoever waits for the answer waits a little longer: what has been given up must not be done afterwards.
  await sql`SELECT set_config('statement_timeout', ${`${STATEMENT_MS}ms`}, true)`.execute(trx);
  await lockAdvertisers(
    trx,
    asks.map(({ campaignId }) => campaignId),
  );
  const standings = await readStandings(trx, request);
  if (standings.size === 0) return [];
  const balances = await readBalances(
    trx,
    [...standings.values()].map(({ advertiserId }) => advertiserId),
  );
  return writeShares(trx, node, day, shareOut(asks, standings, balances, nodes));
}

async function recallFrom(db: Db, node: number, campaignIds: readonly number[]): Promise<void> {
  // Whose lease is being changed right now is asked the next time.
  await sql`UPDATE budget_lease SET recalled = true WHERE (node, campaign_id, day) IN (
      SELECT node, campaign_id, day FROM budget_lease
      WHERE campaign_id = ANY(${[...campaignIds]}::int[]) AND node <> ${node} AND NOT recalled
        AND (micros > 0 OR places > 0)
      FOR UPDATE SKIP LOCKED)`.execute(db);
}

async function leaveTo(
  trx: Trx,
  node: number,
  inUse: readonly Pick<GrantedLease, 'campaignId' | 'micros' | 'places'>[],
): Promise<void> {
  await sql`WITH own AS (
      SELECT campaign_id, day FROM budget_lease WHERE node = ${node} ORDER BY campaign_id, day FOR UPDATE)
    UPDATE budget_lease l SET micros = least(l.micros, coalesce(k.micros, 0)),
      places = least(l.places, coalesce(k.places, 0)), revision = l.revision + 1
    FROM own LEFT JOIN unnest(${inUse.map(({ campaignId }) => campaignId)}::int[],
      ${inUse.map(({ micros }) => micros)}::int8[], ${inUse.map(({ places }) => places)}::int4[])
      AS k (campaign_id, micros, places) USING (campaign_id)
    WHERE l.node = ${node} AND l.campaign_id = own.campaign_id AND l.day = own.day`.execute(trx);
  if (inUse.length === 0)
    await sql`UPDATE serving_node SET expires_at = clock_timestamp() WHERE number = ${node}`.execute(trx);
}

/**
 * Leases in tables of the network's own database. A process that is silent for `ttlMs` is taken for dead; with each sign
 * of life it says up to when it has applied its journal, where that is known.
 */
export function createPostgresLeaseStore(
  db: Db,
  ttlMs: number,
  appliedUntil: () => Date | null = () => null,
): LeaseStore {
  const expiry = sql`clock_timestamp() + ${seconds(ttlMs)}`;
  return {
    join: (name, leasing) =>
      inTransaction(db, async (trx) => {
        await sql`SELECT pg_advisory_xact_lock(${LOCKS}::int, ${JOINING}::int)`.execute(trx);
        const node = await freeNumber(trx);
        await sql`INSERT INTO serving_node (number, name, leasing, expires_at)
          VALUES (${node}, ${name}, ${leasing}, ${expiry})`.execute(trx);
        return { node, others: (await othersOf(node, name).execute(trx)).rows };
      }),
    beat: async (node, leasing): Promise<Beat> => {
      const { rows } = await sql<{
        name: string;
      }>`UPDATE serving_node SET expires_at = ${expiry}, leasing = ${leasing},
          applied_until = coalesce(${appliedUntil()}::timestamptz, applied_until)
        WHERE number = ${node} AND ${isAlive} RETURNING name`.execute(db);
      const [row] = rows;
      if (!row) return { alive: false, others: [], recalled: [] };
      const others = await othersOf(node, row.name).execute(db);
      if (!leasing) return { alive: true, others: others.rows, recalled: [] };
      const recalled = await sql<{ id: number }>`SELECT DISTINCT campaign_id AS id FROM budget_lease
        WHERE node = ${node} AND recalled LIMIT ${MOST_RECALLED}`.execute(db);
      return { alive: true, others: others.rows, recalled: recalled.rows.map(({ id }) => id) };
    },
    lease: (request) => inTransaction(db, (trx) => leaseIn(trx, request)),
    recall: (node, campaignIds) => recallFrom(db, node, campaignIds),
    dropDaysBefore: async (node, day) => {
      await sql`DELETE FROM budget_lease WHERE node = ${node} AND day < ${day}::date`.execute(db);
    },
    leave: (node, inUse) => inTransaction(db, (trx) => leaveTo(trx, node, inUse)),
  };
}
