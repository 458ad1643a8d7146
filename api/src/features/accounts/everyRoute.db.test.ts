import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ErrorBody } from '@ezdash/contracts';
import type { Router } from 'express';
import { Registry } from 'prom-client';
import { csrfToken } from '../../platform/auth';
import { systemClock as clock } from '../../platform/clock';
import type { Mount } from '../../platform/http';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog as log } from '../../platform/log';
import { projectRoot } from '../../platform/projectRoot';
import {
  buildApp,
  createTestDb,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createApiTokensFeature } from '../api-tokens';
import { createBootstrapFeature } from '../bootstrap';
import { createCampaignsFeature } from '../campaigns';
import { createCreativesFeature } from '../creatives';
import { createDebugToolFeature } from '../debug-tool';
import { createMail } from '../mail';
import { createProofsFeature } from '../proofs';
import { createPropertiesFeature } from '../properties';
import { createPublicApiFeature } from '../public-api';
import { createRemotesFeature } from '../remotes';
import { makeRelease, makeShell, writeDist } from '../remotes/testReleases';
import { createReportingFeature } from '../reporting';
import { createReviewFeature } from '../review';
import { createTranslationsFeature } from '../translations';
import { createWebFeature } from '../web';
import { createAccountsFeature } from '.';

jest.setTimeout(60_000);

const WHO = [
  'guest',
  'advertiser',
  'suspended advertiser',
  'publisher',
  'suspended publisher',
  'admin',
  'suspended admin',
] as const;
type Who = (typeof WHO)[number];

/** `in`: past the door, whatever the route then says of an empty body or an id that nobody has. */
type Answer = 'in' | 401 | 403;
type Row = readonly [guest: Answer, ...rest: Answer[]];

const EVERYBODY: Row = ['in', 'in', 'in', 'in', 'in', 'in', 'in'];
const SIGNED_IN: Row = [401, 'in', 'in', 'in', 'in', 'in', 'in'];
const ACTIVE: Row = [401, 'in', 403, 'in', 403, 'in', 403];
const ACTIVE_OR_GUEST: Row = ['in', 'in', 403, 'in', 403, 'in', 403];
const ADVERTISERS_LOOK: Row = [401, 'in', 'in', 403, 403, 403, 403];
const ADVERTISERS: Row = [401, 'in', 403, 403, 403, 403, 403];
const PUBLISHERS_LOOK: Row = [401, 403, 403, 'in', 'in', 403, 403];
const PUBLISHERS: Row = [401, 403, 403, 'in', 403, 403, 403];
const OPERATORS: Row = [401, 403, 403, 403, 403, 'in', 403];
/** Its own session opens it, whoever is signed in on the page. */
const DEBUG_SESSION: Row = [401, 401, 401, 401, 401, 401, 401];

/** Advertisers and publishers. */
const CUSTOMERS_LOOK: Row = [401, 'in', 'in', 'in', 'in', 403, 403];
const CUSTOMERS: Row = [401, 'in', 403, 'in', 403, 403, 403];
/** A token of the API opens it; who is signed in on the page does not count. */
const API_TOKEN: Row = [401, 401, 401, 401, 401, 401, 401];

