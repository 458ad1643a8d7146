import { randomUUID } from 'node:crypto';
import {
  type Asset,
  type AssetUpload,
  type AssetUploadInput,
  HTML5,
  IMAGE_MAX_BYTES,
  toMediaType,
  UPLOADS,
  VIDEO,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx } from '../../platform/db';
import {
  AppError,
  ConflictError,
  NotFoundError,
  PayloadTooLargeError,
  TooManyRequestsError,
  ValidationError,
} from '../../platform/errors';
import { digest } from '../../platform/work';
import { type AssetService, damaged } from './assets.service';
import { bundleTooHeavy } from './html5Bundle';
import { tooHeavy } from './imageFile';
import type { PartFiles } from './partFiles';
import * as repo from './uploads.repo';
import { isVideoType, videoTooHeavy } from './videoFile';

export interface UploadService {
  /** Those that are open, newest first. */
  list(ownerId: number): Promise<AssetUpload[]>;
  /**
   * Begins one, or answers the one there is for the same file. 413 for more bytes than such a file may have. When
   * `UPLOADS.mostOpen` are open, the one that nobody has gone on with for the longest time makes room; 429 when all of
   * them are under way.
   */
  open(ownerId: number, input: AssetUploadInput): Promise<AssetUpload>;
  get(ownerId: number, id: string): Promise<AssetUpload>;
  /** Keeps the next part. 409 `UPLOAD_OFFSET` (with `received`) for one that does not begin where the last one ended. */
  append(ownerId: number, id: string, offset: number, bytes: Buffer): Promise<AssetUpload>;
  /**
   * Checks the whole file like any other and makes it an asset. Whatever it says of the file, the upload is over; in
   * trouble of our own (5xx), or when too many files wait (429), it can be finished again. 409 `UPLOAD_FINISHING` while somebody else does, 429 when two files
   * of the owner are being checked.
   */
  finish(ownerId: number, id: string): Promise<Asset>;
  cancel(ownerId: number, id: string): Promise<void>;
  /** Throws away what never ended, and files that nobody knows any more. */
  sweep(): Promise<void>;
}

export interface UploadDeps {
  db: Db;
  clock: Clock;
  files: PartFiles;
  assets: Pick<AssetService, 'upload' | 'uploadVideo' | 'requireRoom'>;
}

const SECOND_MS = 1_000;
/** Longer than a page tries to send a part anew: whoever has sent none by then has left. */
const ABANDONED_MS = 5 * 60_000;
/** Files of one owner that are checked at a time. */
const MOST_FINISHING = 2;
/** Longer than any check takes, with its wait for the browser: whoever has claimed a file for longer has ended with its server. */
const FINISHING_MS = 5 * 60_000;
/** How soon it is worth asking again whether a check is over. */
const ASK_AGAIN_SECONDS = 2;

function refuseHeavy({ content_type: named, bytes }: AssetUploadInput): void {
  const content_type = toMediaType(named);
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

const notWhole = (received: number) =>
  new AppError(409, 'UPLOAD_OFFSET', 'The file is not whole yet', { beside: { received } });

const lastMoved = ({ part_at, created_at }: repo.UploadRow) => (part_at ?? created_at).getTime();

export function createUploadService({ db, clock, files, assets }: UploadDeps): UploadService {
  const oldest = () => new Date(clock.nowMs() - UPLOADS.keptMs);
  const firstOfFinishing = () => new Date(clock.nowMs() - FINISHING_MS);
  const isFinishing = ({ finishing_at }: repo.UploadRow) =>
    finishing_at !== null && finishing_at > firstOfFinishing();

  async function end(id: string): Promise<void> {
    await repo.deleteUpload(db, id);
    await files.remove(id);
  }

  /** Ends the upload that nobody has gone on with for the longest time; answers which. Its file is the caller's. */
  async function makeRoom(trx: Trx, open: readonly repo.UploadRow[]): Promise<string> {
    const [first] = open.filter((row) => !isFinishing(row)).toSorted((a, b) => lastMoved(a) - lastMoved(b));
    const waitMs = first ? lastMoved(first) + ABANDONED_MS - clock.nowMs() : ABANDONED_MS;
    if (!first || waitMs > 0)
      throw new TooManyRequestsError(
        `${UPLOADS.mostOpen} uploads are open already. Finish or remove one of them`,
        waitMs / SECOND_MS,
        'UPLOADS_OPEN',
      );
    await repo.deleteUpload(trx, first.id);
    return first.id;
  }

  /** Of two who finish the same file at once one gets it, however many nodes there are. */
  const claim = (ownerId: number, id: string): Promise<repo.UploadRow> =>
    inTransaction(db, async (trx) => {
      await lockOwner(trx, ownerId);
      const row = await repo.lockUpload(trx, ownerId, id, oldest());
      if (!row) throw notFound();
      if (row.received < row.byte_count) throw notWhole(row.received);
      if (isFinishing(row))
        throw new ConflictError(
          'This file is being checked already. Wait for its answer',
          'UPLOAD_FINISHING',
        );
      if ((await repo.countFinishing(trx, ownerId, firstOfFinishing())) >= MOST_FINISHING)
        throw new TooManyRequestsError(
          'Two of your files are being checked. Wait until they are',
          ASK_AGAIN_SECONDS,
          'UPLOADS_FINISHING',
        );
      await repo.noteFinishing(trx, id, clock.now());
      return row;
    });

  async function check(ownerId: number, row: repo.UploadRow): Promise<Asset> {
    const { id, sha256 } = row;
    const type = toMediaType(row.content_type);
    if (isVideoType(type)) return assets.uploadVideo(ownerId, files.pathOf(id), type, sha256);
    const bytes = await files.read(id, row.byte_count);
    if ((await digest('SHA-256', bytes)).toString('hex') !== sha256) throw damaged();
    return assets.upload(ownerId, bytes, type);
  }

  return {
    list: async (ownerId) => (await repo.findOpen(db, ownerId, oldest())).map(present),

    async open(ownerId, input) {
      refuseHeavy(input);
      await assets.requireRoom(ownerId, input);
      const { row, ended } = await inTransaction(db, async (trx) => {
        await lockOwner(trx, ownerId);
        const open = await repo.findOpen(trx, ownerId, oldest());
        const same = open.find(
          ({ sha256, byte_count, content_type }) =>
            sha256 === input.sha256 && byte_count === input.bytes && content_type === input.content_type,
        );
        if (same) return { row: same, ended: null };
        await repo.deleteOfFile(trx, ownerId, input.sha256);
        const others = open.filter(({ sha256 }) => sha256 !== input.sha256);
        const ended = others.length >= UPLOADS.mostOpen ? await makeRoom(trx, others) : null;
        return { row: await repo.insertUpload(trx, ownerId, randomUUID(), input, clock.now()), ended };
      });
      if (ended !== null) await files.remove(ended);
      return present(row);
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
        await repo.noteReceived(trx, id, received, clock.now());
        return present({ ...row, received });
      }),

    async finish(ownerId, id) {
      const row = await claim(ownerId, id);
      let asset: Asset;
      try {
        asset = await check(ownerId, row);
      } catch (error) {
        // What is wrong with the file stays wrong; what is wrong with us, or too much at a time, does not.
        if (error instanceof AppError && error.status < 500 && error.status !== 429) await end(id);
        else await repo.noteFinishing(db, id, null);
        throw error;
      }
      await end(id);
      return asset;
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
