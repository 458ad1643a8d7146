import type { ApiScope } from '@ezdash/contracts';
import type { Request, RequestHandler } from 'express';
import { addressKey, createLimiter } from '../../platform/auth';
import { AppError } from '../../platform/errors';
import type { AccountsService } from '../accounts';
import { type ApiTokenService, allowsAddress, type LiveApiToken } from '../api-tokens';
import type { TokenLimit } from './limitTokens';

declare module 'express-serve-static-core' {
  interface Request {
    /** The token that the call showed; only behind /api/v1. */
    apiToken?: LiveApiToken;
  }
}

export interface BearerDeps {
  tokens: ApiTokenService;
  accounts: Pick<AccountsService, 'loadUser'>;
  limit: TokenLimit;
}

/** Refused calls a minute and address. */
const STRANGERS_PER_MINUTE = 60;
const HEADER = /^bearer +(\S+) *$/i;

/** The header of RFC 6750; its codes are for programs, the text of the answer is for people. */
const challenge = (detail: string) => ({ 'WWW-Authenticate': `Bearer realm="API"${detail}` });

const noToken = () =>
  new AppError(401, 'TOKEN_REQUIRED', 'Send an API token in the header Authorization: Bearer', {
    headers: challenge(''),
  });
/** One answer for what never existed, has expired or was revoked. */
const deadToken = () =>
  new AppError(401, 'TOKEN_REFUSED', 'This API token is unknown, expired or revoked', {
    headers: challenge(', error="invalid_token"'),
  });
const wrongAddress = () =>
  new AppError(403, 'ADDRESS_REFUSED', 'This API token may not be used from this address');

/** The token does not carry the scope of the call. */
export const missingScope = (scope: ApiScope) =>
  new AppError(403, 'SCOPE_MISSING', `This API token does not have the scope ${scope}`, {
    headers: challenge(`, error="insufficient_scope", scope="${scope}"`),
  });

/**
 * Who calls is who made the token: nothing else is asked, no cookie is read. What the owner may do is looked up
 * afresh with each call: a revoked token ends at once, and a suspended account's reads on and changes nothing more, as
 * its owner does in the app.
 */
export function createBearer({ tokens, accounts, limit }: BearerDeps): RequestHandler {
  const strangers = createLimiter({
    name: 'api-stranger',
    points: STRANGERS_PER_MINUTE,
    durationSeconds: 60,
  });

  /** Beyond the limit nobody is told why, and nothing is written. */
  async function refuse(req: Request, error: AppError, token?: LiveApiToken): Promise<never> {
    await strangers.consume(addressKey(req.ip));
    req.log.warn(
      {
        event: 'auth.api-token.refused',
        code: error.code,
        ...(token && { userId: token.ownerId, credentialId: token.view.id }),
      },
      'An API call was refused',
    );
    throw error;
  }

  return async (req, res, next) => {
    const [, secret] = HEADER.exec(req.get('Authorization') ?? '') ?? [];
    if (secret === undefined) return refuse(req as Request, noToken());
    const token = await tokens.find(secret);
    if (!token) return refuse(req as Request, deadToken());
    if (!allowsAddress(token.addresses, req.ip)) return refuse(req as Request, wrongAddress(), token);
    await limit(token.id, res);
    const owner = await accounts.loadUser(token.ownerId);
    if (!owner) return refuse(req as Request, deadToken(), token);
    await tokens.noteUse(token);
    req.authUser = owner;
    req.apiToken = token;
    await req.countForAccount?.(owner.id);
    await req.takePlace?.(owner.id);
    next();
  };
}
