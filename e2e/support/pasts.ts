import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How long one may take to be made, beside another run. */
const MADE_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 200;

/** Names the folder of a run's pasts in the environment that its workers inherit; the config calls it first of all. */
export function keepPasts(): void {
  process.env.E2E_PASTS ??= mkdtempSync(path.join(tmpdir(), 'ezdash-pasts-'));
}

/** Once the run is over. */
export function dropPasts(): void {
  if (process.env.E2E_PASTS) rmSync(process.env.E2E_PASTS, { recursive: true, force: true });
}

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0;

/**
 * Whether a network that is about to start can have the past that another of this run had: one with a demo, that has
 * nothing yet, in a run that keeps pasts.
 */
export const wantsPast = (dataDir: string, env: NodeJS.ProcessEnv): boolean =>
  Boolean(process.env.E2E_PASTS) && env.DEMO !== '0' && !env.DATABASE_URL && isEmpty(dataDir);

/**
 * Fills a data directory with the demo's past of so many days. The first that asks makes it, with `make`; whoever asks
 * meanwhile waits. Its networks share their secrets and the ids of the demo, as one that was restored twice would.
 * @param make starts a network on a data directory and stops it again, once it is ready
 */
export async function givePast(
  days: string,
  dataDir: string,
  make: (dataDir: string) => Promise<void>,
): Promise<void> {
  const made = path.join(process.env.E2E_PASTS as string, days);
  const making = `${made}.making`;
  for (const endsAt = Date.now() + MADE_WITHIN_MS; !existsSync(made); ) {
    if (claim(making)) {
      try {
        await make(making);
        renameSync(making, made);
      } catch (error) {
        rmSync(making, { recursive: true, force: true });
        throw error;
      }
    } else if (Date.now() > endsAt) throw new Error(`A demo of ${days} days was not made in time`);
    else await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  mkdirSync(dataDir, { recursive: true });
  // With owners and modes: the database's files belong to who runs it.
  await run('cp', ['-a', `${made}/.`, dataDir]);
}

function claim(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
