import type { ServerResponse } from 'node:http';

/**
 * What is used of the inside of an answer of node:http, where it has no public name. A node in which one of them is
 * called otherwise, or means something else, writes every answer itself: see `learn`.
 */
interface Inside {
  /** The head as it goes over the wire; null before it was made. */
  _header?: unknown;
  _headerSent?: unknown;
  _keepAliveTimeout?: unknown;
  _maxRequestsPerSocket?: unknown;
  _expect_continue?: unknown;
  /** The last answer of its connection. */
  maxRequestsOnConnectionReached?: unknown;
}
const insideOf = (res: ServerResponse): Inside => res as ServerResponse & Inside;

const SECOND_MS = 1_000;
const STATUS_LINES = { 200: 'HTTP/1.1 200 OK\r\n', 204: 'HTTP/1.1 204 No Content\r\n' } as const;
const KEEP_ALIVE = '\r\nConnection: keep-alive\r\n';
const END = '\r\n\r\n';

/**
 * Answers with a body of text in one write of one text. `res.end(body)` of node 20 corks the socket and sends head,
 * body and an empty end together by `writev`, which copies them into memory made for that; here they are one string,
 * written as it is, and the rest of the answer's life is node's own: `res.end()` finds the head sent and nothing left
 * to send, says 'finish' when the socket has taken everything, and goes on to the next request, the keep-alive time or
 * the end of the connection.
 *
 * One of these for each kind of answer: those that have the same status and, but for their length, the same head.
 *
 * The head is node's own too. Once a second an answer goes the ordinary way, and what node wrote above it (with its
 * `Date`, `Connection` and `Keep-Alive`) is kept for the answers of that second that would get the same.
 */
export class RawAnswers {
  private second = Number.NaN;
  /** Around the number of bytes. */
  private before = '';
  private after = '';
  private keepAliveTimeout: unknown;
  private maxRequests: unknown;

  constructor(
    private readonly status: keyof typeof STATUS_LINES = 200,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Answers with the learned head and says so, or leaves it to the caller. Only for a whole GET of HTTP/1.1 on a
   * connection that stays, whose turn it is, and of whose answer nothing was said before. `body` is ASCII; a 204 has none.
   */
  send(res: ServerResponse, body: string): boolean {
    return this.sendParts(res, ['', body]);
  }

  /** The same for a body in parts, of which the first is empty: the head takes its place, and all are joined once. */
  sendParts(res: ServerResponse, parts: string[]): boolean {
    const { socket } = res;
    if (
      socket === null ||
      Math.floor(this.now() / SECOND_MS) !== this.second ||
      !isPlain(res) ||
      !socket.writable ||
      socket.writableLength > 0 ||
      socket.writableCorked > 0
    )
      return false;
    const inside = insideOf(res);
    if (
      inside._keepAliveTimeout !== this.keepAliveTimeout ||
      inside._maxRequestsPerSocket !== this.maxRequests
    )
      return false;
    let length = 0;
    for (let at = 1; at < parts.length; at += 1) length += parts[at]?.length ?? 0;
    const head = this.before + length + this.after;
    res.statusCode = this.status;
    inside._header = head;
    inside._headerSent = true;
    parts[0] = head;
    socket.write(parts.join(''), 'latin1');
    res.end();
    return true;
  }

  /**
   * Takes the head of an answer between its `writeHead` and its `end`, when there is none of this second yet.
   * `contentLength` stands in it.
   */
  learn(res: ServerResponse, contentLength: number): void {
    const second = Math.floor(this.now() / SECOND_MS);
    const { _header, _headerSent, _keepAliveTimeout, _maxRequestsPerSocket } = insideOf(res);
    if (second === this.second && _keepAliveTimeout === this.keepAliveTimeout) return;
    this.second = Number.NaN;
    if (typeof _header !== 'string' || _headerSent !== false || !isKeptAlive(res)) return;
    const [before, after, more] = _header.split(`\r\ncontent-length: ${contentLength}\r\n`);
    if (before === undefined || after === undefined || more !== undefined) return;
    if (
      !before.startsWith(STATUS_LINES[this.status]) ||
      !_header.endsWith(END) ||
      !_header.includes(KEEP_ALIVE)
    )
      return;
    // Node's clock of the Date header turns over with a timer, which may come late: then this second has none.
    const date = /\r\nDate: ([^\r]*)/.exec(_header)?.[1] ?? '';
    if (Date.parse(date) !== second * SECOND_MS) return;
    this.before = `${before}\r\ncontent-length: `;
    this.after = `\r\n${after}`;
    this.keepAliveTimeout = _keepAliveTimeout;
    this.maxRequests = _maxRequestsPerSocket;
    this.second = second;
  }
}

/** Whether node would write an ordinary head with `Connection: keep-alive` for it. */
function isKeptAlive(res: ServerResponse): boolean {
  const { maxRequestsOnConnectionReached, _expect_continue } = insideOf(res);
  return (
    res.shouldKeepAlive &&
    maxRequestsOnConnectionReached === false &&
    _expect_continue === false &&
    res.req.httpVersionMajor === 1 &&
    res.req.httpVersionMinor === 1 &&
    res.sendDate
  );
}

/** Whether nobody has said anything of the answer before. */
function isPlain(res: ServerResponse): boolean {
  return (
    res.req.method === 'GET' &&
    !res.headersSent &&
    !res.writableEnded &&
    !res.destroyed &&
    isKeptAlive(res) &&
    res.getHeaderNames().length === 0
  );
}
