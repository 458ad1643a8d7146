import { useCallback, useEffect, useRef, useState } from 'react';

/** Longer than the server's own limits: what it answers late is still worth reading. */
export const CALL_TIMEOUT_MS = 30_000;
const TOLD_HEADERS = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id', 'Content-Type'];

export interface CallAnswer {
  status: number;
  ms: number;
  headers: readonly (readonly [name: string, value: string])[];
  /** Pretty-printed when it is JSON. */
  body: string;
}
export type CallFailure = 'timeout' | 'cancelled' | 'network';
export type CallState =
  | { phase: 'idle' }
  | { phase: 'sending' }
  | { phase: 'answered'; answer: CallAnswer }
  | { phase: 'failed'; failure: CallFailure };

export interface CallRequest {
  method: string;
  url: string;
  token: string;
  body: { type: string; content: string | Blob } | null;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Without cookies: what counts is the token, as for any program. */
async function send({ method, url, token, body }: CallRequest, signal: AbortSignal): Promise<CallAnswer> {
  const began = performance.now();
  const answer = await fetch(url, {
    method,
    headers: {
      Accept: 'application/json',
      'Accept-Language': document.documentElement.lang || 'en',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': body.type }),
    },
    body: body?.content,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal,
  });
  const text = await answer.text();
  const headers = TOLD_HEADERS.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: answer.status, ms: Math.round(performance.now() - began), headers, body: pretty(text) };
}

/** One call at a time, with a way to give it up. Leaving the page gives it up too. */
export function useCall() {
  const [state, setState] = useState<CallState>({ phase: 'idle' });
  const running = useRef<AbortController>(null);

  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  const call = useCallback(async (request: CallRequest) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setState({ phase: 'sending' });
    const limit = AbortSignal.timeout(CALL_TIMEOUT_MS);
    let next: CallState;
    try {
      next = { phase: 'answered', answer: await send(request, AbortSignal.any([own.signal, limit])) };
    } catch {
      const failure = own.signal.aborted ? 'cancelled' : limit.aborted ? 'timeout' : 'network';
      next = { phase: 'failed', failure };
    }
    // A later call has taken its place.
    if (running.current === own) setState(next);
  }, []);

  return { state, call, cancel };
}
