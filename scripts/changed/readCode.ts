import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { rootDir } from '../build/targets.mjs';
import { FOLDERS } from '../lib/folders.mjs';
import type { Code } from './journeys';

/** Reads all code and who imports whom, by the library that checks the rules of imports. */
export async function readCode(): Promise<Code> {
  const { options } = createRequire(import.meta.url)(path.join(rootDir, '.dependency-cruiser.cjs')) as {
    options: object;
  };
  const { output } = await cruise(FOLDERS, options);
  if (typeof output === 'string') throw new Error('The imports came as a text');
  const importers = new Map<string, string[]>();
  const files = new Map<string, string>();
  for (const { source, dependencies } of output.modules) {
    if (source.startsWith('node_modules/')) continue;
    if (/\.[cm]?[jt]sx?$/.test(source) && dependencies.length >= 0)
      files.set(source, readFileSync(path.join(rootDir, source), 'utf8'));
    for (const { resolved } of dependencies)
      importers.set(resolved, [...(importers.get(resolved) ?? []), source]);
  }
  return { files, importers };
}
