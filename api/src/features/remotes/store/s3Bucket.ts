import { addAbortSignal, Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

/** What the release store needs of a bucket. Every call ends by the signal it is given; missing things are no error. */
export interface Bucket {
  /** Null when there is no such key. @throws when it has more bytes */
  get(key: string, mostBytes: number, signal: AbortSignal): Promise<Buffer | null>;
  put(key: string, bytes: Buffer, signal: AbortSignal): Promise<void>;
  remove(key: string, signal: AbortSignal): Promise<void>;
  /** Keys that begin with the prefix. */
  list(prefix: string, signal: AbortSignal): Promise<string[]>;
}

const ATTEMPTS = 3;
const CONNECT_MS = 3_000;
const ANSWER_MS = 10_000;

async function readBody(body: unknown, mostBytes: number, signal: AbortSignal): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new Error('The bucket answered without bytes');
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of addAbortSignal(signal, body)) {
    const bytes = Buffer.from(chunk);
    byteCount += bytes.length;
    // Ends the download, too.
    if (byteCount > mostBytes) throw new Error(`The bucket has more than ${mostBytes} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, byteCount);
}

const isMissing = (error: unknown) =>
  error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);

export interface BucketPlace {
  bucket: string;
  endpoint?: string;
  region?: string;
}

/** A bucket by the official SDK, which is loaded with the first call: most servers have none. */
export function openBucket({ bucket: Bucket, endpoint, region }: BucketPlace): Bucket {
  const open = async () => {
    const sdk = await import('@aws-sdk/client-s3');
    const client: S3Client = new sdk.S3Client({
      ...(region !== undefined && { region }),
      // Stores that only speak the language are reached by one name for all buckets.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      maxAttempts: ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        requestTimeout: ANSWER_MS,
        socketTimeout: ANSWER_MS,
        throwOnRequestTimeout: true,
      },
      // Every byte is checked by the release's own hashes; not all stores know the SDK's.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { sdk, client };
  };
  let opened: ReturnType<typeof open> | null = null;
  const use = () => {
    opened ??= open();
    return opened;
  };

  return {
    async get(Key, mostBytes, abortSignal) {
      const { sdk, client } = await use();
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), { abortSignal });
        return await readBody(Body, mostBytes, abortSignal);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async put(Key, Body, abortSignal) {
      const { sdk, client } = await use();
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }), { abortSignal });
    },
    async remove(Key, abortSignal) {
      const { sdk, client } = await use();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal });
    },
    async list(Prefix, abortSignal) {
      const { sdk, client } = await use();
      const keys: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const command = new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const { Contents = [], NextContinuationToken } = await client.send(command, { abortSignal });
        keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
        ContinuationToken = NextContinuationToken;
      } while (ContinuationToken !== undefined);
      return keys;
    },
  };
}
