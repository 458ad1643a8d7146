import { once } from 'node:events';
import type { Response } from 'express';
import { type Db, errorDetail } from '../../platform/db';
import { ConflictError, ServiceUnavailableError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { exportMetrics } from './exportMetrics';
import type { MetricsAsk } from './metricsQuery';

/** Exports that run at a time on this node: each holds a connection of the database until its reader is done. */
const MOST_AT_ONCE = 4;
/** A reader who takes longer holds a snapshot of the database for too long. */
const LONGEST_MS = 10 * 60_000;

/**
 * A reader who takes nothing for so long has left, whatever its connection says. Less than the database lets a transaction
 * wait: it would cut the connection.
 */
const IDLE_MS = 30_000;

export interface ExportDeps {
  db: Db;
  log: Log;
  /** In the reader's language. */
  translate: (locale: string, text: string) => string;
  /** How long a reader may take nothing, in ms. */
  idleMs?: number;
}

export interface ExportReader {
  res: Response;
  locale: string;
}

export type SendExport = (ask: MetricsAsk, reader: ExportReader) => Promise<void>;

/** Resolves when the reader takes more; rejects when it is gone, or takes nothing for too long. */
async function taken(res: Response, piece: string, signal: AbortSignal, idleMs: number): Promise<void> {
  signal.throwIfAborted();
  if (res.write(piece)) return;
  await once(res, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(idleMs)]) });
}

/**
 * Streams the rows of a question as a CSV file: as fast as the reader takes it, and no further when it goes away or takes
 * nothing any more. One export for each owner at a time (409 EXPORT_RUNNING), four for each node (503).
 */
export function createSendExport({ db, log, translate, idleMs = IDLE_MS }: ExportDeps): SendExport {
  const running = new Set<number>();
  return async (ask, { res, locale }) => {
    if (running.has(ask.ownerId))
      throw new ConflictError(
        'An export of this account is running. Wait until it has ended',
        'EXPORT_RUNNING',
      );
    if (running.size >= MOST_AT_ONCE)
      throw new ServiceUnavailableError('Too many exports are running. Try again in a minute');
    running.add(ask.ownerId);
    const gone = new AbortController();
    const stop = () => gone.abort();
    const timer = setTimeout(stop, LONGEST_MS).unref();
    res.once('close', stop);
    try {
      // Who left before this was asked for is not told of again.
      if (res.destroyed) stop();
      gone.signal.throwIfAborted();
      const sentence = (most: number) =>
        translate(
          locale,
          `This file ends after ${most} rows. Narrow the report by filters or days for the rest`,
        );
      await exportMetrics(db, ask, { sentence, signal: gone.signal }, async (piece) => {
        if (!res.headersSent)
          res.set({
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': `attachment; filename="metrics-${ask.period.from}-${ask.period.to}.csv"`,
            'Cache-Control': 'private, no-store',
          });
        await taken(res, piece, gone.signal, idleMs);
      });
      res.end();
    } catch (error) {
      if (!res.headersSent && !gone.signal.aborted) throw error;
      // The connection is cut: half a file must not look like a whole one.
      if (!res.destroyed) res.destroy();
      log.warn(errorDetail(error), 'A file of metrics was not sent to its end');
    } finally {
      clearTimeout(timer);
      res.off('close', stop);
      running.delete(ask.ownerId);
    }
  };
}
