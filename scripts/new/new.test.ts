import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../lib/run.mjs';
import { openHouse, writeAll } from './checkout';
import { type Draft, type House, Refusal } from './draft';
import { makeFeature } from './feature';
import { makePage } from './page';
import { makeRemote } from './remote';

/** The generators over this checkout, in memory: they fail here when its shape has left their templates behind. */
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
  remotes: [...house.remotes, 'mf-weather'],
});
/** The same, but a file lacks what a template holds on to. */
const without = (file: string, words: string): House => ({
  ...house,
  find: (name) => (name === file ? (house.find(file)?.replaceAll(words, '') ?? null) : house.find(name)),
});

test('a feature is made, wired and known to the walks over all routes', () => {
  const draft = makeFeature(house, 'site-notes');
  const folder = 'api/src/features/site-notes';
  expect([...draft.created].sort()).toEqual([
    `${folder}/index.ts`,
    ...['db.test', 'repo', 'routes', 'service'].map((part) => `${folder}/siteNotes.${part}.ts`),
    'packages/contracts/src/siteNotes.ts',
  ]);
  for (const file of draft.created) expect(draft.read(file)).not.toMatch(/sample/i);
  const wiring = draft.read('api/src/features.ts');
  for (const words of [
    "import { createSiteNotesFeature } from './features/site-notes';",
    'const siteNotes = createSiteNotesFeature({ db, clock });',
    '      siteNotes,\n    ].flatMap(',
  ])
    expect(wiring).toContain(words);
  expect(draft.read('packages/contracts/src/index.ts')).toContain("export * from './siteNotes';");
  expect(draft.read('api/src/testing/tenancy/table.ts')).toMatch(
    /\nGET \/api\/site-notes +401( \d{3}){15}\nPOST \/api\/site-notes +401( \d{3}){15}\n/,
  );
  expect(() => makeFeature(after(draft), 'site-notes')).toThrow('The name is taken');
});

test.each(house.remotes)('a page of %s is in its manifest, its texts and its routes', (remote) => {
  const draft = makePage(house, remote, 'site-notes');
  expect(draft.created).toEqual([
    `${remote}/src/pages/SiteNotesPage.tsx`,
    `${remote}/src/pages/SiteNotesPage.test.tsx`,
  ]);
  const manifest = draft.read(`${remote}/remote.manifest.ts`);
  expect(manifest).toMatch(
    /\{ id: 'siteNotes', path: '\/[a-z]+\/site-notes', titleKey: '[a-z]+:page\.siteNotes', /,
  );
  const before = house.find(`${remote}/remote.manifest.ts`) ?? '';
  expect(manifest.includes("{ page: 'siteNotes', icon: 'grid'")).toBe(!before.includes('navigation: [],'));
  for (const locale of ['en', 'de'])
    expect(JSON.parse(draft.read(`${remote}/src/locales/${locale}.json`)).page.siteNotes).toBe('Site notes');
  const routes = [...draft.files]
    .filter(([file]) => /\/src\/(App|expose)/.test(file))
    .map(([, text]) => text);
  expect(routes).toHaveLength(1);
  expect(routes[0]).toContain("import('./pages/SiteNotesPage')");
  expect(routes[0]).toMatch(/'\/[a-z]+\/site-notes'|"\/[a-z]+\/site-notes"/);
  expect(() => makePage({ ...house, ...after(draft), remotes: house.remotes }, remote, 'site-notes')).toThrow(
    'The name is taken',
  );
});

test('a remote is among the workspaces and owned, and takes a page like any other', () => {
  const draft = makeRemote(house, 'weather');
  expect(draft.read('CODEOWNERS')).toMatch(/\n\/mf-weather\/ +@ezdash\/weather\n$/);
  expect(draft.read('mf-weather/remote.manifest.ts')).toContain("team: 'weather'");
  const { packages } = JSON.parse(draft.read('package-lock.json'));
  const lock = JSON.parse(house.find('package-lock.json') ?? '');
  expect(packages['node_modules/mf-weather']).toEqual({ resolved: 'mf-weather', link: true });
  expect(packages['mf-weather']).toEqual(lock.packages['mf-publisher']);
  const { 'mf-weather': _, 'node_modules/mf-weather': link, ...others } = packages;
  expect(Object.keys(others)).toEqual(Object.keys(lock.packages));
  const page = makePage(after(draft), 'weather', 'site-notes');
  expect(page.read('mf-weather/src/expose.tsx')).toContain(
    '<Route path="/weather/site-notes" element={<SiteNotesPage />} />',
  );
  expect(page.read('mf-weather/remote.manifest.ts')).toContain("path: '/weather/site-notes'");
});

test.each<[string, () => unknown, string]>([
  ['a name with capitals', () => makeFeature(house, 'siteNotes'), 'kebab-case'],
  ['a name that climbs', () => makePage(house, 'mf-auth', '../x'), 'kebab-case'],
  ['a name that is too long', () => makeFeature(house, 'x'.repeat(31)), 'too long'],
  ['a word of the language', () => makeFeature(house, 'delete'), 'reserved'],
  ['a name of the wiring', () => makeFeature(house, 'clock'), 'reserved'],
  ['a feature that is there', () => makeFeature(house, 'rules'), 'is an address already'],
  ['a name of the contract', () => makeFeature(house, 'block'), 'exports one of its names'],
  ['a page that is there', () => makePage(house, 'advertiser', 'campaigns'), 'has such a page'],
  [
    'a remote that is not',
    () => makePage(house, 'mf-weather', 'rain'),
    'There is no remote mf-weather. There are mf-adv',
  ],
  ['a remote that is there', () => makeRemote(house, 'auth'), 'there is mf-auth already'],
  ['a remote of two words', () => makeRemote(house, 'site-notes'), 'small letters alone'],
  ['an address of a remote', () => makeRemote(house, 'admin'), 'mf-debug/remote.manifest.ts'],
  ['an address of the shell', () => makeRemote(house, 'help'), 'shellPaths.ts'],
  ['an address of the server', () => makeRemote(house, 'metrics'), 'an address of the server'],
  [
    'another way to mount',
    () => makeFeature(without('api/src/features.ts', '].flatMap('), 'notes'),
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
