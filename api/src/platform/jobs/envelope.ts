import { currentTrace, readTraceText, type TraceOrigin, traceText } from '../trace';

/** Beside a payload's own fields; neither schemas nor people see it. */
const FIELD = '__trace';

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** What a job holds for its handler. */
export function payloadOf(data: object): object;
export function payloadOf(data: unknown): unknown;
export function payloadOf(data: unknown): unknown {
  if (!isRecord(data) || !(FIELD in data)) return data;
  const { [FIELD]: _, ...payload } = data;
  return payload;
}

/** Of which click it came; null when nobody knows, or when that was too long ago. */
export const originOf = (data: unknown): TraceOrigin | null =>
  isRecord(data) ? readTraceText(data[FIELD]) : null;

/** The payload with what it came of: the call that sends it; `before` where none does whose timeline is kept. */
export function inEnvelope(payload: object, before: TraceOrigin | null = null): object {
  const trace = currentTrace();
  const origin = trace?.keep ? trace : (before ?? trace);
  return origin ? { ...payload, [FIELD]: traceText(origin) } : payload;
}
