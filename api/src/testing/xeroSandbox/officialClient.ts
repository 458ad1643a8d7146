import { createRequire } from 'node:module';
import { XeroClient } from 'xero-node';
import { API_ROOT } from './accounting/accounting';
import type { XeroSandbox } from './types';

type OpenIdClient = XeroClient['openIdClient'];
/** What is used of the openid-client that xero-node is built with; the project's own is newer and another. */
interface OpenIdModule {
  Issuer: { discover(url: string): Promise<{ Client: new (metadata: object) => OpenIdClient }> };
  generators: { state(): string; codeVerifier(): string; codeChallenge(verifier: string): string };
}

const own = createRequire(import.meta.url);
const { Issuer, generators } = createRequire(own.resolve('xero-node'))('openid-client') as OpenIdModule;

export const ALL_SCOPES = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'accounting.invoices',
  'accounting.payments',
  'accounting.contacts',
  'accounting.settings',
];

/** Xero's official client on its way to the sandbox: its hosts are in its code, so they are turned here. */
export async function officialClient(
  sandbox: XeroSandbox,
  scopes: string[] = ALL_SCOPES,
): Promise<XeroClient> {
  const { clientId, clientSecret, issuer, apiUrl, redirectUris } = sandbox;
  const client = new XeroClient({ clientId, clientSecret, redirectUris: [...redirectUris], scopes });
  const { Client } = await Issuer.discover(issuer);
  client.openIdClient = new Client({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: redirectUris,
  });
  client.accountingApi.basePath = `${apiUrl}${API_ROOT}`;
  Object.defineProperty(client, 'queryApi', {
    value: async (method: string, uri: string) => {
      const headers = { Authorization: `Bearer ${client.readTokenSet().access_token}` };
      const response = await fetch(uri.replace('https://api.xero.com', apiUrl), { method, headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      return { response, body: text === '' ? undefined : JSON.parse(text) };
    },
  });
  return client;
}

export interface Started {
  authorizeUrl: string;
  state: string;
  verifier: string;
}

/** The first step of the flow, with PKCE. */
export function startConsent(client: XeroClient): Started {
  const [state, verifier] = [generators.state(), generators.codeVerifier()];
  const authorizeUrl = client.openIdClient.authorizationUrl({
    redirect_uri: client.config?.redirectUris?.[0],
    scope: client.config?.scopes?.join(' '),
    state,
    code_challenge: generators.codeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { authorizeUrl, state, verifier };
}

/** The last step: where the browser was sent is exchanged for tokens. */
export async function finishConsent(client: XeroClient, callbackUrl: string, { state, verifier }: Started) {
  const redirectUri = client.config?.redirectUris?.[0];
  const params = client.openIdClient.callbackParams(callbackUrl);
  const checks = { state, code_verifier: verifier };
  const isOpenId = client.config?.scopes?.includes('openid');
  const tokens = isOpenId
    ? await client.openIdClient.callback(redirectUri, params, checks)
    : await client.openIdClient.oauthCallback(redirectUri, params, checks);
  client.setTokenSet(tokens);
  return tokens;
}

/** Connected to an organisation, the first by default. */
export async function connectedClient(sandbox: XeroSandbox, organisation?: string): Promise<XeroClient> {
  const client = await officialClient(sandbox);
  const started = startConsent(client);
  const callbackUrl = await sandbox.authorize(started.authorizeUrl, organisation ? { organisation } : {});
  await finishConsent(client, callbackUrl, started);
  return client;
}

/** The client throws JSON: what was answered, as one reads it. */
export async function refusalOf(
  work: Promise<unknown>,
): Promise<{ status: number; headers: Record<string, string>; body: unknown }> {
  try {
    await work;
  } catch (error) {
    const { response } = JSON.parse(String(error)) as {
      response: { statusCode: number; headers: Record<string, string>; body: unknown };
    };
    return { status: response.statusCode, headers: response.headers, body: response.body };
  }
  throw new Error('It was not refused');
}
