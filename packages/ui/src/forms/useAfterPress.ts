import { useCallback, useEffect, useRef } from 'react';

const ENDS = ['mouseup', 'dragend', 'pointercancel'] as const;

/**
 * Answers a function that acts at once, or, while the pointer is pressed, right after the press. Leaving a field by
 * pressing a button or a link shows the field's mistake; shown at once, it would move what is under the pointer, and
 * the press would become no click.
 */
export function useAfterPress(): (act: () => void) => void {
  const pressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      pressed.current = true;
    };
    const end = () => {
      pressed.current = false;
      clearTimeout(timer);
      // The click comes after the end of the press, in the same task.
      timer = setTimeout(() => {
        for (const act of waiting.current.splice(0)) act();
      });
    };
    // On the way down: what is pressed may keep its events from going up.
    document.addEventListener('mousedown', begin, true);
    for (const name of ENDS) document.addEventListener(name, end, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('mousedown', begin, true);
      for (const name of ENDS) document.removeEventListener(name, end, true);
    };
  }, []);
  return useCallback((act) => {
    if (pressed.current) waiting.current.push(act);
    else act();
  }, []);
}
