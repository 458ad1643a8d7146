import { campaign, campaignHistory, historyQuery } from '@ezdash/contracts';
import { z } from 'zod';
import type { CampaignsFeature } from '../../campaigns';
import { handOf } from '../handOf';
import { idParams, named, type Operation, operation } from '../operation';

const changeParams = z.object({ id: z.string(), change: z.string() });

/** What was changed of a campaign, and the way back. */
export function historyOperations({ undo }: Pick<CampaignsFeature, 'undo'>): Operation[] {
  return [
    operation(
      {
        id: 'listCampaignHistory',
        method: 'get',
        path: '/campaigns/{id}/history',
        tag: 'Campaigns',
        summary: 'What was changed of a campaign, newest first',
        scope: 'read',
        role: 'advertiser',
        params: idParams,
        query: historyQuery,
        answer: named('CampaignHistory', campaignHistory),
      },
      ({ params: { id }, query: { cursor }, user }) => undo.history(user.id, id, cursor),
    ),
    operation(
      {
        id: 'undoCampaignChange',
        method: 'post',
        path: '/campaigns/{id}/history/{change}/undo',
        tag: 'Campaigns',
        summary: 'Take back a change of a campaign by a new one',
        scope: 'write',
        role: 'advertiser',
        params: changeParams,
        answer: named('Campaign', campaign),
      },
      ({ params: { id, change }, user, req }) => undo.undo(user.id, id, change, handOf({ user, req })),
    ),
  ];
}
