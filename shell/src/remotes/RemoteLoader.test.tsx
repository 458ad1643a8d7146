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
  const asked: string[] = [];
  const source: RemoteSource = {
    use: () => undefined,
    async load(_, module, version): Promise<RemoteModule> {
      asked.push(`${version}/${module}`);
      if (broken.includes(version)) throw new Error(`${version} is broken`);
      return { default: Page };
    },
  };
  return { source, asked };
}

function setUp(registry: Registry, broken: string[] = []) {
  const fake = fakeSource(broken);
  const reports: RemoteFailure[] = [];
  const given: string[] = [];
  const loader = new RemoteLoader({
    source: fake.source,
    registry,
    report: (failure) => reports.push(failure),
    given: (_, version) => given.push(version),
  });
  return { ...fake, reports, given, loader };
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
  await expect(loader.swap('mf-advertiser', entry('2.0.0'))).resolves.toBe('in');
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
  await expect(loader.swap('mf-advertiser', next)).resolves.toBe('in');
  expect(asked).toEqual(['2.0.0/Console']);
});

test('a swap that fails leaves everything as it was', async () => {
  const { loader, asked, reports } = setUp({ 'mf-advertiser': entry('1.0.0') }, ['2.0.0']);
  const mounted = await loader.load('mf-advertiser', 'App');
  await expect(loader.swap('mf-advertiser', entry('2.0.0'))).resolves.toBe('failed');
  expect(loader.component('mf-advertiser', 'App')).toBe(mounted);
  expect(loader.generation('mf-advertiser')).toBe(0);
  await loader.load('mf-advertiser', 'Tool');
  expect(asked).toEqual(['1.0.0/App', '2.0.0/App', '1.0.0/Tool']);
  expect(reports[0]).toMatchObject({ phase: 'swap', version: '2.0.0', fellBackTo: '1.0.0' });
});

test('after a swap, the release that was swapped out is what to fall back to', async () => {
  const { loader } = setUp({ 'mf-advertiser': entry('1.0.0') });
  await loader.load('mf-advertiser', 'App');
  await loader.swap('mf-advertiser', entry('2.0.0'));
  await expect(loader.recover('mf-advertiser', 'App', new Error('broken'))).resolves.toBe(true);
  expect(loader.version('mf-advertiser')).toBe('1.0.0');
});

test('a release that is offered is taken where nothing is in the page, and waits where something is', async () => {
  const { loader, asked } = setUp({ 'mf-advertiser': entry('1.0.0'), 'mf-auth': entry('1.0.0') });
  await loader.load('mf-auth', 'App');
  loader.mount('mf-auth', 'App');
  expect(loader.offer('mf-advertiser', entry('2.0.0', '1.0.0'))).toBe('taken');
  expect(loader.offer('mf-advertiser', entry('2.0.0', '1.0.0'))).toBe('known');
  expect(loader.offer('mf-auth', entry('2.0.0'))).toBe('waiting');
  expect(loader.offer('mf-new', entry('1.0.0'))).toBe('taken');
  const inUse = ['mf-advertiser', 'mf-auth', 'mf-new'].map((remote) => loader.version(remote));
  expect(inUse).toEqual(['2.0.0', '1.0.0', '1.0.0']);
  await loader.load('mf-advertiser', 'App');
  expect(asked).toEqual(['1.0.0/App', '2.0.0/App']);
  expect(loader.offer('mf-auth', entry('1.0.0'))).toBe('known');
});

test('a remote that was in the page and has left it is loaded of the new release at its next visit', async () => {
  const { loader, asked } = setUp({ 'mf-advertiser': entry('1.0.0') });
  const left: string[] = [];
  loader.onLeave((remote) => left.push(remote));
  await loader.load('mf-advertiser', 'App');
  const ends = [loader.mount('mf-advertiser', 'App'), loader.mount('mf-advertiser', 'Tool')];
  ends[0]?.();
  await Promise.resolve();
  expect(loader.offer('mf-advertiser', entry('2.0.0'))).toBe('waiting');
  ends[1]?.();
  await Promise.resolve();
  expect(left).toEqual(['mf-advertiser']);
  expect(loader.offer('mf-advertiser', entry('2.0.0'))).toBe('taken');
  await loader.load('mf-advertiser', 'App');
  expect(asked).toEqual(['1.0.0/App', '2.0.0/App']);
});

