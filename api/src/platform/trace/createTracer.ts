import { Counter, type Registry } from 'prom-client';
import { outsideTraces, type Span, type TraceContext, type TraceOrigin } from './traceContext';

/** A span as it is stored: whose it is, where it happened, and when by the calendar. */
export interface KeptSpan extends Omit<Required<Span>, 'startedAt'> {
  debugSessionId: number;
  correlationId: string;
  requestId: string | null;
  /** Ms since 1970, to the microsecond. */
  startedAtMs: number;
  /** Name of this process. */
  node: string;
}

export interface TracerOptions {
  /** Stores spans; may fail. */
  insert(spans: readonly KeptSpan[]): Promise<void>;
  node: string;
  log: { warn(detail: object, text: string): void };
  metrics?: Registry;
  /** Ms since 1970. */
  now?: () => number;
}

export interface Tracer {
  /** A context whose spans are kept when a debug session has begun it. */
  contextOf(origin: TraceOrigin, requestId: string | null): TraceContext;
  /** Writes what waits. Safe to call at any time. */
  flush(): Promise<void>;
  /** Writes what waits, and keeps nothing more. */
  stop(): Promise<void>;
}

const FLUSH_MS = 250;
const BATCH = 500;
/** What waits to be written; more is dropped rather than kept in memory. */
const MOST_WAITING = 5_000;
/** Of one call or one attempt of a job: as many as a timeline shows. */
const MOST_OF_ONE = 1_000;
const LONGEST_NAME = 2_000;
const LONGEST_TEXT = 500;

/** What the database can store as text, no longer than that. */
const storable = (text: string, longest: number) =>
  text
    .slice(0, longest)
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\ufffd');

function storableDetail(detail: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(detail, (_key, value: unknown) =>
    typeof value === 'string' ? storable(value, LONGEST_TEXT) : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}

/** Begins a turn of its own: whoever keeps a span waits for nothing, and the timer belongs to no call. */
const later = (work: () => void): NodeJS.Timeout => outsideTraces(() => setTimeout(work, FLUSH_MS).unref());

/** Keeps the timelines of those who debug: in batches, behind the answers, and dropped rather than waited for. */
export function createTracer({ insert, node, log, metrics, now = Date.now }: TracerOptions): Tracer {
  let waiting: KeptSpan[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;
  const dropped = new Counter({
    name: 'ezdash_trace_dropped_total',
    help: 'Spans of timelines that were dropped: too many at once, or the database did not take them',
    registers: metrics ? [metrics] : [],
  });

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      try {
        await insert(batch);
      } catch (error) {
        dropped.inc(batch.length);
        log.warn({ err: error, spans: batch.length }, 'A part of a timeline could not be kept');
      }
    }
  }

  /** One after the other, so that the end of this one is the end of all before it. */
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(() => outsideTraces(write));
    return writing;
  }

  function add(span: KeptSpan): void {
    if (stopped || waiting.length >= MOST_WAITING) {
      dropped.inc();
      return;
    }
    waiting.push(span);
    timer ??= later(() => void flush());
  }

  return {
    contextOf(origin, requestId) {
      const { debugSessionId, correlationId } = origin;
      const context = { ...origin, requestId };
      if (debugSessionId === null) return context;
      // One calendar for a call: what begins later in it is later, to the microsecond.
      const calendarMs = now() - performance.now();
      let left = MOST_OF_ONE;
      const keep = ({ kind, name, startedAt, durationMs, failed = false, detail = {} }: Span) => {
        if (left-- <= 0) {
          dropped.inc();
          return;
        }
        add({
          debugSessionId,
          correlationId,
          requestId,
          kind,
          name: storable(name, LONGEST_NAME),
          failed,
          startedAtMs: calendarMs + startedAt,
          durationMs: durationMs === null ? null : Math.round(durationMs * 1_000) / 1_000,
          detail: storableDetail(detail),
          node,
        });
      };
      return { ...context, keep };
    },
    flush,
    stop: async () => {
      await flush();
      stopped = true;
    },
  };
}

/** Keeps nothing: contexts name what they belong to, in the log and in jobs. */
export const noTracer: Tracer = {
  contextOf: (origin, requestId) => ({ ...origin, requestId }),
  flush: async () => {},
  stop: async () => {},
};
