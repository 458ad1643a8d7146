import { useCallback, useSyncExternalStore } from 'react';

/** Values by key that outlive the component that shows them, for as long as the page is open. Nothing is written down. */
export interface KeyedStore<Value> {
  read: (key: string) => Value;
  change: (key: string, to: (before: Value) => Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** @param empty what a key holds before it was changed; a value equal to it by reference takes no room */
export function keyedStore<Value>(empty: Value): KeyedStore<Value> {
  const values = new Map<string, Value>();
  const listeners = new Set<() => void>();
  const read = (key: string) => values.get(key) ?? empty;
  return {
    read,
    change(key, to) {
      const before = read(key);
      const after = to(before);
      if (after === before) return;
      if (after === empty) values.delete(key);
      else values.set(key, after);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useKeyed<Value>(store: KeyedStore<Value>, key: string): Value {
  const read = useCallback(() => store.read(key), [store, key]);
  return useSyncExternalStore(store.subscribe, read, read);
}
