import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** docs/security.md against the list of requirements and the tests that it names. */

const root = path.join(__dirname, '..');
const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8');

/** OWASP ASVS 5.0.0, levels 1 and 2, by section: V2.4, V3 to V7 and V13 to V16. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
};
const NUMBERS = Object.entries(REQUIREMENTS).flatMap(([section, rows]) =>
  rows.map((row) => `${section}.${row}`),
);
const STATES = ['met', 'partly', 'not met', 'other', 'n/a'];

interface Row {
  number: string;
  level: string;
  state: string;
  why: string;
}

/** `| 3.2.1 | 1 | what is asked | met | by what |` */
const rows: Row[] = [...text.matchAll(/^\| *(\d+\.\d+\.\d+) *\|(.*)\|$/gm)].map(
  ([, number = '', rest = '']) => {
    const [level = '', , state = '', why = ''] = rest.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { number, level, state, why };
  },
);
/** Files that are named in code font, with the words of a test behind them where there are any: `a.test.ts` "it …". */
const named = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:(?:,| and)? ?"[^"]+")*)/g)].map(
  ([, file = '', words = '']) => ({
    file,
    tests: [...words.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word),
  }),
);

test('every requirement of levels 1 and 2 has one row, with its state and a reason', () => {
  const found = rows.map(({ number }) => number);
  expect(NUMBERS.filter((number) => !found.includes(number))).toEqual([]);
  expect(found.filter((number, index) => found.indexOf(number) !== index)).toEqual([]);
  expect(
    rows.filter(({ state }) => !STATES.includes(state)).map(({ number, state }) => [number, state]),
  ).toEqual([]);
  expect(rows.filter(({ level }) => !/^[123]$/.test(level)).map(({ number }) => number)).toEqual([]);
  expect(rows.filter(({ why }) => why.length < 20).map(({ number }) => number)).toEqual([]);
});

test('what is met names its test, or says why none is needed', () => {
  const bare = rows.filter(
    ({ state, why }) => state === 'met' && !/\.(test|spec)\.tsx?`|no test:/i.test(why),
  );
  expect(bare.map(({ number }) => number)).toEqual([]);
});

test('what is not met, or not whole, says what it needs', () => {
  const open = rows.filter(({ state }) => ['not met', 'partly'].includes(state));
  expect(open.filter(({ why }) => !/needs:/i.test(why)).map(({ number }) => number)).toEqual([]);
});

test('every test that is named exists, by file and by words', () => {
  expect(named.length).toBeGreaterThan(60);
  const missing = named.flatMap(({ file, tests }) => {
    const full = path.join(root, file);
    if (!existsSync(full)) return [file];
    const code = readFileSync(full, 'utf8').replace(/\s+/g, ' ');
    return tests.filter((words) => !code.includes(words)).map((words) => `${file}: ${words}`);
  });
  expect(missing).toEqual([]);
});