/** Every route of the server, to be read by eye. One that is missing, or too many, fails. */
const TABLE: Readonly<Record<string, Row>> = {
  'GET /healthz': EVERYBODY,
  'GET /readyz': EVERYBODY,
  'GET /metrics': EVERYBODY,
  'GET /': EVERYBODY,
  'GET /assets/shell': EVERYBODY,
  'GET /remotes/registry.json': EVERYBODY,
  'GET /api/config/': EVERYBODY,
  'GET /api/translations/:locale': EVERYBODY,
  'GET /api/network/summary': EVERYBODY,
  'POST /api/remotes/failures': EVERYBODY,
  'POST /api/locale/': EVERYBODY,

  'GET /api/auth/me': EVERYBODY,
  'POST /api/auth/login': EVERYBODY,
  'POST /api/auth/register': ACTIVE_OR_GUEST,
  'POST /api/auth/verify-email': EVERYBODY,
  'POST /api/auth/verify-email/resend': SIGNED_IN,
  'POST /api/auth/forgot-password': EVERYBODY,
  'POST /api/auth/reset-password': EVERYBODY,
  'POST /api/auth/confirm-password': SIGNED_IN,
  'POST /api/auth/complete-registration': ACTIVE,
  'POST /api/auth/complete-profile': ACTIVE,
  'PUT /api/settings/password': ACTIVE,
  'POST /api/settings/set-password': ACTIVE,
  'GET /api/settings/sessions': SIGNED_IN,
  'DELETE /api/settings/sessions': ACTIVE,
  'DELETE /api/settings/sessions/:id': ACTIVE,
  'GET /api/settings/api-tokens/': CUSTOMERS_LOOK,
  'POST /api/settings/api-tokens/': CUSTOMERS,
  'DELETE /api/settings/api-tokens/:id': CUSTOMERS,
  'PATCH /api/settings/profile': ACTIVE,
  'GET /api/settings/appearance': SIGNED_IN,
  'PATCH /api/settings/appearance': ACTIVE,

  'GET /api/v1/openapi.json': EVERYBODY,
  'GET /api/v1/account': API_TOKEN,
  'GET /api/v1/balance': API_TOKEN,
  'GET /api/v1/campaigns': API_TOKEN,
  'POST /api/v1/campaigns': API_TOKEN,
  'GET /api/v1/campaigns/:id': API_TOKEN,
  'GET /api/v1/campaigns/:id/creatives': API_TOKEN,
  'GET /api/v1/properties': API_TOKEN,
  'GET /api/v1/properties/:id': API_TOKEN,
  'GET /api/v1/reports/delivery': API_TOKEN,
  'GET /api/v1/reports/earnings': API_TOKEN,
  'PATCH /api/v1/campaigns/:id': API_TOKEN,
  'PATCH /api/v1/properties/:id': API_TOKEN,
  'PATCH /api/v1/zones/:id': API_TOKEN,
  'POST /api/v1/assets': API_TOKEN,
  'POST /api/v1/campaigns/actions': API_TOKEN,
  'POST /api/v1/properties': API_TOKEN,
  'POST /api/v1/properties/:id/zones': API_TOKEN,
  'PUT /api/v1/campaigns/:id/creatives': API_TOKEN,

  'GET /api/advertiser/dashboard': ADVERTISERS_LOOK,
  'GET /api/campaigns/': ADVERTISERS_LOOK,
  'POST /api/campaigns/': ADVERTISERS,
  'POST /api/campaigns/actions': ADVERTISERS,
  'GET /api/campaigns/:id': ADVERTISERS_LOOK,
  'PATCH /api/campaigns/:id': ADVERTISERS,
  'POST /api/assets/': ADVERTISERS,

  'GET /api/publisher/dashboard': PUBLISHERS_LOOK,
  'GET /api/properties/': PUBLISHERS_LOOK,
  'POST /api/properties/': PUBLISHERS,
  'GET /api/properties/:id': PUBLISHERS_LOOK,
  'PATCH /api/properties/:id': PUBLISHERS,
  'POST /api/properties/:id/zones': PUBLISHERS,
  'PATCH /api/zones/:id': PUBLISHERS,

  'GET /api/operator/properties/': OPERATORS,
  'POST /api/operator/properties/:id': OPERATORS,
  'GET /api/operator/reviews/': OPERATORS,
  'POST /api/operator/reviews/:id': OPERATORS,

  'POST /debug-tool/activate': EVERYBODY,
  'GET /debug-tool/verify': DEBUG_SESSION,
  'POST /debug-tool/deactivate': DEBUG_SESSION,
  'GET /debug-tool/audit/check': DEBUG_SESSION,
  'GET /debug-tool/page-data': DEBUG_SESSION,
  'POST /debug-tool/log': DEBUG_SESSION,

  // The last one: it ends the sessions of those who ask.
  'POST /api/auth/logout': EVERYBODY,
};
/** Answered in front of the features. */
const OPERATIONS = ['GET /healthz', 'GET /readyz', 'GET /metrics'];

