import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Connection, createClient } from '../platform/db';
import { silentLog as log } from '../platform/log';
import { projectRoot } from '../platform/projectRoot';
import { createTestDb, databaseUrl, type TestDb } from '../testing';
import { sharedConnections } from '../testing/database';
import { startWholeApp } from '../testing/startWholeApp';
import { prepareDatabase } from './prepareDatabase';
import { StartError, startSentence } from './StartError';

jest.setTimeout(120_000);

async function run(connection: Connection, ...statements: string[]): Promise<void> {
  const client = createClient(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

describe('the SQL of docs/operations.md', () => {
  const { superuser } = sharedConnections();
  const document = readFileSync(path.join(projectRoot(), 'docs/operations.md'), 'utf8');
  const [, chapter = ''] = document.match(/^## Database roles$([\s\S]*?)^## /m) ?? [];
  const [fresh = [], handOver = []] = [...chapter.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(
    ([, block = '']) => block.split(/;\n/).filter((statement) => statement.trim()),
  );
  const connectionOf = (variable: string) => {
    const [, user, password, database] =
      chapter.match(new RegExp(`^${variable}=postgres://(\\w+):([\\w-]+)@db\\.example/(\\w+)$`, 'm')) ?? [];
    return { ...superuser, user, password, database };
  };
  const connection = connectionOf('DATABASE_URL');
  const owner = connectionOf('MIGRATIONS_DATABASE_URL');
  const asAdministrator = { ...superuser, database: owner.database };
  const env = { DATABASE_URL: databaseUrl(connection), MIGRATIONS_DATABASE_URL: databaseUrl(owner) };
  afterEach(() =>
    run(
      superuser,
      `DROP DATABASE ${owner.database} WITH (FORCE)`,
      `DROP ROLE ${owner.user}`,
      `DROP ROLE ${connection.user}`,
    ),
  );

  async function expectApart(): Promise<void> {
    await run(owner, 'CREATE TABLE mine (id int)', 'DROP TABLE mine', 'SELECT 1 FROM ledger_posting');
    for (const refused of [
      'CREATE TABLE mine (id int)',
      "COPY (SELECT 1) TO PROGRAM 'cat'",
      'TRUNCATE ledger_posting CASCADE',
    ])
      await expect(run(connection, refused)).rejects.toThrow('permission denied');
  }

  it('makes roles that the app starts with, with one address or both', async () => {
    await run(superuser, ...fresh);
    const app = await startWholeApp(env, log);
    const guest = app.client();
    expect((await guest.post('/api/auth/login', { email: 'a@b.test', password: 'wrong' })).status).toBe(422);
    expect((await guest.get('/readyz')).status).toBe(200);
    await app.close();
    await expectApart();
    // A server need not know the owner's password.
    expect(await prepareDatabase({ connection, owner: connection }, log)).toBeNull();
    // The owner alone is enough, and too much.
    expect(await prepareDatabase({ connection: owner, owner }, log)).toEqual({
      name: 'database_role',
      sentence: expect.stringContaining(`The role ${owner.user} of DATABASE_URL can do more`),
    });
    await expectApart();
  });

  it('hands over a database that belonged to the role of the app', async () => {
    await run(
      superuser,
      `CREATE ROLE ${connection.user} LOGIN SUPERUSER PASSWORD '${connection.password}'`,
      `CREATE DATABASE ${connection.database} OWNER ${connection.user}`,
    );
    await prepareDatabase({ connection, owner: connection }, log);
    await run(asAdministrator, ...handOver);
    expect(await prepareDatabase({ connection, owner }, log)).toBeNull();
    await expectApart();
  });
});

describe('tells the operator in one sentence', () => {
  let test_: TestDb;
  beforeEach(async () => {
    test_ = await createTestDb();
  });
  afterEach(() => test_.drop());
  const sentence = (connection: Connection, owner: Connection) =>
    prepareDatabase({ connection, owner }, log).then(
      () => 'prepared',
      (error: unknown) => startSentence(error),
    );

  it('which privilege is missing', async () => {
    await run(test_.ownerConnection, 'REVOKE UPDATE ON campaign FROM ezdash_app');
    expect(await sentence(test_.connection, test_.connection)).toBe(
      'The role ezdash_app of DATABASE_URL has no UPDATE privilege on public.campaign: start once with MIGRATIONS_DATABASE_URL set to the owner of the tables (docs/operations.md, "Database roles").',
    );
    expect(await sentence(test_.connection, test_.ownerConnection)).toBe('prepared');
  });

  it('that the role of the app may not migrate', async () => {
    await run(test_.ownerConnection, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    expect(await sentence(test_.connection, test_.connection)).toMatch(
      /^The database refuses this to its role: permission denied .*MIGRATIONS_DATABASE_URL/,
    );
  });

  it('that both addresses are not of one database', async () => {
    const other = await createTestDb();
    await run(other.ownerConnection, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await expect(
      prepareDatabase({ connection: other.connection, owner: test_.ownerConnection }, log),
    ).rejects.toThrow(StartError);
    await other.drop();
  });

  it('that the role of the app owns the tables, is a superuser or belongs to the owner', async () => {
    const name = `wide_${randomBytes(4).toString('hex')}`;
    const { superuser } = sharedConnections();
    const wide = { ...test_.connection, user: name, password: 'wide' };
    await run(superuser, `CREATE ROLE ${name} LOGIN PASSWORD 'wide' IN ROLE ezdash_owner`);
    try {
      await run(superuser, `GRANT CONNECT ON DATABASE ${test_.connection.database} TO ${name}`);
      for (const change of [`GRANT ezdash_owner TO ${name}`, `ALTER ROLE ${name} SUPERUSER`]) {
        await run(superuser, change);
        expect(await prepareDatabase({ connection: wide, owner: test_.ownerConnection }, log)).toEqual({
          name: 'database_role',
          sentence: expect.stringContaining(`The role ${name} of DATABASE_URL can do more`),
        });
        await run(superuser, `REVOKE ezdash_owner FROM ${name}`);
      }
    } finally {
      await run({ ...superuser, database: test_.connection.database }, `DROP OWNED BY ${name}`);
      await run(superuser, `DROP ROLE ${name}`);
    }
  });
});
