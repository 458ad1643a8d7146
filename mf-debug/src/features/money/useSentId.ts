import { useCallback, useRef } from 'react';
import { newId } from './newId';

/**
 * The id of what is sent, one for as long as its content stays the same: pressed again after a lost answer, the same id
 * goes out and it is done once. `done` after an answer: the same content then means another one.
 */
export function useSentId() {
  const sent = useRef<{ id: string; content: string }>(null);
  const idFor = useCallback((content: unknown): string => {
    const text = JSON.stringify(content);
    if (sent.current?.content !== text) sent.current = { id: newId(), content: text };
    return sent.current.id;
  }, []);
  const done = useCallback(() => {
    sent.current = null;
  }, []);
  return { idFor, done };
}
