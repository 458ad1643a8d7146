// Builds a remote whenever its sources change: watchRemote.mjs <remote> <its folder> <folder for the builds> <what else to watch …>.
// Tells its parent each result as a message.
import { randomBytes } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Release } from '@ezdash/contracts';
import { buildRemote } from '../../build/buildRemote';
import { BuildError } from '../../build/compile';

/** What the parent hears. */
export type WatchMessage =
  | { kind: 'built'; release: Release; elapsedMs: number }
  | { kind: 'failed'; message: string };

/** Editors write a file in several steps. */
const SETTLE_MS = 60;
/** Open tabs may still load chunks of builds that were replaced. */
const KEPT_BUILDS = 5;

const [, , name = '', folder = '', outRoot = '', ...others] = process.argv;
let builds = 0;
let running = false;
let wanted = false;

const tell = (message: WatchMessage) => process.send?.(message);
const folderOf = (build: number) => path.join(outRoot, name, `0.0.0-dev.${build}`);

async function buildOnce(): Promise<void> {
  builds += 1;
  const startedAt = performance.now();
  try {
    const release = await buildRemote({
      folder,
      outDir: folderOf(builds),
      version: `0.0.0-dev.${builds}`,
      buildId: randomBytes(6).toString('hex'),
      development: true,
    });
    tell({ kind: 'built', release, elapsedMs: Math.round(performance.now() - startedAt) });
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof BuildError ? error.message : String(error) });
  }
  await rm(folderOf(builds - KEPT_BUILDS), { recursive: true, force: true });
}

/** One build at a time; a change meanwhile makes another one follow. */
async function rebuild(): Promise<void> {
  wanted = true;
  if (running) return;
  running = true;
  while (wanted) {
    wanted = false;
    await buildOnce();
  }
  running = false;
}

let settling: NodeJS.Timeout | undefined;
const changed = (_event: string, file: string | null) => {
  if (file && /(^|[\\/])(dist|node_modules)([\\/]|$)|\.test\.tsx?$|~$/.test(file)) return;
  clearTimeout(settling);
  settling = setTimeout(rebuild, SETTLE_MS);
};
// Of its own folder what a build reads: everything below would be all that is installed there, too.
const watchers: FSWatcher[] = [
  watch(path.join(folder, 'src'), { recursive: true }, changed),
  watch(folder, changed),
  ...others.map((other) => watch(other, { recursive: true }, changed)),
];
process.once('disconnect', () => {
  for (const watcher of watchers) watcher.close();
  process.exit(0);
});
await rebuild();
