import type { Request, RequestHandler } from 'express';
import { UnsupportedTypeError, ValidationError } from '../../../platform/errors';
import { takesBytes } from '../../../platform/http';
import type { Upload } from './attachments.service';

/** The body of a call as it comes in, not read yet. */
class IncomingFile {
  constructor(
    readonly source: AsyncIterable<Buffer>,
    readonly declaredBytes: number | null,
  ) {}
}

const NOT_A_FILE = 'Send the file itself, with its type as the Content-Type';

/**
 * In front of a route that takes a file. JSON was read by others already; forms are refused, so that no page of somebody
 * else's sends a file without its browser asking first.
 */
export const takeFile: RequestHandler = takesBytes((req, res, next) => {
  const isForm = req.is(['application/x-www-form-urlencoded', 'multipart/*']);
  if (isForm || req.body !== undefined) {
    next(new UnsupportedTypeError(NOT_A_FILE));
    return;
  }
  const length = req.headers['content-length'];
  // Whoever stops reading in the middle can still answer: the connection stays.
  const source = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  // What is left of a file that was refused is read past: a browser hears an answer only behind what it sends.
  res.once('finish', () => req.resume());
  req.body = new IncomingFile(source, length === undefined ? null : Number(length));
  next();
});

/** What `takeFile` found; 422 when nothing was sent. */
export function fileOf(req: Request): Pick<Upload, 'source' | 'declaredBytes'> {
  const body: unknown = req.body;
  const isSent =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!(body instanceof IncomingFile) || !isSent)
    throw new ValidationError({ file: ['Send a file that is not empty'] });
  return body;
}
