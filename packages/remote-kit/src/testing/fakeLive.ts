import type { ConversationMember } from '@ezdash/contracts';
import { type ChannelListener, type LiveTransport, liveChannels } from '@ezdash/store';

/** A broadcaster in the hands of a test. */
export interface FakeLive {
  /** Channels that are joined now. */
  channels: () => string[];
  /** What pages whispered to others, in order. */
  whispers: { channel: string; event: string; data: object }[];
  /** The server lets the page into its channels, those of later too. */
  letIn: () => void;
  tell: (channel: string, event: string, data: object, correlationId?: string) => void;
  members: (channel: string, members: ConversationMember[]) => void;
  transport: LiveTransport;
}

/** Connects the page to a broadcaster that does what the test says. Call inside `act` once something is rendered. */
export function fakeLive(): FakeLive {
  const joined = new Map<string, ChannelListener>();
  const whispers: FakeLive['whispers'] = [];
  let isOpen = false;
  const transport: LiveTransport = {
    join(channel, listener) {
      joined.set(channel, listener);
      if (isOpen) queueMicrotask(() => joined.get(channel) === listener && listener.onJoined());
      return {
        leave: () => {
          if (joined.get(channel) === listener) joined.delete(channel);
        },
        whisper: (event, data) => void whispers.push({ channel, event, data }),
      };
    },
  };
  liveChannels.use(transport);
  return {
    channels: () => [...joined.keys()].sort(),
    whispers,
    letIn() {
      isOpen = true;
      for (const listener of joined.values()) listener.onJoined();
    },
    tell: (channel, event, data, correlationId) => joined.get(channel)?.onTold(event, data, correlationId),
    members: (channel, members) => joined.get(channel)?.onMembers(members),
    transport,
  };
}
