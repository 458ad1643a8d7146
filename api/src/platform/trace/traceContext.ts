import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceSpan } from '@ezdash/contracts';

export type SpanKind = TraceSpan['kind'];

/** Where something began: what is handed on to jobs, connections and notes. */
export interface TraceOrigin {
  /** Of the click, or the request's own id. */
  correlationId: string;
  /** Whose timeline is kept; null: nobody's. */
  debugSessionId: number | null;
  /** When the first request came, ms since 1970. */
  bornAtMs: number;
}

/** One thing that happened; `startedAt` is on the clock of `performance.now()`. */
export interface Span {
  kind: SpanKind;
  /** Cut when it is long. Never parameters of a query, bodies, addresses. */
  name: string;
  startedAt: number;
  /** Null for what has no length. */
  durationMs: number | null;
  failed?: boolean;
  detail?: Record<string, unknown>;
}

/** What a call, or an attempt of a job, carries with it wherever its work leads. */
export interface TraceContext extends TraceOrigin {
  /** Null in jobs. */
  requestId: string | null;
  /** Keeps what happens; missing where nobody debugs. */
  keep?: (span: Span) => void;
}

const storage = new AsyncLocalStorage<TraceContext | undefined>();

export const currentTrace = (): TraceContext | null => storage.getStore() ?? null;
/** Whether what happens now is kept: to be asked before anything is made ready for it. */
export const isTraced = (): boolean => storage.getStore()?.keep !== undefined;
export const runInTrace = <T>(context: TraceContext, work: () => T): T => storage.run(context, work);
/** For what belongs to nobody: timers, and the writing of timelines itself. */
export const outsideTraces = <T>(work: () => T): T => storage.run(undefined, work);

/** Something that has just happened; of nobody's timeline unless the call's is kept. Costs nothing where it is not. */
export function note({
  durationMs = null,
  ...span
}: Omit<Span, 'startedAt' | 'durationMs'> & { durationMs?: number | null }): void {
  storage.getStore()?.keep?.({ ...span, durationMs, startedAt: performance.now() - (durationMs ?? 0) });
}

/** Work with a length. `detailOf` says more of how it ended: its value, or what it threw. */
export async function span<T>(
  kind: SpanKind,
  name: () => string,
  work: () => Promise<T>,
  detailOf: (ended: { value: T } | { error: unknown }) => Record<string, unknown> = () => ({}),
): Promise<T> {
  if (!isTraced()) return work();
  const startedAt = performance.now();
  const end = (failed: boolean, detail: Record<string, unknown>) =>
    storage
      .getStore()
      ?.keep?.({ kind, name: name(), startedAt, durationMs: performance.now() - startedAt, failed, detail });
  try {
    const value = await work();
    end(false, detailOf({ value }));
    return value;
  } catch (error) {
    end(true, detailOf({ error }));
    throw error;
  }
}
