import { helpQuery } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { addressKey, createLimiter } from '../../../platform/auth';
import { NotFoundError } from '../../../platform/errors';
import { requestLocale, route } from '../../../platform/http';
import type { Help } from './createHelp';

/** Of an address, whoever asks: a search takes as long as a hundred other calls. */
const SEARCHES_PER_MINUTE = 120;

const articleQuery = helpQuery.pick({ locale: true });

/** /api/help: for everybody, guests included. */
export function helpRoutes(help: Help): Router {
  const router = Router();
  const searches = createLimiter({ name: 'help-search', points: SEARCHES_PER_MINUTE, durationSeconds: 60 });
  router.get(
    '/articles',
    route({ query: helpQuery }, async ({ query, maybeUser, req }) => {
      if (query.q?.trim()) await searches.consume(addressKey(req.ip));
      const question = {
        q: query.q,
        page: query.for,
        locale: query.locale ?? requestLocale(req),
        role: maybeUser?.role ?? null,
      };
      const articles = help.list(question);
      const isOfPage = query.for !== undefined && !query.q?.trim();
      return isOfPage ? { articles, for_page: help.aboutPage(question) } : { articles };
    }),
  );
  router.get(
    '/articles/:slug',
    route({ params: z.object({ slug: z.string() }), query: articleQuery }, ({ params, query, req }) => {
      const article = help.read(params.slug, query.locale ?? requestLocale(req));
      if (!article) throw new NotFoundError('No such article');
      return article;
    }),
  );
  return router;
}
