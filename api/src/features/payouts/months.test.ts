import fc from 'fast-check';
import { type DaySum, lastDueMonth, monthAfter, planMonths, type ReleasedMonth, releaseAt } from './months';

const day = (at: string, earned: bigint, deducted = 0n, released = 0n): DaySum => ({
  day: at,
  earnedMicros: earned,
  deductedMicros: deducted,
  releasedMicros: released,
});

describe('months', () => {
  it('end in UTC, whatever their length', () => {
    expect(monthAfter('2026-12-01')).toBe('2027-01-01');
    expect(monthAfter('2027-01-01', -1)).toBe('2026-12-01');
    expect(releaseAt('2026-02-01', 30).toISOString()).toBe('2026-03-31T00:00:00.000Z');
  });

  it.each([
    ['2026-10-30T23:59:59.999Z', 30, '2026-08-01'],
    ['2026-10-31T00:00:00.000Z', 30, '2026-09-01'],
    ['2026-11-01T00:00:00.000Z', 0, '2026-10-01'],
    ['2026-12-31T00:00:00.000Z', 90, '2026-09-01'],
  ])('are due when their end and the terms are over: at %s with %d days, %s', (now, terms, month) => {
    expect(lastDueMonth(new Date(now), terms)).toBe(month);
    expect(releaseAt(month, terms) <= new Date(now)).toBe(true);
    expect(releaseAt(monthAfter(month), terms) > new Date(now)).toBe(true);
  });

  it('come to what was earned until their end, less what was taken back of any month', () => {
    const days = [day('2026-08-20', 100n), day('2026-09-05', 50n, 30n), day('2026-10-02', 70n, 90n)];
    expect(planMonths(days, [], null, '2026-11-01').months).toEqual([
      { period: '2026-08-01', earnedMicros: 100n, deductedMicros: 120n, releaseMicros: 0n },
      { period: '2026-09-01', earnedMicros: 50n, deductedMicros: 0n, releaseMicros: 30n },
      { period: '2026-10-01', earnedMicros: 70n, deductedMicros: 0n, releaseMicros: 70n },
    ]);
  });

  it('take what came late to a released one along, and make up for what was taken back of it', () => {
    const released: ReleasedMonth[] = [
      {
        period: '2026-08-01',
        earnedMicros: 100n,
        deductedMicros: 0n,
        releasedMicros: 100n,
        releasedAt: new Date(),
      },
    ];
    const days = [day('2026-08-20', 110n), day('2026-09-30', 40n, 0n, 100n), day('2026-10-10', 5n, 20n)];
    expect(planMonths(days, released, '2026-08-01', '2026-10-01')).toEqual({
      months: [
        { period: '2026-09-01', earnedMicros: 50n, deductedMicros: 20n, releaseMicros: 30n },
        { period: '2026-10-01', earnedMicros: 5n, deductedMicros: 0n, releaseMicros: 5n },
      ],
      deductedMicros: 20n,
    });
  });

  it('release month by month what they release at once, and never more than is there', () => {
    const month = fc.record({
      earned: fc.bigInt({ min: 0n, max: 1_000n }),
      deducted: fc.bigInt({ min: 0n, max: 600n }),
    });
    fc.assert(
      fc.property(fc.array(month, { minLength: 1, maxLength: 8 }), (given) => {
        const days: DaySum[] = [];
        const released: ReleasedMonth[] = [];
        let until: string | null = null;
        let total = 0n;
        given.forEach(({ earned, deducted }, index) => {
          const period = monthAfter('2026-01-01', index);
          days.push(day(period, earned, deducted));
          const { months } = planMonths(days, released, until, period);
          for (const { releaseMicros, ...each } of months) {
            released.push({ ...each, releasedMicros: releaseMicros, releasedAt: new Date() });
            days.push(day(period, 0n, 0n, releaseMicros));
            total += releaseMicros;
          }
          until = period;
          const sum = (of: (each: DaySum) => bigint) => days.reduce((all, each) => all + of(each), 0n);
          const net = sum((each) => each.earnedMicros) - sum((each) => each.deductedMicros);
          // What was released before something was found stays released; else all of it is.
          expect(total >= net).toBe(true);
          expect(total).toBe(
            net > total - months.reduce((all, each) => all + each.releaseMicros, 0n) ? net : total,
          );
          expect(released.reduce((all, each) => all + each.earnedMicros, 0n)).toBe(
            sum((each) => each.earnedMicros),
          );
          expect(released.reduce((all, each) => all + each.deductedMicros, 0n)).toBe(
            sum((each) => each.deductedMicros),
          );
        });
      }),
    );
  });
});
