import type { RemoteManifest } from '@ezdash/contracts';
import type { Request } from 'express';
import { createVisitorReleases } from '../offer/visitorReleases';
import { makeRelease, makeShell } from '../testReleases';
import type { TestRemotes } from '../testRemotes';
import { type ActivationWorld, openActivation } from './testActivation';

let world: ActivationWorld;
beforeEach(async () => {
  world = await openActivation();
});
afterEach(() => world.close());

const manifestOf = (name: string, paths: string[], namespace = name.slice(3)): RemoteManifest => ({
  ...makeRelease().manifest,
  ...{ name, namespace, navigation: [] },
  pages: paths.map((path, index) => ({
    ...{ id: `page${index}`, path, titleKey: `${namespace}:title`, built: true },
    access: { roles: ['advertiser'] },
  })),
});
const publish = (name: string, version: string, paths: string[], namespace?: string) =>
  world.remotes.publish(version, { name, manifest: manifestOf(name, paths, namespace) });
const activate = (name: string, version: string, on: TestRemotes = world.remotes) =>
  on.activation.activate(name, { version }, world.by());
const refusal = (detail: string) => ({
  code: 'GATE_REFUSED',
  verdict: { checks: expect.arrayContaining([{ check: 'addresses', outcome: 'failed', detail }]) },
});

/** Addresses of each remote as a page has them. */
async function shown(of: TestRemotes = world.remotes) {
  const releasesOf = createVisitorReleases({
    offers: of.activation.offers,
    list: { find: async () => null },
    shell: makeShell(),
    debugPage: { read: () => null },
    isLive: async () => false,
    clock: world.clock,
    secure: false,
  });
  const req: Partial<Request> = { cookies: {} };
  const { registry, texts } = (await releasesOf(req as Request)).whole;
  const pages = Object.entries(registry).map(([name, { manifest }]) => [
    name,
    manifest.pages.map(({ path }) => path),
  ]);
  return { pages: Object.fromEntries(pages), texts: Object.keys(texts) };
}

it('of two remotes that are activated at the same moment one alone gets the address', async () => {
  await publish('mf-rain', '1.0.0', ['/weather']);
  await publish('mf-sun', '1.0.0', ['/weather']);
  const other = world.open({ dataDir: world.remotes.scratch });
  const results = await Promise.allSettled([
    activate('mf-rain', '1.0.0'),
    activate('mf-sun', '1.0.0', other),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await world.remotes.activation.refresh();
  const { pages } = await shown();
  expect(Object.values(pages)).toEqual([['/weather']]);
});

it.each([
  ['a canary', () => world.remotes.activation.canary('mf-sun', '1.0.0', 5, world.by())],
  ['an activation', () => activate('mf-sun', '1.0.0')],
])('%s is refused what another remote has, also in a canary', async (_, change) => {
  await publish('mf-rain', '1.0.0', ['/rain']);
  await publish('mf-rain', '1.1.0', ['/rain', '/weather/:day']);
  await publish('mf-sun', '1.0.0', ['/weather/today']);
  await activate('mf-rain', '1.0.0');
  await world.remotes.activation.canary('mf-rain', '1.1.0', 5, world.by());
  const detail = '/weather/today is an address of mf-rain: /weather/:day';
  await expect(change()).rejects.toMatchObject(refusal(detail));
});

it('a namespace belongs for good to the remote that first showed it', async () => {
  await publish('mf-rain', '1.0.0', ['/rain'], 'weather');
  await publish('mf-rain', '1.1.0', ['/rain'], 'rain');
  await publish('mf-sun', '1.0.0', ['/sun'], 'weather');
  await activate('mf-rain', '1.0.0');
  await activate('mf-rain', '1.1.0');
  const detail = "the namespace weather is mf-rain's";
  await expect(activate('mf-sun', '1.0.0')).rejects.toMatchObject(refusal(detail));
});

describe('going back is never refused', () => {
  beforeEach(async () => {
    await publish('mf-rain', '1.0.0', ['/rain', '/weather']);
    await publish('mf-rain', '1.1.0', ['/rain']);
    await publish('mf-sun', '1.0.0', ['/weather']);
    await publish('mf-sun', '1.1.0', ['/weather', '/sun']);
    await activate('mf-rain', '1.0.0');
    await activate('mf-rain', '1.1.0');
    await activate('mf-sun', '1.0.0');
  });

  it('and leaves an address to who has it by now; the rest of the release is there', async () => {
    await world.remotes.activation.rollback('mf-rain', undefined, world.by('It is broken'));
    expect((await shown()).pages).toEqual({ 'mf-rain': ['/rain'], 'mf-sun': ['/weather'] });
    const other = world.open({ dataDir: world.remotes.scratch });
    await other.activation.refresh();
    expect(await shown(other)).toEqual(await shown());
  });

  it('and is in the way of nobody who has the address', async () => {
    await world.remotes.activation.rollback('mf-rain', undefined, world.by());
    await activate('mf-sun', '1.1.0');
    expect((await shown()).pages).toEqual({ 'mf-rain': ['/rain'], 'mf-sun': ['/weather', '/sun'] });
  });

  it('the address comes back with it when the other remote has left it', async () => {
    await world.remotes.activation.rollback('mf-rain', undefined, world.by());
    await publish('mf-sun', '2.0.0', ['/sun']);
    await activate('mf-sun', '2.0.0');
    expect((await shown()).pages).toEqual({ 'mf-rain': ['/rain', '/weather'], 'mf-sun': ['/sun'] });
  });

  it('the network may do it too, and says which addresses give way', async () => {
    const row = world.test.db.selectFrom('remote_release').select('id').where('name', '=', 'mf-rain');
    const { id } = await row.where('version', '=', '1.1.0').executeTakeFirstOrThrow();
    expect(await world.remotes.activation.withdraw('mf-rain', id, 'It fails')).toBe(true);
    expect((await shown()).pages['mf-rain']).toEqual(['/rain']);
    expect((await shown()).texts).toEqual(expect.arrayContaining(['rain', 'sun']));
  });

  it('a planned activation is held against what others have at its time', async () => {
    const at = new Date(world.clock.nowMs() + 60_000).toISOString();
    await publish('mf-rain', '2.0.0', ['/storm']);
    await world.remotes.activation.activate('mf-rain', { version: '2.0.0', at }, world.by());
    await publish('mf-sun', '3.0.0', ['/storm']);
    await activate('mf-sun', '3.0.0');
    world.clock.advance(61_000);
    await world.remotes.activation.carryOutPlans();
    const [last] = (await world.remotes.activation.history('mf-rain', undefined)).events;
    expect(last).toMatchObject({ event: 'plan_refused', why: '/storm is an address of mf-sun: /storm' });
  });
});
