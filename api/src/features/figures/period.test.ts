import { ValidationError } from '../../platform/errors';
import { addDays, endOfFirstDay, makePeriod, periodOf, previousPeriod, shareOfDay } from './period';

const now = new Date('2026-03-01T06:00:00Z');

test('without days the last 28, today included', () => {
  const period = periodOf({}, now);
  expect(period).toMatchObject({ from: '2026-02-02', to: '2026-03-01' });
  expect(period.days).toHaveLength(28);
  expect(period.days[27]).toBe('2026-03-01');
  expect(period.end.toISOString()).toBe('2026-03-02T00:00:00.000Z');
});

test('one missing end follows the other', () => {
  expect(periodOf({ from: '2026-02-27' }, now).days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(periodOf({ to: '2026-01-31' }, now).from).toBe('2026-01-04');
});

test('the period before has as many days and ends the day before', () => {
  expect(previousPeriod(makePeriod('2026-03-01', '2026-03-03'))).toMatchObject({
    from: '2026-02-26',
    to: '2026-02-28',
  });
  expect(endOfFirstDay(previousPeriod(makePeriod('2026-03-01', '2026-03-03'))).toISOString()).toBe(
    '2026-02-27T00:00:00.000Z',
  );
});

test.each([
  ['backwards', { from: '2026-03-02', to: '2026-03-01' }, 'to'],
  ['longer than a year', { from: '2024-03-01', to: '2026-03-01' }, 'from'],
  ['from the future', { from: '2026-04-01' }, 'to'],
])('%s is refused by field', (_title, query, field) => {
  let refusal: unknown;
  try {
    periodOf(query, now);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(ValidationError);
  expect(refusal).toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } });
});

test('a leap year is a year', () => {
  expect(periodOf({ from: '2024-01-01', to: '2024-12-31' }, now).days).toHaveLength(366);
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
});

test('share of the day', () => {
  expect(shareOfDay(now)).toBe(0.25);
  expect(shareOfDay(new Date('2026-03-01T23:59:59.999Z'))).toBe(0.9999);
});
