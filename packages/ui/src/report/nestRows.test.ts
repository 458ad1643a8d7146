import type { ReportRow } from '@ezdash/contracts';
import { nestRows } from './nestRows';

const row = (keys: string[], clicks: number): ReportRow =>
  ({ keys, names: keys.map(() => null), impressions: 0, clicks, spend_micros: 0 }) as unknown as ReportRow;
const heads = [row(['DE'], 9), row(['US'], 4)];
const rows = [row(['DE', 'phone'], 5), row(['US', 'phone'], 4)];
const shown = (awaited: string) =>
  nestRows({ heads, rows, isOpen: (key) => key === 'DE', isAwaited: (key) => key === awaited }).map(
    ({ id, figures }) => [id, figures?.clicks ?? null],
  );

test('rows at hand are there before those that are still asked for', () => {
  expect(shown('DE')).toEqual([
    ['head|DE', 9],
    ['DE|phone', 5],
    ['wait|DE', null],
    ['head|US', 4],
  ]);
});

test('what no row has is told once none is awaited', () => {
  expect(shown('')).toEqual([
    ['head|DE', 9],
    ['DE|phone', 5],
    ['rest|DE', 4],
    ['head|US', 4],
  ]);
});
