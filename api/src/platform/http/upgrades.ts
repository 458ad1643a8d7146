import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Takes a web socket; false when there is none at that address. */
export type TakeSocket = (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function refuse(socket: Duplex, status: 400 | 404, code: string, message: string): void {
  const body = JSON.stringify({ message, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end([...head, '', body].join('\r\n'));
}

/**
 * Web sockets go to `take`. Any other `Upgrade` is an offer that a server may leave (RFC 9110 §7.8), as HTTP/2's from
 * some libraries: node has it answered by nobody once somebody takes web sockets, so that it is answered here.
 */
export function answerUpgrades(server: Server, take: TakeSocket): void {
  server.on('upgrade', (req, socket, head) => {
    // Node listens to it no more.
    socket.on('error', () => socket.destroy());
    if (isWebSocket(req)) {
      if (!take(req, socket, head)) refuse(socket, 404, 'NOT_FOUND', 'There is no web socket here.');
      return;
    }
    // What came behind the headers was not read as a body and cannot be.
    if (hasBody(req)) return refuse(socket, 400, 'BAD_REQUEST', 'Send this request without Upgrade.');
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    res.assignSocket(socket as Socket);
    res.once('finish', () => {
      res.detachSocket(socket as Socket);
      socket.end();
    });
    server.emit('request', req, res);
  });
}
