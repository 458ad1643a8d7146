import { REFERRAL_CODE } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { addressKey, createLimiter, type Limiter } from '../../platform/auth';
import { errorDetail } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import { route } from '../../platform/http';
import { createUserAgents } from '../serving';
import { bannerSize, drawBanner } from './banners';
import type { ReferralCookies } from './cookies';
import { findOpenLink } from './links.repo';
import type { ReferralParts } from './parts';
import { noteClick } from './traces';

/** That are counted, by address. */
const CLICKS_A_MINUTE = 60;
const MINUTE_SECONDS = 60;
const PICTURE_SECONDS = 86_400;
/** The code of a link. */
const params = z.object({ link: z.string() });

/** The browser asks, in either of two ways, that nobody follows it. */
const asksForPrivacy = (req: Request): boolean => req.get('sec-gpc') === '1' || req.get('dnt') === '1';
/** A browser that looks ahead has shown the page to nobody. */
const isPrefetch = (req: Request): boolean =>
  /prefetch|prerender/i.test(`${req.get('sec-purpose') ?? ''} ${req.get('purpose') ?? ''}`);

async function isWithin(limiter: Limiter, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch {
    return false;
  }
}

/** /r: where links lead, and their banners. Whoever comes is led on, whatever becomes of the count. */
export function visitRoutes(
  { db, clock, log, appName }: Pick<ReferralParts, 'db' | 'clock' | 'log' | 'appName'>,
  cookies: ReferralCookies,
): Router {
  const router = Router();
  const clicks = createLimiter({
    name: 'referral-clicks',
    points: CLICKS_A_MINUTE,
    durationSeconds: MINUTE_SECONDS,
  });
  const userAgent = createUserAgents();

  const isPerson = (req: Request): boolean =>
    req.method === 'GET' && !isPrefetch(req) && !userAgent(req.get('user-agent')).bot;

  router.get(
    '/:link',
    route({ params }, async ({ params: { link: code }, req, res }) => {
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
      const link = REFERRAL_CODE.pattern.test(code) ? await findOpenLink(db, code) : null;
      if (!link) return res.redirect(302, '/');
      if (isPerson(req)) {
        const isPrivate = asksForPrivacy(req);
        if (isPrivate) cookies.forgetClick(req, res);
        const visitor = isPrivate ? null : cookies.noteClick(req, res, code);
        if (await isWithin(clicks, addressKey(req.ip)))
          await noteClick(db, link.id, visitor, clock.now()).catch((error: unknown) =>
            log.warn(errorDetail(error), 'A click on a referral link was not counted'),
          );
      }
      res.redirect(302, `/auth/register?${REFERRAL_CODE.parameter}=${code}`);
    }),
  );
  router.get(
    '/:link/:size.svg',
    route(
      {
        params: params.extend({ size: z.string() }),
        query: z.object({ lang: z.string().max(20).default('en') }),
      },
      ({ params: { link: code, size }, query, res }) => {
        const found = bannerSize(size);
        if (!found || !REFERRAL_CODE.pattern.test(code)) throw new NotFoundError('No such banner');
        const locale = query.lang.startsWith('de') ? 'de' : 'en';
        res.set({
          'Cache-Control': `public, max-age=${PICTURE_SECONDS}`,
          // It is pasted into other sites' pages.
          'Cross-Origin-Resource-Policy': 'cross-origin',
        });
        res.type('image/svg+xml').send(drawBanner(found, { appName, locale, code }));
      },
    ),
  );
  return router;
}
