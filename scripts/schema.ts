// npm run schema: migrates a scratch database and writes what it looks like: the tables' types for kysely and
// docs/schema.md. With --check nothing is written, and a difference ends with 1.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, migrate } from '../api/src/platform/db';
import { startEmbeddedPostgres } from '../api/src/platform/embeddedPostgres';
import { readSchema } from './schema/readSchema';
import { writeReport } from './schema/writeReport';
import { writeTypes } from './schema/writeTypes';

const root = fileURLToPath(new URL('..', import.meta.url));

async function describeMigrations() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-schema-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    await migrate(postgres.owner);
    const client = createClient(postgres.owner);
    await client.connect();
    const schema = await readSchema(client).finally(() => client.end());
    return { 'api/src/platform/db/schema.gen.ts': writeTypes(schema), 'docs/schema.md': writeReport(schema) };
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

let different = 0;
for (const [name, text] of Object.entries(await describeMigrations())) {
  const file = path.join(root, name);
  if (read(file) === text) continue;
  different++;
  if (process.argv.includes('--check'))
    console.error(`${name} does not match the migrations: run npm run schema`);
  else {
    writeFileSync(file, text);
    console.log(`Wrote ${name}`);
  }
}
process.exit(process.argv.includes('--check') && different > 0 ? 1 : 0);
