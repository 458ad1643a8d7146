import { advertiserDashboard, callOutDismissed, callOutKey } from '@ezdash/contracts';
import { z } from 'zod';
import { periodQuery } from '../../figures';
import type { ReportingFeature } from '../../reporting';
import { body, named, type Operation, operation } from '../operation';

const TAG = { tag: 'Dashboard', role: 'advertiser' } as const;
const KEY = body('CallOutKey', callOutKey);
const EXAMPLE = { key: 'low-balance:account' };

/** The advertiser's dashboard and its call-outs. */
export function dashboardOperations({ dashboards }: Pick<ReportingFeature, 'dashboards'>): Operation[] {
  return [
    operation(
      {
        ...TAG,
        id: 'getDashboard',
        method: 'get',
        path: '/dashboard',
        scope: 'read',
        summary: 'Figures of the days against as many before, pacing today and what needs you',
        query: periodQuery,
        answer: named('AdvertiserDashboard', advertiserDashboard),
      },
      ({ user, query }) => dashboards.read(user.id, query),
    ),
    operation(
      {
        ...TAG,
        id: 'dismissCallOut',
        method: 'post',
        path: '/call-outs/dismiss',
        scope: 'write',
        summary: 'Put a call-out of the dashboard away for a day',
        body: KEY,
        example: EXAMPLE,
        answer: named('CallOutDismissed', callOutDismissed),
      },
      ({ user, body: { key } }) => dashboards.dismiss(user.id, key),
    ),
    operation(
      {
        ...TAG,
        id: 'restoreCallOut',
        method: 'post',
        path: '/call-outs/restore',
        scope: 'write',
        summary: 'Bring a call-out back that was put away',
        body: KEY,
        example: EXAMPLE,
        answer: named('CallOutRestored', z.object({ restored: z.boolean() })),
      },
      async ({ user, body: { key } }) => {
        await dashboards.restore(user.id, key);
        return { restored: true };
      },
    ),
  ];
}
