import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { endSocket } from './sockets';

/** What was wrong with bytes that never became a request. */
export interface ClientError {
  status: 400 | 408 | 413 | 417 | 431;
  code:
    | 'EXPECTATION_UNKNOWN'
    | 'REQUEST_MALFORMED'
    | 'REQUEST_TOO_SLOW'
    | 'BODY_MALFORMED'
    | 'HEADERS_TOO_LARGE';
  message: string;
}

const MALFORMED: ClientError = {
  status: 400,
  code: 'REQUEST_MALFORMED',
  message: 'This is no HTTP request.',
};
const UNEXPECTED: ClientError = {
  status: 417,
  code: 'EXPECTATION_UNKNOWN',
  message: 'This server knows no expectation but 100-continue.',
};
/** By node's own codes; what is not listed is malformed. */
const KNOWN: Readonly<Record<string, ClientError>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'HEADERS_TOO_LARGE',
    message: 'The address and the headers together are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'REQUEST_TOO_SLOW',
    message: 'The request did not come in time.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'BODY_MALFORMED',
    message: 'The body has too many extensions.',
  },
};
/** Connections that broke: nothing was wrong with a request. */
const LOST = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'HPE_INVALID_EOF_STATE']);
/**
 * Answers what node's parser refuses (bytes that are no request, headers without an end, requests that never end) with
 * the house's error body, once a connection, and tells `count`. Nothing of it reaches a handler. A connection with an
 * answer under way is ended instead.
 */
export function answerClientErrors(server: Server, count: (error: ClientError) => void): void {
  const answered = new WeakSet<Duplex>();
  // Node would answer 417 by itself, and read the body behind it to its end.
  server.on('checkExpectation', (_req, res: ServerResponse) => {
    count(UNEXPECTED);
    const { status, code, message } = UNEXPECTED;
    const body = JSON.stringify({ message, code });
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length };
    res.writeHead(status, { ...headers, 'Cache-Control': 'no-store', Connection: 'close' }).end(body);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (LOST.has(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const found = KNOWN[error.code ?? ''] ?? MALFORMED;
    count(found);
    endSocket(socket, 'malformed', found);
  });
}
