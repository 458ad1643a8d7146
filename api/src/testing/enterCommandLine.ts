import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Connection } from '../platform/db';
import { databaseUrl } from './databaseUrl';

/**
 * From here on commands that read the environment find this database and a folder of their own, and what they say is
 * kept by a spy on `console.log`. Answers how to leave.
 */
export function enterCommandLine(connection: Connection): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-cli-'));
  const given = { DATABASE_URL: databaseUrl(connection), DATA_DIR: folder };
  const kept = { DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR };
  Object.assign(process.env, given);
  const said = jest.spyOn(console, 'log').mockImplementation(() => {});
  return () => {
    for (const [name, value] of Object.entries(kept))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    said.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  };
}
