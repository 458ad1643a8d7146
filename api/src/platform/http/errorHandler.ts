import { cleanText, type ErrorBody } from '@ezdash/contracts';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { isLockTimeout } from '../db';
import { AppError, BadRequestError, NotFoundError, PayloadTooLargeError } from '../errors';
import { requestLocale } from './requestLocale';

/** English text → the text in the locale; the same text when it has none. */
export type Translate = (locale: string, text: string) => string;

const FAILURE = new AppError(500, 'INTERNAL', 'Something went wrong on our side');
const NAMELESS: Readonly<Record<number, string>> = {
  401: 'Sign in to go on',
  403: 'Your account may not do this',
};

const BUSY_SECONDS = 2;

/** Whoever waited for another change of the same thing, and had to give up. */
function fromDatabase(error: unknown): AppError | null {
  if (!isLockTimeout(error)) return null;
  const text = 'Another change of this account is under way. Try again in a moment';
  return new AppError(503, 'BUSY', text, { headers: { 'Retry-After': String(BUSY_SECONDS) } });
}

/** Errors of the parsers in front of the routes (http-errors) carry a status and whether their text may be shown. */
export function fromParser(error: unknown): AppError | null {
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  if (status === 413) return new PayloadTooLargeError();
  if (type === 'entity.parse.failed') return new BadRequestError('The body is not JSON', 'MALFORMED_BODY');
  if (error instanceof URIError) return new BadRequestError('The address is malformed', 'MALFORMED_ADDRESS');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError(status, 'BAD_REQUEST', 'The request could not be read');
  return null;
}

/**
 * By the specification a 401 or 403 that mentions "session" or "valid" ends the visitor's debug session, so only
 * the answer that means it may say so.
 */
function safeMessage({ status, code, message }: AppError, req: Request): string {
  const fallback = NAMELESS[status];
  if (fallback === undefined || code === 'SESSION_INVALID' || !/session|valid/i.test(message)) return message;
  req.log.error({ code }, 'A refusal must not speak of sessions or validity; its text was replaced');
  return fallback;
}

/** What somebody tried that was not theirs to do, or too often: for whoever looks for attacks in the log. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'input.malformed',
  401: 'access.unauthorized',
  403: 'access.forbidden',
  413: 'input.too_large',
  415: 'input.other_type',
  419: 'access.csrf',
  429: 'access.limited',
};

function logRefusal({ status, code }: AppError, req: Request): void {
  const event = REFUSALS[status];
  if (!event) return;
  const { method, path, baseUrl } = req;
  const userId = req.authUser?.id ?? null;
  req.log.info({ event, code, method, path: baseUrl + path, userId, address: req.ip }, 'A call was refused');
}

/** Told of what nobody expected: answers the report's id. */
export type ReportCall = (error: unknown, req: Request) => string | null;

/** Who calls too often waits for the answer: a flood of refusals would take the ad server's time. */
function answerLater(res: Response, ms: number, answer: () => void): void {
  const timer = setTimeout(answer, ms);
  res.once('close', () => clearTimeout(timer));
}

/** The one place that turns errors into answers; 429 is given `tooManyAfterMs` later. */
export function errorHandler(
  translate: Translate = (_, text) => text,
  report: ReportCall = () => null,
  tooManyAfterMs = 0,
): ErrorRequestHandler {
  return (thrown: unknown, req, res, next) => {
    const known = thrown instanceof AppError ? thrown : (fromDatabase(thrown) ?? fromParser(thrown));
    if (known) logRefusal(known, req);
    // What a feature throws as a failure of its own is one, too, but for 503: that is said of what is known to be away.
    const isBug = !known || (known.status >= 500 && known.status !== 503);
    const reportId = isBug ? report(thrown, req) : null;
    if (!known) {
      const { method, path } = req;
      req.log.error({ err: thrown, method, path, ...(reportId && { reportId }) }, 'A request failed');
    }
    if (res.headersSent) {
      next(thrown);
      return;
    }
    const error = known ?? FAILURE;
    const locale = requestLocale(req);
    const fields = Object.entries(error.errors ?? {});
    // A refusal repeats names of files, columns and fields, which anybody can write.
    const say = (text: string) => cleanText(translate(locale, text));
    const body: ErrorBody = {
      message: say(safeMessage(error, req)),
      code: error.code,
      ...(error.errors && {
        errors: Object.fromEntries(fields.map(([field, texts]) => [cleanText(field), texts.map(say)])),
      }),
      requestId: req.requestId,
      ...(error.redirect !== undefined && { redirect: error.redirect }),
    };
    res
      .set('Cache-Control', 'no-store')
      .set(error.headers ?? {})
      .status(error.status);
    const answer = () => res.json({ ...error.beside, ...body });
    if (error.status === 429 && tooManyAfterMs > 0) answerLater(res, tooManyAfterMs, answer);
    else answer();
  };
}

/** For whatever no route answered. */
export const notFound: RequestHandler = () => {
  throw new NotFoundError('There is nothing at this address', 'NO_SUCH_ADDRESS');
};
