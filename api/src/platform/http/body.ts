import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';

const JSON_LIMIT = '100kb';

/** Applied to `/api` and `/debug-tool`. */
export const jsonBody: RequestHandler = express.json({ limit: JSON_LIMIT });

export interface RawBody {
  /** Content types that are read: `image/*`, or a function that decides. */
  type: string | string[] | ((req: IncomingMessage) => boolean);
  limitBytes: number;
}

/** For a route that takes bytes: `req.body` is a Buffer. A heavier body is a 413. */
export function rawBody({ type, limitBytes }: RawBody): RequestHandler {
  return express.raw({ type, limit: limitBytes });
}
