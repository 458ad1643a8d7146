import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Accounting, API_ROOT, accounting } from './accounting/accounting';
import { countsAsClaim } from './accounting/books';
import { CONTROL_ROOT, serveControl } from './control';
import { exchangeLog } from './exchanges';
import { faults } from './faults';
import { DECISION_HEADER, ORGANISATION_HEADER } from './identity/authorize';
import { identity } from './identity/identity';
import { rateLimits } from './rateLimits';
import { sandboxClock } from './sandboxClock';
import { type Parts, server } from './server';
import type { SandboxOrganisation, SandboxState, XeroSandbox, XeroSandboxOptions } from './types';
import { type Webhooks, webhooks } from './webhooks';

const ORGANISATIONS: readonly SandboxOrganisation[] = [
  {
    id: 'fe79f7dd-b6d4-4a92-ba7b-538af6289c58',
    name: 'Demo Company (Global)',
    baseCurrency: 'USD',
    countryCode: 'US',
  },
  {
    id: '4c1f3b1e-0d52-4a0c-8e0f-2b2b8f3c9d10',
    name: 'Demo Company (UK)',
    baseCurrency: 'GBP',
    countryCode: 'GB',
  },
];
/** Where the app is by default. */
const REDIRECTS = ['http://localhost:8080/xero/auth/callback', 'http://127.0.0.1:8080/xero/auth/callback'];
const RETRY_MS = [1_000, 5_000, 30_000, 120_000];

const secret = (bytes: number) => randomBytes(bytes).toString('base64url');

function stateOf({ accounting: books, identity: its, log, limits }: Parts, hooks: Webhooks): SandboxState {
  const byReference: Record<string, number> = {};
  for (const each of books.all())
    for (const invoice of each.invoices.values())
      if (countsAsClaim(invoice) && invoice.reference !== '')
        byReference[invoice.reference] = (byReference[invoice.reference] ?? 0) + 1;
  return {
    organisations: books.all().map(({ organisation: { id, name }, contacts, invoices, payments }) => ({
      id,
      name,
      contacts: contacts.size,
      invoices: invoices.size,
      payments: [...payments.values()].filter(({ status }) => status === 'AUTHORISED').length,
      isConnected: its.connections.isConnected(id),
    })),
    invoicesByReference: byReference,
    duplicates: Object.fromEntries(Object.entries(byReference).filter(([, count]) => count > 1)),
    exchanges: log.counts(),
    tokens: its.tokens.counts(),
    webhooks: {
      sent: hooks.deliveries.length,
      taken: hooks.deliveries.filter(({ status }) => status === 200).length,
    },
    peak: { ...limits.peak },
  };
}

/** The person’s part of the flow, without a browser. */
async function decide(
  authorizeUrl: string,
  { organisation, isDenied = false }: { organisation?: string; isDenied?: boolean } = {},
): Promise<string> {
  const answer = await fetch(authorizeUrl, {
    redirect: 'manual',
    headers: {
      [DECISION_HEADER]: isDenied ? 'deny' : 'allow',
      ...(organisation !== undefined && { [ORGANISATION_HEADER]: organisation }),
    },
  });
  const to = answer.headers.get('location');
  if (to !== null) return to;
  const text = (await answer.text()).replace(/<style>[\s\S]*<\/style>|<[^>]+>/g, ' ');
  throw new Error(`The local Xero refuses the request: ${text.replace(/\s+/g, ' ').trim()}`);
}

/** The app’s end of it: what is given to it, and what can be done to it. */
function sandboxOf(
  parts: Parts,
  hooks: Webhooks,
  given: Pick<XeroSandbox, 'clientId' | 'clientSecret' | 'webhookKey' | 'redirectUris' | 'organisations'>,
  own: { url: string; port: number; close(): Promise<void> },
): XeroSandbox {
  const { clock, identity: its, accounting: books, limits, faults: struck, log } = parts;
  const { url, port, close } = own;
  return {
    ...given,
    url,
    port,
    issuer: url,
    apiUrl: url,
    environment: {
      XERO_ISSUER: url,
      XERO_API_URL: url,
      XERO_CLIENT_ID: given.clientId,
      XERO_CLIENT_SECRET: given.clientSecret,
      XERO_WEBHOOK_KEY: given.webhookKey,
    },
    exchanges: log.list,
    invalidExchanges: log.invalid,
    peak: limits.peak,
    state: () => stateOf(parts, hooks),
    webhooks: hooks,
    fault: struck.ask,
    clearFaults: struck.clearAsked,
    setChaos: struck.setChaos,
    setLimits: limits.set,
    advance: clock.advance,
    expireAccessTokens: () => its.tokens.expire(),
    revokeConnections: its.connections.revoke,
    authorize: decide,
    reset: () => {
      books.clear();
      struck.clear();
      limits.clear();
      log.clear();
      its.tokens.clearCounts();
      hooks.clear();
    },
    close,
  };
}

/**
 * A Xero on this machine: identity, accounting, limits, webhooks, and faults on demand. Every exchange with it is
 * compared with Xero’s own description, which `exchanges` tells of.
 */
export async function startXeroSandbox(options: XeroSandboxOptions = {}): Promise<XeroSandbox> {
  const { host = '127.0.0.1', port = 0, organisations = ORGANISATIONS, redirectUris = REDIRECTS } = options;
  if (organisations.length === 0) throw new Error('A Xero without organisations has nothing to connect to');
  const clientId = options.clientId ?? 'local-xero-app';
  const clientSecret = options.clientSecret ?? secret(24);
  const webhookKey = options.webhookKey ?? secret(32);
  const clock = sandboxClock();
  let url = '';

  const hooks = webhooks({
    url: options.webhookUrl,
    key: webhookKey,
    retryMs: options.webhookRetryMs ?? RETRY_MS,
    clock,
    apiUrl: () => `${url}${API_ROOT}`,
  });
  const books: Accounting = accounting({
    clock,
    organisations,
    idempotencySeconds: options.idempotencySeconds ?? 360,
    tell: (tenantId, { invoiceId, type }) => hooks.queue({ tenantId, invoiceId, type }),
  });
  const parts: Parts = {
    clock,
    accounting: books,
    limits: rateLimits(clock, options.limits),
    faults: faults(options.chaos ?? null),
    log: exchangeLog(),
    identity: await identity({
      clock,
      issuer: () => url,
      clientId,
      clientSecret,
      redirectUris,
      organisations,
      accessTokenSeconds: options.accessTokenSeconds ?? 1_800,
      refreshRetrySeconds: options.refreshRetrySeconds ?? 1_800,
    }),
  };

  const serve = server(parts);
  const http = createServer((req, res) => {
    const work = req.url?.startsWith(`${CONTROL_ROOT}/`) ? serveControl(sandbox, req, res) : serve(req, res);
    // The caller went away in the middle of its call.
    work.catch(() => res.destroy());
  });
  http.listen(port, host);
  await once(http, 'listening');
  const address = http.address() as AddressInfo;
  url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  const close = async () => {
    hooks.close();
    http.close();
    http.closeAllConnections();
    await once(http, 'close');
  };
  const given = { clientId, clientSecret, webhookKey, redirectUris, organisations };
  const sandbox = sandboxOf(parts, hooks, given, { url, port: address.port, close });
  return sandbox;
}