const folder = mkdtempSync(path.join(tmpdir(), 'every-route-'));
let test: TestDb;
let app: TestApp;
let jobs: Jobs;
let features: Record<string, { mounts: Mount[] }>;
const clients = new Map<Who, TestClient>();

async function makeFeatures(): Promise<Record<string, { mounts: Mount[] }>> {
  const { db } = test;
  const shellDist = writeDist(path.join(folder, 'dist', 'shell'), makeShell());
  const remoteDists = [writeDist(path.join(folder, 'dist', 'mf-advertiser'), makeRelease())];
  const accounts = createAccountsFeature({ db, clock, signupBonusMicros: 0n });
  const remotes = createRemotesFeature({
    db,
    dataDir: folder,
    shellDist,
    remoteDists,
    log,
    metrics: new Registry(),
  });
  await remotes.start();
  jobs = createJobs({ connection: test.connection, log });
  const mail = createMail({ db, jobs, log, appName: 'Ads', appUrl: 'http://a.test', production: true });
  const bootstrap = createBootstrapFeature({
    appName: 'Ads',
    demo: false,
    demoPropertyUrl: () => null,
    accounts: accounts.service,
  });
  const campaigns = createCampaignsFeature({ db, clock });
  const creatives = createCreativesFeature({ db, dataDir: folder });
  const properties = createPropertiesFeature({
    db,
    clock,
    appUrl: 'http://a.test',
    autoApproveProperties: true,
  });
  const apiTokens = createApiTokensFeature({ db, clock });
  return {
    Accounts: accounts,
    ApiTokens: apiTokens,
    PublicApi: createPublicApiFeature({
      db,
      clock,
      appName: 'Ads',
      appUrl: 'http://a.test',
      accounts: accounts.service,
      tokens: apiTokens.service,
      campaigns,
      creatives,
      properties,
    }),
    Bootstrap: bootstrap,
    Campaigns: campaigns,
    Creatives: creatives,
    DebugTool: createDebugToolFeature({ db, clock, secret: 'a secret', secure: false }),
    Properties: properties,
    Proofs: createProofsFeature({
      db,
      clock,
      jobs,
      mail,
      log,
      signupBonusMicros: 0n,
      accounts: accounts.service,
    }),
    Remotes: remotes,
    Reporting: createReportingFeature({ db, clock }),
    Review: createReviewFeature({ db, clock }),
    Translations: createTranslationsFeature({ sources: remotes.translations }),
    Web: createWebFeature({
      shellDist,
      dataDir: folder,
      getRegistry: remotes.registry,
      getBootstrap: bootstrap.bootstrap,
      csrfToken,
    }),
  };
}

/** Each from an address of its own, so that no limit on one stops the next. */
async function makeClients(): Promise<void> {
  const status = 'suspended';
  const people = {
    advertiser: await makeAdvertiser(test.db),
    'suspended advertiser': await makeAdvertiser(test.db, { status }),
    publisher: await makePublisher(test.db),
    'suspended publisher': await makePublisher(test.db, { status }),
    admin: await makeAdmin(test.db),
    'suspended admin': await makeAdmin(test.db, { status }),
  };
  for (const [index, who] of WHO.entries()) {
    const client = app.client();
    client.setHeader('X-Forwarded-For', `192.0.2.${index + 1}`);
    client.setHeader('Accept', 'text/html, application/json');
    if (who !== 'guest') await client.signIn(people[who]);
    clients.set(who, client);
  }
}

