import type { Registry, RegistryEntry, RemoteFailure, ServedRelease } from '@ezdash/contracts';
import { RemoteLoadError, RemoteLoader } from './RemoteLoader';
import type { RemoteModule, RemoteSource } from './remoteSource';

const served = (version: string): ServedRelease => ({
  version,
  entry: `/remotes/mf-advertiser/${version}/remoteEntry.js`,
  type: 'var',
  global: 'mf_advertiser_x',
  integrity: `sha384-${'a'.repeat(64)}`,
});

const entry = (version: string, previous?: string): RegistryEntry => ({
  ...served(version),
  manifest: { name: 'mf-advertiser', namespace: 'advertiser', contractVersion: 1, pages: [], navigation: [] },
  preload: {},
  ...(previous ? { previous: served(previous) } : {}),
});

const Page = () => null;

/** A source in which the named versions do not load; remembers what it was asked. */
function fakeSource(broken: string[]) {
  const inUse = new Map<string, string>();
  const asked: string[] = [];
  const source: RemoteSource = {
    use: (remote, release) => void inUse.set(remote, release.version),
    async load(remote, module): Promise<RemoteModule> {
      const version = inUse.get(remote) ?? '';
      asked.push(`${version}/${module}`);
      if (broken.includes(version)) throw new Error(`${version} is broken`);
      return { default: Page };
    },
  };
  return { source, asked, inUse };
}

function setUp(registry: Registry, broken: string[] = []) {
  const fake = fakeSource(broken);
  const reports: RemoteFailure[] = [];
  const loader = new RemoteLoader({
    source: fake.source,
    registry,
    report: (failure) => reports.push(failure),
  });
  return { ...fake, reports, loader };
}

test('a release that does not load is replaced by the one before, and reported', async () => {
  const { loader, asked, reports } = setUp({ 'mf-advertiser': entry('2.0.0', '1.0.0') }, ['2.0.0']);
  await loader.load('mf-advertiser', 'App');
  expect(asked).toEqual(['2.0.0/App', '1.0.0/App']);
  expect(loader.version('mf-advertiser')).toBe('1.0.0');
  expect(reports).toEqual([
    {
      remote: 'mf-advertiser',
      module: 'App',
      version: '2.0.0',
      phase: 'load',
      message: '2.0.0 is broken',
      fellBackTo: '1.0.0',
    },
  ]);
});

test('how long a module took to load is marked, also of the release that failed', async () => {
  const marks: unknown[] = [];
  Object.assign(performance, {
    measure: (name: string, options: object) => marks.push({ name, ...options }),
  });
  const { loader } = setUp({ 'mf-advertiser': entry('2.0.0', '1.0.0') }, ['2.0.0']);
  await loader.load('mf-advertiser', 'App');
  const detail = { remote: 'mf-advertiser', module: 'App' };
  expect(marks).toEqual([
    {
      name: 'ezdash:remote',
      start: expect.any(Number),
      detail: { ...detail, version: '2.0.0', failed: true },
    },
    {
      name: 'ezdash:remote',
      start: expect.any(Number),
      detail: { ...detail, version: '1.0.0', failed: false },
    },
  ]);
  Reflect.deleteProperty(performance, 'measure');
});

test('two modules that fail together fall back once', async () => {
  const { loader, reports } = setUp({ 'mf-advertiser': entry('2.0.0', '1.0.0') }, ['2.0.0']);
  await Promise.all([loader.load('mf-advertiser', 'App'), loader.load('mf-advertiser', 'Tool')]);
  expect(reports).toHaveLength(1);
  expect(loader.version('mf-advertiser')).toBe('1.0.0');
});

test('with nothing to fall back to it fails, and the next try asks again', async () => {
  const { loader, asked, reports } = setUp({ 'mf-advertiser': entry('2.0.0') }, ['2.0.0']);
  await expect(loader.load('mf-advertiser', 'App')).rejects.toThrow(RemoteLoadError);
  await expect(loader.load('mf-advertiser', 'App')).rejects.toThrow(RemoteLoadError);
  expect(asked).toEqual(['2.0.0/App', '2.0.0/App']);
  expect(reports.map((report) => report.fellBackTo)).toEqual([null, null]);
});

test('both releases broken: it falls back, then fails', async () => {
  const { loader, reports } = setUp({ 'mf-advertiser': entry('2.0.0', '1.0.0') }, ['1.0.0', '2.0.0']);
  await expect(loader.load('mf-advertiser', 'App')).rejects.toThrow('1.0.0 does not load');
  expect(reports.map(({ version, fellBackTo }) => [version, fellBackTo])).toEqual([
    ['2.0.0', '1.0.0'],
    ['1.0.0', null],
  ]);
});

test('loading twice asks once, and what is mounted stays the same component', async () => {
  const { loader, asked } = setUp({ 'mf-advertiser': entry('1.0.0') });
  const suspending = loader.component('mf-advertiser', 'App');
  await Promise.all([loader.load('mf-advertiser', 'App'), loader.load('mf-advertiser', 'App')]);
  expect(asked).toEqual(['1.0.0/App']);
  expect(loader.component('mf-advertiser', 'App')).toBe(suspending);
});

test('what is loaded before the first rendering is rendered without suspending', async () => {
  const { loader } = setUp({ 'mf-advertiser': entry('1.0.0') });
  const loaded = await loader.load('mf-advertiser', 'App');
  expect(loader.component('mf-advertiser', 'App')).toBe(loaded);
});

