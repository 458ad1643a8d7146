import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import type { BaseQueryFn, FetchArgs } from '@reduxjs/toolkit/query';
import { type ApiError, decodeError } from './apiError';
import { csrfHeaders, csrfToken, debugHeaders, setCsrfToken, storage } from './browser';
import { callHeaders, noteAnswer } from './callHeaders';
import { endDebugSession } from './debugEnd';
import { leavePage, noteGoodToken, redirectOf, withWayBack } from './leavePage';
import { personId } from './personId';
import { renewToken } from './renewToken';
import { storeWords } from './words';

/** A call to the server. */
export interface CallArgs extends FetchArgs {
  /** Nobody asked for it: when its token is too old it may renew it, but says nothing and leads nowhere. */
  quiet?: boolean;
}
/** Of the answer that counts: what its timeline on the server is found by. */
export interface CallMeta {
  requestId: string;
  /** The click's that the call follows, or the call's own. */
  correlationId: string;
}
type Answered = ({ data: unknown } | { error: ApiError; redirect?: string }) & { meta?: CallMeta };

const TIMEOUT_MS = 15_000;
const RETRY_AFTER_MS = [300, 900];

const READS = new Set(['GET', 'HEAD']);
const STALE = 419;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isRead = (args: FetchArgs) => READS.has(args.method ?? 'GET');
const isDebugCall = ({ url }: FetchArgs) => url.startsWith('/debug-tool');

function headersFor(args: FetchArgs): Headers {
  const headers = new Headers(args.headers as HeadersInit | undefined);
  for (const [name, value] of Object.entries(csrfHeaders())) headers.set(name, value);
  headers.set('Accept', 'application/json');
  headers.set('Accept-Language', document.documentElement.lang || 'en');
  if (isDebugCall(args)) headers.set('X-Page-Url', window.location.href);
  for (const [name, value] of Object.entries({ ...debugHeaders(args.url), ...callHeaders(args.url) }))
    if (!headers.has(name)) headers.set(name, value);
  return headers;
}

function metaOf(answer: Headers, sent: Headers): CallMeta | undefined {
  const requestId = answer.get('X-Request-Id');
  if (requestId === null) return undefined;
  return { requestId, correlationId: sent.get('X-Correlation-Id') ?? requestId };
}

function isPlainBody(body: unknown): boolean {
  return (
    body !== undefined && !(body instanceof Blob) && !(body instanceof FormData) && typeof body !== 'string'
  );
}

function addressOf({ url, params }: FetchArgs): string {
  const address = new URL(url, window.location.origin);
  for (const [name, value] of Object.entries(params ?? {}))
    if (value !== undefined && value !== null && value !== '') address.searchParams.set(name, String(value));
  return address.href;
}

/** A body that is empty or no JSON counts as an empty object; the warning says whose. */
function parseBody(text: string, url: string, expected: boolean): unknown {
  if (text !== '') {
    try {
      return JSON.parse(text);
    } catch {
      // falls through to the warning
    }
  }
  if (expected) console.warn(`The answer of ${url} is ${text === '' ? 'empty' : 'not JSON'}: taken as {}`);
  return {};
}

/** The specification's rules for the debug token: such an answer makes it worthless. */
export function endsDebugSession(error: ApiError): boolean {
  if (error.status !== 401 && error.status !== 403) return false;
  return error.code === 'SESSION_INVALID' || /session|valid/i.test(error.message);
}

/**
 * A call of the console was refused for want of its debug session: the token that was sent is worthless. One that came
 * meanwhile stays. The page is not loaded anew: the console asks for the sign-in over it, and what was typed stays.
 */
export function noteConsoleLocked(error: ApiError, sentToken: string | null): void {
  if (error.code !== 'CONSOLE_LOCKED' || sentToken === null) return;
  if (storage.get(STORAGE_KEYS.debugToken) === sentToken) storage.remove(STORAGE_KEYS.debugToken);
}

/** A late answer to a call with the token of before says nothing about the one that came meanwhile. */
function isAboutStoredToken(url: string, sentToken: string | null): boolean {
  const stored = storage.get(STORAGE_KEYS.debugToken);
  return stored !== null && (sentToken === stored || Object.keys(debugHeaders(url)).length === 0);
}

