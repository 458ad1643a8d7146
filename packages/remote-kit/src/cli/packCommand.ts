import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { packRelease } from './packRelease';

const MEGABYTE = 1_000_000;

/**
 * Packs a build into the archive that publishing takes, beside its files, for whoever publishes in the console.
 * @returns what to say of it. @throws UsageError, RefusedError
 */
export function packCommand(build: string): string {
  const { release, archive } = packRelease(build);
  const file = path.join(build, `${release.name}-${release.version}.zip`);
  writeFileSync(file, archive);
  return `Packed ${file}: ${(archive.length / MEGABYTE).toFixed(1)} MB`;
}
