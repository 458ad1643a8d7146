import type { PropertyVerification } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const ofProperty = (id: string) => `/api/properties/${encodeURIComponent(id)}/verification`;

export const verificationApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    publisherVerification: build.query<PropertyVerification, string>({
      query: (id) => ofProperty(id),
      // The network says that a property has changed when it has looked, too.
      providesTags: (_, __, id) => [{ type: 'Property', id }],
    }),
    publisherVerify: build.mutation<PropertyVerification, string>({
      query: (id) => ({ url: ofProperty(id), method: 'POST', body: {} }),
      invalidatesTags: (_, error) => (error ? [] : ['Property', 'PublisherDashboard']),
    }),
  }),
});

export const { usePublisherVerificationQuery, usePublisherVerifyMutation } = verificationApi;
