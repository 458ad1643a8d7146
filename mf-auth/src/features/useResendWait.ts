import { useCallback, useEffect, useState } from 'react';

/** Between one mail and the next, in seconds; the last one for all that follow. */
export const RESEND_WAITS_SECONDS = [30, 60, 120, 300] as const;
const LONGEST = 300;
const TICK_MS = 500;

function waitAfter(mails: number): number {
  return RESEND_WAITS_SECONDS[mails - 1] ?? LONGEST;
}

export interface ResendWait {
  /** Until the next mail may be asked for; 0 when it may. */
  secondsLeft: number;
  /** One more was asked for: the wait begins anew, longer. */
  again: () => void;
}

/** Counts down to when a mail may be asked for once more. The first one was sent when this begins. */
export function useResendWait(): ResendWait {
  const [{ mails, from }, setState] = useState(() => ({ mails: 1, from: Date.now() }));
  const [now, setNow] = useState(from);
  const secondsLeft = Math.max(0, Math.ceil((from + waitAfter(mails) * 1000 - now) / 1000));
  const waiting = secondsLeft > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [waiting]);
  const again = useCallback(() => {
    const started = Date.now();
    setNow(started);
    setState((before) => ({ mails: before.mails + 1, from: started }));
  }, []);
  return { secondsLeft, again };
}

/** `0:28`, `4:05`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
