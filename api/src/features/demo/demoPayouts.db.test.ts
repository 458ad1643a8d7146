import type { Earnings } from '@ezdash/contracts';
import { silentLog } from '../../platform/log';
import { createTestDb, fakeClock, makeAdmin, makePublisher, type TestDb } from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { verify } from '../ledger';
import { createPayoutParts, type PayoutFacts } from '../payouts';
import { playPayouts } from './demoPayouts';

let test_: TestDb;
beforeEach(async () => {
  test_ = await createTestDb();
});
afterEach(() => test_.drop());

test.each([
  ['2026-11-22T15:00:00Z', 28],
  ['2026-10-29T00:00:00Z', 28],
  ['2027-03-11T00:00:00Z', 2],
  ['2026-12-01T00:00:00Z', 0],
])(
  'the demo publisher has a payout that was paid and months of each state, on %s after %d days',
  async (now, days) => {
    const clock = fakeClock(now);
    const user = await makePublisher(test_.db, { email: 'publisher@demo.test' });
    await makeAdmin(test_.db, { email: 'admin@demo.test' });
    const issued: PayoutFacts[] = [];
    const deps = {
      db: test_.db,
      log: silentLog,
      clock,
      issueStatement: async (_trx: unknown, payout: PayoutFacts) => issued.push(payout),
    };
    await playPayouts({ ...deps, secret: 'a secret of the tests, long enough for anybody', days });
    const { service } = createPayoutParts({
      ...deps,
      publisher: createTestPublisher(),
      mail: { send: async () => ({ id: '', isNew: true }) },
    });
    const earnings: Earnings = await service.earnings(user.id);
    expect(issued).toHaveLength(1);
    expect(earnings).toMatchObject({
      paid_micros: 412_370_000,
      on_the_way_micros: 0,
      method: { locked_until: null },
    });
    expect(earnings.payable_micros + earnings.validating_micros).toBe(975_020_550);
    expect(earnings.request).toMatchObject({ ok: true });
    expect(earnings.last_paid_at && earnings.last_paid_at <= clock.now().toISOString()).toBe(true);
    expect(earnings.months).toHaveLength(3);
    expect(earnings.months.filter(({ state }) => state === 'released').length).toBeGreaterThanOrEqual(2);
    expect((await service.list(user.id, undefined)).payouts).toMatchObject([
      { state: 'paid', reference: 'DEMO-0001', method: 'Test bank Switzerland 3000' },
    ]);
    expect((await verify(test_.db)).differences).toEqual([]);
  },
);
