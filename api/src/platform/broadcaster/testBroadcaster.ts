import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import PusherServer from 'pusher';
import Pusher, { type Options } from 'pusher-js';
import nacl from 'tweetnacl';
import { WebSocket } from 'ws';
import { silentLog } from '../log';
import { createMetrics, type Metrics } from '../metrics';
import { type Broadcaster, type BroadcasterOptions, createBroadcaster, refuseUpgrade } from './index';

export const TEST_APP = { id: 'app-1', key: 'key-1', secret: 'a secret for tests' };
/** 32 bytes, of which each encrypted channel has a secret of its own. */
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

export interface TestMessage {
  event: string;
  channel?: string;
  data?: unknown;
  user_id?: string;
}

/** A connection that shows every frame as it comes. */
export class RawClient {
  readonly socket: WebSocket;
  /** The close code, once it is closed; 0 when the handshake itself was refused. */
  readonly closed: Promise<number>;
  /** The status of a handshake that was refused. */
  refusedWith: number | undefined;
  private readonly inbox: TestMessage[] = [];
  private readonly waiting = new Set<() => void>();

  constructor(url: string, options: { origin?: string; headers?: Record<string, string> } = {}) {
    this.socket = new WebSocket(url, options);
    this.socket.on('message', (bytes) => {
      this.inbox.push(JSON.parse(String(bytes)));
      for (const look of this.waiting) look();
    });
    this.socket.on('error', () => {});
    this.socket.on('unexpected-response', (_req, res) => {
      this.refusedWith = res.statusCode;
      res.resume();
      this.socket.terminate();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code) => resolve(this.refusedWith === undefined ? code : 0));
    });
  }

  /** Takes the next message of that kind, waiting for it; others stay. */
  next(event: string, channel?: string): Promise<TestMessage> {
    return new Promise((resolve) => {
      const look = () => {
        const at = this.inbox.findIndex(
          (each) => each.event === event && (channel === undefined || each.channel === channel),
        );
        const [found] = at < 0 ? [] : this.inbox.splice(at, 1);
        if (!found) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  /** What came and was not taken. */
  get rest(): TestMessage[] {
    return this.inbox;
  }

  send(event: string, data?: unknown, channel?: string): void {
    this.socket.send(JSON.stringify({ event, data, channel }));
  }

  async socketId(): Promise<string> {
    const { data } = await this.next('pusher:connection_established');
    return JSON.parse(String(data)).socket_id;
  }

  /** Everything sent before was answered: the server takes frames in their order. */
  async settled(): Promise<void> {
    this.send('pusher:ping', {});
    await this.next('pusher:pong');
  }
}

export interface TestBroadcaster {
  broadcaster: Broadcaster;
  metrics: Metrics;
  port: number;
  /** The server library, as the app would use it. */
  server: PusherServer;
  raw(path?: string, options?: ConstructorParameters<typeof RawClient>[1]): RawClient;
  /** A raw connection with its id. */
  open(): Promise<{ client: RawClient; socketId: string }>;
  /** A browser's library, authorised as `user` says for each channel. */
  pusher(user?: TestUser): Pusher;
  subscribePresence(
    client: RawClient,
    socketId: string,
    channel: string,
    userId: string,
    info?: unknown,
  ): void;
  /** Another broadcaster behind the same address, as with a rolling deployment: the old one says goodbye. */
  replace(): Promise<void>;
  close(): Promise<void>;
}

export interface TestUser {
  id: string;
  info?: Record<string, unknown>;
}

/** What `/broadcasting/auth` would answer. */
function authorizers(server: PusherServer, user: TestUser): Partial<Options> {
  return {
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ channelName, socketId }, callback) => {
        const member = channelName.startsWith('presence-')
          ? { user_id: user.id, user_info: user.info ?? {} }
          : undefined;
        callback(null, server.authorizeChannel(socketId, channelName, member));
      },
    },
    userAuthentication: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId }, callback) =>
        callback(null, server.authenticateUser(socketId, { id: user.id, user_info: user.info ?? {} })),
    },
  };
}

/** HTTP in front of whatever broadcaster there is at the moment, on a free port. */
async function serve(current: () => Broadcaster): Promise<{ port: number; close(): Promise<void> }> {
  const http = createServer((req, res) => {
    if (!current().handle(req, res)) res.writeHead(404).end();
  });
  http.on('upgrade', (req, socket, head) => {
    if (!current().upgrade(req, socket, head)) refuseUpgrade(socket, 404, 'There is nothing here.');
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    port: (http.address() as AddressInfo).port,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const connectPusher = (key: string, port: number, server: PusherServer, user: TestUser) =>
  new Pusher(key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    nacl,
    ...authorizers(server, user),
  });

/** A broadcaster behind a real HTTP server on a free port. */
export async function openBroadcaster(options: Partial<BroadcasterOptions> = {}): Promise<TestBroadcaster> {
  const make = () => {
    const metrics = createMetrics({ processFigures: false });
    const made = createBroadcaster({ app: TEST_APP, log: silentLog, metrics, nodeName: 'test', ...options });
    return { metrics, broadcaster: made };
  };
  let { broadcaster, metrics } = make();
  const { id: appId, key, secret } = options.app ?? TEST_APP;
  const { port, close } = await serve(() => broadcaster);
  broadcaster.start();
  const server = new PusherServer({
    appId,
    key,
    secret,
    host: '127.0.0.1',
    port: String(port),
    encryptionMasterKeyBase64: MASTER_KEY,
  });
  const ends: (() => void)[] = [];
  const raw: TestBroadcaster['raw'] = (path = `/app/${key}?protocol=7`, rawOptions = {}) => {
    const client = new RawClient(`ws://127.0.0.1:${port}${path}`, rawOptions);
    ends.push(() => client.socket.terminate());
    return client;
  };
  return {
    get broadcaster() {
      return broadcaster;
    },
    get metrics() {
      return metrics;
    },
    replace: async () => {
      const old = broadcaster;
      ({ broadcaster, metrics } = make());
      broadcaster.start();
      await old.stop();
    },
    port,
    server,
    raw,
    open: async () => {
      const client = raw();
      return { client, socketId: await client.socketId() };
    },
    pusher: (user = { id: 'u_1' }) => {
      const client = connectPusher(key, port, server, user);
      ends.push(() => client.disconnect());
      return client;
    },
    subscribePresence: (client, socketId, channel, userId, info = {}) => {
      const channelData = JSON.stringify({ user_id: userId, user_info: info });
      const auth = broadcaster.sign(socketId, channel, channelData);
      client.send('pusher:subscribe', { channel, auth, channel_data: channelData });
    },
    close: async () => {
      for (const end of ends) end();
      await broadcaster.stop();
      await close();
    },
  };
}

/** The next time a channel of pusher-js brings this event. */
export const heard = <Data = unknown>(
  channel: { bind(event: string, callback: (data: Data) => void): unknown },
  event: string,
): Promise<Data> => new Promise((resolve) => channel.bind(event, resolve));
