import { cleanLine, RELEASE_EVENTS, type ReleaseEvent, type ReleasePlan } from '@ezdash/contracts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db';
import { publisherName, wasGiven } from './activation.repo';
import { publicSubject } from './subjects';

/** A published release as its row says, without its files and texts. */
export interface ReleaseRow {
  id: number;
  version: string;
  published_at: Date;
  publisher: string;
  commit_id: string | null;
  contract_version: number;
  plugin_version: string;
  shared: Readonly<Record<string, string>>;
  byte_count: number;
  brotli_byte_count: number;
  has_types: boolean;
  was_active: boolean;
}

const shared = z.record(z.string(), z.string());

/** Without its texts and files, which stay in the database. */
async function readRows(
  on: Db,
  name: string,
  {
    version = null,
    before = null,
    limit,
  }: { version?: string | null; before?: number | null; limit: number },
): Promise<ReleaseRow[]> {
  const { rows } = await sql<Omit<ReleaseRow, 'shared'> & { shared: unknown }>`
    SELECT id, version, published_at, ${publisherName} AS publisher, commit_id, ${wasGiven} AS was_active,
      release -> 'shared' AS shared, (release -> 'manifest' ->> 'contractVersion')::float8 AS contract_version,
      release ->> 'pluginVersion' AS plugin_version, release ? 'types' AS has_types, bytes.*
    FROM remote_release, LATERAL (
      SELECT coalesce(sum((file.value ->> 'byteCount')::float8), 0) AS byte_count,
        coalesce(sum(coalesce(file.value ->> 'brotliByteCount', file.value ->> 'byteCount')::float8), 0)
          AS brotli_byte_count
      FROM jsonb_each(release -> 'files') file) bytes
    WHERE name = ${name} AND (${before}::int IS NULL OR id < ${before})
      AND (${version}::text IS NULL OR version = ${version})
    ORDER BY id DESC LIMIT ${limit}`.execute(on);
  return rows.map((row) => ({ ...row, shared: shared.parse(row.shared) }));
}

/** Releases of a remote published before one of them, or the newest ones. */
export const readReleases = (on: Db, name: string, range: { before: number | null; limit: number }) =>
  readRows(on, name, range);

/** The one of a version; empty when it was never published. */
export const readRelease = (on: Db, name: string, version: string) =>
  readRows(on, name, { version, limit: 1 });

/** Row of a release; null when it was never published. */
export async function releaseRowId(on: Db, name: string, version: string): Promise<number | null> {
  const row = await on
    .selectFrom('remote_release')
    .select('id')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function versionsOf(on: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await on
    .selectFrom('remote_release')
    .select(['id', 'version'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Remote → who answers for it, as the manifest of its newest release says. */
export async function teamsOf(on: Db, names: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (names.length === 0) return new Map();
  const rows = await on
    .selectFrom('remote_release')
    .distinctOn('name')
    .select(['name', sql<string | null>`release -> 'manifest' ->> 'team'`.as('team')])
    .where('name', 'in', [...names])
    .orderBy('name')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ name, team }) => [name, team && cleanLine(team)]));
}

export async function emailsOf(on: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await on
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('id', 'in', [...userIds])
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** What is planned of remotes, soonest first. */
export async function openPlans(
  on: Db,
  names: readonly string[],
): Promise<(ReleasePlan & { name: string })[]> {
  if (names.length === 0) return [];
  const rows = await on
    .selectFrom('remote_plan as p')
    .innerJoin('remote_release as r', 'r.id', 'p.release_id')
    .leftJoin('app_user as u', 'u.id', 'p.actor_admin')
    .select(['p.id', 'p.name', 'r.version', 'p.due_at', 'p.why', 'p.actor', 'u.email'])
    .where('p.name', 'in', [...names])
    .where('p.ended_at', 'is', null)
    .orderBy('p.due_at')
    .orderBy('p.id')
    .execute();
  return rows.map(({ due_at, actor, email, ...row }) => ({
    ...row,
    at: due_at.toISOString(),
    by: email ?? actor,
  }));
}

const eventName = z.enum(RELEASE_EVENTS);

/** What happened to a remote before a row, newest first. */
export async function readHistory(
  on: Db,
  name: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<ReleaseEvent[]> {
  const rows = await on
    .selectFrom('remote_event as e')
    .innerJoin('remote_release as r', 'r.id', 'e.release_id')
    .leftJoin('app_user as u', 'u.id', 'e.actor_admin')
    .leftJoin('app_user as s', 's.id', 'e.pin_user')
    .select(['e.id', 'e.event', 'r.version', 'e.share', 'e.pin_user', 'e.pin_session', 'e.plan_at'])
    .select(['e.actor', 'u.email', 's.email as pin_email', 'e.why', 'e.happened_at'])
    .where('e.name', '=', name)
    .$if(before !== null, (query) => query.where('e.id', '<', before ?? 0))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    event: eventName.parse(row.event),
    version: row.version,
    percent: row.share === null ? null : row.share / 10,
    subject: subjectText(row.pin_user, row.pin_session),
    ...(row.pin_email === null ? {} : { subject_email: row.pin_email }),
    at: row.plan_at?.toISOString() ?? null,
    by: row.email ?? row.actor,
    why: row.why,
    happened_at: row.happened_at.toISOString(),
  }));
}

function subjectText(userId: number | null, session: string | null): string | null {
  if (userId !== null) return publicSubject({ kind: 'user', userId });
  return session === null ? null : publicSubject({ kind: 'session', session });
}
