import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from './targets.mjs';

const skippedFolders = new Set(['dist', 'node_modules', 'testing', 'fixtures', 'gallery', 'coverage']);
/** Neither tests nor prose change what is built. */
const skippedFiles = /(\.test\.tsx?|\.d\.mts|\.md|\.tsbuildinfo|tsconfig\.json)$/;

function* filesIn(relative) {
  const absolute = path.join(rootDir, relative);
  if (!statSync(absolute).isDirectory()) return yield relative;
  const entries = readdirSync(absolute, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) yield* filesIn(path.posix.join(relative, entry.name));
    } else if (entry.isFile() && !skippedFiles.test(entry.name)) {
      yield path.posix.join(relative, entry.name);
    }
  }
}

/**
 * Hash of all files that decide about a target's result, of their names too. One cache for all targets, because
 * they share most of their sources.
 */
export function makeFingerprint() {
  const hashes = new Map();
  const hashOf = (source) => {
    if (!hashes.has(source)) {
      const hash = createHash('sha256');
      try {
        for (const file of filesIn(source)) {
          hash
            .update(`${file}\0`)
            .update(readFileSync(path.join(rootDir, file)))
            .update('\0');
        }
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
        hash.update('absent');
      }
      hashes.set(source, hash.digest('hex'));
    }
    return hashes.get(source);
  };
  return (sources) => createHash('sha256').update(sources.map(hashOf).join('\n')).digest('hex');
}
