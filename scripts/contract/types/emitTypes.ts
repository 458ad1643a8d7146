import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as contracts from '@ezdash/contracts';
import { rootDir } from '../../../packages/remote-kit/src/build/workspace';
import { COMPILER_OPTIONS, compileProject } from './compiler';
import { namedContracts } from './namedContracts';
import { nameTags, TAGS_FILE, tagsText } from './tagNames';
import { type DeclarationFiles, type DeclarationTree, reachable } from './tree';

const CONTRACTS = 'packages/contracts/src';
/** Stands in the place of the contracts while the compiler writes. */
const NAMED = 'named/contracts';

export interface EmittedTypes extends DeclarationTree {
  /** What stands for `@ezdash/contracts` when declarations are held against each other. */
  contracts: { door: string; files: DeclarationFiles };
}

const textsOf = (folder: string) =>
  readdirSync(path.join(rootDir, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(rootDir, folder, name), 'utf8'));

/** Every declaration below a folder, by its path there. */
function declarationsIn(folder: string): DeclarationFiles {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = found
    .filter((entry) => entry.isFile() && entry.name.endsWith('.d.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));
}

async function emit(doors: Record<string, string>, scratch: string, outDir: string): Promise<void> {
  const named = path.join(scratch, `${NAMED}.ts`);
  const index = path.join(rootDir, CONTRACTS, 'index');
  mkdirSync(path.dirname(named), { recursive: true });
  writeFileSync(named, namedContracts(index, contracts, textsOf(CONTRACTS)));
  const project = path.join(scratch, 'tsconfig.json');
  writeFileSync(
    project,
    JSON.stringify({
      files: [...Object.values(doors), 'types/assets.d.ts', 'packages/ui/src/tablerIcons.d.ts'].map((file) =>
        path.join(rootDir, file),
      ),
      compilerOptions: {
        ...COMPILER_OPTIONS,
        types: ['jest', 'node'],
        typeRoots: [path.join(rootDir, 'node_modules/@types')],
        paths: { '@ezdash/contracts': [named] },
        declaration: true,
        emitDeclarationOnly: true,
        removeComments: true,
        // Whether it is right in itself is another step's business, and takes three times as long.
        noCheck: true,
        rootDir: path.parse(rootDir).root,
        outDir,
      },
    }),
  );
  const complaints = await compileProject(project);
  if (complaints.length > 0) throw new Error(`The compiler wrote no declarations:\n${complaints.join('\n')}`);
}

/**
 * The declarations that the sources have now.
 * @param doors door → its source file in the repository
 * @throws when a door has none: the compiler's complaints are in the step that checks types
 */
export async function emitTypes(
  doors: Record<string, string>,
  tags: readonly string[],
): Promise<EmittedTypes> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'ezdash-contract-'));
  try {
    const outDir = path.join(scratch, 'out');
    await emit(doors, scratch, outDir);
    const below = (folder: string) => path.join(outDir, path.relative(path.parse(folder).root, folder));
    const all = declarationsIn(below(rootDir));
    const isContract = (file: string) => file.startsWith(`${CONTRACTS}/`);
    const own = Object.entries(all).filter(([file]) => !isContract(file));
    const files = Object.fromEntries(own.map(([file, text]) => [file, nameTags(file, text, tags)]));
    const doorFiles = Object.entries(doors).map(([door, source]): [string, string] => [
      door,
      source.replace(/\.tsx?$/, '.d.ts'),
    ]);
    for (const [door, file] of doorFiles)
      if (files[file] === undefined) throw new Error(`The compiler wrote no declarations of ${door}`);
    const named = readFileSync(path.join(below(scratch), `${NAMED}.d.ts`), 'utf8');
    const tree = { doors: Object.fromEntries(doorFiles), files: { ...files, [TAGS_FILE]: tagsText(tags) } };
    return {
      ...reachable(tree),
      contracts: {
        door: `${NAMED}.d.ts`,
        files: {
          ...Object.fromEntries(Object.entries(all).filter(([file]) => isContract(file))),
          [`${NAMED}.d.ts`]: named.replaceAll(
            JSON.stringify(path.join(rootDir, CONTRACTS, 'index')),
            JSON.stringify(`../${CONTRACTS}/index`),
          ),
        },
      },
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
