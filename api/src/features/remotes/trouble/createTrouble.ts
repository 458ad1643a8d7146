import type { RemoteFailure, RemoteManifest } from '@ezdash/contracts';
import type { RequestHandler } from 'express';
import { Counter, type Registry as PromRegistry } from 'prom-client';
import { z } from 'zod';
import type { AuthUser } from '../../../platform/auth';
import { errorDetail } from '../../../platform/db';
import type { Mount } from '../../../platform/http';
import type { JobQueue, Jobs } from '../../../platform/jobs';
import type { Log } from '../../../platform/log';
import type { Activation, Trouble } from '../releases.types';
import { type AnnounceParts, announce } from './announce';
import { createCalmly } from './calmly';
import { failuresRouter, type ReportOutcome } from './failures.routes';
import { hearPages } from './hearPages';
import { createJudge, type Suspect } from './judge';
import { createPageCounts } from './pageCounts';
import { createPageTickets } from './pageTickets';
import * as repo from './trouble.repo';
import { isOpenToGuests, mayOpen } from './whoOpens';

export interface TroubleParts extends AnnounceParts {
  log: Log;
  metrics: PromRegistry;
  /** Not started yet: its queues are registered here. */
  jobs: Jobs;
  /** Signs tickets; every server of the network has the same. */
  secret: string;
  /** Whether an address is one of rented computers: all of those are one network. */
  isRented?(address: string): boolean;
  /** Name of this server: each counts the pages that it gives. */
  node: string;
  activation: Pick<Activation, 'state' | 'withdraw'>;
  /** Of a version that some visitors get now, or fall back to; null for any other. From memory. */
  manifestOf(name: string, version: string): RemoteManifest | null;
}

export interface TroubleRoom extends Trouble {
  mounts: Mount[];
  /** In front of every call: listens to what open pages were given (`hearPages`). */
  hear: RequestHandler;
  /** Tells admins at once what happened by itself: a withdrawal, a plan that the gate refused. */
  tell(): void;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const KEPT_MS = 7 * DAY_MS;
/** Releases never change: what their rows are called is kept, as long as they are few. */
const MOST_KNOWN = 1_000;

/** Ids of releases by name and version. */
function createReleaseIds({ db }: Pick<TroubleParts, 'db'>) {
  const known = new Map<string, number>();
  return async (name: string, version: string): Promise<number | null> => {
    const key = `${name}/${version}`;
    const id = known.get(key) ?? (await repo.findReleaseId(db, name, version));
    if (known.size >= MOST_KNOWN) known.clear();
    if (id !== null) known.set(key, id);
    return id;
  };
}

function createQueues(parts: TroubleParts) {
  const { db, clock, jobs } = parts;
  const once = { schema: z.object({}), singletonKey: () => 'one' };
  return {
    tell: jobs.queue('remotes.tell', {
      ...once,
      retryLimit: 20,
      retryDelaySeconds: 5,
      handler: () => announce(parts),
    }),
    tidy: jobs.queue('remotes.tidyTrouble', {
      ...once,
      retryLimit: 0,
      handler: () => repo.dropBefore(db, new Date(clock.nowMs() - KEPT_MS)),
    }),
  };
}

/**
 * Listens to the trouble that browsers have with releases, and takes a release back that fails for many of them and did
 * not before (ADR 31).
 */
export function createTrouble(parts: TroubleParts): TroubleRoom & {
  /** Until all that was reported here is decided about. */
  settled(): Promise<void>;
} {
  const { db, clock, log, metrics, activation, manifestOf, node } = parts;
  const isOffered = (name: string, version: string) => manifestOf(name, version) !== null;
  const tickets = createPageTickets(parts);
  const counts = createPageCounts({
    clock,
    log,
    save: (minute, given) => repo.addPages(db, node, minute, given),
  });
  const judge = createJudge({ db, clock, counts, state: (name) => activation.state(name) });
  const calmly = createCalmly(SECOND_MS);
  const idOf = createReleaseIds(parts);
  const queues = createQueues(parts);
  const withdrawals = new Counter({
    name: 'ezdash_remote_withdrawals_total',
    help: 'Releases that this server took back by itself',
    labelNames: ['remote'],
    registers: [metrics],
  });
  let timers: NodeJS.Timeout[] = [];

  function ask(queue: JobQueue<z.ZodObject>): void {
    queue
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Releases wait for the next round'));
  }

  async function decide(suspect: Suspect): Promise<void> {
    const { name: remote, version, releaseId } = suspect;
    try {
      const why = await judge(suspect);
      // Another server may have been quicker, or a person.
      if (why === null || !(await activation.withdraw(remote, releaseId, why))) return;
      withdrawals.inc({ remote });
      log.error({ event: 'release.withdrawn', remote, version, why }, 'A release was taken back');
      ask(queues.tell);
    } catch (error) {
      log.warn(errorDetail(error), 'Trouble with a release is decided about with the next report');
    }
  }

  async function take(failure: RemoteFailure, user: AuthUser | null): Promise<ReportOutcome> {
    const { remote, version, phase, ticket } = failure;
    const ticketed = tickets.read(ticket);
    if (!ticketed) return 'no-ticket';
    const releaseId = await idOf(remote, version);
    const manifest = manifestOf(remote, version);
    if (releaseId === null || manifest === null) return 'not-offered';
    // Nobody sees a page fail that is not shown to them.
    if (!mayOpen(manifest, user?.role ?? null)) return 'no-account';
    const account = user && tickets.accountName(ticketed, user.id);
    const isFirst = await repo.insertFailure(db, { ...ticketed, account, releaseId, phase, at: clock.now() });
    if (!isFirst) return 'again';
    const suspect = { name: remote, version, releaseId, isOpen: isOpenToGuests(manifest) };
    calmly.ask(String(releaseId), () => decide(suspect));
    return 'counted';
  }

  return {
    ticketFor: tickets.make,
    countPage: counts.add,
    async of(releaseIds) {
      if (releaseIds.length === 0) return new Map();
      const rows = await repo.readTotals(db, releaseIds, new Date(clock.nowMs() - DAY_MS));
      return new Map(rows.map(({ id, failures, pages }) => [id, { failures, page_loads: pages }]));
    },
    hear: hearPages({ tickets, counts, isOffered }),
    tell: () => ask(queues.tell),
    settled: calmly.settled,
    mounts: [{ path: '/api/remotes', router: failuresRouter({ metrics, isOffered, take }), csrf: false }],
    start() {
      counts.start();
      const every = (ms: number, queue: JobQueue<z.ZodObject>) => {
        ask(queue);
        return setInterval(() => ask(queue), ms).unref();
      };
      timers = [every(MINUTE_MS, queues.tell), every(HOUR_MS, queues.tidy)];
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      timers = [];
      await calmly.stop();
      await counts.stop();
    },
  };
}
