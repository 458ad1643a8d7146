import { advertiserDashboard, callOutDismissed, callOutKey, opportunityList } from '@ezdash/contracts';
import { z } from 'zod';
import { periodQuery } from '../../figures';
import type { OpportunitiesFeature } from '../../opportunities';
import type { ReportingFeature } from '../../reporting';
import { body, named, type Operation, operation } from '../operation';

const TAG = { tag: 'Dashboard', role: 'advertiser' } as const;
const KEY = body('CallOutKey', callOutKey);
const EXAMPLE = { key: 'low-balance:account' };

/** The advertiser's dashboard, its call-outs and its opportunities. */
export function dashboardOperations({
  dashboards,
  opportunities,
}: Pick<ReportingFeature, 'dashboards'> & Pick<OpportunitiesFeature, 'opportunities'>): Operation[] {
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
    operation(
      {
        ...TAG,
        id: 'listOpportunities',
        method: 'get',
        path: '/opportunities',
        scope: 'read',
        feature: 'ai_recommendations',
        summary:
          'What would do the running campaigns good, with interval and size of the sample; from VIP1 on',
        answer: named('OpportunityList', opportunityList),
      },
      ({ user }) => opportunities.list(user.id),
    ),
  ];
}
