import { createHash, randomUUID } from 'node:crypto';
import {
  type Asset,
  type AssetUpload,
  type AssetUploadInput,
  HTML5,
  IMAGE_MAX_BYTES,
  UPLOADS,
  VIDEO,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import {
  AppError,
  NotFoundError,
  PayloadTooLargeError,
  TooManyRequestsError,
  ValidationError,
} from '../../platform/errors';
import type { AssetService } from './assets.service';
import { bundleTooHeavy } from './html5Bundle';
import { tooHeavy } from './imageFile';
import type { PartFiles } from './partFiles';
import * as repo from './uploads.repo';
import { isVideoType, videoTooHeavy } from './videoFile';

export interface UploadService {
  /** Those that are open, newest first. */
  list(ownerId: number): Promise<AssetUpload[]>;
  /**
   * Begins one, or answers the one there is for the same file. 413 for more bytes than such a file may have, 429 when
   * `UPLOADS.mostOpen` are open.
   */
  open(ownerId: number, input: AssetUploadInput): Promise<AssetUpload>;
  get(ownerId: number, id: string): Promise<AssetUpload>;
  /** Keeps the next part. 409 `UPLOAD_OFFSET` (with `received`) for one that does not begin where the last one ended. */
  append(ownerId: number, id: string, offset: number, bytes: Buffer): Promise<AssetUpload>;
  /** Checks the whole file like any other and makes it an asset. Whatever it answers, the upload is over. */
  finish(ownerId: number, id: string): Promise<Asset>;
  cancel(ownerId: number, id: string): Promise<void>;
  /** Throws away what never ended, and files that nobody knows any more. */
  sweep(): Promise<void>;
}

export interface UploadDeps {
  db: Db;
  clock: Clock;
  files: PartFiles;
  assets: Pick<AssetService, 'upload'>;
}

const HOUR_SECONDS = 3_600;

function refuseHeavy({ content_type, bytes }: AssetUploadInput): void {
  if (content_type === HTML5.type && bytes > HTML5.mostZipBytes)
    throw new PayloadTooLargeError(bundleTooHeavy, 'BUNDLE_REFUSED');
  if (isVideoType(content_type) && bytes > VIDEO.mostBytes)
    throw new PayloadTooLargeError(videoTooHeavy, 'VIDEO_REFUSED');
  if (content_type.startsWith('image/') && bytes > IMAGE_MAX_BYTES)
    throw new PayloadTooLargeError(tooHeavy(null), 'IMAGE_REFUSED');
}

const present = (row: repo.UploadRow): AssetUpload => ({
  id: row.id,
  name: row.name,
  content_type: row.content_type,
  bytes: row.byte_count,
  sha256: row.sha256,
  received: row.received,
  expires_at: new Date(row.created_at.getTime() + UPLOADS.keptMs).toISOString(),
});

const notFound = () => new NotFoundError('This upload is over. Choose the file again', 'UPLOAD_OVER');

export function createUploadService({ db, clock, files, assets }: UploadDeps): UploadService {
  const oldest = () => new Date(clock.nowMs() - UPLOADS.keptMs);

  async function end(id: string): Promise<void> {
    await repo.deleteUpload(db, id);
    await files.remove(id);
  }

  return {
    list: async (ownerId) => (await repo.findOpen(db, ownerId, oldest())).map(present),

    async open(ownerId, input) {
      refuseHeavy(input);
      return inTransaction(db, async (trx) => {
        await repo.lockOwner(trx, ownerId);
        const open = await repo.findOpen(trx, ownerId, oldest());
        const same = open.find(
          ({ sha256, byte_count, content_type }) =>
            sha256 === input.sha256 && byte_count === input.bytes && content_type === input.content_type,
        );
        if (same) return present(same);
        await repo.deleteOfFile(trx, ownerId, input.sha256);
        if (open.filter(({ sha256 }) => sha256 !== input.sha256).length >= UPLOADS.mostOpen)
          throw new TooManyRequestsError(
            `${UPLOADS.mostOpen} uploads are open already. Finish or remove one of them`,
            HOUR_SECONDS,
            'UPLOADS_OPEN',
          );
        return present(await repo.insertUpload(trx, ownerId, randomUUID(), input, clock.now()));
      });
    },

    async get(ownerId, id) {
      const row = await repo.findUpload(db, ownerId, id, oldest());
      if (!row) throw notFound();
      return present(row);
    },

    append: (ownerId, id, offset, bytes) =>
      inTransaction(db, async (trx) => {
        const row = await repo.lockUpload(trx, ownerId, id, oldest());
        if (!row) throw notFound();
        if (offset !== row.received)
          throw new AppError(409, 'UPLOAD_OFFSET', 'Another part of the file is next', {
            beside: { received: row.received },
          });
        const received = offset + bytes.length;
        if (received > row.byte_count)
          throw new ValidationError({ offset: ['The file is longer than was said'] });
        // On the disk before the row says so: what is not noted is written once more.
        await files.write(id, offset, bytes);
        await repo.noteReceived(trx, id, received);
        return present({ ...row, received });
      }),

    async finish(ownerId, id) {
      const row = await repo.findUpload(db, ownerId, id, oldest());
      if (!row) throw notFound();
      if (row.received < row.byte_count)
        throw new AppError(409, 'UPLOAD_OFFSET', 'The file is not whole yet', {
          beside: { received: row.received },
        });
      const bytes = await files.read(id, row.byte_count);
      if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) {
        await end(id);
        const problem = 'The file did not arrive as it was sent. Upload it again';
        throw new ValidationError({ file: [problem] }, problem, 'UPLOAD_DAMAGED');
      }
      try {
        return await assets.upload(ownerId, bytes, row.content_type);
      } finally {
        await end(id);
      }
    },

    async cancel(ownerId, id) {
      const row = await repo.findUpload(db, ownerId, id, oldest());
      if (!row) throw notFound();
      await end(id);
    },

    async sweep() {
      await repo.deleteOver(db, oldest());
      const lying = await files.list();
      if (lying.length === 0) return;
      const known = await repo.findKnown(db, lying);
      for (const id of lying) if (!known.has(id)) await files.remove(id);
    },
  };
}
