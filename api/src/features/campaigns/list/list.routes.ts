import {
  type CampaignBudgetsAnswer,
  campaignBids,
  campaignBidsUndo,
  campaignBudgets,
  campaignBudgetsUndo,
  campaignClone,
  campaignPageQuery,
  campaignSetQuery,
  campaignViewInput,
} from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { translateMessage } from '../../../locales';
import { requireRole } from '../../../platform/auth';
import { idempotencyKey, optionalKey, reply, requestLocale, route } from '../../../platform/http';
import type { CampaignBulkService } from './bulk.service';
import { campaignFileOf, readCampaignFile, type SendCampaigns } from './files';
import type { CampaignImportService } from './import.service';
import type { CampaignListService } from './list.service';
import type { CampaignViewService } from './views.service';

const params = z.object({ id: z.string() });
const planQuery = z.object({ plan: z.string().min(1).max(100) });

export interface ListServices {
  list: CampaignListService;
  bulk: CampaignBulkService;
  views: CampaignViewService;
  imports: CampaignImportService;
  send: SendCampaigns;
}

/** Whatever carries a `message` of ours, in the language of who asked. */
const inLanguage = <Said extends { message: string }>(req: Request, said: readonly Said[]): Said[] => {
  const locale = requestLocale(req);
  return said.map((each) => ({ ...each, message: translateMessage(locale, each.message) }));
};

/** What became of each of many, refusals in the language of who asked. */
const answerOf = (req: Request, { changed, refused }: CampaignBudgetsAnswer): CampaignBudgetsAnswer => ({
  changed,
  refused: inLanguage(req, refused),
});

/** /api/campaigns: the list of an advertiser's own, what is done with many of them, and how a person looks at it. */
export function campaignListRoutes({ list, bulk, views, imports, send }: ListServices): Router {
  const router = Router();
  const advertiser = requireRole('advertiser');
  router.get(
    '/page',
    advertiser,
    route({ query: campaignPageQuery }, ({ query, user }) => list.page(user.id, query)),
  );
  router.get(
    '/ids',
    advertiser,
    route({ query: campaignSetQuery }, ({ query, user }) => list.ids(user.id, query)),
  );
  router.get(
    '/export.csv',
    advertiser,
    route({ query: campaignSetQuery }, ({ query, user, res, log }) => send(user.id, query, { res, log })),
  );
  router.post(
    '/budgets',
    advertiser,
    route({ body: campaignBudgets }, async ({ body, user, req }) =>
      answerOf(req, await bulk.setBudgets(user.id, body, undefined, optionalKey(req))),
    ),
  );
  router.post(
    '/budgets/undo',
    advertiser,
    route({ body: campaignBudgetsUndo }, async ({ body, user, req }) =>
      answerOf(req, await bulk.undoBudgets(user.id, body)),
    ),
  );
  router.post(
    '/bids',
    advertiser,
    route({ body: campaignBids }, async ({ body, user, req }) =>
      answerOf(req, await bulk.setBids(user.id, body, undefined, optionalKey(req))),
    ),
  );
  router.post(
    '/bids/undo',
    advertiser,
    route({ body: campaignBidsUndo }, async ({ body, user, req }) =>
      answerOf(req, await bulk.undoBids(user.id, body)),
    ),
  );
  router.post(
    '/:id/clone',
    advertiser,
    route({ params, body: campaignClone }, async ({ params: { id }, body, user, req }) => {
      return reply(201, await bulk.clone(user.id, id, body, { key: optionalKey(req) }));
    }),
  );
  router.post(
    '/import/preview',
    advertiser,
    readCampaignFile,
    route(async ({ user, req }) => {
      const preview = await imports.preview(user.id, campaignFileOf(req));
      return { ...preview, troubles: inLanguage(req, preview.troubles) };
    }),
  );
  router.post(
    '/import',
    advertiser,
    readCampaignFile,
    route({ query: planQuery }, async ({ query: { plan }, user, req }) => {
      const file = campaignFileOf(req);
      return imports.apply(user.id, file, { plan, key: idempotencyKey(req) });
    }),
  );
  router.get(
    '/views',
    advertiser,
    route(({ user }) => views.list(user.id)),
  );
  router.post(
    '/views',
    advertiser,
    route({ body: campaignViewInput }, async ({ body, user }) =>
      reply(201, await views.create(user.id, body)),
    ),
  );
  router.put(
    '/views/:id',
    advertiser,
    route({ params, body: campaignViewInput }, ({ params: { id }, body, user }) =>
      views.replace(user.id, id, body),
    ),
  );
  router.delete(
    '/views/:id',
    advertiser,
    route({ params }, ({ params: { id }, user }) => views.remove(user.id, id)),
  );
  return router;
}
