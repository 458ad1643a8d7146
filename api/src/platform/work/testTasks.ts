import { existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { ValidationError } from '../errors';
import { defineTask } from './task';
import { becomeNobody, createWorker } from './worker';

/** Tasks as hostile as bytes can make them, for tests of the pool. */
const DEEDS = {
  echo: (value: unknown) => value,
  environment: () => ({ env: Object.keys(process.env), niceness: os.getPriority() }),
  becomeNobody: () => {
    const wasRoot = becomeNobody();
    return { wasRoot, user: process.getuid?.(), groups: process.getgroups?.(), pid: process.pid };
  },
  refuse: () => {
    throw new ValidationError({ bundle: ['No'] }, 'No', 'NO');
  },
  bug: () => {
    throw new TypeError('a bug');
  },
  forEver: () => {
    for (;;);
  },
  /** V8 ends a process for this, where a thread would take the server with it. */
  fillHeap: () => {
    const all: number[][] = [];
    for (;;) all.push(new Array(5_000_000).fill(1.5));
  },
  fillMemory: () => {
    const all: Buffer[] = [];
    for (;;) all.push(Buffer.alloc(50_000_000, 1));
  },
  leave: () => process.exit(3),
  /** Until there is such a file. */
  waitFor: async (file: unknown) => {
    while (!existsSync(String(file))) await setTimeout(5);
    return 'done';
  },
  /** The same, and answers many bytes. */
  waitAndAnswer: async (value: unknown) => {
    const { sign, bytes } = value as { sign: string; bytes: Buffer };
    while (!existsSync(sign)) await setTimeout(5);
    return bytes;
  },
  /** Says that it runs, and goes on for ever. */
  begin: (file: unknown) => {
    writeFileSync(String(file), String(process.pid));
    for (;;);
  },
};
export type Deed = keyof typeof DEEDS;
export const testTask = defineTask('bundle', ({ deed, value }: { deed: Deed; value?: unknown }) =>
  DEEDS[deed](value),
);

export default createWorker({ bundle: async () => testTask });
