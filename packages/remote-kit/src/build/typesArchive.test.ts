import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { TYPES_FILE, writeTypes } from './typesArchive';
import { packageFolder, rootDir } from './workspace';

jest.setTimeout(120_000);

let scratch = '';
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'types-archive-')));
  symlinkSync(path.join(rootDir, 'node_modules'), path.join(scratch, 'node_modules'));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

/** Writes files below the scratch folder. */
function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(scratch, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(scratch, name), text);
  }
}

const REMOTE = {
  'mf-weather/src/expose.tsx':
    "import './weather.css';\nimport { App } from './App';\nexport type { Sky } from './sky';\nexport default App;\n",
  'mf-weather/src/App.tsx':
    "import type { Sky } from './sky';\nimport { degrees } from './inner';\nexport function App({ sky }: { sky: Sky }) {\n  return <p>{degrees(sky)}</p>;\n}\n",
  'mf-weather/src/expose.Board.tsx': 'export default function Board() {\n  return <p>Board</p>;\n}\n',
  'mf-weather/src/sky/index.ts':
    "import type { ReactNode } from 'react';\n/** What it looks like. */\nexport interface Sky {\n  state: 'clear' | 'grey';\n  words?: ReactNode;\n}\n",
  'mf-weather/src/inner.ts':
    "import type { Sky } from './sky';\nexport const degrees = (sky: Sky) => sky.state.length;\n",
  'mf-weather/src/weather.css': 'p { margin: 0 }\n',
};
const EXPOSES = { App: './src/expose.tsx', Board: './src/expose.Board.tsx' };

async function archive(exposes: Record<string, string> = EXPOSES): Promise<Buffer> {
  const folder = path.join(scratch, 'mf-weather');
  await writeTypes({ folder, name: 'mf-weather', version: '1.4.0', exposes }, scratch);
  return readFileSync(path.join(scratch, TYPES_FILE));
}

const unpack = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, data]) => [name, strFromU8(data)]),
  );

/** Type-checks a program of another team against the unpacked archive; what the compiler says. */
function check(consumer: string): string {
  write({
    'consumer/index.tsx': consumer,
    'consumer/tsconfig.json': JSON.stringify({
      compilerOptions: {
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        target: 'es2023',
        lib: ['es2023', 'dom'],
        strict: true,
        noEmit: true,
        types: [],
        paths: { 'mf-weather/*': ['../unpacked/*'] },
      },
      files: ['index.tsx'],
    }),
  });
  try {
    execFileSync(process.execPath, [
      path.join(packageFolder('typescript'), 'bin/tsc'),
      '--pretty',
      'false',
      '-p',
      path.join(scratch, 'consumer'),
    ]);
    return '';
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout);
  }
}

test('another team is checked against it, with nothing of the remote but the archive', async () => {
  write(REMOTE);
  const files = unpack(await archive());
  rmSync(path.join(scratch, 'mf-weather'), { recursive: true });
  write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`unpacked/${name}`, text])));
  const using = (state: string) =>
    `import App, { type Sky } from 'mf-weather/App';\nimport Board from 'mf-weather/Board';\n` +
    `const sky: Sky = { state: '${state}' };\nexport const shown = <><App sky={sky} /><Board /></>;\n`;
  expect(check(using('clear'))).toBe('');
  expect(check(using('purple'))).toMatch(/index\.tsx\(3,\d+\): error TS2322: .*"purple"/);
});

test('it holds what is exposed and what that refers to, and nothing else', async () => {
  write(REMOTE);
  const files = unpack(await archive());
  expect(Object.keys(files)).toEqual([
    'App.d.ts',
    'Board.d.ts',
    'package.json',
    'src/App.d.ts',
    'src/expose.Board.d.ts',
    'src/expose.d.ts',
    'src/sky/index.d.ts',
  ]);
  expect(JSON.parse(files['package.json'] ?? '')).toEqual({
    name: 'mf-weather',
    version: '1.4.0',
    private: true,
    exports: { './App': { types: './App.d.ts' }, './Board': { types: './Board.d.ts' } },
  });
  expect(files['src/expose.d.ts']).not.toContain('.css');
});

test('the same sources give the same bytes', async () => {
  write(REMOTE);
  expect((await archive()).equals(await archive())).toBe(true);
});

test.each([
  [
    'a type that lies outside of the remote',
    { 'shared/secret.ts': 'export interface Secret {\n  a: 1;\n}\n' },
    "import type { Secret } from '../../shared/secret';\nexport default function App({ a }: Secret) {\n  return <p>{a}</p>;\n}\n",
    /refer to \.\.\/\.\.\/shared\/secret \(src\/expose\.d\.ts\), which lies outside of it/,
  ],
  [
    'a syntax error',
    {},
    'export default function App( {\n  return <p />;\n}\n',
    /The types of mf-weather cannot be told:\n.*src\/expose\.tsx\(\d+,\d+\): error TS/,
  ],
])('%s stops the build', async (_name, more, expose, message) => {
  write({ ...more, 'mf-weather/src/expose.tsx': expose });
  await expect(archive({ App: './src/expose.tsx' })).rejects.toThrow(message);
});
