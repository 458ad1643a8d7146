import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from '../../../packages/remote-kit/src/build/workspace';
import { COMPILER_OPTIONS } from '../types/compiler';
import type { DeclarationTree } from '../types/tree';

/**
 * Lays out the declarations of a record as the kit of then, and a program that is compiled against nothing else of ours.
 * @returns the project, for the compiler
 */
export function layOutKit(folder: string, tree: DeclarationTree, program: { include: string[] }): string {
  for (const [file, text] of Object.entries(tree.files)) {
    mkdirSync(path.join(folder, 'kit', path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, 'kit', file), text);
  }
  symlinkSync(path.join(rootDir, 'node_modules'), path.join(folder, 'node_modules'));
  const doors = Object.entries(tree.doors).map(([door, file]) => [door, [`./kit/${file}`]]);
  const project = path.join(folder, 'tsconfig.json');
  writeFileSync(
    project,
    JSON.stringify({
      include: [...program.include, path.join(rootDir, 'types')],
      compilerOptions: {
        ...COMPILER_OPTIONS,
        noEmit: true,
        types: ['node'],
        typeRoots: [path.join(rootDir, 'node_modules/@types')],
        paths: Object.fromEntries(doors),
      },
    }),
  );
  return project;
}
