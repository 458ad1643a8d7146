import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { parse } from '@babel/parser';
import { projectRoot } from './platform/projectRoot';

const root = projectRoot();
const FOLDERS = ['api/src', 'packages/contracts/src'];
/** Tools of tests and of the build read nobody else's text. */
const OTHERS = /\.test\.tsx?$|\/test[A-Z][^/]*\.ts$|^api\/src\/(testing|cli)\//;
/** What is read of files: up to 2 MB of text. Anything else comes with a call, whose limit is 100 kB. */
const FILES =
  /^api\/src\/(platform\/(csv|zip)|features\/(creatives|ads-txt|support\/attachments|properties\/verification|remotes\/(gate|publish)|campaigns\/list))\/|^packages\/contracts\/src\/(adsTxt|releaseStyles)/;
const FILE_LENGTH = 2_000_000;
const CALL_LENGTH = 100_000;
/** A pattern that takes time in proportion to the length needs some ms; one by its square, hours. */
const TIMEOUT_MS = 10_000;
jest.setTimeout(600_000);

interface Pattern {
  file: string;
  source: string;
  flags: string;
}

function patternsOf(file: string): Pattern[] {
  const { tokens } = parse(readFileSync(path.join(root, file), 'utf8'), {
    sourceType: 'module',
    plugins: ['typescript'],
    tokens: true,
  });
  return (tokens ?? []).flatMap(({ value }) =>
    typeof value === 'object' && value !== null && 'pattern' in value
      ? [{ file, source: String(value.pattern), flags: String(value.flags) }]
      : [],
  );
}

const files = FOLDERS.flatMap((folder) =>
  (readdirSync(path.join(root, folder), { recursive: true }) as string[])
    .map((name) => path.posix.join(folder, name))
    .filter((name) => name.endsWith('.ts') && !OTHERS.test(name)),
);
const patterns = files.flatMap(patternsOf);

const CLASSES: Readonly<Record<string, string>> = {
  s: ' ',
  S: 'a',
  d: '1',
  D: 'a',
  w: 'a',
  W: ' ',
  n: '\n',
  t: '\t',
  r: '\r',
};

/** Texts that begin to match: the alternatives of a pattern, each sign of a class in its turn. */
function beginningsOf(source: string): string[] {
  const plain = source
    .replace(
      /\[\^?((?:\\.|[^\]\\])*)\]/g,
      (_all, members: string) => members.replace(/^\^/, '').slice(0, 2) || 'a',
    )
    .replace(/\\[bB]|\(\?(?:<?[=!]|<\w+>|:)|[\^$]/g, '')
    .replace(/\{[\d,]+\}|[*+?]/g, '')
    .replace(/\\u\{?[0-9a-f]{4,6}\}?|\\p\{[^}]*\}|\\x[0-9a-f]{2}/gi, 'a')
    .replace(/\\(.)/g, (_all, sign: string) => CLASSES[sign] ?? sign);
  const parts = plain.split(/[()|]/).filter((part) => part !== '');
  return [plain.replace(/[()|]/g, ''), ...parts];
}

/** The worst of what can be sent: beginnings that never end, with and without room between them. */
function textsFor(source: string, length: number): string[] {
  const signs = [' ', 'a', '<', '"', "'", '\\', '/', '1', '.', '\n', ';', '&'];
  const beginnings = [...new Set([...beginningsOf(source), ...signs])].slice(0, 30);
  const repeated = (text: string) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
  return beginnings
    .filter((text) => text !== '')
    .flatMap((text) => [`${repeated(text)}\0`, `${text}${repeated(text.at(-1) ?? ' ')}\0`]);
}

test('every pattern of the server takes time in proportion to the length of its text', () => {
  const context = vm.createContext({ text: '', pattern: /./ });
  const script = new vm.Script("text.replace(pattern, '')");
  expect(patterns.length).toBeGreaterThan(300);
  const slow = patterns.flatMap(({ file, source, flags }) => {
    const length = FILES.test(file) ? FILE_LENGTH : CALL_LENGTH;
    for (const text of textsFor(source, length)) {
      Object.assign(context, { text, pattern: new RegExp(source, flags) });
      try {
        script.runInContext(context, { timeout: TIMEOUT_MS });
      } catch (error) {
        return [
          `${file}: /${source}/${flags} over ${JSON.stringify(text.slice(0, 20))}…: ${(error as Error).message}`,
        ];
      }
    }
    return [];
  });
  expect(slow).toEqual([]);
});
