import type {
  ConversionGoal,
  ConversionGoalInput,
  ConversionGoalKey,
  ConversionGoalUpdate,
  MadeOutgoingPostback,
  OutgoingPostback,
  OutgoingPostbackInput,
  OutgoingPostbackList,
  OutgoingPostbackUpdate,
  OutgoingSecret,
  PostbackCall,
  PostbackCallList,
  PostbackCallQuery,
  PostbackLog,
  PostbackLogQuery,
  PostbackTest,
  PostbackTestInput,
  SendAgainInput,
  SentAgain,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

const goalAt = (id: string) => `/api/conversion-goals/${encodeURIComponent(id)}`;
const outgoingAt = (id: string) => `/api/postbacks/outgoing/${encodeURIComponent(id)}`;
const unlessRefused =
  <Tag>(tags: Tag[]) =>
  (_answer: unknown, error: unknown) =>
    error ? [] : tags;

const postbacksApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    postbacksCreateGoal: build.mutation<ConversionGoal, ConversionGoalInput>({
      query: (body) => ({ url: '/api/conversion-goals', method: 'POST', body }),
      invalidatesTags: unlessRefused(['ConversionGoal' as const]),
    }),
    postbacksUpdateGoal: build.mutation<ConversionGoal, { id: string; changes: ConversionGoalUpdate }>({
      query: ({ id, changes }) => ({ url: goalAt(id), method: 'PATCH', body: changes }),
      invalidatesTags: unlessRefused(['ConversionGoal' as const]),
    }),
    /** Of a goal that was just made: its key is shown this once. */
    postbacksFirstKey: build.mutation<ConversionGoalKey, string>({
      query: (id) => `${goalAt(id)}/key`,
    }),
    postbacksRenewKey: build.mutation<ConversionGoalKey, { id: string; overlap_hours: number }>({
      query: ({ id, overlap_hours }) => ({
        url: `${goalAt(id)}/key`,
        method: 'POST',
        body: { overlap_hours },
      }),
      invalidatesTags: unlessRefused(['ConversionGoal' as const]),
    }),
    postbacksTestGoal: build.mutation<PostbackTest, { id: string; input: PostbackTestInput }>({
      query: ({ id, input }) => ({ url: `${goalAt(id)}/test`, method: 'POST', body: input }),
      invalidatesTags: unlessRefused(['Postback' as const]),
    }),
    postbacksLog: build.query<PostbackLog, PostbackLogQuery>({
      query: (params) => ({ url: '/api/postbacks/log', params }),
      providesTags: ['Postback'],
    }),
    postbacksOutgoing: build.query<OutgoingPostbackList, void>({
      query: () => '/api/postbacks/outgoing',
      providesTags: ['Postback'],
    }),
    postbacksCreateOutgoing: build.mutation<MadeOutgoingPostback, OutgoingPostbackInput>({
      query: (body) => ({ url: '/api/postbacks/outgoing', method: 'POST', body }),
      invalidatesTags: unlessRefused(['Postback' as const]),
    }),
    postbacksUpdateOutgoing: build.mutation<
      OutgoingPostback,
      { id: string; changes: OutgoingPostbackUpdate }
    >({
      query: ({ id, changes }) => ({ url: outgoingAt(id), method: 'PATCH', body: changes }),
      invalidatesTags: unlessRefused(['Postback' as const]),
    }),
    postbacksRemoveOutgoing: build.mutation<void, string>({
      query: (id) => ({ url: outgoingAt(id), method: 'DELETE' }),
      invalidatesTags: unlessRefused(['Postback' as const]),
    }),
    postbacksRenewSecret: build.mutation<OutgoingSecret, string>({
      query: (id) => ({ url: `${outgoingAt(id)}/secret`, method: 'POST', body: {} }),
    }),
    postbacksCalls: build.query<PostbackCallList, PostbackCallQuery>({
      query: (params) => ({ url: '/api/postbacks/calls', params }),
      providesTags: ['Postback'],
    }),
    postbacksSendAgain: build.mutation<PostbackCall, string>({
      query: (id) => ({
        url: `/api/postbacks/calls/${encodeURIComponent(id)}/send-again`,
        method: 'POST',
        body: {},
      }),
      invalidatesTags: ['Postback'],
    }),
    postbacksSendAllAgain: build.mutation<SentAgain, SendAgainInput>({
      query: (body) => ({ url: '/api/postbacks/calls/send-again', method: 'POST', body }),
      invalidatesTags: ['Postback'],
    }),
  }),
});

export const {
  usePostbacksCreateGoalMutation,
  usePostbacksUpdateGoalMutation,
  usePostbacksFirstKeyMutation,
  usePostbacksRenewKeyMutation,
  usePostbacksTestGoalMutation,
  usePostbacksLogQuery,
  usePostbacksOutgoingQuery,
  usePostbacksCreateOutgoingMutation,
  usePostbacksUpdateOutgoingMutation,
  usePostbacksRemoveOutgoingMutation,
  usePostbacksRenewSecretMutation,
  usePostbacksCallsQuery,
  usePostbacksSendAgainMutation,
  usePostbacksSendAllAgainMutation,
} = postbacksApi;
