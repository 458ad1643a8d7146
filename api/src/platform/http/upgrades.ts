import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { originForm } from './requestTarget';
import { endSocket, isAnswering } from './sockets';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Takes a web socket; false when there is none at that address. */
export type TakeSocket = (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket';
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** An upgrade is an offer that a server may leave (RFC 9110 §7.8): the request is answered as if it had made none. */
function answerPlainly(server: Server, req: IncomingMessage, socket: Socket): void {
  const res = new ServerResponse(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.once('finish', () => {
    res.detachSocket(socket);
    endSocket(socket, 'protocol');
  });
  server.emit('request', req, res);
}

/**
 * Answers what leaves node's parser, and its time-outs with it. Web sockets go to `take`; node has any other `Upgrade`
 * answered by nobody once somebody takes web sockets. `CONNECT` (RFC 9110 §9.3.6) is for proxies.
 */
export function answerUpgrades(server: Server, take: TakeSocket): void {
  server.on('upgrade', (req, socket, head) => {
    // Node listens to it no more.
    socket.on('error', () => socket.destroy());
    // Sent ahead, behind requests that have no answer yet: both answers would run into one another.
    if (isAnswering(socket)) endSocket(socket, 'upgrade');
    else if (isWebSocket(req)) {
      req.url = originForm(req.url ?? '') ?? '';
      if (take(req, socket, head)) return;
      endSocket(socket, 'upgrade', {
        status: 404,
        code: 'NOT_FOUND',
        message: 'There is no web socket here.',
      });
    } else if (hasBody(req))
      // What came behind the headers was not read as a body and cannot be.
      endSocket(socket, 'upgrade', {
        status: 400,
        code: 'BAD_REQUEST',
        message: 'Send this request without Upgrade.',
      });
    else answerPlainly(server, req, socket as Socket);
  });
  server.on('connect', (_req, socket) => {
    socket.on('error', () => socket.destroy());
    endSocket(socket, 'connect', {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      message: 'This server is not a proxy.',
      headers: [`Allow: ${METHODS}`],
    });
  });
}
