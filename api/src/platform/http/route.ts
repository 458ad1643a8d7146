import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { type AuthUser, currentUser } from '../auth/currentUser';
import { refuseChange } from '../auth/policies';
import { UnauthorizedError, UnsupportedTypeError, ValidationError } from '../errors';
import type { Log } from '../log';
import { fieldErrors } from './validate';

export interface RouteSchemas {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Changes by accounts that are not active are taken too: coming in and going out, the language of the page. */
  openToInactive?: true;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler gets. */
export interface RouteContext<S extends RouteSchemas> {
  params: Output<S['params']>;
  query: Output<S['query']>;
  body: Output<S['body']>;
  /** Who is signed in; reading it throws 401 when nobody is. */
  readonly user: AuthUser;
  readonly maybeUser: AuthUser | null;
  req: Request;
  res: Response;
  log: Log;
}

type Handle<S extends RouteSchemas> = (context: RouteContext<S>) => unknown;

class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

/** An answer with a status of its own: `return reply(201, campaign)`. */
export function reply(status: number, body: unknown): Reply {
  return new Reply(status, body);
}

const PARTS = ['params', 'query', 'body'] as const;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const isSent = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * A body that no parser took, because it says that it is something else than JSON. Also where none is read: whoever
 * sends a form to a route of this server is a page of somebody else's, or mistaken.
 */
const isOfOtherType = (req: Request): boolean =>
  !READS.has(req.method) && req.body === undefined && isSent(req) && req.is('json') === false;

function parse<S extends RouteSchemas>(schemas: S, req: Request) {
  if (req.bodyProblem !== undefined) throw req.bodyProblem;
  if (isOfOtherType(req)) throw new UnsupportedTypeError();
  const wrong: [string, string[]][] = [];
  const parsed: Partial<Record<(typeof PARTS)[number], unknown>> = {};
  for (const part of PARTS) {
    const result = schemas[part]?.safeParse(part === 'body' ? (req.body ?? {}) : req[part]);
    if (result?.success) parsed[part] = result.data;
    // Not assigned to an object: a field may be called `__proto__`.
    else if (result) wrong.push(...Object.entries(fieldErrors(result.error)));
  }
  if (wrong.length > 0) throw new ValidationError(Object.fromEntries(wrong));
  return parsed as Pick<RouteContext<S>, (typeof PARTS)[number]>;
}

function send(res: Response, answer: unknown): void {
  if (res.headersSent) return;
  if (answer instanceof Reply) res.status(answer.status).json(answer.body);
  else if (answer === undefined) res.status(204).end();
  // A file: its handler has set what it is.
  else if (Buffer.isBuffer(answer)) res.end(answer);
  else res.json(answer);
}

/** A handler that says what it reads: tests make calls from it. */
export type RouteHandler = RequestHandler & { schemas: RouteSchemas };

/** A route as policy, schemas, handler; what the handler returns is the answer. */
export function route(handle: Handle<RouteSchemas>): RouteHandler;
export function route<S extends RouteSchemas>(schemas: S, handle: Handle<S>): RouteHandler;
export function route<S extends RouteSchemas>(first: S | Handle<S>, second?: Handle<S>): RouteHandler {
  const schemas = typeof first === 'function' ? ({} as S) : first;
  const handle = typeof first === 'function' ? first : second;
  if (!handle) throw new TypeError('A route needs a handler');
  const answer: RequestHandler = async (req, res) => {
    // Mounts that ask for no CSRF token change nothing of anybody's (Mount.csrf).
    const guarded = req.csrfChecked === true && schemas.openToInactive !== true;
    const refused = guarded && refuseChange(currentUser(req as Request), req.method);
    if (refused) throw refused;
    const context: RouteContext<S> = {
      ...parse(schemas, req as Request),
      get user() {
        const user = currentUser(req as Request);
        if (!user) throw new UnauthorizedError();
        return user;
      },
      get maybeUser() {
        return currentUser(req as Request);
      },
      req: req as Request,
      res,
      log: req.log,
    };
    send(res, await handle(context));
  };
  return Object.assign(answer, { schemas });
}
