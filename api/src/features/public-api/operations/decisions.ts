import {
  campaignReasons,
  decisionQuery,
  decisionReplay,
  tracedDecisions,
  zoneNoFill,
} from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { type DecisionsFeature, reasonsPeriod, reasonsQuery } from '../../decisions';
import { idParams, named, type Operation, operation } from '../operation';

type Deps = Pick<DecisionsFeature, 'decisions' | 'reasons'> & { clock: Clock };

export function decisionOperations({ decisions, reasons, clock }: Deps): Operation[] {
  const shared = { tag: 'Decisions', scope: 'read', method: 'get', params: idParams } as const;
  return [
    operation(
      {
        ...shared,
        id: 'getDecision',
        path: '/decisions/{id}',
        summary:
          'A decision of the ad server, by its click id: what it was made from, how your campaigns fared, and what comes of it now',
        query: decisionQuery,
        answer: named('Decision', decisionReplay),
      },
      ({ params: { id }, query, user }) => decisions.get(user, id, query),
    ),
    operation(
      {
        ...shared,
        id: 'listZoneDecisions',
        path: '/zones/{id}/decisions',
        role: 'publisher',
        summary: 'The last decisions of a zone that were looked into',
        answer: named('DecisionList', tracedDecisions),
      },
      ({ params: { id }, user }) => decisions.ofZone(user, id),
    ),
    operation(
      {
        ...shared,
        id: 'reportReasons',
        path: '/campaigns/{id}/reasons',
        role: 'advertiser',
        summary: 'Why a campaign was not shown, estimated from sampled decisions',
        query: reasonsQuery,
        answer: named('CampaignReasons', campaignReasons),
      },
      ({ params: { id }, query, user }) =>
        reasons.ofCampaign(user, id, reasonsPeriod(query, clock.now()), query.timezone),
    ),
    operation(
      {
        ...shared,
        id: 'reportNoFill',
        path: '/zones/{id}/no-fill',
        role: 'publisher',
        summary: 'Why a zone stayed empty',
        query: reasonsQuery,
        answer: named('ZoneNoFill', zoneNoFill),
      },
      ({ params: { id }, query, user }) =>
        reasons.ofZone(user, id, reasonsPeriod(query, clock.now()), query.timezone),
    ),
  ];
}
