import { useSyncExternalStore } from 'react';
import { storage } from './browser';

/** What this browser keeps under a key, as it changes here or in another tab; null without it. */
export function useStored(key: string): string | null {
  return useSyncExternalStore(storage.watch, () => storage.get(key));
}
