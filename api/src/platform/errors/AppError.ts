/** Field → what is wrong with it, one text a problem. */
export type FieldErrors = Record<string, string[]>;

export interface AppErrorOptions {
  errors?: FieldErrors;
  /** Sent with the answer, such as Retry-After. */
  headers?: Readonly<Record<string, string>>;
  /** Path of a fresh page, for 419. */
  redirect?: string;
  /** Stands in the answer beside the error's own fields, as the route's contract says. */
  beside?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * What a service throws when it refuses: the one error handler makes the answer
 * `{ message, code, errors?, requestId }` of it. `code` is stable, `message` is for people (English; the handler
 * translates it).
 */
export class AppError extends Error {
  override readonly name: string = 'AppError';
  readonly errors?: FieldErrors;
  readonly headers?: Readonly<Record<string, string>>;
  readonly redirect?: string;
  readonly beside?: Readonly<Record<string, unknown>>;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.errors = options.errors;
    this.headers = options.headers;
    this.redirect = options.redirect;
    this.beside = options.beside;
  }
}

/** 400: the request itself makes no sense. */
export class BadRequestError extends AppError {
  constructor(message: string, code = 'BAD_REQUEST') {
    super(400, code, message);
  }
}

/**
 * 401: nobody is signed in. By the specification the pages drop their debug token at a 401 or 403 that speaks of a
 * session or of validity: such words must not stand in these two texts.
 */
export class UnauthorizedError extends AppError {
  constructor(message = 'Sign in to go on', code = 'SIGN_IN_REQUIRED') {
    super(401, code, message);
  }
}

/** 403: signed in, but not allowed to. */
export class ForbiddenError extends AppError {
  constructor(message = 'Your account may not do this', code = 'FORBIDDEN') {
    super(403, code, message);
  }
}

/** 404: not there, or somebody else's; the answer does not tell which. */
export class NotFoundError extends AppError {
  constructor(message = 'This does not exist', code = 'NOT_FOUND') {
    super(404, code, message);
  }
}

/** 409: the state has changed in the meantime. */
export class ConflictError extends AppError {
  constructor(message: string, code = 'CONFLICT') {
    super(409, code, message);
  }
}

/** 413 */
export class PayloadTooLargeError extends AppError {
  constructor(message = 'This is too large', code = 'TOO_LARGE') {
    super(413, code, message);
  }
}

/** 415: a body that is not what the route reads. */
export class UnsupportedTypeError extends AppError {
  constructor(
    message = 'Send JSON, with application/json as the Content-Type',
    code = 'UNSUPPORTED_MEDIA_TYPE',
  ) {
    super(415, code, message);
  }
}

/** 419: the page's CSRF token does not belong to this visitor (any more). */
export class CsrfError extends AppError {
  constructor(redirect: string) {
    super(419, 'CSRF_MISMATCH', 'This page is too old: load it again', { redirect });
  }
}

/** 422: names every field that is wrong. */
export class ValidationError extends AppError {
  constructor(errors: FieldErrors, message = 'Check what you entered', code = 'INVALID_INPUT') {
    super(422, code, message, { errors });
  }
}

/** 429 with Retry-After. */
export class TooManyRequestsError extends AppError {
  constructor(message: string, retryAfterSeconds: number, code = 'TOO_MANY_REQUESTS') {
    super(429, code, message, {
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
    });
  }
}

/** 503 */
export class ServiceUnavailableError extends AppError {
  constructor(message: string, code = 'UNAVAILABLE') {
    super(503, code, message);
  }
}
