import { AppError, ConflictError } from '../../../platform/errors';
import type { Log } from '../../../platform/log';
import { digest as hash, type Work, workHere } from '../../../platform/work';
import type { ReleaseActor, ReleaseFiles, ReleaseStore, StoredRelease } from '../releases.types';
import { readBuiltRelease } from '../store/readBuiltRelease';
import { archiveTask, copiesTask } from '../tasks';
import { limitKeyOf } from '../tokens/releaseDoor';
import type { PublishedBy, PublishRepo } from './publish.repo';
import { withCopies as addCopies } from './withCopies';

export interface PublishRequest {
  /** Of the address: a release of another remote is none of this one. */
  remote: string;
  /** ZIP of `release.json` and every file that it describes. */
  archive: Buffer;
  /** Of its sources, as the publisher says. */
  commit: string | null;
}

export interface PublishService {
  /**
   * Publishes what a team sent. `isNew` is false when these very bytes were published before.
   * @throws AppError 422 RELEASE_BROKEN, 409 VERSION_TAKEN, 503 RELEASE_STORE_AWAY or RELEASE_STORE_FULL
   */
  publish(actor: ReleaseActor, request: PublishRequest): Promise<{ published: PublishedBy; isNew: boolean }>;
  /**
   * Publishes what was built here under its package's version. Files of a version never change: the same bytes again are a
   * no-op, other bytes become `<version>-build.<first 8 of the build's id>`.
   * @throws when it was not built, or cannot be stored
   */
  publishBuilt(distDir: string): Promise<StoredRelease>;
}

export interface PublishParts {
  repo: PublishRepo;
  store: Pick<ReleaseStore, 'install' | 'has' | 'read'>;
  log: Log;
  /** Where archives are read and their files compressed. */
  work?: Pick<Work, 'run'>;
}

const START: ReleaseActor = { kind: 'start' };

const taken = (name: string, version: string) =>
  new ConflictError(
    `${name} ${version} was published before, with other bytes. Raise the version`,
    'VERSION_TAKEN',
  );

/** A start activates without the gate: its own bytes, or what a start found built of the same sources, and no team's. */
function requireOurs(known: PublishedBy, digest: string): PublishedBy {
  if (known.digest === digest || known.publisher === START.kind) return known;
  throw taken(known.name, known.version);
}

export function createPublishService({ repo, store, log, work = workHere }: PublishParts): PublishService {
  /** One after the other: each holds an archive, its files and their copies in memory. */
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };

  const withCopies = (sent: ReleaseFiles, owner: string) =>
    addCopies(sent, (bytes) => work.run(copiesTask, bytes, owner));

  /** Whether the store still has every file, byte for byte. */
  async function isWhole({ name, version, release }: PublishedBy): Promise<boolean> {
    for (const [file, { integrity }] of Object.entries(release.files)) {
      const bytes = await store.read(name, version, file).catch(() => null);
      if (!bytes || `sha384-${(await hash('SHA-384', bytes)).toString('base64')}` !== integrity) return false;
    }
    return store.has(name, version);
  }

  /** The release under this version, when it is these bytes: they come back where they have gone. Throws 409 for others. */
  async function again(known: PublishedBy, sent: ReleaseFiles, owner: string) {
    const { name, version, digest } = known;
    if (digest !== sent.digest) throw taken(name, version);
    if (!(await isWhole(known))) await store.install(await withCopies(sent, owner), version);
    return { published: known, isNew: false };
  }

  /** Files that have gone since come back. A store that is away keeps no server from starting with those that it has. */
  async function restore({ name, version }: PublishedBy, write: () => Promise<void>): Promise<void> {
    await write().catch(async (error: unknown) => {
      if (!(await store.has(name, version))) throw error;
    });
  }

  async function receive(actor: ReleaseActor, { remote, archive, commit }: PublishRequest) {
    const owner = limitKeyOf(actor);
    const sent = await work.run(archiveTask, { archive, remote }, owner);
    const { version } = sent.release;
    const before = await repo.find(remote, version);
    if (before) return again(before, sent, owner);
    const whole = await withCopies(sent, owner);
    const added = await repo.add(
      { name: remote, version, digest: sent.digest, release: whole.release, actor, commit },
      () => store.install(whole, version),
    );
    if (added) return { published: added, isNew: true };
    // Somebody else was faster.
    const faster = await repo.find(remote, version);
    if (!faster) throw new AppError(409, 'CONFLICT', 'Somebody publishes this version right now. Try again');
    return again(faster, sent, owner);
  }

  return {
    async publish(actor, request) {
      const { published, isNew } = await alone(() => receive(actor, request));
      const { name, version, publisher } = published;
      if (isNew)
        log.info(
          { event: 'release.published', remote: name, version, publisher, commit: request.commit },
          'Release published',
        );
      return { published, isNew };
    },
    async publishBuilt(distDir) {
      const built = await readBuiltRelease(distDir);
      const { release, digest } = built;
      const { name, buildId } = release;
      const before = await repo.find(name, release.version);
      const isFree = !before || before.digest === digest;
      const version = isFree ? release.version : `${release.version}-build.${buildId.slice(0, 8)}`;
      const known = isFree ? before : await repo.find(name, version);
      const write = () => store.install(built, version);
      if (known) {
        if (known.digest === digest) await restore(known, write);
        return requireOurs(known, digest);
      }
      const own = { name, version, digest, release: { ...release, version }, actor: START, commit: null };
      const stored = (await repo.add(own, write)) ?? (await repo.find(name, version));
      if (!stored) throw new Error(`${name} ${version} was not stored`);
      return requireOurs(stored, digest);
    },
  };
}
