import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspectorMap, SOURCES_FILE } from '@ezdash/contracts';
import { createInspector, writeSources } from './inspector';
import { fileHash } from './inspectorSites';
import { describeFiles } from './releaseFiles';
import { rootDir } from './workspace';

type Mark = (
  source: string,
  resource: string,
  withMap: boolean,
) => { code: string; map?: { mappings: string } };

function make() {
  const inspector = createInspector('mf-advertiser');
  const { options } = inspector.rule;
  if (typeof options !== 'object' || !('mark' in options)) throw new Error('The rule has no options');
  const mark = options.mark as Mark;
  return {
    ...inspector,
    mark: (source: string, file: string, withMap = false) => mark(source, path.join(rootDir, file), withMap),
  };
}

test('what is compiled is what the map tells of', () => {
  const { mark, sources } = make();
  const { code } = mark('export const B = () => <p>\n  <b />\n</p>;', 'mf-advertiser/src/B.tsx');
  mark('export const A = () => <i />;', 'mf-advertiser/src/A.tsx');
  mark('export const nothing = 1;', 'mf-advertiser/src/nothing.tsx');
  const { files, sites } = sources();
  expect(files).toEqual(['mf-advertiser/src/A.tsx', 'mf-advertiser/src/B.tsx']);
  const [outer = '', inner = ''] = [...code.matchAll(/data-c="(\w+)"/g)].map(([, id]) => id);
  expect(sites[outer]).toEqual([1, 1, 'B', 'p']);
  expect(sites[inner]).toEqual([1, 2, 'B', 'b']);
  expect(inspectorMap.parse({ name: 'mf-advertiser', version: '1.0.0', files, sites })).toBeDefined();
});

test('a file that is compiled again replaces what was known of it', () => {
  const { mark, sources } = make();
  mark('export const A = () => <p><b /></p>;', 'mf-advertiser/src/A.tsx');
  mark('export const A = () => <i />;', 'mf-advertiser/src/A.tsx');
  expect(Object.values(sources().sites)).toEqual([[0, 1, 'A', 'i']]);
});

test('two files with the same short name stop the build', () => {
  const { mark } = make();
  const [one, other] = collidingFiles();
  mark('', one);
  expect(() => mark('', other)).toThrow(/have the same short name: rename one of them/);
});

/** The first two of a long row of names that share a hash; some 10,000 tries among 60 million. */
function collidingFiles(): [string, string] {
  const seen = new Map<string, string>();
  for (let number = 0; ; number++) {
    const file = `mf-advertiser/src/${number}.tsx`;
    const hash = fileHash('mf-advertiser', file);
    const other = seen.get(hash);
    if (other) return [other, file];
    seen.set(hash, file);
  }
}

test('maps of the source lead to the text as it was written', () => {
  const { mark } = make();
  const source = 'export const A = () => <p />;';
  const { map } = mark(source, 'mf-advertiser/src/A.tsx', true);
  expect(map?.mappings).not.toBe('');
  expect(map).toMatchObject({ sourcesContent: [source] });
  expect(mark(source, 'mf-advertiser/src/A.tsx').map).toBeUndefined();
});

test('the file lies beside a build, hidden, and is none of its files', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sources-'));
  const { mark, sources } = make();
  mark('export const A = () => <p />;', 'mf-advertiser/src/A.tsx');
  await writeSources(folder, sources());
  expect(readdirSync(folder)).toEqual([SOURCES_FILE]);
  expect(SOURCES_FILE.startsWith('.')).toBe(true);
  expect(JSON.parse(readFileSync(path.join(folder, SOURCES_FILE), 'utf8'))).toEqual(sources());
  expect(await describeFiles(folder)).toEqual({});
  rmSync(folder, { recursive: true, force: true });
});
