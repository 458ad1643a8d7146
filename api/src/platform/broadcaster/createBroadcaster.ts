import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { type Clock, systemClock } from '../clock';
import type { Log } from '../log';
import type { Metrics } from '../metrics';
import { Connection } from './Connection';
import { Counts } from './Counts';
import { EventCache } from './EventCache';
import { Hub } from './Hub';
import { isAppPath, refusalOf, refuseHandshake, refuseUpgrade } from './handshake';
import { createHttpApi } from './http/createHttpApi';
import { Incoming } from './Incoming';
import { type BroadcasterLimits, DEFAULT_LIMITS } from './limits';
import type { CountQuestion, Peers } from './peers/Peers';
import { RedisPeers } from './peers/RedisPeers';
import { SOCKET_ID, traitsOf } from './protocol/channelNames';
import { CLOSINGS, type Closing } from './protocol/closeCodes';
import { type ChannelEvent, eventText, frameOf, serverTexts } from './protocol/frames';
import { type BroadcasterApp, Signer } from './protocol/signatures';
import { RecentEvents } from './RecentEvents';
import { Rooms } from './Rooms';
import { Subscriptions } from './Subscriptions';

export interface BroadcasterOptions {
  app: BroadcasterApp;
  log: Log;
  metrics: Metrics;
  clock?: Clock;
  /** Of pages, as browsers write them (`https://ads.example`); all when undefined. */
  allowedOrigins?: readonly string[];
  /** What connections are counted by: the visitor's address behind trusted proxies. */
  addressOf?: (req: IncomingMessage) => string;
  /** One Redis, or nodes of a cluster by commas; without it this node is the only one. */
  redisUrl?: string;
  nodeName: string;
  limits?: Partial<BroadcasterLimits>;
  /**
   * Private and presence channels on which browsers may speak to each other; all of them when undefined. Whoever may
   * listen to one may speak there: to everybody of a role, too.
   */
  carriesClientEvents?: (channel: string) => boolean;
  /**
   * Channels whose listeners get, right after they were let in, what was told on them within `limits.recentMs`; none when
   * undefined.
   */
  tellsRecent?: (channel: string) => boolean;
  /** Tells listeners how many they are (`pusher_internal:subscription_count`). */
  subscriptionCounts?: boolean;
}

export interface Broadcaster {
  /** The HTTP API at `/apps/…`; false for what is not its. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  /** Web sockets at `/app/{key}`; false for what is not its: then `refuseUpgrade` is the answer. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** To this node's own connections. Data that is no string goes as JSON. */
  deliver(channels: readonly string[], event: string, data: unknown, exceptSocketId?: string): void;
  /** To the connections of all nodes. */
  publish(channels: readonly string[], event: string, data: unknown, exceptSocketId?: string): void;
  /** Ends the connections that signed in as this user, on all nodes. */
  terminateUser(userId: string): void;
  /**
   * Notes what a connection of this node ends with (a session, a user), whether it ever signs in or not; false when this
   * node has no such connection.
   */
  claim(socketId: string, names: readonly string[]): boolean;
  /** Ends this node's connections that were claimed so. */
  endClaimed(name: string, closing: Closing): void;
  /** Ends all connections of this node. */
  endAll(closing: Closing): void;
  /** The `auth` of a subscription. */
  sign(socketId: string, channel: string, channelData?: string): string;
  /** The `auth` of a sign-in; `userData` is JSON with an `id`. */
  signUser(socketId: string, userData: string): string;
  /** Connections of this node. */
  connectionCount(): number;
  /** What keeps nodes from hearing each other; null when all is well. */
  problem(): string | null;
  start(): void;
  /** Tells everybody to come back, and lets go of Redis. */
  stop(): Promise<void>;
}

/** Connections have this long to read that the server restarts. */
const GOODBYE_MS = 1_000;
const COMPARE_MS = 30_000;
const MEND_MS = 2_000;

/** Refused connections that may still be reading why. */
const MOST_REFUSED = 1_000;
/** Whoever does not answer a close is let go after this. */
const CLOSE_MS = 2_000;

/** Anything else could be read as a signature for something else. */
function assertSocketId(socketId: string): void {
  if (!SOCKET_ID.test(socketId)) throw new RangeError('What is signed has no socket id');
}

const asData = (data: unknown): string =>
  typeof data === 'string' ? data : (JSON.stringify(data) ?? 'null');

