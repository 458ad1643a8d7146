import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 5_000;
const TRIES = 2;
const PAUSE_MS = 1_000;

/** What the SDK wants to know of an answer: whether to send less. */
export interface SentAnswer {
  statusCode: number;
  headers: { 'x-sentry-rate-limits': string | null; 'retry-after': string | null };
}

export interface PostOptions {
  timeoutMs?: number;
  pauseMs?: number;
  /** Nobody waits for it any more. */
  ended?: AbortSignal;
}

/**
 * Posts one envelope, once more when no answer came or the other side failed. The event's id makes the second one
 * harmless: what came twice is kept once.
 */
export async function postEnvelope(
  url: string,
  body: string | Uint8Array,
  { timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS, ended = new AbortController().signal }: PostOptions = {},
): Promise<SentAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { status, headers } = await fetch(url, {
        method: 'POST',
        body: body as BodyInit,
        headers: { 'Content-Type': 'application/x-sentry-envelope' },
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ended]),
        redirect: 'error',
      });
      if (status < 500 || attempt >= TRIES)
        return {
          statusCode: status,
          headers: {
            'x-sentry-rate-limits': headers.get('X-Sentry-Rate-Limits'),
            'retry-after': headers.get('Retry-After'),
          },
        };
    } catch (error) {
      if (attempt >= TRIES || ended.aborted) throw error;
    }
    await pause(pauseMs, undefined, { ref: false, signal: ended });
  }
}
