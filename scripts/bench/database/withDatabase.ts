import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../api/src/platform/embeddedPostgres';
import { silentLog } from '../../../api/src/platform/log';
import { type DatabaseRoles, prepareDatabase } from '../../../api/src/startup/prepareDatabase';

/**
 * Runs a bench on a migrated, durable PostgreSQL of its own: a new one, which is gone afterwards, or the one in
 * `keptDir`, which stays there for the next run.
 */
export async function withDatabase<T>(
  work: (roles: DatabaseRoles) => Promise<T>,
  keptDir?: string,
): Promise<T> {
  if (keptDir !== undefined) await mkdir(keptDir, { recursive: true });
  const dataDir = keptDir ?? (await mkdtemp(join(tmpdir(), 'ezdash-bench-')));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir });
    try {
      await prepareDatabase(postgres, silentLog);
      return await work(postgres);
    } finally {
      await postgres.stop();
    }
  } finally {
    if (keptDir === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}
