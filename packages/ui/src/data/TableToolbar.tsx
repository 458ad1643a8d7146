import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns3, IconDownload } from '../icons';
import type { Column } from './column';
import { downloadCsv, toCsv } from './csv';
import type { TableState } from './useTable';

interface BulkBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** Takes the toolbar's place while rows are selected, so that nothing moves. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="ez-bulk" role="toolbar" aria-label={t('table.bulk')}>
      <b aria-live="polite">{t('table.selected', { count })}</b>
      {children}
      <span className="ez-grow" />
      <Button variant="subtle" onClick={onClear}>
        {t('table.clear')}
      </Button>
    </div>
  );
}

interface TableToolbarProps<Row> {
  table: TableState<Row>;
  columns: readonly Column<Row>[];
  csvName?: string;
  picker?: boolean;
  /** More at the end. */
  tools?: ReactNode;
  children?: ReactNode;
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** Cards have no head to press: their order is chosen here. */
function SortMenu<Row>({ table, columns }: Pick<TableToolbarProps<Row>, 'table' | 'columns'>) {
  const { t } = useTranslation('ui');
  const sortable = columns.filter((column) => column.sort);
  if (sortable.length === 0) return null;
  const Arrow = table.sort?.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" className="ez-narrow-only" leftSection={<IconArrowsSort {...icon} />}>
          {t('table.sort')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sortable.map((column) => (
          <Menu.Item
            key={column.key}
            onClick={() => table.sortBy(column)}
            rightSection={table.sort?.key === column.key ? <Arrow {...icon} /> : null}
          >
            {column.header}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ColumnMenu<Row>({ table, columns }: Pick<TableToolbarProps<Row>, 'table' | 'columns'>) {
  const { t } = useTranslation('ui');
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" className="ez-wide-only" leftSection={<IconColumns3 {...icon} />}>
          {t('table.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {/* The first column names the row and always stays. */}
        {columns.slice(1).map((column) => {
          const shown = !table.hidden.has(column.key);
          return (
            <Menu.CheckboxItem
              key={column.key}
              checked={shown}
              onChange={() => table.toggleColumn(column.key)}
            >
              {column.header}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

export function TableToolbar<Row>({
  table,
  columns,
  csvName,
  picker,
  tools,
  children,
}: TableToolbarProps<Row>) {
  const { t } = useTranslation('ui');
  return (
    <div className="ez-toolbar">
      {children}
      <span className="ez-grow" />
      <SortMenu table={table} columns={columns} />
      {picker ? <ColumnMenu table={table} columns={columns} /> : null}
      {csvName ? (
        <Button
          variant="default"
          className="ez-wide-only"
          leftSection={<IconDownload {...icon} />}
          onClick={() => downloadCsv(csvName, toCsv(table.sorted, columns))}
        >
          {t('table.csv')}
        </Button>
      ) : null}
      {tools}
    </div>
  );
}
