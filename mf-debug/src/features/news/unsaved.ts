import { useEffect } from 'react';
import type { ArticleValues } from './articleValues';

/** Words that were not saved, and the version they were written on. */
export interface Unsaved {
  values: ArticleValues;
  version: number;
}

/** Of this tab, until it is closed: whoever looks something up elsewhere in the app finds their words again. */
const kept = new Map<string, Unsaved>();

export const unsavedOf = (id: string): Unsaved | undefined => kept.get(id);

export function forgetUnsaved(id: string): void {
  kept.delete(id);
}

/** Keeps what is written, and asks before the tab is closed on it. */
export function useUnsaved(id: string, isDirty: boolean, values: ArticleValues, version: number): void {
  useEffect(() => {
    if (isDirty) kept.set(id, { values, version });
    else kept.delete(id);
  }, [id, isDirty, values, version]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
