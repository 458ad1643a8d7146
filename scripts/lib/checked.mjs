import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './run.mjs';

/**
 * Names a file that one run of CI has for itself (`.ci/run`): there the check says which tests passed in it, and the
 * tests that follow need not run those again. Without it nobody says or believes anything.
 */
const { CHECKED_FILE: file } = process.env;

/** Hash of all files that anything here is made of or tested by, of their names, and of the Node that runs them. */
async function treeHash() {
  const { code, output } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z']);
  if (code !== 0) return null;
  const hash = createHash('sha256').update(`${process.version}\0`);
  for (const name of output.split('\0').filter(Boolean).sort()) {
    hash.update(`${name}\0`);
    try {
      hash.update(readFileSync(path.join(root, name)));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    hash.update('\0');
  }
  return hash.digest('hex');
}

/** Begins before the check does: what it sees of the files is what is said of them. Answers how to say what passed. */
export async function beginChecked() {
  if (!file) return () => {};
  const tree = await treeHash();
  return (passed) => tree && writeFileSync(file, JSON.stringify({ tree, passed }));
}

/** Numbers of tests by kind that passed in the check of this run, on the very files that are here now. */
export async function readChecked() {
  if (!file) return {};
  try {
    const { tree, passed } = JSON.parse(readFileSync(file, 'utf8'));
    return tree === (await treeHash()) ? passed : {};
  } catch {
    return {};
  }
}
