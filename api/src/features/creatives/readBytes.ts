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

/**
 * Reads a body of bytes into `req.body`; 413 for more than the limit. One that says so beforehand is refused before its
 * first byte. One that does not is refused at the limit, and the answer does not wait for its end, as the usual parsers do:
 * it may have none.
 */
export function readBytes(limitBytes: number): RequestHandler {
  return takesBytes((req, _res, next) => {
    if (!isSent(req)) return next();
    const coding = req.headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity')
      return next(new UnsupportedTypeError('Send the bytes as they are, without a Content-Encoding'));
    if (Number(req.headers['content-length'] ?? 0) > limitBytes) {
      discard(req);
      return next(new PayloadTooLargeError());
    }
    // With a length, in place: to join 20 MB at the end would hold up everybody.
    const declared = Number(req.headers['content-length'] ?? 0);
    const whole = Buffer.allocUnsafe(declared);
    const pieces: Buffer[] = [];
    let bytes = 0;
    const stop = () => {
      req.off('data', take);
      req.off('end', end);
      req.off('close', breakOff);
    };
    const take = (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= declared) return void piece.copy(whole, bytes - piece.length);
      if (bytes <= limitBytes) return void pieces.push(piece);
      stop();
      pieces.length = 0;
      discard(req);
      next(new PayloadTooLargeError());
    };
    const end = () => {
      stop();
      req.body = declared > 0 ? whole : Buffer.concat(pieces);
      next();
    };
    const breakOff = () => {
      stop();
      next(new BadRequestError('The file did not arrive whole'));
    };
    req.on('data', take).on('end', end).on('close', breakOff);
  });
}
