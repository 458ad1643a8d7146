import type { TraceOrigin } from './traceContext';

/**
 * As long as a debug session may live. Jobs that send their successors would carry a click on for ever otherwise, and a
 * timeline with it.
 */
const LONGEST_MS = 2 * 3_600_000;
const FORM = /^([\w-]{8,64})\/(\d{0,10})\/(\d{1,15})$/;

/** An id that somebody may give to a request. */
export const isTraceId = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{8,64}$/.test(text);

/** `correlation id/debug session/ms since 1970`, as jobs, connections and notes of the database carry it. */
export const traceText = ({ correlationId, debugSessionId, bornAtMs }: TraceOrigin): string =>
  `${correlationId}/${debugSessionId ?? ''}/${Math.round(bornAtMs)}`;

/** Null for what is no such text, and for what began too long ago. */
export function readTraceText(text: unknown, nowMs = Date.now()): TraceOrigin | null {
  const [, correlationId, session, born] = typeof text === 'string' ? (FORM.exec(text) ?? []) : [];
  if (correlationId === undefined || nowMs - Number(born) > LONGEST_MS) return null;
  return { correlationId, debugSessionId: session ? Number(session) : null, bornAtMs: Number(born) };
}
