import { identityDescription } from '../description';
import { type Call, formOf, headerOf, problemReply, type Reply } from '../http';
import type { SandboxClock } from '../sandboxClock';
import type { SandboxOrganisation } from '../types';
import { AUTHORIZE_PATH, authorize } from './authorize';
import { type Connections, connections } from './connections';
import { SCOPES } from './scopes';
import { type AccessClaims, ADVISER, signing } from './signing';
import { revocationEndpoint, tokenEndpoint } from './tokenEndpoint';
import { type TokenStore, tokenStore } from './tokens';

export interface IdentityOptions {
  clock: SandboxClock;
  /** Known when the server listens. */
  issuer: () => string;
  clientId: string;
  clientSecret: string;
  redirectUris: readonly string[];
  organisations: readonly SandboxOrganisation[];
  accessTokenSeconds: number;
  refreshRetrySeconds: number;
}

export interface IdentityCall {
  /** `authorize`, `token`, `connections`, … */
  operation: string;
  work(): Promise<Reply> | Reply;
  /** Of the description, what it says about the call and about its answer. */
  checkRequest(): string[];
  checkAnswer(reply: Reply): string[];
}

export interface Identity {
  tokens: TokenStore;
  connections: Connections;
  /** Null: none of its addresses. */
  route(call: Call): IdentityCall | null;
  /** Who calls, or Xero's refusal. */
  bearer(call: Call): Promise<AccessClaims | Reply>;
}

const discovery = (issuer: string) => ({
  issuer,
  jwks_uri: `${issuer}/.well-known/openid-configuration/jwks`,
  authorization_endpoint: `${issuer}${AUTHORIZE_PATH}`,
  token_endpoint: `${issuer}/connect/token`,
  userinfo_endpoint: `${issuer}/connect/userinfo`,
  revocation_endpoint: `${issuer}/connect/revocation`,
  scopes_supported: Object.keys(SCOPES),
  claims_supported: [
    'sub',
    'email',
    'given_name',
    'family_name',
    'preferred_username',
    'name',
    'xero_userid',
  ],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  id_token_signing_alg_values_supported: ['RS256'],
  subject_types_supported: ['public'],
  code_challenge_methods_supported: ['S256'],
});

export async function identity(options: IdentityOptions): Promise<Identity> {
  const { clock, issuer, organisations } = options;
  const keys = await signing(issuer, clock);
  const tokens = tokenStore({ ...options, signing: keys });
  const connected = connections(clock);
  const consent = authorize({ ...options, organisations, tokens, connections: connected });
  const plain = { checkRequest: () => [], checkAnswer: () => [] };

  async function bearer(call: Call): Promise<AccessClaims | Reply> {
    const token = /^Bearer (\S+)$/i.exec(headerOf(call, 'authorization') ?? '')?.[1];
    const claims = token === undefined ? 'AuthenticationUnsuccessful' : await keys.read(token);
    if (typeof claims === 'string') return problemReply(401, 'Unauthorized', claims);
    return tokens.isRevoked(claims.jti) ? problemReply(401, 'Unauthorized', 'TokenExpired') : claims;
  }

  async function userinfo(call: Call): Promise<Reply> {
    const claims = await bearer(call);
    if ('status' in claims) return claims;
    const { id, email, givenName, familyName } = ADVISER;
    return {
      status: 200,
      body: { sub: id, xero_userid: id, email, given_name: givenName, family_name: familyName },
    };
  }

  /** The two calls that Xero's description of the identity knows. */
  function connectionsRoute(call: Call): IdentityCall | null {
    const operation = identityDescription.find(call.method, call.path, 'application/json');
    if (!operation) return null;
    const { query, headers } = call;
    return {
      operation: operation.id,
      checkRequest: () => identityDescription.checkRequest(operation, { query, headers, body: undefined }),
      checkAnswer: ({ status, body }) =>
        // Xero answers 401 to a token that is no good, which its description leaves out.
        status === 401 ? [] : identityDescription.checkAnswer(operation, status, body),
      work: async () => {
        const claims = await bearer(call);
        if ('status' in claims) return claims;
        if (operation.id === 'getConnections')
          return { status: 200, body: connected.list(query.get('authEventId')) };
        const isGone = connected.remove(operation.path.id ?? '');
        return isGone ? { status: 204 } : problemReply(404, 'NotFound', 'ConnectionNotFound');
      },
    };
  }

  const tokenRoute = (call: Call): IdentityCall => {
    const isRefresh = formOf(call).get('grant_type') === 'refresh_token';
    return {
      operation: 'token',
      checkRequest: () =>
        isRefresh
          ? identityDescription.check('RefreshToken', Object.fromEntries(formOf(call)), 'request')
          : [],
      checkAnswer: ({ status, body }) =>
        status === 200 ? identityDescription.check('AccessToken', body, 'answer') : [],
      work: () => tokenEndpoint(call, options, tokens),
    };
  };

  const routes: Readonly<Record<string, (call: Call) => IdentityCall>> = {
    'GET /.well-known/openid-configuration': () => ({
      ...plain,
      operation: 'discovery',
      work: () => ({ status: 200, body: discovery(issuer()) }),
    }),
    'GET /.well-known/openid-configuration/jwks': () => ({
      ...plain,
      operation: 'jwks',
      work: () => ({ status: 200, body: keys.jwks }),
    }),
    [`GET ${AUTHORIZE_PATH}`]: (call) => ({
      ...plain,
      operation: 'authorize',
      work: () => consent.show(call),
    }),
    [`POST ${AUTHORIZE_PATH}`]: (call) => ({
      ...plain,
      operation: 'authorize',
      work: () => consent.decide(call),
    }),
    'POST /connect/token': tokenRoute,
    'POST /connect/revocation': (call) => ({
      ...plain,
      operation: 'revocation',
      work: () => revocationEndpoint(call, options, { tokens, connections: connected }),
    }),
    'GET /connect/userinfo': (call) => ({ ...plain, operation: 'userinfo', work: () => userinfo(call) }),
  };

  return {
    tokens,
    connections: connected,
    route: (call) => routes[`${call.method} ${call.path}`]?.(call) ?? connectionsRoute(call),
    bearer,
  };
}
