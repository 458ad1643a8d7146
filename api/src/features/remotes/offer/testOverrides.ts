import {
  type ErrorBody,
  type OverrideLink,
  type OverrideLinkRequest,
  type OverridePreview,
  overrideLink,
  type Registry,
} from '@ezdash/contracts';
import { Router } from 'express';
import { proveAgain, signOut } from '../../../platform/auth';
import { route } from '../../../platform/http';
import { silentLog as log } from '../../../platform/log';
import {
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  makeAdmin,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../../testing';
import { createTranslationsFeature } from '../../translations';
import { createWebFeature, keepShell } from '../../web';
import { makeRelease } from '../testReleases';
import { createTestRemotes, type TestRemotes } from '../testRemotes';
import { createTokensService } from '../tokens/tokens.service';

export const NAME = 'mf-advertiser';
export const HOUR_MS = 3_600_000;
export const APP_URL = 'http://localhost:8080';
export let test: TestDb;
export let clock: FakeClock;

/** One environment: the server, and what its people hold. */
export interface House {
  remotes: TestRemotes;
  app: TestApp;
  team: TestClient;
  otherTeam: TestClient;
}
export let house: House;
const houses: House[] = [];

export async function openHouse(change: Parameters<typeof createTestRemotes>[1] = {}): Promise<House> {
  const remotes = createTestRemotes(test, { clock, ...change });
  await remotes.activation.publishBuilds([remotes.dist()]);
  const web = createWebFeature({
    kept: keepShell(remotes.shellDist, remotes.scratch),
    getReleases: remotes.releasesOf,
    getBootstrap: () => ({
      config: { app_name: 'EzDash', locales: [], broadcaster: null, demo: false, demo_property_url: null },
      user: null,
      locale: 'en',
    }),
    csrfToken: () => 'token',
  });
  const translations = createTranslationsFeature({ sources: remotes.releasesOf });
  // What other features do with a session.
  const sessions = Router();
  sessions.post(
    '/prove',
    route(async ({ req }) => void (await proveAgain(req))),
  );
  sessions.post(
    '/leave',
    route(async ({ req }) => void (await signOut(req))),
  );
  const doors = { mounts: [{ path: '/test-session', router: sessions }] };
  const mounts = [doors, remotes.debugTool, remotes, translations, web].flatMap((feature) => feature.mounts);
  const app = await buildApp({ test, clock, mounts });
  const tokens = createTokensService({ db: test.db, clock, log });
  const clientOf = async (remote: string) => {
    const input = { remote, label: remote, days: 7 };
    const { secret } = await tokens.make(input, { kind: 'command' });
    const client = app.client();
    client.setHeader('Authorization', `Bearer ${secret}`);
    return client;
  };
  const made = { remotes, app, team: await clientOf(NAME), otherTeam: await clientOf('mf-auth') };
  houses.push(made);
  return made;
}

/** A house for each test, with a release that passed, and an end for it. */
export function openHouseForEach(): void {
  beforeEach(async () => {
    test = await createTestDb();
    clock = fakeClock();
    house = await openHouse();
    await publishPassed('1.1.0', { locales: { en: { title: 'Second' }, de: { title: 'Zweite' } } });
  });
  afterEach(async () => {
    for (const { app, remotes } of houses.splice(0)) {
      await app.close();
      await remotes.close();
    }
    await test.drop();
  });
}

/** What the gate has let pass. */
export async function publishPassed(version: string, change: Parameters<TestRemotes['publish']>[1] = {}) {
  const stored = await house.remotes.publish(version, change);
  await house.remotes.gate.judge(stored);
  return stored;
}
export const ask = (client: TestClient, body: OverrideLinkRequest, remote = NAME) =>
  client.post<OverrideLink & ErrorBody>(`/api/releases/${remote}/override-links`, body);
export async function linkTo(body: OverrideLinkRequest): Promise<string> {
  const { status, body: answer } = await ask(house.team, body);
  expect(status).toBe(201);
  return overrideLink.parse(answer).url;
}
export const registryOf = async (client: TestClient) =>
  (await client.get<Registry>('/remotes/registry.json')).body as Required<Registry>;
export const versionOf = async (client: TestClient) => (await registryOf(client))[NAME]?.version;
export const localBuild = (change: Parameters<typeof makeRelease>[0] = {}) => ({
  origin: 'http://localhost:8090',
  release: JSON.parse(JSON.stringify(makeRelease({ version: '0.0.0-dev.1', ...change }))) as unknown,
});

export const API = '/api/release-overrides';
export const TEAM = `/api/operator/releases/${NAME}/team`;
export const tokenOf = (url: string) => new URL(url).searchParams.get('link') ?? '';
export const take = (client: TestClient, url: string) =>
  client.post<{ landing: string } & ErrorBody>(API, { link: tokenOf(url) });
export const preview = async (client: TestClient, url: string) =>
  (await client.post<OverridePreview>(`${API}/preview`, { link: tokenOf(url) })).body;
export const htmlOf = (client: TestClient, address = '/') =>
  client.request(address, { headers: { Accept: 'text/html' } });
export const rows = () => test.db.selectFrom('release_override').selectAll().execute();

export async function signedIn(
  make: typeof makeAdmin,
): Promise<{ browser: TestClient; id: number; email: string }> {
  const browser = house.app.client();
  const account = await make(test.db);
  await browser.signIn(account);
  return { browser, id: account.id, email: account.email };
}
/** Somebody whom an admin has put on the team. */
export async function member(make: typeof makeAdmin = makeAdvertiser) {
  const { browser: admin } = await signedIn(makeAdmin);
  const one = await signedIn(make);
  expect((await admin.post(TEAM, { email: one.email.toUpperCase() })).status).toBe(201);
  return { ...one, admin };
}
