import type { ChannelEvent } from '../protocol/frames';

/** Who is in a presence channel over all nodes: user id → user info as JSON. */
export interface Roll {
  members: Map<string, string>;
  /** Grows by one with each change of the channel's members. */
  version: number;
}

/** One change of a channel's members, told to all nodes. */
export interface RollChange {
  channel: string;
  version: number;
  userId: string;
  /** Null when they left. */
  info: string | null;
}

/** What one node tells the others. */
export interface PeerListener {
  /** Deliver to this node's own connections. */
  onEvent(channels: readonly string[], event: ChannelEvent, exceptSocketId?: string): void;
  onRollChange(change: RollChange): void;
  onTerminate(userId: string): void;
  /** Subscriptions of this node: of the channels named, or of all with the prefix. */
  countsOf(question: CountQuestion): Record<string, number>;
  /** How many listen on another node; `isAnswer` when nothing is to be said back. */
  onCount(channel: string, node: string, count: number, isAnswer: boolean): void;
  /** The nodes that live now, this one included: what others said before is forgotten. */
  onNodes(nodes: ReadonlySet<string>): void;
  /** The way to the others is open (again): tell them who is here, read who is there. */
  onUp(): void;
}

export type CountQuestion = { channels: readonly string[] } | { prefix: string };

/** The other nodes. Without Redis there are none. */
export interface Peers {
  start(listener: PeerListener): void;
  stop(): Promise<void>;
  /** What keeps nodes from hearing each other, in a sentence; null when nothing does. */
  problem(): string | null;
  readonly isUp: boolean;
  sendEvent(channels: readonly string[], event: ChannelEvent, exceptSocketId?: string): void;
  sendTerminate(userId: string): void;
  sendCount(channel: string, count: number, isAnswer: boolean): void;
  /** Subscriptions at the other nodes. */
  ask(question: CountQuestion): Promise<Map<string, number>>;
  /** Null when the channel is full. Throws when Redis does not answer. */
  enter(channel: string, userId: string, info: string): Promise<Roll | null>;
  leave(channel: string, userId: string): Promise<Roll>;
  /** Makes what this node holds of a channel exactly that. */
  replace(channel: string, members: ReadonlyMap<string, string>): Promise<Roll>;
  read(channel: string): Promise<Roll>;
  putCached(channel: string, text: string): void;
  getCached(channel: string): Promise<{ text: string; leftMs: number } | null>;
}
