import {
  operatorReferralDecision,
  operatorReferralQuery,
  referralBannerQuery,
  referralEarningQuery,
  referralFunnelQuery,
  referralLinkInput,
} from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireAdmin, requireRole } from '../../platform/auth';
import { reply, requestLocale, route } from '../../platform/http';
import type { ReferralConsole } from './console.service';
import type { ReferralCookies } from './cookies';
import type { EarningService } from './earnings.service';
import type { FunnelService } from './funnel';
import type { LinkService } from './links.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

export interface ReferralServices {
  links: LinkService;
  funnel: FunnelService;
  earnings: EarningService;
}

const params = z.object({ id: z.string() });

/** /api/referrals/links */
export function linkRoutes({ links }: ReferralServices): Router {
  const router = Router();
  const customer = requireRole('advertiser', 'publisher');
  router.post(
    '/',
    customer,
    route({ body: referralLinkInput }, async ({ body, user }) =>
      reply(201, await links.create(user.id, body.label)),
    ),
  );
  router.put(
    '/:id',
    customer,
    route({ params, body: referralLinkInput }, ({ params: { id }, body, user }) =>
      links.rename(user.id, id, body.label),
    ),
  );
  router.post(
    '/:id/archive',
    customer,
    route({ params }, ({ params: { id }, user }) => links.archive(user.id, id)),
  );
  router.post(
    '/:id/restore',
    customer,
    route({ params }, ({ params: { id }, user }) => links.restore(user.id, id)),
  );
  router.get(
    '/:id/banners',
    customer,
    route({ params, query: referralBannerQuery }, ({ params: { id }, query, user, req }) =>
      links.banners(user.id, id, query.locale ?? requestLocale(req)),
    ),
  );
  return router;
}

/** /api/referrals: one's own links and what they brought. */
export function referralRoutes(
  { links, funnel, earnings }: ReferralServices,
  cookies: ReferralCookies,
): Router {
  const router = Router();
  const customer = requireRole('advertiser', 'publisher');
  router.get(
    '/',
    customer,
    route(({ user, req, res }) => {
      // Who looks here shares links: a sign-up from this browser is their own.
      cookies.noteOwn(req, res, user.id);
      return links.overview(user.id);
    }),
  );
  router.post(
    '/join',
    customer,
    route(async ({ user, req, res }) => {
      cookies.noteOwn(req, res, user.id);
      const { overview, isNew } = await links.join(user.id);
      return reply(isNew ? 201 : 200, overview);
    }),
  );
  router.get(
    '/funnel',
    customer,
    route({ query: referralFunnelQuery }, ({ query, user }) => funnel.read(user.id, query)),
  );
  router.get(
    '/earnings',
    customer,
    route({ query: referralEarningQuery }, ({ query, user }) => earnings.list(user.id, query)),
  );
  return router;
}

/** /api/operator/referrals: admins only. */
export function operatorReferralRoutes(desk: ReferralConsole, checkProof: ProofCheck): Router {
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route({ query: operatorReferralQuery }, ({ query }) => desk.list(query)),
  );
  router.get(
    '/:id',
    requireAdmin,
    route({ params }, ({ params: { id } }) => desk.get(id)),
  );
  router.post(
    '/:id/refuse',
    requireAdmin,
    route({ params, body: operatorReferralDecision }, async ({ params: { id }, body, user, req }) => {
      await checkProof(req);
      return desk.refuse(user.id, id, body.note);
    }),
  );
  router.post(
    '/:id/allow',
    requireAdmin,
    route({ params, body: operatorReferralDecision }, async ({ params: { id }, body, user, req }) => {
      await checkProof(req);
      return desk.allow(user.id, id, body.note);
    }),
  );
  return router;
}
