import type { Clock } from '../../../platform/clock';
import { ServiceUnavailableError } from '../../../platform/errors';
import type { Log } from '../../../platform/log';
import type { ReleaseStore } from '../releases.types';
import { createDiskStore } from './diskStore';
import { type BucketPlace, openBucket } from './s3Bucket';
import { createS3Store, type S3StoreParts } from './s3Store';

export interface ReleaseStoreSettings {
  /** Of this machine, as `DATA_DIR/remotes`: where releases lie, or are brought to from a bucket. */
  folder: string;
  /** Null: they lie in the folder alone. */
  bucket: (BucketPlace & { prefix: string }) | null;
}

/** What a disk says that takes nothing more. */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS'];
const saysNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_ROOM.includes(error.code);

/** A disk that is full is said to be, to operators in the log and to whoever publishes. */
export function sayingNoRoom(store: ReleaseStore, log: Log): ReleaseStore {
  return {
    ...store,
    install: (files, version) =>
      store.install(files, version).catch((error: unknown) => {
        if (!saysNoRoom(error)) throw error;
        const { name: remote } = files.release;
        log.error({ event: 'release.not-stored', err: error, remote, version }, 'A release was not stored');
        throw new ServiceUnavailableError('The release store takes nothing more', 'RELEASE_STORE_FULL');
      }),
  };
}

/** On disk, or in a bucket with the folder in front of it. */
export function createReleaseStore(
  { folder, bucket }: ReleaseStoreSettings,
  parts: { clock: Clock; log: Log } & Pick<S3StoreParts, 'publishedDigest'>,
): ReleaseStore {
  const local = createDiskStore(folder);
  if (!bucket) return sayingNoRoom(local, parts.log);
  const shared = createS3Store({ ...parts, local, bucket: openBucket(bucket), prefix: bucket.prefix });
  return sayingNoRoom(shared, parts.log);
}
