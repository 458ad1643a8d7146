import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../lib/run.mjs';
import { openHouse, writeAll } from './checkout';
import { type Draft, type House, Refusal } from './draft';
import { makeFeature } from './feature';
import { makePage } from './page';
import { makeRemote } from './remote';

/**
 * The generators over this checkout, in memory: they fail here when its shape has left their templates behind. By names
 * that nobody will have made something of.
 */
const house = openHouse(root);

/** The checkout after a generator. */
const after = (draft: Draft): House => ({
  find: (file) => draft.files.get(file) ?? house.find(file),
  list: (folder) => {
    const added = draft.created
      .filter((file) => path.dirname(file) === folder)
      .map((file) => path.basename(file));
    return draft.created.some((file) => file.startsWith(`${folder}/`)) ? added : house.list(folder);
  },
  remotes: [...house.remotes, 'mf-nosuch'],
});
/** The same, but a file lacks what a template holds on to. */
const without = (file: string, words: string): House => ({
  ...house,
  find: (name) => (name === file ? (house.find(file)?.replaceAll(words, '') ?? null) : house.find(name)),
});

test('a feature is made, wired and known to the walks over all routes', () => {
  const draft = makeFeature(house, 'no-such-thing');
  const folder = 'api/src/features/no-such-thing';
  expect([...draft.created].sort()).toEqual([
    `${folder}/index.ts`,
    ...['db.test', 'repo', 'routes', 'service'].map((part) => `${folder}/noSuchThing.${part}.ts`),
    'packages/contracts/src/noSuchThing.ts',
  ]);
  for (const file of draft.created) expect(draft.read(file)).not.toMatch(/sample/i);
  const wiring = draft.read('api/src/features.ts');
  for (const words of [
    "import { createNoSuchThingFeature } from './features/no-such-thing';",
    'const noSuchThing = createNoSuchThingFeature({ db, clock });',
    '      noSuchThing,\n    ].flatMap(',
  ])
    expect(wiring).toContain(words);
  expect(draft.read('packages/contracts/src/index.ts')).toContain("export * from './noSuchThing';");
  expect(draft.read('api/src/testing/tenancy/table.ts')).toMatch(
    /\nGET \/api\/no-such-thing +401( \d{3}){15}\nPOST \/api\/no-such-thing +401( \d{3}){15}\n/,
  );
  expect(() => makeFeature(after(draft), 'no-such-thing')).toThrow('The name is taken');
});

