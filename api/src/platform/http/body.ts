import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import { fromParser } from './errorHandler';
import { checkJsonShape } from './jsonShape';
import { createTurns } from './turns';

declare module 'express-serve-static-core' {
  interface Request {
    /** What is wrong with the body of an audited call, for its route to throw. */
    bodyProblem?: unknown;
  }
}

const JSON_LIMIT = '100kb';
/** A release's own description carries the texts of its remote in every language. */
const RELEASE_LIMIT = '2mb';
const TAKES_RELEASES = /\/override-links\/?$/i;

/** Refuses what takes too long to parse and to check, before it is parsed. */
const verify = (_req: IncomingMessage, _res: unknown, body: Buffer) => checkJsonShape(body);
const parseJson: RequestHandler = express.json({ limit: JSON_LIMIT, verify });
/** Above it a call waits for a turn of the event loop of its own, behind the ads that have come meanwhile. */
const LARGE_BYTES = 4_096;
const isLarge = ({ headers }: IncomingMessage): boolean =>
  headers['content-encoding'] !== undefined ||
  Number(headers['content-length'] ?? LARGE_BYTES) >= LARGE_BYTES;

/**
 * Reads JSON of at most 100 kB; where releases are described, the route reads it. Mount it behind the sign-in and the
 * places: parsed JSON takes many times the memory of its bytes, and a call that waits would hold it. An error is thrown at
 * once, except in audited calls: there the route throws it, so that the audit has it.
 */
export function jsonBody(isAudited: (path: string) => boolean): RequestHandler {
  const nextTurn = createTurns();
  return (req, res, next) => {
    // Read on the way, by another mount.
    if (req.body !== undefined || TAKES_RELEASES.test(req.path)) return next();
    parseJson(req, res, (error?: unknown) => {
      if (error !== undefined && !isAudited(`${req.baseUrl}${req.path}`)) return next(error);
      if (error !== undefined) req.bodyProblem = fromParser(error) ?? error;
      if (isLarge(req)) nextTurn(next);
      else next();
    });
  };
}

export interface RawBody {
  /** Content types that are read: `image/*`, or a function that decides. */
  type: string | string[] | ((req: IncomingMessage) => boolean);
  limitBytes: number;
}

/** Marks what reads a body of more than the usual JSON: its routes have a row in the table of costly calls. */
export const takesBytes = <Handler extends RequestHandler>(
  handler: Handler,
): Handler & { takesBytes: true } => Object.assign(handler, { takesBytes: true as const });

/** For a route that takes bytes: `req.body` is a Buffer. A heavier body is a 413. */
export const rawBody = ({ type, limitBytes }: RawBody) =>
  takesBytes(express.raw({ type, limit: limitBytes }) as RequestHandler);

/** For the route that takes the description of a release, behind whoever may give one. */
export const releaseBody: RequestHandler = takesBytes(express.json({ limit: RELEASE_LIMIT }));
