import type {
  ConversationState,
  Message,
  MessageInput,
  OperatorConversationList,
  OperatorConversationThread,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** Without a connection the queue and the open conversation are asked for this often. */
export const SUPPORT_POLL_MS = 10_000;

const PATH = '/api/operator/conversations';
const of = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
export const uploadUrl = (id: string, name: string) =>
  `${of(id)}/attachments?name=${encodeURIComponent(name)}`;

interface QueueQuestion {
  state: ConversationState;
  q?: string;
}

type Dispatch = (action: unknown) => unknown;

const supportApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugConversations: build.query<OperatorConversationList, QueueQuestion>({
      query: (params) => ({ url: PATH, params }),
      providesTags: ['OperatorConversation'],
    }),
    debugConversation: build.query<OperatorConversationThread, string>({
      query: of,
      providesTags: ['OperatorConversation'],
    }),
    debugEarlierMessages: build.query<OperatorConversationThread, { id: string; before: string }>({
      query: ({ id, before }) => ({ url: of(id), params: { before } }),
    }),
    /** Sent twice under one `client_id`, it stands once. */
    debugAnswer: build.mutation<Message, { conversationId: string; input: MessageInput }>({
      query: ({ conversationId, input }) => ({
        url: `${of(conversationId)}/messages`,
        method: 'POST',
        body: input,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorConversation']),
    }),
    debugReadConversation: build.mutation<unknown, { conversationId: string; messageId: string }>({
      query: ({ conversationId, messageId }) => ({
        url: `${of(conversationId)}/read`,
        method: 'POST',
        body: { message_id: messageId },
        quiet: true,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorConversation']),
    }),
    debugConversationState: build.mutation<
      OperatorConversationThread,
      { conversationId: string; state: ConversationState }
    >({
      query: ({ conversationId, state }) => ({
        url: `${of(conversationId)}/state`,
        method: 'POST',
        body: { state },
      }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorConversation']),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => keepThread(dispatch as Dispatch, data),
          () => {},
        ),
    }),
  }),
});

/** What a change answers is the conversation as it is now. */
function keepThread(dispatch: Dispatch, thread: OperatorConversationThread): void {
  dispatch(
    supportApi.util.upsertQueryEntries([
      { endpointName: 'debugConversation', arg: thread.conversation.id, value: thread },
    ]),
  );
}

export const {
  useDebugConversationsQuery,
  useDebugConversationQuery,
  useLazyDebugEarlierMessagesQuery,
  useDebugAnswerMutation,
  useDebugReadConversationMutation,
  useDebugConversationStateMutation,
} = supportApi;
