import { type AdvertiserDashboard, type CallOutDismissed, callOutKey } from '@ezdash/contracts';
import { Router } from 'express';
import type { z } from 'zod';
import { requireRole } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { type Mount, route } from '../../platform/http';
import type { PaceLine } from '../campaigns';
import type { CreativeAddresses } from '../creatives';
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
  /** Where visitors load creatives; without one the welcome page has no samples. */
  toPublic?: CreativeAddresses['toPublic'];
}

/** What an advertiser's dashboard shows, and its call-outs put away for a day. */
export interface AdvertiserDashboards {
  read(userId: number, range: z.output<typeof periodQuery>): Promise<AdvertiserDashboard>;
  dismiss(userId: number, key: string): Promise<CallOutDismissed>;
  restore(userId: number, key: string): Promise<void>;
}

export interface ReportingFeature {
  mounts: Mount[];
  dashboards: AdvertiserDashboards;
}

/** Dashboards of advertisers and publishers, and what the welcome page tells everyone. */
export function createReportingFeature({
  db,
  clock,
  appliedUntil,
  paceLine,
  toPublic,
}: ReportingDeps): ReportingFeature {
  const summary = keepFor(SUMMARY_KEPT_MS, clock, () => readNetworkSummary(db, clock.now(), toPublic));

  const dashboards: AdvertiserDashboards = {
    async read(userId, range) {
      const now = clock.now();
      const final = await finalUntil(db, now, appliedUntil?.());
      return readAdvertiserDashboard(db, userId, periodOf(range, now), now, final, paceLine);
    },
    async dismiss(userId, key) {
      const now = clock.now();
      const until = new Date(now.getTime() + DISMISSED_MS);
      await putAway(db, userId, key, until, now);
      return { until: until.toISOString() };
    },
    restore: (userId, key) => bringBack(db, userId, key),
  };
  const advertiser = Router();
  advertiser.get(
    '/dashboard',
    requireRole('advertiser'),
    route({ query: periodQuery }, ({ query, user }) => dashboards.read(user.id, query)),
  );
  advertiser.post(
    '/call-outs/dismiss',
    requireRole('advertiser'),
    route({ body: callOutKey }, ({ body: { key }, user }) => dashboards.dismiss(user.id, key)),
  );
  advertiser.post(
    '/call-outs/restore',
    requireRole('advertiser'),
    route({ body: callOutKey }, ({ body: { key }, user }) => dashboards.restore(user.id, key)),
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
    dashboards,
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
