import { sql } from 'kysely';
import { createDebugToolFeature } from '../features/debug-tool';

import { createTestDb, fakeClock, type TestDb } from '../testing';
import { verifyAudit } from './audit';

jest.setTimeout(60_000);

const ROWS = 1_050;

let test: TestDb;
let heads: string[];

beforeEach(async () => {
  test = await createTestDb();
  const { service } = createDebugToolFeature({
    db: test.db,
    clock: fakeClock(),
    secret: 'a secret',
    secure: false,
  });
  const entry = {
    adminId: null,
    debugSessionId: null,
    method: 'GET',
    path: '/debug-tool/verify',
    status: 401,
  };
  for (let row = 0; row < ROWS; row++) await service.audit({ ...entry, detail: { row } }, '192.0.2.1');
  const rows = await test.db.selectFrom('debug_audit').select('hash').orderBy('id').execute();
  heads = rows.map(({ hash }) => hash);
});
afterEach(() => test.drop());

async function verify(json = true) {
  const lines: string[] = [];
  const status = await verifyAudit(test.db, { json }, (line) => lines.push(line));
  return { status, lines, said: json ? JSON.parse(lines[0] ?? '') : null };
}
/** As somebody who owns the database does it. */
async function tamper(statement: string): Promise<void> {
  await sql`ALTER TABLE debug_audit DISABLE TRIGGER debug_audit_append_only`.execute(test.db);
  await sql.raw(statement).execute(test.db);
}

it('tells how many rows there are, and the last hash', async () => {
  const head = heads.at(-1);
  expect(await verify()).toMatchObject({
    status: 0,
    said: { whole: true, rows: ROWS, head, broken_row: null },
  });
  const { lines } = await verify(false);
  expect(lines[0]).toBe(`The audit is whole: ${ROWS} rows, the last hash is ${head}.`);
});

it.each([
  ['changed', 'UPDATE debug_audit SET status = 200 WHERE id = 1020', '1020'],
  ['changed in what it carries', `UPDATE debug_audit SET detail = '{}' WHERE id = 7`, '7'],
  ['taken out', 'DELETE FROM debug_audit WHERE id = 500', '501'],
  ['taken out at the beginning', 'DELETE FROM debug_audit WHERE id = 1', '2'],
  [
    'slipped in',
    `INSERT INTO debug_audit (method, path, status, previous_hash, hash)
     SELECT method, path, status, hash, repeat('a', 64) FROM debug_audit WHERE id = ${ROWS}`,
    String(ROWS + 1),
  ],
  [
    'put in the place of another',
    `UPDATE debug_audit a SET method = b.method, path = '/debug-tool/log', hash = repeat('b', 64)
     FROM debug_audit b WHERE a.id = 12 AND b.id = 12`,
    '12',
  ],
])('names the first row that does not fit when one was %s', async (_, statement, row) => {
  await tamper(statement);
  expect(await verify()).toMatchObject({ status: 1, said: { whole: false, broken_row: row } });
  const { status, lines } = await verify(false);
  expect([status, lines]).toEqual([
    1,
    [`The audit was tampered with: row ${row} is the first that does not fit to the one before it.`],
  ]);
});

it('cannot tell of rows taken out at its end, but for whoever kept their number and the last hash', async () => {
  const before = (await verify()).said;
  await tamper(`DELETE FROM debug_audit WHERE id > ${ROWS - 3}`);
  const { status, said } = await verify();
  expect([status, said.whole]).toEqual([0, true]);
  expect([before.rows - said.rows, said.head]).toEqual([3, heads[ROWS - 4]]);
});

it('of no rows is whole', async () => {
  await tamper('DELETE FROM debug_audit');
  expect((await verify()).said).toEqual({ whole: true, rows: 0, head: '0'.repeat(64), broken_row: null });
});
