import type { IncomingMessage } from 'node:http';
import { addressKey } from '../auth/addressKey';

/** 64 Mbit/s, and what comes at once: a form never waits, and a video of 100 MB takes as long as on a good line. */
const BYTES_PER_SECOND = 8_000_000;
const AT_ONCE_BYTES = 2_000_000;
/** Bodies below it are not worth the bookkeeping. */
const SMALL_BYTES = 4_096;
/** Exchanges send thousands of calls a second, on a lane of their own. */
const TIMES_FOR_EXCHANGES = 8;
/** What each piece costs besides its bytes: of the smallest chunks a few kilobytes are thousands. */
const PIECE_BYTES = 512;
const MOST_ADDRESSES = 10_000;
const LENGTH = 'content-length';
const ENCODING = 'transfer-encoding';

export interface Pace {
  bytesPerSecond: number;
  atOnceBytes: number;
}

/** What an address has sent beyond its pace. */
class Meter {
  private owedBytes = 0;
  private atMs = 0;

  constructor(private readonly pace: Pace) {}

  isIdle(nowMs: number): boolean {
    return this.left(nowMs) === 0;
  }

  /** Counts what has come; milliseconds until more is to be read. */
  take(bytes: number, nowMs: number): number {
    this.owedBytes = this.left(nowMs) + bytes;
    this.atMs = nowMs;
    return Math.max(0, ((this.owedBytes - this.pace.atOnceBytes) / this.pace.bytesPerSecond) * 1_000);
  }

  private left(nowMs: number): number {
    return Math.max(0, this.owedBytes - ((nowMs - this.atMs) / 1_000) * this.pace.bytesPerSecond);
  }
}

/** What Node calls for every request; set on one of them, it is for that one alone. */
type Readable = IncomingMessage & { _read(size: number): void; _dump(): void };

/** Reads a body no faster than the meter allows: in between its socket is not read, and the sender waits. */
function paceBody(req: Readable, meter: Meter): void {
  const { push, _read: read } = req;
  let untilMs = 0;
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    const goesOn = push.call(req, chunk, encoding);
    if (chunk === null) return goesOn;
    const now = performance.now();
    untilMs = now + meter.take(chunk.length + PIECE_BYTES, now);
    return goesOn && untilMs === now;
  };
  req._read = (size) => {
    const waitMs = untilMs - performance.now();
    const goOn = () => {
      if (!req.destroyed) read.call(req, size);
    };
    if (waitMs > 0) setTimeout(goOn, waitMs);
    else goOn();
  };
  // Behind an answer that did not want the body Node throws away what comes before it is pushed.
  req._dump = () => {
    req.removeAllListeners('data');
    req.resume();
  };
}

/** By the headers as they came: most requests are for ads, and have no body. */
function isLarge({ rawHeaders }: IncomingMessage): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === LENGTH.length && name.toLowerCase() === LENGTH)
      return Number(rawHeaders[at + 1]) >= SMALL_BYTES;
    if (name.length === ENCODING.length && name.toLowerCase() === ENCODING) return true;
  }
  return false;
}

/**
 * To be called with every request, in front of everything. The bodies of one address come at a pace, whoever reads them
 * and also where nobody does: what a stranger sends is memory to be swept, and a hundred megabytes a second would have
 * the ads wait for that.
 */
export function paceBodies(
  addressOf: (req: IncomingMessage) => string,
  /** By its key: whoever invents one is no exchange. */
  isExchange: (req: IncomingMessage) => boolean,
  pace: Pace = { bytesPerSecond: BYTES_PER_SECOND, atOnceBytes: AT_ONCE_BYTES },
): (req: IncomingMessage) => void {
  const { bytesPerSecond, atOnceBytes } = pace;
  const ofExchanges = {
    bytesPerSecond: TIMES_FOR_EXCHANGES * bytesPerSecond,
    atOnceBytes: TIMES_FOR_EXCHANGES * atOnceBytes,
  };
  const meters = new Map<string, Meter>();
  const meterOf = (key: string, its: Pace): Meter => {
    const known = meters.get(key);
    if (known) return known;
    if (meters.size >= MOST_ADDRESSES) {
      const now = performance.now();
      for (const [each, meter] of meters) if (meter.isIdle(now)) meters.delete(each);
    }
    const made = new Meter(its);
    meters.set(key, made);
    return made;
  };
  return (req) => {
    if (!isLarge(req)) return;
    const key = addressKey(addressOf(req));
    const meter = isExchange(req) ? meterOf(`${key} exchange`, ofExchanges) : meterOf(key, pace);
    paceBody(req as Readable, meter);
  };
}
