import { type Request, type RequestHandler, Router } from 'express';
import { addressKey, createLimiter, currentUser, refusal, requireRecentProof } from '../../platform/auth';
import { AppError, ForbiddenError } from '../../platform/errors';
import type { WindowDoor } from '../debug-tool';
import { beginIn, type XeroRouteDeps } from './debug.routes';
import { FLOW_TEXTS } from './flow';
import { openToOpener, sendPopupPage } from './popupPage';

/** Of one address: nobody needs more in a quarter of an hour. */
const LIMIT = { name: 'xero-popup', points: 30, durationSeconds: 15 * 60 };

/** A link on a page of somebody else's begins nothing. */
function refuseForeign(req: Request): void {
  const from = req.get('Sec-Fetch-Site');
  if (from === 'cross-site' || from === 'same-site')
    throw new ForbiddenError('Begin the sign-in to Xero on our own pages');
}

/** The addresses that the window of the sign-in visits: pages for people, not answers for programs. */
export function popupRoutes({
  service,
  cookie,
  appUrl,
  windowDoor,
}: XeroRouteDeps & { appUrl: string; windowDoor: WindowDoor }): Router {
  const limiter = createLimiter(LIMIT);
  const origin = new URL(appUrl).origin;
  const router = Router();

  /** Whatever is refused is told to whoever looks at the window, and to the page that opened it. */
  const page =
    (handle: RequestHandler): RequestHandler =>
    async (req, res, next) => {
      try {
        await limiter.consume(addressKey(req.ip));
        await handle(req, res, next);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        req.log.info({ event: 'xero.popup_refused', code: error.code }, 'A sign-in to Xero was refused');
        if (error.headers) res.set(error.headers);
        sendPopupPage(res.status(error.status), { type: 'xero-auth-error', error: error.message }, origin);
      }
    };

  router.get(
    '/authorize',
    page(async (req, res) => {
      refuseForeign(req);
      const user = currentUser(req);
      // As for a change, which it leads to.
      const refused = refusal(user, ['admin'], 'POST');
      if (refused) throw refused;
      if (!user) return;
      const { auth_url } = await windowDoor(req, user.id, async () => {
        requireRecentProof(req);
        return beginIn({ service, cookie }, { req, res }, user.id);
      });
      openToOpener(res);
      res.redirect(303, auth_url);
    }),
  );
  router.get(
    '/callback',
    page(async (req, res) => {
      const { searchParams } = new URL(req.originalUrl, 'http://app.invalid');
      const failure = await service.finish(searchParams, cookie.read(req));
      if (failure === null) return sendPopupPage(res, { type: 'xero-auth-success' }, origin);
      req.log.info({ event: 'xero.not_connected', reason: failure }, 'A sign-in to Xero did not connect');
      sendPopupPage(res.status(400), { type: 'xero-auth-error', error: FLOW_TEXTS[failure] }, origin);
    }),
  );
  return router;
}
