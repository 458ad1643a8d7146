/** How long a toast stays, unless the pointer or the focus is on it. */
export const TOAST_MS = 5_000;
/** More than these at once are noise: the oldest goes; those that stay are not counted. */
const MOST_TOASTS = 3;

export interface ToastOptions {
  /** What happened, as a sentence without a full stop: "Bid of “Winter shells” is now $3.85". */
  text: string;
  /** Takes it back. The toast closes when it is pressed. */
  undo?: () => void;
  /** Something to do about it instead; such a toast stays until that, or until it is put away. */
  action?: { label: string; onPress: () => void };
  /**
   * It goes on: `busy`, until whoever raised it takes it away; `problem`, what the action of a toast came to when it
   * failed, until it is put away. Nothing else that fails is told here: it stands where it happened.
   */
  stays?: 'busy' | 'problem';
}

export interface ToastEntry extends ToastOptions {
  id: number;
}

/** Whether it goes by itself. */
export const isPassing = ({ action, stays }: ToastOptions): boolean => !action && !stays;

let entries: readonly ToastEntry[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/** The toasts on screen, oldest first. The list is replaced, never changed in place. */
export function currentToasts(): readonly ToastEntry[] {
  return entries;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Says that something out of sight succeeded. Errors are never toasts, but for those of a toast's own action: they stand
 * where they happened.
 * @returns takes the toast away early: its Undo must not outlive what it would undo
 */
export function toast(options: ToastOptions): () => void {
  const id = nextId;
  nextId += 1;
  const passing = entries.filter(isPassing);
  const tooMany = new Set(
    isPassing(options) ? passing.slice(0, Math.max(0, passing.length + 1 - MOST_TOASTS)) : [],
  );
  change([...entries.filter((entry) => !tooMany.has(entry)), { ...options, id }]);
  return () => dismissToast(id);
}

export function dismissToast(id: number): void {
  if (entries.some((entry) => entry.id === id)) change(entries.filter((entry) => entry.id !== id));
}

/** Takes all of them away, and what they offer to undo: another page of another person begins. */
export function dismissToasts(): void {
  if (entries.length > 0) change([]);
}

/** The same function as a hook, for components that take what they call from hooks. */
export function useToast(): typeof toast {
  return toast;
}
