import type { SocialIntent } from '@ezdash/contracts';
import { cleanLine } from '@ezdash/contracts';
import * as openid from 'openid-client';
import type { OidcProvider } from '../../config';
import type { Clock } from '../../platform/clock';
import type { Log } from '../../platform/log';
import type { Flow } from './flowCookie';
import { describeFailure, providerFailure } from './ProviderFailure';

/** Every single call to a provider ends after it. */
const TIMEOUT_MS = 10_000;
/** Endpoints and keys are read anew after it: providers move them. */
const REFRESH_MS = 3_600_000;
/** When that fails, the known ones serve on, and it is tried again after this. */
const RETRY_MS = 60_000;
const YEAR_SECONDS = 365 * 86_400;
/** What the provider's clock may be off by. */
const CLOCK_SKEW_MS = 30_000;

export interface OidcClientOptions {
  /** Our callback, as it is registered with the provider. */
  redirectUri: string;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
}

/** What a provider says of the person who signed in with it. */
export interface ProvenPerson {
  subject: string;
  /** As it was given: may be no address at all. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  /** They showed who they are during this visit, not some time before it. */
  isFresh: boolean;
}

export interface OidcClient {
  /** Where the browser goes. Throws ProviderFailure when the provider does not answer. */
  authorizationUrl(flow: Flow): Promise<URL>;
  /** Who came back, by the callback's query. Throws ProviderFailure. */
  prove(flow: Flow, query: URLSearchParams): Promise<ProvenPerson>;
}

/** By the header unless the provider takes the body alone; a public client has neither. */
function clientAuth(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported;
    const byBody = known?.includes('client_secret_post') && !known.includes('client_secret_basic');
    return (byBody ? post : basic)(server, ...rest);
  };
}

/** The provider's endpoints and keys, read when they are first needed and kept for a while. */
function createDiscovery(setup: OidcProvider, options: Required<OidcClientOptions>) {
  const { clock, log, timeoutMs } = options;
  let known: { config: openid.Configuration; freshUntilMs: number } | null = null;
  let pending: Promise<openid.Configuration> | null = null;

  async function discover(): Promise<openid.Configuration> {
    const insecure = setup.issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
    const config = await openid.discovery(
      new URL(setup.issuer),
      setup.clientId,
      undefined,
      clientAuth(setup.clientSecret),
      { timeout: timeoutMs / 1_000, execute: [...insecure, openid.enableNonRepudiationChecks] },
    );
    known = { config, freshUntilMs: clock.nowMs() + REFRESH_MS };
    return config;
  }

  return async (): Promise<openid.Configuration> => {
    if (known && clock.nowMs() < known.freshUntilMs) return known.config;
    pending ??= discover().finally(() => {
      pending = null;
    });
    try {
      return await pending;
    } catch (error) {
      if (!known) throw providerFailure(error);
      known.freshUntilMs = clock.nowMs() + RETRY_MS;
      log.warn(
        { provider: setup.id, reason: describeFailure(error) },
        'Discovery failed; the old one serves',
      );
      return known.config;
    }
  };
}

/**
 * What is asked of the proof. To confirm it has to be a fresh one: neither the provider's own session nor its consent
 * counts. To sign in any does, but whether it is fresh is worth knowing, and `max_age` has providers tell (`auth_time`,
 * OpenID Connect Core, section 2).
 */
const PROOF: Partial<Record<SocialIntent, Record<string, string>>> = {
  confirm: { prompt: 'login', max_age: '0' },
  login: { max_age: String(YEAR_SECONDS) },
};

/** OpenID Connect Core, section 2. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What an ID token and, where it names no address, the userinfo endpoint say. */
async function readPerson(
  config: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
  flow: Flow,
): Promise<ProvenPerson> {
  const claims = tokens.claims();
  if (!claims || !SUBJECT.test(claims.sub)) throw new Error('The provider sent no ID token of somebody');
  const asks = claims.email === undefined && flow.intent !== 'confirm';
  const userinfo =
    asks && config.serverMetadata().userinfo_endpoint
      ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {};
  const said: Record<string, unknown> = { ...claims, ...userinfo };
  return {
    subject: claims.sub,
    email: text(said.email),
    // Some write it as a text.
    emailVerified: said.email_verified === true || said.email_verified === 'true',
    name: text(cleanLine(text(said.name) ?? text(said.preferred_username) ?? '')),
    isFresh: typeof claims.auth_time === 'number' && claims.auth_time * 1_000 >= flow.beganAt - CLOCK_SKEW_MS,
  };
}

/** One provider, by the authorization code flow with PKCE, state and nonce. */
export function createOidcClient(setup: OidcProvider, given: OidcClientOptions): OidcClient {
  const options = { timeoutMs: TIMEOUT_MS, ...given };
  const { redirectUri } = options;
  const configuration = createDiscovery(setup, options);

  return {
    async authorizationUrl({ intent, state, nonce, verifier }) {
      const config = await configuration();
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: setup.scopes.join(' '),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...PROOF[intent],
      });
    },

    async prove(flow, query) {
      const config = await configuration();
      const url = new URL(redirectUri);
      url.search = query.toString();
      try {
        const tokens = await openid.authorizationCodeGrant(config, url, {
          pkceCodeVerifier: flow.verifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        });
        return await readPerson(config, tokens, flow);
      } catch (error) {
        throw providerFailure(error);
      }
    },
  };
}
