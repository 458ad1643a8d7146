import fc from 'fast-check';
import { ageOf } from './ageing';
import { addMonths, daysLate, endOfDayAfter, endOfMonth, monthOf } from './months';
import { reminderDue } from './remind';
import { standingOf } from './standing';
import type { Reminder } from './statements.repo';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-22T12:00:00Z');
const before = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

test('months begin and end in UTC, and a due day ends with its last second', () => {
  expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11-01');
  expect(addMonths('2026-11-01', 2)).toBe('2027-01-01');
  expect(addMonths('2026-01-01', -1)).toBe('2025-12-01');
  expect(endOfMonth('2026-12-01').toISOString()).toBe('2027-01-01T00:00:00.000Z');
  expect(endOfDayAfter(new Date('2026-12-01T00:05:00Z'), 30).toISOString()).toBe('2026-12-31T23:59:59.000Z');
  expect(daysLate(before(0), NOW)).toBe(0);
  expect(daysLate(new Date(NOW.getTime() - 1), NOW)).toBe(1);
  expect(daysLate(before(30), NOW)).toBe(30);
});

describe('a debt by age', () => {
  const age = (owed: bigint, ...statements: [days: number, remaining: bigint][]) =>
    ageOf(
      owed,
      statements.map(([days, remainingMicros], id) => ({ id, dueAt: before(days), remainingMicros })),
      NOW,
    );
  const none = { current: 0, days_30: 0, days_60: 0, days_90: 0, older: 0 };

  test('that is in no statement yet is not due', () => expect(age(70n)).toEqual({ ...none, current: 70 }));

  test('each statement adds to the one before it', () => {
    expect(age(1_000n, [120, 100n], [80, 300n], [45, 350n], [10, 800n], [-5, 900n])).toEqual({
      older: 100,
      days_90: 200,
      days_60: 50,
      days_30: 450,
      current: 200,
    });
  });

  test('a correction that took some of it away takes from the newest', () => {
    expect(age(150n, [45, 100n], [10, 400n])).toEqual({ ...none, days_60: 100, days_30: 50 });
    expect(age(0n, [45, 100n])).toEqual(none);
  });

  test('is neither more nor less than what is owed', () => {
    const micros = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(
        micros,
        fc.array(fc.tuple(fc.integer({ min: -40, max: 200 }), micros)),
        (owed, statements) => {
          const sums = Object.values(age(owed, ...statements));
          expect(sums.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(owed);
          expect(sums.every((part) => part >= 0)).toBe(true);
        },
      ),
    );
  });
});

describe('a line', () => {
  const statement = (id: number, days: number, remainingMicros: bigint) => ({
    id,
    dueAt: before(days),
    remainingMicros,
  });
  test.each([
    ['open', 100n, [statement(1, 1, 50n)], 'overdue', []],
    ['open', 100n, [statement(1, -1, 50n)], 'open', []],
    ['open', 100n, [statement(1, 1, 0n), statement(2, -20, 30n)], 'open', [1]],
    ['overdue', 100n, [statement(1, 1, 0n), statement(2, -20, 30n)], 'open', [1]],
    ['overdue', 100n, [statement(1, 1, 20n)], 'overdue', []],
    ['overdue', 0n, [statement(1, 1, 20n)], 'open', [1]],
    ['paused', 100n, [statement(1, 1, 20n)], 'paused', []],
    ['closed', 0n, [statement(1, 1, 20n)], 'closed', [1]],
  ] as const)('%s that owes %s', (state, owedMicros, open, then, settled) => {
    expect(standingOf({ state, owedMicros }, open, NOW)).toEqual({ state: then, settled });
  });
});

describe('the mails about a statement', () => {
  const due = (reminder: Reminder, { issued = 20, left }: { issued?: number; left: number }) =>
    reminderDue({ reminder, issued_at: before(issued), due_at: before(-left) }, NOW);
  test.each([
    ['issued', { left: 3.1 }, null],
    ['issued', { left: 3 }, 'soon'],
    ['soon', { left: 2 }, null],
    ['soon', { left: 0.9 }, 'due'],
    ['due', { left: 0.1 }, null],
    ['due', { left: -0.1 }, 'overdue'],
    ['overdue', { left: -40 }, null],
    // Of several that were missed, the last.
    ['issued', { left: -2 }, 'overdue'],
    ['issued', { left: 0.5 }, 'due'],
    // Issued a moment ago with two days to pay.
    ['issued', { left: 2, issued: 0.1 }, null],
  ] as const)('after %s with %p', (reminder, given, wanted) => {
    expect(due(reminder, given)).toBe(wanted);
  });
});
