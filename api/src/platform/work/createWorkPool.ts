import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { Tinypool } from 'tinypool';
import { AppError, ServiceUnavailableError, ValidationError } from '../errors';
import { createFairQueue, type Owner } from './fairQueue';
import { pack, unpack } from './largeBytes';
import { type PoolLimits, type TaskName, WORK_LIMITS } from './limits';
import type { Task, Work } from './task';
import type { Answer, Order } from './worker';

export interface WorkPoolOptions {
  /** The worker: a module whose default export is made by `createWorker`. */
  file: string;
  /** Of node, for the worker: a loader, where it is TypeScript. */
  execArgv?: string[];
  /** For bytes on their way to a process and back. No other server uses it: it is emptied at the start, removed at the end. */
  folder: string;
  registry: Registry;
  /** In the names of its metrics; `work` when it does not say. */
  name?: string;
  limits?: Partial<PoolLimits>;
  /** A process for each task. */
  isIsolated?: boolean;
  timeoutMs?: (name: TaskName) => number;
}

export interface WorkPool extends Work {
  /** Kills what runs. */
  stop(): Promise<void>;
}

const LIMITS: PoolLimits = {
  // At least one core is left to the ad server and to the database.
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  mostOfOwner: 8,
  mostWaiting: 100,
  mostHeapMb: 256,
  mostMemoryMb: 1_024,
  idleMs: 60_000,
};
const NO_OWNER = 'server';
/** What the pool says of a process that has ended in the middle of a task. */
const EXITED = 'Worker exited unexpectedly';
const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60];

const TOO_COSTLY = 'This takes too much time or memory to check. Make it simpler or smaller';
const tooCostly = (field: string | null): AppError =>
  field === null
    ? new ServiceUnavailableError('This takes too much time or memory. Try again later', 'TOO_COSTLY')
    : new ValidationError({ [field]: [TOO_COSTLY] }, TOO_COSTLY, 'TOO_COSTLY');
const notStarted = (cause?: unknown) =>
  new AppError(503, 'WORK_NOT_STARTED', 'Files cannot be checked at the moment. Try again in a minute', {
    headers: { 'Retry-After': '60' },
    cause,
  });

function createFigures(registry: Registry, pool: string, queue: { waiting: number; running: number }) {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge(`ezdash_${pool}_waiting`, 'Tasks over uploaded bytes that wait for their turn', () => queue.waiting);
  gauge(`ezdash_${pool}_running`, 'Tasks over uploaded bytes that run', () => queue.running);
  return new Histogram({
    name: `ezdash_${pool}_seconds`,
    help: 'Tasks over uploaded bytes, by task and by how they ended',
    labelNames: ['task', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
}

/**
 * Removes what a killed server left of its customers' bytes. Its workers may still run and write: into a folder that is
 * gone by then, since each server makes one of its own within.
 */
function makeOwnFolder(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return mkdtempSync(path.join(folder, 'run-'));
}

const outcomeOf = (error: unknown): string => (error instanceof AppError ? error.code : 'failed');

/**
 * Runs tasks in a few processes of their own: whatever somebody's bytes do, the thread that serves ads goes on, and memory
 * that runs out ends nothing but them (docs/adr/0039). They get their input and nothing else of the server's.
 */
export function createWorkPool(options: WorkPoolOptions): WorkPool {
  const {
    file,
    execArgv = [],
    folder,
    registry,
    name: poolName = 'work',
    timeoutMs = (name) => WORK_LIMITS[name].timeoutMs,
  } = options;
  const limits = { ...LIMITS, ...options.limits };
  const queue = createFairQueue(limits);
  const seconds = createFigures(registry, poolName, queue);
  const ownFolder = makeOwnFolder(folder);
  const pool = new Tinypool({
    runtime: 'child_process',
    filename: file,
    minThreads: 0,
    maxThreads: limits.atOnce,
    idleTimeout: limits.idleMs,
    isolateWorkers: options.isIsolated ?? false,
    serialization: 'advanced',
    execArgv: [...execArgv, `--max-old-space-size=${limits.mostHeapMb}`],
    env: { PATH: process.env.PATH ?? '', WORK_MEMORY_BYTES: String(limits.mostMemoryMb * 1024 * 1024) },
  });
  // A process that does not start fails no task by itself: its task would wait for its time to end.
  pool.on('error', () => {});

  async function send(name: TaskName, input: unknown): Promise<unknown> {
    const file = path.join(ownFolder, randomUUID());
    const answerFile = `${file}.answer`;
    try {
      const parcel = await pack(input, file).catch((cause) => {
        throw notStarted(cause);
      });
      return await order({ name, parcel, answerFile });
    } finally {
      for (const each of [file, answerFile]) await rm(each, { force: true });
    }
  }

  async function order(sent: Order): Promise<unknown> {
    const { name } = sent;
    const signal = AbortSignal.timeout(timeoutMs(name));
    let fail: (error: unknown) => void = () => {};
    const noProcess = new Promise<never>((_, reject) => {
      fail = (cause) => reject(notStarted(cause));
    });
    pool.on('error', fail);
    try {
      const answer: Answer = await Promise.race([pool.run(sent, { signal }), noProcess]);
      if ('parcel' in answer) return await unpack(answer.parcel);
      if ('isTooCostly' in answer) throw tooCostly(WORK_LIMITS[name].field);
      const { status, code, message, errors } = answer.refusal;
      throw new AppError(status, code, message, { errors });
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { message } = error as Error;
      // Killed for its time, or ended for want of memory.
      if (signal.aborted || message === EXITED) throw tooCostly(WORK_LIMITS[name].field);
      throw new Error(`The task ${name} failed: ${message}`, { cause: error });
    } finally {
      pool.off('error', fail);
    }
  }

  function run<In, Out>({ name }: Task<In, Out>, input: In, owner: Owner = NO_OWNER): Promise<Out> {
    return queue.run(owner, async () => {
      const startedAt = performance.now();
      const observe = (outcome: string) =>
        seconds.observe({ task: name, outcome }, (performance.now() - startedAt) / 1_000);
      try {
        const done = await send(name, input);
        observe('done');
        return done as Out;
      } catch (error) {
        observe(outcomeOf(error));
        throw error;
      }
    });
  }

  async function stop(): Promise<void> {
    await pool.destroy();
    await rm(folder, { recursive: true, force: true });
  }

  return { run, stop };
}
