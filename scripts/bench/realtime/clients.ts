import { BenchClient } from './BenchClient';
import type { FromClients, ToClients } from './messages';

/** All the pages, in a process of their own. */
const STEP = 250;
const STEP_MS = 25;

const tell = (message: FromClients) => process.send?.(message);
const AT = Buffer.from('"at\\":\\"'.slice(1));
let clients: BenchClient[] = [];
let wanted = 0;
let ready = 0;
let tries = 0;
let firstAtNs = 0n;
let latenciesMs: number[] = [];

/** When the message was sent stands in it; both processes read the machine's own clock. */
function noteDelivery(frame: Buffer, at: number, length: number): void {
  const from = frame.indexOf(AT, at) + AT.length;
  if (from < AT.length || from > at + length) return;
  const sentNs = BigInt(frame.toString('latin1', from, frame.indexOf(0x5c, from)));
  latenciesMs.push(Number(process.hrtime.bigint() - sentNs) / 1e6);
}

const listener = {
  onTry: () => {
    tries += 1;
  },
  onReady: () => {
    if (ready === 0) firstAtNs = process.hrtime.bigint();
    ready += 1;
    if (ready === wanted)
      tell({ say: 'ready', firstAtNs: String(firstAtNs), lastAtNs: String(process.hrtime.bigint()), tries });
  },
  onLost: () => {
    ready -= 1;
    if (ready > 0) return;
    tries = 0;
    tell({ say: 'gone' });
  },
  onEvent: noteDelivery,
};

function connectAll(port: number, connections: number, listeners: number): void {
  wanted = connections;
  clients = Array.from({ length: connections }, (_, n) => new BenchClient(n, port, n < listeners, listener));
  clients.forEach((client, n) => {
    setTimeout(() => client.connect(), Math.floor(n / STEP) * STEP_MS);
  });
}

function report(): void {
  const sorted = Float64Array.from(latenciesMs).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  tell({ say: 'report', deliveries: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1) });
}

process.on('message', (message: ToClients) => {
  if (message.say === 'connect') connectAll(message.port, message.connections, message.listeners);
  else if (message.say === 'mark') latenciesMs = [];
  else if (message.say === 'report') report();
  else process.exit(0);
});
