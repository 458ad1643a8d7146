import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import type { BaseQueryFn, FetchArgs } from '@reduxjs/toolkit/query';
import { type ApiError, decodeError } from './apiError';
import { csrfHeaders, page, storage } from './browser';

const TIMEOUT_MS = 15_000;
const RETRY_AFTER_MS = [300, 900];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function headersFor(args: FetchArgs): Headers {
  const headers = new Headers(args.headers as HeadersInit | undefined);
  for (const [name, value] of Object.entries(csrfHeaders())) headers.set(name, value);
  headers.set('Accept', 'application/json');
  headers.set('Accept-Language', document.documentElement.lang || 'en');
  if (args.url.startsWith('/debug-tool')) {
    headers.set('X-Page-Url', window.location.href);
    const token = storage.get(STORAGE_KEYS.debugToken);
    if (token && !headers.has('X-Debug-Token')) headers.set('X-Debug-Token', token);
  }
  return headers;
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

function goToFreshPage(text: string): void {
  let target = '/login';
  try {
    const { redirect } = JSON.parse(text) as { redirect?: unknown };
    if (typeof redirect === 'string' && /^https?:$/.test(new URL(redirect, window.location.origin).protocol))
      target = redirect;
  } catch {
    // the body cannot be parsed: /login, as specified
  }
  page.go(target);
}

async function once(args: FetchArgs, signal: AbortSignal): Promise<{ data: unknown } | { error: ApiError }> {
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
    const requestId = answer.headers.get('X-Request-Id') ?? undefined;
    if (answer.ok) return { data: parseBody(text, args.url, answer.status !== 204) };
    if (answer.status === 419) goToFreshPage(text);
    const error = decodeError(answer.status, parseBody(text, args.url, true), requestId);
    if (endsDebugSession(error) && storage.get(STORAGE_KEYS.debugToken) !== null) {
      storage.remove(STORAGE_KEYS.debugToken);
      page.reload();
    }
    return { error };
  } catch {
    if (signal.aborted) return { error: decodeError('network', { code: 'ABORTED' }) };
    return { error: decodeError(limit.aborted ? 'timeout' : 'network', null) };
  }
}

/**
 * The one base query. Reads are tried three times when the network fails; changes never are, since nobody knows
 * whether the first try arrived. 419 leads to a fresh page; 401 and 403 that end the debug session drop its token.
 */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError> = async (input, { signal }) => {
  const args: FetchArgs = typeof input === 'string' ? { url: input } : input;
  const mayRetry = (args.method ?? 'GET') === 'GET';
  for (let attempt = 0; ; attempt++) {
    const result = await once(args, signal);
    const pauseMs = RETRY_AFTER_MS[attempt];
    const failed = 'error' in result && typeof result.error.status !== 'number' && !signal.aborted;
    if (!failed || !mayRetry || pauseMs === undefined) return result;
    await wait(pauseMs);
  }
};
