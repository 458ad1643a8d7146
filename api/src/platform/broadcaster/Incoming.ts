import type { Connection } from './Connection';
import type { Hub } from './Hub';
import { type ClientMessage, readClientMessage, readMember, readSignIn, readSubscribe } from './messages';
import { isUserId, traitsOf } from './protocol/channelNames';
import { CLOSINGS, ERROR_CODES } from './protocol/closeCodes';
import { type ChannelEvent, frameOf, PONG_FRAME, serverTexts } from './protocol/frames';
import type { Signer } from './protocol/signatures';
import type { Subscriptions } from './Subscriptions';
import { TokenBucket } from './TokenBucket';

export interface IncomingOptions {
  hub: Hub;
  signer: Signer;
  subscriptions: Subscriptions;
  /** Channels that browsers may speak on. */
  carriesClientEvents(channel: string): boolean;
  /** To all nodes. */
  publish(channel: string, event: ChannelEvent, exceptSocketId: string): void;
}

/** What browsers send. Whatever it is, it costs one connection at most. */
export class Incoming {
  constructor(private readonly options: IncomingOptions) {}

  receive(connection: Connection, bytes: Buffer, isBinary: boolean): void {
    const { hub } = this.options;
    if (connection.readyState !== connection.OPEN || !this.take(connection, bytes.length)) return;
    if (isBinary) {
      hub.countRefusal('binary');
      connection.end(CLOSINGS.binary);
      return;
    }
    const message = readClientMessage(bytes);
    if (message === null) this.refuse(connection, 'This is no message of the protocol');
    else this.act(connection, message);
  }

  /** Frames that only ask whether we are here, or say that they are, cost as much as others. */
  receiveControl(connection: Connection): void {
    this.take(connection, 0);
  }

  private act(connection: Connection, { event, channel, data }: ClientMessage): void {
    const { hub, subscriptions } = this.options;
    const wanted = event.endsWith('subscribe') ? readSubscribe(data) : null;
    switch (event) {
      case 'pusher:ping':
        hub.send(connection, PONG_FRAME);
        break;
      case 'pusher:pong':
        break;
      case 'pusher:subscribe':
        if (wanted) subscriptions.subscribe(connection, wanted);
        else this.refuse(connection, 'pusher:subscribe needs data with a channel');
        break;
      case 'pusher:unsubscribe':
        if (wanted) subscriptions.unsubscribe(connection, wanted.channel);
        else this.refuse(connection, 'pusher:unsubscribe needs data with a channel');
        break;
      case 'pusher:signin':
        this.signIn(connection, data);
        break;
      default:
        if (event.startsWith('client-')) this.clientEvent(connection, event, channel, data);
        else this.refuse(connection, 'There is no such event');
    }
  }

  /** Whether it may send another one now; ends it when it sends far too many. */
  private take(connection: Connection, bytes: number): boolean {
    const { hub } = this.options;
    const { frameBurst, framesPerSecond } = hub.limits;
    const nowMs = hub.clock.nowMs();
    connection.frames ??= new TokenBucket(frameBurst, framesPerSecond, nowMs);
    hub.noteFrame(connection);
    if (connection.frames.take(nowMs) && hub.takesFrame(connection, bytes)) return true;
    hub.countRefusal('flood');
    connection.end(CLOSINGS.flood);
    return false;
  }

  private signIn(connection: Connection, data: unknown): void {
    const { hub, signer } = this.options;
    const given = readSignIn(data);
    if (given === null) {
      this.refuse(connection, 'pusher:signin needs data with auth and user_data');
      return;
    }
    const user = readMember(given.userData, 'id');
    const isSigned = signer.isUser(given.auth, connection.socketId, given.userData);
    const isOther = connection.userId !== null && connection.userId !== user?.userId;
    if (user === null || !isUserId(user.userId) || !isSigned || isOther) {
      hub.countRefusal('sign-in');
      connection.end(CLOSINGS.unauthorized);
      return;
    }
    hub.signIn(connection, user.userId, given.userData);
    hub.send(connection, frameOf(serverTexts.signedIn(given.userData)));
  }

  private clientEvent(connection: Connection, event: string, channel: unknown, data: unknown): void {
    const { hub, publish } = this.options;
    const why = this.refusalOfClientEvent(connection, channel, data);
    if (why !== null || typeof channel !== 'string') {
      hub.countRefusal('client-event');
      const text = serverTexts.error(ERROR_CODES.clientEvent, `Client event rejected: ${why}`);
      hub.send(connection, frameOf(text));
      return;
    }
    const userId = connection.subscriptions?.get(channel)?.userId ?? undefined;
    publish(channel, { event, data, userId }, connection.socketId);
  }

  private refusalOfClientEvent(connection: Connection, channel: unknown, data: unknown): string | null {
    const { limits, clock } = this.options.hub;
    const { dataBytes, clientEventsPerSecond } = limits;
    if (typeof channel !== 'string') return 'it names no channel';
    const traits = traitsOf(channel);
    if (!traits?.isSigned || traits.isEncrypted) return 'only private and presence channels carry them';
    if (!connection.subscriptions?.get(channel)?.isLive)
      return 'this connection does not listen to the channel';
    if (!this.options.carriesClientEvents(channel)) return 'this channel carries none';
    const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
    if (Buffer.byteLength(text) > dataBytes) return `its data is longer than ${dataBytes} bytes`;
    const nowMs = clock.nowMs();
    connection.clientEvents ??= new TokenBucket(clientEventsPerSecond, clientEventsPerSecond, nowMs);
    return connection.clientEvents.take(nowMs) ? null : `more than ${clientEventsPerSecond} in a second`;
  }

  private refuse(connection: Connection, why: string): void {
    this.options.hub.countRefusal('malformed');
    this.options.hub.send(connection, frameOf(serverTexts.error(ERROR_CODES.malformed, why)));
  }
}
