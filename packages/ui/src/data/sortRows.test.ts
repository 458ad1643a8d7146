import type { Column } from './column';
import { sortRows } from './sortRows';

interface Row {
  name: string;
  rate: number | null;
}
const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', cell: () => null, sort: (row) => row.name },
  { key: 'rate', header: 'Rate', cell: () => null, sort: (row) => row.rate },
  { key: 'plain', header: 'Plain', cell: () => null },
];
const rows: Row[] = [
  { name: 'Zone 10', rate: 0.2 },
  { name: 'zone 9', rate: null },
  { name: 'Äpfel', rate: 0.5 },
];
const names = (list: readonly Row[]) => list.map((row) => row.name);

test('texts by the language, with numbers in them as numbers', () => {
  const sorted = sortRows(rows, columns, { key: 'name', direction: 'ascending' }, 'de');
  expect(names(sorted)).toEqual(['Äpfel', 'zone 9', 'Zone 10']);
});

test('what is missing comes last either way', () => {
  expect(names(sortRows(rows, columns, { key: 'rate', direction: 'ascending' }))).toEqual([
    'Zone 10',
    'Äpfel',
    'zone 9',
  ]);
  expect(names(sortRows(rows, columns, { key: 'rate', direction: 'descending' }))).toEqual([
    'Äpfel',
    'Zone 10',
    'zone 9',
  ]);
});

test('without an order, or by a column that has none, rows stay', () => {
  expect(sortRows(rows, columns, undefined)).toBe(rows);
  expect(sortRows(rows, columns, { key: 'plain', direction: 'ascending' })).toBe(rows);
});
