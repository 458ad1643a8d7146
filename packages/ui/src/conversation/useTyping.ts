import { useCallback, useEffect, useRef, useState } from 'react';

/** Somebody who writes says so every 3 s; who was silent for longer has stopped. */
const QUIET_MS = 5_000;

/** Whether the other side writes, from the signals that come now and then. */
export function useTyping(): { isTyping: boolean; heard: () => void; stopped: () => void } {
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopped = useCallback(() => {
    clearTimeout(timer.current);
    setTyping(false);
  }, []);
  const heard = useCallback(() => {
    clearTimeout(timer.current);
    setTyping(true);
    timer.current = setTimeout(() => setTyping(false), QUIET_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { isTyping, heard, stopped };
}
