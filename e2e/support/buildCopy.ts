import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { remoteNames } from '../../scripts/lib/remotes.mjs';
import { root } from './app';

const PARTS = ['api/dist', 'api/migrations', 'api/src/features/support/articles', 'shell/dist'];

/** Copies what was built to a folder the server can run from, so that a test may change it. */
export function copyBuild(folder: string): void {
  for (const part of [...PARTS, ...remoteNames().map((name) => `${name}/dist`)])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  // The server's own are those of which the root has another version.
  for (const packages of ['node_modules', 'api/node_modules'])
    symlinkSync(path.join(root, packages), path.join(folder, packages));
}

/** Of a checkout, what no copy needs. */
const LEFT = new Set([
  '.env',
  '.git',
  'node_modules',
  '.data',
  'coverage',
  'test-results',
  'playwright-report',
]);
/** Of the installed packages, what leads to the checkout's own folders by a relative path, or tells of the installation. */
const COPIED = new Set(['@ezdash', '.package-lock.json']);

/**
 * Copies the checkout with what was built, for commands that install and build what is stale: they do it there, and
 * what runs beside them keeps its files. The packages are those of the checkout, and count as installed.
 */
export function copyCheckout(folder: string): void {
  cpSync(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !LEFT.has(path.relative(root, source)),
  });
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (COPIED.has(name))
      cpSync(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (name !== '.installed-lock') symlinkSync(path.join(from, name), path.join(to, name));
  const lock = readFileSync(path.join(folder, 'package-lock.json'));
  writeFileSync(path.join(to, '.installed-lock'), createHash('sha256').update(lock).digest('hex'));
}

/** Writes a file and the copies of it that are sent to browsers which take them. Answers the size of the smaller. */
export function writeServed(file: string, bytes: Buffer | string): number {
  const brotli = brotliCompressSync(bytes);
  writeFileSync(file, bytes);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(bytes));
  return brotli.length;
}

const integrityOf = (bytes: string) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

interface BuiltRelease {
  version: string;
  buildId: string;
  global: string;
  entry: string;
  files: Record<string, { integrity: string; byteCount: number; brotliByteCount: number }>;
}

/**
 * Makes the copied build of a remote another one, as a change of its code would: version, build id, and with them the
 * bytes of its scripts and every integrity that names them. `texts`: what it says → what it says from now on.
 */
export function makeNextRelease(
  folder: string,
  remote: string,
  version: string,
  texts: Readonly<Record<string, string>> = {},
): void {
  const dist = path.join(folder, remote, 'dist');
  const releaseFile = path.join(dist, 'release.json');
  const built = JSON.parse(readFileSync(releaseFile, 'utf8')) as BuiltRelease;
  const nextId = createHash('sha256').update(built.buildId).digest('hex').slice(0, built.buildId.length);
  const renewed = (text: string) => text.replaceAll(built.buildId, nextId);
  // The entry last: it names the integrity of the others.
  const scripts = Object.keys(built.files).filter((file) => file.endsWith('.js') && file !== built.entry);
  const integrities = new Map<string, string>();
  for (const file of [...scripts, built.entry]) {
    let text = renewed(readFileSync(path.join(dist, file), 'utf8'));
    for (const [before, after] of integrities) text = text.replaceAll(before, after);
    const described = built.files[file];
    if (!described) throw new Error(`The release of ${remote} does not describe ${file}`);
    integrities.set(described.integrity, integrityOf(text));
    const brotliByteCount = writeServed(path.join(dist, file), text);
    built.files[file] = { integrity: integrityOf(text), byteCount: Buffer.byteLength(text), brotliByteCount };
  }
  let description = renewed(JSON.stringify({ ...built, version }));
  for (const [before, after] of Object.entries(texts)) {
    if (!description.includes(JSON.stringify(before))) throw new Error(`${remote} does not say "${before}"`);
    description = description.replaceAll(JSON.stringify(before), JSON.stringify(after));
  }
  writeFileSync(releaseFile, description);
}
