import { promisify } from 'node:util';
import { type BrotliOptions, brotliDecompress, gunzip, type ZlibOptions } from 'node:zlib';
import type { GateCheck, Release } from '@ezdash/contracts';
import { digest } from '../../../platform/work';
import { outcomeOf } from './staticChecks';

/** Bytes of a file of the release; rejects when there is none. */
export type ReadFile = (file: string) => Promise<Buffer>;

/** What browsers are sent in a file's place, and how to read it. */
const COPIES = [
  { suffix: '.br', unpack: promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress) },
  { suffix: '.gz', unpack: promisify<Buffer, ZlibOptions, Buffer>(gunzip) },
] as const;

/** Problems named one by one; the rest is counted. */
const NAMED = 5;

/** Everything that a page may ask for by name. */
function namedFiles({ entry, modules, types }: Release): string[] {
  const ofModules = Object.values(modules).flatMap(({ scripts, styles }) => [...scripts, ...styles]);
  return [...new Set([entry, ...ofModules, ...(types === undefined ? [] : [types])])];
}

async function fileProblem(read: ReadFile, file: string, described: Release['files'][string]) {
  const bytes = await read(file).catch(() => null);
  if (!bytes) return `${file} is not there`;
  const integrity = `sha384-${(await digest('SHA-384', bytes)).toString('base64')}`;
  if (integrity !== described.integrity) return `${file} has other bytes than its hash says`;
  if (bytes.length !== described.byteCount) return `${file} has another size than described`;
  for (const { suffix, unpack } of COPIES) {
    const copy = await read(file + suffix).catch(() => null);
    if (copy === null) continue;
    const unpacked: Buffer | null = await unpack(copy, { maxOutputLength: Math.max(1, bytes.length) }).catch(
      () => null,
    );
    if (!unpacked?.equals(bytes)) return `${file}${suffix} is not ${file}`;
  }
  return null;
}

/** Whether every file that a page may ask for is described, and every described one is there, byte for byte. */
export async function integrityCheck(release: Release, read: ReadFile): Promise<GateCheck> {
  const problems = namedFiles(release)
    .filter((file) => release.files[file] === undefined)
    .map((file) => `${file} is not described`);
  const files = Object.entries(release.files);
  for (const [file, described] of files) {
    const problem = await fileProblem(read, file, described);
    if (problem) problems.push(problem);
  }
  const named = problems.slice(0, NAMED);
  if (problems.length > NAMED) named.push(`${problems.length - NAMED} more`);
  return outcomeOf('integrity', named, `${files.length} files`);
}
