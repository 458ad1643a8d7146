import { setTimeout as pause } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import type { Log } from '../../log';
import { connectCommands, connectListener, redisUrls, retryMs } from './connectRedis';
import { createKeys, type Keys } from './keys';

export interface RedisLinkOptions {
  appId: string;
  redisUrl: string;
  log: Log;
}

export interface LinkListener {
  onOpen(): void;
  onShut(): void;
  onMessage(text: string): void;
}

/** Two connections, one that commands and one that listens. Either may be lost; both are opened again until the end. */
export class RedisLink {
  readonly keys: Keys;
  private readonly urls: string[];
  private readonly ending = new AbortController();
  private client: Redis | Cluster | null = null;
  private ear: Redis | null = null;
  private listener: LinkListener | null = null;
  private wasOpen = false;
  private isHearing = false;

  constructor(private readonly options: RedisLinkOptions) {
    this.keys = createKeys(options.appId);
    this.urls = redisUrls(options.redisUrl);
  }

  get isOpen(): boolean {
    return this.isHearing && this.client?.status === 'ready';
  }

  /** Throws while there is none: nothing waits for it. */
  get commands(): Redis | Cluster {
    if (!this.isOpen || this.client === null) throw new Error('There is no connection to Redis');
    return this.client;
  }

  start(inbox: string, listener: LinkListener): void {
    this.listener = listener;
    void this.keepClient();
    void this.keepEar(this.keys.inbox(inbox));
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.ear?.disconnect();
    this.client?.disconnect();
    this.isHearing = false;
  }

  /** The connection looks open and brings nothing. */
  listenAnew(): void {
    this.ear?.disconnect();
  }

  private get isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  private async keepClient(): Promise<void> {
    for (let tries = 0; !this.isEnding; tries += 1) {
      try {
        const client = await connectCommands(this.urls);
        if (this.isEnding) return client.disconnect();
        this.client = client;
        // From here on it opens itself again.
        for (const event of ['ready', 'close', 'end']) client.on(event, () => this.look());
        this.look();
        return;
      } catch (error) {
        await this.rest(tries, error);
      }
    }
  }

  private async keepEar(inbox: string): Promise<void> {
    let tries = 0;
    for (let turn = 0; !this.isEnding; turn += 1) {
      try {
        const ear = await connectListener(this.addresses(), turn);
        if (this.isEnding) return ear.disconnect();
        this.ear = ear;
        ear.on('message', (_channel, text) => this.listener?.onMessage(text));
        const ended = new Promise<void>((resolve) => ear.once('end', () => resolve()));
        await ear.subscribe(this.keys.bus, inbox);
        tries = 0;
        this.isHearing = true;
        this.look();
        await ended;
        this.isHearing = false;
        this.look();
      } catch (error) {
        this.ear?.disconnect();
        this.isHearing = false;
        await this.rest(tries, error);
      }
      tries += 1;
    }
  }

  /** All nodes of a cluster pass messages on, also those that the setting does not name. */
  private addresses(): string[] {
    if (!(this.client instanceof Cluster)) return this.urls;
    const [first = ''] = this.urls;
    const known = this.client.nodes('all').map(({ options }) => {
      const url = new URL(first);
      url.hostname = options.host ?? url.hostname;
      url.port = String(options.port ?? url.port);
      return url.href;
    });
    return [...this.urls, ...known];
  }

  private look(): void {
    if (this.isEnding || this.isOpen === this.wasOpen) return;
    this.wasOpen = this.isOpen;
    if (this.isOpen) {
      this.options.log.info('Redis answers: the servers hear each other');
      this.listener?.onOpen();
    } else {
      this.options.log.warn('Redis does not answer: each server reaches its own connections only');
      this.listener?.onShut();
    }
  }

  private async rest(tries: number, error: unknown): Promise<void> {
    if (tries === 0) this.options.log.warn({ err: error }, 'Redis cannot be reached; it is tried again');
    await pause(retryMs(tries), undefined, { signal: this.ending.signal, ref: false }).catch(() => {});
  }
}
