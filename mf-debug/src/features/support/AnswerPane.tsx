import type { ConversationState, OperatorConversationThread } from '@ezdash/contracts';
import { toApiError, useLive, useSession } from '@ezdash/store';
import { Button, Notice, Status, useToast } from '@ezdash/ui';
import {
  Composer,
  ConversationFrame,
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
  useTyping,
} from '@ezdash/ui/conversation';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useDebugAnswerMutation,
  useDebugConversationStateMutation,
  useDebugReadConversationMutation,
  useLazyDebugEarlierMessagesQuery,
} from './support.api';
import styles from './support.module.css';
import { useAnswerUpload } from './useAnswerUpload';

/** What a conversation can become, by what it is. */
const NEXT: Readonly<Record<ConversationState, readonly ConversationState[]>> = {
  open: ['waiting', 'solved'],
  waiting: ['open', 'solved'],
  solved: ['open'],
};

function useSend(conversationId: string): Send {
  const [answer] = useDebugAnswerMutation();
  return useCallback<Send>(
    async (input) => {
      const { data, error } = await answer({ conversationId, input });
      const refusal = toApiError(error);
      if (refusal) return { problem: sendProblemOf(refusal) };
      return data ? { message: data } : { problem: { kind: 'failed', message: '' } };
    },
    [conversationId, answer],
  );
}

function useStateChange(id: string) {
  const { t } = useTranslation('debug');
  const toast = useToast();
  const [change, { isLoading, error, originalArgs }] = useDebugConversationStateMutation();
  const to = (state: ConversationState) =>
    change({ conversationId: id, state })
      .unwrap()
      .then(
        () => toast({ text: t(`support.became.${state}`) }),
        () => {},
      );
  return {
    to: (state: ConversationState) => void to(state),
    isChanging: isLoading,
    target: originalArgs?.state,
    failure: toApiError(error),
  };
}

type StateChange = ReturnType<typeof useStateChange>;

function StateButtons({ state: current, change }: { state: ConversationState; change: StateChange }) {
  const { t } = useTranslation('debug');
  return NEXT[current].map((state) => (
    <Button
      key={state}
      variant="subtle"
      size="compact-sm"
      loading={change.isChanging && change.target === state}
      onClick={() => change.to(state)}
    >
      {t(`support.make.${state}`)}
    </Button>
  ));
}

/** A change of state that was not taken. */
function Refusal({ failure }: Pick<StateChange, 'failure'>) {
  const { t } = useTranslation('debug');
  if (!failure) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="bad" title={t('support.notChanged')}>
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

interface AnswerPaneProps {
  id: string;
  thread: OperatorConversationThread;
  backHref: string;
  /** It could not be fetched again; what is shown may be old. */
  stale: boolean;
  live: ReturnType<typeof useAnswerLive>;
}

/**
 * Who of the customer's side is here and writes.
 * @param onNews fetch it again: a message came, or something may have been missed until the channel was joined
 */
export function useAnswerLive(id: string, onNews: () => void) {
  const { isTyping, heard, stopped } = useTyping();
  const { isJoined, members, sayTyping } = useLive('conversation', id, {
    onTyping: ({ side }) => {
      if (side === 'customer') heard();
    },
    onJoined: onNews,
    on: { 'message.sent': onNews },
  });
  return {
    isJoined,
    here: members.flatMap(({ side, name }) => (side === 'customer' ? [name] : [])),
    isTyping,
    stopTyping: stopped,
    sayTyping: () => sayTyping({ side: 'support' }),
  };
}

/** A customer's conversation, and where it is answered. */
export function AnswerPane({ id, thread, backHref, stale, live }: AnswerPaneProps) {
  const { t } = useTranslation('debug');
  const { user } = useSession();
  const online = useOnline();
  const { conversation } = thread;
  const [loadEarlier] = useLazyDebugEarlierMessagesQuery();
  const { messages, earlier } = useEarlier(thread, (before) => loadEarlier({ id, before }).unwrap());
  const key = `${user?.id ?? ''}:${id}`;
  const draft = useDraft(key, useAnswerUpload(id));
  const outbox = useOutbox({ key, side: 'support', messages, send: useSend(id) });
  const [markRead] = useDebugReadConversationMutation();
  const onSeen = useSeen({
    side: 'support',
    messages,
    readBy: conversation.read_by,
    tell: (messageId) => markRead({ conversationId: id, messageId }).unwrap(),
  });
  const change = useStateChange(id);
  const newest = messages.at(-1);
  const { stopTyping } = live;
  useEffect(() => {
    if (newest?.from === 'customer') stopTyping();
  }, [newest, stopTyping]);
  return (
    <ConversationFrame
      title={conversation.subject}
      back={{ href: backHref, label: t('page.conversations') }}
      hint={<Presence names={live.here} />}
      aside={
        <>
          <div className={styles.actions}>
            <StateButtons state={conversation.state} change={change} />
          </div>
          <Status state={conversation.state} />
        </>
      }
    >
      <Refusal failure={change.failure} />
      {stale && online ? <p className={styles.stale}>{t('support.threadStale')}</p> : null}
      <Thread
        side="support"
        messages={messages}
        earlier={earlier}
        unsent={outbox.unsent}
        readBy={conversation.read_by}
        typing={live.isTyping ? [conversation.customer.name] : []}
        onSeen={onSeen}
        onRetry={outbox.retry}
        onDiscard={outbox.discard}
        onEdit={({ clientId, body }) => {
          outbox.discard(clientId);
          giveBack(key, body);
        }}
      />
      <Composer
        draft={draft}
        onSend={outbox.send}
        onTyping={live.sayTyping}
        placeholder={t('support.answer')}
        note={online ? undefined : t('support.offline')}
      />
    </ConversationFrame>
  );
}
