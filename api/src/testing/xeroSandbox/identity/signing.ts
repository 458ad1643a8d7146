import { createHash, randomUUID } from 'node:crypto';
import { errors, exportJWK, generateKeyPair, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { SandboxClock } from '../sandboxClock';

/** Xero's, of every access token. */
const AUDIENCE = 'https://identity.xero.com/resources';
const ID_TOKEN_SECONDS = 300;

export interface AccessClaims {
  jti: string;
  sub: string;
  clientId: string;
  scopes: string[];
  authEventId: string;
}

/** The person at the sandbox; there is one. */
export const ADVISER = {
  id: '6f2a2b0e-5c0c-4a53-9a31-0f2f8a0d4c11',
  email: 'adviser@example.test',
  givenName: 'Ada',
  familyName: 'Viser',
} as const;

export interface Signing {
  jwks: { keys: JWK[] };
  accessToken(
    claims: Omit<AccessClaims, 'jti'>,
    lifeSeconds: number,
  ): Promise<{ token: string; jti: string }>;
  idToken(claims: {
    clientId: string;
    nonce: string | null;
    accessToken: string;
    authTime: number;
    scopes: readonly string[];
  }): Promise<string>;
  /** Why it is no good, in Xero's word, when it is not. */
  read(token: string): Promise<AccessClaims | 'TokenExpired' | 'AuthenticationUnsuccessful'>;
}

export async function signing(issuer: () => string, clock: SandboxClock): Promise<Signing> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const kid = randomUUID();
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' };
  const sign = (payload: JWTPayload, atMs: number, lifeSeconds: number) => {
    const now = Math.floor(atMs / 1_000);
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuer(issuer())
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + lifeSeconds)
      .sign(privateKey);
  };
  return {
    jwks: { keys: [jwk] },
    accessToken: async ({ sub, clientId, scopes, authEventId }, lifeSeconds) => {
      const jti = randomUUID();
      const payload = {
        aud: AUDIENCE,
        client_id: clientId,
        sub,
        xero_userid: ADVISER.id,
        global_session_id: randomUUID(),
        authentication_event_id: authEventId,
        jti,
        scope: scopes,
      };
      return { token: await sign(payload, clock.nowMs(), lifeSeconds), jti };
    },
    idToken: ({ clientId, nonce, accessToken, authTime, scopes }) => {
      const half = createHash('sha256').update(accessToken).digest().subarray(0, 16);
      return sign(
        {
          aud: clientId,
          sub: ADVISER.id,
          xero_userid: ADVISER.id,
          auth_time: authTime,
          at_hash: half.toString('base64url'),
          ...(nonce !== null && { nonce }),
          ...(scopes.includes('email') && { email: ADVISER.email }),
          ...(scopes.includes('profile') && {
            preferred_username: ADVISER.email,
            given_name: ADVISER.givenName,
            family_name: ADVISER.familyName,
            name: `${ADVISER.givenName} ${ADVISER.familyName}`,
          }),
        },
        // Apps check these themselves, by the machine's time: the sandbox's may be ahead of it.
        Date.now(),
        ID_TOKEN_SECONDS,
      );
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          issuer: issuer(),
          audience: AUDIENCE,
          currentDate: clock.now(),
        });
        return {
          jti: String(payload.jti),
          sub: String(payload.sub),
          clientId: String(payload.client_id),
          scopes: Array.isArray(payload.scope) ? payload.scope.map(String) : [],
          authEventId: String(payload.authentication_event_id),
        };
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'TokenExpired' : 'AuthenticationUnsuccessful';
      }
    },
  };
}
