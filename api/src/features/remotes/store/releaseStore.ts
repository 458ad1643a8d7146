import type { Clock } from '../../../platform/clock';
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

/** On disk, or in a bucket with the folder in front of it. */
export function createReleaseStore(
  { folder, bucket }: ReleaseStoreSettings,
  parts: { clock: Clock; log: Log } & Pick<S3StoreParts, 'publishedDigest'>,
): ReleaseStore {
  const local = createDiskStore(folder);
  if (!bucket) return local;
  return createS3Store({ ...parts, local, bucket: openBucket(bucket), prefix: bucket.prefix });
}
