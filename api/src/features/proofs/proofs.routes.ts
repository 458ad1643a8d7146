import {
  type AcceptedAnswer,
  type ConfirmPasswordAnswer,
  changePasswordRequest,
  completeProfileRequest,
  completeRegistrationRequest,
  confirmPasswordRequest,
  type EndedSessions,
  forgotPasswordRequest,
  type PasswordChanged,
  type ResetPasswordAnswer,
  registerRequest,
  resendRegistrationRequest,
  resetPasswordRequest,
  setPasswordRequest,
  type VerifyEmailAnswer,
  verifyEmailRequest,
} from '@ezdash/contracts';
import { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import {
  addressKey,
  createLimiter,
  csrfToken,
  currentUser,
  proveAgain,
  refuseChange,
  requireRecentProof,
  requireUser,
  signIn,
  signOut,
  stampSession,
  visitorOf,
} from '../../platform/auth';
import { type Mount, reply, requestLocale, route } from '../../platform/http';
import type { AccountsService } from '../accounts';
import type { SignUps } from '../referrals';
import { LinkExpiredError } from './LinkExpiredError';
import { LIMITS } from './limits';
import type { PasswordSetter } from './passwords';
import type { ProofsService } from './proofs.service';
import type { Registrant } from './registration';
import type { RegistrationBrowser } from './registrationBrowser';

export interface ProofsRoutesDeps {
  service: ProofsService;
  /** The person as the contracts have it, after a change; who comes in by a link. */
  accounts: Pick<AccountsService, 'loadUser' | 'user'>;
  browser: RegistrationBrowser;
  /** By whose link somebody came; by nobody's unless given. */
  signUps?: Pick<SignUps, 'arrivalOf'>;
}

const ACCEPTED: AcceptedAnswer = { accepted: true };

const visitOf = (req: Request) => ({ visitor: visitorOf(req), pageLocale: requestLocale(req) });
const setterOf = (req: Request, userId: number): PasswordSetter => ({
  userId,
  sid: req.sessionID,
  ...visitOf(req),
});

/** What keeps a pending account waiting may be this very step; others that are not active change nothing. */
const refuseUnlessPending: RequestHandler = (req, _res, next) => {
  const user = currentUser(req);
  next((user?.status !== 'pending' && refuseChange(user, req.method)) || undefined);
};

function registrationRoutes({ service, browser, signUps }: ProofsRoutesDeps): Router {
  const router = Router();
  const registrantOf = (req: Request): Registrant => ({
    address: req.ip ?? '',
    locale: requestLocale(req),
    browser: browser.remember(req),
  });
  router.post(
    '/register',
    route({ body: registerRequest }, async ({ body, req }) => {
      const arrival = await signUps?.arrivalOf(req, body.referral_code);
      await service.registration.register(body, { ...registrantOf(req), arrival });
      return reply(202, ACCEPTED);
    }),
  );
  router.post(
    '/register/resend',
    route({ body: resendRegistrationRequest }, async ({ body, req }) => {
      await service.registration.resend(body.email, registrantOf(req));
      return reply(202, ACCEPTED);
    }),
  );
  return router;
}

/** The link of a registration makes the account and signs in. */
async function enter(
  { accounts, browser }: ProofsRoutesDeps,
  req: Request,
  made: { userId: number; role: string },
): Promise<VerifyEmailAnswer> {
  const user = await accounts.loadUser(made.userId);
  if (!user) throw new LinkExpiredError();
  req.log.info({ event: 'auth.registered', ...made }, 'An account was made');
  browser.forget(req);
  await signIn(req, user);
  return { verified: true, session: { user: await accounts.user(user.id), csrf_token: csrfToken(req) } };
}

function linkRoutes(deps: ProofsRoutesDeps): Router {
  const { service, browser } = deps;
  const router = Router();
  const links = createLimiter(LIMITS.links);
  const countLink = (req: Request) => links.consume(addressKey(req.ip));

  router.post(
    '/verify-email',
    route({ body: verifyEmailRequest, openToInactive: true }, async ({ body, req, log }) => {
      await countLink(req);
      const made = await service.registration.finish(body, browser.known(req));
      if (made) return enter(deps, req, made);
      const { userId, passwordDroppedAt } = await service.email.verify(body.token, req.sessionID);
      if (passwordDroppedAt && currentUser(req)?.id === userId) stampSession(req, passwordDroppedAt);
      log.info({ event: 'auth.email_verified', userId }, 'An address was verified');
      return { verified: true } satisfies VerifyEmailAnswer;
    }),
  );
  router.post(
    '/verify-email/resend',
    route({ openToInactive: true }, async ({ user, req }) => {
      await service.email.resend(user.id, requestLocale(req));
      return reply(202, ACCEPTED);
    }),
  );
  router.post(
    '/forgot-password',
    route({ body: forgotPasswordRequest, openToInactive: true }, async ({ body, req }) => {
      await service.forgotPassword(body.email, req.ip ?? '', requestLocale(req));
      return reply(202, ACCEPTED);
    }),
  );
  router.post(
    '/reset-password',
    route({ body: resetPasswordRequest, openToInactive: true }, async ({ body, req, log }) => {
      await countLink(req);
      const { userId, ended, ways } = await service.passwords.reset(body, visitOf(req));
      const removed = ways.removed.length;
      log.info({ event: 'auth.password_reset', userId, ended, removed }, 'A password was reset by mail');
      return ways satisfies ResetPasswordAnswer;
    }),
  );
  return router;
}

/** For whoever is signed in. */
function ownRoutes({ service, accounts: { user: present }, signUps }: ProofsRoutesDeps): Router {
  const router = Router();
  router.post(
    '/confirm-password',
    requireUser,
    route({ body: confirmPasswordRequest, openToInactive: true }, async ({ body, user, req, log }) => {
      await service.passwords.confirm(user.id, body.password);
      log.info({ event: 'auth.password_confirmed', userId: user.id }, 'A password was confirmed');
      return { confirmed_until: (await proveAgain(req)).toISOString() } satisfies ConfirmPasswordAnswer;
    }),
  );
  router.post(
    '/complete-registration',
    requireUser,
    refuseUnlessPending,
    route({ body: completeRegistrationRequest, openToInactive: true }, async ({ body, user, req, log }) => {
      const arrival = await signUps?.arrivalOf(req, body.referral_code);
      await service.complete.registration(user.id, body, arrival);
      log.info({ event: 'auth.registration_completed', userId: user.id, role: body.role }, 'Registered');
      return present(user.id);
    }),
  );
  router.post(
    '/complete-profile',
    requireUser,
    route({ body: completeProfileRequest }, async ({ body, user }) => {
      await service.complete.profile(user.id, body);
      return present(user.id);
    }),
  );
  return router;
}

function settingsRoutes({ service }: ProofsRoutesDeps): Router {
  const router = Router();
  router.use(requireUser);
  // Whoever fears that somebody else is in may put them out, whatever the state of the account.
  router.put(
    '/password',
    route({ body: changePasswordRequest, openToInactive: true }, async ({ body, user, req, log }) => {
      const { changedAt, ended, revokedTokens } = await service.passwords.change(
        setterOf(req, user.id),
        body,
      );
      stampSession(req, changedAt);
      // Named after the API: the log hides what is called a token.
      const done = { userId: user.id, ended, revokedOfApi: revokedTokens };
      log.info({ event: 'auth.password_changed', ...done }, 'A password was changed');
      return { ended, revoked_tokens: revokedTokens } satisfies PasswordChanged;
    }),
  );
  router.post(
    '/set-password',
    route({ body: setPasswordRequest }, async ({ body, user, req, log }) => {
      requireRecentProof(req);
      const { changedAt, ended, revokedTokens } = await service.passwords.set(setterOf(req, user.id), body);
      stampSession(req, changedAt);
      const done = { userId: user.id, ended, revokedOfApi: revokedTokens };
      log.info({ event: 'auth.password_set', ...done }, 'A first password was set');
      return { ended, revoked_tokens: revokedTokens } satisfies PasswordChanged;
    }),
  );
  router.get(
    '/sessions',
    route(({ user, req }) => service.sessions.list(user.id, req.sessionID)),
  );
  router.delete(
    '/sessions',
    route({ openToInactive: true }, async ({ user, req, log }) => {
      requireRecentProof(req);
      const ended = await service.sessions.endOthers(user.id, req.sessionID);
      log.info({ event: 'auth.sessions_ended', userId: user.id, ended }, 'Other sessions were ended');
      return { ended } satisfies EndedSessions;
    }),
  );
  router.delete(
    '/sessions/:id',
    route(
      { params: z.object({ id: z.string() }), openToInactive: true },
      async ({ params, user, req, log }) => {
        requireRecentProof(req);
        const { wasCurrent } = await service.sessions.end(user.id, params.id, req.sessionID);
        if (wasCurrent) await signOut(req);
        log.info({ event: 'auth.session_ended', userId: user.id, wasCurrent }, 'A session was ended');
      },
    ),
  );
  return router;
}

export function proofsMounts(deps: ProofsRoutesDeps): Mount[] {
  return [
    { path: '/api/auth', router: registrationRoutes(deps) },
    { path: '/api/auth', router: linkRoutes(deps) },
    { path: '/api/auth', router: ownRoutes(deps) },
    { path: '/api/settings', router: settingsRoutes(deps) },
  ];
}
