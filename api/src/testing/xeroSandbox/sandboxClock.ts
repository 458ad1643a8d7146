export interface SandboxClock {
  nowMs(): number;
  now(): Date;
  /** Moves ahead of the machine's time: tokens expire and windows pass without anybody waiting. */
  advance(ms: number): void;
}

export function sandboxClock(): SandboxClock {
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;
  return {
    nowMs,
    now: () => new Date(nowMs()),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
}
