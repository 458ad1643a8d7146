import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { BadRequestError, PayloadTooLargeError, UnsupportedTypeError } from '../../platform/errors';
import { takesBytes } from '../../platform/http';

/** Read and thrown away behind the limit, so that whoever sent a little too much gets to read the answer. */
const MOST_DISCARDED_BYTES = 4 * 1024 * 1024;

/** What still comes of a body that was refused is not kept, and too much of it ends the connection. */
function discard(req: IncomingMessage): void {
  let bytes = 0;
  req.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MOST_DISCARDED_BYTES) req.socket.destroy();
  });
}

const isSent = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Where the pieces of a body go. */
export interface BodyKeeper {
  take(piece: Buffer): void | Promise<void>;
  /** What becomes of them, for `req.body`. */
  end(): unknown;
  /** Nothing of them is kept. */
  drop(): void | Promise<void>;
}

/** With a length, in place: to join megabytes at the end would hold up everybody. */
function inMemory(declared: number): BodyKeeper {
  const whole = Buffer.allocUnsafe(declared);
  const pieces: Buffer[] = [];
  let bytes = 0;
  return {
    take(piece) {
      if (bytes + piece.length <= declared) piece.copy(whole, bytes);
      else pieces.push(piece);
      bytes += piece.length;
    },
    end: () => (declared > 0 ? whole : Buffer.concat(pieces)),
    drop() {
      pieces.length = 0;
    },
  };
}

/**
 * Gives a body of bytes to a keeper, and what that makes of it to `req.body`; 413 for more than the limit. One that says so
 * beforehand is refused before its first byte. One that does not is refused at the limit, and the answer does not wait for
 * its end, as the usual parsers do: it may have none.
 */
export function readInto(
  limitBytes: number,
  open: (declared: number) => BodyKeeper | Promise<BodyKeeper>,
): RequestHandler {
  return takesBytes(async (req, _res, next) => {
    if (!isSent(req)) return next();
    const coding = req.headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity')
      return next(new UnsupportedTypeError('Send the bytes as they are, without a Content-Encoding'));
    const declared = Number(req.headers['content-length'] ?? 0);
    if (declared > limitBytes) {
      discard(req);
      return next(new PayloadTooLargeError());
    }
    let keeper: BodyKeeper;
    try {
      keeper = await open(declared);
    } catch (error) {
      // Nobody waits for this handler's own promise.
      discard(req);
      return next(error);
    }
    let bytes = 0;
    let keeping: Promise<void> | null = null;
    let isOver = false;
    const stop = () => {
      req.off('data', take);
      req.off('end', end);
      req.off('close', breakOff);
    };
    const fail = async (error: unknown) => {
      if (isOver) return;
      isOver = true;
      stop();
      req.pause();
      await keeping?.catch(() => {});
      try {
        await keeper.drop();
      } catch {
        // A disk that takes no end: the sweep removes what lies there.
      }
      // Not before: whoever sends faster than that would be cut off in front of the answer.
      discard(req);
      req.resume();
      next(error);
    };
    const take = (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > limitBytes) return void fail(new PayloadTooLargeError());
      const kept = keeper.take(piece);
      if (!kept) return;
      req.pause();
      keeping = kept;
      kept.then(() => req.resume(), fail);
    };
    const end = async () => {
      stop();
      try {
        req.body = await keeper.end();
        next();
      } catch (error) {
        await fail(error);
      }
    };
    const breakOff = () => void fail(new BadRequestError('The file did not arrive whole'));
    if (req.destroyed) return breakOff();
    req.on('data', take).on('end', end).on('close', breakOff);
  });
}

/** Reads a body of bytes into `req.body`. */
export const readBytes = (limitBytes: number): RequestHandler => readInto(limitBytes, inMemory);
