/**
 * What is left of strangers' connections on a running server of this machine: so many of each kind, opened at once and
 * held, counted when the server should have ended them. `node --import tsx scripts/bench/strangers/sockets.ts URL [COUNT]`
 * runs it by itself.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { strangerSockets } from '../../../api/src/testing/strangerSockets';

const COUNT = 5_000;
/** How many are opened together: a longer queue would wait for the kernel, not for the server. */
const TOGETHER = 250;
const WAIT_MS = 60_000;
const LOOK_MS = 250;
/** Columns of /proc/net/tcp. */
const LOCAL = 1;
const STATE = 3;
const INODE = 9;
const LISTENING = '0A';

export interface SocketsLeft {
  /** Of all kinds together, when their minute was over. */
  socketsLeft: number;
  byKind: Record<string, number>;
}

/** Connections that the server's process holds at 127.0.0.1, as the kernel has them; null where there is no /proc. */
function heldByKernel(port: number): number | null {
  // With its address: one of ours, at another, may have got the same number.
  const suffix = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  try {
    const lines = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n'));
    return (
      lines
        .map((line) => line.trim().split(/\s+/))
        // Those that no process holds any more have no inode.
        .filter(
          (parts) => parts[LOCAL]?.endsWith(suffix) && parts[STATE] !== LISTENING && parts[INODE] !== '0',
        ).length
    );
  } catch {
    return null;
  }
}

/** Connections that the server counts, but for the one that asks, which stays: one for each question would be another that is left. */
async function heldByServer(url: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const [, open] = /^ezdash_sockets_open (\d+)$/m.exec(text) ?? [];
  if (open === undefined) throw new Error(`${url} has no gauge of its connections`);
  return Number(open) - 1;
}

/** What is open besides: other people's, and what this process keeps alive. */
async function held(url: string, port: number): Promise<number> {
  return Math.max(await heldByServer(url), heldByKernel(port) ?? 0);
}

/** Opens one that never ends its side and never reads. An address of its own for each kind: ports are few. */
async function open(
  port: number,
  host: string,
  localAddress: string | undefined,
  bytes: string,
): Promise<Socket> {
  const socket = connect({ port, host, localAddress, allowHalfOpen: true });
  const gone = once(socket, 'close');
  // Without a reader nobody hears of the server's end.
  socket.on('error', () => {});
  const connected = new Promise((resolve) => {
    socket.once('connect', () => socket.write(bytes, 'latin1', resolve));
  });
  await Promise.race([connected, gone]);
  return socket;
}

async function measureKind(url: string, bytes: string, count: number, kind: number): Promise<number> {
  const { hostname: host, port: given } = new URL(url);
  const port = Number(given || 80);
  const ours = process.platform === 'linux' && /^(localhost|127\.)/.test(host);
  const before = await held(url, port);
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += TOGETHER)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(TOGETHER, count - at) }, () =>
          open(port, ours ? '127.0.0.1' : host, ours ? `127.0.1.${kind + 2}` : undefined, bytes),
        ),
      )),
    );
  let left = Number.POSITIVE_INFINITY;
  for (let waitedMs = 0; left > 0 && waitedMs <= WAIT_MS; waitedMs += LOOK_MS) {
    await pause(LOOK_MS);
    left = Math.max(0, (await held(url, port)) - before);
  }
  for (const socket of sockets) socket.resetAndDestroy();
  return left;
}

/** `count` connections of every kind, one kind after the other. */
export async function measureSockets(url: string, count = COUNT): Promise<SocketsLeft> {
  const { broadcaster } = (await (await fetch(new URL('/api/config', url))).json()) as {
    broadcaster: { key: string };
  };
  const byKind: Record<string, number> = {};
  for (const [index, [kind, bytes]] of Object.entries(strangerSockets(broadcaster.key)).entries()) {
    const fromMs = performance.now();
    byKind[kind] = await measureKind(url, bytes, count, index);
    console.error(
      `${kind}: ${byKind[kind]} left after ${Math.round((performance.now() - fromMs) / 1_000)} s`,
    );
  }
  return { socketsLeft: Object.values(byKind).reduce((sum, left) => sum + left, 0), byKind };
}

const [, script = '', url, count] = process.argv;
if (import.meta.url === pathToFileURL(script).href) {
  if (url === undefined) throw new Error('Name the address of a running server');
  console.log(JSON.stringify(await measureSockets(url, count === undefined ? COUNT : Number(count))));
  process.exit(0);
}
