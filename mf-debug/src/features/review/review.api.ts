import type { ReviewDecision, ReviewLanding, ReviewQueue } from '@ezdash/contracts';
import { api, toApiError } from '@ezdash/store';

/** The queue is read again this often while it is looked at: others decide too. */
export const QUEUE_POLL_MS = 15_000;

export interface DecisionRequest {
  campaignId: string;
  /** From the queue: the decision holds for what the reviewer has seen, and for nothing sent in later. */
  submittedAt: string;
  decision: ReviewDecision;
}

/** The advertiser has sent in something else meanwhile: the campaign waits on, changed. */
export const isChanged = (error: unknown): boolean => toApiError(error)?.code === 'CHANGED';

/** The campaign is no longer in the queue: somebody else was faster, or it was withdrawn. */
export function hasLeft(error: unknown): boolean {
  const status = toApiError(error)?.status;
  return (status === 404 || status === 409) && !isChanged(error);
}

export const reviewApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugReviews: build.query<ReviewQueue, void>({
      query: () => '/api/operator/reviews',
      providesTags: ['Review'],
    }),
    debugCheckLanding: build.mutation<ReviewLanding, string>({
      query: (campaignId) => ({
        url: `/api/operator/reviews/${encodeURIComponent(campaignId)}/landing-check`,
        method: 'POST',
      }),
      onQueryStarted: async (campaignId, { dispatch, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled;
          dispatch(
            reviewApi.util.updateQueryData('debugReviews', undefined, (queue) => {
              for (const review of queue.reviews)
                if (review.campaign.id === campaignId) review.landing = data.landing;
            }),
          );
        } catch {
          // The desk says that nothing is known.
        }
      },
    }),
    debugDecide: build.mutation<unknown, DecisionRequest>({
      query: ({ campaignId, submittedAt, decision }) => ({
        url: `/api/operator/reviews/${encodeURIComponent(campaignId)}`,
        method: 'POST',
        params: { submitted_at: submittedAt },
        body: decision,
      }),
      // A refused decision may mean that the queue is not what it was.
      invalidatesTags: (_, error) => (error && !hasLeft(error) && !isChanged(error) ? [] : ['Review']),
      onQueryStarted: async ({ campaignId }, { dispatch, queryFulfilled }) => {
        const leave = () =>
          dispatch(
            reviewApi.util.updateQueryData('debugReviews', undefined, (queue) => {
              const before = queue.reviews.length;
              queue.reviews = queue.reviews.filter((review) => review.campaign.id !== campaignId);
              if (queue.waiting !== undefined) queue.waiting -= before - queue.reviews.length;
            }),
          );
        try {
          await queryFulfilled;
          leave();
        } catch (rejected) {
          if (hasLeft((rejected as { error?: unknown }).error)) leave();
        }
      },
    }),
  }),
});

export const { useDebugReviewsQuery, useDebugCheckLandingMutation, useDebugDecideMutation } = reviewApi;
