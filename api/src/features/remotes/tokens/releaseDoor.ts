import type { Request, RequestHandler } from 'express';
import { addressKey, createLimiter, currentUser, refusal } from '../../../platform/auth';
import { AppError, ForbiddenError, NotFoundError, UnauthorizedError } from '../../../platform/errors';
import type { ReleaseActor } from '../releases.types';
import type { TokenActor, TokensService } from './tokens.service';

declare module 'express-serve-static-core' {
  interface Request {
    /** Whom the token of the call lets in; only behind /api/releases. */
    releaseActor?: TokenActor;
  }
}

/**
 * Who calls, and may handle this remote; without a remote, who calls.
 * @throws 401, and 404 NO_SUCH_REMOTE for another remote than the token's
 */
export type ActorOf = (req: Request, remote?: string) => ReleaseActor;

/** Refused calls a minute and address. */
const STRANGERS_PER_MINUTE = 60;
const HEADER = /^bearer +(\S+) *$/i;

/** The header of RFC 6750; its codes are for programs, the text of the answer is for people. */
const challenge = (detail: string) => ({ 'WWW-Authenticate': `Bearer realm="releases"${detail}` });
const noToken = () =>
  new AppError(401, 'TOKEN_REQUIRED', 'Send a release token in the header Authorization: Bearer', {
    headers: challenge(''),
  });
/** One answer for what never existed, has expired or was revoked. */
const deadToken = () =>
  new AppError(401, 'TOKEN_REFUSED', 'This release token is unknown, expired or revoked', {
    headers: challenge(', error="invalid_token"'),
  });

/** In front of `/api/releases`: nobody comes in but by a token, whatever they ask; no cookie is read. */
export function releaseDoor(tokens: Pick<TokensService, 'authenticate'>): RequestHandler {
  const strangers = createLimiter({
    name: 'release-stranger',
    points: STRANGERS_PER_MINUTE,
    durationSeconds: 60,
  });
  return async (req, _res, next) => {
    const [, secret] = HEADER.exec(req.get('Authorization') ?? '') ?? [];
    const actor = secret === undefined ? null : await tokens.authenticate(secret);
    if (!actor) {
      // Beyond the limit nobody is told why.
      await strangers.consume(addressKey(req.ip));
      const error = secret === undefined ? noToken() : deadToken();
      req.log.warn(
        { event: 'auth.release-token.refused', code: error.code },
        'A call about releases was refused',
      );
      throw error;
    }
    req.releaseActor = actor;
    await req.countForAccount?.(limitKeyOf(actor));
    await req.takePlace?.(limitKeyOf(actor));
    next();
  };
}

/** Behind `releaseDoor`. */
export const bearerActor: ActorOf = (req, remote) => {
  const actor = req.releaseActor;
  if (!actor) throw noToken();
  if (remote !== undefined && actor.remote !== null && actor.remote !== remote)
    throw new NotFoundError('No remote has this name', 'NO_SUCH_REMOTE');
  return actor;
};

/** Behind the console's door. */
export const consoleActor: ActorOf = (req) => {
  const user = currentUser(req);
  const refused = refusal(user, ['admin'], req.method);
  if (!user || refused) throw refused ?? new UnauthorizedError();
  return { kind: 'admin', userId: user.id, email: user.email };
};

/** What a caller's limits are counted by. */
export function limitKeyOf(actor: ReleaseActor): string {
  if (actor.kind === 'token') return `token ${actor.id}`;
  return 'userId' in actor ? `${actor.kind} ${actor.userId}` : actor.kind;
}

export const isOfTeam = (actor: ReleaseActor): boolean => actor.kind === 'token' && actor.remote !== null;

/** Throws 403 for a team's token. */
export function requireOperators(actor: ReleaseActor): void {
  if (!isOfTeam(actor)) return;
  throw new ForbiddenError('This takes a token of the operators', 'OPERATORS_ONLY');
}
