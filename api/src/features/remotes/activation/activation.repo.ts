import { type RELEASE_EVENTS, release as releaseSchema } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';
import type { ReleaseActor, StoredRelease } from '../releases.types';
import { type EventRow, POINTER_EVENTS, type PointerEvent, type Subject } from './foldEvents';

/** A row of the pointer's history, of whichever remote. */
export type NamedEventRow = EventRow & { name: string };

export interface NewEvent {
  name: string;
  event: (typeof RELEASE_EVENTS)[number];
  releaseId: number;
  actor: ReleaseActor;
  why: string;
  /** Tenths of a percent. */
  share?: number;
  subject?: Subject;
  until?: Date | null;
  plan?: { id: number; at: Date };
}

export interface PublishedRelease {
  id: number;
  version: string;
  publishedAt: Date;
}

const STORED = ['id', 'name', 'version', 'digest', 'release'] as const;
const stored = (row: Omit<StoredRelease, 'release'> & { release: unknown }): StoredRelease => ({
  ...row,
  release: releaseSchema.parse(row.release),
});

/** How an actor stands in a row; an admin's own name is its account's. */
export const actorColumns = (actor: ReleaseActor): { actor: string; actor_admin: number | null } => {
  if (actor.kind === 'token') return { actor: actor.label, actor_admin: null };
  return { actor: actor.kind, actor_admin: 'userId' in actor ? actor.userId : null };
};

/** Of a `remote_release`: who published it, in words; an admin by the address of the account. */
export const publisherName = sql<string>`coalesce((SELECT u.email FROM remote_event e
  JOIN app_user u ON u.id = e.actor_admin
  WHERE e.release_id = remote_release.id AND e.event = 'published' LIMIT 1), remote_release.publisher)`;

/** Events that give everybody a release. */
const GIVEN = ['started', 'activated', 'rolled_back'] as const;

/** Of a `remote_release`: everybody was given it at some time. */
export const wasGiven = sql<boolean>`EXISTS (SELECT FROM remote_event e
  WHERE e.name = remote_release.name AND e.release_id = remote_release.id
    AND e.event IN (${sql.join(GIVEN)}))`;

const subjectOf = (userId: number | null, session: string | null): Subject | null => {
  if (userId !== null) return { kind: 'user', userId };
  return session === null ? null : { kind: 'session', session };
};

/**
 * Holds the pointers of all remotes until the transaction ends. One lock for all of them: rows then become visible in the
 * order of their ids, so that whoever has seen one has seen all before it.
 */
export async function lockPointers(trx: Trx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('remote_event'), 0)`.execute(trx);
}

/** The events behind one of them that move pointers, the oldest first. */
export async function pointerEvents(on: Db, afterId: number): Promise<NamedEventRow[]> {
  const rows = await on
    .selectFrom('remote_event')
    .select([
      'id',
      'name',
      sql<PointerEvent>`event`.as('event'),
      'release_id as releaseId',
      'share',
      'pin_user',
      'pin_session',
      'pin_until as until',
      'happened_at as happenedAt',
    ])
    .where('id', '>', afterId)
    .where('event', 'in', [...POINTER_EVENTS])
    .orderBy('id')
    .execute();
  return rows.map(({ pin_user, pin_session, ...row }) => ({
    ...row,
    subject: subjectOf(pin_user, pin_session),
  }));
}

/** @returns the row's id: the revision that follows from it */
export async function insertEvent(trx: Trx, event: NewEvent): Promise<number> {
  const { subject, plan } = event;
  const { id } = await trx
    .insertInto('remote_event')
    .values({
      name: event.name,
      event: event.event,
      release_id: event.releaseId,
      share: event.share ?? null,
      pin_user: subject?.kind === 'user' ? subject.userId : null,
      pin_session: subject?.kind === 'session' ? subject.session : null,
      pin_until: event.until ?? null,
      plan_id: plan?.id ?? null,
      plan_at: plan?.at ?? null,
      ...actorColumns(event.actor),
      why: event.why,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findRelease(on: Db, name: string, version: string): Promise<StoredRelease | null> {
  const row = await on
    .selectFrom('remote_release')
    .select(STORED)
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ? stored(row) : null;
}

export async function releasesById(on: Db, ids: readonly number[]): Promise<StoredRelease[]> {
  if (ids.length === 0) return [];
  const rows = await on
    .selectFrom('remote_release')
    .select(STORED)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(stored);
}

/** What was published of a remote, newest first. */
export const publishedOf = (on: Db, name: string, limit: number): Promise<PublishedRelease[]> =>
  on
    .selectFrom('remote_release')
    .select(['id', 'version', 'published_at as publishedAt'])
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Remotes that something was published of. */
export async function remoteNames(on: Db): Promise<string[]> {
  const rows = await on.selectFrom('remote_release').select('name').distinct().orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** The release that a start found last, active or not; null when none ever did. */
export async function lastFound(on: Db, name: string): Promise<number | null> {
  const row = await on
    .selectFrom('remote_event')
    .select('release_id')
    .where('name', '=', name)
    .where('event', 'in', ['started', 'built'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.release_id ?? null;
}

/** Whether a release became active by a start, the last time somebody decided that. */
export async function wasStarted(on: Db, releaseId: number): Promise<boolean> {
  const row = await on
    .selectFrom('remote_event')
    .select('event')
    .where('release_id', '=', releaseId)
    .where('event', 'in', ['started', 'activated'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.event === 'started';
}

/** The remote that a namespace belongs to, when that is another one: for good, as it may go back to what was written in it. */
export async function namespaceOwner(on: Db, name: string, namespace: string): Promise<string | null> {
  const row = await on
    .selectFrom('remote_release')
    .select('name')
    .where('name', '<>', name)
    .where(sql<string>`release -> 'manifest' ->> 'namespace'`, '=', namespace)
    .where(wasGiven)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Whether somebody sent a release, which no server had found built before. */
export async function wasSent(on: Db, releaseId: number): Promise<boolean> {
  const row = await on
    .selectFrom('remote_release')
    .select('publisher')
    .where('id', '=', releaseId)
    .executeTakeFirst();
  return row !== undefined && row.publisher !== 'start';
}

/** Whether everybody was given a release at some time. */
export async function wasActive(on: Db, name: string, releaseId: number): Promise<boolean> {
  const row = await on
    .selectFrom('remote_event')
    .select('id')
    .where('name', '=', name)
    .where('release_id', '=', releaseId)
    .where('event', 'in', [...GIVEN])
    .executeTakeFirst();
  return row !== undefined;
}
