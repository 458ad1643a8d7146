import type { ReportRow } from '@ezdash/contracts';
import { chartPoints } from './chartPoints';

const row = (key: string, spend: number) => ({ keys: [key], spend_micros: spend }) as ReportRow;
const NOON = Date.parse('2026-11-21T12:30:00Z');

test('days of a period, with those on which nothing happened', () => {
  const rows = [row('2026-11-21', 3), row('2026-11-19', 1)];
  expect(chartPoints({ from: '2026-11-19', to: '2026-11-21' }, rows, 'spend_micros', NOON)).toEqual({
    ticks: ['2026-11-19', '2026-11-20', '2026-11-21'],
    values: [1, 0, 3],
  });
});

test('hours of one day, up to the one that is running', () => {
  const { ticks, values } = chartPoints(
    { from: '2026-11-21', to: '2026-11-21' },
    [row('2026-11-21T10:00:00Z', 7)],
    'spend_micros',
    NOON,
  );
  expect(ticks).toHaveLength(13);
  expect(ticks.at(-1)).toBe('2026-11-21T12:00:00Z');
  expect(values[10]).toBe(7);
  expect(values.filter(Boolean)).toHaveLength(1);
});

test('days to come are not drawn as nothing', () => {
  const { ticks } = chartPoints({ from: '2026-11-20', to: '2026-11-25' }, [], 'spend_micros', NOON);
  expect(ticks).toEqual(['2026-11-20', '2026-11-21']);
  expect(chartPoints({ from: '2026-11-24', to: '2026-11-25' }, [], 'spend_micros', NOON).ticks).toEqual([]);
});
