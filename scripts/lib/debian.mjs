import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/** A program of this machine: the one on the path, or where Debian keeps servers; null when there is none. */
export function findProgram(name) {
  for (const folder of [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** Installs a package of Debian's where that is allowed (Debian or Ubuntu, as root). Its service is not started. */
export async function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
}
