import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Configuration, Provider } from 'oidc-provider';

/** Somebody with an account at the test provider. */
export interface OidcPerson {
  /** What the provider knows them by. */
  sub: string;
  /** Also what they sign in with there. */
  email: string;
  /** True unless said otherwise. */
  emailVerified?: boolean;
  name?: string;
}

export interface OidcProviderOptions {
  clientId: string;
  /** Undefined: a public client. */
  clientSecret?: string;
  redirectUris: string[];
  people: readonly OidcPerson[];
  /** A free one by default. */
  port?: number;
}

export interface TestOidcProvider {
  issuer: string;
  stop(): Promise<void>;
}

/** Below what the system gives to outgoing connections. */
const PORTS = [18_000, 30_000] as const;
const PORT_TRIES = 50;
const PAGE = /^\/interaction\/([\w-]+)$/;

const escapeText = (value: string) =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A page with one form, whose buttons say what to do. */
function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeText(title)}</title>
<link rel="icon" href="data:,"></head>
<body><main><h1>${escapeText(title)}</h1><form method="post" autocomplete="off">${body}
<button type="submit" name="action" value="cancel" formnovalidate>Cancel</button></form></main></body></html>`;
}

const loginPage = (hint: string | null) =>
  page(
    'Sign in to the test provider',
    `${hint === null ? '' : `<p role="alert">${escapeText(hint)}</p>`}
<p><label for="email">E-mail</label> <input id="email" name="email" type="email" required></p>
<button type="submit" name="action" value="login">Sign in</button>`,
  );
const consentPage = (client: string) =>
  page(
    `Share your name and e-mail with ${client}?`,
    '<button type="submit" name="action" value="consent">Share</button>',
  );

function signingKeys(): NonNullable<Configuration['jwks']> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = privateKey.export({ format: 'jwk' });
  return { keys: [{ ...jwk, kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'test' }] } as NonNullable<
    Configuration['jwks']
  >;
}

function configurationOf(options: OidcProviderOptions): Configuration {
  const { clientId, clientSecret, redirectUris, people } = options;
  return {
    clients: [
      {
        client_id: clientId,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        ...(clientSecret === undefined
          ? { token_endpoint_auth_method: 'none' }
          : { client_secret: clientSecret }),
      },
    ],
    jwks: signingKeys(),
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'html';
      ctx.body = page(error, `<p>${escapeText(error_description ?? '')}</p>`);
    },
    ttl: { Interaction: 600, Session: 3_600, Grant: 3_600, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, sub) => {
      const person = people.find((each) => each.sub === sub);
      if (!person) return undefined;
      const { email, emailVerified = true, name } = person;
      return {
        accountId: sub,
        claims: () => ({ sub, email, email_verified: emailVerified, ...(name !== undefined && { name }) }),
      };
    },
  };
}

/** Everything that is asked for is granted: the one question is put to the person before. */
async function grantAll(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<string> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(req, res);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant =
    known ?? new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
  const { missingOIDCScope, missingOIDCClaims } = prompt.details;
  if (Array.isArray(missingOIDCScope)) grant.addOIDCScope(missingOIDCScope.join(' '));
  if (Array.isArray(missingOIDCClaims)) grant.addOIDCClaims(missingOIDCClaims.map(String));
  return grant.save();
}

/** The provider's own pages: who signs in, and whether they agree. */
function interactions(provider: Provider, { people }: OidcProviderOptions) {
  const show = (res: ServerResponse, html: string, status = 200) => {
    res
      .writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
      .end(html);
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readText(req));
    const action = form.get('action');
    if (action === 'cancel') {
      const refusal = { error: 'access_denied', error_description: 'The person said no' };
      await provider.interactionFinished(req, res, refusal, { mergeWithLastSubmission: false });
    } else if (action === 'consent') {
      const consent = { grantId: await grantAll(provider, req, res) };
      await provider.interactionFinished(req, res, { consent }, { mergeWithLastSubmission: true });
    } else {
      const email = form.get('email')?.trim().toLowerCase();
      const person = people.find((each) => each.email.toLowerCase() === email);
      if (!person) return show(res, loginPage('Nobody has this address here'), 422);
      const login = { accountId: person.sub };
      await provider.interactionFinished(req, res, { login }, { mergeWithLastSubmission: false });
    }
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      const { prompt, params } = await provider.interactionDetails(req, res);
      if (req.method === 'POST') await answer(req, res);
      else show(res, prompt.name === 'login' ? loginPage(null) : consentPage(String(params.client_id)));
    } catch (error) {
      show(res, page('This sign-in is over', `<p>${escapeText(String(error))}</p>`), 400);
    }
  };
}

/** It warns of Node 20, where it works all the same, and of keeping everything in memory, which is meant here. */
async function makeProvider(issuer: string, configuration: Configuration): Promise<Provider> {
  const { warn } = console;
  console.warn = () => {};
  try {
    const library = await import('oidc-provider');
    return new library.Provider(issuer, configuration);
  } finally {
    console.warn = warn;
  }
}

async function listen(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

async function listenSomewhere(server: Server, wish: number | undefined): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    const port = wish ?? randomInt(...PORTS);
    if (await listen(server, port)) return port;
    if (wish !== undefined) break;
  }
  throw new Error('No port is free for the test provider');
}

/**
 * A real OpenID provider on this machine, for tests of every kind. Its people sign in with their e-mail alone and then
 * agree (`Share`), or cancel; sessions, codes and grants are gone with it.
 */
export async function startOidcProvider(options: OidcProviderOptions): Promise<TestOidcProvider> {
  const server = createServer();
  const port = await listenSomewhere(server, options.port);
  const issuer = `http://127.0.0.1:${port}`;
  const provider = await makeProvider(issuer, configurationOf(options));
  const [serve, interact] = [provider.callback(), interactions(provider, options)];
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const { pathname } = new URL(req.url ?? '/', issuer);
    void (PAGE.test(pathname) ? interact(req, res) : serve(req, res));
  });
  return {
    issuer,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
