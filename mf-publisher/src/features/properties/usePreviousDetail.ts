import type { Property, PropertyDetail } from '@ezdash/contracts';
import { dayCount, daysBefore, daysUpTo } from '@ezdash/ui';
import { type PropertyRequest, usePublisherPropertyQuery } from './properties.api';

/**
 * The property with its figures of as many days before, or null when they say nothing: its tags have to have asked by
 * the first of those days. One that began among them had fewer, and a comparison would flatter. (The dashboards go by
 * the same rule.) These days are over: they are asked once, not with every refresh of the page.
 */
export function usePreviousDetail(
  { created_at }: Property,
  { id, ...range }: PropertyRequest,
): PropertyDetail | null {
  const before = daysBefore(range);
  const wasMade = created_at.slice(0, 10) <= before.from;
  const earlier = { id, ...daysUpTo(before.from, dayCount(range)) };
  const start = usePublisherPropertyQuery(earlier, { skip: !wasMade });
  const wasAtWork = wasMade && (start.currentData?.property.figures.requests ?? 0) > 0;
  const previous = usePublisherPropertyQuery({ id, ...before }, { skip: !wasAtWork });
  return (wasAtWork && previous.currentData) || null;
}
