import type { ConversationState, ConversationThread } from '@ezdash/contracts';
import { toApiError, useSession } from '@ezdash/store';
import { BlockSkeleton, Button, ErrorState, Notice, usePageTitle } from '@ezdash/ui';
import {
  Composer,
  ConversationFrame,
  ConversationStatus,
  giveBack,
  Presence,
  type Send,
  sendProblemOf,
  Thread,
  useDraft,
  useEarlier,
  useOnline,
  useOutbox,
  useSeen,
} from '@ezdash/ui/conversation';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CONVERSATION_POLL_MS,
  useLazyShellEarlierMessagesQuery,
  useShellAskPersonMutation,
  useShellConversationQuery,
  useShellReadConversationMutation,
  useShellSendMessageMutation,
  useShellSolveConversationMutation,
} from './help.api';
import styles from './help.module.css';
import { type ConversationLive, useConversationLive } from './useConversationLive';
import { HELP_PATH } from './useHelpPlace';
import { useUpload } from './useUpload';
import { useWaitText } from './useWaitText';

const BONES_PX = 420;

function useSend(conversationId: string): Send {
  const [send] = useShellSendMessageMutation();
  return useCallback<Send>(
    async (input) => {
      const answer = await send({ conversationId, input });
      const error = toApiError(answer.error);
      if (error) return { problem: sendProblemOf(error) };
      return answer.data ? { message: answer.data } : { problem: { kind: 'failed', message: '' } };
    },
    [conversationId, send],
  );
}

/** What can be done with the whole conversation, and what came of it. */
function useActions(id: string) {
  const [ask, asking] = useShellAskPersonMutation();
  const [solve, solving] = useShellSolveConversationMutation();
  const failure = toApiError(asking.error) ?? toApiError(solving.error);
  return {
    ask: () => void ask(id),
    asking: asking.isLoading,
    solve: () => void solve(id),
    solving: solving.isLoading,
    failure,
    again: () => void (asking.error ? ask(id) : solve(id)),
  };
}

function Tail({ thread, waitMinutes }: { thread: ConversationThread; waitMinutes: number | null }) {
  const { t } = useTranslation('shell');
  const wait = useWaitText()(waitMinutes);
  const { conversation, messages } = thread;
  const answered = messages.some(({ from }) => from === 'support');
  if (conversation.state !== 'open' || answered) return null;
  return (
    <>
      {t('help.personAsked')} {wait}
    </>
  );
}

type Actions = ReturnType<typeof useActions>;

/** What was wished for and not done. */
function Refusal({ actions: { failure, again } }: { actions: Actions }) {
  const { t } = useTranslation('shell');
  if (!failure) return null;
  return (
    <div className={styles.paneNotice}>
      <Notice
        tone="bad"
        title={t('help.notChanged')}
        action={
          <Button variant="default" size="compact-sm" onClick={again}>
            {t('ui:error.retry')}
          </Button>
        }
      >
        {failure.message}{' '}
        {failure.requestId ? (
          <>
            {t('ui:error.request')} <span className="ez-mono">{failure.requestId}</span>
          </>
        ) : null}
      </Notice>
    </div>
  );
}

function Aside({ actions, state }: { actions: Actions; state: ConversationState }) {
  const { t } = useTranslation('shell');
  return (
    <>
      {state === 'solved' ? null : (
        <Button variant="subtle" size="compact-sm" loading={actions.solving} onClick={actions.solve}>
          {t('help.solve')}
        </Button>
      )}
      <ConversationStatus state={state} side="customer" />
    </>
  );
}

interface OpenConversationProps {
  id: string;
  thread: ConversationThread;
  live: ConversationLive;
  /** It could not be fetched again; what is shown may be old. */
  stale: boolean;
  waitMinutes: number | null;
}

