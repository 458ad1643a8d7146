import { type GateVerdict, type RemoteFailure, type RemoteManifest, role as roles } from '@ezdash/contracts';
import { Router } from 'express';
import { Registry as PromRegistry } from 'prom-client';
import type { Clock } from '../../../platform/clock';
import { createJobs, type Jobs } from '../../../platform/jobs';
import { silentLog as log } from '../../../platform/log';
import { buildApp, createTestDb, type TestDb } from '../../../testing';
import { createTestPublisher } from '../../../testing/testPublisher';
import { createAlertsFeature } from '../../alerts';
import { createApiTokensFeature } from '../../api-tokens';
import { createDebugToolFeature } from '../../debug-tool';
import { createMail } from '../../mail';
import { type ActivationService, createActivationService } from '../activation/activation.service';
import { makeRelease, makeShell } from '../testReleases';
import { announce } from './announce';
import { createTrouble } from './createTrouble';

export const TEST_SECRET = 'a secret of the tests, long enough for anybody';
const NAME = 'mf-advertiser';
const PASSED: GateVerdict = { passed: true, checks: [], shell_build: 'ba9876543210', checked_at: '' };

/** The time it is, and as much later as a test says: rows of the history have the database's own time. */
export interface LaterClock extends Clock {
  later(ms: number): void;
}

/** In this process, whose limit of reports counts over all tests. */
let reports = 0;

function laterClock(): LaterClock {
  let ms = 0;
  const nowMs = () => Date.now() + ms;
  return {
    nowMs,
    now: () => new Date(nowMs()),
    later: (more) => {
      ms += more;
    },
  };
}

/** Who is signed in where trouble is told; null for a guest. */
export type Reporter = { id: number; role: 'advertiser' | 'publisher' } | null;

/** Signs in whom a report names: what sessions do is tested with a real one. */
function fakeSessions(): Router {
  const router = Router();
  router.use((req, _res, next) => {
    const [id, role] = (req.get('x-test-reporter') ?? '').split(' ');
    req.authUser = id
      ? {
          id: Number(id),
          email: `${id}@ads.test`,
          role: roles.parse(role),
          status: 'active',
          accountTypeId: 1,
          locale: null,
          timezone: 'UTC',
          passwordSetAtMs: 0,
        }
      : null;
    next();
  });
  return router;
}

/** Advertisers' pages, and those of `mf-auth` for guests. */
function manifestFor(name: string): RemoteManifest {
  const { manifest } = makeRelease({ name });
  if (name !== 'mf-auth') return manifest;
  return { ...manifest, name, pages: manifest.pages.map((page) => ({ ...page, access: 'guest' as const })) };
}

/** One of the servers. */
export interface Node {
  trouble: ReturnType<typeof createTrouble>;
  activation: ActivationService;
}

