export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: object;
}

/** An answer of Stripe's that is an error: `{ "error": { … } }`. */
export class StandInError extends Error {
  override readonly name = 'StandInError';
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

export const invalid = (message: string, more: Partial<ErrorBody> = {}, status = 400) =>
  new StandInError(status, { type: 'invalid_request_error', message, ...more });
export const missing = (what: string, id: string, param = 'id') =>
  invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, 404);
