import { useLive } from '@ezdash/store';
import { useTyping } from '@ezdash/ui/conversation';

/** Who of support is here and who writes; and the way to tell them that one writes oneself. */
export interface ConversationLive {
  /** What changes is told; otherwise the server has to be asked. */
  isJoined: boolean;
  /** Names of those of support who have the conversation open. */
  here: string[];
  isTyping: boolean;
  /** What was being written has come. */
  stopTyping: () => void;
  sayTyping: () => void;
}

/**
 * @param onNews fetch it again: a message came, which is not to wait until changes are gathered, or something may have
 *   been missed until the channel was joined
 */
export function useConversationLive(id: string, onNews: () => void): ConversationLive {
  const { isTyping, heard, stopped } = useTyping();
  const live = useLive('conversation', id, {
    onTyping: ({ side }) => {
      if (side === 'support') heard();
    },
    onJoined: onNews,
    on: { 'message.sent': onNews },
  });
  return {
    isJoined: live.isJoined,
    here: live.members.flatMap(({ side, name }) => (side === 'support' ? [name] : [])),
    isTyping,
    stopTyping: stopped,
    sayTyping: () => live.sayTyping({ side: 'customer' }),
  };
}
