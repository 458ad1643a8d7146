import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type DateRange,
  dateRange,
  type Funds,
  TRANSACTIONS,
  type TransactionDetail,
  type TransactionList,
  transactionFilter,
} from '@ezdash/contracts';
import { type Response, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { errorDetail } from '../../platform/db';
import { type Mount, route } from '../../platform/http';
import type { Log } from '../../platform/log';
import { finalUntil } from '../reporting';
import { foldLines } from './lines/foldLines';
import { findBehind } from './lines/foldLines.repo';
import { type ListOptions, listTransactions } from './lines/listTransactions';
import { readTransaction } from './lines/readTransaction';
import { type ReadFundsDeps, readFunds } from './readFunds';
import { spanOf, transactionsCsv } from './transactionsCsv';

export interface FundsDeps extends ReadFundsDeps {
  clock: Clock;
  log: Log;
  /** Up to when the ingestion has applied events; without a word of it, the time of its last batch says so. */
  appliedUntil?: () => Date;
}

export interface FundsFeature {
  /** A page of an advertiser's transactions, newest first. */
  list(advertiserId: number, options: ListOptions): Promise<TransactionList>;
  /** What the funds page begins with. */
  read(advertiserId: number): Promise<Funds>;
  /** A line and what is behind it. */
  transaction(advertiserId: number, id: string): Promise<TransactionDetail>;
  /** Lines of some days as a CSV file, oldest first. */
  send(advertiserId: number, days: DateRange, to: { res: Response; log: Log }): Promise<void>;
  mounts: Mount[];
  /** Keeps lines near their ledger also of those who do not look, so that looking costs nothing later. */
  start(): void;
  stop(): Promise<void>;
  /** One round of it. */
  lookAfter(): Promise<void>;
}

const LOOK_EVERY_MS = 120_000;
const MOST_AT_ONCE = 200;

const listQuery = z.object({
  filter: transactionFilter.default('all'),
  before: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(TRANSACTIONS.mostPage).default(TRANSACTIONS.page),
});
const params = z.object({ id: z.string().max(40) });

/** What an advertiser has, and where it came from and went: read from the ledger. */
export function createFundsFeature(deps: FundsDeps): FundsFeature {
  const { db, clock, log, gateways, appliedUntil } = deps;
  const gatewayName = (id: string) => gateways.find((gateway) => gateway.id === id)?.name ?? id;
  const list: FundsFeature['list'] = (advertiserId, options) =>
    listTransactions(db, advertiserId, options, gatewayName);
  const read: FundsFeature['read'] = async (advertiserId) => {
    const now = clock.now();
    return readFunds(deps, advertiserId, now, await finalUntil(db, now, appliedUntil?.()));
  };
  const transaction: FundsFeature['transaction'] = (advertiserId, id) =>
    readTransaction(db, advertiserId, id, gatewayName);
  const send: FundsFeature['send'] = async (advertiserId, days, { res, log: callLog }) => {
    const file = await transactionsCsv(db, advertiserId, spanOf(days), gatewayName);
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="transactions-${days.from}-${days.to}.csv"`,
      'Cache-Control': 'private, no-store',
    });
    // The connection is cut when a page cannot be read: half a file must not look like a whole one.
    await pipeline(Readable.from(file), res).catch((error: unknown) => {
      if (!res.destroyed) res.destroy();
      callLog.warn(errorDetail(error), 'A file of transactions was not sent to its end');
    });
  };
  const router = Router();
  const guard = requireRole('advertiser');
  router.get(
    '/funds',
    guard,
    route(({ user }) => read(user.id)),
  );
  router.get(
    '/transactions',
    guard,
    route({ query: listQuery }, ({ user, query }) => list(user.id, query)),
  );
  router.get(
    '/transactions.csv',
    guard,
    route({ query: dateRange }, ({ user, query, res }) => send(user.id, query, { res, log })),
  );
  router.get(
    '/transactions/:id',
    guard,
    route({ params }, ({ user, params: { id } }) => transaction(user.id, id)),
  );

  async function lookAfter(): Promise<void> {
    for (const advertiserId of await findBehind(db, MOST_AT_ONCE))
      await foldLines(db, advertiserId).catch((error: unknown) =>
        // One whose lines cannot be made keeps no other waiting.
        log.warn({ ...errorDetail(error), advertiserId }, 'Lines of funds are made when they are looked at'),
      );
  }
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const look = () => {
    running ??= lookAfter()
      .catch((error: unknown) =>
        log.warn(errorDetail(error), 'Lines of funds are made when they are looked at'),
      )
      .finally(() => {
        running = null;
      });
  };
  return {
    list,
    read,
    transaction,
    send,
    mounts: [{ path: '/api/advertiser', router }],
    lookAfter,
    start: () => {
      look();
      timer = setInterval(look, LOOK_EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