interface Parts {
  hub: Hub;
  rooms: Rooms;
  counts: Counts;
  cache: EventCache;
  incoming: Incoming;
  subscriptions: Subscriptions;
  signer: Signer;
  peers: Peers | null;
  deliver(channels: readonly string[], event: ChannelEvent, exceptSocketId?: string): void;
  publish(channels: readonly string[], event: ChannelEvent, exceptSocketId?: string): void;
}

function createParts(options: BroadcasterOptions): Parts {
  const { app, log, metrics, clock = systemClock, redisUrl, nodeName } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const hub = new Hub({ limits, clock, metrics });
  const signer = new Signer(app);
  const { leaseMs, askMs, cacheMs, presenceMembers: mostMembers } = limits;
  const peers: Peers | null = redisUrl
    ? new RedisPeers({ appId: app.id, nodeName, redisUrl, log, leaseMs, askMs, cacheMs, mostMembers })
    : null;
  const cache = new EventCache(limits.cachedChannels, cacheMs);
  const recent = new RecentEvents(limits.recentChannels, limits.recentMs);
  const { tellsRecent = () => false } = options;
  const counts = new Counts(options.subscriptionCounts ?? false, hub, peers);
  const rooms = new Rooms({
    peers,
    mostMembers,
    onMember: (channel, userId, info) =>
      hub.toChannel(
        channel,
        info === null
          ? serverTexts.memberRemoved(channel, userId)
          : serverTexts.memberAdded(channel, userId, info),
      ),
  });
  const deliver: Parts['deliver'] = (channels, event, except) => {
    hub.deliver(channels, event, except);
    for (const channel of channels) {
      if (isOfMembers(event)) continue;
      if (tellsRecent(channel)) recent.put(channel, eventText(channel, event), clock.nowMs());
      if (isCached(channel)) cache.put(channel, eventText(channel, event), clock.nowMs());
    }
  };
  const publish: Parts['publish'] = (channels, event, except) => {
    deliver(channels, event, except);
    peers?.sendEvent(channels, event, except);
    for (const channel of channels)
      if (!isOfMembers(event) && isCached(channel)) peers?.putCached(channel, eventText(channel, event));
  };
  const subscriptions = new Subscriptions({ hub, rooms, counts, cache, recent, peers, signer });
  const incoming = new Incoming({
    hub,
    signer,
    subscriptions,
    carriesClientEvents: options.carriesClientEvents ?? (() => true),
    publish: (channel, event, except) => publish([channel], event, except),
  });
  return { hub, rooms, counts, cache, incoming, subscriptions, signer, peers, deliver, publish };
}

const isCached = (channel: string) => traitsOf(channel)?.isCached === true;
/** What members say to each other is not kept: the next one would take it for the server's word. */
const isOfMembers = ({ event }: ChannelEvent) => event.startsWith('client-');

function countsOf(hub: Hub, question: CountQuestion): Record<string, number> {
  const counts: Record<string, number> = {};
  const names = 'prefix' in question ? hub.subscribers.names() : question.channels;
  for (const name of names) {
    if ('prefix' in question && !name.startsWith(question.prefix)) continue;
    const count = hub.subscribers.count(name);
    if (count > 0) counts[name] = count;
  }
  return counts;
}

/** Takes connections in, or says in the protocol's own way why not. */
function createDoor(options: BroadcasterOptions, { hub, incoming, subscriptions, signer }: Parts) {
  const { allowedOrigins, addressOf = (req) => req.socket.remoteAddress ?? '' } = options;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Messages are small, and each compressor would weigh more than all the rest of a connection.
    perMessageDeflate: false,
    maxPayload: hub.limits.frameBytes,
    WebSocket: Connection,
    ...{ closeTimeout: CLOSE_MS, maxFragments: hub.limits.fragments },
  });
  const established = Math.max(1, Math.round(hub.limits.activityTimeoutMs / 1_000));
  let refused = 0;
  // Shared by all connections: a function for each would be most of what one weighs.
  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    if (this instanceof Connection && Buffer.isBuffer(data)) incoming.receive(this, data, isBinary);
  }
  function onControl(this: WebSocket): void {
    if (this instanceof Connection) incoming.receiveControl(this);
  }
  /** Frames against the protocol: `ws` has closed it with the code that fits (1002, 1007, 1009). */
  function onError(): void {
    hub.countRefusal('frame');
  }
  function onClose(this: WebSocket): void {
    if (!(this instanceof Connection)) return;
    subscriptions.dropAll(this);
    hub.remove(this);
  }
  function onRefusedClose(): void {
    refused -= 1;
  }
  server.on('wsClientError', ({ message }, socket) => {
    hub.countRefusal('handshake');
    refuseHandshake(socket, message);
  });
  return (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const address = addressOf(req);
    const refusal = refusalOf(req, { signer, allowedOrigins }) ?? hub.refusalFor(address);
    if (refusal && refused >= MOST_REFUSED) {
      hub.countRefusal('flood-of-refused');
      refuseUpgrade(socket, 503, 'Too many connections at once: come back later.');
      return;
    }
    // The answer to the handshake and the first message are one packet.
    socket.cork();
    server.handleUpgrade(req, socket, head, (connection) => {
      connection.attach(socket);
      connection.on('error', onError);
      if (refusal) {
        refused += 1;
        hub.countRefusal(String(refusal.code));
        connection.on('close', onRefusedClose);
        connection.end(refusal);
        return;
      }
      connection.on('message', onMessage);
      connection.on('ping', onControl);
      connection.on('pong', onControl);
      connection.on('close', onClose);
      hub.add(connection, address);
      hub.send(connection, frameOf(serverTexts.established(connection.socketId, established)));
    });
    socket.uncork();
  };
}

