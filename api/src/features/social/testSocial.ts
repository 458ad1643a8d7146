import type { OidcProvider } from '../../config';
import type { Clock } from '../../platform/clock';
import { createJobs } from '../../platform/jobs';
import { type Log, silentLog } from '../../platform/log';
import { buildApp, createTestDb, type TestApp, type TestClient, type TestDb } from '../../testing';
import { type OidcPerson, startOidcProvider, type TestOidcProvider } from '../../testing/oidcProvider';
import { createAccountsFeature } from '../accounts';
import { createMail } from '../mail';
import { createProofsFeature } from '../proofs';
import { createSocialFeature, type SocialDeps, type SocialFeature } from '.';

/** Where the browser believes the app to be. */
const APP_URL = 'http://ads.test';
const CLIENT = { clientId: 'ads', clientSecret: 'a secret of the tests, with : and %' };
const MOST_HOPS = 15;

/** How somebody behaves at the provider. */
export interface Visit {
  /** Who signs in there. */
  as: string;
  cancelAt?: 'login' | 'consent';
  /** Changes the address that leads to the provider. */
  alter?(url: URL): void;
}

/** A browser, at the app and at the provider. */
export interface Browser {
  client: TestClient;
  /** From our start to what the provider sends back to us: path and query of the callback. */
  visit(start: string, visit: Visit): Promise<string>;
  /** The same, and opens it: where our callback leads to. */
  go(start: string, visit: Visit): Promise<string>;
  /** Where a page of the app leads to. */
  open(path: string): Promise<string>;
}

export interface SocialWorld {
  test: TestDb;
  app: TestApp;
  social: SocialFeature;
  provider: TestOidcProvider;
  browser(client?: TestClient): Browser;
  /** Templates of the mails to an address with what they say changed, oldest first. */
  noticesTo(email: string): Promise<unknown[]>;
  close(): Promise<void>;
}

export interface SocialOptions {
  people: readonly OidcPerson[];
  /** Beside `acme`, the real one. */
  setups?: (acme: OidcProvider) => OidcProvider[];
  secondFactorsOf?: SocialDeps['secondFactorsOf'];
  passkeysOf?: SocialDeps['passkeysOf'];
  timeoutMs?: number;
  clock?: Clock;
  log?: Log;
}

/** Follows the provider's pages with cookies of its own, filling in its forms, until it leads back to the app. */
function createVisitor(appUrl: string) {
  const cookies = new Map<string, string>();

  async function load(url: URL, init: RequestInit = {}) {
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const answer = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (at === pair.length - 1) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return { status: answer.status, location: answer.headers.get('Location'), html: await answer.text() };
  }
  function formOf(html: string, { as, cancelAt }: Visit): URLSearchParams {
    const step = html.includes('name="email"') ? 'login' : 'consent';
    if (cancelAt === step) return new URLSearchParams({ action: 'cancel' });
    return new URLSearchParams({ action: step, ...(step === 'login' && { email: as }) });
  }

  return async (from: URL, visit: Visit): Promise<string> => {
    let url = from;
    let body: URLSearchParams | undefined;
    for (let hop = 0; hop < MOST_HOPS; hop++) {
      const { status, location, html } = await load(url, body && { method: 'POST', body });
      if (location !== null) {
        url = new URL(location, url);
        body = undefined;
        if (url.origin === appUrl) return url.pathname + url.search;
      } else if (status === 200) body = formOf(html, visit);
      else throw new Error(`The provider answered ${status}: ${html}`);
    }
    throw new Error('The provider leads nowhere');
  };
}

/** A browser that keeps the cookies of both; `appUrl` is where it believes the app to be. */
export function createBrowser(client: TestClient, appUrl = APP_URL): Browser {
  const follow = createVisitor(appUrl);
  async function open(path: string): Promise<string> {
    const { status, headers, text } = await client.get(path);
    const location = headers.get('Location');
    if (status !== 303 || location === null) throw new Error(`${path} answered ${status}: ${text}`);
    return location;
  }
  async function visit(start: string, how: Visit): Promise<string> {
    const url = new URL(await open(start), appUrl);
    if (url.origin === appUrl) throw new Error(`The start led to ${url.pathname}${url.search}`);
    how.alter?.(url);
    return follow(url, how);
  }
  return { client, open, visit, go: async (start, how) => open(await visit(start, how)) };
}

/** The real app with social sign-in against a real OpenID provider; mails stay in the outbox. */
export async function openSocial(options: SocialOptions): Promise<SocialWorld> {
  const { people, setups = () => [], log = silentLog, timeoutMs } = options;
  const clock = options.clock ?? { now: () => new Date(), nowMs: () => Date.now() };
  const test = await createTestDb();
  const { db } = test;
  const provider = await startOidcProvider({
    ...CLIENT,
    people,
    redirectUris: ['acme', 'twin', 'impostor'].map((id) => `${APP_URL}/auth/social/${id}/callback`),
  });
  const acme: OidcProvider = {
    id: 'acme',
    name: 'Acme',
    issuer: provider.issuer,
    ...CLIENT,
    scopes: ['openid', 'email', 'profile'],
  };
  const jobs = createJobs({ connection: test.connection, log });
  const mail = createMail({ db, jobs, log, appName: 'Ads', appUrl: APP_URL, production: false });
  const accounts = createAccountsFeature({ db, clock }).service;
  const proofs = createProofsFeature({
    db,
    clock,
    jobs,
    mail,
    log,
    appName: 'Ads',
    secret: 'a secret of the tests',
    signupBonusMicros: 0n,
    accounts,
    dropWaysIn: (trx, userId) => social.service.forget(trx, userId),
  });
  const social = createSocialFeature({
    db,
    clock,
    log,
    mail,
    accounts,
    appUrl: APP_URL,
    secret: 'a secret of the tests, long enough for anybody',
    setups: [acme, ...setups(acme)],
    secondFactorsOf: options.secondFactorsOf ?? (async () => []),
    passkeysOf: options.passkeysOf ?? (async () => 0),
    timeoutMs,
  });
  const app = await buildApp({
    test,
    clock,
    log,
    mounts: [...proofs.mounts, ...social.mounts],
    trustProxy: ['loopback'],
  });
  let address = 0;

  return {
    test,
    app,
    social,
    provider,
    browser(client = app.client()) {
      // Each its own, so that one test's visits do not count against the next one's.
      client.setHeader('X-Forwarded-For', `192.0.2.${++address}`);
      return createBrowser(client);
    },
    noticesTo: async (email) => {
      const rows = await db
        .selectFrom('mail')
        .select(['template', 'data'])
        .where('recipient', '=', email)
        .execute();
      return rows.map(({ template, data }) => {
        const { what, provider: at } = (data ?? {}) as { what?: string; provider?: string };
        return [template, what, at];
      });
    },
    close: async () => {
      await app.close();
      await provider.stop();
      await test.drop();
    },
  };
}
