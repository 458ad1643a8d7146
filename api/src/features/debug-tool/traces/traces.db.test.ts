import type { KeptSpan } from '../../../platform/trace';
import { createTestDb, makeAdmin, type TestDb } from '../../../testing';
import { insertSpans, listSpans, listTraces, tidySpans } from './traces.repo';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY_MS = 24 * 3_600_000;

let test: TestDb;
let adminId: number;
beforeAll(async () => {
  test = await createTestDb();
  adminId = (await makeAdmin(test.db)).id;
});
afterAll(() => test.drop());

async function makeSession(expiresAtMs = NOW + DAY_MS, revokedAtMs: number | null = null): Promise<number> {
  const row = await test.db
    .insertInto('debug_session')
    .values({
      admin_id: adminId,
      token_sha256: Math.random().toString(36),
      cookie_sha256: Math.random().toString(36),
      expires_at: new Date(expiresAtMs),
      revoked_at: revokedAtMs === null ? null : new Date(revokedAtMs),
      last_used_at: new Date(NOW),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const span = (debugSessionId: number, given: Partial<KeptSpan> = {}): KeptSpan => ({
  debugSessionId,
  correlationId: 'click-12345678',
  requestId: 'request-1',
  kind: 'sql',
  name: 'select 1',
  failed: false,
  startedAtMs: NOW,
  durationMs: 1.234,
  detail: {},
  node: 'n1',
  ...given,
});

it('reads back what was kept, in the order of its beginnings, to the microsecond', async () => {
  const session = await makeSession();
  await insertSpans(test.db, [
    span(session, {
      name: 'second',
      startedAtMs: NOW + 0.002,
      detail: { status: 200, text: 'a "quoted" ü' },
    }),
    span(session, { name: 'first', startedAtMs: NOW + 0.001, durationMs: null, requestId: null }),
    span(session, { correlationId: 'another-click' }),
  ]);
  expect(await listSpans(test.db, session, 'click-12345678')).toEqual([
    {
      kind: 'sql',
      name: 'first',
      failed: false,
      started_at: '2026-11-22T12:00:00.000001Z',
      duration_ms: null,
      request_id: null,
      detail: {},
      node: 'n1',
    },
    expect.objectContaining({
      name: 'second',
      started_at: '2026-11-22T12:00:00.000002Z',
      duration_ms: 1.234,
      detail: { status: 200, text: 'a "quoted" ü' },
    }),
  ]);
});

it('lists the latest 50 by their first request, from the first beginning to the last end', async () => {
  const session = await makeSession();
  for (let at = 0; at < 52; at++)
    await insertSpans(test.db, [
      span(session, { correlationId: `click-${1_000 + at}`, startedAtMs: NOW + at * 1_000, durationMs: 2 }),
      span(session, {
        correlationId: `click-${1_000 + at}`,
        kind: 'request',
        name: `GET /${at}`,
        startedAtMs: NOW + at * 1_000 + 1,
        durationMs: 40,
        failed: at === 51,
      }),
    ]);
  const listed = await listTraces(test.db, session);
  expect(listed).toHaveLength(50);
  expect(listed[0]).toEqual({
    correlation_id: 'click-1051',
    began_at: '2026-11-22T12:00:51.000000Z',
    name: 'GET /51',
    spans: 2,
    failed: true,
    duration_ms: 41,
  });
  expect(listed.at(-1)?.name).toBe('GET /2');
});

it('shows a session its own alone, and takes none of a session that does not exist', async () => {
  const [mine, other] = [await makeSession(), await makeSession()];
  await insertSpans(test.db, [span(mine), span(2_000_000_000, { name: 'of nobody' })]);
  expect(await listSpans(test.db, mine, 'click-12345678')).toHaveLength(1);
  expect(await listSpans(test.db, other, 'click-12345678')).toEqual([]);
  expect(await listTraces(test.db, other)).toEqual([]);
});

it('forgets what is older than a day, and what is of sessions that were over by then', async () => {
  await test.db.deleteFrom('debug_trace').execute();
  const before = NOW - DAY_MS;
  const [live, expired, revoked, lately] = [
    await makeSession(),
    await makeSession(before - 1),
    await makeSession(NOW, before - 1),
    await makeSession(NOW, before + 1),
  ];
  await insertSpans(test.db, [
    span(live, { name: 'live' }),
    span(live, { name: 'old', startedAtMs: before - 1 }),
    span(live, { name: 'just young enough', startedAtMs: before + 1 }),
    span(expired, { name: 'of an expired one' }),
    span(revoked, { name: 'of a revoked one' }),
    span(lately, { name: 'of one that ended lately' }),
  ]);
  expect(await tidySpans(test.db, new Date(before))).toBe(3);
  const left = await test.db.selectFrom('debug_trace').select('name').orderBy('id').execute();
  expect(left.map(({ name }) => name)).toEqual(['live', 'just young enough', 'of one that ended lately']);
});
