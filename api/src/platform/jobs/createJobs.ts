import PgBoss from 'pg-boss';
import type { Registry } from 'prom-client';
import { type Connection, type Db, errorDetail, inTransaction, openDb } from '../db';
import type { Log } from '../log';
import { noTracer, type TraceOrigin, type Tracer } from '../trace';
import { alone } from './alone';
import { countingExecutor, dbExecutor, poolExecutor } from './bossDb';
import { createWorker, type Outcome } from './createWorker';
import { countDead, type DeadTotal, listAllDead, listDead, takeDead, totalDead } from './deadLetters';
import { inEnvelope, originOf, payloadOf } from './envelope';
import { createJobMetrics, readFigures } from './jobMetrics';
import { checkJob, createDesk, makeQueues, QUEUE_DEFAULTS, type RegisteredQueue, workOn } from './queues';
import {
  type DeadLetter,
  InvalidJob,
  type JobQueue,
  type PayloadSchema,
  type QueueOptions,
  type SendOptions,
} from './types';

export interface JobsOptions {
  /** The database that the transactions of `send` belong to. */
  connection: Connection;
  log: Log;
  metrics?: Registry;
  /** Keeps the timelines of jobs that somebody who debugs brought about. */
  tracer?: Tracer;
  /** How long a job of a transaction, or of another process, may wait to be seen; 1000 by default. */
  pollMs?: number;
  /** What runs may take so long to end when the process stops; 10 000 by default. */
  stopWithinMs?: number;
  /** Told of every job that failed for the last time; must not throw. */
  onDead?: (failure: Error, job: { queue: string; id: string }) => void;
  /** How often jobs are looked for whose process died; 60 by default. */
  maintenanceSeconds?: number;
}

/** Durable jobs in PostgreSQL. The database's clock is theirs. */
export interface Jobs {
  /** Registers a queue and its handler; before `start`. */
  queue<S extends PayloadSchema>(name: string, options: QueueOptions<S>): JobQueue<S>;
  /** As the queue's own `send`, by name: the compiler cannot check the payload, the schema does. */
  send(name: string, payload: object, options?: SendOptions): Promise<string | null>;
  /** Many jobs of a queue without a singleton key by one statement: all of them or none. Throws InvalidJob. */
  sendMany(name: string, payloads: readonly object[], options?: Pick<SendOptions, 'trx'>): Promise<void>;
  /** Makes or updates the queues, then begins to work; the schema `pgboss` is there (`installQueues`). */
  start(): Promise<void>;
  /** Takes no more jobs and lets those that run end; what does not is given back. Safe to call twice. */
  stop(): Promise<void>;
  /** Newest first. */
  deadLetters(name: string, limit?: number): Promise<DeadLetter[]>;
  /** Of all queues of this process, newest first. */
  allDeadLetters(limit?: number): Promise<(DeadLetter & { queue: string })[]>;
  /** How many dead letters the queues have; those without any are missing. */
  deadCounts(): Promise<{ queue: string; dead: number }[]>;
  /** Of all queues of this process together. */
  deadTotal(): Promise<DeadTotal>;
  /**
   * Has `told` called with every job of this process that becomes a dead letter; it must not throw. Jobs of queues that
   * forget them leave no letter.
   */
  onDeadLetter(told: (job: { queue: string; id: string }) => void): void;
  /** Whether there is a queue of this name. */
  hasQueue(name: string): boolean;
  /** Makes a job of a dead letter again, with `trx` or not at all; false when there is none of that id. */
  retryDead(name: string, id: string, trx?: Db): Promise<boolean>;
  /** Why jobs cannot be worked on now; null while they can. */
  problem(): string | null;
}

const MAINTENANCE_SECONDS = 60;
const MOST_CONNECTIONS = 4;
const STOP_WITHIN_MS = 10_000;
const POLL_MS = 1_000;

