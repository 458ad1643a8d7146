import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MOST_RELEASE_BYTES, type Release, release as releaseSchema, SOURCES_FILE } from '@ezdash/contracts';
import { zipSync } from 'fflate';
import { RefusedError, UsageError } from './failures';
import { parseJson } from './parseJson';

export interface PackedRelease {
  release: Release;
  /** ZIP: `release.json`, the files it describes, and `sources.json` when there is one. The same files give the same bytes. */
  archive: Uint8Array<ArrayBuffer>;
}

/** ZIP knows no time before it, and a real one would make other bytes every day. */
const NO_TIME = new Date(1980, 0, 1);
/** Fonts and pictures are compressed already. */
const SMALL_ALREADY = /\.(woff2|png|jpe?g|webp|avif|gif|zip)$/;

/**
 * Packs a folder that a build made.
 * @throws UsageError when it is none; RefusedError when it is larger than a release may be
 */
export function packRelease(folder: string): PackedRelease {
  const file = path.join(folder, 'release.json');
  if (!existsSync(file))
    throw new UsageError(`${folder} has no release.json: it is not a build of a remote.`);
  const parsed = releaseSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new RefusedError(`${file} is not the description of a release`);
  const names = ['release.json', ...Object.keys(parsed.data.files).sort()];
  if (existsSync(path.join(folder, SOURCES_FILE))) names.push(SOURCES_FILE);
  const missing = names.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) throw new RefusedError(`${folder} lacks ${missing.join(', ')}: build it anew`);
  const archive = zipSync(
    Object.fromEntries(
      names.map((name) => [
        name,
        [
          new Uint8Array(readFileSync(path.join(folder, name))),
          { mtime: NO_TIME, level: SMALL_ALREADY.test(name) ? 0 : 9 },
        ],
      ]),
    ),
  );
  if (archive.length > MOST_RELEASE_BYTES)
    throw new RefusedError(
      `The release is ${(archive.length / 1e6).toFixed(1)} MB packed; at most ${MOST_RELEASE_BYTES / 1e6} MB are taken`,
    );
  return { release: parsed.data, archive: new Uint8Array(archive) };
}
