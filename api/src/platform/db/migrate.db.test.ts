import { sql } from 'kysely';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { inTransaction, migrate } from '.';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

it('has nothing to do on a migrated database', async () => {
  expect(await migrate(test.ownerConnection)).toBe(0);
});

it('refuses a database of a newer version', async () => {
  const newer = await createTestDb();
  await sql`INSERT INTO schema_migration (name, run_on) VALUES ('9999_later', now())`.execute(newer.owner);
  await expect(migrate(newer.ownerConnection)).rejects.toThrow('changed by a newer version (9999_later)');
  await newer.drop();
});

it('migrates an empty database once when several processes start at the same time', async () => {
  const empty = await createTestDb();
  await sql`DROP SCHEMA public CASCADE`.execute(empty.owner);
  await sql`CREATE SCHEMA public`.execute(empty.owner);
  const ran = await Promise.all([1, 2, 3].map(() => migrate(empty.ownerConnection)));
  expect(ran.filter((count) => count > 0)).toHaveLength(1);
  expect(await empty.owner.selectFrom('account_type').select('name').execute()).toHaveLength(5);
  await empty.drop();
});

it('reads int8 as bigint, a day as text and a time as a Date', async () => {
  const { rows } =
    await sql`SELECT 9007199254740993::int8 AS big, date '2026-02-03' AS day, timestamptz '2026-02-03T04:05:06Z' AS at`.execute(
      test.db,
    );
  expect(rows).toEqual([{ big: 9007199254740993n, day: '2026-02-03', at: new Date('2026-02-03T04:05:06Z') }]);
});

describe('inTransaction', () => {
  const facts = () => test.db.selectFrom('network_fact').select('key').execute();

  it('keeps nothing of a failed piece of work', async () => {
    const work = inTransaction(test.db, async (trx) => {
      await trx.insertInto('network_fact').values({ key: 'half', value: '1' }).execute();
      throw new Error('stop');
    });
    await expect(work).rejects.toThrow('stop');
    expect(await facts()).toEqual([]);
  });

  it('tries again after a serialisation conflict, and both changes count', async () => {
    await test.db.insertInto('network_fact').values({ key: 'count', value: '0' }).execute();
    let runs = 0;
    const addOne = () =>
      inTransaction(
        test.db,
        async (trx) => {
          runs++;
          const { value } = await trx
            .selectFrom('network_fact')
            .select('value')
            .where('key', '=', 'count')
            .executeTakeFirstOrThrow();
          await sql`SELECT pg_sleep(0.03)`.execute(trx);
          await trx
            .updateTable('network_fact')
            .set({ value: String(Number(value) + 1) })
            .where('key', '=', 'count')
            .execute();
        },
        { isolation: 'serializable', retries: 8 },
      );
    await Promise.all([addOne(), addOne(), addOne()]);
    const { value } = await test.db
      .selectFrom('network_fact')
      .select('value')
      .where('key', '=', 'count')
      .executeTakeFirstOrThrow();
    expect(value).toBe(3);
    expect(runs).toBeGreaterThan(3);
  });

  it('gives up after the tries it was allowed', async () => {
    let runs = 0;
    const failing = inTransaction(
      test.db,
      async () => {
        runs++;
        throw Object.assign(new Error('deadlock'), { code: '40P01' });
      },
      { retries: 2 },
    );
    await expect(failing).rejects.toThrow('deadlock');
    expect(runs).toBe(3);
  });

  it('joins the transaction it is called in', async () => {
    await inTransaction(test.db, (outer) => inTransaction(outer, async (inner) => expect(inner).toBe(outer)));
  });
});
