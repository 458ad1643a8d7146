import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import os from 'node:os';
import { AppError, type AppErrorOptions } from '../errors';
import { type Parcel, pack, unpack } from './largeBytes';
import type { TaskName } from './limits';
import type { Task } from './task';

/** What a worker is told; `answerFile` is for the bytes of its answer. */
export interface Order {
  name: TaskName;
  parcel: Parcel;
  answerFile: string;
}

/** What a worker answers: refusals are answers, and anything else is thrown. */
export type Answer =
  | { parcel: Parcel }
  /** No memory, or no stack, was left. */
  | { isTooCostly: true }
  | { refusal: { status: number; code: string; message: string } & Pick<AppErrorOptions, 'errors'> };

const STEPS_BEHIND = 10;
const LAST = 19;

/** Puts this process, and those it starts, behind the ad server and the database in the queue for a core. */
const standBehind = (): void => os.setPriority(Math.min(LAST, os.getPriority() + STEPS_BEHIND));

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

/** Who owns nothing, on every system that has one. */
const NOBODY = 65_534;

/**
 * From here on a worker of a server that runs as root is nobody; answers whether it was root. In a pool whose processes
 * have one task each, before code of strangers runs in what it starts.
 */
export function becomeNobody(): boolean {
  if (!process.env.WORK_MEMORY_BYTES || process.getuid?.() !== 0) return false;
  process.setgroups?.([NOBODY]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
  return true;
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
  return async ({ name, parcel, answerFile }: Order): Promise<Answer> => {
    const task = await tasks[name]?.();
    if (!task) throw new Error(`The worker knows no task ${name}`);
    try {
      return { parcel: await pack(await task.run((await unpack(parcel)) as never), answerFile) };
    } catch (error) {
      if (error instanceof RangeError) return { isTooCostly: true };
      if (!(error instanceof AppError)) throw error;
      const { status, code, message, errors } = error;
      return { refusal: { status, code, message, errors } };
    }
  };
}
