import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../../auth/addressKey';
import type { Log } from '../../log';
import type { Metrics } from '../../metrics';
import type { SocketLimits } from './descriptorLimit';
import { countSocketRefusal, registerSocketRefusals, type SocketRefusal } from './endSocket';

export interface SocketGuardOptions {
  limits: SocketLimits;
  /** Whose connections are many people's: those of our own proxies. */
  trusted(address: string): boolean;
  log: Log;
  metrics: Metrics;
  /** How long an answer may wait for the other side to take more of it. */
  stallMs?: number;
}

export interface SocketGuard {
  /** Counts the server's connections from their start to their end, upgraded and refused ones too. */
  watch(server: Server): void;
  stop(): void;
}

/** As nginx' send_timeout. */
const STALL_MS = 60_000;
/** A stall is seen at the sweep behind it. */
const SWEEPS_PER_STALL = 12;
const SHED_EVERY_MS = 1_000;
const TELL_EVERY_MS = 60_000;

/** What waits to be sent, as it was seen last. */
interface Wait {
  taken: number;
  queued: number;
  sweeps: number;
}

/** Bytes of the write under way that the system has not taken yet; node's own time-out of writes goes by it. */
const queuedIn = (socket: Socket): number =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;

/** The peer without the IPv6 wrapping of an IPv4 address. */
const peerOf = ({ remoteAddress = '' }: Socket) =>
  remoteAddress.startsWith('::ffff:') ? remoteAddress.slice(7) : remoteAddress;

/**
 * Every connection has an end in number and in time. Node's own time-outs end those it parses requests from, `endSocket`
 * those that are refused, the broadcaster's pings web sockets; an answer or a frame that nobody reads ends here.
 */
export function createSocketGuard(options: SocketGuardOptions): SocketGuard {
  const { limits, trusted, log, metrics, stallMs = STALL_MS } = options;
  const servers: Server[] = [];
  const open = new Set<Socket>();
  const addresses = new Map<string, number>();
  const waits = new WeakMap<Socket, Wait>();
  let shedAtMs = 0;
  let toldAtMs = 0;
  registerSocketRefusals(metrics.registry);
  metrics.gauge('ezdash_sockets_open', 'Connections of the HTTP servers', () => open.size);
  metrics.gauge('ezdash_sockets_limit', 'Connections that may be open at once', () => limits.connections);

  /** As nginx at its limit: connections without a request make room, the next one finds a place. */
  function shedIdle(nowMs: number): void {
    if (nowMs - shedAtMs < SHED_EVERY_MS) return;
    shedAtMs = nowMs;
    for (const server of servers) server.closeIdleConnections();
  }

  function refuse(socket: Socket, kind: SocketRefusal, address: string): void {
    countSocketRefusal(kind);
    socket.resetAndDestroy();
    const nowMs = Date.now();
    if (kind === 'limit') shedIdle(nowMs);
    if (nowMs - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = nowMs;
    const details = { event: 'sockets.limited', kind, address, open: open.size, ...limits };
    log.warn(details, 'Connections are refused: a limit is reached');
  }

  function admit(socket: Socket): void {
    const peer = peerOf(socket);
    const key = trusted(peer) ? null : addressKey(peer);
    const held = key === null ? 0 : (addresses.get(key) ?? 0);
    const kind = open.size >= limits.connections ? 'limit' : held >= limits.perAddress ? 'address' : null;
    if (kind !== null) {
      refuse(socket, kind, peer);
      return;
    }
    open.add(socket);
    if (key !== null) addresses.set(key, held + 1);
    socket.once('close', () => {
      open.delete(socket);
      if (key === null) return;
      const left = (addresses.get(key) ?? 1) - 1;
      if (left > 0) addresses.set(key, left);
      else addresses.delete(key);
    });
  }

  function look(socket: Socket): void {
    if (socket.writableLength === 0) return;
    const taken = socket.bytesWritten - socket.writableLength;
    const queued = queuedIn(socket);
    const wait = waits.get(socket);
    if (wait?.taken !== taken || wait.queued !== queued) {
      waits.set(socket, { taken, queued, sweeps: 0 });
      return;
    }
    wait.sweeps += 1;
    if (wait.sweeps < SWEEPS_PER_STALL) return;
    countSocketRefusal('stalled');
    // The system's own buffer is full of it, too.
    socket.resetAndDestroy();
  }

  const sweeping = setInterval(() => {
    for (const socket of open) look(socket);
  }, stallMs / SWEEPS_PER_STALL).unref();
  return {
    watch: (server) => {
      servers.push(server);
      server.on('connection', admit);
    },
    stop: () => clearInterval(sweeping),
  };
}
