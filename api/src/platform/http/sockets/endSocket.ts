import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Why the server ended a connection by itself. */
export const SOCKET_REFUSALS = [
  /** A web socket at an address without one, or an upgrade that cannot be answered. */
  'upgrade',
  /** Another protocol was offered; the request got its answer in HTTP/1.1. */
  'protocol',
  'connect',
  /** Bytes that never became a request, or not in time. */
  'malformed',
  /** The broadcaster's: a handshake with errors, or too many refused connections. */
  'websocket',
  /** More requests in a row than one connection may have waiting. */
  'pipelined',
  /** An answer that the other side does not read. */
  'stalled',
  /** Over the limit in all, or of one address: closed at accept. */
  'limit',
  'address',
] as const;
export type SocketRefusal = (typeof SOCKET_REFUSALS)[number];

/** Said before the connection ends. */
export interface LastAnswer {
  status: number;
  code: string;
  message: string;
  headers?: readonly string[];
}

/** A client that is still sending reads the answer only when nobody hangs up on it. */
export const LINGER_MS = 2_000;

const zeros = () =>
  Object.fromEntries(SOCKET_REFUSALS.map((kind) => [kind, 0])) as Record<SocketRefusal, number>;
/** Of this process. */
const refused = zeros();
const lingering = zeros();

export function countSocketRefusal(kind: SocketRefusal): void {
  refused[kind] += 1;
}

export function registerSocketRefusals(registry: Registry): void {
  new Counter({
    name: 'ezdash_sockets_refused_total',
    help: 'Connections that the server ended by itself, by the reason',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const kind of SOCKET_REFUSALS) this.inc({ kind }, refused[kind]);
    },
  });
  new Gauge({
    name: 'ezdash_sockets_lingering',
    help: 'Connections that were refused and are not yet closed, by the reason',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const kind of SOCKET_REFUSALS) this.set({ kind }, lingering[kind]);
    },
  });
}

function textOf({ status, code, message, headers = [] }: LastAnswer): string {
  const body = JSON.stringify({ message, code });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/**
 * Whether an answer is under way on the connection that another would be mixed into: it has begun, or it is to another
 * request than the one that is refused. Node keeps it there itself and asks the same before its own answer.
 */
export function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return answer ? answer.headersSent || answer.req.complete : false;
}

/**
 * The one way in which the server ends a connection that has left node's own time-outs: the answer, the end of our side,
 * and two seconds to read it. A connection with an answer under way is cut.
 */
export function endSocket(socket: Duplex, kind: SocketRefusal, answer?: LastAnswer): void {
  countSocketRefusal(kind);
  if (socket.destroyed) return;
  if (!socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  socket.on('error', () => socket.destroy());
  // Nobody reads any further; what still comes is thrown away.
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.end(answer && textOf(answer));
  lingering[kind] += 1;
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => {
    clearTimeout(linger);
    lingering[kind] -= 1;
  });
}