test('what is mounted in the place of the last module, in the same turn, keeps the remote in the page', async () => {
  const { loader } = setUp({ 'mf-advertiser': entry('1.0.0') });
  const left = jest.fn();
  loader.onLeave(left);
  loader.mount('mf-advertiser', 'App')();
  loader.mount('mf-advertiser', 'Tool');
  await Promise.resolve();
  expect(left).not.toHaveBeenCalled();
});

test('a release that was taken unseen and does not load gives way to the one of before', async () => {
  const { loader, reports } = setUp({ 'mf-advertiser': entry('1.0.0') }, ['2.0.0']);
  await loader.load('mf-advertiser', 'App');
  expect(loader.offer('mf-advertiser', entry('2.0.0'))).toBe('taken');
  await loader.load('mf-advertiser', 'App');
  expect(loader.version('mf-advertiser')).toBe('1.0.0');
  expect(reports).toMatchObject([{ version: '2.0.0', phase: 'load', fellBackTo: '1.0.0' }]);
});

test('a module that comes when another release has been taken is not used', async () => {
  const { loader, asked } = setUp({ 'mf-advertiser': entry('1.0.0') });
  const loading = loader.load('mf-advertiser', 'App');
  loader.offer('mf-advertiser', entry('2.0.0'));
  const component = await loading;
  expect(asked).toEqual(['1.0.0/App', '2.0.0/App']);
  expect(loader.component('mf-advertiser', 'App')).toBe(component);
});

test('what a failed release gave way to is no news when everybody gets it', async () => {
  const { loader } = setUp({ 'mf-advertiser': entry('2.0.0', '1.0.0') }, ['2.0.0']);
  await loader.load('mf-advertiser', 'App');
  loader.mount('mf-advertiser', 'App');
  expect(loader.offer('mf-advertiser', entry('1.0.0'))).toBe('known');
  expect(loader.registry()['mf-advertiser']?.version).toBe('1.0.0');
  expect(loader.offer('mf-advertiser', entry('3.0.0'))).toBe('waiting');
});

test('a release that failed as it took over is not taken again, until somebody decides anew', async () => {
  const { loader } = setUp({ 'mf-advertiser': entry('1.0.0') }, ['2.0.0']);
  await loader.load('mf-advertiser', 'App');
  loader.mount('mf-advertiser', 'App');
  await loader.swap('mf-advertiser', entry('2.0.0'));
  expect(loader.offer('mf-advertiser', entry('2.0.0'))).toBe('known');
  expect(loader.offer('mf-advertiser', entry('2.0.1'))).toBe('waiting');
  loader.forgive('mf-advertiser');
  expect(loader.offer('mf-advertiser', entry('2.0.0'))).toBe('waiting');
});

test('one that loads and throws gives the place back in the same turn, once for all its modules', async () => {
  const { loader, asked, reports } = setUp({ 'mf-advertiser': entry('1.0.0') });
  const before = await loader.load('mf-advertiser', 'App');
  await loader.load('mf-advertiser', 'Tool');
  await loader.swap('mf-advertiser', entry('2.0.0'));
  const generation = loader.generation('mf-advertiser');
  const first = loader.recover('mf-advertiser', 'App', new Error('no such column'), generation);
  expect(loader.component('mf-advertiser', 'App')).toBe(before);
  expect(loader.version('mf-advertiser')).toBe('1.0.0');
  expect(loader.generation('mf-advertiser')).toBe(generation + 1);
  const second = loader.recover('mf-advertiser', 'Tool', new Error('no such column'), generation);
  await expect(Promise.all([first, second])).resolves.toEqual([true, true]);
  expect(reports).toMatchObject([{ version: '2.0.0', phase: 'render', fellBackTo: '1.0.0' }]);
  expect(asked).toHaveLength(4);
  expect(loader.registry()['mf-advertiser']?.version).toBe('1.0.0');
  expect(loader.offer('mf-advertiser', entry('2.0.0'))).toBe('known');
});

