import type { FocusEvent, SyntheticEvent } from 'react';
import { listenersFor, Typed } from './typed';

/** What people have entered into the remotes of this page. */
export const typed = new Typed();

const lastFocused = new Map<string, Element>();

/** What of a remote had the focus last; null when nothing had, or it has gone. */
export function lastFocusIn(remote: string): Element | null {
  const element = lastFocused.get(remote);
  return element?.isConnected ? element : null;
}

type Listeners = ReturnType<typeof listenersFor> & { onFocusCapture: (event: FocusEvent) => void };
const listeners = new Map<string, Listeners>();

function makeListeners(remote: string): Listeners {
  const onFocusCapture = ({ target }: SyntheticEvent) => {
    if (target instanceof Element) lastFocused.set(remote, target);
  };
  return { ...listenersFor(typed, remote), onFocusCapture };
}

/** Listeners of a remote's element, always the same ones: what is lost when another release is mounted. */
export function presenceOf(remote: string): Listeners {
  const made = listeners.get(remote) ?? makeListeners(remote);
  listeners.set(remote, made);
  return made;
}
