import type { Clock } from '../platform/clock';

export interface FakeClock extends Clock {
  set(iso: string): void;
  advance(ms: number): void;
}

/** A clock that stands still until it is told otherwise. */
export function fakeClock(start = '2026-11-16T12:00:00.000Z'): FakeClock {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    nowMs: () => at,
    set: (iso) => {
      at = new Date(iso).getTime();
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
