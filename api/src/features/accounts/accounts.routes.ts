import {
  appearanceUpdate,
  type LoginAnswer,
  localeRequest,
  loginRequest,
  profileUpdate,
  type SessionAnswer,
} from '@ezdash/contracts';
import { APPEARANCE_COOKIE_DAYS, STORAGE_KEYS } from '@ezdash/contracts/constants';
import { type Request, Router } from 'express';
import {
  type AuthUser,
  csrfToken,
  currentUser,
  holdLogIn,
  requireUser,
  signIn,
  signOut,
} from '../../platform/auth';
import { LOCALE_COOKIE, route } from '../../platform/http';
import type { AccountsService } from './accounts.service';

const COOKIE_MS = APPEARANCE_COOKIE_DAYS * 86_400_000;

/** Readable by the page on purpose: it applies the theme before the first paint and knows its language. */
function remember(req: Request, name: string, value: string): void {
  // As the session's own cookie, which knows whether people come by https.
  const secure = req.session.cookie.secure === true;
  req.res?.cookie(name, value, { maxAge: COOKIE_MS, sameSite: 'lax', secure, path: '/' });
}

function authRoutes(service: AccountsService): Router {
  const router = Router();
  const answerFor = async (req: Request, user: AuthUser | null): Promise<SessionAnswer> => ({
    user: user ? await service.user(user.id) : null,
    csrf_token: csrfToken(req),
  });

  async function enter(req: Request, user: AuthUser): Promise<LoginAnswer> {
    const factors = await service.secondFactorsOf(user.id);
    if (factors.length > 0) {
      await holdLogIn(req, user);
      return { ...(await answerFor(req, null)), second_factor: [...factors] };
    }
    await signIn(req, user);
    return answerFor(req, user);
  }

  router.get(
    '/me',
    route(({ req }) => answerFor(req, currentUser(req))),
  );
  router.post(
    '/login',
    route({ body: loginRequest, openToInactive: true }, async ({ body, req }) =>
      enter(req, await service.logIn(body, req.ip ?? '', req.log)),
    ),
  );
  router.post(
    '/logout',
    route({ openToInactive: true }, async ({ req }) => {
      await signOut(req);
      return answerFor(req, null);
    }),
  );
  return router;
}

function settingsRoutes(service: AccountsService): Router {
  const router = Router();
  router.use(requireUser);
  router.patch(
    '/profile',
    route({ body: profileUpdate }, ({ body, user }) => service.updateProfile(user.id, body)),
  );
  router.get(
    '/appearance',
    route(async ({ user }) => (await service.user(user.id)).preferences),
  );
  router.patch(
    '/appearance',
    route({ body: appearanceUpdate }, ({ body, user, req }) => {
      if (body.theme) remember(req, STORAGE_KEYS.appearance, body.theme);
      if (body.locale) remember(req, LOCALE_COOKIE, body.locale);
      return service.updateAppearance(user.id, body);
    }),
  );
  return router;
}

/** The language of whoever asks: the cookie for guests, the setting too for people whose account is active. */
function localeRoutes(service: AccountsService): Router {
  const router = Router();
  router.post(
    '/',
    route({ body: localeRequest, openToInactive: true }, async ({ body, maybeUser, req }) => {
      remember(req, LOCALE_COOKIE, body.locale);
      if (maybeUser?.status === 'active')
        await service.updateAppearance(maybeUser.id, { locale: body.locale });
      return { locale: body.locale };
    }),
  );
  return router;
}

export function accountsMounts(service: AccountsService) {
  return [
    { path: '/api/auth', router: authRoutes(service) },
    { path: '/api/settings', router: settingsRoutes(service) },
    { path: '/api/locale', router: localeRoutes(service) },
  ];
}
