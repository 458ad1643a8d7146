/** What the bench's processes tell each other. */
export type ToServer = { say: 'mark' } | { say: 'report' };
export type FromServer =
  | { say: 'listening'; port: number }
  /** Since the mark. CPU in microseconds, user and system of the whole process. */
  | { say: 'report'; requests: number; cpuMicros: number; syncs: number };

export type ToLoad = { say: 'run'; port: number; durationMs: number; connections: number };
export interface FromLoad {
  say: 'done';
  requests: number;
  elapsedMs: number;
  /** Mean size of an answer's body. */
  meanBytes: number;
  failures: number;
}
