import type { CreditLine, CreditLineInput, CreditLineList, DeadLetterList } from '@ezdash/contracts';
import { api, toApiError } from '@ezdash/store';

/** Also after a refusal: what was shown is not so any more. Not while a proof is asked for: then nothing was done. */
export const afterMoney = (_: unknown, error: unknown): 'OperatorMoney'[] =>
  toApiError(error)?.code === 'REAUTH_REQUIRED' ? [] : ['OperatorMoney'];

/** How often a page asks while nothing is told live. */
export const MONEY_POLL_MS = 30_000;

const moneyApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugCreditLines: build.query<CreditLineList, void>({
      query: () => '/api/operator/credit-lines',
      providesTags: ['OperatorMoney'],
    }),
    debugSaveCreditLine: build.mutation<CreditLine, CreditLineInput & { userId: string }>({
      query: ({ userId, ...body }) => ({
        url: `/api/operator/credit-lines/${encodeURIComponent(userId)}`,
        method: 'PUT',
        body,
      }),
      invalidatesTags: afterMoney,
    }),
    debugDeadLetters: build.query<DeadLetterList, void>({
      query: () => '/api/operator/dead-letters',
      providesTags: ['OperatorMoney'],
    }),
    debugReplayJob: build.mutation<unknown, { queue: string; id: string }>({
      query: ({ queue, id }) => ({
        url: `/api/operator/dead-letters/${encodeURIComponent(queue)}/${encodeURIComponent(id)}/replay`,
        method: 'POST',
        body: {},
      }),
      invalidatesTags: afterMoney,
    }),
  }),
});

export const {
  useDebugCreditLinesQuery,
  useDebugSaveCreditLineMutation,
  useDebugDeadLettersQuery,
  useDebugReplayJobMutation,
} = moneyApi;
