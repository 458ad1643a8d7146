import type { OperatorPropertyQueue, PropertyDecision } from '@ezdash/contracts';
import { api } from '@ezdash/store';
import { hasLeft } from './review.api';

export interface PropertyDecisionRequest {
  id: string;
  decision: PropertyDecision;
}

const propertiesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugProperties: build.query<OperatorPropertyQueue, void>({
      query: () => '/api/operator/properties',
      providesTags: ['OperatorProperty'],
    }),
    debugDecideProperty: build.mutation<unknown, PropertyDecisionRequest>({
      query: ({ id, decision }) => ({
        url: `/api/operator/properties/${encodeURIComponent(id)}`,
        method: 'POST',
        body: decision,
      }),
      invalidatesTags: (_, error) => (error && !hasLeft(error) ? [] : ['OperatorProperty', 'Console']),
    }),
  }),
});

export const { useDebugPropertiesQuery, useDebugDecidePropertyMutation } = propertiesApi;
