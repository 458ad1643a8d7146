import type { Readable } from 'node:stream';
import { type Attachment, cleanLine, publicId, SUPPORT_LIMITS } from '@ezdash/contracts';
import type { AuthUser } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, lockOwner } from '../../../platform/db';
import {
  BadRequestError,
  NotFoundError,
  PayloadTooLargeError,
  ValidationError,
} from '../../../platform/errors';
import type { Log } from '../../../platform/log';
import type { Work } from '../../../platform/work';
import { publicRowId } from '../../figures';
import { attachmentTask } from '../tasks';
import * as repo from './attachments.repo';
import { type FileStore, FileTooLarge } from './fileStore';

export interface Upload {
  name: string;
  /** The body of the call. */
  source: AsyncIterable<Buffer>;
  /** As the caller says; null when it does not. */
  declaredBytes: number | null;
}

export interface OpenFile {
  name: string;
  type: Attachment['type'];
  bytes: number;
  stream: Readable;
}

export interface AttachmentService {
  /**
   * Keeps a file until it is sent, for a day at most. 413 over the size, 422 for what is not taken or when the account
   * has no room left.
   */
  upload(user: AuthUser, upload: Upload): Promise<Attachment>;
  /** 404 for what the person may not read. */
  open(user: AuthUser, id: string): Promise<OpenFile>;
  /** Removes what was not sent and what was erased; answers how many files. */
  sweep(): Promise<number>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than any upload takes. */
const ARRIVES_WITHIN_MS = HOUR_MS;
const AT_A_TIME = 500;
const MB = 1024 * 1024;

const TOO_LARGE = `A file may have ${SUPPORT_LIMITS.attachmentBytes / MB} MB`;
const NOT_TAKEN = 'Send an image (PNG, JPEG, GIF, WebP), a PDF, a text or a CSV file';
const NO_ROOM = `Your account keeps ${SUPPORT_LIMITS.accountBytes / MB} MB of files for support, and they are used up`;

/** The other end went away, or took longer than a call may. */
const isBrokenOff = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNRESET';
const refuse = (sentence: string, code: string) => new ValidationError({ file: [sentence] }, sentence, code);

/** The last part of a path, without what draws nothing or turns the direction of writing round. */
export function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return cleanLine(last) || 'file';
}

export function presentAttachment(row: repo.AttachmentRow): Attachment {
  const id = publicId('attachment', row.id);
  const { name, type } = row;
  return { id, name, type, bytes: row.byte_count, href: `/api/support/attachments/${id}` };
}

export function createAttachmentService({
  db,
  clock,
  store,
  log,
  work,
}: {
  db: Db;
  clock: Clock;
  store: FileStore;
  log: Log;
  work: Pick<Work, 'run'>;
}): AttachmentService {
  /** An operator's files are everybody's answers: they have no limit of their own. */
  async function refuseFull(on: Db, user: AuthUser, more: number): Promise<void> {
    if (user.role === 'admin') return;
    if ((await repo.bytesOf(on, user.id)) + more > SUPPORT_LIMITS.accountBytes)
      throw refuse(NO_ROOM, 'FILES_FULL');
  }

  async function receive(file: string, { source }: Upload): Promise<number> {
    try {
      return await store.write(file, source, SUPPORT_LIMITS.attachmentBytes);
    } catch (error) {
      if (error instanceof FileTooLarge) throw new PayloadTooLargeError(TOO_LARGE, 'FILE_TOO_LARGE');
      if (isBrokenOff(error)) throw new BadRequestError('The upload broke off', 'UPLOAD_BROKE_OFF');
      throw error;
    }
  }

  async function keep(user: AuthUser, file: string, upload: Upload): Promise<Attachment> {
    const name = shownName(upload.name);
    const bytes = await receive(file, upload);
    const type =
      bytes === 0 ? null : await work.run(attachmentTask, { path: store.pathOf(file), name }, user.id);
    if (type === null) throw refuse(NOT_TAKEN, 'FILE_TYPE_REFUSED');
    const row = await inTransaction(db, async (trx) => {
      // Several at once do not fill the account together.
      await lockOwner(trx, user.id);
      await refuseFull(trx, user, bytes);
      return repo.insertAttachment(trx, { userId: user.id, file, name, type, bytes }, clock.now());
    });
    return presentAttachment(row);
  }

  return {
    async upload(user, upload) {
      if ((upload.declaredBytes ?? 0) > SUPPORT_LIMITS.attachmentBytes)
        throw new PayloadTooLargeError(TOO_LARGE, 'FILE_TOO_LARGE');
      // Before the bytes are read; counted again when they are.
      await refuseFull(db, user, upload.declaredBytes ?? 0);
      const file = store.newName();
      await repo.noteArriving(db, file, new Date(clock.nowMs() + ARRIVES_WITHIN_MS));
      try {
        return await keep(user, file, upload);
      } catch (error) {
        // Should this fail too, the sweep finds it.
        await store.remove(file);
        await repo.forgetFile(db, file);
        throw error;
      }
    },

    async open(user, id) {
      const row = publicRowId('attachment', id);
      const reader = { userId: user.id, isOperator: user.role === 'admin' && user.status === 'active' };
      const found = row === null ? undefined : await repo.findReadable(db, row, reader);
      const stream = found && (await store.open(found.file));
      if (found && !stream)
        log.error(
          { event: 'support.file_missing', attachmentId: id },
          'The file of an attachment is missing',
        );
      if (!found || !stream) throw new NotFoundError('No such file');
      return { name: found.name, type: found.type, bytes: found.byte_count, stream };
    },

    async sweep() {
      const now = clock.now();
      await repo.dropUnsent(db, new Date(now.getTime() - DAY_MS), now);
      let removed = 0;
      for (;;) {
        const files = await repo.findDueFiles(db, now, AT_A_TIME);
        for (const file of files) {
          await store.remove(file);
          await repo.forgetFile(db, file);
        }
        removed += files.length;
        if (files.length < AT_A_TIME) return removed;
      }
    },
  };
}
