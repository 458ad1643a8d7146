import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileParts, start } from './children';
import { EVENT_SHARE, FRESH_SHARE, LANGUAGE_HEADERS, userAgents } from './requestMix';
import { type BenchServer, load, playRounds, ROUND_MS, type Round, startServer } from './rounds';

const ROUNDS = 15;
const NO_FILL_ROUNDS = 5;
const SATURATED_ROUNDS = 5;
const MEGABYTE = 1_048_576;
const WARM_UP_MS = 5_000;
const SPEED_MS = 1_000;
const SPEED_ATTEMPTS = 3;
/** The pace of all servers, as a part of what the slowest of them answers. */
const PACE_SHARE = 0.6;
const PACE_STEP = 100;
/** Below it the figures are those of a machine that sleeps or does other things most of the time. */
const LEAST_PACE = 1_000;
const SLOWER = 0.7;
/** What the no-fill rounds measure has to be no-fill, in the large market as in the small one. */
const LEAST_NO_FILL = 0.95;

type Kind = 'paced' | 'noFill' | 'saturated';

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
const middle = (server: BenchServer, kind: Kind, figure: keyof Round) =>
  median(server[kind].map((round) => round[figure]));
/** Median of the quotients within each round: a machine that is slower for a while is so for both. */
const paired = (over: BenchServer, under: BenchServer, kind: Kind, figure: keyof Round) =>
  rounded(
    median(over[kind].map((round, index) => round[figure] / (under[kind][index]?.[figure] ?? Number.NaN))),
  );

export interface BenchResult {
  metrics: Record<string, number>;
  notes: string[];
}

interface Subjects {
  bare: BenchServer;
  small: BenchServer;
  large: BenchServer;
  perSecond: number;
}

const CPU = 'cpuMicrosPerRequest';
function metricsOf({ bare, small, large, perSecond }: Subjects): Record<string, number> {
  const cpu = (server: BenchServer, kind: Kind) => rounded(middle(server, kind, CPU));
  const speed = (server: BenchServer) => Math.round(middle(server, 'saturated', 'requestsPerSecond'));
  return {
    cpu_ratio_10k: paired(bare, small, 'paced', CPU),
    cpu_ratio_100k_over_10k: paired(large, small, 'paced', CPU),
    cpu_ratio_no_fill_100k_over_10k: paired(large, small, 'noFill', CPU),
    cpu_us_bare: cpu(bare, 'paced'),
    cpu_us_10k: cpu(small, 'paced'),
    cpu_us_100k: cpu(large, 'paced'),
    cpu_us_no_fill_10k: cpu(small, 'noFill'),
    cpu_us_no_fill_100k: cpu(large, 'noFill'),
    requests_per_s: perSecond,
    no_fill_share: rounded(middle(small, 'paced', 'noFillShare')),
    no_fill_share_100k: rounded(middle(large, 'paced', 'noFillShare')),
    memory_mb_100k: Math.round(middle(large, 'paced', 'residentBytes') / MEGABYTE),
    heap_mb_100k: Math.round(middle(large, 'paced', 'heapBytes') / MEGABYTE),
    cpu_ratio_10k_saturated: paired(bare, small, 'saturated', CPU),
    cpu_ratio_100k_over_10k_saturated: paired(large, small, 'saturated', CPU),
    throughput_ratio_10k: paired(small, bare, 'saturated', 'requestsPerSecond'),
    requests_per_s_bare_saturated: speed(bare),
    requests_per_s_10k_saturated: speed(small),
    requests_per_s_100k_saturated: speed(large),
  };
}

