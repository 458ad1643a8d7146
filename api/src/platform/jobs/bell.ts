export interface Bell {
  ring(): void;
  /** Until somebody rings, or has rung since the last wait, at most so long. */
  wait(timeoutMs: number): Promise<void>;
}

/** For one who waits. */
export function createBell(): Bell {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring: () => {
      rung = true;
      wake?.();
    },
    wait: async (timeoutMs) => {
      if (!rung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wake = null;
      rung = false;
    },
  };
}
