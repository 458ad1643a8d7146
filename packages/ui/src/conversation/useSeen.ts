import type { Conversation, Message } from '@ezdash/contracts';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Side } from './threadRows';

interface SeenOptions {
  side: Side;
  messages: readonly Message[];
  readBy: Conversation['read_by'];
  /** Tells the server; what it did not hear is told again with the next message or the next look. */
  tell: (messageId: string) => Promise<unknown>;
}

/** Tells which message was seen last, each only once, and never one that lies behind what is known as read. */
export function useSeen(options: SeenOptions): (messageId: string) => void {
  const told = useRef<string | null>(null);
  const latest = useRef(options);
  // Before the effects of the thread, which say what was seen of the very messages that came with this rendering.
  useLayoutEffect(() => {
    latest.current = options;
  });
  return useCallback((messageId: string) => {
    const { side, messages, readBy, tell } = latest.current;
    const position = (wanted: string | undefined) => messages.findIndex(({ id }) => id === wanted);
    if (told.current === messageId || position(readBy[side]?.message_id) >= position(messageId)) return;
    told.current = messageId;
    tell(messageId).catch(() => {
      if (told.current === messageId) told.current = null;
    });
  }, []);
}
