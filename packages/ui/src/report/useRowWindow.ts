import { type RefObject, useEffect, useRef, useState } from 'react';

/** Fewer are simply there. */
export const WINDOW_FROM = 100;
/** Beyond both ends of what is seen, so that a turn of the wheel shows no gap. */
const BEYOND = 12;
/** Until the first row has been measured, and where nothing is laid out. */
const ROW_HEIGHT = 44;
const SEEN_HEIGHT = 640;

export interface RowWindow {
  box: RefObject<HTMLElement | null>;
  first: number;
  /** Excluded. */
  last: number;
  /** Pixels of the rows that are left out above and below. */
  above: number;
  below: number;
}

/** Which rows of a long table are in the page: those that its box shows and some around them. All have one height. */
export function useRowWindow(count: number): RowWindow {
  const box = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: SEEN_HEIGHT, row: ROW_HEIGHT });
  const isLong = count > WINDOW_FROM;
  useEffect(() => {
    const node = box.current;
    if (!node || !isLong) return;
    const read = () => {
      const row = node.querySelector('tbody tr[data-row]')?.getBoundingClientRect().height || ROW_HEIGHT;
      setSeen({ top: node.scrollTop, height: node.clientHeight || SEEN_HEIGHT, row });
    };
    read();
    node.addEventListener('scroll', read, { passive: true });
    const observer = new ResizeObserver(read);
    observer.observe(node);
    return () => {
      node.removeEventListener('scroll', read);
      observer.disconnect();
    };
  }, [isLong]);
  if (!isLong) return { box, first: 0, last: count, above: 0, below: 0 };
  const { top, height, row } = seen;
  const first = Math.min(Math.max(0, Math.floor(top / row) - BEYOND), Math.max(0, count - 1));
  const last = Math.min(count, Math.ceil((top + height) / row) + BEYOND);
  return { box, first, last, above: first * row, below: (count - last) * row };
}
