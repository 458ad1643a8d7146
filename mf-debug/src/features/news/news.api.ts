import type {
  IncidentCreditInput,
  IncidentCreditList,
  NewsInput,
  NewsPreview,
  NewsUpdate,
  OperatorNewsArticle,
  OperatorNewsList,
} from '@ezdash/contracts';
import { api, toApiError } from '@ezdash/store';

/** An article as somebody saw it: what is done to it holds for that version alone. */
export interface SeenArticle {
  id: string;
  version: number;
}

/** Somebody else was faster: there is a newer version, or none any more. */
export function isOutdated(error: unknown): boolean {
  const known = toApiError(error);
  return known?.code === 'CHANGED' || known?.status === 404;
}

const at = (id: string, what = '') => `/api/operator/news/${encodeURIComponent(id)}${what}`;

export const newsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugNews: build.query<OperatorNewsList, void>({
      query: () => '/api/operator/news',
      providesTags: ['OperatorNews'],
    }),
    debugNewsArticle: build.query<OperatorNewsArticle, string>({
      query: (id) => at(id),
      providesTags: ['OperatorNews'],
    }),
    debugCreateNews: build.mutation<OperatorNewsArticle, NewsInput>({
      query: (body) => ({ url: '/api/operator/news', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorNews']),
    }),
    // What was refused because of a newer version has to be read again, too.
    debugUpdateNews: build.mutation<OperatorNewsArticle, NewsUpdate & { id: string }>({
      query: ({ id, ...body }) => ({ url: at(id), method: 'PUT', body }),
      invalidatesTags: (_, error) => (error && !isOutdated(error) ? [] : ['OperatorNews']),
    }),
    debugPublishNews: build.mutation<OperatorNewsArticle, SeenArticle>({
      query: ({ id, version }) => ({ url: at(id, '/publish'), method: 'POST', body: { version } }),
      invalidatesTags: (_, error) => (error && !isOutdated(error) ? [] : ['OperatorNews']),
    }),
    debugWithdrawNews: build.mutation<OperatorNewsArticle, SeenArticle>({
      query: ({ id, version }) => ({ url: at(id, '/withdraw'), method: 'POST', body: { version } }),
      invalidatesTags: (_, error) => (error && !isOutdated(error) ? [] : ['OperatorNews']),
    }),
    debugDeleteNews: build.mutation<void, SeenArticle>({
      query: ({ id, version }) => ({ url: at(id), method: 'DELETE', params: { version } }),
      invalidatesTags: (_, error) => (error && !isOutdated(error) ? [] : ['OperatorNews']),
    }),
    debugIncidentCredits: build.query<IncidentCreditList, string>({
      query: (id) => at(id, '/credits'),
      providesTags: ['OperatorNews'],
    }),
    debugGiveIncidentCredit: build.mutation<IncidentCreditList, IncidentCreditInput & { id: string }>({
      query: ({ id, ...body }) => ({ url: at(id, '/credits'), method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorNews']),
    }),
    /** Changes nothing; a text is too long for an address. */
    debugNewsPreview: build.query<NewsPreview, string>({
      query: (body) => ({ url: '/api/operator/news/preview', method: 'POST', body: { body } }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useDebugNewsQuery,
  useDebugNewsArticleQuery,
  useDebugCreateNewsMutation,
  useDebugUpdateNewsMutation,
  useDebugPublishNewsMutation,
  useDebugWithdrawNewsMutation,
  useDebugDeleteNewsMutation,
  useDebugNewsPreviewQuery,
  useDebugIncidentCreditsQuery,
  useDebugGiveIncidentCreditMutation,
} = newsApi;
