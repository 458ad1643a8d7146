import { readFileSync } from 'node:fs';
import path from 'node:path';
import { environmentNames } from '../../api/src/config';
import { DERIVED } from './derived';
import { readSettings } from './settings';

const root = path.join(__dirname, '../..');
/** Read for the place of a browser, but no setting of the server's: GATE_BROWSER and the bucket's rows tell of them. */
const SHARED_WITH_TOOLS = ['AWS_REGION', 'CHROMIUM_PATH'];
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

it.each(Object.entries(DERIVED))('%s says what it is derived from: npm run derive', (name, write) => {
  expect(read(name)).toBe(write(root));
});

it('the README names every setting that the server reads, and no other', () => {
  const named = readSettings(read('README.md')).flatMap(({ names }) => names);
  const begins = named.filter((name) => name.endsWith('…')).map((name) => name.slice(0, -1));
  const stands = environmentNames.filter((name) => !begins.some((begin) => name.startsWith(begin)));
  expect(named.filter((name) => !name.endsWith('…')).sort()).toEqual(
    stands.filter((name) => !SHARED_WITH_TOOLS.includes(name)).sort(),
  );
});
