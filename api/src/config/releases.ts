import { z } from 'zod';
import { address } from './fields';

/** A bucket of S3, or of what speaks its language, that releases lie in. */
export interface ReleaseBucket {
  bucket: string;
  /** In front of every key: empty, or ends with a slash. */
  prefix: string;
  /** Undefined: Amazon's own. */
  endpoint?: string;
  /** Undefined: what the SDK finds by itself. */
  region?: string;
}

const FORM = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[\w.-]+)*\/?$/;
const isPlace = (text: string) => FORM.test(text) && !/\/\.{1,2}(\/|$)/.test(text);

/** The variables about where releases lie. Keys come by the SDK's own (AWS_ACCESS_KEY_ID, …). */
export const releasesEnvironment = {
  RELEASE_STORE: z
    .string()
    .refine(isPlace, { error: 'must be s3://BUCKET or s3://BUCKET/FOLDER' })
    .optional(),
  RELEASE_STORE_ENDPOINT: address(['http:', 'https:']).optional(),
  AWS_REGION: z.string().optional(),
  /** Path of the Chromium that releases are tried in. */
  GATE_BROWSER: z.string().optional(),
  /** The same, as the tests of this repository find theirs. */
  CHROMIUM_PATH: z.string().optional(),
};

const releasesSettings = z.object(releasesEnvironment);
type ReleasesSettings = z.output<typeof releasesSettings>;

export function releasesProblem(set: ReleasesSettings): string | null {
  const isLost = set.RELEASE_STORE_ENDPOINT !== undefined && set.RELEASE_STORE === undefined;
  return isLost ? 'RELEASE_STORE_ENDPOINT needs RELEASE_STORE beside it' : null;
}

/** Stores that only speak S3's language know no regions, but the SDK signs with one. */
const NOWHERE = 'us-east-1';

/** Null: releases lie in DATA_DIR. */
export function releaseBucketOf(set: ReleasesSettings): ReleaseBucket | null {
  const { RELEASE_STORE, RELEASE_STORE_ENDPOINT: endpoint, AWS_REGION } = set;
  if (RELEASE_STORE === undefined) return null;
  const [bucket = '', ...folders] = RELEASE_STORE.replace('s3://', '').split('/');
  const named = folders.filter((folder) => folder !== '');
  return {
    bucket,
    prefix: named.map((folder) => `${folder}/`).join(''),
    endpoint,
    region: AWS_REGION ?? (endpoint === undefined ? undefined : NOWHERE),
  };
}
