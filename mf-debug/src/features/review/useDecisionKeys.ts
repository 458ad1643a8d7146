import { useEffect } from 'react';

export interface DecisionKeys {
  a: () => void;
  r: () => void;
  s: () => void;
}

/** Someone who writes, or is asked something, presses letters for another reason. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="dialog"], [role="menu"], textarea, select'))
    return true;
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio';
}

/** The letters A, R and S decide while `enabled`; held keys and combinations do not. */
export function useDecisionKeys(keys: DecisionKeys, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
      if (event.defaultPrevented || isElsewhere(event.target)) return;
      const act = keys[event.key.toLowerCase() as keyof DecisionKeys];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [keys, enabled]);
}
