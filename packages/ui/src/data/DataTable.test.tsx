import { Button } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Panel } from '../parts/Panel';
import { renderUi } from '../testing/renderUi';
import type { Column } from './column';
import { DataTable, type DataTableProps } from './DataTable';

interface Row {
  id: string;
  name: string;
  clicks: number;
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Campaign',
    cell: (row) => row.name,
    sort: (row) => row.name,
    total: 'All campaigns',
  },
  {
    key: 'clicks',
    header: 'Clicks',
    numeric: true,
    cell: (row) => row.clicks,
    sort: (row) => row.clicks,
    total: '60',
  },
];
const few: Row[] = [
  { id: 'a', name: 'Boots', clicks: 20 },
  { id: 'b', name: 'Shells', clicks: 30 },
  { id: 'c', name: 'Tents', clicks: 10 },
];
const many = Array.from({ length: 60 }, (_, i) => ({ id: `r${i}`, name: `Row ${i + 1}`, clicks: i }));

function renderTable(props: Partial<DataTableProps<Row>> = {}) {
  return renderUi(
    <DataTable
      label="Campaigns"
      rows={few}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      {...props}
    />,
  );
}
const bodyRows = () => screen.getAllByRole('rowgroup')[1] as HTMLElement;
const firstCells = () =>
  within(bodyRows())
    .getAllByRole('row')
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('sorts by keyboard: figures start with the largest, names with A', async () => {
  renderTable();
  screen.getByRole('button', { name: 'Clicks' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(firstCells()).toEqual(['Shells', 'Boots', 'Tents']);
  expect(screen.getByRole('columnheader', { name: 'Clicks' }).getAttribute('aria-sort')).toBe('descending');
  await userEvent.keyboard('{Enter}');
  expect(firstCells()).toEqual(['Tents', 'Boots', 'Shells']);
  await userEvent.click(screen.getByRole('button', { name: 'Campaign' }));
  expect(firstCells()).toEqual(['Boots', 'Shells', 'Tents']);
  expect(screen.getByRole('columnheader', { name: 'Clicks' }).getAttribute('aria-sort')).toBeNull();
});

test('totals stand in the foot, for the whole set', () => {
  renderTable();
  expect(within(screen.getAllByRole('rowgroup')[2] as HTMLElement).getByText('60').textContent).toBe('60');
});

test('selecting swaps the toolbar for the bulk bar and back', async () => {
  const act = jest.fn();
  renderTable({
    toolbar: <p>Filters</p>,
    bulk: (rows, clear) => (
      <Button
        onClick={() => {
          act(rows.map((row) => row.id));
          clear();
        }}
      >
        Pause
      </Button>
    ),
  });
  await userEvent.click(screen.getByLabelText('Select Shells'));
  expect(screen.getByRole('toolbar').textContent).toContain('1 selected');
  expect(screen.queryByText('Filters')).toBeNull();
  await userEvent.click(screen.getByLabelText('Select all rows on this page'));
  expect(screen.getByRole('toolbar').textContent).toContain('3 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(act).toHaveBeenCalledWith(['a', 'b', 'c']);
  screen.getByText('Filters');
});

test('a selected row that goes away is no longer acted upon', async () => {
  const table = (rows: Row[]) => (
    <DataTable
      label="Campaigns"
      rows={rows}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      bulk={(chosen) => <p>{chosen.map((row) => row.id).join()}</p>}
    />
  );
  const { rerender } = renderUi(table(few));
  await userEvent.click(screen.getByLabelText('Select Boots'));
  await userEvent.click(screen.getByLabelText('Select Shells'));
  screen.getByText('a,b');
  rerender(table(few.slice(1)));
  screen.getByText('b');
});

test('pages of 25, 50 or 100', async () => {
  renderTable({ rows: many });
  screen.getByText('1 to 25 of 60');
  await userEvent.click(screen.getByLabelText('Next page'));
  await userEvent.click(screen.getByLabelText('Next page'));
  screen.getByText('51 to 60 of 60');
  expect((screen.getByLabelText('Next page') as HTMLButtonElement).disabled).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText('Rows a page'), '100');
  screen.getByText('1 to 60 of 60');
});

test('the row menu acts on its row', async () => {
  const archive = jest.fn();
  renderTable({
    actions: (row) => [{ id: 'archive', label: 'Archive', danger: true, onSelect: () => archive(row.id) }],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Tents' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  expect(archive).toHaveBeenCalledWith('c');
});

test('columns can be hidden, but not the one that names the row', async () => {
  renderTable({ picker: true });
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Campaign' })).toBeNull();
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Clicks' }));
  expect(screen.queryByRole('columnheader', { name: 'Clicks' })).toBeNull();
});

test('nothing there says so in place of the rows', () => {
  renderTable({ rows: [], empty: <p>No campaign matches</p> });
  screen.getByText('No campaign matches');
  expect(screen.queryByRole('table')).toBeNull();
});

test('in a panel of the same name, no two landmarks are called alike', () => {
  renderUi(
    <Panel title="Campaigns">
      <DataTable
        label="Campaigns"
        rows={few}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
      />
    </Panel>,
  );
  expect(screen.getByRole('region', { name: 'Campaigns' }).className).toContain('ez-panel');
  expect(screen.getByRole('region', { name: 'Campaigns, table' }).className).toBe('ez-scroll');
  expect(screen.getByRole('table', { name: 'Campaigns' })).toBeTruthy();
});
