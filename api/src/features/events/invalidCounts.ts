import { INVALID_REASONS } from '@ezdash/contracts';
import type { Judged } from './judge';

/** How many events of a batch do not count, by code of INVALID_REASONS. */
export function invalidCounts({
  events,
  discarded,
}: Pick<Judged, 'events' | 'discarded'>): Map<number, number> {
  const counts = new Map<number, number>();
  const add = (reason: number) => counts.set(reason, (counts.get(reason) ?? 0) + 1);
  for (const { verdict } of events) if (verdict !== INVALID_REASONS.counted) add(verdict);
  for (const { reason } of discarded) add(reason);
  return counts;
}
