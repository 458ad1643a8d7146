import { decisionQuery } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Mount, route } from '../../platform/http';
import { noteForAudit } from '../debug-tool';
import { addDays, dayOf, type Period, periodOf, periodQuery, timezoneQuery } from '../figures';
import type { DecisionService } from './decisions.service';
import type { ReasonsService } from './reasons.service';

const params = z.object({ id: z.string() });
const DEFAULT_DAYS = 7;
/** Nothing else that somebody put there is kept. */
const DECISION_ID = /^[0-9a-f-]{36}$/i;

/** Query of both: days in the timezone; without them the last seven. */
export const reasonsQuery = periodQuery.extend({ timezone: timezoneQuery });

export function reasonsPeriod({ from, to }: z.infer<typeof reasonsQuery>, now: Date): Period {
  const last = to ?? dayOf(now);
  return periodOf({ from: from ?? addDays(last, 1 - DEFAULT_DAYS), to: last }, now);
}

interface Services {
  decisions: DecisionService;
  reasons: ReasonsService;
  clock: Clock;
}

/** /api/decisions, and what campaigns and zones say of theirs. */
export function decisionMounts({ decisions, reasons, clock }: Services): Mount[] {
  const replays = Router();
  replays.get(
    '/:id',
    requireRole('advertiser', 'publisher', 'admin'),
    route({ params, query: decisionQuery }, ({ params: { id }, query, user, req }) => {
      // Too long for the audit to keep it of the address; of what was asked for in vain too.
      if (DECISION_ID.test(id)) noteForAudit(req, { decision: id });
      return decisions.get(user, id, query);
    }),
  );

  const campaigns = Router();
  campaigns.get(
    '/:id/reasons',
    requireRole('advertiser', 'admin'),
    route({ params, query: reasonsQuery }, ({ params: { id }, query, user }) =>
      reasons.ofCampaign(user, id, reasonsPeriod(query, clock.now()), query.timezone),
    ),
  );

  const zones = Router();
  const publisher = requireRole('publisher', 'admin');
  zones.get(
    '/:id/no-fill',
    publisher,
    route({ params, query: reasonsQuery }, ({ params: { id }, query, user }) =>
      reasons.ofZone(user, id, reasonsPeriod(query, clock.now()), query.timezone),
    ),
  );
  zones.get(
    '/:id/decisions',
    publisher,
    route({ params }, ({ params: { id }, user }) => decisions.ofZone(user, id)),
  );
  return [
    { path: '/api/decisions', router: replays, operatorReads: true },
    { path: '/api/campaigns', router: campaigns, operatorReads: true },
    { path: '/api/zones', router: zones, operatorReads: true },
  ];
}
