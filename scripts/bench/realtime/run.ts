import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { apiConfig, compile, rootDir } from '@ezdash/remote-kit/build';
import { hear } from '../serve/children';
import type { FromClients, FromServer, Mode, ToClients, ToServer } from './messages';

export interface BenchResult {
  metrics: Record<string, number>;
  notes: string[];
}

const CONNECTIONS = 10_000;
const LISTENERS = 1_000;
const MESSAGES = 200;
const EVERY_MS = 50;
/** Not taken into account: what runs for the first time is compiled. */
const WARM_UP = 40;
/** Each in its turn, ours and the reference: the middle one of them counts. */
const ROUNDS = 3;

interface Figures {
  bytesPerSocket: number;
  connectS: number;
  /** Of the server, for a socket to come and subscribe. */
  connectCpuMicros: number;
  /** Of the server, for one delivery. */
  fanoutCpuMicros: number;
  p50Ms: number;
  p99Ms: number;
  reconnectS: number;
  tries: number;
}

/** More open files than shells allow by default; where that may not be, what there is. */
const RAISED = 'ulimit -n 65535 2>/dev/null || ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"';
const start = (file: string, args: string[]): ChildProcess =>
  spawn('sh', ['-c', RAISED, process.execPath, '--expose-gc', file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

async function compileParts(): Promise<{ server: string; clients: string }> {
  // Within the api, so that its own `ws` is found and not another package's.
  const outDir = join(rootDir, 'api/node_modules/.cache/ezdash-bench-realtime');
  const config = apiConfig({ folder: import.meta.dirname, outDir });
  await compile({ ...config, entry: { server: './server.ts', clients: './clients.ts' } });
  return { server: join(outDir, 'server.mjs'), clients: join(outDir, 'clients.mjs') };
}

const tellServer = (child: ChildProcess, message: ToServer) => child.send(message);
const tellClients = (child: ChildProcess, message: ToClients) => child.send(message);

async function expectSaid<Message extends { say: string }, Say extends Message['say']>(
  child: ChildProcess,
  say: Say,
): Promise<Extract<Message, { say: Say }>> {
  const message = await hear<Message>(child);
  if (message.say !== say) throw new Error(`A process of the bench said ${message.say} instead of ${say}`);
  return message as Extract<Message, { say: Say }>;
}

async function measured(server: ChildProcess, connections: number) {
  tellServer(server, { say: 'measure' });
  const answer = await expectSaid<FromServer, 'measured'>(server, 'measured');
  if (answer.connections !== connections)
    throw new Error(`${answer.connections} of ${connections} connections are there`);
  return answer;
}

async function publish(server: ChildProcess, clients: ChildProcess, count: number) {
  tellClients(clients, { say: 'mark' });
  tellServer(server, { say: 'publish', count, everyMs: EVERY_MS });
  const { cpuMicros } = await expectSaid<FromServer, 'published'>(server, 'published');
  tellClients(clients, { say: 'report' });
  const report = await expectSaid<FromClients, 'report'>(clients, 'report');
  if (report.deliveries !== count * LISTENERS)
    throw new Error(`${report.deliveries} of ${count * LISTENERS} messages arrived`);
  return { ...report, cpuMicros: cpuMicros / report.deliveries };
}

async function restart(
  parts: { server: string },
  mode: Mode,
  { server, clients, port }: { server: ChildProcess; clients: ChildProcess; port: number },
) {
  const gone = expectSaid<FromClients, 'gone'>(clients, 'gone');
  const ended = once(server, 'exit');
  tellServer(server, { say: 'stop' });
  await Promise.all([gone, ended]);
  const again = start(parts.server, [mode, String(port)]);
  const back = expectSaid<FromClients, 'ready'>(clients, 'ready');
  await expectSaid<FromServer, 'listening'>(again, 'listening');
  const listeningAtNs = process.hrtime.bigint();
  const { lastAtNs, tries } = await back;
  return { server: again, reconnectS: Number(BigInt(lastAtNs) - listeningAtNs) / 1e9, tries };
}

async function playRound(parts: { server: string; clients: string }, mode: Mode): Promise<Figures> {
  const server = start(parts.server, [mode]);
  const { port } = await expectSaid<FromServer, 'listening'>(server, 'listening');
  const clients = start(parts.clients, []);
  const before = await measured(server, 0);
  const startedNs = process.hrtime.bigint();
  tellClients(clients, { say: 'connect', port, connections: CONNECTIONS, listeners: LISTENERS });
  const { lastAtNs } = await expectSaid<FromClients, 'ready'>(clients, 'ready');
  const after = await measured(server, CONNECTIONS);
  const bytesPerSocket = (after.residentBytes - before.residentBytes) / CONNECTIONS;
  // The two collections in between are the same for both.
  const connectCpuMicros = (after.cpuMicros - before.cpuMicros) / CONNECTIONS;
  await publish(server, clients, WARM_UP);
  const { p50Ms, p99Ms, cpuMicros: fanoutCpuMicros } = await publish(server, clients, MESSAGES);
  const back = await restart(parts, mode, { server, clients, port });
  tellClients(clients, { say: 'end' });
  await once(clients, 'exit');
  tellServer(back.server, { say: 'stop' });
  await once(back.server, 'exit');
  const connectS = Number(BigInt(lastAtNs) - startedNs) / 1e9;
  return {
    bytesPerSocket,
    connectS,
    connectCpuMicros,
    fanoutCpuMicros,
    p50Ms,
    p99Ms,
    reconnectS: back.reconnectS,
    tries: back.tries,
  };
}

function middle(rounds: readonly Figures[], name: keyof Figures): number {
  const sorted = rounds.map((each) => each[name]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
const byRounds = (rounds: readonly Figures[], name: keyof Figures) =>
  rounds.map((each) => rounded(each[name])).join(', ');
const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));

export async function run(): Promise<BenchResult> {
  const parts = await compileParts();
  const rounds: Record<Mode, Figures[]> = { broadcaster: [], bare: [] };
  const loads: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const mode of ['bare', 'broadcaster'] as const) {
      loads.push(loadavg()[0] ?? 0);
      rounds[mode].push(await playRound(parts, mode));
    }
  const ours = (name: keyof Figures) => middle(rounds.broadcaster, name);
  const bare = (name: keyof Figures) => middle(rounds.bare, name);
  return {
    metrics: {
      fanout_p99_ms: rounded(ours('p99Ms')),
      fanout_cpu_us: rounded(ours('fanoutCpuMicros')),
      fanout_p50_ms: rounded(ours('p50Ms')),
      bytes_per_socket: Math.round(ours('bytesPerSocket')),
      reconnect_s: rounded(ours('reconnectS')),
      connect_s: rounded(ours('connectS')),
      connect_cpu_us: Math.round(ours('connectCpuMicros')),
      bare_fanout_cpu_us: rounded(bare('fanoutCpuMicros')),
      bare_fanout_p99_ms: rounded(bare('p99Ms')),
      bare_bytes_per_socket: Math.round(bare('bytesPerSocket')),
      bare_connect_cpu_us: Math.round(bare('connectCpuMicros')),
      bare_reconnect_s: rounded(bare('reconnectS')),
      fanout_ratio: rounded(ours('p99Ms') / bare('p99Ms')),
      bytes_ratio: rounded(ours('bytesPerSocket') / bare('bytesPerSocket')),
      reconnect_ratio: rounded(ours('reconnectS') / bare('reconnectS')),
      connections: CONNECTIONS,
      listeners: LISTENERS,
    },
    notes: [
      `One server process with ${CONNECTIONS} sockets, one process of clients; both share ${cpus().length} cores, so the figures hold the clients' work too.`,
      `Bare: ws with frames of the same sizes and no protocol, in turn with ours, ${ROUNDS} times each; the middle one counts.`,
      `Fan-out: ${MESSAGES} messages, one each ${EVERY_MS} ms, to ${LISTENERS} listeners; a delivery lasts from the call of publish to the client's read.`,
      `Reconnect: from the new process listening to the last subscription; lost pages try again within a second (${ours('tries')} tries).`,
      `Bytes: resident memory after minus before, each after a collection, by the sockets.`,
      `By rounds: fan-out p99 ${byRounds(rounds.broadcaster, 'p99Ms')} ms, bare ${byRounds(rounds.bare, 'p99Ms')}; reconnect ${byRounds(rounds.broadcaster, 'reconnectS')} s, bare ${byRounds(rounds.bare, 'reconnectS')}. Load of the machine before each: ${loads.map((load) => load.toFixed(1)).join(', ')}.`,
    ],
  };
}
