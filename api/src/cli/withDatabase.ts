import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError, readConfig } from '../config';
import { type Connection, createDb, type Db } from '../platform/db';
import { silentLog } from '../platform/log';
import { findDatabase } from '../startup/openDatabase';
import { StartError, startSentence } from '../startup/StartError';

/** What the person typed wrongly, in one sentence. */
export class UsageError extends StartError {}

const UNDEFINED_TABLE = '42P01';

function assertThereIsOne({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'postgres/data')))
    throw new ConfigError(`There is no database in DATA_DIR ${dataDir} yet: start the app once.`);
}

/** Works on the app's database while the app runs (and leaves it running) or while it does not. */
export async function withDatabase<T>(
  work: (db: Db, config: Config, connection: Connection) => Promise<T>,
): Promise<T> {
  const config = readConfig();
  assertThereIsOne(config);
  const { connection, stop } = await findDatabase(config, silentLog);
  const db = createDb(connection, { max: 2, applicationName: 'ezdash cli', queryTimeoutMs: 0 });
  try {
    return await work(db, config, connection);
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === UNDEFINED_TABLE)
      throw new ConfigError('The database has no tables yet: start the app once.');
    throw error;
  } finally {
    await db.destroy();
    await stop();
  }
}

/** Runs a command to its exit code: what `run` says, or 2 with a sentence when it could not do its work. */
export async function runCommand(run: () => Promise<number>): Promise<never> {
  try {
    process.exit(await run());
  } catch (error) {
    console.error(startSentence(error) ?? error);
    process.exit(2);
  }
}
