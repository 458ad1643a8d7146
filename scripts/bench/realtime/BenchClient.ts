import { createHmac, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { APP, CHANNEL, ownChannel } from './messages';

/** Connections come from several addresses: there are 28,000 ports for each. */
const ADDRESSES = 16;
/** Whoever lost the server looks for it after a moment that differs from page to page, and then again. */
const AGAIN_MS = 1_000;

export interface BenchListener {
  onReady(): void;
  onLost(): void;
  onTry(): void;
  onEvent(frame: Buffer, at: number, length: number): void;
}

/** A frame as browsers send it, masked with zeros: the server's work is the same. */
function maskedFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0x80 | 126, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)]);
}

const sign = (text: string) => `${APP.key}:${createHmac('sha256', APP.secret).update(text).digest('hex')}`;
const SOCKET_ID = /socket_id\\":\\"([\d.]+)/;

/** A page as far as the server sees one, and as little more as can be: the client must not be what is measured. */
export class BenchClient {
  private socket: Socket | null = null;
  private pending: Buffer | null = null;
  private isUpgraded = false;
  private missing = 0;

  constructor(
    private readonly n: number,
    private readonly port: number,
    private readonly listens: boolean,
    private readonly listener: BenchListener,
  ) {}

  connect(): void {
    this.listener.onTry();
    this.isUpgraded = false;
    this.pending = null;
    this.missing = this.listens ? 2 : 1;
    const socket = connect({
      port: this.port,
      host: '127.0.0.1',
      localAddress: `127.0.0.${2 + (this.n % ADDRESSES)}`,
      noDelay: true,
    });
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('connect', () =>
      socket.write(
        `GET /app/${APP.key}?protocol=7&client=js&version=8.6.0 HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\n` +
          'Connection: Upgrade\r\nUpgrade: websocket\r\nOrigin: https://ads.example\r\nSec-WebSocket-Version: 13\r\n' +
          'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36\r\n' +
          'Accept-Encoding: gzip, deflate, br\r\nAccept-Language: en-US,en;q=0.9\r\n' +
          'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n' +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      ),
    );
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('close', () => this.lost());
  }

  private lost(): void {
    if (this.isUpgraded && this.missing === 0) this.listener.onLost();
    setTimeout(() => this.connect(), AGAIN_MS * Math.random());
  }

  private read(chunk: Buffer): void {
    let bytes = this.pending === null ? chunk : Buffer.concat([this.pending, chunk]);
    this.pending = null;
    if (!this.isUpgraded) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) {
        this.pending = bytes;
        return;
      }
      this.isUpgraded = true;
      bytes = bytes.subarray(end + 4);
    }
    let at = 0;
    while (bytes.length - at >= 2) {
      const short = (bytes[at + 1] ?? 0) & 127;
      const head = short === 126 ? 4 : 2;
      if (bytes.length - at < head) break;
      const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
      if (bytes.length - at < head + length) break;
      this.take(bytes, (bytes[at] ?? 0) & 15, at + head, length);
      at += head + length;
    }
    if (at < bytes.length) this.pending = Buffer.from(bytes.subarray(at));
  }

  private take(bytes: Buffer, kind: number, at: number, length: number): void {
    if (kind === 8) {
      // The closing handshake: the same code, masked.
      this.socket?.end(Buffer.concat([Buffer.from([0x88, 0x82, 0, 0, 0, 0]), bytes.subarray(at, at + 2)]));
      return;
    }
    if (this.missing === 0) {
      this.listener.onEvent(bytes, at, length);
      return;
    }
    const text = bytes.toString('latin1', at, at + length);
    const [, socketId] = SOCKET_ID.exec(text) ?? [];
    if (socketId !== undefined) this.subscribe(socketId);
    else if (text.includes('subscription_succeeded')) {
      this.missing -= 1;
      if (this.missing === 0) this.listener.onReady();
    } else throw new Error(`The server said ${text}`);
  }

  private subscribe(socketId: string): void {
    const channel = ownChannel(this.n);
    const auth = sign(`${socketId}:${channel}`);
    const frames = [maskedFrame(JSON.stringify({ event: 'pusher:subscribe', data: { auth, channel } }))];
    if (this.listens)
      frames.push(
        maskedFrame(JSON.stringify({ event: 'pusher:subscribe', data: { auth: '', channel: CHANNEL } })),
      );
    this.socket?.write(Buffer.concat(frames));
  }
}
