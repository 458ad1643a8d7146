import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDots } from '../icons';
import { AppLink } from '../parts/AppLink';
import { useFirstPress } from '../parts/useFirstPress';
import { tableRoles } from './tableRoles';
import type { TableState } from './useTable';

export interface RowAction {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Hard to undo: in the colour of bad news, with a line above. */
  danger?: boolean;
  onSelect?: () => void;
  href?: string;
}

interface TableBodyProps<Row> {
  table: TableState<Row>;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  selectable: boolean;
  actions?: (row: Row) => readonly RowAction[];
}

function ActionItem({ action }: { action: RowAction }) {
  const look = { 'data-danger': action.danger || undefined, leftSection: action.icon };
  const item = action.href ? (
    <Menu.Item {...look} component={AppLink} href={action.href}>
      {action.label}
    </Menu.Item>
  ) : (
    <Menu.Item {...look} onClick={action.onSelect}>
      {action.label}
    </Menu.Item>
  );
  return (
    <>
      {action.danger ? <Menu.Divider role="separator" /> : null}
      {item}
    </>
  );
}

/** What can be done with a row, behind a button at its end. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation('ui');
  const { target, mounted, opened, setOpened, mount } = useFirstPress<HTMLButtonElement>();
  if (actions.length === 0) return null;
  const label = t('table.actionsFor', { name });
  const dots = <IconDots size={18} stroke={1.7} />;
  if (!mounted)
    return (
      <ActionIcon aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={mount}>
        {dots}
      </ActionIcon>
    );
  return (
    // In the row, not at the end of the page: it belongs to a landmark, and every child of it is an item.
    // Fixed, because the table scrolls and would cut it off.
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={208}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon ref={target} aria-label={label}>
          {dots}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Fragment key={action.id}>
            <ActionItem action={action} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function TableBody<Row>({ table, rowId, rowName, selectable, actions }: TableBodyProps<Row>) {
  const { t } = useTranslation('ui');
  return (
    <tbody {...tableRoles.group}>
      {table.page.map((row) => {
        const id = rowId(row);
        const selected = table.selected.has(id);
        return (
          <tr key={id} {...tableRoles.row} data-selected={selected || undefined}>
            {selectable ? (
              <td {...tableRoles.cell} className="ez-check">
                <Checkbox
                  aria-label={t('table.select', { name: rowName(row) })}
                  checked={selected}
                  onChange={() => table.select([id], !selected)}
                />
              </td>
            ) : null}
            {table.shown.map((column) => (
              <td
                key={column.key}
                {...tableRoles.cell}
                data-num={column.numeric || undefined}
                data-phone={column.phone}
                data-label={column.header}
              >
                {column.cell(row)}
              </td>
            ))}
            {actions ? (
              <td {...tableRoles.cell} className="ez-act">
                <RowMenu name={rowName(row)} actions={actions(row)} />
              </td>
            ) : null}
          </tr>
        );
      })}
    </tbody>
  );
}
