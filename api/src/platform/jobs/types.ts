import type { z } from 'zod';
import type { Db } from '../db';
import type { Log } from '../log';

/** What a handler knows of the job it works on. */
export interface JobContext {
  id: string;
  /** 1 for the first. */
  attempt: number;
  /** When this attempt fails, the job becomes a dead letter. */
  isLastAttempt: boolean;
  /** Aborted when the time is over, or when the process stops and waited long enough. */
  signal: AbortSignal;
  /** Names the queue and the job. */
  log: Log;
}

/** A payload is a JSON object. Keep secrets out of it: name a row instead. */
export type PayloadSchema = z.ZodType<object, object>;

export interface QueueOptions<S extends PayloadSchema> {
  /** Checked when a job is sent, and again before it is worked on. */
  schema: S;
  /**
   * Does the work; whatever it throws makes the job be tried again later. A job may run more than once (a process may
   * die after the work and before the note of it), so the work must bear that.
   */
  handler(payload: z.output<S>, context: JobContext): Promise<void>;
  /** Further attempts after the first; 5 by default. */
  retryLimit?: number;
  /** Before the second attempt; 10 by default. */
  retryDelaySeconds?: number;
  /** Each pause is about twice the one before, with chance; true by default. */
  retryBackoff?: boolean;
  /** An attempt that takes longer has failed; 60 by default. */
  expireInSeconds?: number;
  /** Jobs worked on at a time by this process; 1 by default. */
  concurrency?: number;
  /**
   * For payloads that name a person: a job is deleted when it is done or has failed for the last time, and leaves no dead
   * letter; one that nobody works on goes after a day.
   */
  forgetsJobs?: boolean;
  /** While a job with the same key has not been begun, no second one is made. */
  singletonKey?(payload: z.output<S>): string;
}

export interface SendOptions {
  /** The job exists when this transaction commits, and never does when it rolls back. */
  trx?: Db;
  /** In place of the queue's own; only for queues that have one. */
  singletonKey?: string;
  startAfter?: Date;
}

/** A queue that was registered; sending through it is typed. */
export interface JobQueue<S extends PayloadSchema> {
  readonly name: string;
  /** → the job's id; null when one with the same singleton key waits already. Throws InvalidJob. */
  send(payload: z.input<S>, options?: SendOptions): Promise<string | null>;
}

/** A job whose last attempt failed. */
export interface DeadLetter {
  id: string;
  payload: unknown;
  reason: string;
  failedAt: Date;
}

/** The payload is not what the queue takes. Says which fields are wrong, never what they hold. */
export class InvalidJob extends Error {
  override readonly name = 'InvalidJob';
}

/** Thrown by a handler when trying again would not help: the job becomes a dead letter at once. */
export class NoRetry extends Error {
  override readonly name = 'NoRetry';
}
