import { type RefObject, useEffect, useRef, useState } from 'react';

export interface FirstPress<Target extends HTMLElement> {
  /** The button that opens it. */
  target: RefObject<Target | null>;
  /** Whether what floats is in the page; until then the button stands alone. */
  mounted: boolean;
  opened: boolean;
  setOpened: (opened: boolean) => void;
  /** For the button as long as it stands alone. */
  mount: () => void;
}

/**
 * What floats beside a button costs many times the button: in rows of a table it is there from the first press on. The
 * button keeps the focus on the way, so that it gets it back when what floats is closed.
 */
export function useFirstPress<Target extends HTMLElement>(): FirstPress<Target> {
  const target = useRef<Target>(null);
  const [mounted, setMounted] = useState(false);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!mounted) return;
    // It is another element than the one that was pressed.
    target.current?.focus({ preventScroll: true });
    setOpened(true);
  }, [mounted]);
  return { target, mounted, opened, setOpened, mount: () => setMounted(true) };
}
