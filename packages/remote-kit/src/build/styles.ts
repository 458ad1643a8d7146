import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { foreignSelectors } from '@ezdash/contracts';
import { BuildError } from './compile';

async function* sheets(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sheets(file);
    else if (entry.name.endsWith('.css')) yield file;
  }
}

/**
 * A remote dresses its own elements alone: its sheets are modules, and each of their rules is bound to a class of theirs.
 * `body {}` of one team would be everybody's, `:global(body)` too: the gate would refuse it.
 * @throws BuildError naming file and selectors
 */
export async function checkStyles(folder: string): Promise<void> {
  const problems: string[] = [];
  for await (const file of sheets(path.join(folder, 'src'))) {
    const name = path.relative(folder, file);
    if (!name.endsWith('.module.css'))
      problems.push(`${name} would be everybody's: call it ${name.replace(/\.css$/, '.module.css')}`);
    else {
      const found = foreignSelectors(await readFile(file, 'utf8'));
      if (found.length > 0)
        problems.push(`${name} reaches what is not the remote's: ${found.join(', ')}. Begin with a class`);
    }
  }
  if (problems.length > 0) throw new BuildError(problems.join('\n'));
}
