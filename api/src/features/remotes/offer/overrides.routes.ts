import { MAX_ROW, overrideRequest, type ReleaseOverrides, TRY_RELEASE_PATH } from '@ezdash/contracts';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { addressKey, createLimiter } from '../../../platform/auth';
import { reply, route } from '../../../platform/http';
import { type Overrides, presentOverride } from './overrides.service';

/** Links opened and releases taken by one address in a minute. */
const PER_MINUTE = 30;

const opening = z.object({ link: z.string().max(3_000).optional() });
/** What is no number is nobody's. */
const params = z.object({ id: z.coerce.number().int().min(0).max(MAX_ROW).catch(0) });

/** `/remotes/override`: what a link opens. Leads to the page that asks, and changes nothing. */
export function openLinkRouter(): Router {
  const router = Router();
  router.get(
    '/',
    route({ query: opening }, ({ query: { link }, res }) => {
      // The link opens something: nobody stores it, and the next page is not told of it.
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
      res.redirect(303, `${TRY_RELEASE_PATH}?link=${encodeURIComponent(link ?? '')}`);
    }),
  );
  return router;
}

/** `/api/release-overrides`: what a browser is asked, takes, has and takes back. */
export function overridesRouter(overrides: Overrides): Router {
  const router = Router();
  const limiter = createLimiter({ name: 'release-override', points: PER_MINUTE, durationSeconds: 60 });
  const limit: RequestHandler = async (req, _res, next) => {
    await limiter.consume(addressKey(req.ip));
    next();
  };
  router.get(
    '/',
    route(
      async ({ req }): Promise<ReleaseOverrides> => ({
        overrides: (await overrides.given(req)).map(presentOverride),
      }),
    ),
  );
  router.post(
    '/preview',
    limit,
    route({ body: overrideRequest, openToInactive: true }, ({ body, req }) =>
      overrides.preview(req, body.link),
    ),
  );
  router.post(
    '/',
    limit,
    route({ body: overrideRequest }, async ({ body, req }) =>
      reply(201, await overrides.take(req, body.link)),
    ),
  );
  router.delete(
    '/',
    route({ openToInactive: true }, ({ req }) => overrides.takeBack(req, null)),
  );
  router.delete(
    '/:id',
    route({ params, openToInactive: true }, ({ params: { id }, req }) => overrides.takeBack(req, id)),
  );
  return router;
}
