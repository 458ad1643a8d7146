import type { ConversationMember } from '@ezdash/contracts';
import type { JoinedChannel, LiveTransport } from './transport';

/** What somebody on the page wants to hear of a channel. */
export interface LiveListener {
  onTold?: (event: string, data: unknown) => void;
  /** `again`: after a gap, in which messages may have been missed. */
  onJoined?: (again: boolean) => void;
  /** Joined or not, or other members. */
  onState?: () => void;
}

/** Hears every channel; see the bridge. */
export interface LiveTap {
  onTold: (channel: string, event: string, data: unknown, correlationId?: string) => void;
  onJoined: (channel: string, again: boolean) => void;
}

interface Room {
  listeners: Set<LiveListener>;
  joined: JoinedChannel | null;
  state: RoomState;
  wasJoined: boolean;
}

/** Replaced, never changed in place. */
export interface RoomState {
  isJoined: boolean;
  members: readonly ConversationMember[];
}

const OUTSIDE: RoomState = { isJoined: false, members: [] };

/**
 * The channels that parts of the page listen to. A channel is joined once however many listen, and outlives
 * connections: with another one it is joined anew.
 */
export class LiveChannels {
  #transport: LiveTransport | null = null;
  readonly #rooms = new Map<string, Room>();
  readonly #taps = new Set<LiveTap>();

  /** Another connection, or none. The one before is closed by who made it. */
  use(transport: LiveTransport | null): void {
    this.#transport = transport;
    for (const [channel, room] of this.#rooms) {
      room.joined = null;
      this.#change(room, OUTSIDE);
      this.#join(channel, room);
    }
  }

  /** The connection was lost; it joins again by itself. */
  interrupted(): void {
    for (const room of this.#rooms.values()) this.#change(room, OUTSIDE);
  }

  /** @returns ends it; the channel is left with its last listener */
  listen(channel: string, listener: LiveListener): () => void {
    let room = this.#rooms.get(channel);
    if (!room) {
      room = { listeners: new Set(), joined: null, state: OUTSIDE, wasJoined: false };
      this.#rooms.set(channel, room);
      this.#join(channel, room);
    }
    const entered = room;
    entered.listeners.add(listener);
    return () => {
      if (!entered.listeners.delete(listener) || entered.listeners.size > 0) return;
      this.#rooms.delete(channel);
      entered.joined?.leave();
    };
  }

  tap(tap: LiveTap): () => void {
    this.#taps.add(tap);
    return () => this.#taps.delete(tap);
  }

  state(channel: string): RoomState {
    return this.#rooms.get(channel)?.state ?? OUTSIDE;
  }

  whisper(channel: string, event: string, data: object): void {
    const room = this.#rooms.get(channel);
    if (room?.state.isJoined) room.joined?.whisper(event, data);
  }

  #change(room: Room, state: RoomState): void {
    if (room.state === state) return;
    room.state = state;
    for (const listener of room.listeners) listener.onState?.();
  }

  #join(channel: string, room: Room): void {
    const transport = this.#transport;
    if (!transport) return;
    // What a connection says that has been replaced, or of a channel that was left, is nobody's business any more.
    const isCurrent = () => this.#transport === transport && this.#rooms.get(channel) === room;
    room.joined = transport.join(channel, {
      onTold: (event, data, correlationId) => {
        if (!isCurrent()) return;
        for (const tap of this.#taps) tap.onTold(channel, event, data, correlationId);
        for (const listener of [...room.listeners]) listener.onTold?.(event, data);
      },
      onJoined: () => {
        if (!isCurrent()) return;
        const again = room.wasJoined;
        room.wasJoined = true;
        this.#change(room, { ...room.state, isJoined: true });
        for (const tap of this.#taps) tap.onJoined(channel, again);
        for (const listener of [...room.listeners]) listener.onJoined?.(again);
      },
      onMembers: (members) => {
        if (isCurrent()) this.#change(room, { ...room.state, members });
      },
    });
  }
}

/** Those of the page. */
export const liveChannels = new LiveChannels();
