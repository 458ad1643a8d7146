import type { Release, ShellRelease } from '@ezdash/contracts';
import type { Db } from '../../../platform/db';
import { findRelease, publishedOf, releasesById } from '../activation/activation.repo';
import { incompatibilities } from '../gate/compatibility';
import type { ReleaseStore } from '../releases.types';

/** A published release, as operators see it. */
export interface ListedRelease {
  version: string;
  publishedAt: Date;
  /** Why the shell cannot run it; empty when it can. */
  problems: string[];
}

/** What was published here, whether anybody gets it or not. */
export interface ReleaseList {
  /** Releases of a remote, newest first, 20 at most. */
  of(name: string): Promise<ListedRelease[]>;
  /** A release of the list with what keeps it from running; null for one that was never published. */
  find(name: string, version: string): Promise<{ id: number; release: Release; problems: string[] } | null>;
}

const LISTED = 20;
const NO_FILES = 'its files are not on this server';

interface ListParts {
  db: Db;
  store: Pick<ReleaseStore, 'has'>;
  shell: ShellRelease;
}

export function createReleaseList({ db, store, shell }: ListParts): ReleaseList {
  /** Of releases by their id, which never change, for the one shell of this process. */
  const judged = new Map<number, string[]>();

  async function judge(ids: number[]): Promise<void> {
    const unknown = ids.filter((id) => !judged.has(id));
    for (const { id, release } of await releasesById(db, unknown))
      judged.set(id, incompatibilities(release, shell));
  }

  async function problemsOf(name: string, version: string, reasons: string[]): Promise<string[]> {
    return (await store.has(name, version)) ? reasons : [NO_FILES, ...reasons];
  }

  return {
    async of(name) {
      const rows = await publishedOf(db, name, LISTED);
      await judge(rows.map(({ id }) => id));
      return Promise.all(
        rows.map(async ({ id, version, publishedAt }) => ({
          version,
          publishedAt,
          problems: await problemsOf(name, version, judged.get(id) ?? []),
        })),
      );
    },
    async find(name, version) {
      const stored = await findRelease(db, name, version);
      if (!stored) return null;
      const { id, release } = stored;
      return { id, release, problems: await problemsOf(name, version, incompatibilities(release, shell)) };
    },
  };
}
