import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installedVersion } from '@ezdash/remote-kit/build';
import { runProcess } from '@ezdash/remote-kit/cli';
import { buildDevelopmentShell } from '@ezdash/remote-kit/development';
import { rootDir } from '../build/targets.mjs';

const PACKAGES = ['contracts', 'store', 'ui', 'remote-kit'];
/** What stands at the root of this repository, and what a remote elsewhere is built, typed and tested with. */
const TOOLS = [
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'fflate',
  'i18next',
  'jest',
  'jest-environment-jsdom',
  'jest-fixed-jsdom',
  'react',
  'react-dom',
  'react-i18next',
  'react-router',
  'react-router-dom',
  'tsx',
  'typescript',
  'zod',
];
/** Of `scripts/testing`, what tests of pages start with; `jestConfig` of the kit names them. */
const TEST_HELPERS = ['dom.ts', 'cssModule.cjs', 'empty.cjs'];
/** The kit's own commands: nothing that a remote imports. */
const HIDDEN_EXPORTS = new Set(['./build', './cli', './development']);

interface PackageJson {
  name: string;
  version: string;
  exports: Record<string, string>;
  dependencies: Record<string, string>;
  [field: string]: unknown;
}

async function must(command: string, args: string[], cwd: string): Promise<string> {
  const { code, output } = await runProcess(command, args, { cwd });
  if (code !== 0) throw new Error(`${path.basename(command)} ${args[0]} ended with ${code}:\n${output}`);
  return output;
}

/** Declarations of all packages at once, as they refer to each other: `<folder>/<package>/src/…`. */
async function writeDeclarations(folder: string): Promise<void> {
  const config = path.join(folder, 'tsconfig.json');
  const inRoot = (...parts: string[]) => path.join(rootDir, ...parts);
  writeFileSync(
    config,
    JSON.stringify({
      extends: inRoot('tsconfig.web.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: inRoot('packages'),
        outDir: folder,
        typeRoots: [inRoot('node_modules/@types')],
      },
      include: [...PACKAGES.map((name) => inRoot('packages', name, 'src')), inRoot('types')],
      exclude: [
        inRoot('packages/remote-kit/src/build'),
        inRoot('packages/remote-kit/src/cli'),
        inRoot('packages/remote-kit/src/development'),
        inRoot('packages/remote-kit/src/template'),
        inRoot('**/*.test.ts'),
        inRoot('**/*.test.tsx'),
      ],
    }),
  );
  await must(inRoot('node_modules/.bin/tsc'), ['-p', config], rootDir);
}

/** TypeScript's users read the declarations, everybody else the sources. */
function publishedExports(exports: PackageJson['exports']): Record<string, unknown> {
  const kept = Object.entries(exports).filter(([door]) => !HIDDEN_EXPORTS.has(door));
  return Object.fromEntries(
    kept.map(([door, file]) => {
      const declared = file.replace(/^\.\/src\//, './types/').replace(/\.tsx?$/, '.d.ts');
      return [door, /\.tsx?$/.test(file) ? { types: declared, default: file } : file];
    }),
  );
}

/** As this repository has it, without what is for this repository alone. */
function publishedManifest(manifest: PackageJson): PackageJson {
  const { private: _, ...rest } = manifest;
  const exports: Record<string, unknown> = publishedExports(manifest.exports);
  if (manifest.name !== '@ezdash/remote-kit')
    return { ...rest, license: 'UNLICENSED', exports } as PackageJson;
  const tools = Object.fromEntries(TOOLS.map((name) => [name, installedVersion(name)]));
  return {
    ...rest,
    license: 'UNLICENSED',
    bin: { 'ezdash-remote': './bin/ezdash-remote.mjs' },
    exports: { ...exports, './assets': { types: './types/assets.d.ts' } },
    dependencies: { ...tools, ...manifest.dependencies },
  } as unknown as PackageJson;
}

/** The template's tests are part of it; all others stay here, with what they share. */
const isWanted = (source: string) =>
  /[\\/]template[\\/]/.test(source) || !/\.test\.tsx?$|[\\/]cli[\\/]testing$/.test(source);

/** Lays a package out as it is to be packed. */
function stage(name: string, folder: string, declarations: string): void {
  const from = path.join(rootDir, 'packages', name);
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(from, 'src'), path.join(folder, 'src'), { recursive: true, filter: isWanted });
  cpSync(path.join(declarations, name, 'src'), path.join(folder, 'types'), { recursive: true });
  for (const part of ['README.md', 'bin'])
    if (existsSync(path.join(from, part)))
      cpSync(path.join(from, part), path.join(folder, part), { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')) as PackageJson;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(publishedManifest(manifest), null, 2));
  if (name !== 'remote-kit') return;
  cpSync(path.join(rootDir, 'types/assets.d.ts'), path.join(folder, 'types/assets.d.ts'));
  for (const helper of TEST_HELPERS)
    cpSync(path.join(rootDir, 'scripts/testing', helper), path.join(folder, 'jest', helper));
}

/**
 * Packs contracts, store, ui and remote-kit: sources for the bundler, declarations for TypeScript. A folder elsewhere
 * needs these files and npm's registry, nothing else.
 * @returns names of the archives
 * @throws with the words of the tool that failed
 */
export async function packKit(target: string): Promise<string[]> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'ezdash-kit-'));
  try {
    const declarations = path.join(scratch, 'declarations');
    mkdirSync(declarations);
    mkdirSync(target, { recursive: true });
    await writeDeclarations(declarations);
    const packed: string[] = [];
    for (const name of PACKAGES) {
      const folder = path.join(scratch, name);
      stage(name, folder, declarations);
      if (name === 'remote-kit')
        await buildDevelopmentShell(path.join(rootDir, 'shell'), path.join(folder, 'emulator'));
      const output = await must('npm', ['pack', '--silent', '--pack-destination', target], folder);
      packed.push(output.split('\n').at(-1) ?? '');
    }
    return packed;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
