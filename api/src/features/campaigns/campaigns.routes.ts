import {
  campaignAction,
  campaignCursorQuery,
  campaignInput,
  campaignOperation,
  campaignUpdate,
} from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { translateMessage } from '../../locales';
import { requireAdmin, requireRole } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { optionalKey, reply, requestLocale, route } from '../../platform/http';
import { noteForAudit } from '../debug-tool';
import { periodOf, periodQuery } from '../figures';
import type { CampaignActions } from './campaigns.actions';
import type { CampaignService } from './campaigns.service';
import { byStaff } from './history';
import type { CampaignListService } from './list';

const params = z.object({ id: z.string() });
const listQuery = periodQuery.extend(campaignCursorQuery.shape);

/** /api/campaigns: an advertiser's own. */
export function campaignRoutes(
  service: CampaignService,
  actions: CampaignActions,
  list: Pick<CampaignListService, 'after'>,
  clock: Clock,
): Router {
  const router = Router();
  const advertiser = requireRole('advertiser');
  router.get(
    '/',
    advertiser,
    route({ query: listQuery }, ({ query, user }) =>
      list.after(user.id, periodOf(query, clock.now()), query),
    ),
  );
  router.post(
    '/',
    advertiser,
    route({ body: campaignInput }, async ({ body, user, req }) => {
      // Programs of before the key come without one.
      return reply(201, await service.create(user.id, body, undefined, optionalKey(req)));
    }),
  );
  router.post(
    '/actions',
    advertiser,
    route({ body: campaignAction }, async ({ body, user, req }) => {
      const { changed, refused } = await actions.act(user.id, body);
      const locale = requestLocale(req);
      return {
        changed,
        refused: refused.map(({ id, message }) => ({ id, message: translateMessage(locale, message) })),
      };
    }),
  );
  router.get(
    '/:id',
    advertiser,
    route({ params, query: periodQuery }, ({ params: { id }, query, user }) =>
      service.get(user.id, id, periodOf(query, clock.now())),
    ),
  );
  router.patch(
    '/:id',
    advertiser,
    route({ params, query: periodQuery, body: campaignUpdate }, ({ params: { id }, query, body, user }) =>
      service.change(user.id, id, body, periodOf(query, clock.now())),
    ),
  );
  return router;
}

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

/** /api/operator/campaigns: anybody's, for admins only. What a campaign's class is decides who pays and who earns. */
export function operatorCampaignRoutes(service: CampaignService, checkProof: ProofCheck): Router {
  const router = Router();
  router.patch(
    '/:id',
    requireAdmin,
    route({ params, body: campaignOperation }, async ({ params: { id }, body, user, req }) => {
      noteForAudit(req, { to: body.priority });
      await checkProof(req);
      const { campaign, from } = await service.setPriority(id, body.priority, byStaff(user.id));
      noteForAudit(req, { from });
      return campaign;
    }),
  );
  return router;
}
