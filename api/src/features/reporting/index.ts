import { callOutKey } from '@ezdash/contracts';
import { Router } from 'express';
import { requireRole } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { type Mount, route } from '../../platform/http';
import type { PaceLine } from '../campaigns';
import { periodOf, periodQuery } from '../figures';
import { readAdvertiserDashboard } from './advertiserDashboard';
import { bringBack, putAway } from './dismissals.repo';
import { finalUntil } from './finalUntil';
import { keepFor } from './keepFor';
import { readNetworkSummary } from './networkSummary';
import { readPublisherDashboard } from './publisherDashboard';

/** How long a call-out stays away. */
const DISMISSED_MS = 86_400_000;
const SUMMARY_KEPT_MS = 10_000;
const SUMMARY_MAX_AGE_SECONDS = 10;

export interface ReportingDeps {
  db: Db;
  clock: Clock;
  /** Up to when the ingestion has applied events; without a word of it, the time of its last batch says so. */
  appliedUntil?: () => Date;
  /** Without one the pace of every campaign is the day's. */
  paceLine?: PaceLine;
}

/** Dashboards of advertisers and publishers, and what the welcome page tells everyone. */
export function createReportingFeature({ db, clock, appliedUntil, paceLine }: ReportingDeps): {
  mounts: Mount[];
} {
  const summary = keepFor(SUMMARY_KEPT_MS, clock, () => readNetworkSummary(db, clock.now()));

  const advertiser = Router();
  advertiser.get(
    '/dashboard',
    requireRole('advertiser'),
    route({ query: periodQuery }, async ({ query, user }) => {
      const now = clock.now();
      return readAdvertiserDashboard(
        db,
        user.id,
        periodOf(query, now),
        now,
        await finalUntil(db, now, appliedUntil?.()),
        paceLine,
      );
    }),
  );

  advertiser.post(
    '/call-outs/dismiss',
    requireRole('advertiser'),
    route({ body: callOutKey }, async ({ body: { key }, user }) => {
      const now = clock.now();
      const until = new Date(now.getTime() + DISMISSED_MS);
      await putAway(db, user.id, key, until, now);
      return { until: until.toISOString() };
    }),
  );
  advertiser.post(
    '/call-outs/restore',
    requireRole('advertiser'),
    route({ body: callOutKey }, async ({ body: { key }, user }) => {
      await bringBack(db, user.id, key);
    }),
  );

  const publisher = Router();
  publisher.get(
    '/dashboard',
    requireRole('publisher'),
    route({ query: periodQuery }, async ({ query, user }) => {
      const now = clock.now();
      return readPublisherDashboard(
        db,
        user.id,
        periodOf(query, now),
        now,
        await finalUntil(db, now, appliedUntil?.()),
      );
    }),
  );

  const network = Router();
  network.get(
    '/summary',
    route(({ res }) => {
      res.setHeader('Cache-Control', `public, max-age=${SUMMARY_MAX_AGE_SECONDS}`);
      return summary();
    }),
  );

  return {
    mounts: [
      { path: '/api/advertiser', router: advertiser },
      { path: '/api/publisher', router: publisher },
      { path: '/api/network', router: network },
    ],
  };
}

export { forgetDismissals } from './dismissals.repo';
export { finalUntil } from './finalUntil';
export { type MoneyLeft, moneyLeft } from './moneyLeft';
export { daysLeft, paceStart, type Spending, spendPerDay } from './pace';