function notesOf({ small, large, perSecond }: Subjects): string[] {
  const share = (server: BenchServer, kind: Kind) => Math.round(middle(server, kind, 'noFillShare') * 100);
  return [
    `CPU time (user and system, all threads) of the server's process for a request, while every server gets ${perSecond} requests a second, at most ${PACE_SHARE * 100} % of what the slowest of them answers. cpu_ratio_10k is the bare server's divided by ours: 1 would mean that a decision costs nothing. At an equal rate, because a server at its limit takes several requests out of each turn of its loop, the faster the more: what the system costs a request then depends on the load, and the bare server gets it cheaper. Figures at the limit are called saturated; throughput_ratio_10k is one of them.`,
    `Bundles as the server's own. Ratios are medians of pairs of interleaved rounds of ${ROUND_MS / 1_000} s (${ROUNDS} paced, ${NO_FILL_ROUNDS} of no-fill, ${SATURATED_ROUNDS} saturated), 32 keep-alive connections, load from a Node process of its own, which held its pace.`,
    `The bare server is node:http's res.writeHead and res.end with ${Math.round(middle(small, 'paced', 'meanBytes'))} bytes, the mean of our answers. The journal is on: ${Math.round(middle(small, 'paced', 'syncsPerSecond'))} fsyncs a second.`,
    `Campaigns with every dimension, caps, pacing, budgets and limits; requests of ${userAgents().length} user agents and ${LANGUAGE_HEADERS.length} language headers, a fifth with several zones, a fifth with keywords, ${FRESH_SHARE * 100} % from an address that was never seen, ${EVENT_SHARE * 100} % of the requests the impression of an ad that was answered before. Of the zones ${share(small, 'paced')} % got no ad with 10,000 campaigns and ${share(large, 'paced')} % with 100,000; of the no-fill rounds' zones ${share(small, 'noFill')} and ${share(large, 'noFill')} %.`,
  ];
}

/** The pace of all: what the slowest has answered at its best, for a busy moment of the machine must not choose it. */
async function findPace(servers: readonly BenchServer[], loader: ChildProcess): Promise<number> {
  const best = servers.map(() => 0);
  for (let attempt = 0; attempt < SPEED_ATTEMPTS; attempt += 1)
    for (const [index, server] of servers.entries()) {
      const { requests, elapsedMs } = await load(loader, server, SPEED_MS);
      best[index] = Math.max(best[index] ?? 0, (requests / elapsedMs) * 1_000);
    }
  return Math.min(...best) * PACE_SHARE;
}

/** The paced rounds, at a slower pace when the load cannot hold it; answers the pace. */
async function playPaced(servers: readonly BenchServer[], loader: ChildProcess): Promise<number> {
  const [, ...ours] = servers;
  for (let pace = await findPace(servers, loader); pace >= LEAST_PACE; pace *= SLOWER) {
    const perSecond = Math.floor(pace / PACE_STEP) * PACE_STEP;
    const isHeld =
      (await playRounds('paced', servers, loader, ROUNDS, perSecond)) &&
      (await playRounds('noFill', ours, loader, NO_FILL_ROUNDS, perSecond));
    if (isHeld) return perSecond;
  }
  throw new Error(`The load cannot hold ${LEAST_PACE} requests a second: the machine is too busy`);
}

/**
 * The ad server's fast path (journal on) against a bare node:http server that answers as many bytes, each in a
 * process of its own, rounds interleaved, load from another process.
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
    const { meanBytes } = await load(loader, small, WARM_UP_MS);
    await load(loader, large, WARM_UP_MS);
    const bare = keep(await startServer(parts.server, 'bare', Math.round(meanBytes), dir));
    await load(loader, bare, WARM_UP_MS);
    const servers = [bare, small, large];
    const perSecond = await playPaced(servers, loader);
    await playRounds('saturated', servers, loader, SATURATED_ROUNDS, null);
    const subjects = { bare, small, large, perSecond };
    for (const server of [small, large])
      if (middle(server, 'noFill', 'noFillShare') < LEAST_NO_FILL)
        throw new Error(`Only ${middle(server, 'noFill', 'noFillShare')} of the no-fill rounds was no-fill`);
    return { metrics: metricsOf(subjects), notes: notesOf(subjects) };
  } finally {
    for (const child of children) child.kill();
    await rm(dir, { recursive: true, force: true });
  }
}
