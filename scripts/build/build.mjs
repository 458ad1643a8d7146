import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endTogether, isEnding } from '../lib/run.mjs';
import { makeFingerprint } from './fingerprint.mjs';
import { isStampOf, stampOf, wantsTypes } from './stamp.mjs';
import { rootDir, targets } from './targets.mjs';

export const TARGET_NAMES = targets.map((target) => target.name);

const stampFile = (target) => path.join(rootDir, target.outDir, `.${target.name}.stamp`);

/** Only remotes have types. */
const hasTypes = (target, withTypes) => withTypes && target.name.startsWith('mf-');

function isFresh(target, fingerprint, withTypes) {
  try {
    return (
      isStampOf(readFileSync(stampFile(target), 'utf8'), fingerprint, hasTypes(target, withTypes)) &&
      existsSync(path.join(rootDir, target.outDir, target.proof))
    );
  } catch {
    return false;
  }
}

/** Builds one target in a process of its own: the bundler's memory goes with it, and two run side by side. */
function runTarget(target, fingerprint, withTypes, log) {
  const startedAt = performance.now();
  const child = endTogether(
    spawn(
      process.execPath,
      [path.join(rootDir, 'scripts/build/buildTarget.mjs'), target.name, fingerprint.slice(0, 12)],
      {
        cwd: rootDir,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, RELEASE_TYPES: withTypes ? '1' : '0' },
      },
    ),
  );
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (errors += data));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      if (code === 0) {
        writeFileSync(stampFile(target), stampOf(fingerprint, hasTypes(target, withTypes)));
        log(`  ${target.name.padEnd(14)} ${seconds.padStart(5)} s  ${output.trim()}`);
      } else if (!isEnding()) {
        log(`  ${target.name.padEnd(14)} failed\n${errors.trim() || output.trim()}`);
      }
      resolve(code === 0);
    });
  });
}

/**
 * Builds the targets that changed since they were built last, at most as many at a time as there are cores.
 *
 * @param {{ names?: string[], force?: boolean, withTypes?: boolean, log?: (line: string) => void }} [options]
 * @returns {Promise<{ built: string[], fresh: string[], failed: string[], elapsedMs: number }>}
 */
export async function build(options = {}) {
  const { names = [], force = false, withTypes = wantsTypes(process.env), log = console.log } = options;
  const startedAt = performance.now();
  const fingerprint = makeFingerprint();
  const wanted = targets
    .filter((target) => names.length === 0 || names.includes(target.name))
    .map((target) => ({ target, print: fingerprint([...target.sources]) }));
  const stale = wanted.filter(({ target, print }) => force || !isFresh(target, print, withTypes));
  const result = {
    built: [],
    fresh: wanted.filter((one) => !stale.includes(one)).map(({ target }) => target.name),
    failed: [],
    elapsedMs: 0,
  };
  if (stale.length > 0) log(`Building ${stale.map(({ target }) => target.name).join(', ')}`);
  const queue = [...stale];
  const work = async () => {
    for (let next = queue.shift(); next && !isEnding(); next = queue.shift()) {
      const succeeded = await runTarget(next.target, next.print, withTypes, log);
      result[succeeded ? 'built' : 'failed'].push(next.target.name);
    }
  };
  const workers = Math.min(stale.length, Math.max(2, os.availableParallelism()), 4);
  await Promise.all(Array.from({ length: workers }, work));
  result.elapsedMs = Math.round(performance.now() - startedAt);
  return result;
}
