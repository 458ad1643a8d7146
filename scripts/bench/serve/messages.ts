/** What the bench's processes tell each other. */
export type ToServer = { say: 'mark' } | { say: 'report' };
export type FromServer =
  | { say: 'listening'; port: number }
  /** Since the mark. CPU in microseconds, user and system of the whole process. */
  | {
      say: 'report';
      requests: number;
      cpuMicros: number;
      syncs: number;
      /** Zones decided, and those of them that got no ad. */
      decisions: number;
      noFills: number;
      /** Of the whole process, now. */
      residentBytes: number;
      heapBytes: number;
    };

/** `mixed` is what browsers ask; `noFill` asks only for zones that hardly anybody wants. */
export type Mix = 'mixed' | 'noFill';
export interface ToLoad {
  say: 'run';
  port: number;
  durationMs: number;
  connections: number;
  mix: Mix;
  /** Requests a second, evenly; null asks as soon as a connection is free. */
  perSecond: number | null;
}
export interface FromLoad {
  say: 'done';
  requests: number;
  elapsedMs: number;
  /** Mean size of an answer's body. */
  meanBytes: number;
  failures: number;
}
