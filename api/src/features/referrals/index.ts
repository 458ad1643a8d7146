import { z } from 'zod';
import { type Db, errorDetail, type Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import { bookDue } from './bookDue';
import { createReferralConsole } from './console.service';
import { createReferralCookies } from './cookies';
import { createEarningService } from './earnings.service';
import { createFunnelService } from './funnel';
import { createLinkService } from './links.service';
import type { ReferralParts } from './parts';
import { exportReferrals, forgetReferrals } from './personalData';
import {
  linkRoutes,
  operatorReferralRoutes,
  type ProofCheck,
  type ReferralServices,
  referralRoutes,
} from './referrals.routes';
import { type Arrival, createSignUps, noteSignUp, type SignUps } from './signUp';
import { noteClick } from './traces';
import { visitRoutes } from './visits.routes';

export interface ReferralsDeps extends ReferralParts {
  /** Not started yet: the queue that books is registered here. */
  jobs: Pick<Jobs, 'queue'>;
  /** Signs what browsers are remembered by. */
  secret: string;
  /** Throws 403 (`REAUTH_REQUIRED`) when the last proof of who it is is too old. */
  checkProof: ProofCheck;
}

export interface ReferralsFeature extends ReferralServices {
  /** For registrations. */
  signUps: SignUps;
  mounts: Mount[];
  /** Books the day that is over and pays what was on hold for long enough, now. */
  book(): Promise<void>;
  exportOf(userId: number, on: Db): Promise<object>;
  forget(trx: Trx, userId: number): Promise<void>;
  /** Begins to book; after the jobs have started. */
  start(): void;
  stop(): void;
}

const EVERY_MS = 600_000;
const LONG_SECONDS = 900;

/** Who brought whom: links, what they brought, and what that earns (docs/referrals.md). */
export function createReferralsFeature(deps: ReferralsDeps): ReferralsFeature {
  const { jobs, log, appUrl, secret, checkProof } = deps;
  const cookies = createReferralCookies(secret, appUrl.startsWith('https:'));
  const services: ReferralServices = {
    links: createLinkService(deps),
    funnel: createFunnelService(deps),
    earnings: createEarningService(deps),
  };
  const book = () => bookDue(deps);
  // One at a time over all servers; each day of each referral is booked once, and what is missed now is found the next time.
  const queue = jobs.queue('referrals.book', {
    schema: z.object({}),
    retryLimit: 0,
    expireInSeconds: LONG_SECONDS,
    singletonKey: () => 'one',
    handler: book,
  });
  const ask = () =>
    void queue
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Referrals wait for the next round'));
  let timer: NodeJS.Timeout | undefined;
  return {
    ...services,
    signUps: createSignUps(deps, cookies),
    mounts: [
      { path: '/api/referrals/links', router: linkRoutes(services) },
      { path: '/api/referrals', router: referralRoutes(services, cookies) },
      {
        path: '/api/operator/referrals',
        router: operatorReferralRoutes(createReferralConsole(deps), checkProof),
      },
      // No session is read: whoever follows a link is led on.
      { path: '/r', router: visitRoutes(deps, cookies), session: false },
    ],
    book,
    exportOf: (userId, on) => exportReferrals(on, userId),
    forget: forgetReferrals,
    start: () => {
      ask();
      timer = setInterval(ask, EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** The same without requests and jobs, on a clock of its own: what a past of referrals is made with. */
export function createReferralParts(parts: ReferralParts) {
  return {
    links: createLinkService(parts),
    noteClick: (linkId: number, visitorSha256: string | null, at: Date) =>
      noteClick(parts.db, linkId, visitorSha256, at),
    noteSignUp: (trx: Trx, arrival: Arrival, made: Parameters<SignUps['note']>[2]) =>
      noteSignUp(parts, trx, arrival, made),
    book: () => bookDue(parts),
  };
}

export type { ReferralParts } from './parts';
export type { Arrival, SignUps } from './signUp';
