import type { NewsArticle, NewsPage } from '@ezdash/contracts';
import { api } from '@ezdash/store';
import type { NewsFilter } from '@ezdash/ui/news';

const PAGE_LENGTH = 20;

export const newsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Pinned ones first, then the newest; further pages are older ones. */
    publisherNews: build.infiniteQuery<NewsPage, NewsFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: { category, unreadOnly }, pageParam }) => ({
        url: '/api/news',
        params: {
          category: category ?? undefined,
          unread: unreadOnly ? '1' : undefined,
          before: pageParam ?? undefined,
          limit: PAGE_LENGTH,
        },
      }),
      providesTags: ['News'],
    }),
    publisherNewsArticle: build.query<NewsArticle, string>({
      query: (id) => `/api/news/${encodeURIComponent(id)}`,
      providesTags: ['News'],
    }),
    publisherReadNews: build.mutation<{ unread: number }, string>({
      query: (id) => ({ url: `/api/news/${encodeURIComponent(id)}/read`, method: 'POST', body: {} }),
      invalidatesTags: (_, error) => (error ? [] : ['News']),
    }),
    publisherReadAllNews: build.mutation<{ unread: number }, void>({
      query: () => ({ url: '/api/news/read-all', method: 'POST', body: {} }),
      invalidatesTags: (_, error) => (error ? [] : ['News']),
    }),
  }),
});

export const {
  usePublisherNewsInfiniteQuery,
  usePublisherNewsArticleQuery,
  usePublisherReadNewsMutation,
  usePublisherReadAllNewsMutation,
} = newsApi;
