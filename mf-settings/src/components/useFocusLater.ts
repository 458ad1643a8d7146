import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Answers a ref and how to ask for the focus on what it will hold: now, or as soon as it is drawn. For what takes the
 * place of a button that was pressed, or of a row that has gone.
 */
export function useFocusLater<Target extends HTMLElement>(): [RefObject<Target | null>, () => void] {
  const target = useRef<Target>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current || !target.current) return;
    wanted.current = false;
    target.current.focus();
  });
  const ask = useCallback(() => {
    wanted.current = true;
  }, []);
  return [target, ask];
}
