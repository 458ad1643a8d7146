import { createHash } from 'node:crypto';
import { type Release, SOURCES_FILE } from '@ezdash/contracts';
import { strToU8, zipSync } from 'fflate';
import type { ReleaseFiles } from '../releases.types';
import { digestOf, RELEASE_FILE } from '../store/checkFiles';
import { makeRelease } from '../testReleases';

const describeText = (text: string) => ({
  integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
  byteCount: Buffer.byteLength(text),
});

export type Texts = Record<string, string>;

/** Files of `makeRelease` that say who made them; long enough to be compressed. */
export const textsOf = (word: string): Texts => ({
  'remoteEntry.js': `var mf_advertiser_0123456789ab = "${word}";`.padEnd(2_000, ' '),
  'App.js': `console.log("${word}");`.padEnd(3_000, '/'),
  'App.css': `.a{content:"${word}"}`,
});

/** For tests: the files of a release whose `release.json` describes them truly, as a build packs them. */
export function packedFiles(texts: Texts, change: Partial<Release> = {}): Texts {
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, describeText(text)]));
  return { ...texts, [RELEASE_FILE]: JSON.stringify(makeRelease({ files, ...change })) };
}

export const zip = (files: Texts): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

/** For tests: a whole release as an archive, what the inspector reads included. */
export const archiveOf = (word: string, change: Partial<Release> = {}): Buffer =>
  zip({ ...packedFiles(textsOf(word), change), [SOURCES_FILE]: '{"sources":{}}' });

/** For tests: a whole release on its way into the store. */
export function filesOf(word: string, change: Partial<Release> = {}): ReleaseFiles {
  const packed = packedFiles(textsOf(word), change);
  const files = new Map(Object.entries(packed).map(([name, text]) => [name, Buffer.from(text)]));
  const document = Buffer.from(packed[RELEASE_FILE] ?? '');
  return { release: JSON.parse(document.toString('utf8')), digest: digestOf(document), files };
}
