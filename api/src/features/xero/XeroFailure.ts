/**
 * What became of a call to Xero that did not work.
 * - `limited` one of Xero's limits, or ours before it: nothing was done, later it will be.
 * - `unauthorised` the access token is no good (any more).
 * - `forbidden` the organisation is not open to us (any more).
 * - `refused` Xero says why it does not take this; the same again would be refused again.
 * - `missing` there is no such thing.
 * - `unclear` nothing was heard, or that something broke: it may have been done.
 */
export type XeroFailureKind = 'limited' | 'unauthorised' | 'forbidden' | 'refused' | 'missing' | 'unclear';

export class XeroFailure extends Error {
  override readonly name = 'XeroFailure';
  constructor(
    readonly kind: XeroFailureKind,
    message: string,
    /** Of `limited`: how long Xero wants to hear nothing. */
    readonly retryAfterMs: number | null = null,
    /** Xero's own answer, without headers. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/** There is no connection that calls could be made over, and it takes a person to make one. */
export class XeroNotConnected extends Error {
  override readonly name = 'XeroNotConnected';
}

const RETRY_AFTER_MS = 60_000;
/** A whole day and a bit: the longest of Xero's limits. */
const LONGEST_RETRY_MS = 25 * 3_600_000;
const LONGEST_MESSAGE = 500;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The sentences of a 400: of the call, of each element, and of what is in the elements. */
function sentences(body: unknown): string[] {
  const { Message, Elements, Detail, ValidationErrors } = fieldsOf(body);
  const own = [textOf(Message) || textOf(Detail)];
  const wrong = listOf(ValidationErrors).map((each) => textOf(fieldsOf(each).Message));
  const inner = listOf(Elements).flatMap(sentences);
  return [...own, ...wrong, ...inner].filter((text, at, all) => text !== '' && all.indexOf(text) === at);
}

function retryAfterMs(headers: Fields): number {
  const seconds = Number(headers['retry-after']);
  if (!Number.isFinite(seconds) || seconds < 0) return RETRY_AFTER_MS;
  return Math.min(LONGEST_RETRY_MS, Math.max(1_000, seconds * 1_000));
}

/** Xero keeps answers under an Idempotency-Key for some minutes and says so when a call does not fit to the kept one. */
const isAboutTheKey = (message: string): boolean => /idempotency/i.test(message);

function ofAnswer(status: number, body: unknown, headers: Fields): XeroFailure {
  const said = sentences(body).join(' ').slice(0, LONGEST_MESSAGE);
  const message = said || `Xero answered with ${status}`;
  const make = (kind: XeroFailureKind, retry: number | null = null) =>
    new XeroFailure(kind, message, retry, status);
  if (status === 429) return make('limited', retryAfterMs(headers));
  if (status === 401) return make('unauthorised');
  if (status === 403) return make('forbidden');
  if (status === 404) return make('missing');
  if (status >= 400 && status < 500 && !isAboutTheKey(message)) return make('refused');
  return make('unclear');
}

/** The official client rejects with JSON as a string, `queryApi` with an object, and both with errors of other sorts. */
function readError(error: unknown): Fields {
  if (typeof error !== 'string') return fieldsOf(error);
  try {
    return fieldsOf(JSON.parse(error));
  } catch {
    return {};
  }
}

export function failureOf(error: unknown): XeroFailure {
  if (error instanceof XeroFailure) return error;
  const response = fieldsOf(readError(error).response);
  const status = Number(response.statusCode ?? response.status ?? 0);
  if (status >= 300) return ofAnswer(status, response.body ?? response.data, fieldsOf(response.headers));
  if (status >= 200)
    return new XeroFailure('unclear', 'Xero answered in a way that cannot be read', null, status);
  return new XeroFailure('unclear', 'Xero was not heard');
}

/** What the token endpoint said: `invalid_grant` is for good, everything else may pass. */
export function isGrantRefused(error: unknown): boolean {
  return fieldsOf(error).error === 'invalid_grant';
}
