import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { type Db, errorDetail } from '../../platform/db';
import { ConflictError, ServiceUnavailableError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { createFairQueue } from '../../platform/work';
import { exportMetrics } from './exportMetrics';
import type { MetricsAsk } from './metricsQuery';
import { openSpool } from './spool';

/** Exports that are read from the database at a time on this node: each holds a connection and a snapshot meanwhile. */
const MOST_AT_ONCE = 4;
/** Exports that wait for their turn: each holds a socket and nothing else. */
const MOST_WAITING = 60;
const LIMITS = {
  /** Files of this node's temporary folder that are written or sent at a time. */
  mostFiles: 16,
  /** Whoever waits longer for a turn is told to come again, before what is in front of the node gives up. */
  longestWaitMs: 30_000,
};
/** A reader who takes longer holds a file for too long; one who takes nothing is cut by the guard of the sockets. */
const LONGEST_MS = 10 * 60_000;

const tooMany = () => new ServiceUnavailableError('Too many exports are running. Try again in a minute');

export interface ExportDeps {
  db: Db;
  log: Log;
  /** In the reader's language. */
  translate: (locale: string, text: string) => string;
}

export interface ExportReader {
  res: Response;
  locale: string;
}

export type SendExport = (ask: MetricsAsk, reader: ExportReader) => Promise<void>;

/**
 * Answers the rows of a question as a CSV file: read as fast as the database gives them, and sent out of a file as fast as
 * the reader takes it, so that slow readers hold no place of others. One export for each owner at a time (409
 * EXPORT_RUNNING). Four are read at a time on each node, others wait for their turn, owners in rotation; 503 for those whose
 * turn does not come in time, and while the node has as many files as it may.
 */
export function createSendExport(
  { db, log, translate }: ExportDeps,
  { mostFiles, longestWaitMs }: typeof LIMITS = LIMITS,
): SendExport {
  const running = new Set<number>();
  const turns = createFairQueue({ atOnce: MOST_AT_ONCE, mostOfOwner: 1, mostWaiting: MOST_WAITING });
  let files = 0;

  /** Reads when the owner's turn comes; the same refusal for all whose turn does not. */
  async function readInTurn(ownerId: number, gone: AbortSignal, read: () => Promise<void>): Promise<void> {
    let isTurn = false;
    const patience = new AbortController();
    const lose = () => patience.abort();
    const timer = setTimeout(lose, longestWaitMs).unref();
    gone.addEventListener('abort', lose, { once: true });
    try {
      await turns.run(
        ownerId,
        () => {
          isTurn = true;
          return read();
        },
        patience.signal,
      );
    } catch (error) {
      throw isTurn || gone.aborted ? error : tooMany();
    } finally {
      clearTimeout(timer);
    }
  }

  return async (ask, { res, locale }) => {
    const { ownerId, period } = ask;
    if (running.has(ownerId))
      throw new ConflictError(
        'An export of this account is running. Wait until it has ended',
        'EXPORT_RUNNING',
      );
    running.add(ownerId);
    const gone = new AbortController();
    const { signal } = gone;
    const stop = () => gone.abort();
    const timer = setTimeout(stop, LONGEST_MS).unref();
    res.once('close', stop);
    const spool = openSpool();
    let sending: Promise<void> | null = null;
    let hasFile = false;
    const write = async (piece: string) => {
      await spool.write(piece);
      signal.throwIfAborted();
      if (sending) return;
      res.set({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="metrics-${period.from}-${period.to}.csv"`,
        'Cache-Control': 'private, no-store',
      });
      // All that sends, compresses and watches an answer listens for its end: more than node takes for a leak.
      res.setMaxListeners(20);
      sending = pipeline(Readable.from(spool.read(signal)), res, { signal });
      sending.catch(stop);
    };
    try {
      // Who left before this was asked for is not told of again.
      if (res.destroyed) stop();
      signal.throwIfAborted();
      await readInTurn(ownerId, signal, async () => {
        if (files >= mostFiles) throw tooMany();
        files += 1;
        hasFile = true;
        await exportMetrics(db, ask, { translate: (text) => translate(locale, text), signal }, write);
      });
      spool.end();
      await sending;
    } catch (error) {
      if (!sending && !signal.aborted) throw error;
      stop();
      // The connection is cut: half a file must not look like a whole one.
      if (!res.destroyed) res.destroy();
      log.warn(errorDetail(error), 'A file of metrics was not sent to its end');
    } finally {
      clearTimeout(timer);
      res.off('close', stop);
      running.delete(ownerId);
      await spool.close();
      if (hasFile) files -= 1;
    }
  };
}
