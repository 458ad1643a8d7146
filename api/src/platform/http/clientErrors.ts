import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** What was wrong with bytes that never became a request. */
export interface ClientError {
  status: 400 | 408 | 413 | 431;
  code: 'REQUEST_MALFORMED' | 'REQUEST_TOO_SLOW' | 'BODY_MALFORMED' | 'HEADERS_TOO_LARGE';
  message: string;
}

const MALFORMED: ClientError = {
  status: 400,
  code: 'REQUEST_MALFORMED',
  message: 'This is no HTTP request.',
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
/** Whoever is still sending reads the answer only when nobody hangs up on them. */
const LINGER_MS = 2_000;

function answerTo({ status, code, message }: ClientError): string {
  const body = JSON.stringify({ message, code });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/**
 * Whether an answer is under way on the connection that ours would be mixed into: it has begun, or it is to another
 * request than the one that is wrong. Node keeps it there itself and asks the same before its own answer.
 */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return answer ? answer.headersSent || answer.req.complete : false;
}

/**
 * Answers what node's parser refuses (bytes that are no request, headers without an end, requests that never end) with
 * the house's error body, once a connection, and tells `count`. Nothing of it reaches a handler. A connection with an
 * answer under way is ended instead.
 */
export function answerClientErrors(server: Server, count: (error: ClientError) => void): void {
  const answered = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (answered.has(socket)) return;
    answered.add(socket);
    if (LOST.has(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const found = KNOWN[error.code ?? ''] ?? MALFORMED;
    count(found);
    if (!socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    // The parser reads no further; what still comes is thrown away until the other side has read why.
    socket.removeAllListeners('data');
    socket.on('data', () => {});
    socket.on('error', () => socket.destroy());
    socket.end(answerTo(found));
    const linger = setTimeout(() => socket.destroy(), LINGER_MS);
    linger.unref();
    socket.once('close', () => clearTimeout(linger));
  });
}
