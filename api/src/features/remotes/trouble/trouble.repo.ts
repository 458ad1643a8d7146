import type { RemoteFailure } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db';
import { MOST_OF_ONE } from './decide';
import type { PageCount } from './pageCounts';
import type { Ticketed } from './pageTickets';

export interface Failure extends Ticketed {
  releaseId: number;
  /** Who was signed in, as `PageTickets.accountName` has it. */
  account: string | null;
  phase: RemoteFailure['phase'];
  at: Date;
}

/** From `from` on, before `until`. */
export interface Span {
  from: Date;
  until: Date;
}

export async function findReleaseId(db: Db, name: string, version: string): Promise<number | null> {
  const row = await db
    .selectFrom('remote_release')
    .select('id')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** → whether it is this page's first trouble with the release. */
export async function insertFailure(db: Db, { releaseId, at, ...failure }: Failure): Promise<boolean> {
  const row = await db
    .insertInto('remote_failure')
    .values({ ...failure, release_id: releaseId, happened_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('page')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to what this server has counted in a minute. Of versions that are none nothing is kept. */
export async function addPages(
  db: Db,
  node: string,
  minute: Date,
  counts: readonly PageCount[],
): Promise<void> {
  const [names, versions, pages] = [
    counts.map(({ name }) => name),
    counts.map(({ version }) => version),
    counts.map((count) => count.pages),
  ];
  await sql`
    INSERT INTO remote_page_load AS known (release_id, minute, node, loads)
    SELECT r.id, ${minute}, ${node}, given.pages
    FROM unnest(${names}::text[], ${versions}::text[], ${pages}::int[]) AS given (name, version, pages)
    JOIN remote_release r ON r.name = given.name AND r.version = given.version
    ON CONFLICT (release_id, minute, node) DO UPDATE SET loads = known.loads + excluded.loads`.execute(db);
}

/** Trouble in a span. */
export interface TroubleOf {
  networks: number;
  accounts: number;
  /** Pages; of one network no more than `MOST_OF_ONE`. */
  failing: number;
  /** Pages of accounts; of one account, and of one network, no more than `MOST_OF_ONE`. */
  failingOfAccounts: number;
}

/**
 * Networks, accounts and pages that had trouble in a span. Around midnight each has two names: then those of the day with
 * more networks count alone.
 */
export async function readFailures(db: Db, releaseId: number, { from, until }: Span): Promise<TroubleOf> {
  const { rows } = await sql<TroubleOf>`
    WITH failed AS (
      SELECT left(network, 1) AS day, network, account FROM remote_failure
      WHERE release_id = ${releaseId} AND happened_at >= ${from} AND happened_at < ${until}
    ), by_network AS (
      SELECT day, count(*)::int4 AS networks, sum(least(pages, ${MOST_OF_ONE}))::int4 AS failing,
        sum(least(of_accounts, ${MOST_OF_ONE}))::int4 AS of_accounts
      FROM (SELECT day, count(*) AS pages, count(account) AS of_accounts FROM failed GROUP BY day, network) AS each
      GROUP BY day
    ), by_account AS (
      SELECT day, count(*)::int4 AS accounts, sum(least(pages, ${MOST_OF_ONE}))::int4 AS failing
      FROM (SELECT day, count(*) AS pages FROM failed WHERE account IS NOT NULL GROUP BY day, account) AS each
      GROUP BY day
    )
    SELECT networks, coalesce(accounts, 0) AS accounts, n.failing,
      least(n.of_accounts, coalesce(a.failing, 0)) AS "failingOfAccounts"
    FROM by_network n LEFT JOIN by_account a USING (day)
    ORDER BY networks DESC, n.failing DESC LIMIT 1`.execute(db);
  return rows[0] ?? { networks: 0, accounts: 0, failing: 0, failingOfAccounts: 0 };
}

/** Pages that were given in a span, the whole of its first minute among them. */
export async function readPages(db: Db, releaseId: number, { from, until }: Span): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    SELECT coalesce(sum(loads), 0)::int4 AS pages FROM remote_page_load
    WHERE release_id = ${releaseId} AND minute >= date_trunc('minute', ${from}::timestamptz) AND minute < ${until}`.execute(
    db,
  );
  return rows[0]?.pages ?? 0;
}

/** The last minute in which a release was given to a page, up to `until`. */
export async function findLastPage(db: Db, releaseId: number, until: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('remote_page_load')
    .select(({ fn }) => fn.max('minute').as('minute'))
    .where('release_id', '=', releaseId)
    .where('minute', '<=', until)
    .executeTakeFirst();
  return row?.minute ?? null;
}

/** What the history says of a release. */
export interface Past {
  /** The pointer was moved back to it: it was the one before when another one failed. */
  isRestored: boolean;
  /** The network has rolled it back once. */
  wasWithdrawn: boolean;
  /** The network has ended its canary once. */
  wasCanaryEnded: boolean;
}

export async function readPast(db: Db, name: string, releaseId: number): Promise<Past> {
  const { rows } = await sql<Past>`
    WITH moves AS (
      SELECT id, event, actor, release_id, lag(release_id) OVER (ORDER BY id) AS before
      FROM remote_event WHERE name = ${name} AND event IN ('activated', 'started', 'rolled_back')
    )
    SELECT
      coalesce((SELECT event = 'rolled_back' AND release_id = ${releaseId} FROM moves ORDER BY id DESC LIMIT 1), false)
        AS "isRestored",
      EXISTS (SELECT FROM moves WHERE event = 'rolled_back' AND actor = 'network' AND before = ${releaseId})
        AS "wasWithdrawn",
      EXISTS (SELECT FROM remote_event WHERE name = ${name} AND event = 'canary_ended' AND actor = 'network'
        AND release_id = ${releaseId}) AS "wasCanaryEnded"`.execute(db);
  return rows[0] ?? { isRestored: false, wasWithdrawn: false, wasCanaryEnded: false };
}

/** Pages with trouble, and pages given, since `from`; releases that had neither are left out. */
export async function readTotals(db: Db, releaseIds: number[], from: Date) {
  const { rows } = await sql<{ id: number; failures: number; pages: number }>`
    SELECT id,
      (SELECT count(*)::int4 FROM remote_failure WHERE release_id = id AND happened_at >= ${from}) AS failures,
      (SELECT coalesce(sum(loads), 0)::int4 FROM remote_page_load WHERE release_id = id AND minute >= ${from}) AS pages
    FROM unnest(${releaseIds}::int[]) AS id`.execute(db);
  return rows;
}

export async function dropBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('remote_failure').where('happened_at', '<', before).execute();
  await db.deleteFrom('remote_page_load').where('minute', '<', before).execute();
}
