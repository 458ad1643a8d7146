import { createTestDb, makeAdvertiser, type TestDb } from '../../testing';
import { createCallLimits, XERO_LIMITS } from './callLimits';
import { openServer, openXero } from './testXero';

jest.setTimeout(120_000);

const TENANT = 'fe79f7dd-b6d4-4a92-ba7b-538af6289c58';
const DAY_MS = 86_400_000;

/** The most moments within any window that is open at one end. */
function mostWithin(moments: readonly number[], windowMs: number): number {
  const sorted = [...moments].sort((a, b) => a - b);
  return Math.max(
    ...sorted.map((at, from) => sorted.filter((each, to) => to >= from && each - at < windowMs).length),
  );
}

it('200 wanted invoices stay within the limits, from two servers', async () => {
  const windowMs = 3_000;
  const options = { limits: { windowMs } };
  const world = await openXero({ ...options, sandbox: { limits: { minute: 100_000 } } });
  const other = openServer(world.test, world.sandbox, world.clock, options);
  await other.jobs.start();
  await world.connect();
  const user = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  for (let made = 0; made < 200; made += 1) await world.deposit({ user });
  const open = async () =>
    (
      await world.test.db
        .selectFrom('xero_invoice')
        .select('payment_id')
        .where('paid_at', 'is', null)
        .execute()
    ).length;
  // One window after the other, each with 60 calls: as long as that goes on, it is on its way.
  for (let before = await open(), after = 0; before > 0; before = after) {
    await world.settled().catch(() => undefined);
    after = await open();
    expect(after).toBeLessThan(before);
  }
  await other.jobs.stop();
  const { organisations, duplicates, exchanges } = world.sandbox.state();
  expect(organisations[0]).toMatchObject({ contacts: 1, invoices: 200, payments: 200 });
  expect([duplicates, exchanges.invalid]).toEqual([{}, 0]);
  const calls = world.sandbox.exchanges.filter(({ path }) => path.startsWith('/api.xro/'));
  expect(calls.every(({ status }) => status === 200)).toBe(true);
  expect(world.sandbox.peak.concurrent).toBeLessThanOrEqual(5);
  const moments = calls.map(({ at }) => Date.parse(at));
  expect(mostWithin(moments, windowMs)).toBeLessThanOrEqual(60);
  await world.close();
});

describe('a call', () => {
  let test: TestDb;
  beforeEach(async () => {
    test = await createTestDb();
  });
  afterEach(() => test.drop());

  /** Calls that began and ended so long ago. */
  const past = async (count: number, agoMs: number) => {
    const at = new Date(Date.now() - agoMs);
    const row = { tenant_id: TENANT, begun_at: at, ended_at: at };
    await test.db
      .insertInto('xero_call')
      .values(Array.from({ length: count }, () => row))
      .execute();
  };
  const enter = (limits = {}) => createCallLimits(test.db, { ...XERO_LIMITS, ...limits }).enter(TENANT, 100);
  const refusal = async (limits = {}): Promise<{ kind: string; retryAfterMs: number }> =>
    enter(limits).then(
      () => ({ kind: 'entered', retryAfterMs: 0 }),
      (error: unknown) => error as { kind: string; retryAfterMs: number },
    );

  it('is one of 60 in a minute', async () => {
    await past(59, 30_000);
    await enter();
    const { kind, retryAfterMs } = await refusal();
    expect(kind).toBe('limited');
    expect(retryAfterMs).toBeGreaterThan(25_000);
    expect(retryAfterMs).toBeLessThanOrEqual(30_000);
  });

  it('is one of 5,000 in a day', async () => {
    await past(5_000, DAY_MS / 2);
    const { retryAfterMs } = await refusal();
    expect(Math.round(retryAfterMs / 3_600_000)).toBe(12);
    await test.db.deleteFrom('xero_call').execute();
    await past(5_000, DAY_MS + 1_000);
    await enter();
  });

  it('is one of 5 at once, and keeps its place when nobody hears of its end', async () => {
    const limits = createCallLimits(test.db, { ...XERO_LIMITS, leaseMs: 3_000 });
    const ids = await Promise.all(Array.from({ length: 5 }, () => limits.enter(TENANT, 100)));
    await expect(limits.enter(TENANT, 0)).rejects.toMatchObject({ kind: 'limited' });
    await limits.leave(ids[0] ?? 0n);
    await limits.enter(TENANT, 0);
    // The others of those five are over when their lease is.
    await limits.enter(TENANT, 30_000);
  });

  it('waits as long as Xero wants, of one organisation alone', async () => {
    const limits = createCallLimits(test.db);
    await limits.pause(TENANT, 3_600_000);
    await limits.pause(TENANT, 1_000);
    const { retryAfterMs } = await refusal();
    expect(Math.round(retryAfterMs / 60_000)).toBe(60);
    await limits.enter('00000000-0000-4000-8000-000000000000', 0);
  });
});
