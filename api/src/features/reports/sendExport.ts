import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { type Db, errorDetail } from '../../platform/db';
import { ConflictError, ServiceUnavailableError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { exportMetrics } from './exportMetrics';
import type { MetricsAsk } from './metricsQuery';
import { openSpool } from './spool';

/** Exports that are read from the database at a time on this node: each holds a connection and a snapshot meanwhile. */
const MOST_AT_ONCE = 4;
/** A reader who takes longer holds a file for too long; one who takes nothing is cut by the guard of the sockets. */
const LONGEST_MS = 10 * 60_000;

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
 * EXPORT_RUNNING), four that are read for each node (503).
 */
export function createSendExport({ db, log, translate }: ExportDeps): SendExport {
  const running = new Set<number>();
  const reading = new Set<number>();
  return async (ask, { res, locale }) => {
    const { ownerId, period } = ask;
    if (running.has(ownerId))
      throw new ConflictError(
        'An export of this account is running. Wait until it has ended',
        'EXPORT_RUNNING',
      );
    if (reading.size >= MOST_AT_ONCE)
      throw new ServiceUnavailableError('Too many exports are running. Try again in a minute');
    running.add(ownerId);
    reading.add(ownerId);
    const gone = new AbortController();
    const { signal } = gone;
    const stop = () => gone.abort();
    const timer = setTimeout(stop, LONGEST_MS).unref();
    res.once('close', stop);
    const spool = openSpool();
    let sending: Promise<void> | null = null;
    const write = async (piece: string) => {
      await spool.write(piece);
      signal.throwIfAborted();
      if (sending) return;
      res.set({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="metrics-${period.from}-${period.to}.csv"`,
        'Cache-Control': 'private, no-store',
      });
      sending = pipeline(Readable.from(spool.read(signal)), res, { signal });
      sending.catch(stop);
    };
    const sentence = (most: number) =>
      translate(
        locale,
        `This file ends after ${most} rows. Narrow the report by filters or days for the rest`,
      );
    try {
      // Who left before this was asked for is not told of again.
      if (res.destroyed) stop();
      signal.throwIfAborted();
      await exportMetrics(db, ask, { sentence, signal }, write);
      reading.delete(ownerId);
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
      reading.delete(ownerId);
      running.delete(ownerId);
      await spool.close();
    }
  };
}
