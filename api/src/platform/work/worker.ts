import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import os from 'node:os';
import { types } from 'node:util';
import { AppError, type AppErrorOptions } from '../errors';
import type { TaskName } from './limits';
import type { Task } from './task';

/** What a worker answers: refusals are answers, and anything else is thrown. */
export type Answer =
  | { value: unknown }
  /** No memory, or no stack, was left. */
  | { isTooCostly: true }
  | { refusal: { status: number; code: string; message: string } & Pick<AppErrorOptions, 'errors'> };

const STEPS_BEHIND = 10;
const LAST = 19;

/** Puts this process, and those it starts, behind the ad server and the database in the queue for a core. */
const standBehind = (): void => os.setPriority(Math.min(LAST, os.getPriority() + STEPS_BEHIND));

/** Between processes buffers travel as plain bytes: makes buffers of them again, in place, for a copy would be swept later. */
export function withBuffers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (types.isUint8Array(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) value[at] = withBuffers(value[at]);
  else if (types.isMap(value)) for (const [key, each] of value) value.set(key, withBuffers(each));
  else if (!types.isDate(value) && !types.isSet(value)) {
    const fields = value as Record<string, unknown>;
    for (const key of Object.keys(fields)) fields[key] = withBuffers(fields[key]);
  }
  return value;
}

/** Where there is no such program, the heap's own limit is all. */
function limitOwnMemory(bytes: string): void {
  spawnSync('prlimit', ['--pid', String(process.pid), `--data=${bytes}`], { stdio: 'ignore' });
}

/** What V8 prints when memory runs out would stand in the server's log, as often as a stranger likes. */
function printNothing(): void {
  for (const descriptor of [1, 2]) {
    closeSync(descriptor);
    // The lowest free descriptor: the one that was closed.
    openSync(os.devNull, 'w');
  }
}

/** Tasks by name, read when they are needed. */
export type TaskModules = Readonly<Record<TaskName, () => Promise<Task<never, unknown>>>>;

/** A worker's default export: runs the tasks that it knows. */
export function createWorker(tasks: Partial<TaskModules>) {
  const { WORK_MEMORY_BYTES } = process.env;
  // Only where the pool has started it: a test reads this file, too.
  if (WORK_MEMORY_BYTES) {
    standBehind();
    limitOwnMemory(WORK_MEMORY_BYTES);
    printNothing();
  }
  return async ({ name, input }: { name: keyof TaskModules; input: unknown }): Promise<Answer> => {
    const task = await tasks[name]?.();
    if (!task) throw new Error(`The worker knows no task ${name}`);
    try {
      return { value: await task.run(withBuffers(input) as never) };
    } catch (error) {
      if (error instanceof RangeError) return { isTooCostly: true };
      if (!(error instanceof AppError)) throw error;
      const { status, code, message, errors } = error;
      return { refusal: { status, code, message, errors } };
    }
  };
}
