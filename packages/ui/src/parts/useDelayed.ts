import { useEffect, useState } from 'react';

/** What is there within this time needs no skeleton: it would only flash. */
export const SKELETON_DELAY_MS = 150;

/** False at first, true once `delayMs` have passed. */
export function useDelayed(delayMs = SKELETON_DELAY_MS): boolean {
  const [passed, setPassed] = useState(delayMs <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return passed;
}