test('a swap that is refused once everything has come changes nothing', async () => {
  const { loader, reports } = setUp({ 'mf-advertiser': entry('1.0.0') });
  const mounted = await loader.load('mf-advertiser', 'App');
  const swap = loader.swap('mf-advertiser', entry('2.0.0'), { mayTakeOver: () => false });
  await expect(swap).resolves.toBe('late');
  expect(loader.component('mf-advertiser', 'App')).toBe(mounted);
  expect(loader.version('mf-advertiser')).toBe('1.0.0');
  expect(reports).toEqual([]);
  await expect(loader.swap('mf-advertiser', entry('2.0.0'))).resolves.toBe('in');
});

/** Code of a release runs once a page, whenever it is loaded first, and puts something into it. */
function setUpPage(broken: string[] = []) {
  let inPage = '1.0.0';
  const ran = new Set(['1.0.0']);
  const shown: string[] = [];
  const loader = new RemoteLoader({
    source: {
      use: () => undefined,
      async load(_remote, _module, version) {
        if (!ran.has(version)) inPage = version;
        ran.add(version);
        if (broken.includes(version)) throw new Error(`${version} is broken`);
        return { default: Page };
      },
    },
    registry: { 'mf-advertiser': entry('1.0.0') },
    report: () => undefined,
    keep: () => {
      const kept = inPage;
      return () => {
        inPage = kept;
      };
    },
    styles: {
      expect: (_, { version }) => void shown.push(`expects ${version}`),
      show: (_, { version }) => void shown.push(version),
    },
  });
  return { loader, inPage: () => inPage, shown };
}

test('what a release has put into the page comes and goes with it, also when its code does not run again', async () => {
  const { loader, inPage, shown } = setUpPage();
  await loader.load('mf-advertiser', 'App');
  await loader.swap('mf-advertiser', entry('2.0.0'), { mayTakeOver: () => false });
  expect(inPage()).toBe('1.0.0');
  await loader.swap('mf-advertiser', entry('2.0.0'));
  expect(inPage()).toBe('2.0.0');
  await loader.swap('mf-advertiser', entry('1.0.0'));
  expect(inPage()).toBe('1.0.0');
  await loader.swap('mf-advertiser', entry('2.0.0'));
  await loader.recover('mf-advertiser', 'App', new Error('broken'));
  expect(inPage()).toBe('1.0.0');
  expect(shown.filter((one) => !one.startsWith('expects'))).toEqual([
    '1.0.0',
    '2.0.0',
    '1.0.0',
    '2.0.0',
    '1.0.0',
  ]);
});

test('one that left the page has what is its own again when it comes back unseen', async () => {
  const { loader, inPage } = setUpPage();
  await loader.load('mf-advertiser', 'App');
  loader.offer('mf-advertiser', entry('2.0.0'));
  await loader.load('mf-advertiser', 'App');
  expect(inPage()).toBe('2.0.0');
  loader.offer('mf-advertiser', entry('1.0.0'));
  await loader.load('mf-advertiser', 'App');
  expect(inPage()).toBe('1.0.0');
});

test('one that does not load leaves nothing of its own in the page', async () => {
  const { loader, inPage, shown } = setUpPage(['2.0.0']);
  await loader.load('mf-advertiser', 'App');
  await loader.swap('mf-advertiser', entry('2.0.0'));
  expect(inPage()).toBe('1.0.0');
  expect(shown).toEqual(['1.0.0', 'expects 2.0.0']);
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

test('what the server gives is told when it begins to load, and not what is fallen back to', async () => {
  const { loader, given } = setUp({ 'mf-advertiser': entry('2.0.0', '1.0.0') }, ['2.0.0', '3.0.0']);
  const loading = loader.load('mf-advertiser', 'App');
  expect(given).toEqual(['2.0.0']);
  await loading;
  expect(given).toEqual(['2.0.0']);
  const asked: string[][] = [];
  const texts = async () => {
    asked.push([...given]);
    return () => undefined;
  };
  await loader.swap('mf-advertiser', entry('3.0.0'), { texts });
  expect(given).toEqual(['2.0.0', '3.0.0']);
  // The call for the texts takes it along.
  expect(asked).toEqual([['2.0.0', '3.0.0']]);
});
