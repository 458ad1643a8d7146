import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { addressKey } from '../auth/addressKey';

/** 64 Mbit/s, and what comes at once: a form never waits, and a video of 100 MB takes as long as on a good line. */
const BYTES_PER_SECOND = 8_000_000;
const AT_ONCE_BYTES = 2_000_000;
/** Bodies below it are not worth the bookkeeping. */
const SMALL_BYTES = 4_096;
const MOST_ADDRESSES = 10_000;

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

  /** Counts bytes that have come; milliseconds until more are to be read. */
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
    untilMs = now + meter.take(chunk.length, now);
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

const isLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= SMALL_BYTES;

/**
 * The bodies of one address come at a pace, whoever reads them and also where nobody does: what a stranger sends is
 * memory to be swept, and a hundred megabytes a second would have the ads wait for that.
 */
export function paceBodies(
  pace: Pace = { bytesPerSecond: BYTES_PER_SECOND, atOnceBytes: AT_ONCE_BYTES },
): RequestHandler {
  const meters = new Map<string, Meter>();
  const meterOf = (key: string): Meter => {
    const known = meters.get(key);
    if (known) return known;
    if (meters.size >= MOST_ADDRESSES) {
      const now = performance.now();
      for (const [each, meter] of meters) if (meter.isIdle(now)) meters.delete(each);
    }
    const made = new Meter(pace);
    meters.set(key, made);
    return made;
  };
  return (req, _res, next) => {
    if (isLarge(req)) paceBody(req as unknown as Readable, meterOf(addressKey(req.ip)));
    next();
  };
}
