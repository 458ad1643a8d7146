import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { createBroadcaster } from '../../../api/src/platform/broadcaster';
import { silentLog } from '../../../api/src/platform/log';
import { createMetrics } from '../../../api/src/platform/metrics';
import { listen } from '../../../api/src/startup/listen';
import { APP, CHANNEL, dataOf, type FromServer, type Mode, type ToServer } from './messages';

/** The server's half, a process of its own: our broadcaster, or `ws` that sends as many bytes and knows no protocol. */
interface Subject {
  connections(): number;
  publish(data: string): void;
  stop(): Promise<void>;
}

function startBroadcaster(http: Server): Subject {
  const broadcaster = createBroadcaster({
    app: APP,
    log: silentLog,
    metrics: createMetrics({ processFigures: false }),
    nodeName: 'bench',
    limits: { connectionsPerAddress: Number.MAX_SAFE_INTEGER },
  });
  let open = 0;
  http.on('upgrade', (req, socket, head) => {
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
    broadcaster.upgrade(req, socket, head);
  });
  broadcaster.start();
  return {
    connections: () => open,
    publish: (data) => broadcaster.publish([CHANNEL], 'release.activated', data),
    stop: () => broadcaster.stop(),
  };
}

/** Frames of the same sizes as the protocol's: the first, an answer to each, an event. */
const ESTABLISHED =
  '{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"1234567890.1234567890\\",\\"activity_timeout\\":30}"}';
const SUBSCRIBED =
  '{"event":"pusher_internal:subscription_succeeded","channel":"private-account.u_1234","data":"{}"}';

function startBare(http: Server): Subject {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const listeners = new Set<WebSocket>();
  server.on('connection', (client) => {
    client.send(ESTABLISHED);
    client.on('message', (bytes: Buffer) => {
      if (bytes.includes(`"${CHANNEL}"`)) listeners.add(client);
      client.send(SUBSCRIBED);
    });
    client.on('close', () => listeners.delete(client));
  });
  return {
    connections: () => server.clients.size,
    publish: (data) => {
      const text = JSON.stringify({ event: 'release.activated', channel: CHANNEL, data });
      for (const client of listeners) client.send(text);
    },
    stop: async () => {
      for (const client of server.clients) client.close(4200);
      while (server.clients.size > 0) await pause(10);
    },
  };
}

const tell = (message: FromServer) => process.send?.(message);
const [mode = 'broadcaster', port = '0'] = process.argv.slice(2) as [Mode, string];
const http = createServer((_req, res) => res.writeHead(404).end());
const subject = mode === 'bare' ? startBare(http) : startBroadcaster(http);

async function publish(count: number, everyMs: number): Promise<void> {
  const before = process.cpuUsage();
  for (let n = 0; n < count; n += 1) {
    subject.publish(dataOf(process.hrtime.bigint()));
    await pause(everyMs);
  }
  const { user, system } = process.cpuUsage(before);
  tell({ say: 'published', cpuMicros: user + system });
}

async function measure(): Promise<void> {
  const { user, system } = process.cpuUsage();
  // Twice with a pause: what the first one frees is given back to the system later.
  for (let n = 0; n < 2; n += 1) {
    globalThis.gc?.();
    await pause(300);
  }
  tell({
    say: 'measured',
    residentBytes: process.memoryUsage.rss(),
    connections: subject.connections(),
    cpuMicros: user + system,
  });
}

process.on('message', (message: ToServer) => {
  if (message.say === 'measure') void measure();
  else if (message.say === 'publish') void publish(message.count, message.everyMs);
  else void subject.stop().then(() => process.exit(0));
});
await listen(http, Number(port), '127.0.0.1');
tell({ say: 'listening', port: (http.address() as AddressInfo).port });
