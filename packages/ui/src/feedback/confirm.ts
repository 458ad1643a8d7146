import { type ReactNode, useSyncExternalStore } from 'react';

export interface ConfirmOptions {
  /** Asks, with the number: "Archive 2 campaigns?". */
  title: string;
  /** The consequence in figures. */
  text?: ReactNode;
  /** The button repeats the verb: "Archive 2 campaigns". */
  verb: string;
  /** The way out, where the focus starts; "Keep as it is" when left out. */
  wayOut?: string;
  /** Cannot be undone at all: the verb is red. */
  danger?: boolean;
}

export interface PendingConfirm extends ConfirmOptions {
  answer: (yes: boolean) => void;
}

let pending: PendingConfirm | null = null;
const listeners = new Set<() => void>();

function change(next: PendingConfirm | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

export function currentConfirm(): PendingConfirm | null {
  return pending;
}

export function subscribeToConfirm(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a question lies over the page: Escape is an answer to it, and closes nothing beneath it. */
export const useIsAsked = (): boolean =>
  useSyncExternalStore(subscribeToConfirm, currentConfirm, currentConfirm) !== null;

/** A menu goes away with the item that was chosen: what opened the menu is where the focus comes back to. */
function leaveMenu(): void {
  const opener = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (opener) document.getElementById(opener)?.focus();
}

/**
 * Asks before something hard to undo and answers whether the person agreed. What can be undone is done at once, with
 * a toast that offers Undo, and never asked about. A second question takes the place of an open one, which then is a no.
 */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (pending?.answer === answer) change(null);
      resolve(yes);
    };
    leaveMenu();
    change({ ...options, answer });
  });
}

/** The same function as a hook. */
export function useConfirm(): typeof confirm {
  return confirm;
}
