import type { InspectorMap } from '@ezdash/contracts';
import type { Boundary, Way } from './readFiber';
import { releasesOf, resolveWay } from './resolveWay';

const SHELL = { name: 'shell', version: 'abc' };
const boundary: Boundary = { remote: 'mf-advertiser', module: 'App', version: '2.7.3' };
const maps: InspectorMap[] = [
  {
    ...SHELL,
    files: ['packages/ui/src/parts/Panel.tsx', 'shell/src/Frame.tsx'],
    sites: { panel0: [0, 21, 'Panel', 'section'], frame0: [1, 5, 'Frame', 'main'] },
  },
  {
    name: 'mf-advertiser',
    version: '2.7.3',
    files: ['mf-advertiser/src/Page.tsx', 'packages/ui/src/news/Row.tsx'],
    sites: {
      page00: [0, 12, 'Page', 'Panel'],
      page01: [0, 14, 'Page', 'p'],
      row000: [1, 3, 'Row', 'li'],
    },
  },
];
const find = ({ name, version }: { name: string; version: string }) =>
  maps.find((map) => map.name === name && map.version === version);
const way = (ids: string[], part: Partial<Way> = {}): Way => ({
  ids: ids.map((id) => ({ id, boundary: id === 'frame0' ? null : boundary })),
  components: [],
  boundary,
  ...part,
});

test('an element of the design system is written there and used on the page', () => {
  const { place, usedAt } = resolveWay(way(['panel0', 'page00', 'frame0']), SHELL, find);
  expect(place).toEqual({
    release: 'shell',
    file: 'packages/ui/src/parts/Panel.tsx',
    line: 21,
    component: 'Panel',
    element: 'section',
  });
  expect(usedAt).toMatchObject({ file: 'mf-advertiser/src/Page.tsx', line: 12 });
});

test('a part of the design system that a remote carries is not the remote’s own', () => {
  const { place, usedAt } = resolveWay(way(['row000', 'page01']), SHELL, find);
  expect(place).toMatchObject({ release: 'mf-advertiser', file: 'packages/ui/src/news/Row.tsx' });
  expect(usedAt).toMatchObject({ line: 14 });
});

test('what a page wrote itself is not said twice', () => {
  expect(resolveWay(way(['page01']), SHELL, find)).toMatchObject({ place: { line: 14 }, usedAt: null });
});

test('without its map an element has no place, and an id that is no own key none either', () => {
  expect(resolveWay(way(['page01']), SHELL, () => undefined).place).toBeNull();
  expect(resolveWay(way(['constructor', '__proto__']), SHELL, find).place).toBeNull();
});

test('while a map is missing, what lies further out is not taken for the place itself', () => {
  const all = ['panel0', 'page00', 'frame0'];
  const { place, usedAt } = resolveWay(way(all), SHELL, (release) =>
    release.name === 'shell' ? undefined : find(release),
  );
  expect(place).toBeNull();
  expect(usedAt).toMatchObject({ file: 'mf-advertiser/src/Page.tsx', line: 12 });
  const early = resolveWay(way(all.slice(1)), SHELL, (release) =>
    release.name === 'shell' ? find(release) : undefined,
  );
  expect(early.place).toBeNull();
});

test('names components by what stands in their source, with the line the way leads through', () => {
  const component = (ids: string[], depth: number, queries: string[] = [], inside = true) => ({
    ids,
    depth,
    queries,
    boundary: inside ? boundary : null,
  });
  const { components, queries } = resolveWay(
    way(['panel0', 'page00', 'frame0'], {
      components: [
        component(['panel0'], 1),
        component([], 2, ['list(1)']),
        component(['page00', 'page01', 'row000'], 2, ['list(1)', 'one(2)']),
        component(['frame0'], 3, ['me'], false),
      ],
    }),
    SHELL,
    find,
  );
  expect(components.map(({ component: name, line }) => `${name}:${line}`)).toEqual([
    'Panel:21',
    'Page:12',
    'Frame:5',
  ]);
  // The shell around it reads for itself.
  expect(queries).toEqual([
    { cacheKey: 'list(1)', component: null },
    { cacheKey: 'one(2)', component: 'Page' },
  ]);
});

test('a component’s name is kept, but not when its map comes later', () => {
  const ids = ['page00', 'page01'];
  const read = way(['page00'], { components: [{ ids, depth: 1, queries: [], boundary }] });
  const names = (known: typeof find) =>
    resolveWay(read, SHELL, known).components.map(({ component }) => component);
  expect(names(() => undefined)).toEqual([]);
  expect(names(find)).toEqual(['Page']);
  expect(names(find)).toEqual(['Page']);
});

test('needs the maps of every module on the way, and always the shell’s', () => {
  expect(releasesOf(way(['page00', 'frame0']), SHELL)).toEqual([
    SHELL,
    { name: 'mf-advertiser', version: '2.7.3' },
  ]);
  expect(releasesOf({ ids: [], boundary: null }, SHELL)).toEqual([SHELL]);
});
