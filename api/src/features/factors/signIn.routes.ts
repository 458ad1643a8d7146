import {
  type ConfirmPasswordAnswer,
  passkeyProof,
  type SessionAnswer,
  secondFactorRequest,
  type User,
} from '@ezdash/contracts';
import { type Request, Router } from 'express';
import {
  type AuthUser,
  actorOf,
  addressKey,
  createLimiter,
  csrfToken,
  heldLogIn,
  proveAgain,
  requireUser,
  signIn,
} from '../../platform/auth';
import { ConflictError } from '../../platform/errors';
import { route } from '../../platform/http';
import { askingOf, noteRefusal } from './asking';
import { refusedPasskey } from './checkPasskey';
import type { FactorsService } from './factors.service';
import type { createRelyingParty } from './relyingParty';
import { WrongCodeError } from './WrongCodeError';

export interface SignInRoutesDeps {
  service: FactorsService;
  partyFor: ReturnType<typeof createRelyingParty>;
  accounts: {
    loadUser(id: number): Promise<AuthUser | null>;
    /** The person as the contracts have it. */
    user(id: number): Promise<User>;
  };
}

/** Signs in whoever has shown all that is asked for. */
type Enter = (req: Request, user: AuthUser) => Promise<SessionAnswer>;

/** A log-in page asks for a challenge as it opens: many people may sit behind one address. */
const CHALLENGES = { name: 'passkey-challenge', points: 300, durationSeconds: 15 * 60 };
const PROOFS = { name: 'passkey-address', points: 100, durationSeconds: 15 * 60 };

const noLogIn = () =>
  new ConflictError('Too much time has passed: sign in with your password again', 'NO_LOGIN');

/** The second step of a log-in. */
function secondFactorRoutes({ service, accounts }: SignInRoutesDeps, enter: Enter): Router {
  const router = Router();
  router.post(
    '/second-factor',
    route({ body: secondFactorRequest, openToInactive: true }, async ({ body, req, log }) => {
      const held = await heldLogIn(req, accounts.loadUser);
      if (!held || (await service.secondFactorsOf(held.userId)).length === 0) throw noLogIn();
      const { userId } = held;
      try {
        await service.passSecondFactor(actorOf(req, held.user), body);
      } catch (error) {
        if (error instanceof WrongCodeError)
          log.warn(
            { event: 'auth.second_factor_failed', userId, method: body.method },
            'A second factor was wrong',
          );
        throw error;
      }
      log.info(
        { event: 'auth.second_factor_passed', userId, method: body.method },
        'A second factor was right',
      );
      return enter(req, held.user);
    }),
  );
  return router;
}

/** Passkeys instead of a password: they are both factors in one. */
function passkeyRoutes({ service, accounts, partyFor }: SignInRoutesDeps, enter: Enter): Router {
  const router = Router();
  const challenges = createLimiter(CHALLENGES);
  const proofs = createLimiter(PROOFS);
  const prove = async (req: Request, proof: Parameters<typeof service.passkeys.prove>[0]) => {
    await proofs.consume(addressKey(req.ip));
    return noteRefusal(req, service.passkeys.prove(proof, askingOf(req, partyFor)));
  };

  router.post(
    '/passkey/options',
    route({ openToInactive: true }, async ({ req }) => {
      await challenges.consume(addressKey(req.ip));
      return service.passkeys.proofOptions(askingOf(req, partyFor));
    }),
  );
  router.post(
    '/passkey/verify',
    route({ body: passkeyProof, openToInactive: true }, async ({ body, req, log }) => {
      const { userId, passkeyId } = await prove(req, body);
      const user = await accounts.loadUser(userId);
      if (!user) throw refusedPasskey('the account is gone');
      log.info({ event: 'auth.passkey_used', userId, credentialId: passkeyId }, 'A passkey was right');
      return enter(req, user);
    }),
  );
  router.post(
    '/confirm-passkey',
    requireUser,
    route({ body: passkeyProof, openToInactive: true }, async ({ body, user, req, log }) => {
      const { passkeyId } = await prove(req, body);
      log.info(
        { event: 'auth.passkey_confirmed', userId: user.id, credentialId: passkeyId },
        'A passkey was confirmed',
      );
      return { confirmed_until: (await proveAgain(req)).toISOString() } satisfies ConfirmPasswordAnswer;
    }),
  );
  return router;
}

/** At /api/auth: what follows a password, and what takes its place. */
export function signInRoutes(deps: SignInRoutesDeps): Router[] {
  const { accounts } = deps;
  const enter: Enter = async (req, user) => {
    await signIn(req, user);
    return { user: await accounts.user(user.id), csrf_token: csrfToken(req) };
  };
  return [secondFactorRoutes(deps, enter), passkeyRoutes(deps, enter)];
}
