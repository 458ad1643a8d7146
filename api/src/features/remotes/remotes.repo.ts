import { type Release, release as releaseSchema } from '@ezdash/contracts';
import type { Db } from '../../platform/db';

export type ActivationReason = 'start' | 'publish' | 'rollback';

/** A published release as the database knows it. */
export interface StoredRelease {
  id: number;
  name: string;
  version: string;
  /** SHA-256 of its `release.json`. */
  digest: string;
  release: Release;
}

export interface Activation {
  releaseId: number;
  reason: ActivationReason;
}

/** Where releases and their history are kept. */
export interface ReleaseRepo {
  find(name: string, version: string): Promise<StoredRelease | null>;
  byIds(ids: number[]): Promise<StoredRelease[]>;
  /** Adds a release; answers the one that is there when name and version are taken. */
  add(release: Omit<StoredRelease, 'id'>): Promise<StoredRelease>;
  activate(name: string, releaseId: number, reason: ActivationReason): Promise<void>;
  /** Every activation of a remote, the newest first, 100 at most. */
  history(name: string): Promise<Activation[]>;
  names(): Promise<string[]>;
  /** What was published of a remote, newest first. */
  published(name: string, limit: number): Promise<PublishedRelease[]>;
}

export interface PublishedRelease {
  id: number;
  version: string;
  publishedAt: Date;
}

const HISTORY_LIMIT = 100;

/** The real one, over PostgreSQL. */
export function createReleaseRepo(db: Db): ReleaseRepo {
  const columns = ['id', 'name', 'version', 'digest', 'release'] as const;
  const read = (row: { id: number; name: string; version: string; digest: string; release: unknown }) => ({
    ...row,
    release: releaseSchema.parse(row.release),
  });
  const find = async (name: string, version: string) => {
    const row = await db
      .selectFrom('remote_release')
      .select(columns)
      .where('name', '=', name)
      .where('version', '=', version)
      .executeTakeFirst();
    return row ? read(row) : null;
  };
  return {
    find,
    async byIds(ids) {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('remote_release').select(columns).where('id', 'in', ids).execute();
      return rows.map(read);
    },
    async add({ name, version, digest, release }) {
      await db
        .insertInto('remote_release')
        .values({ name, version, digest, release: JSON.stringify(release) })
        .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
        .execute();
      const stored = await find(name, version);
      if (!stored) throw new Error(`${name} ${version} was not stored`);
      return stored;
    },
    async activate(name, releaseId, reason) {
      await db.insertInto('remote_activation').values({ name, release_id: releaseId, reason }).execute();
    },
    async history(name) {
      const rows = await db
        .selectFrom('remote_activation')
        .select(['release_id', 'reason'])
        .where('name', '=', name)
        .orderBy('id', 'desc')
        .limit(HISTORY_LIMIT)
        .execute();
      return rows.map((row) => ({ releaseId: row.release_id, reason: row.reason as ActivationReason }));
    },
    async names() {
      const rows = await db
        .selectFrom('remote_activation')
        .select('name')
        .distinct()
        .orderBy('name')
        .execute();
      return rows.map((row) => row.name);
    },
    published: (name, limit) =>
      db
        .selectFrom('remote_release')
        .select(['id', 'version', 'published_at as publishedAt'])
        .where('name', '=', name)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  };
}

/** The same in memory, for tests that need no database. */
export function createMemoryReleaseRepo(): ReleaseRepo {
  const releases: (StoredRelease & { publishedAt: Date })[] = [];
  const activations: (Activation & { name: string })[] = [];
  const find = (name: string, version: string) =>
    releases.find((one) => one.name === name && one.version === version) ?? null;
  return {
    find: async (name, version) => find(name, version),
    byIds: async (ids) => releases.filter((one) => ids.includes(one.id)),
    async add(release) {
      const known = find(release.name, release.version);
      if (known) return known;
      const stored = { ...release, id: releases.length + 1, publishedAt: new Date() };
      releases.push(stored);
      return stored;
    },
    async activate(name, releaseId, reason) {
      activations.unshift({ name, releaseId, reason });
    },
    history: async (name) => activations.filter((one) => one.name === name),
    names: async () => [...new Set(activations.map((one) => one.name))].sort(),
    published: async (name, limit) =>
      releases
        .filter((one) => one.name === name)
        .reverse()
        .slice(0, limit),
  };
}
