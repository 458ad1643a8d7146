/** A call that is refused: the status, and a sentence for whoever wrote the program. */
export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 404 | 405 | 413,
    message: string,
  ) {
    super(message);
  }
}

export const ERROR_NAMES: Readonly<Record<ApiError['status'], string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
};
