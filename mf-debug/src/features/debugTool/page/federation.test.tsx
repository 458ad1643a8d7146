import { readRemotes, readShared, readShellVersion } from './federation';

const folder = `${window.location.origin}/remotes/mf-advertiser`;
const load = (module: string, version: string, failed: boolean, duration: number) => ({
  duration,
  detail: { remote: 'mf-advertiser', module, version, failed },
});
const file = (name: string, transferSize: number, decodedBodySize: number, duration = 10) => ({
  name,
  transferSize,
  decodedBodySize,
  duration,
});

function pageWith({ loads = [], files = [] }: { loads?: object[]; files?: object[] }): void {
  document.body.innerHTML =
    '<script type="application/json" id="registry" data-shell="1.0.0+ba987654">' +
    '{"mf-debug":{"version":"1.0.0"},"mf-advertiser":{"version":"2.0.0"}}</script>';
  Object.assign(performance, { getEntriesByName: () => loads, getEntriesByType: () => files });
}
const advertiser = () => readRemotes().find(({ name }) => name === 'mf-advertiser');

afterEach(() => {
  document.body.innerHTML = '';
  Reflect.deleteProperty(performance, 'getEntriesByName');
  Reflect.deleteProperty(performance, 'getEntriesByType');
  Reflect.deleteProperty(globalThis, '__FEDERATION__');
});

test('a remote that is loaded, with what it cost', () => {
  pageWith({
    loads: [load('App', '2.0.0', false, 84.4), load('Tool', '2.0.0', false, 12)],
    files: [
      file(`${folder}/2.0.0/remoteEntry.js`, 3_000, 8_000, 31),
      // Preloaded, and then used: the browser keeps two entries of some files.
      file(`${folder}/2.0.0/App.js`, 40_000, 120_000),
      file(`${folder}/2.0.0/App.js`, 0, 0),
      file(`${folder}/1.0.0/App.js`, 9, 9),
      file(`${window.location.origin}/remotes/mf-advertiser-two/2.0.0/App.js`, 9, 9),
    ],
  });
  expect(readRemotes().map(({ name }) => name)).toEqual(['mf-advertiser', 'mf-debug']);
  expect(advertiser()).toEqual({
    name: 'mf-advertiser',
    given: '2.0.0',
    running: '2.0.0',
    state: 'loaded',
    entryMs: 31,
    modules: [
      { module: 'App', durationMs: 84.4 },
      { module: 'Tool', durationMs: 12 },
    ],
    files: { count: 2, transferred: 43_000, decoded: 128_000 },
  });
});

test.each([
  ['notLoaded', null, []],
  ['failed', null, [load('App', '2.0.0', true, 5)]],
  ['replaced', '1.0.0', [load('App', '2.0.0', true, 5), load('App', '1.0.0', false, 7)]],
])('a remote may be %s: %s runs', (state, running, loads) => {
  pageWith({ loads });
  expect(advertiser()).toMatchObject({ state, running, given: '2.0.0' });
});

test('what is mounted counts more than what was loaded before', () => {
  pageWith({ loads: [load('App', '2.0.0', false, 5)] });
  document.body.insertAdjacentHTML(
    'beforeend',
    '<i data-mf-remote="mf-advertiser" data-mf-version="1.0.0"></i>',
  );
  expect(advertiser()).toMatchObject({ state: 'replaced', running: '1.0.0' });
});

test('the shell says which one it is', () => {
  expect(readShellVersion()).toBeNull();
  pageWith({});
  expect(readShellVersion()).toBe('1.0.0+ba987654');
});

test('shared packages are those of the shell’s scope, each from whoever offers it', () => {
  // As the runtime keeps it: `from` of a scope's package is whoever has asked for it first.
  const shared = (loaded: boolean, useIn: string[]) => ({ from: useIn[0] ?? 'shell', loaded, useIn });
  const scope = {
    react: { '19.3.1': shared(true, ['mf_advertiser', 'mf_debug', 'mf_debug']) },
    lodash: { '4.0.0': shared(true, ['mf_debug']) },
    '@ezdash/ui/data': { '1.0.0': shared(false, []) },
  };
  const ofShell = { react: [{ version: '19.3.1' }], '@ezdash/ui/data': [{ version: '1.0.0' }] };
  const instances = [
    { options: { name: 'shell', shared: ofShell }, shareScopeMap: { default: scope } },
    { options: { name: 'mf_debug', shared: { lodash: [{ version: '3.0.0' }] } } },
  ];
  Object.assign(globalThis, { __FEDERATION__: { __INSTANCES__: instances } });
  expect(readShared()).toEqual([
    { name: '@ezdash/ui/data', version: '1.0.0', from: 'shell', loaded: false, usedBy: [] },
    { name: 'lodash', version: '4.0.0', from: null, loaded: true, usedBy: ['mf-debug'] },
    { name: 'react', version: '19.3.1', from: 'shell', loaded: true, usedBy: ['mf-advertiser', 'mf-debug'] },
  ]);
});

test.each([
  [undefined],
  [{}],
  [{ __INSTANCES__: [{}] }],
  [{ __INSTANCES__: [{ shareScopeMap: { default: 7 } }] }],
])('a page without a federation shares nothing: %j', (federation) => {
  Object.assign(globalThis, { __FEDERATION__: federation });
  expect(readShared()).toEqual([]);
  expect(readRemotes()).toEqual([]);
});
