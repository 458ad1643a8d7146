import { createRequire } from 'node:module';
import { parseUrl } from '@ezdash/contracts';
import { type Authentication, XeroClient } from 'xero-node';
import { failureOf, XeroFailure } from './XeroFailure';

type CallRequest = Parameters<Authentication['applyToRequest']>[0];
type OpenIdClient = XeroClient['openIdClient'];
export type TokenSet = ReturnType<XeroClient['readTokenSet']>;

/** The part of the client's own openid-client (5; ours is 6) that we reach for ourselves. */
interface OpenIdModule {
  Issuer: {
    discover(issuer: string): Promise<XeroIssuer>;
    [option: symbol]: unknown;
  };
  custom: { http_options: symbol; clock_tolerance: symbol };
}
interface XeroIssuer {
  Client: new (metadata: {
    client_id: string;
    client_secret: string;
    redirect_uris: string[];
  }) => OpenIdClient;
  [option: symbol]: unknown;
}

const ownRequire = createRequire(import.meta.url);
const { Issuer, custom } = createRequire(ownRequire.resolve('xero-node'))('openid-client') as OpenIdModule;

/** What another clock may be off by, in seconds. */
const CLOCK_TOLERANCE = 30;
/** Endpoints are read anew after it. */
const DISCOVERY_MS = 3_600_000;
const ACCOUNTING_PATH = '/api.xro/2.0';
const XERO_API = 'https://api.xero.com';
/** A PDF with many lines is far below it. */
const MOST_BYTES = 20 * 1024 * 1024;

export interface XeroKeys {
  clientId: string;
  clientSecret: string;
}

export interface XeroSite {
  issuer: string;
  apiUrl: string;
  redirectUri: string;
  scopes: readonly string[];
}

export interface ClientTimeouts {
  /** Of one call to the accounting. */
  callMs: number;
  /** Of one call to the identity: the token's lock is held meanwhile. */
  identityMs: number;
}
export const CLIENT_TIMEOUTS: ClientTimeouts = { callMs: 20_000, identityMs: 8_000 };

/** What is the organisation's own in an address: ids of things. */
const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Without the query, which names people and payments. */
const nameOfCall = (method = '', url = ''): string =>
  `${method.toUpperCase()} ${parseUrl(url)?.pathname.replace(IDS, ':id') ?? ''}`;

/** The official client, which knows Xero's own hosts alone, on the hosts of the configuration and with time-outs. */
export class ConfiguredXero extends XeroClient {
  private called = '';

  constructor(
    private readonly site: XeroSite,
    private readonly keys: XeroKeys,
    private readonly issuer: () => Promise<XeroIssuer>,
    private readonly timeouts: ClientTimeouts,
    private readonly signal: AbortSignal | undefined,
  ) {
    super({ ...keys, redirectUris: [site.redirectUri], scopes: [...site.scopes] });
    this.accountingApi.basePath = `${site.apiUrl}${ACCOUNTING_PATH}`;
    this.accountingApi.setDefaultAuthentication({ applyToRequest: (request) => this.bound(request) });
    // Private by its types, and the one way of the client to `/connections`: without this it goes to Xero itself.
    Object.defineProperty(this, 'queryApi', {
      value: (method: string, uri: string) => this.query(method, uri.replace(XERO_API, site.apiUrl)),
    });
  }

  /** The last call, without what names a thing in it: `GET /api.xro/2.0/Invoices/:id`. */
  get lastCall(): string {
    return this.called;
  }

  override async initialize(): Promise<this> {
    const issuer = await this.issuer();
    const { clientId, clientSecret } = this.keys;
    this.openIdClient = new issuer.Client({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [this.site.redirectUri],
    });
    Object.assign(this.openIdClient, {
      [custom.http_options]: () => ({ timeout: this.timeouts.identityMs }),
      [custom.clock_tolerance]: CLOCK_TOLERANCE,
    });
    return this;
  }

  /** The client has no hook for requests but the one for signing them. */
  private bound(request: CallRequest): void {
    request.timeout = this.timeouts.callMs;
    request.signal = this.aborter();
    this.called = nameOfCall(request.method, request.url);
    request.maxRedirects = 0;
    request.maxContentLength = MOST_BYTES;
    // A GET has no body; the client would send `{}`.
    if (request.method === 'GET') delete request.data;
  }

  private aborter(): AbortSignal {
    const late = AbortSignal.timeout(this.timeouts.callMs);
    return this.signal ? AbortSignal.any([late, this.signal]) : late;
  }

  private async query(method: string, url: string): Promise<{ response: unknown; body: unknown }> {
    this.called = nameOfCall(method, url);
    const answer = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${this.readTokenSet().access_token}`, Accept: 'application/json' },
      redirect: 'error',
      signal: this.aborter(),
    });
    const text = await answer.text();
    let body: unknown;
    try {
      body = text === '' ? undefined : JSON.parse(text);
    } catch {
      body = undefined;
    }
    const response = { status: answer.status, headers: Object.fromEntries(answer.headers), data: body };
    if (!answer.ok) throw { response, body };
    return { response, body };
  }
}

/** Waits for the identity no longer than it may take in all: its own time-out is for silence alone. */
export async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new XeroFailure('unclear', 'Xero was not heard in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Makes a client for each flow: what it knows of a sign-in or of tokens belongs to the one. */
export function createXeroClients(site: XeroSite, timeouts: ClientTimeouts = CLIENT_TIMEOUTS) {
  let known: { issuer: Promise<XeroIssuer>; freshUntilMs: number } | null = null;
  // Only ours uses this copy of the library.
  Issuer[custom.http_options] = () => ({ timeout: timeouts.identityMs });

  function discover(): Promise<XeroIssuer> {
    if (known && performance.now() < known.freshUntilMs) return known.issuer;
    const issuer = withinTime(Issuer.discover(site.issuer), timeouts.identityMs).then((found) => {
      // For the keys that ID tokens are checked with.
      found[custom.http_options] = () => ({ timeout: timeouts.identityMs });
      return found;
    });
    known = { issuer, freshUntilMs: performance.now() + DISCOVERY_MS };
    issuer.catch(() => {
      known = null;
    });
    return issuer;
  }

  return {
    timeouts,
    site,
    /** With the endpoints of the identity; throws XeroFailure when it does not answer. */
    async forIdentity(keys: XeroKeys, signal?: AbortSignal): Promise<ConfiguredXero> {
      try {
        return await new ConfiguredXero(site, keys, discover, timeouts, signal).initialize();
      } catch (error) {
        throw failureOf(error);
      }
    },
    /** For calls to the accounting with an access token. */
    forCalls(keys: XeroKeys, accessToken: string, signal?: AbortSignal): ConfiguredXero {
      const client = new ConfiguredXero(site, keys, discover, timeouts, signal);
      client.setTokenSet({ access_token: accessToken });
      return client;
    },
  };
}
export type XeroClients = ReturnType<typeof createXeroClients>;
