import type { Connection, Subscription } from './Connection';
import type { Counts } from './Counts';
import type { EventCache } from './EventCache';
import type { Hub } from './Hub';
import { type Member, readMember, type SubscribeData } from './messages';
import type { Peers } from './peers/Peers';
import { type ChannelTraits, traitsOf } from './protocol/channelNames';
import { frameOf, presenceData, serverTexts } from './protocol/frames';
import type { Signer } from './protocol/signatures';
import type { RecentEvents } from './RecentEvents';
import type { Rooms } from './Rooms';

export interface SubscriptionsOptions {
  hub: Hub;
  rooms: Rooms;
  counts: Counts;
  cache: EventCache;
  recent: RecentEvents;
  peers: Peers | null;
  signer: Signer;
}

interface Refusal {
  type: 'AuthError' | 'LimitReached' | 'SubscriptionError';
  error: string;
  status: number;
}
const UNAUTHORIZED: Refusal = {
  type: 'AuthError',
  error: 'This connection may not listen to the channel',
  status: 401,
};
const NO_MEMBER: Refusal = {
  type: 'AuthError',
  error: 'A presence channel needs signed channel_data with a user_id, within the limits',
  status: 401,
};
const NO_CHANNEL: Refusal = {
  type: 'SubscriptionError',
  error: 'A channel has a name of 1 to 200 letters, digits and _ - = @ , . ;',
  status: 400,
};
const TWICE: Refusal = {
  type: 'SubscriptionError',
  error: 'This connection listens to the channel already',
  status: 409,
};
const TOO_MANY: Refusal = {
  type: 'LimitReached',
  error: 'This connection listens to too many channels',
  status: 403,
};
const FULL: Refusal = {
  type: 'LimitReached',
  error: 'The channel has as many members as it may',
  status: 403,
};

/** Who comes to a channel, and who goes. */
export class Subscriptions {
  constructor(private readonly options: SubscriptionsOptions) {}

  subscribe(connection: Connection, data: SubscribeData): void {
    const traits = traitsOf(data.channel);
    const refusal = traits === null ? NO_CHANNEL : this.refusalOf(connection, data, traits);
    if (traits === null || refusal) {
      this.refuse(connection, data.channel, refusal ?? NO_CHANNEL);
      return;
    }
    connection.subscriptions ??= new Map();
    if (traits.isPresence) {
      const member = this.memberOf(connection, data);
      if (member === null) this.refuse(connection, data.channel, NO_MEMBER);
      else void this.enter(connection, data.channel, member, traits);
      return;
    }
    const subscription: Subscription = { userId: null, isLive: true };
    connection.subscriptions.set(data.channel, subscription);
    this.goLive(connection, data.channel, serverTexts.subscribed(data.channel), traits, subscription);
    this.options.counts.note(data.channel);
  }

  unsubscribe(connection: Connection, channel: string): void {
    const subscription = connection.subscriptions?.get(channel);
    if (!subscription) return;
    connection.subscriptions?.delete(channel);
    this.drop(connection, channel, subscription);
  }

  /** The connection is gone. */
  dropAll(connection: Connection): void {
    for (const [channel, subscription] of connection.subscriptions ?? [])
      this.drop(connection, channel, subscription);
    connection.subscriptions = null;
  }

  private drop(connection: Connection, channel: string, { userId }: Subscription): void {
    this.options.hub.subscribers.remove(channel, connection);
    if (userId === null) this.options.counts.note(channel);
    else this.options.rooms.leave(channel, userId);
  }

  private refusalOf(connection: Connection, data: SubscribeData, traits: ChannelTraits): Refusal | null {
    const { hub, signer } = this.options;
    const { channel, auth, channelData } = data;
    if (connection.subscriptions?.has(channel)) return TWICE;
    if ((connection.subscriptions?.size ?? 0) >= hub.limits.subscriptionsPerConnection) return TOO_MANY;
    if (traits.userId !== null) return traits.userId === connection.userId ? null : UNAUTHORIZED;
    if (!traits.isSigned || signer.isChannel(auth, connection.socketId, channel, channelData)) return null;
    return UNAUTHORIZED;
  }

  /** From what was signed alone: the channel data, or else the sign-in of this connection. */
  private memberOf(connection: Connection, { channelData }: SubscribeData): Member | null {
    const { limits } = this.options.hub;
    const signed = channelData ?? connection.userData;
    if (signed === null) return null;
    const member = readMember(signed, channelData === undefined ? 'id' : 'user_id');
    if (member === null) return null;
    const isSmall =
      Buffer.byteLength(member.userId) <= limits.presenceUserIdBytes &&
      Buffer.byteLength(member.info) <= limits.presenceUserInfoBytes;
    return isSmall ? member : null;
  }

  private async enter(
    connection: Connection,
    channel: string,
    { userId, info }: Member,
    traits: ChannelTraits,
  ): Promise<void> {
    const { rooms } = this.options;
    const subscription: Subscription = { userId, isLive: false };
    connection.subscriptions?.set(channel, subscription);
    const entered = await rooms.enter(channel, userId, info);
    // Gone meanwhile: then leaving was told as well.
    if (connection.subscriptions?.get(channel) !== subscription) return;
    if (!entered) {
      connection.subscriptions.delete(channel);
      this.refuse(connection, channel, FULL);
      return;
    }
    const text = serverTexts.subscribed(channel, presenceData(rooms.members(channel)));
    this.goLive(connection, channel, text, traits, subscription);
  }

  private goLive(
    connection: Connection,
    channel: string,
    text: string,
    { isCached }: ChannelTraits,
    subscription: Subscription,
  ): void {
    const { hub, recent } = this.options;
    subscription.isLive = true;
    hub.subscribers.add(channel, connection);
    hub.send(connection, frameOf(text));
    for (const told of recent.of(channel, hub.clock.nowMs())) hub.send(connection, frameOf(told));
    if (isCached) void this.sendCached(connection, channel, subscription);
  }

  private async sendCached(
    connection: Connection,
    channel: string,
    subscription: Subscription,
  ): Promise<void> {
    const { hub, cache, peers } = this.options;
    let kept = cache.get(channel, hub.clock.nowMs());
    if (peers?.isUp) kept = await peers.getCached(channel).catch(() => kept);
    if (connection.subscriptions?.get(channel) !== subscription) return;
    hub.send(connection, frameOf(kept?.text ?? serverTexts.cacheMiss(channel)));
  }

  private refuse(connection: Connection, channel: string, { type, error, status }: Refusal): void {
    this.options.hub.countRefusal(type === 'AuthError' ? 'subscription' : 'subscription-limit');
    // An unusual name is not repeated at length.
    const shown = channel.slice(0, 200);
    this.options.hub.send(connection, frameOf(serverTexts.subscriptionError(shown, type, error, status)));
  }
}
