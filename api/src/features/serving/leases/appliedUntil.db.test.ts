import { createTestDb, type TestDb } from '../../../testing';
import { createPostgresLeaseStore } from './postgresLeaseStore';

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

test('with each sign of life a process says up to when it has applied its journal, as far as it knows', async () => {
  let applied: Date | null = null;
  const store = createPostgresLeaseStore(test_.db, 60_000, () => applied);
  const { node } = await store.join('n1', false);
  const said = async () => {
    await store.beat(node, false);
    const { applied_until } = await test_.db
      .selectFrom('serving_node')
      .select('applied_until')
      .where('number', '=', node)
      .executeTakeFirstOrThrow();
    return applied_until;
  };
  expect(await said()).toBeNull();
  applied = new Date('2026-11-21T14:00:00Z');
  expect(await said()).toEqual(applied);
  applied = null;
  expect(await said()).toEqual(new Date('2026-11-21T14:00:00Z'));
});
