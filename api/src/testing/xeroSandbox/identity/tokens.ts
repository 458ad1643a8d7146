import { createHash, randomBytes } from 'node:crypto';
import type { SandboxClock } from '../sandboxClock';
import { ADVISER, type Signing } from './signing';

/** Xero's: codes are for at once, refresh tokens that nobody uses for 60 days. */
const CODE_SECONDS = 300;
const REFRESH_SECONDS = 60 * 86_400;

export interface Grant {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  codeChallenge: string;
  nonce: string | null;
  authEventId: string;
}

export interface TokenSet {
  access_token: string;
  expires_in: number;
  token_type: 'Bearer';
  scope: string;
  id_token?: string;
  refresh_token?: string;
}

interface Pair {
  set: TokenSet;
  accessExpiresMs: number;
}
interface Refresh {
  grant: Grant;
  expiresMs: number;
  /** What it was exchanged for, and when. */
  used: { atMs: number; pair: Promise<Pair> } | null;
}

export interface TokenStore {
  issueCode(grant: Grant): string;
  /** Null: no such code, used, expired, or the verifier is not its own. */
  exchange(
    code: string,
    wanted: { clientId: string; redirectUri: string; verifier: string },
  ): Promise<TokenSet | null>;
  /** Null: no such token, expired, revoked, or exchanged too long ago. */
  refresh(token: string, clientId: string): Promise<TokenSet | null>;
  /** True when it was a refresh token: everything that came from the same consent goes with it. */
  revoke(token: string): boolean;
  isRevoked(jti: string): boolean;
  /** One access token, or every one that is out, is good no longer. */
  expire(jti?: string): void;
  counts(): { exchanged: number; refreshed: number; retried: number; refused: number };
  clearCounts(): void;
}

export function tokenStore({
  clock,
  signing,
  accessTokenSeconds,
  refreshRetrySeconds,
}: {
  clock: SandboxClock;
  signing: Signing;
  accessTokenSeconds: number;
  refreshRetrySeconds: number;
}): TokenStore {
  const codes = new Map<string, { grant: Grant; expiresMs: number }>();
  const refreshes = new Map<string, Refresh>();
  const out = new Set<string>();
  const revoked = new Set<string>();
  const noCounts = { exchanged: 0, refreshed: 0, retried: 0, refused: 0 };
  let counts = { ...noCounts };

  async function pairOf(grant: Grant, isFirst: boolean): Promise<Pair> {
    const { clientId, scopes, authEventId, nonce } = grant;
    const now = clock.nowMs();
    const { token, jti } = await signing.accessToken(
      { sub: ADVISER.id, clientId, scopes, authEventId },
      accessTokenSeconds,
    );
    out.add(jti);
    const set: TokenSet = {
      access_token: token,
      expires_in: accessTokenSeconds,
      token_type: 'Bearer',
      scope: scopes.join(' '),
    };
    if (scopes.includes('openid')) {
      const authTime = Math.floor(Date.now() / 1_000);
      set.id_token = await signing.idToken({
        clientId,
        nonce: isFirst ? nonce : null,
        accessToken: token,
        authTime,
        scopes,
      });
    }
    if (scopes.includes('offline_access')) {
      set.refresh_token = randomBytes(32).toString('base64url');
      refreshes.set(set.refresh_token, { grant, expiresMs: now + REFRESH_SECONDS * 1_000, used: null });
    }
    return { set, accessExpiresMs: now + accessTokenSeconds * 1_000 };
  }

  function refuse(): null {
    counts.refused += 1;
    return null;
  }

  /** The same pair again: the first answer may have been lost on its way. */
  async function again({ atMs, pair }: NonNullable<Refresh['used']>): Promise<TokenSet | null> {
    if (clock.nowMs() - atMs > refreshRetrySeconds * 1_000) return refuse();
    const { set, accessExpiresMs } = await pair;
    counts.retried += 1;
    const leftSeconds = Math.max(0, Math.floor((accessExpiresMs - clock.nowMs()) / 1_000));
    return { ...set, expires_in: leftSeconds };
  }

  return {
    issueCode: (grant) => {
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { grant, expiresMs: clock.nowMs() + CODE_SECONDS * 1_000 });
      return code;
    },
    exchange: async (code, { clientId, redirectUri, verifier }) => {
      const found = codes.get(code);
      // Whatever comes of it, a code is good once.
      codes.delete(code);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const isGood =
        found !== undefined &&
        found.expiresMs > clock.nowMs() &&
        found.grant.clientId === clientId &&
        found.grant.redirectUri === redirectUri &&
        found.grant.codeChallenge === challenge;
      if (!isGood) return refuse();
      counts.exchanged += 1;
      return (await pairOf(found.grant, true)).set;
    },
    refresh: async (token, clientId) => {
      const found = refreshes.get(token);
      const now = clock.nowMs();
      if (!found || found.grant.clientId !== clientId || found.expiresMs <= now) return refuse();
      if (found.used) return again(found.used);
      counts.refreshed += 1;
      const pair = pairOf(found.grant, false);
      found.used = { atMs: now, pair };
      return (await pair).set;
    },
    revoke: (token) => {
      const found = refreshes.get(token);
      if (!found) return false;
      for (const [each, { grant }] of refreshes)
        if (grant.authEventId === found.grant.authEventId) refreshes.delete(each);
      return true;
    },
    isRevoked: (jti) => revoked.has(jti),
    expire: (jti) => {
      for (const each of jti === undefined ? out : [jti]) revoked.add(each);
    },
    counts: () => ({ ...counts }),
    clearCounts: () => {
      counts = { ...noCounts };
    },
  };
}
