import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';
import type { OverrideHolder } from './overrideKey';

/** A release that a browser has in the place of the active one. */
export interface OverrideRow {
  id: number;
  remote: string;
  /** Of a published release; both are null for a build on somebody's own machine. */
  release_id: number | null;
  version: string | null;
  local_build_id: number | null;
  /** Whose sign-in it is for. */
  account_id: number | null;
  taken_at: Date;
  ends_at: Date;
}

/** Admins, and people whom one has put on the remote's team; `u` is the account, `o` has the remote. */
const mayTake = sql`(u.status = 'active' AND (u.role = 'admin' OR EXISTS
  (SELECT FROM remote_team_member m WHERE m.remote = o.remote AND m.account_id = u.id)))`;
const COLUMNS = sql`o.id, o.remote, o.release_id, r.version, o.local_build_id, o.account_id, o.taken_at, o.ends_at`;
const ROWS = sql`release_override o LEFT JOIN remote_release r ON r.id = o.release_id
  LEFT JOIN app_user u ON u.id = o.account_id`;
const isHolders = ({ keySha256, signIn }: OverrideHolder) => sql`o.key_sha256 = ${keySha256} AND
  (o.session IS NULL OR (o.account_id = ${signIn?.userId ?? null}::int AND o.session = ${signIn?.session ?? null}::text))`;

/** What counts now of a browser's, by remote: before its end, in its own sign-in, of somebody who still may. */
export async function readOverrides(on: Db, holder: OverrideHolder, now: Date): Promise<OverrideRow[]> {
  const { rows } = await sql<OverrideRow>`SELECT ${COLUMNS} FROM ${ROWS}
    WHERE ${isHolders(holder)} AND o.ends_at > ${now} AND (o.local_build_id IS NOT NULL OR ${mayTake})
    ORDER BY o.remote`.execute(on);
  return rows;
}

/** The same of a remote, of all browsers, with the account's address. */
export async function overridesOf(
  on: Db,
  remote: string,
  now: Date,
): Promise<(OverrideRow & { email: string | null })[]> {
  const { rows } = await sql<OverrideRow & { email: string | null }>`SELECT ${COLUMNS}, u.email FROM ${ROWS}
    WHERE o.remote = ${remote} AND o.ends_at > ${now} AND (o.local_build_id IS NOT NULL OR ${mayTake})
      AND (o.session IS NULL OR EXISTS (SELECT FROM session s WHERE s.user_id = o.account_id AND s.expire > now()
        AND left(encode(sha256(convert_to(coalesce(s.sess ->> 'family', s.sid), 'UTF8')), 'hex'), 32) = o.session))
    ORDER BY o.id DESC`.execute(on);
  return rows;
}

export async function mayTakeOf(on: Db, remote: string, userId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM app_user u, (SELECT ${remote}::text AS remote) o
    WHERE u.id = ${userId} AND ${mayTake}`.execute(on);
  return rows.length > 0;
}

/** Label of the remote's own token that a release was published with; its manifest may claim to be anybody's. */
export async function teamOf(on: Db, releaseId: number): Promise<string | null> {
  const row = await on
    .selectFrom('remote_release as r')
    .innerJoin('remote_token as t', (join) =>
      join.onRef('t.id', '=', 'r.token_id').onRef('t.remote', '=', 'r.name'),
    )
    .select('t.label')
    .where('r.id', '=', releaseId)
    .executeTakeFirst();
  return row?.label ?? null;
}

export interface NewOverride {
  holder: OverrideHolder;
  remote: string;
  release_id?: number;
  local_build_id?: number;
  taken_at: Date;
  ends_at: Date;
}

/** In the place of what the browser has of this remote; rows that are over go. */
export async function insertOverride(trx: Trx, { holder, ...row }: NewOverride): Promise<void> {
  const { keySha256, signIn } = holder;
  await trx
    .deleteFrom('release_override')
    .where((where) =>
      where.or([
        where('ends_at', '<=', row.taken_at),
        where.and([where('key_sha256', '=', keySha256), where('remote', '=', row.remote)]),
      ]),
    )
    .execute();
  await trx
    .insertInto('release_override')
    .values({
      key_sha256: keySha256,
      session: signIn?.session ?? null,
      account_id: signIn?.userId ?? null,
      ...row,
    })
    .execute();
}

/** Which rows: a browser's (`id` null: all of them), or a remote's. */
export type TakenBack =
  | { holder: OverrideHolder; id: number | null }
  | { remote: string; id: number }
  | { remote: string; accountId: number };

/** Takes them back. Answers what is gone. */
export async function deleteOverrides(trx: Trx, which: TakenBack): Promise<OverrideRow[]> {
  const isMeant = [
    ...('holder' in which ? [isHolders(which.holder)] : [sql`o.remote = ${which.remote}`]),
    ...('id' in which && which.id !== null ? [sql`o.id = ${which.id}`] : []),
    ...('accountId' in which ? [sql`o.account_id = ${which.accountId}`] : []),
  ];
  const { rows } =
    await sql<OverrideRow>`DELETE FROM release_override o WHERE ${sql.join(isMeant, sql` AND `)}
    RETURNING o.id, o.remote, o.release_id, NULL AS version, o.local_build_id, o.account_id, o.taken_at, o.ends_at`.execute(
      trx,
    );
  return rows;
}
