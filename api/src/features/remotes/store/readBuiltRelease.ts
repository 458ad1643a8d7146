import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { release as releaseSchema, SOURCES_FILE } from '@ezdash/contracts';
import type { ReleaseFiles } from '../releases.types';
import { COPIES, digestOf, RELEASE_FILE } from './checkFiles';

/**
 * Reads what a build has made, its compressed copies and what the inspector reads of it included.
 * @throws when there is no release, when it is not one, or when a file that it describes is missing
 */
export async function readBuiltRelease(distDir: string): Promise<ReleaseFiles> {
  const document = await readFile(path.join(distDir, RELEASE_FILE));
  const release = releaseSchema.parse(JSON.parse(document.toString('utf8')));
  const there = new Set(await readdir(distDir));
  const files = new Map([[RELEASE_FILE, document]]);
  for (const file of Object.keys(release.files)) {
    if (!there.has(file)) throw new Error(`${path.join(distDir, file)} is missing: build it again`);
    for (const name of [file, ...COPIES.map((suffix) => file + suffix)])
      if (there.has(name)) files.set(name, await readFile(path.join(distDir, name)));
  }
  if (there.has(SOURCES_FILE)) files.set(SOURCES_FILE, await readFile(path.join(distDir, SOURCES_FILE)));
  return { release, digest: digestOf(document), files };
}