/** One set of queues for a process, on connections of its own. */
export function createJobs(given: JobsOptions): Jobs {
  const { log, pollMs = POLL_MS, stopWithinMs = STOP_WITHIN_MS, tracer = noTracer } = given;
  const maintenanceIntervalSeconds = given.maintenanceSeconds ?? MAINTENANCE_SECONDS;
  let state: 'new' | 'started' | 'stopped' = 'new';
  const onError = (error: Error) => {
    // A connection that is closing may still hear that the database stops too.
    if (state !== 'stopped') log.warn(errorDetail(error), 'The queue of jobs had trouble');
  };
  const { db, pool } = openDb(given.connection, {
    max: MOST_CONNECTIONS,
    applicationName: 'ezdash jobs',
    onError,
  });
  const own = poolExecutor(pool);
  const boss = new PgBoss({ db: own, migrate: false, schedule: false, maintenanceIntervalSeconds });
  boss.on('error', onError);
  const queues = new Map<string, RegisteredQueue>();
  const count =
    given.metrics && createJobMetrics(given.metrics, async () => readFigures(db, [...queues.keys()]));
  const deadLetterListeners: Parameters<Jobs['onDeadLetter']>[0][] = [];
  let stopped: Promise<void> | null = null;

  function find(name: string): RegisteredQueue {
    const found = queues.get(name);
    if (!found) throw new InvalidJob(`There is no queue ${name}`);
    return found;
  }

  async function send(
    name: string,
    payload: object,
    options: SendOptions = {},
    before: TraceOrigin | null = null,
  ): Promise<string | null> {
    const queue = find(name);
    const { trx, startAfter } = options;
    const singletonKey = checkJob(queue, payload, options.singletonKey);
    const id = await boss.send(name, inEnvelope(payload, before), {
      ...(singletonKey !== undefined && { singletonKey }),
      ...(startAfter && { startAfter }),
      ...(trx && { db: dbExecutor(trx) }),
    });
    if (id === null && singletonKey === undefined)
      throw new InvalidJob(`The queue ${name} is not in the database: start the jobs first`);
    if (!trx?.isTransaction) queue.worker.wake();
    return id;
  }

  async function sendMany(
    name: string,
    payloads: readonly object[],
    { trx }: Pick<SendOptions, 'trx'> = {},
  ): Promise<void> {
    const queue = find(name);
    for (const payload of payloads)
      if (checkJob(queue, payload, undefined) !== undefined)
        throw new InvalidJob(`The queue ${name} has a singleton key: send its jobs one by one`);
    if (payloads.length === 0) return;
    const { executor, changed } = countingExecutor(trx ?? db);
    await boss.insert(
      payloads.map((payload) => ({ name, data: inEnvelope(payload) })),
      { db: executor },
    );
    if (changed() < payloads.length)
      throw new InvalidJob(`The queue ${name} is not in the database: start the jobs first`);
    if (!trx?.isTransaction) queue.worker.wake();
  }

  function register<S extends PayloadSchema>(name: string, options: QueueOptions<S>): JobQueue<S> {
    if (state !== 'new') throw new Error('Queues are registered before the jobs start');
    if (queues.has(name)) throw new Error(`The queue ${name} is registered already`);
    const { expireInSeconds, concurrency } = { ...QUEUE_DEFAULTS, ...options };
    const desk = createDesk(boss, own, name, options.forgetsJobs === true);
    const onOutcome = (outcome: Outcome) => count?.(name, outcome);
    const work = workOn(options);
    const worker = createWorker({
      queue: name,
      desk,
      work,
      tracer,
      expireInSeconds,
      concurrency,
      pollMs,
      log,
      onOutcome,
      onDead: (failure, id) => {
        given.onDead?.(failure, { queue: name, id });
        if (options.forgetsJobs !== true) for (const tell of deadLetterListeners) tell({ queue: name, id });
      },
    });
    // The schema gives each handler the type it takes; the list of all queues cannot say so.
    queues.set(name, { name, options: options as unknown as QueueOptions<PayloadSchema>, worker });
    return { name, send: (payload, sendOptions) => send(name, payload, sendOptions) };
  }

  async function stop(): Promise<void> {
    const wasStarted = state === 'started';
    state = 'stopped';
    await Promise.all([...queues.values()].map(({ worker }) => worker.stop(stopWithinMs)));
    if (wasStarted) await boss.stop({ graceful: false });
    await db.destroy();
  }

  return {
    queue: register,
    send: (name, payload, options) => send(name, payload, options),
    sendMany,
    start: async () => {
      if (state !== 'new') throw new Error('The jobs were started already');
      state = 'started';
      await alone(given.connection, async () => {
        await boss.start();
        await makeQueues(boss, [...queues.values()]);
      });
      for (const { worker } of queues.values()) worker.start();
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    deadLetters: (name, limit = 50) => listDead(db, find(name).name, limit),
    allDeadLetters: (limit = 200) => listAllDead(db, [...queues.keys()], limit),
    deadCounts: () => countDead(db, [...queues.keys()]),
    deadTotal: () => totalDead(db, [...queues.keys()]),
    onDeadLetter: (told) => void deadLetterListeners.push(told),
    hasQueue: (name) => queues.has(name),
    retryDead: (name, id, given) =>
      inTransaction(given ?? db, async (trx) => {
        const data = await takeDead(trx, find(name).name, id);
        if (data) await send(name, payloadOf(data), { trx }, originOf(data));
        return data !== null;
      }),
    problem: () =>
      [...queues.values()].map(({ worker }) => worker.problem()).find((each) => each !== null) ?? null,
  };
}
