import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseFile } from '@ezdash/contracts';
import { BuildError } from './compile';
import { compressFolder } from './compress';

/** Subresource integrity of bytes, as browsers want it. */
export function integrityOf(bytes: Buffer | string): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** Compresses the built files and describes them all, each with its integrity. Sorted by name. */
export async function describeFiles(folder: string): Promise<Record<string, ReleaseFile>> {
  const compressed = await compressFolder(folder);
  const names = (await readdir(folder)).filter(
    (name) => !/\.(br|gz|map|LICENSE\.txt)$|^release\.json$|^\./.test(name),
  );
  const files: Record<string, ReleaseFile> = {};
  for (const name of names.sort()) {
    const bytes = await readFile(path.join(folder, name));
    const sizes = compressed.get(name);
    files[name] = {
      integrity: integrityOf(bytes),
      byteCount: bytes.length,
      ...(sizes ? { brotliByteCount: sizes.brotli } : {}),
    };
  }
  return files;
}

function textsOf(name: string, json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch (error) {
    throw new BuildError(`src/locales/${name}: ${String(error)}`);
  }
}

/** Reads `src/locales/*.json` of a workspace: language → texts. Empty when there are none. */
export async function readLocales(folder: string): Promise<Record<string, Record<string, unknown>>> {
  const localesDir = path.join(folder, 'src/locales');
  const names = await readdir(localesDir).catch(() => []);
  const locales: Record<string, Record<string, unknown>> = {};
  for (const name of names.filter((file) => file.endsWith('.json')).sort()) {
    locales[name.slice(0, -5)] = textsOf(name, await readFile(path.join(localesDir, name), 'utf8'));
  }
  return locales;
}

/** Writes `release.json`, last: a folder without it is not a release. */
export async function writeReleaseFile(folder: string, release: unknown): Promise<void> {
  await writeFile(path.join(folder, 'release.json'), `${JSON.stringify(release, null, 1)}\n`);
}

/** Empties a folder that a build is about to fill. */
export async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
