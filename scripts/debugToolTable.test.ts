import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** docs/debug-tool.md: the specification's sentences about the tool, and the tests that it names for them. */

const root = path.join(__dirname, '..');
const text = readFileSync(path.join(root, 'docs/debug-tool.md'), 'utf8');

interface Row {
  number: number;
  /** Of the specification; `own` for what was asked for beside it. */
  section: string;
  sentence: string;
  asserted: string;
}

/** `| 12 | 8 | sentence | where |` */
const rows: Row[] = [...text.matchAll(/^\| *(\d+) *\| *(\d|own) *\| *(.*?) *\| *(.*?) *\|$/gm)].map(
  ([, number, section = '', sentence = '', asserted = '']) => ({
    number: Number(number),
    section,
    sentence,
    asserted,
  }),
);
/** `file` "words of a test" */
const testsOf = ({ asserted }: Row) =>
  [...asserted.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)` "([^"]+)"/g)].map(([, file = '', words = '']) => ({
    file,
    words,
  }));

/** §8, to the letter. */
const TEXTS = [
  'Failed to activate debug mode',
  'Invalid session',
  'Failed to fetch page data',
  'Failed to fetch current user',
  'Failed to update user property',
  'Failed to fetch promo codes',
  'Failed to fetch Xero status',
  'Failed to initiate Xero authentication',
  'Failed to clear Xero credentials',
  'Failed to create Xero invoice',
  'Failed to download invoice PDF',
  'Failed to fetch recent payments',
  'Failed to fetch account types',
  'Failed to fetch user features',
  'Failed to download PDF',
  'OAuth authorization failed',
];
/** §7. */
const CALLS = [
  'POST /debug-tool/activate',
  'GET /debug-tool/verify',
  'POST /debug-tool/deactivate',
  'GET /debug-tool/page-data',
  'POST /debug-tool/log',
  'GET /debug-tool/user/current',
  'POST /debug-tool/user/update-property',
  'GET /debug-tool/promo-codes',
  'GET /debug-tool/xero/status',
  'POST /debug-tool/xero/auth',
  'POST /debug-tool/xero/clear-credentials',
  'POST /debug-tool/xero/invoice/{id}',
  'GET /debug-tool/xero/invoice/{id}/pdf',
  'GET /debug-tool/xero/recent-payments',
  'GET /debug-tool/account-types',
  'GET /debug-tool/user/features',
  'GET /api/translations/{locale}',
  'POST /api/locale',
];
const STORED = ['debug_token', 'debug_tool_visible', 'appearance', 'ezdash_locale', 'selectedLocale'];

test('the rows are numbered in their order, and every section of the specification has some', () => {
  expect(rows.length).toBeGreaterThan(120);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  expect([...new Set(rows.map(({ section }) => section))]).toEqual([...'123456789', 'own']);
});

test('every default text, every call and every key has its row', () => {
  const of = (section: string) => rows.filter((row) => row.section === section);
  const has = (section: string, words: string) =>
    of(section).some(({ sentence }) => sentence.includes(words));
  expect(TEXTS.filter((each) => !of('8').some(({ sentence }) => sentence === `'${each}'`))).toEqual([]);
  expect(CALLS.filter((each) => !has('7', `${each};`))).toEqual([]);
  expect(STORED.filter((each) => !has('9', each))).toEqual([]);
});

test('every row names tests that exist, by file and by words', () => {
  expect(rows.filter((row) => testsOf(row).length === 0).map(({ number }) => number)).toEqual([]);
  const wrong = rows.flatMap((row) =>
    testsOf(row).flatMap(({ file, words }) => {
      const full = path.join(root, file);
      if (!existsSync(full)) return [`${row.number}: ${file}`];
      const code = readFileSync(full, 'utf8').replace(/\s+/g, ' ');
      const named = [`'${words}`, `"${words}`, `\`${words}`, `} ${words}`, `, ${words}`];
      return named.some((each) => code.includes(each)) ? [] : [`${row.number}: ${file} "${words}"`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('nothing that a row asserts is left out of what is asserted', () => {
  const bare = rows.filter((row) => row.asserted.replace(/`[^`]+` "[^"]+"|<br>|\s/g, '') !== '');
  expect(bare.map(({ number, asserted }) => [number, asserted])).toEqual([]);
});
