import { useCallback, useState } from 'react';
import { nextCampaignId, type Review, reviewOnDesk } from './queue';

export interface Desk {
  /** Null only in an empty queue. */
  review: Review | null;
  /** The advertiser has sent in something else since the reviewer began to look. */
  isChanged: boolean;
  /** The reviewer has been told of the change and looks again. */
  lookAgain: () => void;
  /** Lays a campaign on the desk; null lays the first one. */
  lay: (campaignId: string | null) => void;
  /** Who comes after the one on the desk; null when there is no other. */
  next: () => string | null;
}

/** What lies on the reviewer's desk, and whether it is still what was looked at. */
export function useDesk(reviews: readonly Review[]): Desk {
  const [chosenId, setChosenId] = useState<string | null>(() => reviews[0]?.campaign.id ?? null);
  const [last, setLast] = useState<Review | null>(null);
  const [seenAt, setSeenAt] = useState<string | null>(null);
  const review = reviewOnDesk(reviews, chosenId, last);
  // Kept while rendering, so that no frame shows another review than the state says.
  if (review !== last) setLast(review);
  if (review && last?.campaign.id !== review.campaign.id) setSeenAt(review.submitted_at);
  if (review && chosenId !== review.campaign.id) setChosenId(review.campaign.id);
  return {
    review,
    isChanged: review !== null && seenAt !== null && review.submitted_at !== seenAt,
    lookAgain: useCallback(() => setSeenAt(review?.submitted_at ?? null), [review]),
    lay: setChosenId,
    next: useCallback(() => review && nextCampaignId(reviews, review.campaign.id), [review, reviews]),
  };
}
