import type { Clock } from '../../platform/clock';

/**
 * Answers from memory for so long, then reads again. Everyone who asks meanwhile waits for the one reading; a failed
 * one is not kept.
 */
export function keepFor<T>(milliseconds: number, clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; answer: Promise<T> } | null = null;
  return () => {
    const nowMs = clock.nowMs();
    if (kept && nowMs < kept.until) return kept.answer;
    const answer = read();
    const entry = { until: nowMs + milliseconds, answer };
    kept = entry;
    answer.catch(() => {
      if (kept === entry) kept = null;
    });
    return answer;
  };
}