export interface TroubleWorld {
  test: TestDb;
  publisher: ReturnType<typeof createTestPublisher>;
  jobs: Jobs;
  clock: LaterClock;
  metrics: PromRegistry;
  first: Node;
  /** Another server on the same database, whose jobs the first one does. */
  second: Node;
  brokenAuditRow(): Promise<bigint | null>;
  /** Publishes a release with files that nobody needs. */
  publish(version: string, name?: string): Promise<void>;
  activate(version: string, name?: string): Promise<void>;
  /** A page that is given to an address of the network with this number, and shown by a release; → its ticket. */
  givePage(network: number, version?: string): string;
  /** The same to somebody who rents a computer in that network. */
  giveRented(network: number, version: string): string;
  /** A browser reports trouble to one of the servers, another advertiser's each time; → the status of the answer. */
  report(
    ticket: string | undefined,
    change?: Partial<RemoteFailure>,
    to?: 'first' | 'second',
    as?: Reporter,
  ): Promise<number>;
  /** Pages of the past, `minutesAgo` in a minute. */
  hadPages(version: string, pages: number, minutesAgo: number): Promise<void>;
  events(): Promise<{ event: string; actor: string; version: string; why: string }[]>;
  /** The round that tells operators. */
  announce(): Promise<void>;
  /** Until both servers have decided about all that was reported. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const addressIn = (network: number, host = 1) => `10.${network >> 8}.${network & 255}.${host}`;

/** Alerts as the real app has them; mails stay in the outbox. */
function openAlerts(
  { db }: TestDb,
  { clock, jobs, publisher }: Pick<TroubleWorld, 'clock' | 'jobs' | 'publisher'>,
) {
  const appUrl = 'http://ads.test';
  const mail = createMail({ db, jobs, log, appName: 'Ads', appUrl, production: false });
  return createAlertsFeature({
    ...{ db, clock, jobs, log, mail, publisher, appUrl },
    tokens: createApiTokensFeature({ db, clock, mail }).service,
    checkProof: () => {},
    secret: TEST_SECRET,
    localWebhooks: true,
    isNewsOut: async () => true,
  }).service;
}

/** A database with history, alerts, audit and jobs as in the real app, and two servers that listen to trouble. */
export async function openTrouble(): Promise<TroubleWorld> {
  const test = await createTestDb();
  const { db } = test;
  const clock = laterClock();
  const jobs = createJobs({ connection: test.connection, log, pollMs: 20 });
  const publisher = createTestPublisher();
  const alerts = openAlerts(test, { clock, jobs, publisher });
  const metrics = new PromRegistry();
  const debugTool = createDebugToolFeature({ db, clock, secret: TEST_SECRET, secure: false });

  function openNode(node: string, registry: PromRegistry, isFirst: boolean): Node {
    const activation = createActivationService({
      db,
      clock,
      log,
      shell: makeShell(),
      store: { has: async () => true },
      gate: {
        judge: async () => PASSED,
        admit: async () => PASSED,
        latest: async () => new Map(),
        takenBy: () => [],
      },
      trouble: { of: async () => new Map() },
      publishBuilt: () => Promise.reject(new Error('Nothing is built here')),
      onPlanRefused: () => trouble.tell(),
    });
    const noJobs = { queue: () => ({ name: '', send: async () => null }) };
    const trouble = createTrouble({
      db,
      clock,
      log,
      metrics: registry,
      secret: TEST_SECRET,
      node,
      isRented: (address) => address.startsWith('100.'),
      activation,
      manifestOf: (name, version) => (version === '9.9.9' ? null : manifestFor(name)),
      jobs: isFirst ? jobs : { ...jobs, ...noJobs },
      alerts,
      audit: debugTool.service.audit,
      publisher,
    });
    return { trouble, activation };
  }

  const first = openNode('one', metrics, true);
  const second = openNode('two', new PromRegistry(), false);
  const appOf = ({ trouble: { mounts } }: Node) => {
    const signedIn = { path: '/api/remotes', router: fakeSessions(), csrf: false, session: false } as const;
    const open = mounts.map((mount) => ({ ...mount, session: false as const }));
    return buildApp({ test, mounts: [signedIn, ...open], trustProxy: ['loopback'] });
  };
  const apps = { first: await appOf(first), second: await appOf(second) };
  await jobs.start();

  const idOf = async (version: string) =>
    (
      await db
        .selectFrom('remote_release')
        .select('id')
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
    ).id;

  return {
    test,
    publisher,
    jobs,
    clock,
    metrics,
    first,
    second,
    brokenAuditRow: () => debugTool.service.brokenAuditRow(),
    async publish(version, name = NAME) {
      const { manifest } = makeRelease();
      // Others have addresses and texts of their own.
      const own = name === NAME ? manifest : { ...manifest, name, namespace: name.slice(3), pages: [] };
      const release = JSON.stringify(makeRelease({ name, version, manifest: own }));
      const digest = version.padEnd(64, '0');
      await db.insertInto('remote_release').values({ name, version, digest, release }).execute();
    },
    async activate(version, name = NAME) {
      await first.activation.activate(name, { version }, { actor: { kind: 'command' }, why: '' });
      await second.activation.refresh();
    },
    givePage(network, version) {
      if (version) first.trouble.countPage(NAME, version);
      return first.trouble.ticketFor(addressIn(network, 1 + Math.floor(Math.random() * 250)));
    },
    giveRented(network, version) {
      first.trouble.countPage(NAME, version);
      return first.trouble.ticketFor(addressIn(network).replace(/^10/, '100'));
    },
    async report(ticket, change = {}, to = 'first', as = { id: 1_000 + reports, role: 'advertiser' }) {
      reports += 1;
      const failure: RemoteFailure = {
        remote: NAME,
        module: 'App',
        version: '2.0.0',
        phase: 'render',
        message: 'x is undefined',
        fellBackTo: null,
        ...(ticket !== undefined && { ticket }),
        ...change,
      };
      const answer = await fetch(`${apps[to].url}/api/remotes/failures`, {
        method: 'POST',
        // Whoever reports is somewhere else each time: what counts is where the page was given to.
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': addressIn(40_000 + reports),
          ...(as && { 'x-test-reporter': `${as.id} ${as.role}` }),
        },
        body: JSON.stringify(failure),
      });
      return answer.status;
    },
    async hadPages(version, pages, minutesAgo) {
      const minute = new Date(Math.floor((clock.nowMs() - minutesAgo * 60_000) / 60_000) * 60_000);
      await db
        .insertInto('remote_page_load')
        .values({ release_id: await idOf(version), minute, node: 'three', loads: pages })
        .execute();
    },
    events: () =>
      db
        .selectFrom('remote_event as e')
        .innerJoin('remote_release as r', 'r.id', 'e.release_id')
        .select(['e.event', 'e.actor', 'r.version', 'e.why'])
        .orderBy('e.id')
        .execute(),
    announce: () => announce({ db, clock, publisher, alerts, audit: debugTool.service.audit }),
    async settle() {
      await first.trouble.settled();
      await second.trouble.settled();
    },
    async close() {
      await apps.first.close();
      await apps.second.close();
      await first.trouble.stop();
      await second.trouble.stop();
      await first.activation.stop();
      await second.activation.stop();
      await jobs.stop();
      await test.drop();
    },
  };
}