function OpenConversation({ id, thread, live, stale, waitMinutes }: OpenConversationProps) {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const online = useOnline();
  const { conversation } = thread;
  const [loadEarlier] = useLazyShellEarlierMessagesQuery();
  const { messages, earlier } = useEarlier(thread, (before) => loadEarlier({ id, before }).unwrap());
  const key = `${user?.id ?? ''}:${id}`;
  const draft = useDraft(key, useUpload());
  const outbox = useOutbox({ key, side: 'customer', messages, send: useSend(id) });
  const [markRead] = useShellReadConversationMutation();
  const onSeen = useSeen({
    side: 'customer',
    messages,
    readBy: conversation.read_by,
    tell: (messageId) => markRead({ conversationId: id, messageId }).unwrap(),
  });
  const actions = useActions(id);
  const newest = messages.at(-1);
  const { stopTyping } = live;
  useEffect(() => {
    if (newest?.from === 'support') stopTyping();
  }, [newest, stopTyping]);
  const isSolved = conversation.state === 'solved';
  const writer = live.here[0] ?? conversation.agent ?? t('help.support');
  const note = online ? undefined : t('help.offline');
  return (
    <ConversationFrame
      title={conversation.subject}
      back={{ href: HELP_PATH, label: t('page.help') }}
      hint={<Presence names={live.here} />}
      aside={<Aside actions={actions} state={conversation.state} />}
    >
      <Refusal actions={actions} />
      {stale && online ? <p className={styles.stale}>{t('help.stale')}</p> : null}
      <Thread
        side="customer"
        messages={messages}
        earlier={earlier}
        unsent={outbox.unsent}
        readBy={conversation.read_by}
        typing={live.isTyping ? [writer] : []}
        onSeen={onSeen}
        onRetry={outbox.retry}
        onDiscard={outbox.discard}
        onEdit={({ clientId, body }) => {
          outbox.discard(clientId);
          giveBack(key, body);
        }}
        somethingElse={
          conversation.state === 'waiting' && newest?.from === 'diagnosis'
            ? { onAsk: actions.ask, asking: actions.asking }
            : null
        }
        tail={<Tail thread={thread} waitMinutes={waitMinutes} />}
      />
      <Composer
        draft={draft}
        onSend={outbox.send}
        onTyping={live.sayTyping}
        placeholder={isSolved ? t('help.writeReopens') : undefined}
        note={note}
      />
    </ConversationFrame>
  );
}

interface ConversationPaneProps {
  id: string;
  waitMinutes: number | null;
}

/** One conversation with support, kept up to date while it is open. */
export function ConversationPane({ id, waitMinutes }: ConversationPaneProps) {
  const { t } = useTranslation('shell');
  const [news, setNews] = useState(0);
  const live = useConversationLive(
    id,
    useCallback(() => setNews((count) => count + 1), []),
  );
  const { currentData, error, isFetching, refetch } = useShellConversationQuery(id, {
    pollingInterval: live.isJoined ? 0 : CONVERSATION_POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  useEffect(() => {
    if (news > 0) void refetch();
  }, [news, refetch]);
  usePageTitle(currentData?.conversation.subject ?? t('page.help'));
  const failure = toApiError(error);
  if (currentData)
    return (
      <OpenConversation
        id={id}
        thread={currentData}
        live={live}
        stale={failure !== null}
        waitMinutes={waitMinutes}
      />
    );
  const missing = failure?.status === 404 || failure?.status === 403;
  return (
    <ConversationFrame title={t('help.conversation')} back={{ href: HELP_PATH, label: t('page.help') }}>
      <div className={styles.instead}>
        {failure ? (
          <ErrorState
            level={3}
            title={t(missing ? 'help.conversationMissing' : 'help.conversationFailed')}
            onRetry={missing ? undefined : () => void refetch()}
            retrying={isFetching}
            requestId={missing ? undefined : failure.requestId}
          >
            {t(missing ? 'help.conversationMissingText' : 'help.conversationSafe')}
          </ErrorState>
        ) : (
          <BlockSkeleton height={BONES_PX} />
        )}
      </div>
    </ConversationFrame>
  );
}
