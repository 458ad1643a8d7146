import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Release, release as releaseSchema, SOURCES_FILE } from '@ezdash/contracts';

const RELEASE_FILE = 'release.json';

/** A built remote as it lies in its `dist`. */
export interface BuiltRelease {
  distDir: string;
  release: Release;
  /** SHA-256 of `release.json`. */
  digest: string;
}

/**
 * Reads what a build has made.
 * @throws when there is no release, or when it is not one
 */
export async function readBuiltRelease(distDir: string): Promise<BuiltRelease> {
  const bytes = await readFile(path.join(distDir, RELEASE_FILE));
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { distDir, release: releaseSchema.parse(JSON.parse(bytes.toString('utf8'))), digest };
}

/** Releases on disk: one folder a version, written once and then only read. */
export interface ReleaseStore {
  /** Folder of all releases: `<name>/<version>/<file>`. */
  readonly folder: string;
  has(name: string, version: string): Promise<boolean>;
  /** Copies a build's files to their version's folder; does nothing when that is there. */
  install(built: BuiltRelease, version: string): Promise<void>;
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** @param folder made when it is missing, as `DATA_DIR/remotes` */
export function createReleaseStore(folder: string): ReleaseStore {
  const folderOf = (name: string, version: string) => path.join(folder, name, version);
  const has = (name: string, version: string) => exists(path.join(folderOf(name, version), RELEASE_FILE));
  return {
    folder,
    has,
    async install({ distDir, release }, version) {
      if (await has(release.name, version)) return;
      const target = folderOf(release.name, version);
      // Beside the target and then renamed: a crash leaves no half release under a version's name.
      const draft = path.join(folder, release.name, `.draft-${randomUUID()}`);
      await mkdir(draft, { recursive: true });
      try {
        for (const file of [...Object.keys(release.files), SOURCES_FILE, RELEASE_FILE]) {
          for (const suffix of ['', '.br', '.gz']) {
            const source = path.join(distDir, file + suffix);
            if (await exists(source)) await cp(source, path.join(draft, file + suffix));
          }
        }
        await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
          // Another process was faster; its bytes are these.
          if (!(await has(release.name, version))) throw error;
        });
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
  };
}
