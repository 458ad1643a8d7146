export interface TaskLimits {
  /** From its turn to its end; then the process is killed. Generous: a busy machine gives the task little of its time. */
  timeoutMs: number;
  /** Whose fault it is when the limits end the task: a field of the call, or null for ours. */
  field: string | null;
}

/** Every task over bytes that somebody else has sent, by name. */
export const WORK_LIMITS = {
  bundle: { timeoutMs: 10_000, field: 'bundle' },
  image: { timeoutMs: 10_000, field: 'image' },
  /** A browser that starts, clicks and ends. */
  click: { timeoutMs: 60_000, field: 'bundle' },
  video: { timeoutMs: 10_000, field: 'video' },
  attachment: { timeoutMs: 10_000, field: 'file' },
  pdf: { timeoutMs: 20_000, field: null },
  archive: { timeoutMs: 60_000, field: 'archive' },
  /** One file of a release, compressed as far as it goes. */
  copies: { timeoutMs: 120_000, field: 'archive' },
  gate: { timeoutMs: 60_000, field: null },
  csv: { timeoutMs: 20_000, field: 'file' },
  adsTxt: { timeoutMs: 10_000, field: null },
} as const satisfies Record<string, TaskLimits>;

export type TaskName = keyof typeof WORK_LIMITS;

export interface PoolLimits {
  /** Processes at a time. */
  atOnce: number;
  /** Works of one owner that wait. */
  mostOfOwner: number;
  /** Works that wait in all: the input of each lies in memory. */
  mostWaiting: number;
  /** Of a process: of its JavaScript, and of all its data together. */
  mostHeapMb: number;
  mostMemoryMb: number;
  /** Idle processes end after this. */
  idleMs: number;
}
