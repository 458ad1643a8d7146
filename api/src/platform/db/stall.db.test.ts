import { sql } from 'kysely';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { createClient, DatabaseStalled, errorDetail, isDisconnect, openDb, within } from '.';

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

test('a connection of the pool that does not answer is given up and replaced', async () => {
  const { db, pool } = openDb(test_.connection, { max: 1, queryTimeoutMs: 200 });
  const backend = async () =>
    (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)).rows[0]?.pid;
  const before = await backend();
  await expect(sql`SELECT pg_sleep(30)`.execute(db)).rejects.toThrow('Query read timeout');
  const after = await backend();
  expect(after).not.toBe(before);
  expect(pool.totalCount).toBe(1);
  await db.destroy();
});

test('a client of its own that does not answer is cut: what waits behind fails too', async () => {
  const client = createClient(test_.connection, { queryTimeoutMs: 200 });
  const ended = new Promise<void>((resolve) => client.on('end', () => resolve()));
  client.on('error', () => {});
  await client.connect();
  await expect(client.query('SELECT pg_sleep(30)')).rejects.toThrow('Query read timeout');
  await ended;
  await expect(client.query('SELECT 1')).rejects.toThrow();
});

test('the server ends a statement that runs too long', async () => {
  const client = createClient(test_.connection, { statementTimeoutMs: 100 });
  await client.connect();
  await expect(client.query('SELECT pg_sleep(30)')).rejects.toThrow('statement timeout');
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test('work that is late is cut off, work in time is not', async () => {
  const cut = jest.fn();
  await expect(within(20, new Promise(() => {}), cut)).rejects.toThrow(DatabaseStalled);
  expect(cut).toHaveBeenCalledTimes(1);
  expect(await within(1_000, Promise.resolve(7), cut)).toBe(7);
  expect(cut).toHaveBeenCalledTimes(1);
});

test('a database that went away is told in one line, a mistake with its stack', async () => {
  const client = createClient(test_.connection);
  const broken = new Promise<Error>((resolve) => client.on('error', resolve));
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(test_.db);
  const error = await broken;
  expect(errorDetail(error)).toEqual({ reason: 'terminating connection due to administrator command' });
  const mistake = await sql`SELECT nothing`.execute(test_.db).catch((each: unknown) => each);
  expect(isDisconnect(mistake)).toBe(false);
  expect(errorDetail(mistake)).toEqual({ err: mistake });
});
