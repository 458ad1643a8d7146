import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { giveUp, step } from './console.mjs';
import { root, run } from './run.mjs';

const LEAST_NODE = [20, 19];
const stampFile = path.join(root, 'node_modules', '.installed-lock');
const lockFile = path.join(root, 'package-lock.json');

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

/** True when node_modules is what package-lock.json says, as far as the last installation knows. */
export function isInstalled() {
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === lockHash();
  // Somebody ran npm by hand: its own record must not be older than the lock file.
  const record = path.join(root, 'node_modules', '.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(lockFile).mtimeMs;
}

/** What is installed is what the lock file says now. */
export const noteInstalled = () => writeFileSync(stampFile, lockHash());

/** Installs the packages of the lock file when they are missing or stale. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]))
    giveUp(`This needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.version}.`);
  if (isInstalled()) return;
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await step('Installing packages', () =>
    npm?.endsWith('.js') ? run(process.execPath, [npm, ...args]) : run('npm', args),
  );
  if (code !== 0)
    giveUp(`The packages could not be installed (npm ci ended with ${code}).\n${output.trim()}`);
  noteInstalled();
}
