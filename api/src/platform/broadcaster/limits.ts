/** What one may send, hold and cost. Bytes are of UTF-8, times are milliseconds. */
export interface BroadcasterLimits {
  /** Of this node in all; the next one is told to come back later (4100). */
  connections: number;
  /** From one address (4100, so that its people come back when places are free). Whole offices share one. */
  connectionsPerAddress: number;
  /** For each connection that one address may have, of what all of them send together: at once, and in a second. */
  addressBurstBytes: number;
  addressBytesPerSecond: number;
  subscriptionsPerConnection: number;
  /** A longer frame ends the connection (1009): data of an event, with every sign of it escaped. */
  frameBytes: number;
  /** Of a message; pages send whole ones. */
  fragments: number;
  /** Data of one event, from a browser or through the HTTP API. */
  dataBytes: number;
  /** A page that comes back subscribes to all it had at once. */
  frameBurst: number;
  framesPerSecond: number;
  clientEventsPerSecond: number;
  /** What may wait to be sent to one that does not read. */
  bufferedBytes: number;
  channelsPerEvent: number;
  eventsPerBatch: number;
  bodyBytes: number;
  presenceMembers: number;
  presenceUserIdBytes: number;
  presenceUserInfoBytes: number;
  cachedChannels: number;
  cacheMs: number;
  /** Channels with something that was told within `recentMs`, of those that tell it to who joins. */
  recentChannels: number;
  recentMs: number;
  /** Silence after which either side asks the other whether it is there. Below the 60 s of usual proxies. */
  activityTimeoutMs: number;
  /** How long an answer to that may take (4201). */
  pongTimeoutMs: number;
  /** One that listens to nothing may stay this long (4202). */
  idleMs: number;
  /** A node that was not heard of for so long is gone, and so are its members. */
  leaseMs: number;
  /** How long other nodes have to say what they hold. */
  askMs: number;
}

export const DEFAULT_LIMITS: BroadcasterLimits = {
  connections: 50_000,
  connectionsPerAddress: 500,
  addressBurstBytes: 8 * 1024,
  addressBytesPerSecond: 2 * 1024,
  subscriptionsPerConnection: 100,
  frameBytes: 24 * 1024,
  fragments: 16,
  dataBytes: 10 * 1024,
  frameBurst: 250,
  framesPerSecond: 50,
  clientEventsPerSecond: 10,
  bufferedBytes: 1024 * 1024,
  channelsPerEvent: 100,
  eventsPerBatch: 10,
  bodyBytes: 1024 * 1024,
  presenceMembers: 100,
  presenceUserIdBytes: 128,
  presenceUserInfoBytes: 1024,
  cachedChannels: 1_000,
  cacheMs: 30 * 60_000,
  recentChannels: 10_000,
  recentMs: 10_000,
  activityTimeoutMs: 30_000,
  pongTimeoutMs: 30_000,
  idleMs: 60 * 60_000,
  leaseMs: 10_000,
  askMs: 1_000,
};
