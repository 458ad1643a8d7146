import type { ChannelKind, EventOf, PayloadOf, Role, Typing } from '@ezdash/contracts';
import { CHANNELS, TYPING_EVENT } from '@ezdash/contracts/constants';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { type LiveListener, liveChannels, type RoomState } from './liveChannels';

/** Who or what a channel is about; undefined for those that there is one of. */
export type SubjectOf<Kind extends ChannelKind> = Kind extends 'account' | 'conversation'
  ? string
  : Kind extends 'role'
    ? Role
    : undefined;

export interface LiveHandlers<Kind extends ChannelKind> {
  /** What to do when a message comes. */
  on?: { [Event in EventOf<Kind>]?: (payload: PayloadOf<Kind, Event>) => void };
  /** Somebody else on the channel is writing. */
  onTyping?: (typing: Typing) => void;
  /** The channel is joined; `again`: after a gap, in which messages may have been missed: fetch what is shown. */
  onJoined?: (again: boolean) => void;
}

export interface Live extends RoomState {
  /** Tells the others on the channel that one writes. Call it at every key: it is told at most every 3 s. */
  sayTyping: (typing: Typing) => void;
}

const TYPING_EVERY_MS = 3_000;

/** The wire name of a channel. */
export function channelName<Kind extends ChannelKind>(kind: Kind, subject: SubjectOf<Kind>): string {
  const name: (subject: never) => string = CHANNELS[kind];
  return name(subject as never);
}

/** Listens outside of React. @returns ends it */
export function listenLive<Kind extends ChannelKind>(
  kind: Kind,
  subject: SubjectOf<Kind>,
  handlers: () => LiveHandlers<Kind>,
  onState?: () => void,
): () => void {
  const listener: LiveListener = {
    onState,
    onJoined: (again) => handlers().onJoined?.(again),
    onTold: (event, data) => {
      const { on, onTyping } = handlers();
      if (event === TYPING_EVENT) onTyping?.(data as Typing);
      else (on as Record<string, ((payload: unknown) => void) | undefined> | undefined)?.[event]?.(data);
    },
  };
  return liveChannels.listen(channelName(kind, subject), listener);
}

/**
 * Listens to a channel for as long as the component stands; null as the subject listens to nothing. Handlers may be
 * new ones at every rendering. Without a connection `isJoined` is false: then a page asks the server now and then.
 */
export function useLive<Kind extends ChannelKind>(
  kind: Kind,
  subject: SubjectOf<Kind> | null,
  handlers: LiveHandlers<Kind>,
): Live {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const channel = subject === null ? '' : channelName(kind, subject);
  const subscribe = useCallback(
    (onState: () => void) =>
      subject === null ? () => undefined : listenLive(kind, subject, () => latest.current, onState),
    [kind, subject],
  );
  const state = useSyncExternalStore(subscribe, () => liveChannels.state(channel));
  const said = useRef({ channel, at: Number.NEGATIVE_INFINITY });
  const sayTyping = useCallback(
    (typing: Typing) => {
      const at = performance.now();
      if (said.current.channel === channel && at - said.current.at < TYPING_EVERY_MS) return;
      said.current = { channel, at };
      liveChannels.whisper(channel, TYPING_EVENT, typing);
    },
    [channel],
  );
  return { ...state, sayTyping };
}
