import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Who is within this many pixels of the end reads along. */
const NEAR_PX = 48;

/**
 * Keeps a scrolling box at its end while its reader is there, and leaves it alone when they have scrolled away.
 * @param contents changes with what is in the box
 */
export function useEnd(box: RefObject<HTMLElement | null>, contents: string) {
  const [atEnd, setAtEnd] = useState(true);
  const held = useRef(true);

  const toEnd = useCallback(() => {
    held.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box]);
  /** Away from the end: where the first new message begins, say. */
  const toElement = useCallback(
    (element: HTMLElement) => {
      const view = box.current;
      if (!view) return;
      view.scrollTop = Math.max(0, element.offsetTop - NEAR_PX);
      const near = view.scrollHeight - view.scrollTop - view.clientHeight <= NEAR_PX;
      held.current = near;
      setAtEnd(near);
    },
    [box],
  );
  const onScroll = useCallback(() => {
    const view = box.current;
    if (!view) return;
    const near = view.scrollHeight - view.scrollTop - view.clientHeight <= NEAR_PX;
    held.current = near;
    setAtEnd(near);
  }, [box]);

  useLayoutEffect(() => {
    if (contents !== '' && held.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box, contents]);
  useEffect(() => {
    const view = box.current;
    if (!view) return;
    // The field below grows, the phone's keyboard comes: the end stays in sight.
    const observer = new ResizeObserver(() => {
      if (held.current) view.scrollTop = view.scrollHeight;
    });
    observer.observe(view);
    return () => observer.disconnect();
  }, [box]);
  /** As it is now, also between two renderings. */
  const isAtEnd = useCallback(() => held.current, []);
  return { atEnd, isAtEnd, toEnd, toElement, onScroll };
}
