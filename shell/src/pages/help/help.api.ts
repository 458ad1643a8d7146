import type {
  ConversationInput,
  ConversationThread,
  HelpArticle,
  HelpList,
  Message,
  MessageInput,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** Without a connection the open conversation is asked for this often. */
export const CONVERSATION_POLL_MS = 10_000;
/** The list tells less, and less urgently. */
export const LIST_POLL_MS = 30_000;

interface ArticlesQuestion {
  /** Words to look for; without them all articles. */
  q?: string;
  /** A path of the app: its articles come first. */
  for?: string;
  locale: string;
}

interface MessageRequest {
  conversationId: string;
  input: MessageInput;
}

const of = (id: string) => `/api/support/conversations/${encodeURIComponent(id)}`;

const helpApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    shellHelpArticles: build.query<HelpList, ArticlesQuestion>({
      query: (params) => ({ url: '/api/help/articles', params }),
      providesTags: ['HelpArticle'],
    }),
    shellHelpArticle: build.query<HelpArticle, { slug: string; locale: string }>({
      query: ({ slug, locale }) => ({
        url: `/api/help/articles/${encodeURIComponent(slug)}`,
        params: { locale },
      }),
      providesTags: ['HelpArticle'],
    }),
    shellConversation: build.query<ConversationThread, string>({
      query: of,
      providesTags: ['Conversation'],
    }),
    shellEarlierMessages: build.query<ConversationThread, { id: string; before: string }>({
      query: ({ id, before }) => ({ url: of(id), params: { before } }),
    }),
    /** Sent twice under one `client_id`, it stands once. */
    shellOpenConversation: build.mutation<ConversationThread, ConversationInput>({
      query: (body) => ({ url: '/api/support/conversations', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Conversation']),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => keepThread(dispatch as Dispatch, data),
          () => {},
        ),
    }),
    shellSendMessage: build.mutation<Message, MessageRequest>({
      query: ({ conversationId, input }) => ({
        url: `${of(conversationId)}/messages`,
        method: 'POST',
        body: input,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['Conversation']),
    }),
    shellReadConversation: build.mutation<unknown, { conversationId: string; messageId: string }>({
      query: ({ conversationId, messageId }) => ({
        url: `${of(conversationId)}/read`,
        method: 'POST',
        body: { message_id: messageId },
        quiet: true,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['Conversation']),
    }),
    shellAskPerson: build.mutation<ConversationThread, string>({
      query: (id) => ({ url: `${of(id)}/ask-person`, method: 'POST' }),
      invalidatesTags: (_, error) => (error ? [] : ['Conversation']),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => keepThread(dispatch as Dispatch, data),
          () => {},
        ),
    }),
    shellSolveConversation: build.mutation<ConversationThread, string>({
      query: (id) => ({ url: `${of(id)}/solve`, method: 'POST' }),
      invalidatesTags: (_, error) => (error ? [] : ['Conversation']),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => keepThread(dispatch as Dispatch, data),
          () => {},
        ),
    }),
  }),
});

type Dispatch = (action: unknown) => unknown;

/** What a change answers is the conversation as it is now. */
function keepThread(dispatch: Dispatch, thread: ConversationThread): void {
  dispatch(
    helpApi.util.upsertQueryEntries([
      { endpointName: 'shellConversation', arg: thread.conversation.id, value: thread },
    ]),
  );
}

export const {
  useShellHelpArticlesQuery,
  useShellHelpArticleQuery,
  useShellConversationQuery,
  useLazyShellEarlierMessagesQuery,
  useShellOpenConversationMutation,
  useShellSendMessageMutation,
  useShellReadConversationMutation,
  useShellAskPersonMutation,
  useShellSolveConversationMutation,
} = helpApi;
