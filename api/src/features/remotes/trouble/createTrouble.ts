import type { RemoteFailure } from '@ezdash/contracts';
import { Counter, type Registry as PromRegistry } from 'prom-client';
import { z } from 'zod';
import { errorDetail } from '../../../platform/db';
import type { Mount } from '../../../platform/http';
import type { JobQueue, Jobs } from '../../../platform/jobs';
import type { Log } from '../../../platform/log';
import type { Activation, Trouble } from '../releases.types';
import { type AnnounceParts, announce } from './announce';
import { createCalmly } from './calmly';
import { failuresRouter, type ReportOutcome } from './failures.routes';
import { createJudge, type Suspect } from './judge';
import { createPageCounts } from './pageCounts';
import { createPageTickets } from './pageTickets';
import * as repo from './trouble.repo';

export interface TroubleParts extends AnnounceParts {
  log: Log;
  metrics: PromRegistry;
  /** Not started yet: its queues are registered here. */
  jobs: Jobs;
  /** Signs tickets; every server of the network has the same. */
  secret: string;
  /** Name of this server: each counts the pages that it gives. */
  node: string;
  activation: Pick<Activation, 'state' | 'withdraw'>;
  /** True for a version that some visitors get now, or fall back to. From memory. */
  isOffered(name: string, version: string): boolean;
}

export interface TroubleRoom extends Trouble {
  mounts: Mount[];
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
  const { db, clock, log, metrics, activation, isOffered, node } = parts;
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
      log.error({ event: 'release-withdrawn', remote, version, why }, 'A release was taken back');
      ask(queues.tell);
    } catch (error) {
      log.warn(errorDetail(error), 'Trouble with a release is decided about with the next report');
    }
  }

  async function take({ remote, version, phase, ticket }: RemoteFailure): Promise<ReportOutcome> {
    const ticketed = tickets.read(ticket);
    if (!ticketed) return 'no-ticket';
    const releaseId = await idOf(remote, version);
    if (releaseId === null) return 'not-offered';
    const isFirst = await repo.insertFailure(db, { ...ticketed, releaseId, phase, at: clock.now() });
    if (!isFirst) return 'again';
    calmly.ask(String(releaseId), () => decide({ name: remote, version, releaseId }));
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
