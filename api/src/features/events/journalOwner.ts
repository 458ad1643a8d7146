import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { knowsJournal } from './events.repo';

/** In the journal's folder, beside its segments. */
const FILE = 'database-id';
const FACT = 'database_id';

/** The folder holds events of another database; the message is a sentence for the operator. */
export class ForeignJournal extends Error {
  override readonly name = 'ForeignJournal';
}

/** The database's own id, made when somebody asks for the first time. A restored backup keeps it. */
async function databaseId(db: Db): Promise<string> {
  await sql`INSERT INTO network_fact (key, value) VALUES (${FACT}, to_jsonb(gen_random_uuid()::text))
    ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ id: string }>`
    SELECT value #>> '{}' AS id FROM network_fact WHERE key = ${FACT}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database has no id');
  return row.id;
}

async function readOwner(dir: string): Promise<string | null> {
  try {
    return (await readFile(path.join(dir, FILE), 'utf8')).trim();
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'ENOENT') return null;
    throw error;
  }
}

/** Durable before the first event is: a file that was torn by a crash would refuse the database's own journal. */
async function writeOwner(dir: string, id: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const unfinished = path.join(dir, `${FILE}.new`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${id}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path.join(dir, FILE));
}

const isSegment = (name: string) => name.endsWith('.seg');

/**
 * Makes sure that a journal's folder belongs to this database, and writes it down where nobody has yet. Throws
 * ForeignJournal otherwise: applied to another database its events would be lost or billed to strangers.
 */
export async function claimJournal(db: Db, dir: string, node: string): Promise<void> {
  const id = await databaseId(db);
  const owner = await readOwner(dir);
  if (owner === id) return;
  const hasSegments = (await readdir(dir).catch(() => [])).some(isSegment);
  // Journals of versions before this one have no owner written down: theirs is the database that knows them.
  const isForeign = owner === null ? hasSegments && !(await knowsJournal(db, node)) : true;
  if (isForeign)
    throw new ForeignJournal(
      `The journal in ${dir} belongs to another database: start with that database, or move the folder away.`,
    );
  await writeOwner(dir, id);
}
