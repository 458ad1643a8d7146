import fc from 'fast-check';
import { addDays, addMonths } from './parts';
import { earnedOf, type Held, planBooking, planReturns } from './share';

const held = (id: number, amountMicros: bigint, returnedMicros = 0n): Held => ({
  id,
  day: '2026-11-16',
  amountMicros,
  returnedMicros,
});

it.each([
  [1_000_000n, 500, 50_000n],
  [19n, 500, 0n],
  [39n, 500, 1n],
  [0n, 500, 0n],
  [-1_000_000n, 500, 0n],
])('of %s a share of %s bps is %s', (base, bps, earned) => expect(earnedOf(base, bps)).toBe(earned));

it('takes back the newest first, as far as what is on hold goes', () => {
  const rows = [held(3, 10n), held(2, 20n, 5n), held(1, 30n)];
  expect(planReturns(rows, 18n)).toEqual([
    { id: 3, day: '2026-11-16', micros: 10n, returnedBefore: 0n, isAll: true },
    { id: 2, day: '2026-11-16', micros: 8n, returnedBefore: 5n, isAll: false },
  ]);
  expect(planReturns(rows, 1_000n).reduce((sum, { micros }) => sum + micros, 0n)).toBe(55n);
  expect(planReturns(rows, 0n)).toEqual([]);
});

it('earns what is new, takes back what is too much, and nothing of who is not active', () => {
  const base = { isActive: true, baseMicros: 1_000n, shareBps: 1_000 };
  expect(planBooking(base, 40n, [])).toEqual({ earnMicros: 60n, returns: [] });
  expect(planBooking(base, 100n, [held(1, 100n)])).toEqual({ earnMicros: 0n, returns: [] });
  expect(planBooking({ ...base, baseMicros: 300n }, 100n, [held(1, 100n)]).returns).toMatchObject([
    { micros: 70n },
  ]);
  expect(planBooking({ ...base, isActive: false }, 0n, [])).toEqual({ earnMicros: 0n, returns: [] });
});

it('whatever the base does, what was booked follows it as far as it is on hold', () => {
  const bases = fc.array(fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), { maxLength: 20 });
  fc.assert(
    fc.property(bases, (given) => {
      const rows: Held[] = [];
      for (const [id, baseMicros] of given.entries()) {
        const left = rows.reduce((sum, row) => sum + row.amountMicros - row.returnedMicros, 0n);
        const plan = planBooking({ isActive: true, baseMicros, shareBps: 500 }, left, [...rows].reverse());
        for (const { id: of, micros } of plan.returns) {
          const row = rows.find((each) => each.id === of);
          if (row) row.returnedMicros += micros;
        }
        if (plan.earnMicros > 0n) rows.push(held(id, plan.earnMicros));
        const booked = rows.reduce((sum, row) => sum + row.amountMicros - row.returnedMicros, 0n);
        expect(booked).toBe(earnedOf(baseMicros, 500));
        expect(rows.every((row) => row.returnedMicros <= row.amountMicros)).toBe(true);
      }
    }),
  );
});

it.each([
  ['2026-01-31T12:00:00Z', 1, '2026-02-28'],
  ['2026-11-16T23:59:59Z', 12, '2027-11-16'],
  ['2027-12-31T00:00:00Z', 2, '2028-02-29'],
])('%s and %s months later is %s', (time, months, day) =>
  expect(addMonths(new Date(time), months)).toBe(day),
);

it('days go on over the end of a year', () => expect(addDays('2026-12-31', 1)).toBe('2027-01-01'));
