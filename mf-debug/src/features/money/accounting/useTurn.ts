import { useCallback, useId, useRef, useState } from 'react';

export interface Turn {
  /** The action that runs. */
  busy: string | null;
  /** Of the words that say what the others wait for, which are there while one runs. */
  waitingId: string;
  /** What the action has to wait for: nothing when it is the one that runs. */
  waitsFor: (name: string) => string | undefined;
  /** Runs it, unless another runs. */
  take: (name: string, action: () => Promise<void>) => Promise<void>;
}

/** Actions of one page that run one at a time. */
export function useTurn(): Turn {
  const waitingId = useId();
  const [busy, setBusy] = useState<string | null>(null);
  // Two presses may come before the page is drawn again.
  const running = useRef(false);
  const take = useCallback(async (name: string, action: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(name);
    try {
      await action();
    } finally {
      running.current = false;
      setBusy(null);
    }
  }, []);
  return { busy, waitingId, waitsFor: (name) => (busy && busy !== name ? waitingId : undefined), take };
}
