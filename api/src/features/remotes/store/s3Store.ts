import {
  type Release,
  release as releaseSchema,
  releaseVersion,
  remoteName,
  SOURCES_FILE,
} from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { ServiceUnavailableError } from '../../../platform/errors';
import type { Log } from '../../../platform/log';
import type { ReleaseFiles, ReleaseStore } from '../releases.types';
import { COPIES, digestOf, MOST_DOCUMENT_BYTES, RELEASE_FILE, wrongFiles } from './checkFiles';
import type { DiskStore } from './diskStore';
import type { Bucket } from './s3Bucket';

export interface S3StoreParts {
  bucket: Bucket;
  /** In front of every key: empty, or ends with a slash. */
  prefix: string;
  /** Where releases are brought to. */
  local: DiskStore;
  /** SHA-256 of the `release.json` that was published under a version; null when none was. */
  publishedDigest: (name: string, version: string) => Promise<string | null>;
  clock: Clock;
  log: Log;
}

/** Of one release altogether, so that who waits for its row is not given up (statements end after 30 s). */
const INSTALL_MS = 25_000;
const FETCH_MS = 20_000;
/** How long a release that could not be brought here is not asked for again. */
const AGAIN_AFTER_MS = 5_000;
/** Files on their way at once. */
const AT_ONCE = 8;
/** A compressed copy of what cannot be compressed is a little larger than its file. */
const COPY_SLACK_BYTES = 1_024;

async function forEach<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const one = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Names of what a release may consist of in the bucket, and how large each may be. */
function limitsOf({ files }: Release): Map<string, number> {
  const limits = new Map([[SOURCES_FILE, MOST_DOCUMENT_BYTES]]);
  for (const [name, { byteCount }] of Object.entries(files)) {
    limits.set(name, byteCount);
    for (const suffix of COPIES) limits.set(name + suffix, byteCount + COPY_SLACK_BYTES);
  }
  return limits;
}

const isAddress = (name: string, version: string): boolean =>
  remoteName.safeParse(name).success && releaseVersion.safeParse(version).success;

/**
 * Releases in a bucket, which servers bring to their own disk before they serve them. What lies in the bucket is believed
 * as far as it is what was published: `release.json` by the digest in the database, every file by its integrity there.
 */
export function createS3Store(parts: S3StoreParts): ReleaseStore {
  const { bucket, prefix, local, publishedDigest, clock, log } = parts;
  const keyOf = (name: string, version: string, file: string) => `${prefix}${name}/${version}/${file}`;
  /** Brought here, or found here, and what was published. */
  const known = new Set<string>();
  const onTheWay = new Map<string, Promise<boolean>>();
  /** When a release may be asked for again. */
  const failed = new Map<string, number>();

  async function fetchRelease(name: string, version: string, digest: string): Promise<ReleaseFiles> {
    const signal = AbortSignal.timeout(FETCH_MS);
    const document = await bucket.get(keyOf(name, version, RELEASE_FILE), MOST_DOCUMENT_BYTES, signal);
    if (!document) throw new Error('It is not in the bucket');
    if (digestOf(document) !== digest) throw new Error('Its release.json is not the one that was published');
    const release = releaseSchema.parse(JSON.parse(document.toString('utf8')));
    const limits = limitsOf(release);
    const there = await bucket.list(keyOf(name, version, ''), signal);
    const files = new Map([[RELEASE_FILE, document]]);
    await forEach(there, async (key) => {
      const file = key.slice(keyOf(name, version, '').length);
      const limit = limits.get(file);
      if (limit === undefined) return;
      const bytes = await bucket.get(key, limit, signal);
      if (bytes) files.set(file, bytes);
    });
    const wrong = [...(await wrongFiles(release, files))].map(([file, problem]) => `${file}: ${problem}`);
    if (wrong.length > 0) throw new Error(`It is not what was published: ${wrong.join('; ')}`);
    return { release, digest, files };
  }

  async function bring(name: string, version: string, digest: string): Promise<void> {
    // A publication that failed may have left other bytes here, and a file may have been lost.
    if ((await local.digest(name, version)) !== digest || !(await local.has(name, version)))
      await local.install(await fetchRelease(name, version, digest), version);
    known.add(`${name}/${version}`);
  }

  /** False for what was never published. */
  async function tryToBring(name: string, version: string): Promise<boolean> {
    const id = `${name}/${version}`;
    let isPublished = false;
    try {
      const digest = await publishedDigest(name, version);
      if (digest === null) return false;
      isPublished = true;
      await bring(name, version, digest);
      failed.delete(id);
      return true;
    } catch (error) {
      // Anybody may ask for any version: of those that may be none nothing is kept.
      if (isPublished) failed.set(id, clock.nowMs() + AGAIN_AFTER_MS);
      log.error(
        { event: 'release.not-brought', err: error, remote: name, version },
        'A release is not served',
      );
      return false;
    }
  }

  async function upload({ release, files, digest }: ReleaseFiles, version: string): Promise<void> {
    const { name } = release;
    const signal = AbortSignal.timeout(INSTALL_MS);
    const said = keyOf(name, version, RELEASE_FILE);
    const there = await bucket.list(keyOf(name, version, ''), signal);
    const document = there.includes(said) ? await bucket.get(said, MOST_DOCUMENT_BYTES, signal) : null;
    const isWhole = Object.keys(release.files).every((file) => there.includes(keyOf(name, version, file)));
    if (document && digestOf(document) === digest && isWhole) return;
    // What a publication left that failed, or what is not whole any more. First what says that it is.
    if (document) await bucket.remove(said, signal);
    const isLeft = (key: string) => !files.has(key.slice(keyOf(name, version, '').length));
    await forEach(there.filter(isLeft), (key) => bucket.remove(key, signal));
    const others = [...files].filter(([file]) => file !== RELEASE_FILE);
    await forEach(others, ([file, bytes]) => bucket.put(keyOf(name, version, file), bytes, signal));
    const last = files.get(RELEASE_FILE);
    if (!last) throw new Error('A release without release.json');
    await bucket.put(said, last, signal);
  }

  async function has(name: string, version: string): Promise<boolean> {
    const id = `${name}/${version}`;
    if (!isAddress(name, version)) return false;
    if (known.has(id) && (await local.has(name, version))) return true;
    if ((failed.get(id) ?? 0) > clock.nowMs()) return false;
    let way = onTheWay.get(id);
    if (!way) {
      way = tryToBring(name, version).finally(() => onTheWay.delete(id));
      onTheWay.set(id, way);
    }
    return way;
  }

  return {
    folder: local.folder,
    has,
    serves: async (name, version) =>
      (known.has(`${name}/${version}`) && (await local.serves(name, version))) || has(name, version),
    doubt: local.doubt,
    removeDrafts: local.removeDrafts,
    async install(files, version) {
      const { name } = files.release;
      await upload(files, version).catch((error: unknown) => {
        log.error(
          { event: 'release.not-stored', err: error, remote: name, version },
          'A release was not stored',
        );
        throw new ServiceUnavailableError('The release store cannot be reached', 'RELEASE_STORE_AWAY');
      });
      await local.install(files, version);
    },
    async read(name, version, file) {
      if (!(await has(name, version))) throw new Error(`${name} ${version} is not on this server`);
      return local.read(name, version, file);
    },
  };
}
