import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** An app of the broadcaster: who connects names the key, who signs has the secret. */
export interface BroadcasterApp {
  id: string;
  key: string;
  secret: string;
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** In a time that does not tell where they differ. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const channelText = (socketId: string, channel: string, channelData?: string) =>
  channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
const userText = (socketId: string, userData: string) => `${socketId}::user::${userData}`;

/** Signs and checks for one app. */
export class Signer {
  constructor(private readonly app: BroadcasterApp) {}

  /** What `pusher:subscribe` has to bring. */
  channel(socketId: string, channel: string, channelData?: string): string {
    return this.auth(channelText(socketId, channel, channelData));
  }

  /** What `pusher:signin` has to bring. */
  user(socketId: string, userData: string): string {
    return this.auth(userText(socketId, userData));
  }

  isChannel(auth: string, socketId: string, channel: string, channelData?: string): boolean {
    return isSame(auth, this.channel(socketId, channel, channelData));
  }

  isUser(auth: string, socketId: string, userData: string): boolean {
    return isSame(auth, this.user(socketId, userData));
  }

  /** Of a call of the HTTP API: its method, path and sorted parameters without the signature, by line ends. */
  isCall(signature: string, text: string): boolean {
    return isSame(signature, hmac(this.app.secret, text));
  }

  isKey(key: string): boolean {
    return isSame(key, this.app.key);
  }

  private auth(text: string): string {
    return `${this.app.key}:${hmac(this.app.secret, text)}`;
  }
}

export const md5 = (body: Buffer) => createHash('md5').update(body).digest('hex');
export const isDigest = (given: string, body: Buffer) => isSame(given, md5(body));
