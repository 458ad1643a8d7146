import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../testing/renderUi';
import type { Column, Sort } from './column';
import { windowsOf } from './rowWindow';
import { ServerTable } from './ServerTable';
import type { PageSize } from './useTable';

interface Row {
  id: string;
  name: string;
}
const rowOf = (index: number): Row => ({ id: `r${index}`, name: `Row ${index}` });
const idOf = ({ id }: Row) => id;
const nameOf = ({ name }: Row) => name;
const COLUMNS: Column<Row>[] = [
  { key: 'name', header: 'Name', sort: nameOf, plain: nameOf, cell: ({ name }) => <a href="/x">{name}</a> },
  { key: 'size', header: 'Size', numeric: true, sort: () => 1, cell: () => '1' },
];

const told: { sorts: Sort[]; ranges: [number, number][] } = { sorts: [], ranges: [] };

function Harness({ total }: { total: number }) {
  const [{ index, size }, setPage] = useState<{ index: number; size: PageSize }>({ index: 0, size: 25 });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const here = Math.min(size, total - index * size);
  return (
    <ServerTable
      label="Things"
      columns={COLUMNS}
      totals={{ name: 'All', size: String(total) }}
      total={total}
      page={Array.from({ length: here }, (_, at) => rowOf(index * size + at))}
      pageIndex={index}
      pageSize={size}
      onPage={(next, count) => setPage({ index: next, size: count })}
      sort={{ key: 'size', direction: 'descending' }}
      onSort={(sort) => told.sorts.push(sort)}
      hidden={new Set()}
      onToggleColumn={() => {}}
      selected={selected}
      onSelect={(ids, on) =>
        setSelected((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(on ? ids : [])))
      }
      onClear={() => setSelected(new Set())}
      rowId={idOf}
      rowName={nameOf}
      rowAt={rowOf}
      onRange={(first, last) => told.ranges.push([first, last])}
      bulk={<button type="button">Do it</button>}
    />
  );
}

beforeEach(() => {
  told.sorts = [];
  told.ranges = [];
});

it('turns pages over, and keeps what was marked on another one', async () => {
  renderUi(<Harness total={60} />);
  await userEvent.click(screen.getByRole('checkbox', { name: /row 3$/i }));
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(screen.getByText('Row 25')).toBeTruthy();
  expect(screen.queryByText('Row 3')).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: /row 30$/i }));
  expect(screen.getByText('2 selected')).toBeTruthy();
});

it('leaves the order to its owner: figures from the largest, the second press turns round', async () => {
  renderUi(<Harness total={5} />);
  await userEvent.click(screen.getByRole('button', { name: 'Size' }));
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(told.sorts).toEqual([
    { key: 'size', direction: 'ascending' },
    { key: 'name', direction: 'ascending' },
  ]);
});

describe('from 10,000 rows on', () => {
  const sizes = { clientWidth: 1_200, clientHeight: 600 };
  const before = new Map<string, PropertyDescriptor | undefined>();
  beforeEach(() => {
    // A browser that lays nothing out has no sizes of its own.
    for (const [name, value] of Object.entries(sizes)) {
      before.set(name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name));
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
    }
  });
  afterEach(() => {
    for (const [name, property] of before) {
      if (property) Object.defineProperty(HTMLElement.prototype, name, property);
      else Reflect.deleteProperty(HTMLElement.prototype, name);
    }
  });

  it('draws the rows in sight alone, says how many there are, and asks for those scrolled to', async () => {
    renderUi(<Harness total={10_000} />);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');
    expect(screen.getByText('Row 0')).toBeTruthy();
    expect(screen.getAllByRole('row').length).toBeLessThan(40);
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
    const box = screen.getByRole('region', { name: /Things/ });
    await act(async () => {
      Object.defineProperty(box, 'scrollTop', { configurable: true, value: 60 * 5_000 });
      fireEvent.scroll(box);
    });
    expect(await screen.findByText('Row 5000')).toBeTruthy();
    expect(screen.queryByText('Row 0')).toBeNull();
    expect(screen.getByText('Row 5000').closest('tr')?.getAttribute('aria-rowindex')).toBe('5002');
  });
});

it.each([
  [0, 20, [0]],
  [95, 115, [0, 100]],
  [100, 120, [100]],
  [9_990, 9_999, [9_900]],
])('rows %i to %i are in these windows', (first, last, offsets) => {
  expect(windowsOf(first, last).map(({ offset }) => offset)).toEqual(offsets);
});
