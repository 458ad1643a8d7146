import { setTimeout as pause } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import { errorDetail } from '../db';
import type { Log } from '../log';
import { note, runInTrace, type TraceContext, type Tracer } from '../trace';
import { createBell } from './bell';
import { originOf } from './envelope';
import { type JobContext, NoRetry } from './types';

export type Outcome = 'completed' | 'retried' | 'dead';
export type Job = PgBoss.JobWithMetadata<unknown>;

/** Where jobs come from and go to. */
export interface Desk {
  /** Takes at most so many for this worker alone. */
  fetch(most: number): Promise<Job[]>;
  complete(id: string): Promise<void>;
  /** Ends an attempt; with `final` the job is not tried again. */
  fail(id: string, reason: string, final: boolean): Promise<void>;
}

export interface WorkerOptions {
  queue: string;
  desk: Desk;
  /** Checks the payload and does the work. */
  work(job: Job, context: JobContext): Promise<void>;
  expireInSeconds: number;
  concurrency: number;
  /** How long new work of other processes may wait to be seen. */
  pollMs: number;
  log: Log;
  tracer: Tracer;
  onOutcome(outcome: Outcome): void;
  /** Told of a job that failed for the last time. */
  onDead?(failure: Error, jobId: string): void;
}

export interface Worker {
  start(): void;
  /** Looks for work now. */
  wake(): void;
  /** Takes no more; waits for what runs, then aborts it and gives it back to the queue. */
  stop(withinMs: number): Promise<void>;
  /** Why jobs could not be fetched; null while they can. */
  problem(): string | null;
}

const LONGEST_PAUSE_MS = 15_000;
const SETTLE_TRIES = 4;
const FIRST_SETTLE_PAUSE_MS = 200;
/** What aborted work may still need to note its end. */
const LAST_WORDS_MS = 500;

/** Rejects when the signal is aborted, whatever the work does about it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Keeps a note of the end of a job through a short absence of the database. */
async function settle(note: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await note();
    } catch (error) {
      if (attempt >= SETTLE_TRIES) throw error;
      await pause(FIRST_SETTLE_PAUSE_MS * 2 ** attempt);
    }
  }
}

/** Fetches jobs of one queue and works on them, some at a time. Nothing that a job does ends it. */
export function createWorker(options: WorkerOptions): Worker {
  const { queue, desk, concurrency, pollMs, log, tracer } = options;
  const bell = createBell();
  const active = new Map<string, { work: Promise<void>; limit: AbortController }>();
  let stopping = false;
  let running: Promise<void> | null = null;
  let problem: string | null = null;

  /** Why the work failed; null when it is done. */
  async function tryWork(job: Job, limit: AbortController, jobLog: Log): Promise<Error | null> {
    const seconds = options.expireInSeconds;
    const timer = setTimeout(() => limit.abort(new Error(`took longer than ${seconds} s`)), seconds * 1000);
    const context: JobContext = {
      id: job.id,
      attempt: job.retryCount + 1,
      isLastAttempt: job.retryCount >= job.retryLimit,
      signal: limit.signal,
      log: jobLog,
    };
    try {
      await Promise.race([options.work(job, context), aborted(limit.signal)]);
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  function noteAttempt(job: Job, failure: Error | null, durationMs: number): void {
    const detail = { attempt: job.retryCount + 1, job: job.id, ...(failure && { reason: failure.message }) };
    note({ kind: 'job', name: queue, durationMs, failed: failure !== null, detail });
  }

  async function attempt(job: Job, limit: AbortController, jobLog: Log): Promise<Outcome> {
    const startedAt = performance.now();
    const failure = await tryWork(job, limit, jobLog);
    const durationMs = performance.now() - startedAt;
    const facts = { attempt: job.retryCount + 1, ms: Math.round(durationMs) };
    noteAttempt(job, failure, durationMs);
    if (failure === null) {
      await settle(() => desk.complete(job.id));
      jobLog.debug(facts, 'A job is done');
      return 'completed';
    }
    const reason = failure.message;
    const isHopeless = failure instanceof NoRetry;
    await settle(() => desk.fail(job.id, reason, isHopeless));
    if (isHopeless || job.retryCount >= job.retryLimit) {
      jobLog.error({ ...facts, reason }, 'A job failed for the last time');
      options.onDead?.(failure, job.id);
      return 'dead';
    }
    jobLog.warn({ ...facts, reason }, 'A job failed and will be tried again');
    return 'retried';
  }

  async function process(job: Job, limit: AbortController, trace: TraceContext | null): Promise<void> {
    const jobLog = log.child({
      queue,
      jobId: job.id,
      ...(trace && { correlationId: trace.correlationId }),
    });
    try {
      options.onOutcome(await attempt(job, limit, jobLog));
    } catch (error) {
      // It is still the queue's active job: it comes back when its time is over.
      jobLog.error(errorDetail(error), 'The end of a job could not be noted');
    } finally {
      active.delete(job.id);
      bell.ring();
    }
  }

  /** In the trace of what sent it. */
  function begin(job: Job, limit: AbortController): Promise<void> {
    const origin = originOf(job.data);
    const trace = origin && tracer.contextOf(origin, null);
    const work = () => process(job, limit, trace);
    return trace ? runInTrace(trace, work) : work();
  }

  async function fetch(): Promise<number> {
    const jobs = await desk.fetch(concurrency - active.size);
    for (const job of jobs) {
      const limit = new AbortController();
      active.set(job.id, { work: begin(job, limit), limit });
    }
    if (problem !== null) log.info({ queue }, 'The queue of jobs can be read again');
    problem = null;
    return jobs.length;
  }

  async function run(): Promise<void> {
    let pauseMs = pollMs;
    while (!stopping) {
      try {
        if (active.size < concurrency && (await fetch()) > 0) continue;
        pauseMs = pollMs;
      } catch (error) {
        if (problem === null) log.error({ ...errorDetail(error), queue }, 'The queue of jobs cannot be read');
        problem = error instanceof Error ? error.message : String(error);
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      }
      await bell.wait(pauseMs);
    }
  }

  async function stop(withinMs: number): Promise<void> {
    stopping = true;
    bell.ring();
    await running;
    const ended = () => Promise.allSettled([...active.values()].map(({ work }) => work));
    const late = new AbortController();
    await Promise.race([ended(), pause(withinMs, undefined, { signal: late.signal }).catch(() => {})]);
    late.abort();
    if (active.size === 0) return;
    log.warn({ queue, jobs: active.size }, 'Jobs were not done in time and are given back');
    for (const { limit } of active.values()) limit.abort(new Error('the process stopped'));
    await Promise.race([ended(), pause(LAST_WORDS_MS)]);
  }

  return {
    start: () => {
      running ??= run();
    },
    wake: bell.ring,
    stop,
    problem: () => problem,
  };
}
