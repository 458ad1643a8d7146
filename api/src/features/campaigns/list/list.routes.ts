import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CAMPAIGN_IMPORT,
  campaignBudgets,
  campaignBudgetsUndo,
  campaignClone,
  campaignPageQuery,
  campaignSetQuery,
  campaignViewInput,
} from '@ezdash/contracts';
import { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { translateMessage } from '../../../locales';
import { createLimiter, requireRole } from '../../../platform/auth';
import { errorDetail } from '../../../platform/db';
import { PayloadTooLargeError, UnsupportedTypeError } from '../../../platform/errors';
import { idempotencyKey, rawBody, reply, requestLocale, route } from '../../../platform/http';
import type { CampaignBulkService } from './bulk.service';
import { campaignsCsv } from './exportCsv';
import type { CampaignImportService } from './import.service';
import type { CampaignListService } from './list.service';
import type { CampaignViewService } from './views.service';

const params = z.object({ id: z.string() });
/** Every look at a file does all that it says, and takes it back: up to a thousand campaigns. */
const IMPORTS = { name: 'campaign-imports', points: 10, durationSeconds: 60 };
const planQuery = z.object({ plan: z.string().min(1).max(100) });

export interface ListServices {
  list: CampaignListService;
  bulk: CampaignBulkService;
  views: CampaignViewService;
  imports: CampaignImportService;
}

/** Whatever carries a `message` of ours, in the language of who asked. */
const inLanguage = <Said extends { message: string }>(req: Request, said: readonly Said[]): Said[] => {
  const locale = requestLocale(req);
  return said.map((each) => ({ ...each, message: translateMessage(locale, each.message) }));
};

const readBody = rawBody({ type: 'text/csv', limitBytes: CAMPAIGN_IMPORT.mostBytes });
/** A file that is too large is refused in the words of this page; what is no CSV, too. */
const readFile: RequestHandler = (req, res, next) =>
  readBody(req, res, (error?: unknown) => {
    if ((error as { status?: number } | undefined)?.status === 413)
      next(new PayloadTooLargeError('The file is larger than 5 MB'));
    else next(error);
  });

function fileOf({ body }: Request): Uint8Array {
  if (!Buffer.isBuffer(body)) throw new UnsupportedTypeError('Send the file as text/csv');
  return body;
}

/** Of a call that may come without one. */
const keyOf = (req: Request): string | undefined =>
  req.get('Idempotency-Key') === undefined ? undefined : idempotencyKey(req);

/** /api/campaigns: the list of an advertiser's own, what is done with many of them, and how a person looks at it. */
export function campaignListRoutes({ list, bulk, views, imports }: ListServices): Router {
  const router = Router();
  const advertiser = requireRole('advertiser');
  const files = createLimiter(IMPORTS);
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
    route({ query: campaignSetQuery }, async ({ query, user, res, log }) => {
      const pages = list.each(user.id, query);
      // What is wrong with the question is said before the file begins.
      const first = await pages.next();
      const all = async function* () {
        if (!first.done) yield first.value;
        yield* pages;
      };
      res.set({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="campaigns.csv"',
        'Cache-Control': 'private, no-store',
      });
      // The connection is cut when a page cannot be read: half a file must not look like a whole one.
      await pipeline(Readable.from(campaignsCsv(all())), res).catch((error: unknown) => {
        if (!res.destroyed) res.destroy();
        log.warn(errorDetail(error), 'A file of campaigns was not sent to its end');
      });
    }),
  );
  router.post(
    '/budgets',
    advertiser,
    route({ body: campaignBudgets }, async ({ body, user, req }) => {
      const { changed, refused } = await bulk.setBudgets(user.id, body, undefined, keyOf(req));
      return { changed, refused: inLanguage(req, refused) };
    }),
  );
  router.post(
    '/budgets/undo',
    advertiser,
    route({ body: campaignBudgetsUndo }, async ({ body, user, req }) => {
      const { changed, refused } = await bulk.undoBudgets(user.id, body);
      return { changed, refused: inLanguage(req, refused) };
    }),
  );
  router.post(
    '/:id/clone',
    advertiser,
    route({ params, body: campaignClone }, async ({ params: { id }, body, user, req }) => {
      return reply(201, await bulk.clone(user.id, id, body, { key: keyOf(req) }));
    }),
  );
  router.post(
    '/import/preview',
    advertiser,
    readFile,
    route(async ({ user, req }) => {
      await files.consume(String(user.id));
      const preview = await imports.preview(user.id, fileOf(req));
      return { ...preview, troubles: inLanguage(req, preview.troubles) };
    }),
  );
  router.post(
    '/import',
    advertiser,
    readFile,
    route({ query: planQuery }, async ({ query: { plan }, user, req }) => {
      await files.consume(String(user.id));
      const file = fileOf(req);
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