test.each(house.remotes)('a page of %s is in its manifest, its texts and its routes', (remote) => {
  const draft = makePage(house, remote, 'no-such-thing');
  expect(draft.created).toEqual([
    `${remote}/src/pages/NoSuchThingPage.tsx`,
    `${remote}/src/pages/NoSuchThingPage.test.tsx`,
  ]);
  const manifest = draft.read(`${remote}/remote.manifest.ts`);
  expect(manifest).toMatch(
    /\{ id: 'noSuchThing', path: '\/[a-z]+\/no-such-thing', titleKey: '[a-z]+:page\.noSuchThing', /,
  );
  const before = house.find(`${remote}/remote.manifest.ts`) ?? '';
  expect(manifest.includes("{ page: 'noSuchThing', icon: 'grid'")).toBe(!before.includes('navigation: [],'));
  for (const locale of ['en', 'de'])
    expect(JSON.parse(draft.read(`${remote}/src/locales/${locale}.json`)).page.noSuchThing).toBe(
      'No such thing',
    );
  const routes = [...draft.files]
    .filter(([file]) => /\/src\/(App|expose)/.test(file))
    .map(([, text]) => text);
  expect(routes).toHaveLength(1);
  expect(routes[0]).toContain("import('./pages/NoSuchThingPage')");
  expect(routes[0]).toMatch(/'\/[a-z]+\/no-such-thing'|"\/[a-z]+\/no-such-thing"/);
  expect(() =>
    makePage({ ...house, ...after(draft), remotes: house.remotes }, remote, 'no-such-thing'),
  ).toThrow('The name is taken');
});

test('a remote is among the workspaces and owned, and takes a page like any other', () => {
  const draft = makeRemote(house, 'nosuch');
  expect(draft.read('CODEOWNERS')).toMatch(/\n\/mf-nosuch\/ +@ezdash\/nosuch\n$/);
  expect(draft.read('mf-nosuch/remote.manifest.ts')).toContain("team: 'nosuch'");
  const { packages } = JSON.parse(draft.read('package-lock.json'));
  const lock = JSON.parse(house.find('package-lock.json') ?? '');
  expect(packages['node_modules/mf-nosuch']).toEqual({ resolved: 'mf-nosuch', link: true });
  expect(packages['mf-nosuch']).toEqual(lock.packages['mf-publisher']);
  const { 'mf-nosuch': _, 'node_modules/mf-nosuch': link, ...others } = packages;
  expect(Object.keys(others)).toEqual(Object.keys(lock.packages));
  const page = makePage(after(draft), 'nosuch', 'no-such-thing');
  expect(page.read('mf-nosuch/src/expose.tsx')).toContain(
    '<Route path="/nosuch/no-such-thing" element={<NoSuchThingPage />} />',
  );
  expect(page.read('mf-nosuch/remote.manifest.ts')).toContain("path: '/nosuch/no-such-thing'");
});

test.each<[string, () => unknown, string]>([
  ['a name with capitals', () => makeFeature(house, 'noSuchThing'), 'kebab-case'],
  ['a name that climbs', () => makePage(house, 'mf-auth', '../x'), 'kebab-case'],
  ['a name that is too long', () => makeFeature(house, 'x'.repeat(31)), 'too long'],
  ['a word of the language', () => makeFeature(house, 'delete'), 'reserved'],
  ['a name of the wiring', () => makeFeature(house, 'clock'), 'reserved'],
  ['a feature that is there', () => makeFeature(house, 'rules'), 'is an address already'],
  ['a name of the contract', () => makeFeature(house, 'block'), 'exports one of its names'],
  ['a page that is there', () => makePage(house, 'advertiser', 'campaigns'), 'has such a page'],
  [
    'a remote that is not',
    () => makePage(house, 'mf-nosuch', 'rain'),
    'There is no remote mf-nosuch. There are mf-adv',
  ],
  ['a remote that is there', () => makeRemote(house, 'auth'), 'there is mf-auth already'],
  ['a remote of two words', () => makeRemote(house, 'no-such-thing'), 'small letters alone'],
  ['an address of a remote', () => makeRemote(house, 'admin'), 'mf-debug/remote.manifest.ts'],
  ['an address of the shell', () => makeRemote(house, 'help'), 'shellPaths.ts'],
  ['an address of the server', () => makeRemote(house, 'metrics'), 'an address of the server'],
  [
    'another way to mount',
    () => makeFeature(without('api/src/features.ts', '].flatMap('), 'no-such-thing'),
    'another shape',
  ],
  [
    'another table of pages',
    () => makePage(without('mf-publisher/src/App.tsx', 'LazyPage>> = {'), 'publisher', 'x'),
    'shape',
  ],
  [
    'no routes',
    () => makePage(without('mf-auth/src/App.tsx', '<Routes>'), 'auth', 'x'),
    'mf-auth has no routes',
  ],
  [
    'another manifest',
    () => makePage(without('mf-settings/remote.manifest.ts', 'navigation'), 'settings', 'x'),
    'shape',
  ],
])('%s is refused in one sentence', (_, make, words) => {
  expect(make).toThrow(Refusal);
  expect(make).toThrow(words);
});

describe('on the disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'ezdash-new-'));
    writeFileSync(path.join(folder, 'there'), 'before');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const files = [
    ['there', 'after'],
    ['a/b/new', 'new'],
  ] as const;

  test('what was written is taken back, folders too', () => {
    const undo = writeAll(folder, new Map(files));
    expect(readFileSync(path.join(folder, 'a/b/new'), 'utf8')).toBe('new');
    undo();
    expect(readdirSync(folder)).toEqual(['there']);
    expect(readFileSync(path.join(folder, 'there'), 'utf8')).toBe('before');
  });

  test('nothing stays when one file cannot be written', () => {
    // A file stands where a folder is needed.
    expect(() => writeAll(folder, new Map([...files, ['there/inside', '']]))).toThrow();
    expect(readdirSync(folder)).toEqual(['there']);
    expect(readFileSync(path.join(folder, 'there'), 'utf8')).toBe('before');
  });
});
