import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiConfig, compile, rootDir } from '@ezdash/remote-kit/build';
import type { FromLoad, FromServer, ToLoad, ToServer } from './messages';

const ROUNDS = 15;
const WARM_UP_MS = 5_000;
const ROUND_MS = 1_200;
const CONNECTIONS = 32;

interface Round {
  cpuMicrosPerRequest: number;
  requestsPerSecond: number;
  meanBytes: number;
  syncsPerSecond: number;
}

interface BenchServer {
  child: ChildProcess;
  port: number;
  rounds: Round[];
}

const start = (file: string, args: string[]) =>
  fork(file, args, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

/** Server and load as one bundle each, made as the server of `npm start` is. */
async function compileParts(): Promise<{ server: string; load: string }> {
  const outDir = join(rootDir, 'node_modules/.cache/ezdash-bench-serve');
  const config = apiConfig({ folder: import.meta.dirname, outDir });
  await compile({ ...config, entry: { server: './server.ts', load: './load.ts' } });
  return { server: join(outDir, 'server.mjs'), load: join(outDir, 'load.mjs') };
}

/** The next message of a child, or an error when it ends instead. */
async function hear<Message>(child: ChildProcess): Promise<Message> {
  const abort = new AbortController();
  const { signal } = abort;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the bench ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as Message;
  } finally {
    abort.abort();
    ended.catch(() => {});
  }
}

async function startServer(
  file: string,
  mode: 'bare' | 'engine',
  count: number,
  dir: string,
): Promise<BenchServer> {
  const child = start(file, [mode, String(count), join(dir, `${mode}-${count}`)]);
  const listening = await hear<FromServer>(child);
  if (listening.say !== 'listening') throw new Error('The server did not start');
  return { child, port: listening.port, rounds: [] };
}

async function load(child: ChildProcess, port: number, durationMs: number): Promise<FromLoad> {
  const order: ToLoad = { say: 'run', port, durationMs, connections: CONNECTIONS };
  child.send(order);
  return hear<FromLoad>(child);
}

async function playRound(server: BenchServer, loader: ChildProcess): Promise<void> {
  const tell = (message: ToServer) => server.child.send(message);
  tell({ say: 'mark' });
  const done = await load(loader, server.port, ROUND_MS);
  tell({ say: 'report' });
  const report = await hear<FromServer>(server.child);
  if (report.say !== 'report' || done.failures > 0)
    throw new Error(`${done.failures} requests of the bench failed`);
  server.rounds.push({
    cpuMicrosPerRequest: report.cpuMicros / report.requests,
    requestsPerSecond: (done.requests / done.elapsedMs) * 1_000,
    meanBytes: done.meanBytes,
    syncsPerSecond: (report.syncs / done.elapsedMs) * 1_000,
  });
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
/** Median of the quotients within each round: a machine that is slower for a while is so for both. */
const paired = (over: BenchServer, under: BenchServer, figure: keyof Round) =>
  median(over.rounds.map((round, index) => round[figure] / (under.rounds[index]?.[figure] ?? Number.NaN)));
const middle = (server: BenchServer, figure: keyof Round) =>
  median(server.rounds.map((round) => round[figure]));
const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

export interface BenchResult {
  metrics: Record<string, number>;
  notes: string[];
}

/**
 * The ad server's fast path (journal on) against a bare node:http server that answers as many bytes, each in a
 * process of its own, rounds interleaved, load from another process. `cpu_ratio_10k` is the bare server's CPU time a
 * request divided by ours: 1 would mean that a decision costs nothing.
 */
export async function run(): Promise<BenchResult> {
  const parts = await compileParts();
  const dir = await mkdtemp(join(tmpdir(), 'ezdash-bench-'));
  const children: ChildProcess[] = [];
  const keep = (server: BenchServer) => {
    children.push(server.child);
    return server;
  };
  try {
    const loader = start(parts.load, []);
    children.push(loader);
    const small = keep(await startServer(parts.server, 'engine', 10_000, dir));
    const large = keep(await startServer(parts.server, 'engine', 100_000, dir));
    const { meanBytes } = await load(loader, small.port, WARM_UP_MS);
    await load(loader, large.port, WARM_UP_MS);
    const bare = keep(await startServer(parts.server, 'bare', Math.round(meanBytes), dir));
    await load(loader, bare.port, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const server of [bare, small, large]) await playRound(server, loader);
    const cpu = {
      bare: middle(bare, 'cpuMicrosPerRequest'),
      small: middle(small, 'cpuMicrosPerRequest'),
      large: middle(large, 'cpuMicrosPerRequest'),
    };
    const speed = {
      bare: middle(bare, 'requestsPerSecond'),
      small: middle(small, 'requestsPerSecond'),
      large: middle(large, 'requestsPerSecond'),
    };
    return {
      metrics: {
        cpu_ratio_10k: rounded(paired(bare, small, 'cpuMicrosPerRequest')),
        cpu_ratio_100k_over_10k: rounded(paired(large, small, 'cpuMicrosPerRequest')),
        throughput_ratio_10k: rounded(paired(small, bare, 'requestsPerSecond')),
        cpu_us_bare: rounded(cpu.bare),
        cpu_us_10k: rounded(cpu.small),
        cpu_us_100k: rounded(cpu.large),
        requests_per_s_bare: Math.round(speed.bare),
        requests_per_s_10k: Math.round(speed.small),
        requests_per_s_100k: Math.round(speed.large),
      },
      notes: [
        `Bundles as the server's own. Ratios are medians of ${ROUNDS} pairs of interleaved rounds of ${ROUND_MS / 1_000} s, ${CONNECTIONS} keep-alive connections, load from a Node process of its own.`,
        `The bare server answers ${Math.round(meanBytes)} bytes, the mean of our answers. The journal is on: ${Math.round(middle(small, 'syncsPerSecond'))} fsyncs a second.`,
      ],
    };
  } finally {
    for (const child of children) child.kill();
    await rm(dir, { recursive: true, force: true });
  }
}
