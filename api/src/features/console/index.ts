import type { OperatorOverview } from '@ezdash/contracts';
import { Router } from 'express';
import { requireAdmin } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { type Mount, route } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import { findRecent, findWaiting } from './overview.repo';

export interface ConsoleDeps {
  db: Db;
  clock: Clock;
  jobs: Pick<Jobs, 'deadTotal'>;
}

function beginOfDay(now: Date): Date {
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  return day;
}

/** The console's first page: what waits for the network's staff, and what the admin did today (UTC). */
export function createConsoleFeature({ db, clock, jobs }: ConsoleDeps): { mounts: Mount[] } {
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route(async ({ user }) => {
      const { count, oldestAt } = await jobs.deadTotal();
      return {
        ...(await findWaiting(db)),
        dead_letters: { count, oldest_at: oldestAt?.toISOString() ?? null },
        recent: await findRecent(db, user.id, beginOfDay(clock.now())),
      } satisfies OperatorOverview;
    }),
  );
  return { mounts: [{ path: '/api/operator/overview', router }] };
}
