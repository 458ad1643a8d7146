import type { AdsTxtCheck, AdsTxtList, PublisherSeller, PublisherSellerInput } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const ofProperty = (id: string) => `/api/properties/${encodeURIComponent(id)}/ads-txt`;

export const adsTxtApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    publisherAdsTxt: build.query<AdsTxtCheck, string>({
      query: (id) => ofProperty(id),
      providesTags: (_, __, id) => [{ type: 'AdsTxt', id }],
    }),
    publisherAdsTxtList: build.query<AdsTxtList, void>({
      query: () => '/api/publisher/ads-txt',
      // Properties that are added or put away come and go here too.
      providesTags: ['AdsTxt', 'Property'],
    }),
    publisherCheckAdsTxt: build.mutation<AdsTxtCheck, string>({
      query: (id) => ({ url: `${ofProperty(id)}/check`, method: 'POST', body: {} }),
      invalidatesTags: (_, error) => (error ? [] : ['AdsTxt']),
    }),
    publisherSeller: build.query<PublisherSeller, void>({
      query: () => '/api/publisher/seller',
      providesTags: [{ type: 'AdsTxt', id: 'seller' }, 'Property', 'Session'],
    }),
    publisherSetSeller: build.mutation<PublisherSeller, PublisherSellerInput>({
      query: (body) => ({ url: '/api/publisher/seller', method: 'PUT', body }),
      invalidatesTags: (_, error) => (error ? [] : [{ type: 'AdsTxt', id: 'seller' }]),
    }),
  }),
});

export const {
  usePublisherAdsTxtQuery,
  usePublisherAdsTxtListQuery,
  usePublisherCheckAdsTxtMutation,
  usePublisherSellerQuery,
  usePublisherSetSellerMutation,
} = adsTxtApi;
