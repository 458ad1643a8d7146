import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Bootstrap, Registry, RegistryEntry, Release, ShellRelease } from '@ezdash/contracts';
import { buildMonolith, type Monolith, REMOTE_NAMES, rootDir } from '@ezdash/remote-kit/build';
import express, { type Express } from 'express';
import { immutableFiles } from '../../../api/src/features/remotes/immutableFiles';
import { buildRegistry, REMOTES_PATH, SHELL_PATH } from '../../../api/src/features/remotes/registry';
import { pageRouter } from '../../../api/src/features/web/web.routes';
import { type Http2Front, startHttp2Front } from './http2Front';

/** An application that runs behind HTTP/2, to be measured. */
export interface Subject {
  name: 'federated' | 'monolith';
  url: string;
  close(): void;
}

const readRelease = <T>(folder: string): T =>
  JSON.parse(readFileSync(path.join(rootDir, folder, 'dist/release.json'), 'utf8')) as T;

/** The same visitor for both: an advertiser whose calls all fail, so that only the application itself is measured. */
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

/** The server both run on: the real page renderer and the real file handlers. */
function makeApp(shell: ShellRelease, shellDir: string, remotesDir: string, registry: Registry): Express {
  const app = express().disable('x-powered-by');
  app.use('/api', (_req, res) => {
    res.status(503).json({ message: 'Not measured', code: 'UNAVAILABLE', requestId: 'bench' });
  });
  app.use(REMOTES_PATH, immutableFiles(remotesDir, 3));
  app.use(SHELL_PATH, immutableFiles(shellDir, 1));
  app.use(
    pageRouter({
      shell,
      shellPath: SHELL_PATH,
      getRegistry: () => registry,
      getBootstrap: () => bootstrap,
      csrfToken: () => 'bench',
    }),
  );
  return app;
}

async function startSubject(name: Subject['name'], app: Express): Promise<Subject> {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const front: Http2Front = await startHttp2Front((server.address() as AddressInfo).port);
  return {
    name,
    url: front.url,
    close() {
      front.close();
      server.close();
    },
  };
}

/** The monolith's registry: the manifests are needed, and its own chunks are preloaded as the federation's are. */
function monolithRegistry(registry: Registry, monolith: Monolith): Registry {
  const preload = (file: string, as: 'script' | 'style') => ({
    href: `${SHELL_PATH}/${file}`,
    as,
    integrity: monolith.files[file]?.integrity ?? '',
  });
  const entries = Object.entries(registry).map(([remote, entry]): [string, RegistryEntry] => {
    const { scripts = [], styles = [] } = monolith.remotes[remote] ?? {};
    const App = [
      ...scripts.map((file) => preload(file, 'script')),
      ...styles.map((file) => preload(file, 'style')),
    ];
    return [remote, { ...entry, preload: { App } }];
  });
  return Object.fromEntries(entries);
}

async function makeSubjects(scratch: string): Promise<Subject[]> {
  const shell = readRelease<ShellRelease>('shell');
  const releases = REMOTE_NAMES.map((name) => readRelease<Release>(name));
  const registry = buildRegistry(
    releases.map((release) => ({ release, previous: null })),
    shell,
  );
  const remotesDir = path.join(scratch, 'remotes');
  for (const { name, version } of releases) {
    await mkdir(path.join(remotesDir, name), { recursive: true });
    await symlink(path.join(rootDir, name, 'dist'), path.join(remotesDir, name, version));
  }
  const monolithDir = path.join(scratch, 'monolith');
  const monolith = await buildMonolith({
    shellDir: path.join(rootDir, 'shell'),
    remoteDirs: Object.fromEntries(REMOTE_NAMES.map((name) => [name, path.join(rootDir, name)])),
    outDir: monolithDir,
  });
  const { scripts, styles, files } = monolith;
  const fonts = Object.keys(files).filter((file) => /-latin-wght-normal\./.test(file));
  const monolithShell: ShellRelease = { ...shell, scripts, styles, files, fonts };
  return [
    await startSubject('federated', makeApp(shell, path.join(rootDir, 'shell/dist'), remotesDir, registry)),
    await startSubject(
      'monolith',
      makeApp(monolithShell, monolithDir, remotesDir, monolithRegistry(registry, monolith)),
    ),
  ];
}

/**
 * Starts the federated application as it was built, and a monolith of the same code that is built here.
 * @returns both, and what removes the temporary files
 */
export async function startSubjects(): Promise<{ subjects: Subject[]; close: () => Promise<void> }> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'ezdash-bench-'));
  const tidy = () => rm(scratch, { recursive: true, force: true });
  try {
    const subjects = await makeSubjects(scratch);
    return {
      subjects,
      async close() {
        for (const subject of subjects) subject.close();
        await tidy();
      },
    };
  } catch (error) {
    await tidy();
    throw error;
  }
}
