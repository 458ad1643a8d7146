import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Bootstrap, Release, ShellRelease } from '@ezdash/contracts';
import { remoteNames, rootDir } from '@ezdash/remote-kit/build';
import express, { type Express, type RequestHandler } from 'express';
import { REMOTES_PATH, SHELL_PATH } from '../../../api/src/features/remotes/offer/registry';
import { createVisitorReleases } from '../../../api/src/features/remotes/offer/visitorReleases';
import { immutableFiles } from '../../../api/src/features/remotes/store/immutableFiles';
import { type PageParts, pageRouter } from '../../../api/src/features/web/web.routes';
import type { DebugPageClaims } from '../../../api/src/platform/auth';
import { systemClock } from '../../../api/src/platform/clock';
import { type Http2Front, startHttp2Front } from './http2Front';

/** An application that runs behind HTTP/2, to be measured. */
export interface RunningApp {
  url: string;
  close(): void;
}

/** What was built, and a folder with the releases as the server has them. */
export interface Built {
  shell: ShellRelease;
  shellDir: string;
  releases: Release[];
  remotesDir: string;
}

const readRelease = <T>(folder: string): T =>
  JSON.parse(readFileSync(path.join(rootDir, folder, 'dist/release.json'), 'utf8')) as T;

/** Reads the builds of this checkout; `scratch` gets the folder of releases. */
export async function readBuilt(scratch: string): Promise<Built> {
  const releases = remoteNames().map((name) => readRelease<Release>(name));
  const remotesDir = path.join(scratch, 'remotes');
  for (const { name, version } of releases) {
    await mkdir(path.join(remotesDir, name), { recursive: true });
    await symlink(path.join(rootDir, name, 'dist'), path.join(remotesDir, name, version));
  }
  const shell = readRelease<ShellRelease>('shell');
  return { shell, shellDir: path.join(rootDir, 'shell/dist'), releases, remotesDir };
}

/** Releases as the server gives them: to an ordinary visitor, or with `claims` to a browser that debugs. */
export function releasesOf({ shell, releases }: Built, claims: DebugPageClaims | null = null) {
  const offers = releases.map((release, id) => {
    const { name, version } = release;
    const active = { id, name, version, digest: '', release };
    const right = { rank: 0, sinceMs: 0 } as const;
    return { name, active, right, previous: null, canary: null, pins: [] };
  });
  return createVisitorReleases({
    offers: () => offers,
    list: { find: async () => null },
    shell,
    debugPage: { read: () => claims },
    isLive: async () => false,
    clock: systemClock,
    secure: false,
  });
}

/** The same visitor for all: an advertiser whose calls all fail, so that only the application itself is measured. */
const bootstrap: Bootstrap = {
  config: {
    app_name: 'EzDash',
    locales: [{ code: 'en', name: 'English' }],
    broadcaster: null,
    demo: false,
    demo_property_url: null,
  },
  user: {
    id: 1,
    email: 'bench@example.test',
    role: 'advertiser',
    verified: true,
    status: 'active',
    account_type: { id: 1, name: 'Regular' },
    username: 'bench',
    created_at: '2026-01-01T00:00:00Z',
    last_login_at: null,
    profile: { first_name: null, last_name: null, company_name: 'Bench', phone_number: null, country: 'DE' },
    balance: {
      balance: 0,
      available_balance: 0,
      bonus: 0,
      last_deposit_date: null,
      total_spent: 0,
      pending: 0,
      payable: 0,
    },
    features: {},
    preferences: { theme: 'light', locale: 'en', timezone: 'UTC' },
  },
  locale: 'en',
};

export interface AppParts extends Pick<Built, 'shell' | 'shellDir' | 'remotesDir'> {
  getReleases: PageParts['getReleases'];
  /** Calls that are answered after all. */
  calls?: RequestHandler;
}

/** The server all run on: the real page renderer and the real file handlers. */
export function makeApp({ shell, shellDir, remotesDir, getReleases, calls }: AppParts): Express {
  const app = express().disable('x-powered-by');
  if (calls) app.use(calls);
  app.use(['/api', '/debug-tool'], (_req, res) => {
    res.status(503).json({ message: 'Not measured', code: 'UNAVAILABLE', requestId: 'bench' });
  });
  app.use(REMOTES_PATH, immutableFiles(remotesDir, 3));
  app.use(SHELL_PATH, immutableFiles(shellDir, 1));
  app.use(
    pageRouter({
      shell,
      shellPath: SHELL_PATH,
      getReleases,
      getBootstrap: () => bootstrap,
      csrfToken: () => 'bench',
      pagesPerMinute: 0,
    }),
  );
  return app;
}

export async function startBehindHttp2(app: Express): Promise<RunningApp> {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const front: Http2Front = await startHttp2Front((server.address() as AddressInfo).port);
  return {
    url: front.url,
    close() {
      front.close();
      server.close();
    },
  };
}
