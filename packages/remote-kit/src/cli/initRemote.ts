import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../build/workspace';
import { UsageError } from './failures';
import { remoteOf } from './values';

const TEMPLATE = path.join(import.meta.dirname, '../template');
/** What the template's own code imports, in the versions that the shell shares. */
const IMPORTED = ['react', 'react-router-dom', 'i18next', 'react-i18next'];
const SCRIPTS = {
  build: 'ezdash-remote build',
  check: 'ezdash-remote check',
  deploy: 'ezdash-remote deploy',
  test: 'ezdash-remote test',
};
const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['jest', 'node', '@ezdash/remote-kit/assets'],
    strict: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['remote.manifest.ts', 'src'],
};

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

function* filesIn(folder: string, prefix = ''): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.posix.join(prefix, entry.name);
    if (entry.isDirectory()) yield* filesIn(path.join(folder, entry.name), name);
    else yield name;
  }
}

interface PackageJson {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(path.join(packageFolder(name), 'package.json'), 'utf8')) as { version: string })
    .version;

/** What is there stays: the archives of the kit that were installed, and whatever else the team has. */
function packageJsonOf(before: PackageJson, name: string): PackageJson {
  const { main: _, ...rest } = before;
  return {
    ...rest,
    name,
    private: true,
    type: 'module',
    scripts: { ...before.scripts, ...SCRIPTS },
    dependencies: {
      ...before.dependencies,
      ...Object.fromEntries(IMPORTED.map((one) => [one, versionOf(one)])),
    },
  };
}

/** The sources of a new remote: file within its folder → text. */
export function remoteFiles(word: string): Map<string, string> {
  const renamed = (text: string) => text.replaceAll('sample', word).replaceAll('Sample', capitalised(word));
  const files = new Map<string, string>();
  for (const file of filesIn(TEMPLATE))
    files.set(renamed(file), renamed(readFileSync(path.join(TEMPLATE, file), 'utf8')));
  return files;
}

/**
 * Makes a folder with the kit installed into a remote that builds, passes its tests and can be deployed.
 * @returns what to tell
 * @throws UsageError when the name is none, or when there is a remote already
 */
export function initRemote(folder: string, [wanted, ...others]: string[]): string[] {
  if (wanted === undefined || others.length > 0)
    throw new UsageError('Say its name: ezdash-remote init mf-weather');
  const name = remoteOf(wanted);
  const word = name.slice('mf-'.length);
  const files = remoteFiles(word);
  files.set('tsconfig.json', json(TSCONFIG));
  const there = [...files.keys()].filter((file) => existsSync(path.join(folder, file)));
  if (there.length > 0) throw new UsageError(`There is ${there.join(', ')} already: nothing was written.`);
  const packageFile = path.join(folder, 'package.json');
  const before: PackageJson = existsSync(packageFile)
    ? (JSON.parse(readFileSync(packageFile, 'utf8')) as PackageJson)
    : { version: '1.0.0' };
  files.set('package.json', json(packageJsonOf(before, name)));
  if (!existsSync(path.join(folder, '.gitignore'))) files.set('.gitignore', 'node_modules/\ndist/\n');
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return [
    `${name} is made: ${files.size} files. Its page will be at /${word}, in the navigation of advertisers and publishers.`,
    'Next: npm install, npm run check, npm run deploy',
  ];
}
