import type {
  AdReviewList,
  AdReviewSort,
  BlockAnswer,
  BlockInput,
  DateRange,
  PropertyBlocks,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** What of the ads that ran is asked for; what is left out narrows nothing. */
export interface AdsRequest extends DateRange {
  /** Of one property; else of all. */
  property?: string | undefined;
  zone?: string;
  advertiser?: string;
  category?: string;
  blocked?: 'yes' | 'no';
  sort: AdReviewSort;
}

export const adReviewApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    publisherAds: build.infiniteQuery<AdReviewList, AdsRequest, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/api/publisher/ads',
        params: { ...queryArg, cursor: pageParam ?? undefined },
      }),
      providesTags: ['Property'],
    }),
    publisherBlocks: build.query<PropertyBlocks, string>({
      query: (id) => `/api/properties/${encodeURIComponent(id)}/blocks`,
      providesTags: ['Property'],
    }),
    publisherBlock: build.mutation<BlockAnswer, BlockInput>({
      query: (body) => ({ url: '/api/property-blocks', method: 'POST', body }),
      invalidatesTags: ['Property'],
    }),
    publisherUnblock: build.mutation<BlockAnswer, BlockInput>({
      query: (body) => ({ url: '/api/property-blocks/remove', method: 'POST', body }),
      invalidatesTags: ['Property'],
    }),
  }),
});

export const {
  usePublisherAdsInfiniteQuery,
  usePublisherBlocksQuery,
  usePublisherBlockMutation,
  usePublisherUnblockMutation,
} = adReviewApi;
