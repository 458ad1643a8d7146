import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Closing } from './protocol/closeCodes';
import { frameOf, serverTexts } from './protocol/frames';
import type { TokenBucket } from './TokenBucket';
import type { OnWheel } from './Wheel';

export interface Subscription {
  /** Who this is on a presence channel, by the signed data; null elsewhere. */
  userId: string | null;
  /** False while other nodes are asked who else is there. */
  isLive: boolean;
}

/** A protocol close carries a reason of at most 123 bytes (RFC 6455 §5.5). */
const shortReason = (text: string) => (Buffer.byteLength(text) <= 123 ? text : '');

/**
 * A browser's connection. There are ten thousand of them: what not all of them need is made when it is needed, and
 * nothing here holds on to the request it came with.
 */
export class Connection extends WebSocket implements OnWheel {
  socketId = '';
  address = '';
  slot = 0;
  /** The wheel's turn at which something came last, at which it was asked, and at which it came. */
  heardTurn = 0;
  askedTurn = -1;
  sinceTurn = 0;
  subscriptions: Map<string, Subscription> | null = null;
  /** Whoever signed in. */
  userId: string | null = null;
  userData: string | null = null;
  /** What it ends with, as the app names it. */
  claims: ReadonlySet<string> | null = null;
  frames: TokenBucket | null = null;
  clientEvents: TokenBucket | null = null;
  private stream: Duplex | null = null;

  /** Frames go straight to the stream: `ws` would make a head for each receiver. */
  attach(stream: Duplex): void {
    this.stream = stream;
  }

  /** False when it has too much waiting; then nothing was sent. */
  write(frame: Buffer, mostBuffered: number): boolean {
    if (this.readyState !== WebSocket.OPEN || this.stream === null) return true;
    if (this.stream.writableLength > mostBuffered) return false;
    this.stream.write(frame);
    return true;
  }

  /** Ends it, with the reason in both ways that clients know. */
  end({ code, message }: Closing): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (code >= 4000) this.stream?.write(frameOf(serverTexts.error(code, message)));
    this.close(code, shortReason(message));
  }
}
