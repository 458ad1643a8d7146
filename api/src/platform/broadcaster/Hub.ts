import { randomInt } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Clock } from '../clock';
import type { Metrics } from '../metrics';
import type { Connection } from './Connection';
import type { BroadcasterLimits } from './limits';
import { CLOSINGS, type Closing } from './protocol/closeCodes';
import { type ChannelEvent, eventText, frameOf, PING_FRAME } from './protocol/frames';
import { Subscribers } from './Subscribers';
import { TokenBucket } from './TokenBucket';
import { Wheel } from './Wheel';

/** Both halves of a socket id: beyond guessing together, and short. */
const HALF = 2 ** 40;

export interface HubOptions {
  limits: BroadcasterLimits;
  clock: Clock;
  metrics: Metrics;
}

/** What each frame costs besides its bytes. */
const FRAME_HEAD_BYTES = 128;

/** How many connections an address has, and what they may send. */
interface Address {
  held: number;
  sent: TokenBucket;
}

/** The connections of this node, who listens to what, and the way of a frame to them. */
export class Hub {
  /** By their socket ids. */
  readonly connections = new Map<string, Connection>();
  readonly subscribers = new Subscribers();
  readonly limits: BroadcasterLimits;
  readonly clock: Clock;
  readonly turnMs: number;
  private readonly addresses = new Map<string, Address>();
  private readonly users = new Map<string, Set<Connection>>();
  /** By what they end with: a thousand sessions that end together must not be a thousand looks at everybody. */
  private readonly claimed = new Subscribers();
  private readonly wheel: Wheel<Connection>;
  private readonly turns: { activity: number; pong: number; idle: number };
  private readonly received: { inc(by?: number): void };
  private readonly sent: { inc(by?: number): void };
  private readonly slow: { inc(by?: number): void };
  private readonly refused: Counter<'reason'>;

  constructor({ limits, clock, metrics }: HubOptions) {
    this.limits = limits;
    this.clock = clock;
    const shortest = Math.min(limits.activityTimeoutMs, limits.pongTimeoutMs);
    this.turnMs = Math.min(1_000, Math.max(10, shortest / 4));
    const inTurns = (ms: number) => Math.ceil(ms / this.turnMs);
    this.turns = {
      activity: inTurns(limits.activityTimeoutMs),
      pong: inTurns(limits.pongTimeoutMs),
      idle: inTurns(limits.idleMs),
    };
    this.wheel = new Wheel(Math.max(this.turns.activity, this.turns.pong) + 1, (each) => this.look(each));
    metrics.gauge(
      'ezdash_realtime_connections',
      'Connections of the broadcaster',
      () => this.connections.size,
    );
    metrics.gauge(
      'ezdash_realtime_channels',
      'Channels somebody of this process listens to',
      () => this.subscribers.size,
    );
    this.received = metrics.counter('ezdash_realtime_received_total', 'Frames that came from browsers');
    this.sent = metrics.counter('ezdash_realtime_sent_total', 'Frames of events that went to browsers');
    this.slow = metrics.counter(
      'ezdash_realtime_slow_total',
      'Connections ended because they did not read what was sent',
    );
    this.refused = new Counter({
      name: 'ezdash_realtime_refused_total',
      help: 'Connections, frames and calls that the broadcaster refused, by reason',
      labelNames: ['reason'],
      registers: [metrics.registry],
    });
  }

  countRefusal(reason: string): void {
    this.refused.inc({ reason });
  }

  /** Why no further connection may come from there; null when it may. */
  refusalFor(address: string): Closing | null {
    if (this.connections.size >= this.limits.connections) return CLOSINGS.overCapacity;
    const held = this.addresses.get(address)?.held ?? 0;
    return held >= this.limits.connectionsPerAddress ? CLOSINGS.overQuota : null;
  }

  /** Whether the connections of its address may have sent another frame of so many bytes by now. */
  takesFrame({ address }: Connection, bytes: number): boolean {
    return this.addresses.get(address)?.sent.take(this.clock.nowMs(), bytes + FRAME_HEAD_BYTES) ?? true;
  }