test('what did not load is under suspicion, with what its first rendering loads; what rendered badly is not', async () => {
  const next = entry('2.0.0', '1.0.0');
  next.preload = {
    App: [
      { href: next.entry, as: 'script', integrity: next.integrity },
      { href: '/remotes/mf-advertiser/2.0.0/App.js', as: 'script', integrity: next.integrity },
    ],
    Tool: [{ href: '/remotes/mf-advertiser/2.0.0/Tool.js', as: 'script', integrity: next.integrity }],
  };
  const { loader } = setUp({ 'mf-advertiser': next, 'mf-auth': entry('1.0.0') }, ['2.0.0']);
  await loader.load('mf-advertiser', 'App');
  await loader.load('mf-auth', 'App');
  await loader.recover('mf-auth', 'App', new Error('no such column'));
  expect(loader.suspects()).toEqual([
    '/remotes/mf-advertiser/2.0.0/remoteEntry.js',
    '/remotes/mf-advertiser/2.0.0/App.js',
  ]);
});

test('a module that throws while it renders is mounted anew from the release before', async () => {
  const { loader, reports } = setUp({ 'mf-advertiser': entry('2.0.0', '1.0.0') });
  const before = await loader.load('mf-advertiser', 'App');
  const heard = jest.fn();
  loader.subscribe(heard);
  await expect(loader.recover('mf-advertiser', 'App', new Error('no such column'))).resolves.toBe(true);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(loader.generation('mf-advertiser')).toBe(1);
  expect(loader.component('mf-advertiser', 'App')).not.toBe(before);
  expect(reports[0]).toMatchObject({ phase: 'render', version: '2.0.0', message: 'no such column' });
  await expect(loader.recover('mf-advertiser', 'App', new Error('again'))).resolves.toBe(false);
});

test('a swap takes over once everything mounted has loaded', async () => {
  const { loader, asked } = setUp({ 'mf-advertiser': entry('1.0.0') });
  await loader.load('mf-advertiser', 'App');
  loader.component('mf-advertiser', 'App');
  await loader.load('mf-advertiser', 'Tool');
  await expect(loader.swap('mf-advertiser', entry('2.0.0'))).resolves.toBe(true);
  expect(asked.slice(2)).toEqual(['2.0.0/App', '2.0.0/Tool']);
  expect(loader.version('mf-advertiser')).toBe('2.0.0');
  expect(loader.generation('mf-advertiser')).toBe(1);
  expect(loader.registry()['mf-advertiser']?.version).toBe('2.0.0');
});

test('a release of which nothing is in use is tried by the module of its first page', async () => {
  const { loader, asked } = setUp({ 'mf-advertiser': entry('1.0.0') });
  const next = entry('2.0.0');
  const page = { id: 'x', path: '/x', titleKey: 'a:x', access: 'public' as const, built: true };
  next.manifest = { ...next.manifest, pages: [{ ...page, module: 'Console' }] };
  await expect(loader.swap('mf-advertiser', next)).resolves.toBe(true);
  expect(asked).toEqual(['2.0.0/Console']);
});

test('a swap that fails leaves everything as it was', async () => {
  const { loader, inUse, reports } = setUp({ 'mf-advertiser': entry('1.0.0') }, ['2.0.0']);
  const mounted = await loader.load('mf-advertiser', 'App');
  await expect(loader.swap('mf-advertiser', entry('2.0.0'))).resolves.toBe(false);
  expect(loader.component('mf-advertiser', 'App')).toBe(mounted);
  expect(loader.generation('mf-advertiser')).toBe(0);
  expect(inUse.get('mf-advertiser')).toBe('1.0.0');
  expect(reports[0]).toMatchObject({ phase: 'swap', version: '2.0.0', fellBackTo: '1.0.0' });
});

test('after a swap, the release that was swapped out is what to fall back to', async () => {
  const { loader } = setUp({ 'mf-advertiser': entry('1.0.0') });
  await loader.load('mf-advertiser', 'App');
  await loader.swap('mf-advertiser', entry('2.0.0'));
  await expect(loader.recover('mf-advertiser', 'App', new Error('broken'))).resolves.toBe(true);
  expect(loader.version('mf-advertiser')).toBe('1.0.0');
});

test('a release that is offered is taken where nothing is in use yet, and waits where something is', async () => {
  const { loader, asked, inUse } = setUp({ 'mf-advertiser': entry('1.0.0'), 'mf-auth': entry('1.0.0') });
  await loader.load('mf-auth', 'App');
  expect(loader.offer('mf-advertiser', entry('2.0.0', '1.0.0'))).toBe('taken');
  expect(loader.offer('mf-advertiser', entry('2.0.0', '1.0.0'))).toBe('known');
  expect(loader.offer('mf-auth', entry('2.0.0'))).toBe('waiting');
  expect(loader.offer('mf-new', entry('1.0.0'))).toBe('taken');
  expect(Object.fromEntries(inUse)).toEqual({
    'mf-advertiser': '2.0.0',
    'mf-auth': '1.0.0',
    'mf-new': '1.0.0',
  });
  await loader.load('mf-advertiser', 'App');
  expect(asked).toEqual(['1.0.0/App', '2.0.0/App']);
  expect(loader.offer('mf-auth', entry('1.0.0'))).toBe('known');
});

test('a release that was replaced because it failed is no news when it is offered again', async () => {
  const { loader } = setUp({ 'mf-advertiser': entry('2.0.0', '1.0.0') }, ['2.0.0']);
  await loader.load('mf-advertiser', 'App');
  expect(loader.version('mf-advertiser')).toBe('1.0.0');
  expect(loader.offer('mf-advertiser', entry('2.0.0', '1.0.0'))).toBe('known');
});

test('an unknown remote is an error of its own', () => {
  const { loader } = setUp({});
  expect(() => loader.component('mf-nobody', 'App')).toThrow('No remote is named mf-nobody');
  expect(loader.version('mf-nobody')).toBeNull();
});
