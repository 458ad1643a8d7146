import type { Message } from '@ezdash/contracts';
import { useMemo, useState } from 'react';

interface LoadedMessages {
  messages: readonly Message[];
  earlier?: boolean | undefined;
}

/** The way to messages before the first one. */
export interface Earlier {
  onShow: () => void;
  isLoading: boolean;
  hasFailed: boolean;
}

/**
 * A thread with the earlier messages that its reader asked for.
 * @param newest what is fetched again and again: of a long thread its end
 * @param load the messages before one
 * @returns `earlier` is null when the first message is there
 */
export function useEarlier(
  newest: LoadedMessages,
  load: (before: string) => Promise<LoadedMessages>,
): { messages: readonly Message[]; earlier: Earlier | null } {
  const [older, setOlder] = useState<LoadedMessages | null>(null);
  const [window, setWindow] = useState(newest.messages);
  const [progress, setProgress] = useState<'idle' | 'loading' | 'failed'>('idle');
  if (window !== newest.messages) {
    setWindow(newest.messages);
    // A new message pushes the oldest one out of the window; it stays between the two parts.
    const ids = new Set(newest.messages.map(({ id }) => id));
    const left = window.filter(({ id }) => !ids.has(id));
    if ((older || progress === 'loading') && left.length > 0)
      setOlder({ earlier: true, ...older, messages: [...(older?.messages ?? []), ...left] });
  }
  const messages = useMemo(
    () => (older ? [...older.messages, ...newest.messages] : newest.messages),
    [older, newest.messages],
  );
  const first = messages[0]?.id;
  const show = async () => {
    if (first === undefined) return;
    setProgress('loading');
    try {
      const found = await load(first);
      setOlder((known) => ({ ...found, messages: [...found.messages, ...(known?.messages ?? [])] }));
      setProgress('idle');
    } catch {
      setProgress('failed');
    }
  };
  const hasEarlier = older ? older.earlier : newest.earlier;
  const earlier = {
    onShow: () => void show(),
    isLoading: progress === 'loading',
    hasFailed: progress === 'failed',
  };
  return { messages, earlier: hasEarlier ? earlier : null };
}
