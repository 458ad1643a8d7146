import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '../platform/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embeddedPostgres';
import { silentLog } from '../platform/log';
import { prepareDatabase } from '../startup/prepareDatabase';
import { shareConnections, TEMPLATE } from './database';
import { roomyFolder } from './roomyFolder';

const PREFIX = 'ezdash-test-db-';

declare global {
  var ezdashTestDatabase: { postgres: EmbeddedPostgres; dataDir: string } | undefined;
}

/** Jest's globalSetup: one cluster for the whole run, with a migrated template database. */
export default async function startDatabase(): Promise<void> {
  const folder = roomyFolder();
  for (const each of new Set([folder, tmpdir()])) await removeLeftovers(each);
  const dataDir = mkdtempSync(path.join(folder, `${PREFIX}${process.pid}-`));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  globalThis.ezdashTestDatabase = { postgres, dataDir };
  const { connection: app, owner } = postgres;
  const password = readFileSync(path.join(dataDir, 'postgres/password'), 'utf8');
  const superuser = { ...app, user: 'ezdash', password };
  const client = createClient(superuser);
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE} OWNER ${owner.user}`);
  // Fixtures may make what constraints forbid.
  await client.query(`GRANT SET ON PARAMETER session_replication_role TO ${owner.user}`);
  await client.end();
  const inTemplate = { database: TEMPLATE };
  await prepareDatabase(
    { connection: { ...app, ...inTemplate }, owner: { ...owner, ...inTemplate } },
    silentLog,
  );
  shareConnections({ app, owner, superuser });
}

/** A run that was killed leaves its server behind. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((each) => each.startsWith(PREFIX))) {
    const owner = Number.parseInt(name.slice(PREFIX.length), 10);
    if (!(owner > 0) || existsSync(`/proc/${owner}`) || process.platform !== 'linux') continue;
    const dataDir = path.join(folder, name);
    const pidFile = path.join(dataDir, 'postgres/data/postmaster.pid');
    try {
      if (existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '')
        await startEmbeddedPostgres({ dataDir, durable: false }).then((server) => server.stop());
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // Another run clears it away at this moment.
    }
  }
}