async function once(args: FetchArgs, signal: AbortSignal): Promise<Answered> {
  const headers = headersFor(args);
  let body = args.body as BodyInit | undefined;
  if (isPlainBody(args.body)) {
    body = JSON.stringify(args.body);
    headers.set('Content-Type', 'application/json');
  }
  const limit = AbortSignal.timeout(args.timeout ?? TIMEOUT_MS);
  try {
    const answer = await fetch(
      new Request(addressOf(args), {
        method: args.method ?? 'GET',
        headers,
        body,
        credentials: 'same-origin',
        signal: AbortSignal.any([signal, limit]),
      }),
    );
    const text = await answer.text();
    noteAnswer(answer.headers);
    const meta = metaOf(answer.headers, headers);
    if (answer.ok) {
      if (!isRead(args)) noteGoodToken();
      return { data: parseBody(text, args.url, answer.status !== 204), meta };
    }
    const error = decodeError(answer.status, parseBody(text, args.url, true), meta?.requestId);
    noteConsoleLocked(error, headers.get('X-Debug-Token'));
    if (endsDebugSession(error) && isAboutStoredToken(args.url, headers.get('X-Debug-Token')))
      endDebugSession();
    return answer.status === STALE ? { error, redirect: redirectOf(text), meta } : { error, meta };
  } catch {
    if (signal.aborted) return { error: decodeError('network', { code: 'ABORTED' }) };
    return { error: decodeError(limit.aborted ? 'timeout' : 'network', null) };
  }
}

const cookiesNeeded = (error: ApiError): ApiError => ({
  ...error,
  code: 'COOKIES_NEEDED',
  message: storeWords().cookiesNeeded() || error.message,
});

/**
 * One call, and once more when it was refused for a token that had become too old while the person is still the same:
 * what was typed stays where it is. For another person's page the way leads to a fresh one. A fresh token that is
 * refused too means that the browser keeps no cookies, which no other page would help.
 */
async function withFreshToken(
  args: CallArgs,
  signal: AbortSignal,
  person: () => number | null,
): Promise<Answered> {
  const before = { token: csrfToken(), person: person() };
  const first = await once(args, signal);
  if (!('error' in first) || first.redirect === undefined) return first;
  if (isDebugCall(args)) {
    // The specification's own rule, to the letter.
    leavePage(first.redirect);
    return first;
  }
  // Another call may have renewed it in the meantime.
  if (csrfToken() === before.token || person() !== before.person) {
    const renewed = await renewToken();
    if (renewed === null || signal.aborted) return first;
    const now = renewed.user?.id ?? null;
    if (now !== before.person) {
      if (!args.quiet) leavePage(withWayBack(first.redirect, now === null));
      return first;
    }
    setCsrfToken(renewed.csrf_token);
  }
  const second = await once(args, signal);
  const refusedAgain = 'error' in second && second.redirect !== undefined;
  return refusedAgain && before.person === null ? { ...second, error: cookiesNeeded(second.error) } : second;
}

/**
 * The one base query. Reads are tried three times when the network fails; changes never are, since nobody knows
 * whether the first try arrived. 419 renews the token, or leads to a fresh page; 401 and 403 that end the debug session
 * drop its token.
 */
export const baseQuery: BaseQueryFn<string | CallArgs, unknown, ApiError, object, CallMeta> = async (
  input,
  { signal, getState },
) => {
  const args: CallArgs = typeof input === 'string' ? { url: input } : input;
  for (let attempt = 0; ; attempt++) {
    const result = await withFreshToken(args, signal, () => personId(getState()));
    const pauseMs = RETRY_AFTER_MS[attempt];
    const failed = 'error' in result && typeof result.error.status !== 'number' && !signal.aborted;
    if (!failed || !isRead(args) || pauseMs === undefined)
      return 'error' in result
        ? { error: result.error, meta: result.meta }
        : { data: result.data, meta: result.meta };
    await wait(pauseMs);
  }
};
