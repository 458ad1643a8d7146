import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PrivacyState } from '@ezdash/contracts';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import {
  ageProofs,
  buildApp,
  type FakeClock,
  jobsEnd,
  type MadeUser,
  type TestApp,
  type TestClient,
  type TestDb,
  until,
} from '../../testing';
import { openMailParts } from '../../testing/mailParts';
import { createAccountsFeature } from '../accounts';
import { createImageStore, type ImageStore } from '../creatives';
import { createProofsFeature } from '../proofs';
import { createPrivacyFeature, type PrivacyDeps, type PrivacyFeature } from '.';

export const PRIVACY = '/api/settings/privacy';

export interface PrivacyWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  privacy: PrivacyFeature;
  images: ImageStore;
  dataDir: string;
  jobs: Jobs;
  /** Signed in just now, from an address of its own. */
  signedIn(user: Pick<MadeUser, 'email' | 'password'>): Promise<TestClient>;
  /** Makes what the account's sessions proved lie ten minutes back. */
  age(userId: number): Promise<unknown>;
  state(client: TestClient): Promise<PrivacyState>;
  /** Until no job that is due waits or runs. */
  settled(): Promise<void>;
  /** Until the newest export is not waiting any more. */
  exported(client: TestClient): Promise<PrivacyState>;
  close(): Promise<void>;
}

export interface PrivacyOptions extends Partial<Pick<PrivacyDeps, 'parts' | 'erasers'>> {
  log?: Log;
}

const STALE_MS = 10 * 60_000;

/** The real app with the privacy feature, mail and jobs; mails stay in the outbox. */
export async function openPrivacy(options: PrivacyOptions = {}): Promise<PrivacyWorld> {
  const { parts = [], erasers = [] } = options;
  const { test, parts: base, site, close } = await openMailParts(options.log);
  const { db, clock, jobs, log } = base;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-privacy-'));
  const images = createImageStore(path.join(dataDir, 'creatives'));
  const privacy = createPrivacyFeature({
    ...base,
    appName: 'Ads & Co',
    dataDir,
    images,
    parts,
    erasers,
    settleMs: 1,
  });
  const accounts = createAccountsFeature({ db, clock }).service;
  const people = { ...base, appName: site.appName, signupBonusMicros: 0n, accounts };
  const proofs = createProofsFeature({ ...people, secret: 'a secret of the tests' });
  await jobs.start();
  const mounts = [...privacy.mounts, ...proofs.mounts];
  const app = await buildApp({ test, clock, log, mounts, trustProxy: ['loopback'] });
  let addresses = 0;

  const state = async (client: TestClient) => (await client.get<PrivacyState>(PRIVACY)).body;

  return {
    test,
    app,
    clock,
    privacy,
    images,
    dataDir,
    jobs,
    state,
    signedIn: async (user) => {
      const client = app.client();
      addresses += 1;
      client.setHeader('X-Forwarded-For', `198.51.100.${addresses}`);
      await client.signIn(user);
      return client;
    },
    age: (userId) => ageProofs(db, userId, STALE_MS),
    settled: () => jobsEnd(db),
    exported: (client) =>
      until(
        () => state(client),
        (found) => found.export?.state !== 'waiting',
        'The archive',
      ),
    close: async () => {
      await app.close();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
