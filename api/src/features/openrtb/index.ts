import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Db } from '../../platform/db';
import type { Log } from '../../platform/log';
import { createUserAgents, type NetworkKinds, NO_KINDS, type Serving, type VastPublisher } from '../serving';
import { type Bidder, createBidder } from './createBidder';
import { createHandle, keyOf } from './createHandle';
import { createNotices } from './createNotices';
import { createSeats } from './createSeats';
import { createOpenRtbMetrics } from './metrics';
import { createNoticeMacs } from './noticeMac';

export interface OpenRtbDeps {
  db: Db;
  log: Log;
  serving: Pick<Serving, 'parts' | 'isReady'>;
  /** The network's name, and the address under which browsers reach it. */
  publisher: VastPublisher;
  /** The server's own; the key of the notices' addresses is derived from it. */
  secret: string;
  /** Whose networks are data centres'; nobody's unless said. */
  networks?: NetworkKinds;
  /** How many days notices are kept. */
  rawEventDays: number;
  metrics?: Registry;
  /** Epoch milliseconds. */
  now?: () => number;
}

export interface OpenRtbFeature {
  /** In front of Express: answers what lies below `/openrtb2/` and says so. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  /** Whether a request has the key of a seat; asks no database. */
  isExchange(req: IncomingMessage): boolean;
  /** To be called behind the ad server's. */
  start(): Promise<void>;
  /** Keeps what was said and not yet written. */
  stop(): Promise<void>;
  /** Reads the seats again; a change is otherwise seen within five seconds. */
  refresh(): Promise<void>;
  /** Ends when every notice so far is in the database. */
  flush(): Promise<void>;
}

/** The network as a buyer in other people's exchanges: OpenRTB 2.6 (docs/openrtb.md). */
export function createOpenRtbFeature(deps: OpenRtbDeps): OpenRtbFeature {
  const { db, log, serving, publisher, networks = NO_KINDS, rawEventDays, now = Date.now } = deps;
  const seats = createSeats({ db, log });
  const notices = createNotices({ db, log, now, days: rawEventDays });
  const macs = createNoticeMacs(deps.secret);
  const userAgents = createUserAgents();
  let bidder: Bidder | null = null;
  const handle = createHandle({
    seats,
    notices,
    macs,
    log,
    now,
    metrics: createOpenRtbMetrics(deps.metrics),
    engine: () => serving.parts().engine,
    bidder: () => {
      bidder ??= createBidder({ ...serving.parts(), publisher, macs, networks, userAgents });
      return bidder;
    },
    ready: serving.isReady,
  });
  return {
    handle,
    isExchange: (req) => seats.find(keyOf(req)) !== null,
    refresh: seats.refresh,
    flush: notices.flush,
    async start() {
      await seats.start();
      notices.start();
    },
    async stop() {
      await Promise.all([seats.stop(), notices.stop()]);
    },
  };
}

export { createSeatsFeature } from './operatorSeats';
export { insertSeat, type NewSeat, reportSeats, revokeSeat, type SeatReport } from './seats.repo';