function hearPeers(peers: Peers, { hub, rooms, counts, deliver }: Parts): void {
  let settling: NodeJS.Timeout | undefined;
  peers.start({
    onEvent: deliver,
    onRollChange: (change) => rooms.onRollChange(change),
    onTerminate: (userId) => hub.endUser(userId),
    countsOf: (question) => countsOf(hub, question),
    onCount: (channel, node, count, isAnswer) => counts.onCount(channel, node, count, isAnswer),
    onNodes: (nodes) => counts.onNodes(nodes),
    onUp: () => {
      rooms.gather();
      clearTimeout(settling);
      settling = setTimeout(() => rooms.settle(), hub.limits.leaseMs).unref();
    },
  });
}

/** Everybody is told to come back; whoever does not listen to that is let go. */
async function sayGoodbye(hub: Hub): Promise<void> {
  hub.endAll(CLOSINGS.shutdown);
  const lateMs = Date.now() + GOODBYE_MS;
  while (hub.connections.size > 0 && Date.now() < lateMs) await pause(10);
  for (const connection of [...hub.connections.values()]) connection.terminate();
}

/**
 * A server of the Pusher Channels protocol, version 7, within this process: pusher-js and laravel-echo connect to
 * `/app/{key}`, the pusher libraries of servers call `/apps/{id}/…`.
 */
export function createBroadcaster(options: BroadcasterOptions): Broadcaster {
  const parts = createParts(options);
  const { hub, rooms, counts, cache, signer, peers, deliver, publish } = parts;
  const { app, log, clock = systemClock } = options;
  const open = createDoor(options, parts);
  const terminateUser = (userId: string) => {
    hub.endUser(userId);
    peers?.sendTerminate(userId);
  };
  const handle = createHttpApi({ app, signer, hub, rooms, peers, cache, clock, log, publish, terminateUser });
  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, work: () => void) => timers.push(setInterval(work, ms).unref());
  let isStopping = false;
  return {
    handle,
    upgrade: (req, socket, head) => {
      if (!isAppPath(req.url ?? '')) return false;
      if (isStopping) refuseUpgrade(socket, 503, 'The server restarts: come back.');
      else open(req, socket, head);
      return true;
    },
    deliver: (channels, event, data, except) => deliver(channels, { event, data: asData(data) }, except),
    publish: (channels, event, data, except) => publish(channels, { event, data: asData(data) }, except),
    terminateUser,
    claim: (socketId, names) => hub.claim(socketId, names),
    endClaimed: (name, closing) => hub.endClaimed(name, closing),
    endAll: (closing) => hub.endAll(closing),
    sign: (socketId, channel, channelData) => {
      assertSocketId(socketId);
      if (traitsOf(channel) === null) throw new RangeError('What is signed has no name of a channel');
      return signer.channel(socketId, channel, channelData);
    },
    signUser: (socketId, userData) => {
      assertSocketId(socketId);
      return signer.user(socketId, userData);
    },
    connectionCount: () => hub.connections.size,
    problem: () => peers?.problem() ?? null,
    start: () => {
      every(hub.turnMs, () => hub.turn());
      counts.start();
      if (!peers) return;
      every(COMPARE_MS, () => rooms.compare());
      every(MEND_MS, () => rooms.mend());
      hearPeers(peers, parts);
    },
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      counts.stop();
      await peers?.stop();
      await sayGoodbye(hub);
    },
  };
}
