import type {
  ConversionGoal,
  ConversionGoalInput,
  ConversionGoalKey,
  ConversionGoalList,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

const goalsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    advertiserGoals: build.query<ConversionGoalList, void>({
      query: () => '/api/conversion-goals',
      providesTags: ['ConversionGoal'],
    }),
    /** Asked for by a button alone: the server notes that it was shown. */
    advertiserGoalKey: build.query<ConversionGoalKey, string>({
      query: (id) => `/api/conversion-goals/${encodeURIComponent(id)}/key`,
      keepUnusedDataFor: 0,
    }),
    advertiserCreateGoal: build.mutation<ConversionGoal, ConversionGoalInput>({
      query: (body) => ({ url: '/api/conversion-goals', method: 'POST', body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['ConversionGoal']),
    }),
  }),
});

export const { useAdvertiserGoalsQuery, useLazyAdvertiserGoalKeyQuery, useAdvertiserCreateGoalMutation } =
  goalsApi;