  private newBucket(): TokenBucket {
    const { connectionsPerAddress, addressBurstBytes, addressBytesPerSecond } = this.limits;
    return new TokenBucket(
      connectionsPerAddress * addressBurstBytes,
      connectionsPerAddress * addressBytesPerSecond,
      this.clock.nowMs(),
    );
  }

  add(connection: Connection, address: string): void {
    connection.socketId = `${randomInt(1, HALF)}.${randomInt(1, HALF)}`;
    connection.address = address;
    connection.heardTurn = this.wheel.turns;
    connection.sinceTurn = this.wheel.turns;
    this.connections.set(connection.socketId, connection);
    const its = this.addresses.get(address);
    if (its) its.held += 1;
    else this.addresses.set(address, { held: 1, sent: this.newBucket() });
    this.wheel.add(connection, this.turns.activity);
  }

  remove(connection: Connection): void {
    if (!this.connections.delete(connection.socketId)) return;
    this.wheel.remove(connection);
    const its = this.addresses.get(connection.address);
    if (its && its.held > 1) its.held -= 1;
    else this.addresses.delete(connection.address);
    for (const name of connection.claims ?? []) this.claimed.remove(name, connection);
    if (connection.userId === null) return;
    const users = this.users.get(connection.userId);
    users?.delete(connection);
    if (users?.size === 0) this.users.delete(connection.userId);
  }

  signIn(connection: Connection, userId: string, userData: string): void {
    connection.userId = userId;
    connection.userData = userData;
    const users = this.users.get(userId) ?? new Set();
    users.add(connection);
    this.users.set(userId, users);
  }

  noteFrame(connection: Connection): void {
    connection.heardTurn = this.wheel.turns;
    this.received.inc();
  }

  send(connection: Connection, frame: Buffer): void {
    if (connection.write(frame, this.limits.bufferedBytes)) return;
    this.slow.inc();
    connection.terminate();
  }

  /** To everybody of this node who listens; the frame is made once. */
  toChannel(channel: string, text: string, exceptSocketId?: string): void {
    const count = this.subscribers.count(channel);
    if (count === 0) return;
    const frame = frameOf(text);
    for (const connection of this.subscribers.of(channel))
      if (connection.socketId !== exceptSocketId) this.send(connection, frame);
    this.sent.inc(count);
  }

  deliver(channels: readonly string[], event: ChannelEvent, exceptSocketId?: string): void {
    for (const channel of channels)
      if (this.subscribers.count(channel) > 0)
        this.toChannel(channel, eventText(channel, event), exceptSocketId);
  }

  endUser(userId: string): void {
    for (const connection of [...(this.users.get(userId) ?? [])]) connection.end(CLOSINGS.terminated);
  }

  /** False when there is no such connection here. */
  claim(socketId: string, names: readonly string[]): boolean {
    const connection = this.connections.get(socketId);
    if (!connection) return false;
    connection.claims = new Set([...(connection.claims ?? []), ...names]);
    for (const name of names) this.claimed.add(name, connection);
    return true;
  }

  endClaimed(name: string, closing: Closing): void {
    for (const connection of [...this.claimed.of(name)]) connection.end(closing);
  }

  endAll(closing: Closing): void {
    for (const connection of [...this.connections.values()]) connection.end(closing);
  }

  turn(): void {
    this.wheel.turn();
  }

  /** Whether it is still there: asked after a silence, ended when it does not answer. */
  private look(connection: Connection): number | null {
    const { activity, pong, idle } = this.turns;
    const now = this.wheel.turns;
    const isAsked = connection.askedTurn >= 0;
    if (isAsked && connection.heardTurn < connection.askedTurn) {
      this.endQuiet(connection, CLOSINGS.noPong);
      return null;
    }
    connection.askedTurn = -1;
    const listens = connection.userId !== null || (connection.subscriptions?.size ?? 0) > 0;
    if (!listens && now - connection.sinceTurn >= idle) {
      this.endQuiet(connection, CLOSINGS.idle);
      return null;
    }
    const quiet = now - connection.heardTurn;
    if (quiet < activity) return activity - quiet;
    connection.askedTurn = now;
    this.send(connection, PING_FRAME);
    return pong;
  }

  private endQuiet(connection: Connection, closing: Closing): void {
    this.countRefusal(closing === CLOSINGS.idle ? 'idle' : 'no-pong');
    connection.end(closing);
  }
}
