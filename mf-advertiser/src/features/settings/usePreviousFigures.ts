import type { Campaign, DateRange, DeliveryFigures } from '@ezdash/contracts';
import { dayCount, daysBefore, daysUpTo } from '@ezdash/ui';
import { useAdvertiserCampaignQuery } from '../campaigns/campaigns.api';

/**
 * The campaign's figures of as many days before, or null when they say nothing: it has to have delivered by the first
 * of those days. One that began among them had fewer, and a comparison would flatter. (The dashboards go by the same
 * rule.) These days are over: they are asked once, not with every refresh of the page.
 */
export function usePreviousFigures({ id, created_at }: Campaign, range: DateRange): DeliveryFigures | null {
  const before = daysBefore(range);
  const wasMade = created_at.slice(0, 10) <= before.from;
  const earlier = { id, ...daysUpTo(before.from, dayCount(range)) };
  const start = useAdvertiserCampaignQuery(earlier, { skip: !wasMade });
  const wasAtWork = wasMade && (start.currentData?.figures.impressions ?? 0) > 0;
  const previous = useAdvertiserCampaignQuery({ id, ...before }, { skip: !wasAtWork });
  return (wasAtWork && previous.currentData?.figures) || null;
}
