import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { hear, start } from './children';
import type { FromLoad, FromServer, Mix, ToLoad, ToServer } from './messages';

const CONNECTIONS = 32;
export const ROUND_MS = 1_200;
/** A round in which fewer of the requests were sent that its pace asks for is none. */
const HELD = 0.98;

export interface Round {
  cpuMicrosPerRequest: number;
  requestsPerSecond: number;
  meanBytes: number;
  syncsPerSecond: number;
  /** Of the zones decided, those that got no ad. */
  noFillShare: number;
  residentBytes: number;
  heapBytes: number;
}

export interface BenchServer {
  child: ChildProcess;
  port: number;
  /** All servers at the same number of requests a second. */
  paced: Round[];
  /** The same, asking only for zones hardly anybody wants. */
  noFill: Round[];
  /** As fast as it answers. */
  saturated: Round[];
}

export async function startServer(
  file: string,
  mode: 'bare' | 'engine',
  count: number,
  dir: string,
): Promise<BenchServer> {
  const child = start(file, [mode, String(count), join(dir, `${mode}-${count}`)]);
  const listening = await hear<FromServer>(child);
  if (listening.say !== 'listening') throw new Error('The server did not start');
  return { child, port: listening.port, paced: [], noFill: [], saturated: [] };
}

export async function load(
  loader: ChildProcess,
  { port }: BenchServer,
  durationMs: number,
  perSecond: number | null = null,
  mix: Mix = 'mixed',
): Promise<FromLoad> {
  const order: ToLoad = { say: 'run', port, durationMs, connections: CONNECTIONS, mix, perSecond };
  loader.send(order);
  return hear<FromLoad>(loader);
}

/** One round of one server; null when the load did not hold its pace. */
async function playRound(
  server: BenchServer,
  loader: ChildProcess,
  perSecond: number | null,
  mix: Mix,
): Promise<Round | null> {
  const tell = (message: ToServer) => server.child.send(message);
  tell({ say: 'mark' });
  const done = await load(loader, server, ROUND_MS, perSecond, mix);
  tell({ say: 'report' });
  const report = await hear<FromServer>(server.child);
  if (report.say !== 'report' || done.failures > 0)
    throw new Error(`${done.failures} requests of the bench failed`);
  if (perSecond !== null && done.requests < HELD * perSecond * (ROUND_MS / 1_000)) return null;
  return {
    cpuMicrosPerRequest: report.cpuMicros / report.requests,
    requestsPerSecond: (done.requests / done.elapsedMs) * 1_000,
    meanBytes: done.meanBytes,
    syncsPerSecond: (report.syncs / done.elapsedMs) * 1_000,
    noFillShare: report.noFills / Math.max(1, report.decisions),
    residentBytes: report.residentBytes,
    heapBytes: report.heapBytes,
  };
}

/**
 * Plays rounds with each server in turn. One in which the pace was not held is played again by all of them; with more of
 * those than are asked for it ends, for then the figures would be the machine's. Answers whether there are all of them.
 */
export async function playRounds(
  kind: 'paced' | 'noFill' | 'saturated',
  servers: readonly BenchServer[],
  loader: ChildProcess,
  count: number,
  perSecond: number | null,
): Promise<boolean> {
  for (const server of servers) server[kind] = [];
  let missed = 0;
  for (let round = 0; round < count; ) {
    const rounds: (Round | null)[] = [];
    for (const server of servers)
      rounds.push(await playRound(server, loader, perSecond, kind === 'noFill' ? 'noFill' : 'mixed'));
    if (rounds.includes(null)) {
      missed += 1;
      if (missed > count) return false;
      continue;
    }
    for (const [index, server] of servers.entries()) {
      const played = rounds[index];
      if (played) server[kind].push(played);
    }
    round += 1;
  }
  return true;
}
