import type { ConversationMember } from '@ezdash/contracts';

/**
 * off: there is no broadcaster, or it does not want us; connecting: not there yet; live: what changes is told;
 * lost: it was live and will be again.
 */
export type LiveStatus = 'off' | 'connecting' | 'live' | 'lost';

/** What happens on one channel of a connection. */
export interface ChannelListener {
  /**
   * Checked against the contracts: what is unknown or malformed does not arrive here. `correlationId`: of the click that it
   * came of, when somebody debugs.
   */
  onTold: (event: string, data: unknown, correlationId?: string) => void;
  /** The server let it in; again after every lost connection. */
  onJoined: () => void;
  /** Presence channels: who is there, oneself included. */
  onMembers: (members: readonly ConversationMember[]) => void;
}

/** One channel that was joined. */
export interface JoinedChannel {
  leave: () => void;
  /** Tells the other browsers on it, past the server; nothing happens while it is not joined. `client-…` alone. */
  whisper: (event: string, data: object) => void;
}

/** A connection to the broadcaster. The shell has the real one; tests and pages never meet its library. */
export interface LiveTransport {
  join: (channel: string, listener: ChannelListener) => JoinedChannel;
}