beforeAll(async () => {
  test = await createTestDb();
  features = await makeFeatures();
  const { Accounts: _, ...others } = features;
  const mounts = Object.values(others).flatMap((feature) => feature.mounts);
  app = await buildApp({ test, mounts, trustProxy: ['loopback'] });
  await makeClients();
});
afterAll(async () => {
  await app.close();
  await jobs.stop();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Routes of a router and of the routers in it, as `METHOD /path`. */
function routesOf(router: Router, prefix: string): string[] {
  return router.stack.flatMap((layer) => {
    if (layer.route) {
      const { path: pattern, stack } = layer.route;
      const methods = [...new Set(stack.map(({ method }) => method.toUpperCase()))];
      return methods.map((method) => `${method} ${prefix === '/' ? '' : prefix}${pattern}`);
    }
    const inner: unknown = layer.handle;
    if (typeof inner !== 'function' || !('stack' in inner)) return [];
    if (!('slash' in layer) || layer.slash !== true)
      throw new Error(`A router lies below ${prefix} under a path that cannot be read`);
    return routesOf(inner as Router, prefix);
  });
}

it('has a row for every route of the server, and for nothing else', () => {
  const routes = Object.values(features).flatMap(({ mounts }) =>
    mounts.flatMap(({ path: prefix, router }) => {
      const found = routesOf(router, prefix);
      // Files and pages: one handler for whatever lies below.
      return found.length > 0 ? found : [`GET ${prefix}`];
    }),
  );
  expect([...routes, ...OPERATIONS].sort()).toEqual(Object.keys(TABLE).sort());
});

it('knows every feature that the server is made of', () => {
  const source = readFileSync(path.join(projectRoot(), 'api', 'src', 'features.ts'), 'utf8');
  const wired = [...source.matchAll(/= create(\w+)Feature\(/g)].map((found) => found[1]);
  expect(wired.sort()).toEqual(Object.keys(features).sort());
});

describe.each(WHO.map((who, column) => [who, column] as const))('%s', (who, column) => {
  it.each(Object.keys(TABLE))('%s', async (name) => {
    const client = clients.get(who);
    const [method = '', pattern = ''] = name.split(' ');
    const address = pattern.replace(':locale', 'en').replace(':id', '999999');
    if (!client) throw new Error(`Nobody is ${who}`);
    const send = {
      GET: client.get,
      POST: client.post,
      PATCH: client.patch,
      PUT: client.put,
      DELETE: client.delete,
    }[method];
    if (!send) throw new Error(`The test cannot send ${method}`);
    const { status, body, text } = await send<ErrorBody>(address, {});
    const expected = TABLE[name]?.[column];
    expect([419, 429]).not.toContain(status);
    expect(status).toBeLessThan(500);
    expect([name, status === 401 || status === 403 ? status : 'in']).toEqual([name, expected]);
    if (expected === 'in') return;
    if (body.code === 'SESSION_INVALID') expect(name).toContain('/debug-tool/');
    else expect(text).not.toMatch(/session|valid/i);
  });
});

describe('somebody suspended', () => {
  it('signs in, sees why, and changes nothing', async () => {
    const user = await makePublisher(test.db, { status: 'suspended' });
    const client = app.client();
    client.setHeader('X-Forwarded-For', '192.0.2.50');
    await client.signIn(user);
    const me = await client.get<{ user: { status: string } }>('/api/auth/me');
    expect(me.body.user.status).toBe('suspended');
    const read = () =>
      test.db
        .selectFrom('app_user')
        .select(['first_name', 'theme', 'locale', 'updated_at'])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
    const before = await read();
    const profile = await client.patch<ErrorBody>('/api/settings/profile', { first_name: 'Other' });
    expect([profile.status, profile.body.code]).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
    expect((await client.patch('/api/settings/appearance', { theme: 'dark' })).status).toBe(403);
    // The page still speaks the language that is asked for; the account does not learn of it.
    const language = await client.post('/api/locale', { locale: 'de' });
    expect([language.status, client.cookies.get('ezdash_locale')]).toEqual([200, 'de']);
    expect(await read()).toEqual(before);
  });

  it('learns nothing of what a call takes, and may sign out', async () => {
    const client = app.client();
    client.setHeader('X-Forwarded-For', '192.0.2.51');
    await client.signIn(await makeAdvertiser(test.db, { status: 'suspended' }));
    const body = await client.patch<ErrorBody>('/api/settings/profile', { nonsense: 1 });
    expect([body.status, body.body.errors]).toEqual([403, undefined]);
    expect((await client.post('/api/auth/logout')).status).toBe(200);
  });
});
