import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { givePast, wantsPast } from './pasts';

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
export const DEMO_PASSWORD = 'demo-password-of-the-tests';

export interface RunningApp {
  url: string;
  demoUrl: string;
  dataDir: string;
  /** All it printed so far. */
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Both halves of a run look for ports at once, and take them much later: one has the even, one the odd. */
const PARITY = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 2;

/** How far from a server's port that of its creatives is. */
const CREATIVES_DISTANCE = 1_000;

/** Where a network's creatives are, unless its environment says otherwise. */
export function creativesUrl(url: string): string {
  const own = new URL(url);
  own.port = String(Number(own.port) + CREATIVES_DISTANCE);
  return own.origin;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}

/** A port below the ephemeral range that nobody listens on, nor on the one that creatives would have beside it. */
export async function freePort(from = 19_000): Promise<number> {
  for (let port = from + 2 * Math.floor(Math.random() * 2_000) + PARITY; port < 32_000; port += 2)
    if ((await isFree(port)) && (await isFree(port + CREATIVES_DISTANCE))) return port;
  throw new Error('No free port between 19000 and 32000');
}

/** The built server as a process of its own, with the environment given, from this checkout or a copy of its build. */
export function launch(env: NodeJS.ProcessEnv, cwd = root): { child: ChildProcess; output: () => string } {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', "const { main } = await import('./api/dist/main.mjs'); await main();"],
    { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return { child, output: () => text };
}

export async function waitForReady(
  url: string,
  child: ChildProcess,
  output: () => string,
  timeoutMs = 240_000,
) {
  const endsAt = Date.now() + timeoutMs;
  while (Date.now() < endsAt) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`The server was not ready after ${timeoutMs} ms:\n${output()}`);
}

/** Days of the demo's past, unless a journey says otherwise. */
const DEMO_DAYS = '3';

async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

/** A demo's past and nothing else, on a data directory that a network is to be given later. */
async function makePast(dataDir: string, days: string): Promise<void> {
  const port = await freePort();
  const { child, output } = launch({
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO_PORT: String(await freePort(24_000)),
    DEMO_PASSWORD,
    DEMO_DAYS: days,
  });
  try {
    await waitForReady(`http://localhost:${port}`, child, output);
  } finally {
    await ended(child);
  }
}

/**
 * A network of its own: new data directory, embedded database, a demo of few days. In a run of Playwright its past is a
 * copy of one that the run made before.
 * @param readyMs how long it may take to be ready; one with a long past needs more than the usual
 */
export async function startApp(
  env: NodeJS.ProcessEnv = {},
  cwd?: string,
  readyMs?: number,
): Promise<RunningApp> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'ezdash-e2e-'));
  const port = Number(env.PORT ?? (await freePort()));
  const demoPort = Number(env.DEMO_PORT ?? (await freePort(24_000)));
  const url = `http://localhost:${port}`;
  const days = env.DEMO_DAYS ?? DEMO_DAYS;
  if (wantsPast(dataDir, env)) await givePast(days, dataDir, (folder) => makePast(folder, days));
  const { child, output } = launch(
    {
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      DEMO_PASSWORD,
      DEMO_DAYS: days,
      ...env,
    },
    cwd,
  );
  await waitForReady(url, child, output, readyMs);
  return {
    url,
    demoUrl: `http://127.0.0.1:${demoPort}`,
    dataDir,
    output,
    stop: async (signal = 'SIGTERM') => {
      const code = await ended(child, signal);
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
