import type { ReviewQueue } from '@ezdash/contracts';

export type Review = ReviewQueue['reviews'][number];

/**
 * The review on the desk. Once chosen it stays, also when a refresh takes it out of the queue: another one must never
 * slip under a key that is being pressed. Deciding on one that has left is refused by the server, which says why.
 */
export function reviewOnDesk(
  reviews: readonly Review[],
  campaignId: string | null,
  last: Review | null,
): Review | null {
  const chosen = reviews.find((review) => review.campaign.id === campaignId);
  if (chosen) return chosen;
  return last && last.campaign.id === campaignId ? last : (reviews[0] ?? null);
}

/** Who comes after: the next in the queue, from the last one the first; null when there is no other. */
export function nextCampaignId(reviews: readonly Review[], campaignId: string): string | null {
  const at = reviews.findIndex((review) => review.campaign.id === campaignId);
  const next = reviews[(at + 1) % reviews.length]?.campaign.id ?? null;
  return next === campaignId ? null : next;
}

const MINUTE_MS = 60_000;

/** A span in whole units; `key` says which to name: "3 h 12 m", "1 d". */
export interface Span {
  key: 'days' | 'wholeDays' | 'hours' | 'wholeHours' | 'minutes';
  days: number;
  hours: number;
  minutes: number;
}

/** The two largest units that matter, rounded down; a negative span counts as none. */
export function durationOf(spanMs: number): Span {
  const all = Math.max(0, Math.floor(spanMs / MINUTE_MS));
  const parts = { days: Math.floor(all / 1_440), hours: Math.floor((all % 1_440) / 60), minutes: all % 60 };
  if (parts.days > 0) return { key: parts.hours > 0 ? 'days' : 'wholeDays', ...parts };
  if (parts.hours > 0) return { key: parts.minutes > 0 ? 'hours' : 'wholeHours', ...parts };
  return { key: 'minutes', ...parts };
}
